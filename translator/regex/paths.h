/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Paths through the automaton between two bytes, and which of two is better.
 *
 * A path records which way it took at each SPLIT, and the marks it passed.  Of
 * two paths to one node only the better one is kept.  The better one has the
 * greater height at the last byte where the heights differ: it left the
 * outermost subexpression later.  If the heights never differ, the better one
 * took the preferred side where the paths parted.
 */
#ifndef REGEX_PATHS_H
#define REGEX_PATHS_H

#include "translator/regex/regex_private.h"

#define NO_PATH ((uint32_t)-1)
#define HIGHEST ((uint32_t)-1)

/** One item of a path; up: index of the item before, 0 = none. */
struct rx_link {
	uint32_t up, len;
	uint32_t item;		/* node * 2 + side */
	uint32_t height;	/* of a mark; of other nodes HIGHEST */
};

struct rx_path {
	uint32_t origin;	/* number of a config of the state before, NO_PATH = none */
	uint32_t tail;		/* last link, 0 = none */
	uint32_t lowest;	/* the lowest height of its marks */
};

/** How the configs of a state compare, [n * n]: see rx_paths_compare(). */
struct rx_order {
	uint32_t n;
	uint32_t *lowest;	/* at [i * n + k]: height of i since it and k parted */
	int8_t *better;		/* at [i * n + k]: < 0 if i is better than k */
};

struct rx_paths {
	struct rx *rx;
	const struct rx_nfa *nfa;
	const struct rx_order *order;	/* how the origins compare */
	VEC(struct rx_link) links;
	struct rx_path *best;		/* [node] */
	uint32_t *queue, *reached;
	bool *queued;
	size_t head, n_queue, n_reached;
};

void rx_paths_init(struct rx_paths *p, struct rx *rx,
		   const struct rx_nfa *nfa);
void rx_paths_deinit(struct rx_paths *p);

/** Removes all paths; new ones come from configs that compare as in @order. */
void rx_paths_reset(struct rx_paths *p, const struct rx_order *order);
/** Begins a path at @node, from config @origin. */
void rx_paths_begin(struct rx_paths *p, uint32_t node, uint32_t origin);
/** Finds the best path to every node that is reached; these nodes are in
 *  p->reached, in the order of their numbers. */
void rx_paths_run(struct rx_paths *p, bool at_start, bool at_end);

/** Compares two paths: < 0 if @a is better.  @ret gets the lowest height of
 *  each since they parted. */
int rx_paths_compare(struct rx_paths *p, const struct rx_path *a,
		     const struct rx_path *b, uint32_t ret[2]);

#endif
