/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The driver: runs the stages of the compiler, in the order of stages[] in
 * pipeline.c.
 *
 * A stage that reports errors is the last one that runs.
 */
#ifndef TRANSLATOR_PIPELINE_H
#define TRANSLATOR_PIPELINE_H

#include "translator/session.h"

/** The stages that -p1, -p2 and -p3 name. */
enum stage {
	STAGE_PARSE = 1,	/* AST of the user's scripts */
	STAGE_ANALYSE,		/* program: probes, globals, functions, types */
	STAGE_TRANSLATE,	/* C text and blob */
};

/** Runs all stages up to @last.  Returns false if there were errors (in diags),
 *  or if go_on() has ended the session. */
bool pipeline_run(struct session *s, enum stage last);

/**
 * Reports, in s->diags and at locations in the script, that the unit of
 * embedded C could not be built.  If @tag is DIAG_NOT_EXPORTED, @text has the symbols
 * that the kernel does not export, one per line.  With any other @tag, @text is the
 * output of the compiler or linker.
 */
void pipeline_report_c(struct session *s, unsigned tag, const char *text);

/**
 * Writes a stage in its stable text form: "tokens" "ast" "probes" "types"
 * "target" "ir" "c" "rows".  Or writes a list: "locations" "variables"
 * "prototypes" of the probe points; "members" "enumerators" of the last expression;
 * "symbols" "options" of the script; "functions" "probe-types" "probe-aliases"
 * of the library; "points" for the TAB key.  Runs the stages that are needed.
 * Returns false after errors, or if @what is none of these.
 */
bool pipeline_dump(struct session *s, const char *what, struct buf *out);

/** Receives the path of a file of the library and two scripts: @functions calls
 *  all public functions of the file, @aliases probes all its public aliases.  A
 *  script is NULL if the file declares nothing for it. */
typedef void survey_fn(void *data, const char *path, const char *functions,
		       const char *aliases);

/** Calls @fn, with @data, for each file of the library that declares a public
 *  function or alias. */
void pipeline_survey(struct session *s, survey_fn *fn, void *data);

#endif
