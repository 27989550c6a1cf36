/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Makes the table with registers of an automaton (after Laurikari).
 *
 * A state is a list of configs, and how these compare.  A config is a node that
 * takes a byte, and for each start and end of a group (a tag) the register with its
 * position.  Registers are numbered by their first use in the list.  So states that
 * differ only in registers are equal, and the step to such a state moves the values to
 * its registers.
 */
#include <string.h>

#include "base/hash.h"
#include "translator/regex/paths.h"

struct config {
	uint32_t node;
	uint16_t *values;	/* [n_tags]: a register or REGEX_NONE */
};

struct state {
	struct config *configs;
	struct rx_order order;	/* order.n: the number of configs */
	uint16_t *accept[2];	/* [n_tags] values of a match that ends here; [1]: because
				   $ holds; NULL: no match */
};

struct maker {
	struct rx *rx;
	const struct rx_nfa *nfa;
	struct regex_tdfa *d;
	struct rx_paths paths;
	uint32_t n_tags;
	bool has_end;			/* the pattern has a $ */
	struct hash *seen, *lists;	/* key -> number + 1; list -> index in cmds */
	VEC(struct state) states;
	VEC(uint16_t) next;		/* these three become parts of `d` */
	VEC(uint16_t) step;
	VEC(uint16_t) cmds;
	VEC(uint16_t) moves;		/* of this step, [register]: its source */
};

/* ---- values ------------------------------------------------------------- */

static void pass(struct maker *m, const struct rx_node *n, uint16_t *values)
{
	if (n->kind == NODE_RESET)
		for (uint32_t t = 2 * n->first; t < 2 * n->last; t++)
			values[t - 2] = REGEX_NONE;
	if (n->kind != NODE_MARK || !n->tag)
		return;
	values[n->tag - 2] = REGEX_POS;
	if (n->tag % 2 == 0)
		values[n->tag - 1] = REGEX_NONE;
}

/* Returns the source of each tag's value after @path: a register of the state @from,
 * in which @path begins (NULL: the start), REGEX_POS or REGEX_NONE. */
static uint16_t *values_after(struct maker *m, const struct state *from,
			       const struct rx_path *path)
{
	uint16_t *v = arena_alloc(m->rx->arena, (m->n_tags + 1) * sizeof(*v));
	uint32_t n = m->paths.links.at[path->tail].len;
	uint32_t *items = xmalloc((n + 1) * sizeof(*items)), link = path->tail;

	for (uint32_t t = 0; t < m->n_tags; t++)
		v[t] = from ? from->configs[path->origin].values[t]
			    : REGEX_NONE;
	for (uint32_t i = n; i-- > 0; link = m->paths.links.at[link].up)
		items[i] = m->paths.links.at[link].item;
	for (uint32_t i = 0; i < n; i++)
		pass(m, &m->nfa->nodes.at[items[i] / 2], v);
	rx_spend(m->rx, n + m->n_tags);
	free(items);
	return v;
}

/* Returns the register of the new state that gets its value from @source.  If there is
 * none, adds a register and its move.  Returns REGEX_NONE for that source. */
static uint16_t new_register(struct maker *m, uint16_t source)
{
	size_t i;

	if (source == REGEX_NONE)
		return source;
	for (i = 0; i < m->moves.n && m->moves.at[i] != source; i++)
		;
	rx_spend(m->rx, i);
	if (i == m->moves.n)
		vec_push(&m->moves, source);
	return i;
}

static void rename_values(struct maker *m, struct state *s)
{
	m->moves.n = 0;
	for (uint32_t i = 0; i < s->order.n; i++)
		for (uint32_t t = 0; t < m->n_tags; t++)
			s->configs[i].values[t] =
				new_register(m, s->configs[i].values[t]);
	for (int e = 0; e < 2; e++)
		for (uint32_t t = 0; s->accept[e] && t < m->n_tags; t++)
			if (s->accept[e][t] != REGEX_POS)
				s->accept[e][t] =
					new_register(m, s->accept[e][t]);
	if (m->moves.n > REGEX_MAX_REGS)
		rx_too_large(m->rx, "it needs too many registers");
	if (m->moves.n > m->d->n_regs)
		m->d->n_regs = m->moves.n;
}

