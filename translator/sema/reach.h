/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What reach.c and refuse.c share: the answers of a path provider about one
 * probe location, and the locations that lack something.
 */
#ifndef SEMA_REACH_H
#define SEMA_REACH_H

#include "translator/sema/sema.h"

/** Why something of the target cannot be reached at a location. */
struct refusal {
	unsigned tag;
	struct span span;
	const char *text, *hint;	/* hint may be NULL */
	const char *const *notes;
	size_t n_notes;
	struct type_cell *cell;		/* the variable without a type, or NULL */
};

/** How many locations were kept or dropped of one expansion (struct probe's
 *  serial). */
struct reach_points {
	const struct probe *probe;	/* NULL: nothing yet */
	size_t kept, dropped;
	struct refusal why;		/* of the first that was dropped */
	const char *name;		/* of that location */
};

/** What the provider says of an expression. */
struct reach_answer {
	const struct ast_expr *e;
	const struct path *path;	/* of a path; NULL: it is 0 or "" */
	const struct ctype *type;	/* @enumname; NULL: it is "" */
	int64_t number;			/* @enum */
};

struct reach {
	struct ast_visitor v;
	struct program *p;
	const struct path_provider *paths;	/* or NULL */
	bool skip_badvars;		/* what cannot be reached is 0 */
	uint32_t string_len;		/* of the longest string */
	struct arena *arena;		/* of the answers about one location */
	struct arena_mark empty;
	VEC(struct reach_answer) answers;	/* in the order of the walk */
	size_t next;			/* where the next one is likely to be */
	/* what is walked */
	const struct probe *probe;	/* NULL: functions of no probe */
	const struct probe_location *location;	/* or NULL */
	const struct function *fn;	/* or NULL */
	const struct ast_expr *written;	/* on the left of an assignment */
	unsigned in_entry;		/* @entry around the expression */
	bool is_checked;		/* all was reported: answer only */
	bool failed, refused;		/* there was an error; it is dropped */
	/* refuse.c */
	VEC(struct reach_points) points;	/* by serial */
	size_t n_kept;			/* of all */
};

/**
 * Handles something that cannot be reached at r->location.  This is an error,
 * but a location that a pattern found, or that is optional, is dropped; and
 * with --skip-badvars the value is 0.
 */
void reach_refuse(struct reach *r, const struct refusal *why);
/** If a function is walked, adds notes: its callers, and the probe. */
void reach_note_calls(const struct reach *r, struct diag *d);
/** Counts r->location as dropped or kept. */
void reach_count(struct reach *r);
/** Reports the locations that were dropped. */
void reach_report(struct reach *r);

#endif
