/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads TAPSTER_COLORS or SYSTEMTAP_COLORS, such as "error=01;31:caret=01": the colours of
 * messages on a terminal, as numbers of terminal escapes (SGR).  Each colour of the library is
 * replaced by the user's for that key.  An empty value, or one of another form, turns colours
 * off, unless --color turns them on.
 */
#include <stdlib.h>
#include <string.h>

#include "tapster/command.h"

/* The keys, and the escapes that the library writes for them.  base/diag_render.c has the same
 * escapes.  The library does not colour tokens. */
static const struct {
	const char *key, *code;
} parts[] = {
	{ "error", "\033[1;31m" },
	{ "warning", "\033[1;35m" },
	{ "source", "\033[1m" },
	{ "caret", "\033[1;32m" },
	{ "token", NULL },
};

#define N_PARTS (sizeof(parts) / sizeof(parts[0]))

/* Stores the escape for KEY=NUMBERS at *@at, and moves *@at after it and its colon.  False: the
 * form is wrong, or KEY is unknown. */
static bool take(struct command *c, const char **at)
{
	size_t key = strcspn(*at, "=:"), numbers;
	const char *value = *at + key + 1;

	if ((*at)[key] != '=')
		return false;
	numbers = strspn(value, "0123456789;");
	if (!numbers || (value[numbers] && value[numbers] != ':'))
		return false;
	for (size_t i = 0; i < N_PARTS; i++) {
		if (strlen(parts[i].key) != key ||
		    memcmp(parts[i].key, *at, key))
			continue;
		if (asprintf(&c->colours[i], "\033[%.*sm", (int)numbers,
			     value) < 0)
			abort();
		*at = value + numbers + (value[numbers] == ':');
		return true;
	}
	return false;
}

void colours_read(struct command *c)
{
	const char *at = environment_get("COLORS");
	bool fine = !at || *at;

	while (at && *at && fine)
		fine = take(c, &at);
	if (!fine)
		c->colour = COLOUR_NEVER;
}

void colours_put(const struct command *c, const char *text, FILE *f)
{
	while (*text) {
		size_t n = strcspn(text, "\033"), skip = 0;

		fwrite(text, 1, n, f);
		text += n;
		for (size_t i = 0; *text && i < N_PARTS && !skip; i++) {
			const char *code = c->colours[i] ? parts[i].code : NULL;

			if (!code || strncmp(text, code, strlen(code)))
				continue;
			fputs(c->colours[i], f);
			skip = strlen(code);
		}
		if (*text && !skip) {
			putc(*text, f);
			skip = 1;
		}
		text += skip;
	}
}

void colours_free(struct command *c)
{
	for (size_t i = 0; i < N_PARTS; i++)
		free(c->colours[i]);
}
