/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the parts of embedded C that the translator understands: special
 * comments, and names of globals and arguments.  The C compiler checks the rest.
 */
#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "translator/program/program.h"

bool program_c_says(const char *text, const char *word)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_printf(&b, "/* %s */", word);
	return strstr(text, b.p);
}

/* The text before a global's name in C text, and how the global is used. */
static const struct mark {
	const char *text;
	bool read, write;
} marks[] = {
	{ "STAP_GLOBAL_GET_", true, false },
	{ "STAP_GLOBAL_SET_", false, true },
	{ "/* pragma:read:", true, false },
	{ "/* pragma:write:", false, true },
};
#define N_MARKS (sizeof(marks) / sizeof(marks[0]))

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static void add_use(const struct program *p, const struct ast_file *file,
		    const char *text, const char *name, const struct mark *m,
		    c_use_vec *ret)
{
	struct c_use u = { .off = (size_t)(name - text), .read = m->read,
			   .write = m->write };
	size_t n = 0;

	while (is_word(name[n]))
		n++;
	if (!n)
		return;
	u.name = intern_bytes(p->names, name, n);
	u.global = program_find_global(p, u.name, file);
	vec_push_in(p->arena, ret, u);
}

void program_c_uses(const struct program *p, const struct ast_file *file,
		    const char *text, c_use_vec *ret)
{
	for (const char *s = text; *s; s++)
		for (size_t i = 0; i < N_MARKS; i++) {
			size_t n = strlen(marks[i].text);

			if (strncmp(s, marks[i].text, n) ||
			    (s > text && is_word(s[-1]) && is_word(*s)))
				continue;
			add_use(p, file, text, s + n, &marks[i], ret);
		}
}

bool program_c_names_arg(const char *text, const char *param)
{
	static const char mark[] = "STAP_ARG_";
	size_t n = strlen(param);

	for (; (text = strstr(text, mark)); text++) {
		const char *name = text + sizeof(mark) - 1;

		if (!strncmp(name, param, n) && !is_word(name[n]))
			return true;
	}
	return false;
}

const char *program_c_expr(const struct ast_expr *e)
{
	if (e->kind == EXPR_EMBEDDED)
		return e->text;
	if (e->kind == EXPR_ATOP && e->atop.op == ATOP_CONST)
		return e->atop.args.at[0]->text;
	return NULL;
}

struct span program_c_span(const struct program *p, struct span token,
			   size_t off)
{
	const struct source *src = sources_get(p->sources, token.src);

	token.len = 1;
	if (!src || token.off + 2 > src->len)
		return token;
	if (!memcmp(src->text + token.off, "%{", 2))
		token.off += 2;
	else if (src->text[token.off] == '"')
		token.off++;
	token.off += off;
	while (is_word(src->text[token.off + token.len]) &&
	       is_word(src->text[token.off]))
		token.len++;
	return token;
}
