/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Decodes string tokens, and joins the tokens of an expression in the form in which
 * the compiler writes it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/escape.h"
#include "scripttest/scripttest_private.h"

char *value_unquote(const char *token, size_t len, size_t *ret_len)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	escape_decode(&b, token + 1, len > 1 ? len - 2 : 0, true);
	*ret_len = b.n;
	return xmemdup_nul(b.p, b.n);
}

static bool is(const char *text, const struct tapster_token *t,
	       const char *word)
{
	return t->len == strlen(word) && !memcmp(text + t->off, word, t->len);
}

/* Returns true if the compiler writes a space on each side of the operator @t. */
static bool is_spaced(const char *text, const struct tapster_token *t)
{
	static const char *const words[] = {
		"+", "*", "/", "%", "<<", ">>", "|", "^", "==", "!=", "<", ">",
		"<=", ">=", "&&", "||", "?", ":", NULL
	};

	for (size_t i = 0; words[i]; i++)
		if (is(text, t, words[i]))
			return true;
	return false;
}

char *value_name(const char *text, const struct tapster_token *t, size_t n)
{
	char *ret;
	size_t len;
	FILE *f = open_memstream(&ret, &len);

	if (!f)
		abort();
	for (size_t i = 0; i < n; i++) {
		const char *around = is_spaced(text, &t[i]) ? " " : "";

		fprintf(f, "%s%.*s%s", around, (int)t[i].len, text + t[i].off,
			is(text, &t[i], ",") ? " " : around);
	}
	fclose(f);
	return ret;
}
