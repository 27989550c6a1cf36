/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes documents from options.def when the tree is built:
 *
 *	gen-doc man < tapster.1.in	the manual page; lines @OPTIONS@ and
 *					@FOREIGN_OPTIONS@ are replaced
 *	gen-doc completion SHELL	for bash, fish or zsh
 */
#include <stdio.h>
#include <string.h>

#include "tapster/table.h"

static const struct option_row rows[] = {
#include "tapster/options.def"
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

/* ---- the manual page ---------------------------------------------------- */

/* Writes text for roff: dashes become minus signs, and backslashes are escaped. */
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

/* Writes the options of stap that tapster accepts without effect or refuses, as
 * rows of one table. */
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

static void put_for_bash(const struct option_row *r)
{
	if (r->letter)
		printf("-%c ", r->letter);
	if (r->name)
		printf("--%s%s ", r->name, r->takes == VALUE ? "=" : "");
}

/* Writes @s with a backslash before each of @special; the caller writes the quotes
 * around it. */
static void put_escaped(const char *s, const char *special)
{
	for (; *s; s++) {
		if (strchr(special, *s))
			putchar('\\');
		putchar(*s);
	}
}

static bool takes_path(const struct option_row *r)
{
	return r->arg && (!strcmp(r->arg, "FILE") || !strcmp(r->arg, "DIR"));
}

/* Writes the name by which the shell's function finds the values of an option: its long name, or
 * its letter. */
static void put_key(const struct option_row *r)
{
	if (r->name)
		fputs(r->name, stdout);
	else
		putchar(r->letter);
}

static void put_for_fish(const struct option_row *r)
{
	fputs("complete -c tapster", stdout);
	if (r->letter)
		printf(" -s %c", r->letter);
	if (r->name)
		printf(" -l %s", r->name);
	if (takes_path(r)) {
		fputs(r->takes == MAYBE ? " -F" : " -r -F", stdout);
	} else if (r->takes != NOTHING) {
		printf(" %s -a '(__tapster_values ",
		       r->takes == VALUE ? "-x" :
		       r->takes == WORD ? "-r -F" : "-f");
		put_key(r);
		fputs(")'", stdout);
	}
	fputs(" -d '", stdout);
	put_escaped(r->help, "\\'");
	puts("'");
}

static void put_zsh_spec(const struct option_row *r, bool is_long)
{
	static const char *const signs[] = {
		[VALUE] = "=", [MAYBE] = "=-", [NOTHING] = "", [WORD] = "",
	};

	if (is_long)
		printf("'--%s%s[", r->name, signs[r->takes]);
	else
		printf("'-%c%s[", r->letter, r->takes == NOTHING ? "" : "+");
	for (const char *s = r->help; *s; s++) {
		if (*s == '\'')
			fputs("'\\'", stdout);
		if (strchr("[]\\", *s))
			putchar('\\');
		putchar(*s);
	}
	putchar(']');
	if (r->takes != NOTHING) {
		printf("%s%s:", r->takes == VALUE ? ":" : "::",
		       r->arg ?: "VALUE");
		if (takes_path(r)) {
			fputs("_files", stdout);
		} else {
			fputs(" _tapster_values ", stdout);
			put_key(r);
		}
	}
	puts("' \\");
}

static void put_for_zsh(const struct option_row *r)
{
	if (r->letter)
		put_zsh_spec(r, false);
	if (r->name)
		put_zsh_spec(r, true);
}

static const struct shell {
	const char *name;
	void (*put)(const struct option_row *r);
	const char *values;	/* the format of put_values() */
} shells[] = {
	{ "bash", put_for_bash, "\t--%s) echo %s ;;\n" },
	{ "fish", put_for_fish,
	  "        case %s\n            string split ' ' '%s'\n" },
	{ "zsh", put_for_zsh, "\t%s) values=(%s) ;;\n" },
};

static void put_completions(void (*put)(const struct option_row *r))
{
	for (size_t i = 0; i < N_ROWS; i++)
		if (option_is_shown(&rows[i]))
			put(&rows[i]);
}

/* Writes @format with the two strings in place of its %s. */
static void put_format(const char *format, const char *const strings[2])
{
	for (size_t n = 0; *format; format++) {
		if (*format == '%' && format[1] == 's' && n < 2) {
			fputs(strings[n++], stdout);
			format++;
		} else {
			putchar(*format);
		}
	}
}

/* Writes @format, a part of the shell's function, once for each option in values.def, with the
 * option's name and its words. */
static void put_values(const char *format)
{
	static const char *const values[][2] = {
#define VALUES(option, words) { option, words },
#include "tapster/values.def"
	};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		put_format(format, values[i]);
}

/* Copies the shell's completion script from standard input, and inserts the options and their
 * values. */
static int completion(const struct shell *sh)
{
	static const char options[] = "@OPTIONS@";
	char line[1024], *at;

	while (fgets(line, sizeof(line), stdin)) {
		at = strstr(line, options);
		if (at) {
			*at = '\0';
			fputs(line, stdout);
			put_completions(sh->put);
			fputs(at + strlen(options), stdout);
		} else if (!strcmp(line, "@VALUES@\n")) {
			put_values(sh->values);
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
	if (argc != 3 || strcmp(argv[1], "completion"))
		return 2;
	for (size_t i = 0; i < sizeof(shells) / sizeof(shells[0]); i++)
		if (!strcmp(argv[2], shells[i].name))
			return completion(&shells[i]);
	return 2;
}
