/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Probes of the text that is typed.  The library's aliases input.char and
 * input.line are made of these, and give the text a name.
 */
#include "translator/probe/kinds.h"

static void resolve_input(struct resolve *r, int64_t is_line)
{
	struct probe_location *pl = resolve_add(r, STP_KIND_INPUT,
					     resolve_name(r, -1, NULL));

	pl->row.input.is_line = (uint64_t)is_line;
}

const struct probe_pattern probe_patterns_input[] = {
	{ "__input.char", resolve_input, 0 },
	{ "__input.line", resolve_input, 1 },
	{ 0 },
};
