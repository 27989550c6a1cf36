/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside probe/: the search for a point's kind.
 */
#ifndef PROBE_MATCH_H
#define PROBE_MATCH_H

#include "translator/probe/probe.h"

/** The first pattern of a kind that matches @pt; NULL: none does. */
const struct probe_pattern *match_kind(const struct ast_point *pt);

/** Returns true for a pattern of a kind that needs a kernel: --runtime=host has none. */
bool match_needs_kernel(const struct probe_pattern *pattern);

/** Returns true if a component's name has `*` or `?`. */
bool match_has_wildcard(const struct ast_point *pt);

/**
 * Returns how many components of @pt are the alias called @name; 0: @pt is not this
 * alias.  The components after them are the suffix.
 */
size_t match_alias(const struct program *p, const struct ast_point *name,
		   const struct ast_point *pt);

/**
 * Removes unused variables of the alias @al, if it is of the installed library: those
 * that are set in @part, its prologue, and not read in @whole, the body around @part.
 */
void match_trim_offered(struct program *p, const struct alias *al,
			struct ast_stmt *whole, struct ast_stmt *part);

/** Which patterns of kinds match: MATCH_WHOLE those without `**` at the end,
 *  MATCH_OPEN also those with it. */
enum match_width { MATCH_WHOLE, MATCH_OPEN };

/** Appends the points of kinds, not aliases, that @pt, which has wildcards, matches. */
void match_wild_kinds(struct program *p, const struct ast_point *pt,
		      enum match_width width, struct ast_points *ret);

/** Reports that @pt, used at @at, is not a probe point.  The hint has what is similar
 *  or may follow. */
void complain_of_point(struct program *p, const struct ast_point *pt,
		       struct span at);

/** Sets the origin of everything in a copied body: the expansion of an alias. */
void origin_mark(struct program *p, struct ast_stmt *body, uint32_t origin);

#endif
