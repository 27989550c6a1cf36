/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Creates the commands that -i and --test run.  Each has the options of the outer command, and
 * options of its own.
 */
#include <stdlib.h>
#include <string.h>

#include "tapster/command.h"
#include "tapster/options.h"

static void add_words(struct command *c, char **words)
{
	for (; words && *words; words++)
		command_add_word(c, *words);
}

static bool has_dashes(char **words)
{
	for (; words && *words; words++)
		if (!strcmp(*words, "--"))
			return true;
	return false;
}

struct command *command_derive(const struct command *outer, char **words,
			       char **args)
{
	static char dashes[] = "--";
	struct command *c = calloc(1, sizeof(*c));

	if (!c)
		abort();
	c->s = tapster_new();
	c->last = PASS_RUN;
	c->is_typed = c->has_script = true;
	c->script = c->title = "script";
	for (int i = 0; i < outer->n_options; i++)
		command_add_word(c, outer->argv[i]);
	add_words(c, words);
	if (!has_dashes(words)) {
		command_add_word(c, dashes);
		add_words(c, args);
	}
	show_begin(c);
	options_parse(c);
	return c;
}

void command_derive_free(struct command *c)
{
	free(c->argv);
	command_free(c);
	free(c);
}

struct tapster_session *command_session(const struct command *c,
					const char *const *without)
{
	/* options that a session for another run must not have */
	static const char *const of_runs[] = {
		"vm-keep", "command", "pid", "time", "bulk", "record", "replay",
		"flight-recorder", "timing", NULL
	};
	struct tapster_session *ret = tapster_copy(c->s);

	for (size_t i = 0; of_runs[i]; i++)
		tapster_unset(ret, of_runs[i]);
	for (; without && *without; without++)
		tapster_unset(ret, *without);
	return ret;
}
