/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside probe/: the search for a point's kind.
 */
#ifndef PROBE_MATCH_H
#define PROBE_MATCH_H

#include "translator/probe/probe.h"

/** The first pattern of a kind that matches @pt, or NULL. */
const struct probe_pattern *match_kind(const struct ast_point *pt);

/** Returns true for kinds that an ordinary process cannot have. */
bool match_needs_kernel(const struct probe_pattern *pattern);

/** Returns true if a component's name has `*` or `?`. */
bool match_has_wildcard(const struct ast_point *pt);

/**
 * Returns how many components of @pt stand for the alias called @name, or 0.
 * Those that follow are its suffix.
 */
size_t match_alias(const struct program *p, const struct ast_point *name,
		   const struct ast_point *pt);

/**
 * Removes unused variables of an alias of the installed library: those that @part,
 * its prologue, sets and nothing reads in @whole, the body that @part is in.
 */
void match_trim_offered(struct program *p, const struct alias *al,
			struct ast_stmt *whole, struct ast_stmt *part);

/** Which patterns of kinds match: complete ones, or also those that end in `**`. */
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
