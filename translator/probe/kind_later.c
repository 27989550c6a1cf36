/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Kinds that the language has and this version cannot attach: a message
 * that says so beats "no such probe point".
 */
#include "translator/probe/kinds.h"

static void resolve_later(struct resolve *r, int64_t data)
{
	diag_error(r->p->diags, DIAG_NOT_SUPPORTED_YET, r->span,
		   "probes of '%s' cannot be attached by this version",
		   r->point->comps.at[0].name);
}

/* A pattern that ends in `**` matches whatever follows. */
const struct probe_pattern probe_patterns_later[] = {
	{ "kernel.**", resolve_later, 0 },
	{ "module(s).**", resolve_later, 0 },
	{ "process.**", resolve_later, 0 },
	{ "process(s).**", resolve_later, 0 },
	{ "process(n).**", resolve_later, 0 },
	{ "kprobe.module(s).**", resolve_later, 0 },
	{ "kprobe.statement(n).**", resolve_later, 0 },
	{ 0 },
};
