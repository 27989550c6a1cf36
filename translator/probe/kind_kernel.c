/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kernel.function, module("M").function: functions of the kernel, with what is known of their
 * parameters and results.
 *
 * Without debug information only the function that is called is found, not copies
 * that the compiler inlined.  A point with .call, .return or .exported does not
 * mean such copies; for other points a remark says once that they are missing.
 */
#include "translator/probe/functions.h"
#include "base/tags/probe.h"
#include "translator/probe/kinds.h"

enum point {
	PLAIN, CALL, RETURN, EXPORTED, INLINE, LABEL,
	CALLEE, CALLEE_CALL, CALLEE_RETURN,
	AT, AT_CALL, AT_RETURN, AT_EXPORTED,
};

/* What each point asks for; see struct functions. */
static const struct functions points[] = {
	[PLAIN] = { .source = FUNCTIONS_ANY_CODE },
	[CALL] = { .source = FUNCTIONS_CODE },
	[RETURN] = { .source = FUNCTIONS_CODE, .when = TARGET_RETURN },
	[EXPORTED] = { .source = FUNCTIONS_CODE,
		       .which = FUNCTIONS_EXPORTED },
	[INLINE] = { .source = FUNCTIONS_COPIES },
	[LABEL] = { .source = FUNCTIONS_ANY_CODE, .of = FUNCTIONS_LABELS },
	[CALLEE] = { .source = FUNCTIONS_ANY_CODE, .of = FUNCTIONS_CALLS },
	[CALLEE_CALL] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_CALLS },
	[CALLEE_RETURN] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_CALLS,
			    .when = TARGET_RETURN },
	[AT] = { .source = FUNCTIONS_ANY_CODE, .of = FUNCTIONS_OF_ADDRESS },
	[AT_CALL] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_OF_ADDRESS },
	[AT_RETURN] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_OF_ADDRESS,
			.when = TARGET_RETURN },
	[AT_EXPORTED] = { .source = FUNCTIONS_CODE,
			  .of = FUNCTIONS_OF_ADDRESS,
			  .which = FUNCTIONS_EXPORTED },
};

/* Adds a remark how many functions that patterns matched cannot be probed at their
 * return: they are missing in counts of returns. */
static void remark_no_return(struct program *p)
{
	size_t n = p->left_out.no_return;

	if (n)
		diag_remark(p->diags, DIAG_NO_RETURN_ADDRESS, SPAN_NONE,
			    "%zu matching function%s ha%s no return address, "
			    "or use%s it: not probed", n, n == 1 ? "" : "s",
			    n == 1 ? "s" : "ve", n == 1 ? "s" : "");
}

void probe_remark(struct program *p)
{
	size_t n = p->btf_only.n;
	struct diag *(*report)(struct diags *, unsigned, struct span,
			       const char *, ...) =
		p->strict ? diag_error : diag_remark;
	struct diag *e;

	remark_no_return(p);
	if (!n)
		return;
	e = report(p->diags, DIAG_BTF_ONLY, p->btf_only.at,
		   "inlined copies of %zu function%s, if there are any, cannot be "
		   "found without debug information", n, n == 1 ? "" : "s");
	if (p->strict)
		diag_hint(e, "to probe them, install debug information and add "
			     "--strict; to probe only calls, add .call");
}

static struct functions asked(struct resolve *r, enum point point)
{
	struct functions f = points[point];

	f.r = r;
	f.kind = f.when == TARGET_RETURN ? STP_KIND_KRETPROBE : STP_KIND_KPROBE;
	f.arg = 1;
	f.what = FUNCTIONS_TYPED;
	f.spec.depth = 1;
	return f;
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

static void resolve_callees(struct resolve *r, int64_t in_module)
{
	struct functions f = asked(r, CALLEE);

	if (!functions_callees_depth(&f))
		return;
	if (in_module)
		functions_of_modules(&f, 0);
	else
		functions_resolve(&f);
}

const struct probe_pattern probe_patterns_kernel[] = {
	{ "kernel.function(s)", resolve_in_kernel, PLAIN },
	{ "kernel.function(s).call", resolve_in_kernel, CALL },
	{ "kernel.function(s).return", resolve_in_kernel, RETURN },
	{ "kernel.function(s).return.maxactive(n)", resolve_in_kernel, RETURN },
	{ "kernel.function(s).exported", resolve_in_kernel, EXPORTED },
	{ "kernel.function(s).inline", resolve_in_kernel, INLINE },
	{ "kernel.function(s).label(s)", resolve_in_kernel, LABEL },
	{ "kernel.function(s).callee(s)+", resolve_in_kernel, CALLEE },
	{ "kernel.function(s).callee(s)+.call", resolve_in_kernel,
	  CALLEE_CALL },
	{ "kernel.function(s).callee(s)+.return", resolve_in_kernel,
	  CALLEE_RETURN },
	{ "kernel.function(s).callees", resolve_in_kernel, CALLEE },
	{ "kernel.function(s).callees(n)", resolve_callees, 0 },
	{ "kernel.function(n)", resolve_in_kernel, AT },
	{ "kernel.function(n).call", resolve_in_kernel, AT_CALL },
	{ "kernel.function(n).return", resolve_in_kernel, AT_RETURN },
	{ "kernel.function(n).return.maxactive(n)", resolve_in_kernel, AT_RETURN },
	{ "kernel.function(n).exported", resolve_in_kernel, AT_EXPORTED },
	{ "module(s).function(s)", resolve_in_module, PLAIN },
	{ "module(s).function(s).call", resolve_in_module, CALL },
	{ "module(s).function(s).return", resolve_in_module, RETURN },
	{ "module(s).function(s).return.maxactive(n)", resolve_in_module,
	  RETURN },
	{ "module(s).function(s).exported", resolve_in_module, EXPORTED },
	{ "module(s).function(s).inline", resolve_in_module, INLINE },
	{ "module(s).function(s).label(s)", resolve_in_module, LABEL },
	{ "module(s).function(s).callee(s)+", resolve_in_module, CALLEE },
	{ "module(s).function(s).callee(s)+.call", resolve_in_module,
	  CALLEE_CALL },
	{ "module(s).function(s).callee(s)+.return", resolve_in_module,
	  CALLEE_RETURN },
	{ "module(s).function(s).callees", resolve_in_module, CALLEE },
	{ "module(s).function(s).callees(n)", resolve_callees, 1 },
	{ "module(s).function(n)", resolve_in_module, AT },
	{ "module(s).function(n).call", resolve_in_module, AT_CALL },
	{ "module(s).function(n).return", resolve_in_module, AT_RETURN },
	{ "module(s).function(n).return.maxactive(n)", resolve_in_module, AT_RETURN },
	{ "module(s).function(n).exported", resolve_in_module, AT_EXPORTED },
	{ 0 },
};
