/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Made from options.def when the tree is built:
 *
 *	gen-doc man < tapster.1.in	the manual page; lines @OPTIONS@ and
 *					@FOREIGN_OPTIONS@ are replaced
 *	gen-doc completion		for bash
 */
#include <stdio.h>
#include <string.h>

#include "tapster/table.h"

static const struct option_row rows[] = {
#include "tapster/options.def"
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

/* ---- the manual page ---------------------------------------------------- */

/* Writes text for roff: dashes become minus signs, backslashes are escaped. */
static void put_roff(const char *s)
{
	for (; *s; s++) {
		if (*s == '-')
			fputs("\\-", stdout);
		else if (*s == '\\')
			fputs("\\e", stdout);
		else
			putchar(*s);
	}
}

static void put_spelling(const struct option_row *r)
{
	if (r->letter)
		printf("\\fB\\-%c\\fR", r->letter);
	if (r->letter && r->name)
		fputs(", ", stdout);
	if (r->name) {
		fputs("\\fB\\-\\-", stdout);
		put_roff(r->name);
		fputs("\\fR", stdout);
	}
	if (r->takes == MAYBE)
		printf("[=\\fI%s\\fR]", r->arg);
	else if (r->takes == WORD)
		printf(" [\\fI%s\\fR]", r->arg);
	else if (r->takes == VALUE)
		printf("%s\\fI%s\\fR", r->name ? "=" : " ", r->arg);
}

static void put_options(void)
{
	const char *group = NULL;

	for (size_t i = 0; i < N_ROWS; i++) {
		const struct option_row *r = &rows[i];

		if (r->action == IS_GROUP)
			group = r->help;
		if (!option_is_shown(r))
			continue;
		if (group)
			printf(".SS %s\n", group);
		group = NULL;
		fputs(".TP\n", stdout);
		put_spelling(r);
		putchar('\n');
		put_roff(r->help);
		putchar('\n');
	}
}

/* stap's options that are not options here, as rows of one table. */
static void put_foreign_options(void)
{
	fputs(".TS\nlb l\nl lx.\nOption of stap\tUse instead\n", stdout);
	for (size_t i = 0; i < N_ROWS; i++) {
		const struct option_row *r = &rows[i];

		if (r->action == IS_GROUP || option_is_shown(r))
			continue;
		put_spelling(r);
		fputs("\tT{\n", stdout);
		fputs(r->action == ACCEPT ? "accepted: " : "", stdout);
		put_roff(r->help);
		fputs("\nT}\n", stdout);
	}
	fputs(".TE\n", stdout);
}

static int man(void)
{
	char line[1024];

	while (fgets(line, sizeof(line), stdin)) {
		if (!strcmp(line, "@OPTIONS@\n"))
			put_options();
		else if (!strcmp(line, "@FOREIGN_OPTIONS@\n"))
			put_foreign_options();
		else
			fputs(line, stdout);
	}
	return ferror(stdin) != 0;
}

/* ---- completion --------------------------------------------------------- */

static void put_option_words(void)
{
	for (size_t i = 0; i < N_ROWS; i++) {
		const struct option_row *r = &rows[i];

		if (!option_is_shown(r))
			continue;
		if (r->letter)
			printf("-%c ", r->letter);
		if (r->name)
			printf("--%s%s ", r->name, r->takes == VALUE ? "=" :
			       "");
	}
}

/* The script on standard input, with the options in its place for them. */
static int completion(void)
{
	static const char place[] = "@OPTIONS@";
	char line[1024], *at;

	while (fgets(line, sizeof(line), stdin)) {
		at = strstr(line, place);
		if (at) {
			*at = '\0';
			fputs(line, stdout);
			put_option_words();
			fputs(at + strlen(place), stdout);
		} else {
			fputs(line, stdout);
		}
	}
	return ferror(stdin) != 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "man"))
		return man();
	if (argc == 2 && !strcmp(argv[1], "completion"))
		return completion();
	return 2;
}
