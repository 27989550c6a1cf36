/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The tree and the automaton, which the stages of the compilation share.
 *
 * Every stage reports errors in rx->err, which keeps the first one.  After an error
 * the result of the stage must not be used, and the driver, regex.c, stops.
 */
#ifndef REGEX_PRIVATE_H
#define REGEX_PRIVATE_H

#include "base/arena.h"
#include "base/vec.h"
#include "translator/regex/regex.h"

struct rx {
	struct arena *arena;
	const char *text;
	size_t len;
	struct regex_error *err;
	bool failed;
	unsigned n_groups;	/* with group 0 */
	uint64_t work;		/* steps of the table that is being made */
};

/** A set of bytes. */
struct rx_set {
	uint64_t bits[4];
};

static inline void rx_set_add(struct rx_set *s, unsigned char c)
{
	s->bits[c >> 6] |= 1ull << (c & 63);
}

static inline bool rx_set_has(const struct rx_set *s, unsigned char c)
{
	return s->bits[c >> 6] >> (c & 63) & 1;
}

/** The kinds of tree nodes.  GROUP and REPEAT have the operand left; CAT and
 *  ALT have both operands. */
enum rx_kind {
	RX_EMPTY, RX_SET, RX_BOL, RX_EOL, RX_CAT, RX_ALT, RX_REPEAT, RX_GROUP
};

#define RX_MANY ((unsigned)-1)

struct rx_tree {
	enum rx_kind kind;
	struct rx_tree *left, *right;
	struct rx_set set;
	unsigned min, max;	/* REPEAT: number of rounds; max may be RX_MANY */
	unsigned group;		/* GROUP: its number, from 1; 0 = (?:) */
	unsigned first, last;	/* numbered groups in this tree: first .. last - 1 */
};

/** The kinds of nodes of the automaton.  Only SET takes a byte. */
enum rx_node_kind {
	NODE_SET, NODE_SPLIT, NODE_PASS, NODE_MARK, NODE_RESET, NODE_BOL,
	NODE_EOL, NODE_MATCH
};

struct rx_node {
	enum rx_node_kind kind;
	uint32_t out, out2;	/* SPLIT prefers out */
	uint32_t set;		/* SET: index in nfa->sets */
	uint32_t height;	/* number of open subexpressions: after a MARK, at a SPLIT */
	uint32_t tag;		/* MARK: 2 * group, + 1 at its end; 0: of no group */
	uint32_t first, last;	/* RESET: clears the groups first .. last - 1 */
};

struct rx_nfa {
	VEC(struct rx_node) nodes;
	VEC(struct rx_set) sets;
	uint32_t start;
	uint8_t classes[256];	/* [byte]: its class; a set has all bytes of a class or none */
	unsigned n_classes;
	unsigned char sample[256];	/* a byte of each class */
};

enum rx_direction { RX_FORWARD, RX_BACKWARD };
enum rx_search { RX_FIRST_MATCH, RX_ALL_MATCHES };

/** Report an error; @at: byte of the pattern.  Only the first report is kept. */
void rx_misspelt(struct rx *rx, size_t at, const char *text, const char *hint);
void rx_too_large(struct rx *rx, const char *text);
/** Counts @n steps of work.  Returns false if there was an error, such as too
 *  much work. */
bool rx_spend(struct rx *rx, uint64_t n);

/** Parses the pattern to a tree, and sets rx->n_groups. */
struct rx_tree *rx_parse(struct rx *rx);
/** Returns true if @t can match only at the beginning of the string. */
bool rx_at_start(const struct rx_tree *t);

/** Builds the automaton of @t.  With RX_BACKWARD it reads strings from their end and
 *  has no marks of groups. */
struct rx_nfa *rx_build(struct rx *rx, const struct rx_tree *t,
			enum rx_direction direction);

/**
 * Makes the table that looks for a match anywhere.  RX_FIRST_MATCH: it stays in
 * the first state that has matched.  RX_ALL_MATCHES: it goes on, and is in a state
 * that has matched at each position where a match could end.
 */
void rx_dfa(struct rx *rx, const struct rx_nfa *nfa, enum rx_search search,
	    struct regex_dfa *ret);
/** Joins the states of @d that no string can distinguish.  If that takes too many
 *  steps, leaves @d unchanged. */
void rx_minimise(struct rx *rx, struct regex_dfa *d);
/** Makes the table with registers that finds the groups of a match. */
void rx_tdfa(struct rx *rx, const struct rx_nfa *nfa, struct regex_tdfa *ret);

#endif
