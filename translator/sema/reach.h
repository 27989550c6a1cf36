/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What reach.c and refuse.c share: the answers of a path provider about one
 * probe location, and the locations that lack something.
 */
#ifndef SEMA_REACH_H
#define SEMA_REACH_H

#include "translator/sema/sema.h"

/** The reason why something in the target cannot be reached at a location. */
struct refusal {
	unsigned tag;
	struct span span;
	const char *text, *hint;	/* hint may be NULL */
	const char *const *notes;
	size_t n_notes;
	struct type_cell *cell;		/* of the script variable whose C type is
					   unknown or ambiguous, or NULL */
};

/** Counts the locations that were kept and dropped, of all parts of one expanded
 *  probe: those with the same probe->serial. */
struct reach_points {
	const struct probe *probe;	/* the last part that was counted; NULL: none */
	size_t kept, dropped;
	struct refusal why;		/* of the first location that was dropped */
	const char *name;		/* of that location */
};

/** The answer of the path provider about an expression. */
struct reach_answer {
	const struct ast_expr *e;
	const struct path *path;	/* of a target variable or cast; NULL: its value is 0
					   or "" */
	const struct ctype *type;	/* of @enumname; NULL: its value is "" */
	int64_t number;			/* of @enum */
};

struct reach {
	struct ast_visitor v;
	struct program *p;
	const struct path_provider *paths;	/* NULL: nothing can be reached */
	bool skip_badvars;		/* what cannot be reached is 0 */
	uint32_t string_len;		/* bytes of the longest string, without NUL */
	struct arena *arena;		/* holds the answers about one location */
	struct arena_mark empty;	/* of the arena without answers */
	VEC(struct reach_answer) answers;	/* in the order of the walk */
	size_t next;			/* index where find() begins its search */
	/* what is walked */
	const struct probe *probe;	/* NULL: a condition, or functions of no probe */
	const struct probe_location *location;	/* NULL if `probe` is */
	const struct function *fn;	/* NULL: not in a function */
	const struct ast_expr *written;	/* the last expression that was found to be
					   assigned to or incremented */
	unsigned in_entry;		/* how many @entry are around the expression */
	bool is_checked;		/* all errors were reported: only answer */
	bool failed, refused;		/* there was an error at this location; the
					   location is dropped */
	/* refuse.c */
	VEC(struct reach_points) points;	/* by serial */
	size_t n_kept;			/* locations kept, of all probes */
};

/**
 * Handles something that cannot be reached at r->location.  With --skip-badvars
 * the value is 0, with a warning.  Otherwise a location that a pattern found, or that
 * is optional, is dropped; at any other location it is an error.  During the lowering
 * (is_checked) it does nothing.
 */
void reach_refuse(struct reach *r, const struct refusal *why);
/** Adds notes to @d: in a function, the calls that lead to it; then the probe and
 *  its location, unless there is only one location and no such call. */
void reach_note_calls(const struct reach *r, struct diag *d);
/** Counts r->location as dropped or kept. */
void reach_count(struct reach *r);
/** Reports the locations that were dropped. */
void reach_report(struct reach *r);

#endif
