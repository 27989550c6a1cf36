/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Builds the automaton of a tree.  The parts are built from the end of the pattern:
 * the node that follows a part, @out, exists before the part is built.
 *
 * Where groups must be distinguished, subexpressions are put between marks.  A
 * mark has a height: the number of subexpressions that are open after it, @h.  A
 * path that stays higher for longer keeps its subexpression open for longer.  From the
 * heights alone, tdfa.c finds the longest subexpressions from left to right.
 */
#include <string.h>

#include "translator/regex/regex_private.h"

struct builder {
	struct rx *rx;
	struct rx_nfa *nfa;
	enum rx_direction direction;
};

static uint32_t node(struct builder *b, enum rx_node_kind kind, uint32_t out)
{
	struct rx_node n = { .kind = kind, .out = out };

	if (b->nfa->nodes.n >= REGEX_MAX_NODES) {
		rx_too_large(b->rx, "its repetitions multiply to too much");
		return 0;
	}
	vec_push_in(b->rx->arena, &b->nfa->nodes, n);
	return b->nfa->nodes.n - 1;
}

static uint32_t split(struct builder *b, uint32_t out, uint32_t out2,
		      uint32_t height)
{
	uint32_t n = node(b, NODE_SPLIT, out);

	b->nfa->nodes.at[n].out2 = out2;
	b->nfa->nodes.at[n].height = height;
	return n;
}

static uint32_t mark(struct builder *b, uint32_t out, uint32_t height,
		     uint32_t tag)
{
	uint32_t n = node(b, NODE_MARK, out);

	b->nfa->nodes.at[n].height = height;
	b->nfa->nodes.at[n].tag = tag;
	return n;
}

static uint32_t set_index(struct builder *b, const struct rx_set *set)
{
	struct rx_nfa *nfa = b->nfa;

	for (size_t i = 0; i < nfa->sets.n; i++)
		if (!memcmp(&nfa->sets.at[i], set, sizeof(*set)))
			return i;
	vec_push_in(b->rx->arena, &nfa->sets, *set);
	return nfa->sets.n - 1;
}

static uint32_t build(struct builder *b, const struct rx_tree *t, uint32_t out,
		      uint32_t h);

static uint32_t build_marked(struct builder *b, const struct rx_tree *t,
			     uint32_t out, uint32_t h, uint32_t group)
{
	uint32_t end;

	if (b->direction == RX_BACKWARD)
		return build(b, t, out, h);
	end = mark(b, out, h, group ? 2 * group + 1 : 0);
	return mark(b, build(b, t, end, h + 1), h + 1, 2 * group);
}

static bool has_groups(const struct rx_tree *t)
{
	return t->first != t->last;
}

/* Builds @t, an operand of @whole.  Puts @t between marks if @whole contains numbered
 * groups, except if @t is a numbered group: that has marks of its own. */
static uint32_t part(struct builder *b, const struct rx_tree *t,
		     const struct rx_tree *whole, uint32_t out, uint32_t h)
{
	if (!has_groups(whole) || (t->kind == RX_GROUP && t->group))
		return build(b, t, out, h);
	return build_marked(b, t, out, h, 0);
}

/* ---- repetition --------------------------------------------------------- */

/* Builds one round of the repetition @t.  With RX_FORWARD, a round begins with a node
 * that clears the groups in it. */
static uint32_t round_of(struct builder *b, const struct rx_tree *t,
			 uint32_t out, uint32_t h)
{
	uint32_t n = part(b, t->left, t, out, h);

	if (!has_groups(t) || b->direction == RX_BACKWARD)
		return n;
	n = node(b, NODE_RESET, n);
	b->nfa->nodes.at[n].first = t->first;
	b->nfa->nodes.at[n].last = t->last;
	return n;
}

/* Builds one round, and a loop for any number of further rounds.  Returns the
 * node where the first round begins. */
static uint32_t rounds(struct builder *b, const struct rx_tree *t, uint32_t out,
		       uint32_t h)
{
	uint32_t loop = split(b, 0, out, h);
	uint32_t first = round_of(b, t, loop, h);

	b->nfa->nodes.at[loop].out = first;
	return first;
}

/*
 * Builds a split that can skip @round.  With @is_first, the round is preferred;
 * otherwise skipping it is preferred.  The preference decides only about a round that
 * takes no bytes.  If a round takes bytes, the two paths differ in more than this.
 */
