/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Completes conversions in the format of a printf() or sprintf().  Flags, width and precision
 * that the user has typed do not change.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

/* Returns true if token @i is a string and @off is inside of it.  A string that is not closed
 * ends with its line. */
static bool is_string_at(const struct document *d, size_t i, size_t off)
{
	const struct tapster_token *t = &d->tokens[i];
	size_t end = t->off + t->len;
	const char *line;

	if (d->text[t->off] != '"' || off <= t->off)
		return false;
	if (t->len > 1 && d->text[end - 1] == '"')
		return off < end;
	line = memchr(d->text + t->off, '\n', d->len - t->off);
	return !line || off <= (size_t)(line - d->text);
}

/* Returns true if token @i is the first argument of printf() or sprintf(). */
static bool is_format(const struct document *d, size_t i)
{
	return i > 1 && token_is(d, i - 1, "(") &&
	       (token_is(d, i - 2, "printf") || token_is(d, i - 2, "sprintf"));
}

/* Returns the offset of the % of the conversion that is typed at @off, or
 * SIZE_MAX if there is none. */
static size_t find_percent(const struct document *d, size_t from, size_t off)
{
	size_t percent = SIZE_MAX;

	for (size_t i = from; i < off; i++) {
		if (d->text[i] == '%')
			percent = percent == SIZE_MAX ? i : SIZE_MAX;
		else if (percent != SIZE_MAX &&
			 !strchr("0123456789+-#.* l", d->text[i]))
			percent = SIZE_MAX;
	}
	return percent;
}

static void add_conversion(struct completion *c, char letter, bool is_string,
			   const char *help)
{
	char *label = xasprintf("%%%c", letter);
	char *text = xasprintf("%.*s%c", (int)(c->end - c->begin),
			       c->d->text + c->begin, letter);

	c->typed = text;
	completion_add(c, label, ITEM_VALUE, is_string ? "string" : "long",
		       help, text);
	c->typed = NULL;
	free(label);
	free(text);
}

bool complete_conversion(struct completion *c)
{
	size_t i = token_before(c->d, c->end), percent;
	const char *help;
	bool is_string;
	char letter;

	while (i != SIZE_MAX && i &&
	       document_line(c->d, c->d->tokens[i].off) ==
		       document_line(c->d, c->end) &&
	       !is_string_at(c->d, i, c->end))
		i--;
	if (i == SIZE_MAX || !is_string_at(c->d, i, c->end) ||
	    !is_format(c->d, i))
		return false;
	percent = find_percent(c->d, c->d->tokens[i].off + 1, c->end);
	if (percent == SIZE_MAX)
		return true;
	c->begin = percent;
	c->typed = NULL;
	for (size_t k = 0; tapster_conversion(k, &letter, &is_string, &help);
	     k++)
		add_conversion(c, letter, is_string, help);
	completion_add(c, "%%", ITEM_VALUE, NULL, "a percent sign", NULL);
	return true;
}
