/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kernel.statement("f@file.c:12"), with ranges of lines, +N, * and .nearest:
 * statements by their source location, in the kernel and in modules.  Only debug
 * information knows them.
 */
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

static void resolve_statement(struct resolve *r, int64_t in_module)
{
	struct functions f = {
		.r = r, .kind = STP_KIND_KPROBE, .when = TARGET_INSIDE,
		.arg = 1, .what = FUNCTIONS_TYPED, .of = FUNCTIONS_LINES,
		.source = FUNCTIONS_ANY_CODE,
	};

	if (in_module)
		functions_of_modules(&f, 0);
	else
		functions_resolve(&f);
}

const struct probe_pattern probe_patterns_source[] = {
	{ "kernel.statement(s)", resolve_statement, 0 },
	{ "kernel.statement(s).nearest", resolve_statement, 0 },
	{ "module(s).statement(s)", resolve_statement, 1 },
	{ "module(s).statement(s).nearest", resolve_statement, 1 },
	{ 0 },
};
