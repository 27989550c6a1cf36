/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads marks (base/event_mark.h).  In a session with events, a mark comes before the
 * record of each printing statement, and tells which task runs the statement.  The
 * mark's contents are kept until that record comes.
 */
#include <stdlib.h>
#include <string.h>

#include "base/event_mark.h"
#include "format/stream.h"

static enum tapster_event event_of(char kind)
{
	switch (kind) {
	case STP_EVENT_BEGIN: return TAPSTER_EVENT_BEGIN;
	case STP_EVENT_END: return TAPSTER_EVENT_END;
	case STP_EVENT_SPAN: return TAPSTER_EVENT_SPAN;
	case STP_EVENT_COUNTER: return TAPSTER_EVENT_COUNTER;
	case STP_EVENT_INSTANT: return TAPSTER_EVENT_INSTANT;
	}
	return TAPSTER_EVENT_PRINT;
}

/* Takes the names from @p to @end in a mark's format.  STP_EVENT_MARK is before each
 * name; a doubled % becomes a single one. */
static void take_names(struct event *e, const char *p, const char *end)
{
	char *to = e->text = malloc((size_t)(end - p) + 1);

	e->n_names = 0;
	for (; to && p < end; p++) {
		if (*p == STP_EVENT_MARK && e->n_names < STP_MAX_ARGS) {
			*to++ = '\0';
			e->names[e->n_names++] = to;
		} else {
			p += *p == '%' && p + 1 < end && p[1] == '%';
			*to++ = *p;
		}
	}
	if (to)
		*to = '\0';
}

bool event_take(struct event *e, const struct tapster_record *r)
{
	const char *end = strchr(r->format, STP_EVENT_WHO[0]);
	const char *names = r->format + 2 + STP_EVENT_HASH;

	if (*r->format != STP_EVENT_MARK || !end || end < names ||
	    r->n_args != 3 || strcmp(end, STP_EVENT_WHO))
		return false;
	event_forget(e);
	e->is_there = true;
	e->event = event_of(r->format[1]);
	e->hash = (uint32_t)strtoul(r->format + 2, NULL, 16);
	e->pid = r->args[0].number;
	e->tid = r->args[1].number;
	e->program = strndup(r->args[2].bytes, r->args[2].len);
	take_names(e, names, end);
	return true;
}

void event_give(const struct event *e, struct tapster_record *r)
{
	if (!e->is_there)
		return;
	r->pid = e->pid;
	r->tid = e->tid;
	r->program = e->program;
	if (stp_event_hash(r->format, strlen(r->format)) != e->hash)
		return;
	r->event = e->event;
	r->names = e->n_names >= r->n_args ? e->names : NULL;
}

void event_forget(struct event *e)
{
	free(e->program);
	free(e->text);
	e->program = e->text = NULL;
	e->is_there = false;
}
