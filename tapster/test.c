/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --test: runs tests of scripts.  Each test is a session with the options of the command, then
 * those in the test's file.
 */
#include <stdlib.h>
#include <string.h>

#include "scripttest/scripttest.h"
#include "tapster/command.h"
#include "tapster/options.h"

/* Creates a session with the options of the command, then @words.  NULL: an option is wrong, or
 * it selects another action than compiling or running. */
static struct tapster_session *session_of(void *data, char **words)
{
	struct command *c = command_derive(data, words, NULL);
	struct tapster_session *ret = NULL;

	if (tapster_status(c->s) == 0 && c->action == ACTION_RUN)
		ret = command_session(c, NULL);
	command_derive_free(c);
	return ret;
}

static enum scripttest_format format_of(const struct command *c)
{
	if (!c->test_format)
		return SCRIPTTEST_TEXT;
	return strcmp(c->test_format, "tap") ? SCRIPTTEST_JUNIT : SCRIPTTEST_TAP;
}

void test_run(struct command *c)
{
	struct scripttest_config cfg = {
		.session = session_of,
		.data = c,
		.tools = c->s,
		.paths = c->scripts,
		.n_paths = (size_t)c->n_scripts,
		.only = c->wanted,
		.format = format_of(c),
		.accept = c->accepts,
	};

	if (!output_open(c))
		return;
	cfg.out = c->out;
	c->exit_status = scripttest_run(&cfg);
}
