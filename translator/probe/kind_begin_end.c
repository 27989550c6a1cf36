/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * begin, end, error, never: the session's own events, ordered by number.
 */
#include "translator/probe/kinds.h"

static void resolve_begin_end(struct resolve *r, int64_t kind)
{
	struct probe_location *pl = resolve_add(r, kind,
					     resolve_name(r, -1, NULL));

	pl->row.begin_end.order = resolve_number(r, 0);
}

/* Resolves a probe that is checked and compiled, and never runs. */
static void resolve_never(struct resolve *r, int64_t data)
{
	r->probe->is_never = true;
}

const struct probe_pattern probe_patterns_begin_end[] = {
	{ "begin", resolve_begin_end, STP_KIND_BEGIN },
	{ "begin(n)", resolve_begin_end, STP_KIND_BEGIN },
	{ "end", resolve_begin_end, STP_KIND_END },
	{ "end(n)", resolve_begin_end, STP_KIND_END },
	{ "error", resolve_begin_end, STP_KIND_ERROR },
	{ "error(n)", resolve_begin_end, STP_KIND_ERROR },
	{ "never", resolve_never, 0 },
	{ 0 },
};
