/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads arguments: NAME=VALUE:TYPE, where NAME and TYPE may be missing.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/tags/events.h"
#include "events/events_private.h"

/* Names that an argument cannot have: fields of every event in the kernel. */
static const char *const reserved[] = {
	"__probe_ip", "__probe_func", "__probe_ret_ip", "common_type",
	"common_flags", "common_preempt_count", "common_pid", "common_tgid",
};

static bool is_reserved(struct piece t)
{
	for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
		if (piece_is(t, reserved[i]))
			return true;
	return false;
}

static bool bad_name(const struct events *ev, const struct event *e,
		     struct piece t)
{
	diag_hint(piece_error(ev, e, t, DIAG_BAD_EVENT_ARG,
			      is_reserved(t) ? "'%.*s' is a field of every "
					       "event"
					     : "'%.*s' is not a valid name of "
					       "an argument",
			      (int)piece_len(t), t.p),
		  "NAME=VALUE: at most %d letters, digits and _, and no digit "
		  "first", EVENT_MAX_NAME);
	return false;
}

static bool is_taken(const struct events *ev, const struct event *e,
		     const struct event_arg *a)
{
	for (size_t i = 0; i < e->args.n; i++) {
		struct diag *d;

		if (e->args.at[i].name != a->name)
			continue;
		d = diag_error(ev->env->diags, DIAG_EVENT_TWICE, a->span,
			       "argument '%s' is defined twice", a->name);
		diag_note(d, e->args.at[i].span, "the first one is here");
		diag_hint(d, "arguments without a name are named arg1, arg2 "
			     "... by position");
		return true;
	}
	return false;
}

/* Takes NAME= off @t, or names the argument argN if there is no `=` or if a `"` is before
 * the first one.  Returns false after an error, which is reported. */
static bool take_name(const struct events *ev, const struct event *e,
		      struct event_arg *a, struct piece *t)
{
	const char *eq = memchr(t->p, '=', piece_len(*t));
	const char *quote = memchr(t->p, '"', piece_len(*t));
	struct piece name = { t->p, eq };

	if (!eq || (quote && quote < eq)) {
		a->name = intern_str(ev->env->names,
				     arena_printf(ev->env->arena, "arg%zu",
						  e->args.n + 1));
		return true;
	}
	if (!piece_is_name(name) || is_reserved(name) ||
	    piece_len(name) > EVENT_MAX_NAME)
		return bad_name(ev, e, name);
	a->name = piece_intern(ev, name);
	t->p = eq + 1;
	return true;
}

/* Returns the address of the last `:` in @t, which begins :TYPE.  Returns NULL if there is
 * none or if a `"` is after it. */
static const char *type_of(struct piece t)
{
	const char *colon = piece_last(t, ':'), *quote = piece_last(t, '"');

	return colon && quote > colon ? NULL : colon;
}

bool event_take_arg(const struct events *ev, struct event *e,
		    struct piece word)
{
	struct event_arg a = {
		.span = piece_span(e->src, word),
		.type = { .show = TYPE_HEX, .size = 8 },
	};
	const char *colon;

	if (!take_name(ev, e, &a, &word) || is_taken(ev, e, &a))
		return false;
	colon = type_of(word);
	if (!event_take_value(ev, e, &a, (struct piece){
				word.p, colon ? colon : word.end }))
		return false;
	if (colon && !event_take_type(ev, e, &a, (struct piece){ colon + 1,
								  word.end }))
		return false;
	vec_push_in(ev->env->arena, &e->args, a);
	return true;
}
