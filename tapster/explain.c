/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --explain: prints the list of all tags, or the text about one tag.  In this text, a script is
 * between two lines of ```.  They are not printed; the script is indented.
 */
#include <string.h>

#include "tapster/command.h"

static void list_tags(void)
{
	const struct tapster_tag *t;

	for (size_t i = 0; (t = tapster_tag_at(i)); i++)
		printf("%-22s %s\n", t->name, t->summary);
}

/* Returns true if the line is a comment in the text, <!-- ... -->, which is not printed. */
static bool is_remark(const char *line)
{
	return !strncmp(line, "<!--", 4);
}

static bool is_fence(const char *line)
{
	return !strncmp(line, "```", 3);
}

static void print_text(const char *text)
{
	bool fenced = false;

	while (*text) {
		int n = (int)strcspn(text, "\n");

		if (is_fence(text))
			fenced = !fenced;
		else if (!is_remark(text))
			printf("%s%.*s\n", fenced && n ? "    " : "", n, text);
		text += n;
		text += *text == '\n';
	}
}

/* Prints how to hide a warning with this tag; nothing if the tag is one of errors. */
static void print_silence(const char *tag)
{
	const struct tapster_tag *t;

	for (size_t i = 0; (t = tapster_tag_at(i)); i++)
		if (!strcmp(t->name, tag) && t->severity == TAPSTER_WARNING)
			printf("\n"
			       "It is a warning. `tapster -W no-%s` hides it; "
			       "-w hides all warnings, and\n"
			       "-W makes all of them errors.\n", tag);
}

void explain_run(struct command *c)
{
	const char *text;

	if (!c->wanted) {
		list_tags();
	} else if (tapster_explain(c->s, c->wanted, &text) == 0) {
		print_text(text);
		print_silence(c->wanted);
	}
}
