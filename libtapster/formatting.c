/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Formats scripts, and finds their tokens for editors.  The session only collects the
 * diagnostics and stores the result.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/source.h"
#include "base/tags/base.h"
#include "formatter/formatter.h"
#include "libtapster/lib.h"

static bool is_same(const struct source *src, const struct buf *b)
{
	return src->len == b->n && !memcmp(src->text, b->p, b->n);
}

static int format(struct tapster_session *s, struct arena *a,
		  struct diags *diags, const struct source *src)
{
	int ret = -1;

	buf_reset(&s->dump);
	if (formatter_format(a, diags, src, &s->dump))
		ret = !is_same(src, &s->dump);
	lib_take_diags(s, diags);
	return ret;
}

static struct sys_error *find(struct sources *sources, const char *name,
			      const char *text, size_t len,
			      const struct source **ret)
{
	if (!text)
		return sources_add_file(sources, SOURCE_USER, name, ret);
	*ret = sources_add_text(sources, SOURCE_USER, name, text, len);
	return NULL;
}

int tapster_format(struct tapster_session *s, const char *name,
		   const char *text, size_t len, const char **ret,
		   size_t *ret_len)
{
	struct arena *a = arena_create();
	struct sources *sources = sources_create(a);
	const struct source *src = NULL;
	struct sys_error *err = find(sources, name, text, len, &src);
	int result = err ? lib_fail(s, err)
			 : format(s, a, diags_create(a, sources), src);

	sources_destroy(sources);
	arena_destroy(a);
	*ret = s->dump.p;
	*ret_len = s->dump.n;
	return result;
}

/* ---- tokens ---- */

void tapster_scan(struct tapster_session *s, const char *text, size_t len,
		  const struct tapster_token **ret, size_t *n)
{
	struct arena *a = arena_create();
	struct sources *sources = sources_create(a);
	struct formatter_tokens tokens = { 0 };
	struct tapster_token t;

	formatter_tokens(a, diags_create(a, sources),
			 sources_add_text(sources, SOURCE_USER, "", text, len),
			 &tokens);
	buf_reset(&s->dump);
	for (size_t i = 0; i < tokens.n; i++) {
		t = (struct tapster_token){
			(enum tapster_token_kind)tokens.at[i].kind,
			tokens.at[i].off, tokens.at[i].len,
		};
		buf_add(&s->dump, &t, sizeof(t));
	}
	*ret = (const void *)s->dump.p;
	*n = tokens.n;
	sources_destroy(sources);
	arena_destroy(a);
}

const char *tapster_word_at(size_t i)
{
	return formatter_word(i);
}

bool tapster_conversion(size_t i, char *letter, bool *is_string,
			const char **help)
{
	const struct format_conversion *c = format_conversion_at(i);

	if (!c)
		return false;
	*letter = c->conv;
	*is_string = c->type == TYPE_STRING;
	*help = c->help;
	return true;
}

int tapster_tapsets(struct tapster_session *s, const char **dir)
{
	*dir = lib_paths(s)->tapsets;
	return *dir ? 0 : lib_error(s, DIAG_IO_ERROR,
				    "run make install",
				    "the tapset is not installed");
}
