/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * process("PATH"), process(PID), process: functions, statements, labels of
 * programs.
 */
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

enum point {
	PLAIN, CALL, RETURN, EXPORTED, INLINE, LABEL, LINES,
	AT, AT_CALL, AT_RETURN, INSTRUCTION,
};

/* What each asks for; see struct functions. */
static const struct functions points[] = {
	[PLAIN] = { .source = FUNCTIONS_ANY_CODE },
	[CALL] = { .source = FUNCTIONS_CODE },
	[RETURN] = { .source = FUNCTIONS_CODE, .when = PLACE_RETURN },
	[EXPORTED] = { .source = FUNCTIONS_CODE,
		       .which = FUNCTIONS_EXPORTED },
	[INLINE] = { .source = FUNCTIONS_COPIES },
	[LABEL] = { .source = FUNCTIONS_ANY_CODE, .of = FUNCTIONS_LABELS },
	[LINES] = { .source = FUNCTIONS_ANY_CODE, .of = FUNCTIONS_LINES,
		    .when = PLACE_INSIDE },
	[AT] = { .source = FUNCTIONS_ANY_CODE, .of = FUNCTIONS_OF_ADDRESS },
	[AT_CALL] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_OF_ADDRESS },
	[AT_RETURN] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_OF_ADDRESS,
			.when = PLACE_RETURN },
	[INSTRUCTION] = { .source = FUNCTIONS_CODE, .of = FUNCTIONS_ADDRESS,
			  .when = PLACE_INSIDE },
};

static void resolve_process(struct resolve *r, int64_t point)
{
	struct functions f = points[point];

	f.r = r;
	f.kind = f.when == PLACE_RETURN ? STP_KIND_URETPROBE : STP_KIND_UPROBE;
	f.arg = 1;
	f.what = FUNCTIONS_TYPED;
	functions_of_programs(&f);
}

/* The same behind process, process("PATH") and process(PID). */
#define POINTS(behind, point)                                                  \
	{ "process." behind, resolve_process, point },                         \
	{ "process(s)." behind, resolve_process, point },                      \
	{ "process(n)." behind, resolve_process, point }

const struct probe_pattern probe_patterns_process[] = {
	POINTS("function(s)", PLAIN),
	POINTS("function(s).call", CALL),
	POINTS("function(s).return", RETURN),
	POINTS("function(s).exported", EXPORTED),
	POINTS("function(s).inline", INLINE),
	POINTS("function(s).label(s)", LABEL),
	POINTS("function(n)", AT),
	POINTS("function(n).call", AT_CALL),
	POINTS("function(n).return", AT_RETURN),
	POINTS("statement(s)", LINES),
	POINTS("statement(s).nearest", LINES),
	POINTS("statement(n)", INSTRUCTION),
	POINTS("statement(n).nearest", INSTRUCTION),
	{ 0 },
};