/* ---- states ------------------------------------------------------------- */

static void put_order(struct maker *m, struct state *s, uint32_t i, uint32_t k)
{
	struct rx_order *o = &s->order;
	uint32_t low[2];
	int better = rx_paths_compare(&m->paths,
				      &m->paths.best[s->configs[i].node],
				      &m->paths.best[s->configs[k].node], low);

	o->better[i * o->n + k] = better;
	o->better[k * o->n + i] = -better;
	o->lowest[i * o->n + k] = low[0];
	o->lowest[k * o->n + i] = low[1];
}

/* Returns the state with the configs that the paths have reached, and their order.
 * The paths begin in state @from; NULL: at the start. */
static struct state make_state(struct maker *m, const struct state *from)
{
	struct rx_paths *p = &m->paths;
	struct state s = { 0 };
	size_t n = p->n_reached;

	s.configs = arena_alloc(m->rx->arena, (n + 1) * sizeof(*s.configs));
	for (size_t i = 0; i < n && rx_spend(m->rx, 1); i++) {
		uint32_t node = p->reached[i];
		enum rx_node_kind kind = m->nfa->nodes.at[node].kind;

		if (kind == NODE_MATCH)
			s.accept[0] = values_after(m, from, &p->best[node]);
		if (kind == NODE_SET)
			s.configs[s.order.n++] = (struct config){
				node, values_after(m, from, &p->best[node]) };
	}
	n = s.order.n;
	if (!rx_spend(m->rx, n * n)) {
		s.order.n = 0;
		return s;
	}
	s.order.lowest = arena_alloc(m->rx->arena, (n * n + 1) *
						   sizeof(*s.order.lowest));
	s.order.better = arena_alloc(m->rx->arena, n * n + 1);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = i + 1; k < n; k++)
			put_order(m, &s, i, k);
	return s;
}

/* Begins the paths of one step: after state @from has taken a byte of @class, or at
 * the start if @from is NULL. */
static void begin(struct maker *m, const struct state *from, unsigned class)
{
	unsigned char c = m->nfa->sample[class];

	rx_paths_reset(&m->paths, from ? &from->order : NULL);
	if (!from)
		rx_paths_begin(&m->paths, m->nfa->start, NO_PATH);
	for (uint32_t i = 0; from && i < from->order.n; i++) {
		const struct rx_node *n =
			&m->nfa->nodes.at[from->configs[i].node];

		if (rx_set_has(&m->nfa->sets.at[n->set], c))
			rx_paths_begin(&m->paths, n->out, i);
	}
}

static struct state take_step(struct maker *m, const struct state *from,
			      unsigned class, bool at_start)
{
	struct rx_paths *p = &m->paths;
	struct state s;

	begin(m, from, class);
	rx_paths_run(p, at_start, false);
	s = make_state(m, from);
	if (!m->has_end)
		goto out;
	begin(m, from, class);
	rx_paths_run(p, at_start, true);
	for (size_t i = 0; i < p->n_reached; i++)
		if (m->nfa->nodes.at[p->reached[i]].kind == NODE_MATCH)
			s.accept[1] = values_after(m, from,
						    &p->best[p->reached[i]]);
out:
	rename_values(m, &s);
	return s;
}

/* ---- finding equal states ----------------------------------------------- */

typedef VEC(uint32_t) words;

static void key_of(const struct maker *m, const struct state *s, words *key)
{
	uint32_t n = s->order.n;

	vec_push(key, n);
	for (uint32_t i = 0; i < n; i++) {
		vec_push(key, s->configs[i].node);
		for (uint32_t t = 0; t < m->n_tags; t++)
			vec_push(key, s->configs[i].values[t]);
	}
	for (uint32_t i = 0; i < n * n; i++) {
		vec_push(key, s->order.lowest[i]);
		vec_push(key, (uint32_t)s->order.better[i]);
	}
	for (int e = 0; e < 2; e++) {
		vec_push(key, s->accept[e] != NULL);
		for (uint32_t t = 0; s->accept[e] && t < m->n_tags; t++)
			vec_push(key, s->accept[e][t]);
	}
}

