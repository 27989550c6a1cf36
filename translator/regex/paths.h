/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Paths through the automaton between two bytes, and which of two is better.
 *
 * A path remembers where it turned (SPLIT) and the marks it passed.  Of two
 * paths to one node only the better may live on.  The better one has the higher
 * height at the last byte where the heights differ: it left the outermost
 * subexpression later.  If heights are the same throughout, the one that turned
 * to the preferred side where they parted.
 */
#ifndef REGEX_PATHS_H
#define REGEX_PATHS_H

#include "translator/regex/regex_private.h"

#define NO_PATH ((uint32_t)-1)
#define HIGHEST ((uint32_t)-1)

/** One thing passed; up: index of the one before, 0 = none. */
struct rx_link {
	uint32_t up, len;
	uint32_t item;		/* node * 2 + side */
	uint32_t height;	/* of a mark, else HIGHEST */
};

struct rx_path {
	uint32_t origin;	/* config of the state before, NO_PATH = none */
	uint32_t tail;		/* last link, 0 = none */
	uint32_t lowest;	/* of all its marks */
};

/** How the configs of a state compare: [n * n], see rx_paths_compare(). */
struct rx_order {
	uint32_t n;
	uint32_t *lowest;	/* of i since it and k parted, at [i * n + k] */
	int8_t *better;		/* < 0: i is the better one */
};

struct rx_paths {
	struct rx *rx;
	const struct rx_nfa *nfa;
	const struct rx_order *order;	/* of the origins */
	VEC(struct rx_link) links;
	struct rx_path *best;		/* [node] */
	uint32_t *queue, *reached;
	bool *queued;
	size_t head, n_queue, n_reached;
};

void rx_paths_init(struct rx_paths *p, struct rx *rx,
		   const struct rx_nfa *nfa);
void rx_paths_deinit(struct rx_paths *p);

/** Forget all paths; new ones come from configs ordered by @order. */
void rx_paths_reset(struct rx_paths *p, const struct rx_order *order);
/** A path begins at @node, from config @origin. */
void rx_paths_begin(struct rx_paths *p, uint32_t node, uint32_t origin);
/** Find the best path to every node that is reached; p->reached, in order. */
void rx_paths_run(struct rx_paths *p, bool at_start, bool at_end);

/** < 0: @a is better; what both had lowest since they parted in @ret. */
int rx_paths_compare(struct rx_paths *p, const struct rx_path *a,
		     const struct rx_path *b, uint32_t ret[2]);

#endif
