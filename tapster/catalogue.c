/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --semantic-keep-going: lists all errors once more at the end, one a line, for
 * programs.  Every pass reports all its errors in any case.
 *
 *	SEMANTIC_ERRORS: N
 *	SEMANTIC_ERROR	FILE	LINE	COLUMN	TOKEN	MESSAGE
 *	SEMANTIC_ERRORS_END
 *
 * The token is the first name that the message has in quotes, or "-".
 */
#include <string.h>

#include "tapster/command.h"

static bool is_error(const struct tapster_diagnostic *d)
{
	return d->severity == TAPSTER_ERROR && !d->run_time;
}

/* Writes @s without tabs and newlines, which are separators in the list. */
static void put_flat(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		putc(s[i] == '\t' || s[i] == '\n' ? ' ' : s[i], stderr);
}

static void put_token(const char *text)
{
	const char *from = strchr(text, '\'');
	const char *to = from ? strchr(from + 1, '\'') : NULL;

	if (to)
		put_flat(from + 1, (size_t)(to - from - 1));
	else
		putc('-', stderr);
}

static void put_error(const struct tapster_diagnostic *d)
{
	bool somewhere = d->location.file && *d->location.file;

	fprintf(stderr, "SEMANTIC_ERROR\t%s\t%u\t%u\t",
		somewhere ? d->location.file : "-", d->location.line,
		d->location.col);
	put_token(d->text);
	putc('\t', stderr);
	put_flat(d->text, strlen(d->text));
	putc('\n', stderr);
}

void catalogue_print(const struct command *c)
{
	size_t n = tapster_diagnostic_count(c->s), errors = 0;

	for (size_t i = 0; i < n; i++)
		errors += is_error(tapster_diagnostic_at(c->s, i));
	if (!errors)
		return;
	fprintf(stderr, "SEMANTIC_ERRORS: %zu\n", errors);
	for (size_t i = 0; i < n; i++)
		if (is_error(tapster_diagnostic_at(c->s, i)))
			put_error(tapster_diagnostic_at(c->s, i));
	fputs("SEMANTIC_ERRORS_END\n", stderr);
}
