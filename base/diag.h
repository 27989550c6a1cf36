/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Diagnostics, the first failure channel: the script is wrong.
 *
 * Passes report and carry on; the pipeline stops after the pass.  Nothing is
 * printed here: diagnostics are collected, then rendered once, as text with
 * the source line and a caret, or as JSON, one object a line.
 *
 *	struct diag *e = diag_error(d, DIAG_NO_FUNCTION, sp,
 *				    "function '%s' not found", name);
 *	diag_note(e, other, "a function of this name is declared here");
 *	diag_hint(e, "did you mean \"%s\"?", best);
 *
 * A diagnostic that repeats another one at the same location is not kept.  After
 * DIAG_MAX_SHOWN errors no further error is kept, only counted.  The tags are in
 * diag_tags.def.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag_tag.h"
#include "base/source.h"

struct arena;
struct buf;
struct diags;
struct sys_error;

#define DIAG_MAX_SHOWN 20

struct diag_note {
	struct diag_note *next;
	struct span span;
	const char *text;
};

struct diag {
	struct diag *next;
	unsigned tag;
	enum diag_severity severity;
	struct span span;
	const char *text;
	const char *hint;	/* or NULL */
	struct diag_note *notes;
	struct diags *owner;
};

struct diags *diags_create(struct arena *a, struct sources *s);

/** Reports an error or a warning at @sp and returns it, so that notes and a hint
 *  can be added.  Never returns NULL: for a diagnostic that is not kept (a repetition,
 *  an error beyond the maximum, a warning that is switched off) it returns an object
 *  that is never shown. */
struct diag *diag_error(struct diags *d, unsigned tag, struct span sp,
			const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
struct diag *diag_warning(struct diags *d, unsigned tag, struct span sp,
			  const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/** Reports a diagnostic of severity note: "note: ... [btf-only]". */
struct diag *diag_remark(struct diags *d, unsigned tag, struct span sp,
			 const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/** Adds a note about @sp, which may be SPAN_NONE, after the other notes of @e. */
void diag_note(struct diag *e, struct span sp, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** Makes @sp the location of @e.  The previous location becomes the first note, whose text
 *  is that of @fmt. */
void diag_lead(struct diag *e, struct span sp, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** Sets the hint of @e, with the options of diags_set_options(). */
void diag_hint(struct diag *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** Reports @err, a failure of the system, as diag_error() does; frees @err. */
struct diag *diag_sys_error(struct diags *d, struct span sp,
			    struct sys_error *err);

/** Removes @e from the list and the counts.  If it is reported again, it still counts as
 *  a repetition and is not kept. */
void diags_discard(struct diags *d, struct diag *e);

size_t diags_errors(const struct diags *d);	/* all, kept or not */
size_t diags_warnings(const struct diags *d);
const struct diag *diags_first(const struct diags *d);
/** Does diags_first(), but the result is not const: for callers that use diag_lead(). */
struct diag *diags_each(struct diags *d);
struct sources *diags_sources(const struct diags *d);

/** Drops later warnings (@off, option -w) or makes them errors (@as_errors, -W). */
void diags_set_warnings(struct diags *d, bool off, bool as_errors);
/** Drops later warnings with @tag (option -W no-TAG); errors with it stay. */
void diags_silence(struct diags *d, unsigned tag);

/** Sets the options ("-r 6.12") that later hints add to a command of tapster in them, such
 *  as "`tapster -l ...`".  The command is then about the kernel of this session. */
void diags_set_options(struct diags *d, const char *options);

/** Append the rendered text of one diagnostic. */
void diag_render(const struct diag *e, bool colour, struct buf *out);
/** Append one diagnostic as a JSON object and a newline. */
void diag_render_json(const struct diag *e, struct buf *out);
/** Append the line "and 12 more errors" if some errors were not kept. */
void diags_render_rest(const struct diags *d, struct buf *out);

/**
 * The candidate nearest to @word by edit distance, NULL if none is near enough.  The
 * maximum distance is a third of the length of @word, but 1 for a short word.
 */
const char *diag_nearest(const char *word, const char *const *candidates,
			 size_t n);

#define DIAG_MAX_NEAREST 3

/**
 * Returns true if @e is kept and at most DIAG_MAX_SHOWN errors (for a warning:
 * warnings) are counted so far.  Look for suggestions only then, so that a script of
 * nothing but unknown names takes time in proportion to its length.
 */
bool diag_may_guess(const struct diag *e);

/**
 * Adds the hint "did you mean ...?" with the candidate that diag_nearest() finds, or
 * with up to DIAG_MAX_NEAREST candidates that are equally near.  Returns false and adds
 * no hint if no candidate is near enough or diag_may_guess() returns false.
 */
bool diag_suggest(struct diag *e, const char *word,
		  const char *const *candidates, size_t n);

#endif
