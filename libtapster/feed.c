/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A run on another host, whose records the client passes to the session.  Nothing is
 * compiled, and no event is waited for.  So such a session needs no descriptor, and a
 * client can have thousands.  Also copies sessions, for clients that compile for many hosts.
 */
#include <string.h>

#include "base/arena.h"
#include "base/tags/library.h"
#include "libtapster/lib_run.h"

static int start(struct run *r)
{
	return 0;
}

/* Does nothing: only the client can ask the runner on the other host to stop. */
static void stop(struct run *r, bool hard)
{
}

static void event(struct run *r, int fd)
{
}

static void free_feed(struct run *r)
{
}

const struct run_ops run_feed_ops = {
	.start = start,
	.event = event,
	.stop = stop,
	.free = free_feed,
};

int tapster_feed_start(struct tapster_session *s)
{
	if (s->run || s->reached)
		return lib_error(s, DIAG_RUN_FAILED, NULL,
				 "a session with a feed compiles nothing and "
				 "runs only once");
	s->run = run_make(s, &run_feed_ops);
	return 0;
}

static bool is_fed(const struct tapster_session *s)
{
	return s->run && s->run->ops == &run_feed_ops && !s->run->over;
}

int tapster_feed(struct tapster_session *s, const void *bytes, size_t len)
{
	if (!is_fed(s))
		return -1;
	run_feed(s->run, bytes, len);
	return tapster_status(s) ? -1 : 0;
}

int tapster_feed_end(struct tapster_session *s, int status)
{
	if (!is_fed(s))
		return -1;
	if (!status && format_status(s->run->format) < 0)
		lib_error(s, DIAG_RUN_FAILED, NULL,
			  "the runner ended without a final record");
	run_finish(s->run, status);
	return tapster_status(s) ? -1 : 0;
}

/* ---- sessions from a session -------------------------------------------- */

static void copy_values(struct tapster_session *to,
			const struct tapster_session *s, enum lib_option o)
{
	for (size_t i = 0; i < s->values[o].n; i++) {
		const char *v = arena_strdup(to->arena, s->values[o].at[i]);

		vec_push(&to->values[o], v);
	}
}

static struct lib_input copy_input(struct tapster_session *to,
				   const struct lib_input *from)
{
	struct lib_input in = *from;

	in.path = in.path ? arena_strdup(to->arena, in.path) : NULL;
	in.name = in.name ? arena_strdup(to->arena, in.name) : NULL;
	in.text = in.text ? arena_strndup(to->arena, in.text, in.len) : NULL;
	return in;
}

struct tapster_session *tapster_copy(const struct tapster_session *s)
{
	struct tapster_session *to = tapster_new();

	for (int o = 0; o < OPT_N; o++)
		copy_values(to, s, (enum lib_option)o);
	for (size_t i = 0; i < s->inputs.n; i++) {
		struct lib_input in = copy_input(to, &s->inputs.at[i]);

		vec_push(&to->inputs, in);
	}
	for (size_t i = 0; i < s->args.n; i++)
		tapster_add_arg(to, s->args.at[i]);
	return to;
}

const char *tapster_runner(struct tapster_session *s)
{
	return lib_paths(s)->staprun;
}
