/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kernel.function, module("M").function: functions of the kernel, with what is known of their
 * parameters and results.
 *
 * Without debug information a function is where calls of it go: copies that
 * the compiler put into callers cannot be seen.  Who says .call, .return or
 * .exported does not ask for these; for others a remark says so, once.
 */
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

enum point { PLAIN, CALL, RETURN, EXPORTED, INLINE, LABEL };

void probe_remark(struct program *p)
{
	size_t n = p->btf_only.n;

	if (n)
		diag_remark(p->diags, DIAG_BTF_ONLY, p->btf_only.at,
			    "inlined copies of %zu function%s cannot be seen "
			    "without debuginfo", n, n == 1 ? "" : "s");
}

static struct functions asked(struct resolve *r, enum point point)
{
	return (struct functions){
		.r = r,
		.kind = point == RETURN ? STP_KIND_KRETPROBE : STP_KIND_KPROBE,
		.when = point == RETURN ? PLACE_RETURN : PLACE_ENTRY,
		.arg = 1,
		.what = FUNCTIONS_TYPED,
		.which = point == EXPORTED ? FUNCTIONS_EXPORTED
					   : FUNCTIONS_ALL,
		.of = point == LABEL ? FUNCTIONS_LABELS : FUNCTIONS_THEMSELVES,
		.source = point == INLINE ? FUNCTIONS_COPIES
			: point == PLAIN || point == LABEL
				? FUNCTIONS_ANY_CODE
				: FUNCTIONS_CODE,
	};
}

static void resolve_in_kernel(struct resolve *r, int64_t point)
{
	struct functions f = asked(r, point);

	functions_resolve(&f);
}

static void resolve_in_module(struct resolve *r, int64_t point)
{
	struct functions f = asked(r, point);

	functions_of_modules(&f, 0);
}

const struct probe_pattern probe_patterns_kernel[] = {
	{ "kernel.function(s)", resolve_in_kernel, PLAIN },
	{ "kernel.function(s).call", resolve_in_kernel, CALL },
	{ "kernel.function(s).return", resolve_in_kernel, RETURN },
	{ "kernel.function(s).return.maxactive(n)", resolve_in_kernel, RETURN },
	{ "kernel.function(s).exported", resolve_in_kernel, EXPORTED },
	{ "kernel.function(s).inline", resolve_in_kernel, INLINE },
	{ "kernel.function(s).label(s)", resolve_in_kernel, LABEL },
	{ "module(s).function(s)", resolve_in_module, PLAIN },
	{ "module(s).function(s).call", resolve_in_module, CALL },
	{ "module(s).function(s).return", resolve_in_module, RETURN },
	{ "module(s).function(s).return.maxactive(n)", resolve_in_module,
	  RETURN },
	{ "module(s).function(s).exported", resolve_in_module, EXPORTED },
	{ "module(s).function(s).inline", resolve_in_module, INLINE },
	{ "module(s).function(s).label(s)", resolve_in_module, LABEL },
	{ 0 },
};