static uint32_t optional(struct builder *b, uint32_t round, uint32_t out,
			 uint32_t h, bool is_first)
{
	return is_first ? split(b, round, out, h) : split(b, out, round, h);
}

static uint32_t build_repeat(struct builder *b, const struct rx_tree *t,
			     uint32_t out, uint32_t h)
{
	unsigned needed = t->min, more = 0;
	uint32_t n = out;

	if (t->max == RX_MANY) {
		n = rounds(b, t, out, h);
		if (!needed)
			return optional(b, n, out, h, true);
		needed--;
	} else {
		more = t->max - t->min;
	}
	for (; more && !b->rx->failed; more--)
		n = optional(b, round_of(b, t, n, h), out, h,
			     more == 1 && !t->min);
	for (; needed && !b->rx->failed; needed--)
		n = round_of(b, t, n, h);
	return n;
}

/* ---- the others --------------------------------------------------------- */

static uint32_t build_cat(struct builder *b, const struct rx_tree *t,
			  uint32_t out, uint32_t h)
{
	const struct rx_tree *early = t->left, *late = t->right;

	if (b->direction == RX_BACKWARD) {
		early = t->right;
		late = t->left;
	}
	return part(b, early, t, part(b, late, t, out, h), h);
}

static uint32_t build_alt(struct builder *b, const struct rx_tree *t,
			  uint32_t out, uint32_t h)
{
	uint32_t left = part(b, t->left, t, out, h);

	return split(b, left, part(b, t->right, t, out, h), h);
}

static uint32_t build_set(struct builder *b, const struct rx_tree *t,
			  uint32_t out)
{
	uint32_t n = node(b, NODE_SET, out);

	b->nfa->nodes.at[n].set = set_index(b, &t->set);
	return n;
}

static uint32_t build(struct builder *b, const struct rx_tree *t, uint32_t out,
		      uint32_t h)
{
	bool back = b->direction == RX_BACKWARD;

	if (b->rx->failed)
		return 0;
	switch (t->kind) {
	case RX_SET: return build_set(b, t, out);
	case RX_BOL: return node(b, back ? NODE_EOL : NODE_BOL, out);
	case RX_EOL: return node(b, back ? NODE_BOL : NODE_EOL, out);
	case RX_CAT: return build_cat(b, t, out, h);
	case RX_ALT: return build_alt(b, t, out, h);
	case RX_REPEAT: return build_repeat(b, t, out, h);
	case RX_GROUP:
		return t->group ? build_marked(b, t->left, out, h, t->group)
				: build(b, t->left, out, h);
	default: return out;
	}
}

/* ---- classes of bytes --------------------------------------------------- */

/* Splits the classes so that each is entirely inside or entirely outside of
 * @set. */
static void refine(struct rx_nfa *nfa, const struct rx_set *set)
{
	int other[256];

	memset(other, 0xff, sizeof(other));
	for (int c = 0; c < 256; c++) {
		unsigned old = nfa->classes[c];
		bool same = rx_set_has(set, c) ==
			    rx_set_has(set, nfa->sample[old]);

		if (same)
			continue;
		if (other[old] < 0) {
			nfa->sample[nfa->n_classes] = c;
			other[old] = nfa->n_classes++;
		}
		nfa->classes[c] = other[old];
	}
}

static void find_classes(struct rx_nfa *nfa)
{
	nfa->n_classes = 1;
	for (size_t i = 0; i < nfa->sets.n; i++)
		refine(nfa, &nfa->sets.at[i]);
}

struct rx_nfa *rx_build(struct rx *rx, const struct rx_tree *t,
			enum rx_direction direction)
{
	struct builder b = { .rx = rx, .direction = direction,
			     .nfa = arena_new(rx->arena, struct rx_nfa) };

	b.nfa->start = build(&b, t, node(&b, NODE_MATCH, 0), 1);
	find_classes(b.nfa);
	return b.nfa;
}

bool rx_at_start(const struct rx_tree *t)
{
	switch (t->kind) {
	case RX_BOL: return true;
	case RX_CAT: return rx_at_start(t->left) || rx_at_start(t->right);
	case RX_ALT: return rx_at_start(t->left) && rx_at_start(t->right);
	case RX_REPEAT: return t->min && rx_at_start(t->left);
	case RX_GROUP: return rx_at_start(t->left);
	default: return false;
	}
}
