/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Paths through the automaton between two bytes, and which of two is better.
 *
 * A path records which side it took at each SPLIT, and the marks it passed.  Of
 * two paths to one node only the better one is kept.  They are compared at each byte:
 * by the lowest height of the marks that each has passed since the two parted.  The
 * better one has the greater height at the last byte where these heights differ: it
 * left the outermost subexpression later.  If they never differ, the better one took
 * the preferred side where the paths parted.
 */
#ifndef REGEX_PATHS_H
#define REGEX_PATHS_H

#include "translator/regex/regex_private.h"

#define NO_PATH ((uint32_t)-1)
#define HIGHEST ((uint32_t)-1)

/** One item of a path. */
struct rx_link {
	uint32_t up, len;	/* index of the item before, 0 = none; items up to here */
	uint32_t item;		/* node * 2, + 1 for the side `out2` of a SPLIT */
	uint32_t height;	/* of a mark; of other nodes HIGHEST */
};

struct rx_path {
	uint32_t origin;	/* number of a config of the state before, NO_PATH = none */
	uint32_t tail;		/* index of its last link, 0 = none */
	uint32_t lowest;	/* the lowest height of its marks; in `best`, 0 = no path */
};

/** How the paths to the @n configs of a state compare: see rx_paths_compare(). */
struct rx_order {
	uint32_t n;
	uint32_t *lowest;	/* [i * n + k]: lowest height of i since i and k parted */
	int8_t *better;		/* [i * n + k]: < 0 if i is better than k */
};

struct rx_paths {
	struct rx *rx;
	const struct rx_nfa *nfa;
	const struct rx_order *order;	/* how the origins compare */
	VEC(struct rx_link) links;
	struct rx_path *best;		/* [node] */
	uint32_t *queue, *reached;	/* nodes to follow; nodes that have a path */
	bool *queued;			/* [node]: it is in `queue` */
	size_t head, n_queue, n_reached;
};

void rx_paths_init(struct rx_paths *p, struct rx *rx,
		   const struct rx_nfa *nfa);
void rx_paths_deinit(struct rx_paths *p);

/** Removes all paths.  @order tells how the origins of the new paths compare; NULL
 *  if these begin at NO_PATH. */
void rx_paths_reset(struct rx_paths *p, const struct rx_order *order);
/** Begins a path at @node, from config @origin. */
void rx_paths_begin(struct rx_paths *p, uint32_t node, uint32_t origin);
/** Finds the best path to every node that can be reached without taking a byte.  These
 *  nodes are in p->reached, in the order of their numbers.  @at_start: ^ holds here;
 *  @at_end: $ holds here. */
void rx_paths_run(struct rx_paths *p, bool at_start, bool at_end);

/** Compares two paths: returns < 0 if @a is better, > 0 if @b is.  @ret[0] and @ret[1]
 *  get the lowest height of @a and @b since the two parted. */
int rx_paths_compare(struct rx_paths *p, const struct rx_path *a,
		     const struct rx_path *b, uint32_t ret[2]);

#endif
