/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Makes the table of an automaton.  A state of the table is a set of the automaton's
 * nodes.  A match may begin at every byte, so the start node is in every set.
 *
 * Nodes that wait for the end of the string ($) stay in the set.  The end of the string
 * has a column of its own in the table; the search passes these nodes in that column.
 */
#include <string.h>

#include "base/hash.h"
#include "translator/regex/regex_private.h"

/* A state: the set of nodes that take a byte, wait for the end or match. */
struct state {
	uint32_t *nodes;		/* in the order of their numbers */
	uint32_t n;
	bool at_start, accepts;		/* ^ holds; a node matches */
};

struct maker {
	struct rx *rx;
	const struct rx_nfa *nfa;
	enum rx_search search;
	struct hash *seen;		/* key of a set -> number + 1 */
	VEC(struct state) states;
	VEC(uint16_t) next;		/* rows, each with the column of the end */
	/* the set that is being built */
	uint32_t *stack, *mark, now;	/* mark[node] == now: it was visited */
	VEC(uint32_t) set;
};

/* ---- sets --------------------------------------------------------------- */

static bool passes(const struct rx_node *n, bool at_start, bool at_end)
{
	switch (n->kind) {
	case NODE_SET:
	case NODE_MATCH:
		return false;
	case NODE_BOL:
		return at_start;
	case NODE_EOL:
		return at_end;
	default:
		return true;
	}
}

/* Adds to the set @start and the nodes that can be reached from it without taking a
 * byte.  Of these, only nodes that belong to a state are added. */
static void add(struct maker *m, uint32_t start, bool at_start, bool at_end)
{
	size_t top = 0;

	m->stack[top++] = start;
	while (top) {
		uint32_t i = m->stack[--top];
		const struct rx_node *n = &m->nfa->nodes.at[i];

		if (m->mark[i] == m->now)
			continue;
		m->mark[i] = m->now;
		rx_spend(m->rx, 1);
		if (passes(n, at_start, at_end)) {
			m->stack[top++] = n->out;
			if (n->kind == NODE_SPLIT)
				m->stack[top++] = n->out2;
		} else if (n->kind != NODE_BOL) {
			vec_push(&m->set, i);
		}
	}
}

static void begin_set(struct maker *m)
{
	m->set.n = 0;
	m->now++;
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static bool set_accepts(const struct maker *m)
{
	for (size_t i = 0; i < m->set.n; i++)
		if (m->nfa->nodes.at[m->set.at[i]].kind == NODE_MATCH)
			return true;
	return false;
}

enum { DEAD, MATCHED };		/* the first two states */

/* Returns the number of the state for the set that was built.  Adds the state if no
 * equal one exists. */
static uint32_t end_set(struct maker *m, bool at_start)
{
	struct state s = { .n = m->set.n, .at_start = at_start,
			   .accepts = set_accepts(m) };
	uint32_t *key;
	uintptr_t old;

	if (!s.n)
		return DEAD;
	if (s.accepts && m->search == RX_FIRST_MATCH)
		return MATCHED;
	qsort(m->set.at, s.n, sizeof(*m->set.at), by_number);
	key = arena_alloc(m->rx->arena, (s.n + 1) * sizeof(*key));
	key[0] = at_start;
	memcpy(key + 1, m->set.at, s.n * sizeof(*key));
	old = (uintptr_t)hash_find(m->seen, key, (s.n + 1) * sizeof(*key));
	if (old)
		return old - 1;
	s.nodes = key + 1;
	vec_push(&m->states, s);
	hash_set(m->seen, key, (s.n + 1) * sizeof(*key),
		 (void *)(uintptr_t)m->states.n);
	return m->states.n - 1;
}

/* ---- steps -------------------------------------------------------------- */

static uint32_t step(struct maker *m, const struct state *s, unsigned class)
{
	unsigned char c = m->nfa->sample[class];

	begin_set(m);
	rx_spend(m->rx, s->n);
	for (uint32_t i = 0; i < s->n; i++) {
		const struct rx_node *n = &m->nfa->nodes.at[s->nodes[i]];

		if (n->kind == NODE_SET &&
		    rx_set_has(&m->nfa->sets.at[n->set], c))
			add(m, n->out, false, false);
	}
	add(m, m->nfa->start, false, false);
	return end_set(m, false);
}

static uint32_t step_end(struct maker *m, const struct state *s)
{
	begin_set(m);
	for (uint32_t i = 0; i < s->n; i++)
		add(m, s->nodes[i], s->at_start, true);
	return set_accepts(m) ? MATCHED : DEAD;
}

static void make_row(struct maker *m, uint32_t i)
{
	struct state s = m->states.at[i];

	for (unsigned c = 0; c <= m->nfa->n_classes; c++) {
		uint32_t to = i;

		if (i > MATCHED)
			to = c < m->nfa->n_classes ? step(m, &s, c)
						   : step_end(m, &s);
		vec_push(&m->next, to);
	}
	if (m->states.n > REGEX_MAX_STATES || m->next.n > REGEX_MAX_ENTRIES)
		rx_too_large(m->rx, "it needs too many states");
}

/* ---- the table ---------------------------------------------------------- */

/* Numbers the states and writes the table: DEAD is first, then the states that
 * accept, then all others. */
static void put_table(struct maker *m, struct regex_dfa *d)
{
	uint32_t n = m->states.n, next = 0;
	uint32_t *number = arena_alloc(m->rx->arena, n * sizeof(*number));

	number[DEAD] = next++;
	number[MATCHED] = next++;
	for (uint32_t i = MATCHED + 1; i < n; i++)
		if (m->states.at[i].accepts)
			number[i] = next++;
	d->n_accept = next - 1;
	for (uint32_t i = MATCHED + 1; i < n; i++)
		if (!m->states.at[i].accepts)
			number[i] = next++;
	d->n_states = n;
	d->stride = m->nfa->n_classes + 1;
	d->start = number[d->start];
	memcpy(d->classes, m->nfa->classes, sizeof(d->classes));
	d->next = arena_alloc(m->rx->arena, m->next.n * sizeof(*d->next));
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t c = 0; c < d->stride; c++)
			d->next[number[i] * d->stride + c] =
				number[m->next.at[i * d->stride + c]];
}

void rx_dfa(struct rx *rx, const struct rx_nfa *nfa, enum rx_search search,
	    struct regex_dfa *ret)
{
	struct maker m = { .rx = rx, .nfa = nfa, .search = search };
	size_t n = nfa->nodes.n;

	m.seen = hash_create();
	m.stack = xcalloc(2 * n + 2, sizeof(*m.stack));
	m.mark = xcalloc(n + 1, sizeof(*m.mark));
	vec_push(&m.states, ((struct state){ 0 }));
	vec_push(&m.states, ((struct state){ .accepts = true }));
	begin_set(&m);
	add(&m, nfa->start, true, false);
	ret->start = end_set(&m, true);
	for (uint32_t i = 0; i < m.states.n && !rx->failed; i++)
		make_row(&m, i);
	if (!rx->failed)
		put_table(&m, ret);
	hash_destroy(m.seen);
	free(m.stack);
	free(m.mark);
	vec_free(&m.states);
	vec_free(&m.next);
	vec_free(&m.set);
}
