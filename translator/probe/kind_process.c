/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * process("PATH"), process(PID), process, and .library("PATH") of these:
 * functions, statements, labels of programs.
 */
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

enum point {
	PLAIN, CALL, RETURN, EXPORTED, INLINE, LABEL, LINES,
	AT, AT_CALL, AT_RETURN, INSTRUCTION,
	CALLEE, CALLEE_CALL, CALLEE_RETURN,
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
	[LINES] = { .source = FUNCTIONS_ANY_CODE, .of = FUNCTIONS_LINES,
		    .when = TARGET_INSIDE },
	[AT] = { .source = FUNCTIONS_ANY_CODE, .of = FUNCTIONS_OF_ADDRESS },
	[AT_CALL] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_OF_ADDRESS },
	[AT_RETURN] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_OF_ADDRESS,
			.when = TARGET_RETURN },
	[CALLEE] = { .source = FUNCTIONS_ANY_CODE, .of = FUNCTIONS_CALLS },
	[CALLEE_CALL] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_CALLS },
	[CALLEE_RETURN] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_CALLS,
			    .when = TARGET_RETURN },
	[INSTRUCTION] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_ADDRESS,
			  .when = TARGET_INSIDE },
};

static struct functions asked(struct resolve *r, int64_t point)
{
	struct functions f = points[point];

	f.r = r;
	f.kind = f.when == TARGET_RETURN ? STP_KIND_URETPROBE : STP_KIND_UPROBE;
	f.arg = programs_arg(r);
	f.what = FUNCTIONS_TYPED;
	f.spec.depth = 1;
	return f;
}

static void resolve_process(struct resolve *r, int64_t point)
{
	struct functions f = asked(r, point);

	functions_of_programs(&f);
}

static void resolve_callees(struct resolve *r, int64_t unused)
{
	struct functions f = asked(r, CALLEE);

	if (functions_callees_depth(&f))
		functions_of_programs(&f);
}

const struct probe_pattern probe_patterns_process[] = {
	KIND_IN_PROGRAMS("function(s)", resolve_process, PLAIN),
	KIND_IN_PROGRAMS("function(s).call", resolve_process, CALL),
	KIND_IN_PROGRAMS("function(s).return", resolve_process, RETURN),
	KIND_IN_PROGRAMS("function(s).return.maxactive(n)", resolve_process,
			 RETURN),
	KIND_IN_PROGRAMS("function(s).exported", resolve_process, EXPORTED),
	KIND_IN_PROGRAMS("function(s).inline", resolve_process, INLINE),
	KIND_IN_PROGRAMS("function(s).label(s)", resolve_process, LABEL),
	KIND_IN_PROGRAMS("function(s).callee(s)+", resolve_process, CALLEE),
	KIND_IN_PROGRAMS("function(s).callee(s)+.call", resolve_process,
			 CALLEE_CALL),
	KIND_IN_PROGRAMS("function(s).callee(s)+.return", resolve_process,
			 CALLEE_RETURN),
	KIND_IN_PROGRAMS("function(s).callees", resolve_process, CALLEE),
	KIND_IN_PROGRAMS("function(s).callees(n)", resolve_callees, 0),
	KIND_IN_PROGRAMS("function(n)", resolve_process, AT),
	KIND_IN_PROGRAMS("function(n).call", resolve_process, AT_CALL),
	KIND_IN_PROGRAMS("function(n).return", resolve_process, AT_RETURN),
	KIND_IN_PROGRAMS("function(n).return.maxactive(n)", resolve_process,
			 AT_RETURN),
	KIND_IN_PROGRAMS("statement(s)", resolve_process, LINES),
	KIND_IN_PROGRAMS("statement(s).nearest", resolve_process, LINES),
	KIND_IN_PROGRAMS("statement(n)", resolve_process, INSTRUCTION),
	KIND_IN_PROGRAMS("statement(n).nearest", resolve_process, INSTRUCTION),
	{ 0 },
};