static uint32_t state_number(struct maker *m, const struct state *s)
{
	words key = { 0 };
	uintptr_t old;
	size_t n;

	if (!s->order.n && !s->accept[0] && !s->accept[1])
		return 0;
	key_of(m, s, &key);
	n = key.n * sizeof(*key.at);
	rx_spend(m->rx, key.n);
	old = (uintptr_t)hash_find(m->seen, key.at, n);
	if (!old) {
		vec_push(&m->states, *s);
		old = m->states.n;
		hash_set(m->seen, arena_memdup(m->rx->arena, key.at, n), n,
			 (void *)old);
	}
	vec_free(&key);
	return old - 1;
}

/* The spare register, until its number is known: one more than all other registers. */
#define SPARE 0xfffd

/* ---- what a step does --------------------------------------------------- */

/* Returns the index in cmds of a list of @n words; equal lists are stored once. */
static unsigned put_list(struct maker *m, const uint16_t *list, size_t n)
{
	uintptr_t at = (uintptr_t)hash_find(m->lists, list, n * sizeof(*list));

	if (at)
		return at;
	at = m->cmds.n;
	for (size_t i = 0; i < n; i++)
		vec_push(&m->cmds, list[i]);
	hash_set(m->lists, arena_memdup(m->rx->arena, list, n * sizeof(*list)),
		 n * sizeof(*list), (void *)at);
	if (m->cmds.n > UINT16_MAX)
		rx_too_large(m->rx, "it needs too many moves of registers");
	return at;
}

/*
 * A list of moves that are made one after another.  It has the effect of the moves of
 * m->moves, which happen at the same time: a register is set only when no later move
 * of the list reads it.
 */
struct sequence {
	struct maker *m;
	uint32_t *readers;	/* [register]: later moves that read it */
	uint16_t *ready;	/* registers that no later move reads */
	size_t n_ready;
	bool *done;
	uint16_t *list;
	size_t n;
};

static void no_reader(struct sequence *q, uint16_t r)
{
	if (!q->done[r])
		q->ready[q->n_ready++] = r;
}

static void move_ready(struct sequence *q)
{
	while (q->n_ready) {
		uint16_t r = q->ready[--q->n_ready];
		uint16_t source = q->m->moves.at[r];

		q->list[q->n++] = r;
		q->list[q->n++] = source;
		q->done[r] = true;
		if (source < q->m->moves.n && !--q->readers[source])
			no_reader(q, source);
	}
}

/* Writes the cycle of moves that register @first belongs to; called when only cycles
 * are left.  The value of @first goes to the spare register, which then is read in
 * place of @first. */
static void break_ring(struct sequence *q, uint16_t first)
{
	q->list[q->n++] = SPARE;
	q->list[q->n++] = first;
	for (size_t i = 0; i < q->m->moves.n; i++)
		if (!q->done[i] && q->m->moves.at[i] == first)
			q->m->moves.at[i] = SPARE;
	no_reader(q, first);
	move_ready(q);
}

static void write_moves(struct sequence *q)
{
	size_t n = q->m->moves.n;

	for (size_t i = 0; i < n; i++) {
		q->done[i] = q->m->moves.at[i] == i;
		if (!q->done[i] && q->m->moves.at[i] < n)
			q->readers[q->m->moves.at[i]]++;
	}
	for (size_t i = 0; i < n; i++)
		if (!q->readers[i])
			no_reader(q, i);
	move_ready(q);
	for (size_t i = 0; i < n; i++)
		if (!q->done[i])
			break_ring(q, i);
}

