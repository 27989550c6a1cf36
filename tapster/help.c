/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --help: prints the table of options.
 */
#include <string.h>

#include "tapster/command.h"
#include "tapster/options.h"

#define HELP_INDENT 26
#define WIDTH 80

void print_wrapped(FILE *f, const char *text, size_t n, int indent)
{
	const char *end = text + n;
	int col = indent;

	for (;;) {
		text += strspn(text, " \n");
		if (text >= end)
			break;
		n = strcspn(text, " \n");
		if (n > (size_t)(end - text))
			n = (size_t)(end - text);
		if (col > indent && col + (int)n >= WIDTH)
			col = fprintf(f, "\n%*s", indent, "") - 1;
		col += fprintf(f, " %.*s", (int)n, text);
		text += n;
	}
	putc('\n', f);
}

static void print_row(FILE *f, const struct option_row *r)
{
	char left[80];
	int n = 0;

	if (r->letter)
		n += snprintf(left + n, sizeof(left) - (size_t)n, "-%c",
			      r->letter);
	if (r->letter && r->name)
		n += snprintf(left + n, sizeof(left) - (size_t)n, ", ");
	if (r->name)
		n += snprintf(left + n, sizeof(left) - (size_t)n, "--%s",
			      r->name);
	if (r->takes == VALUE)
		n += snprintf(left + n, sizeof(left) - (size_t)n, "%s%s",
			      r->name ? "=" : " ", r->arg);
	if (r->takes == WORD)
		snprintf(left + n, sizeof(left) - (size_t)n, " [%s]", r->arg);
	if (r->takes == MAYBE)
		snprintf(left + n, sizeof(left) - (size_t)n, "[=%s]", r->arg);
	if (fprintf(f, "  %-*s", HELP_INDENT - 2, left) > HELP_INDENT)
		fprintf(f, "\n%*s", HELP_INDENT, "");
	print_wrapped(f, r->help, strlen(r->help), HELP_INDENT);
}

/* Prints the help.  The title of a group is printed before its first option that is shown. */
void help_print(FILE *f)
{
	const char *group = NULL;

	fputs("usage: tapster [OPTIONS] FILE [ARGS]\n"
	      "       tapster [OPTIONS] -e 'SCRIPT' [ARGS]\n"
	      "FILE is a script, or - for standard input.  -- ends the options.\n",
	      f);
	for (size_t i = 0; option_row(i); i++) {
		const struct option_row *r = option_row(i);

		if (r->action == IS_GROUP)
			group = r->help;
		if (!option_is_shown(r))
			continue;
		if (group)
			fprintf(f, "\n%s\n", group);
		group = NULL;
		print_row(f, r);
	}
	fputs("\nFirst steps:\n"
	      "  tapster --vm -e 'probe begin { println(\"hello\") exit() }'\n"
	      "  tapster --examples      scripts to begin with\n"
	      "  tapster --doctor        what works on this host\n"
	      "\nOther options of SystemTap's stap are accepted if they are not "
	      "needed here.  For\nthe rest an error says what to use instead.  "
	      "tapster(1) lists both.\n", f);
}
