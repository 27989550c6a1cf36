/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside probe/: the tables of the kinds, each ended by an empty row, and what
 * kinds with variables of their own share.
 */
#ifndef PROBE_KINDS_H
#define PROBE_KINDS_H

#include "translator/probe/probe.h"

#define KIND(name, where) \
	extern const struct probe_pattern probe_patterns_##name[];
#include "translator/probe/kinds.def"
#undef KIND

/** The patterns of @suffix after process, process("PATH") and process(PID), and after
 *  .library("PATH") of these. */
#define KIND_IN_PROGRAMS(suffix, resolve, data)                                \
	{ "process." suffix, resolve, data },                                  \
	{ "process(s)." suffix, resolve, data },                               \
	{ "process(n)." suffix, resolve, data },                               \
	{ "process.library(s)." suffix, resolve, data },                       \
	{ "process(s).library(s)." suffix, resolve, data },                    \
	{ "process(n).library(s)." suffix, resolve, data }

/* ---- kind_data.c -------------------------------------------------------- */

/** Counts a watched address.  Returns true, and reports it, if the processor
 *  cannot watch so many. */
bool kind_watches_too_much(struct resolve *r);

/* ---- variables.c -------------------------------------------------------- */

/** Returns true if @e is the variable @name (with its dollar), with or without
 *  steps. */
bool kind_is_variable(const struct ast_expr *e, const char *name);
/** Answers @e, a @defined whose argument is a variable that kind_is_variable() has
 *  recognised.  It becomes true for the variable alone.  With steps, `&` or `$`, @e is
 *  not changed; sema_defined() then finds it false. */
void kind_answer(struct ast_expr *e);
/** Reports steps, `&` or `$` of the variable @e, which is a plain value.  Returns true
 *  if there were any.  @what says what it is: "a number". */
bool kind_refuse_path(struct program *p, const struct ast_expr *e,
		      const char *what);
/** Makes a call of the library's @function, with which the caller replaces @of.  @arg
 *  NULL: it has no argument. */
struct ast_expr *kind_call(struct program *p, const struct ast_expr *of,
			   const char *function, struct ast_expr *arg);

#endif
