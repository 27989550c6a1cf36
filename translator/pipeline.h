/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The driver: the list of stages, each a line.
 *
 * A stage that reports errors is the last one that runs.
 */
#ifndef TRANSLATOR_PIPELINE_H
#define TRANSLATOR_PIPELINE_H

#include "translator/session.h"

/** Like -p: how far to go. */
enum stage {
	STAGE_PARSE = 1,	/* AST of the user's scripts */
	STAGE_ANALYSE,		/* program: probes, globals, functions, types */
	STAGE_TRANSLATE,	/* C text and blob */
};

/** Run all stages up to @last; false if there were errors (in diags), or it was
 *  given up. */
bool pipeline_run(struct session *s, enum stage last);

/**
 * The unit of embedded C could not be built: the compiler's output, or for
 * DIAG_NOT_EXPORTED the missing symbols, one a line, becomes diagnostics in
 * s->diags, at locations in the script.
 */
void pipeline_report_c(struct session *s, unsigned tag, const char *text);

/**
 * A stage in its stable text form: "tokens" "ast" "probes" "types" "target"
 * "ir" "c" "rows"; "locations" "variables" "prototypes" of the points; "members"
 * "enumerators" of the last expression; "symbols" of the script; "functions" "probe-types"
 * "probe-aliases" of the library.  Runs what is needed.  False after errors,
 * or if @what is none of them.
 */
bool pipeline_dump(struct session *s, const char *what, struct buf *out);

/** Gets the path of a file of the library and two scripts that use all its
 *  functions and all its aliases; NULL where it has none. */
typedef void survey_fn(void *data, const char *path, const char *functions,
		       const char *aliases);

/** Call @fn for each file of the library that scripts can use something of. */
void pipeline_survey(struct session *s, survey_fn *fn, void *data);

#endif