/* Returns the index in cmds of the moves of this step; 0 if there are none. */
static unsigned put_moves(struct maker *m)
{
	size_t n = m->moves.n;
	struct sequence q = {
		.m = m, .n = 1,
		.readers = xcalloc(n + 1, sizeof(*q.readers)),
		.ready = xcalloc(n + 1, sizeof(*q.ready)),
		.done = xcalloc(n + 1, sizeof(*q.done)),
		.list = xcalloc(4 * n + 1, sizeof(*q.list)),
	};
	unsigned at = 0;

	rx_spend(m->rx, n);
	write_moves(&q);
	q.list[0] = q.n / 2;
	if (q.n > 1)
		at = put_list(m, q.list, q.n);
	free(q.readers);
	free(q.ready);
	free(q.done);
	free(q.list);
	return at;
}

/* ---- the table ---------------------------------------------------------- */

static void make_start(struct maker *m, bool at_start, unsigned which)
{
	struct state s = take_step(m, NULL, 0, at_start);

	m->d->start[which] = state_number(m, &s);
	m->d->start_do[which] = put_moves(m);
}

static void make_row(struct maker *m, uint32_t i)
{
	for (unsigned c = 0; c < m->nfa->n_classes; c++) {
		struct state from = m->states.at[i], s;
		uint32_t to = 0, moves = 0;

		if (from.order.n) {
			s = take_step(m, &from, c, false);
			to = state_number(m, &s);
			moves = to ? put_moves(m) : 0;
		}
		vec_push(&m->next, to);
		vec_push(&m->step, moves);
	}
	if (m->states.n > REGEX_MAX_STATES || m->next.n > REGEX_MAX_ENTRIES)
		rx_too_large(m->rx, "it needs too many states");
}

static void put_accepts(struct maker *m)
{
	struct regex_tdfa *d = m->d;
	uint16_t none = 0;

	d->n_states = m->states.n;
	d->accept = arena_alloc(m->rx->arena,
				2 * d->n_states * sizeof(*d->accept));
	for (uint32_t i = 0; i < 2 * d->n_states; i++) {
		const uint16_t *v = m->states.at[i / 2].accept[i % 2];

		if (v)
			d->accept[i] = put_list(m, m->n_tags ? v : &none,
						m->n_tags ? m->n_tags : 1);
	}
}

static void number_spare(struct maker *m)
{
	bool used = false;

	for (size_t i = 0; i < m->cmds.n; i++)
		if (m->cmds.at[i] == SPARE) {
			m->cmds.at[i] = m->d->n_regs;
			used = true;
		}
	m->d->n_regs += used;
}

static void put_table(struct maker *m)
{
	struct arena *a = m->rx->arena;
	struct regex_tdfa *d = m->d;

	number_spare(m);
	d->stride = m->nfa->n_classes;
	memcpy(d->classes, m->nfa->classes, sizeof(d->classes));
	d->next = arena_memdup(a, m->next.at, m->next.n * sizeof(*d->next));
	d->step = arena_memdup(a, m->step.at, m->step.n * sizeof(*d->step));
	d->cmds = arena_memdup(a, m->cmds.at, m->cmds.n * sizeof(*d->cmds));
	d->n_cmds = m->cmds.n;
}

void rx_tdfa(struct rx *rx, const struct rx_nfa *nfa, struct regex_tdfa *ret)
{
	struct maker m = { .rx = rx, .nfa = nfa, .d = ret,
			   .n_tags = 2 * (rx->n_groups - 1) };

	for (size_t i = 0; i < nfa->nodes.n; i++)
		m.has_end |= nfa->nodes.at[i].kind == NODE_EOL;
	rx_paths_init(&m.paths, rx, nfa);
	m.seen = hash_create();
	m.lists = hash_create();
	vec_push(&m.cmds, 0);
	vec_push(&m.states, ((struct state){ 0 }));
	make_start(&m, true, 0);
	make_start(&m, false, 1);
	for (uint32_t i = 0; i < m.states.n && !rx->failed; i++)
		make_row(&m, i);
	if (!rx->failed)
		put_accepts(&m);
	if (!rx->failed)
		put_table(&m);
	rx_paths_deinit(&m.paths);
	hash_destroy(m.seen);
	hash_destroy(m.lists);
	vec_free(&m.states);
	vec_free(&m.next);
	vec_free(&m.step);
	vec_free(&m.cmds);
	vec_free(&m.moves);
}
