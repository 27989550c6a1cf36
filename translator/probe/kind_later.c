/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Kinds that the language has and this version cannot attach: a message that
 * says so is better than "no such probe point".
 */
#include "translator/probe/kinds.h"
#include "base/tags/sema.h"

/* Refuses a hook of security modules.  Each hook has a function of the kernel that
 * asks all security modules: the hint names it. */
static void resolve_lsm(struct resolve *r, int64_t data)
{
	diag_hint(diag_error(r->p->diags, DIAG_NOT_SUPPORTED_YET, r->span,
			     "this version cannot probe hooks of security "
			     "modules"),
		  "kernel.function(\"security_%s\").call is hit where the "
		  "hook is called", resolve_string(r, 1));
}

/* The patterns of these kinds: one that ends in `**` matches whatever follows. */
const struct probe_pattern probe_patterns_later[] = {
	{ "kernel.lsm(s).**", resolve_lsm, 0 },
	{ 0 },
};
