/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the best path to each node: a better path replaces a worse one, until no path
 * changes.  The order of paths follows Okui and Suzuki's rules for POSIX.
 */
#include <string.h>

#include "translator/regex/paths.h"

void rx_paths_init(struct rx_paths *p, struct rx *rx, const struct rx_nfa *nfa)
{
	size_t n = nfa->nodes.n;

	*p = (struct rx_paths){ .rx = rx, .nfa = nfa };
	p->best = xcalloc(n, sizeof(*p->best));
	p->queue = xcalloc(n, sizeof(*p->queue));
	p->reached = xcalloc(n, sizeof(*p->reached));
	p->queued = xcalloc(n, sizeof(*p->queued));
	for (size_t i = 0; i < n; i++)
		p->best[i].lowest = 0;
}

void rx_paths_deinit(struct rx_paths *p)
{
	vec_free(&p->links);
	free(p->best);
	free(p->queue);
	free(p->reached);
	free(p->queued);
}

void rx_paths_reset(struct rx_paths *p, const struct rx_order *order)
{
	for (size_t i = 0; i < p->n_reached; i++)
		p->best[p->reached[i]].lowest = 0;
	p->n_reached = p->n_queue = p->head = 0;
	p->order = order;
	p->links.n = 0;
	vec_push(&p->links, ((struct rx_link){ 0 }));
}

/* ---- comparing ---------------------------------------------------------- */

static uint32_t lower(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The point where two paths from one origin part. */
struct fork {
	uint32_t item[2];	/* the next item of each; 0, 0: they do not part */
	uint32_t lowest[2];	/* the lowest height of each after the point */
};

static void climb(const struct rx_paths *p, uint32_t *link, uint32_t *lowest)
{
	*lowest = lower(*lowest, p->links.at[*link].height);
	*link = p->links.at[*link].up;
}

/* Finds where two paths of equal length part; @a and @b are their last links. */
static struct fork find_fork(struct rx_paths *p, uint32_t a, uint32_t b)
{
	struct fork f = { { 0, 0 }, { HIGHEST, HIGHEST } };
	uint32_t low[2] = { HIGHEST, HIGHEST };

	while (a != b) {
		uint32_t x = p->links.at[a].item, y = p->links.at[b].item;

		climb(p, &a, &low[0]);
		climb(p, &b, &low[1]);
		rx_spend(p->rx, 1);
		if (x != y)
			f = (struct fork){ { x, y }, { low[0], low[1] } };
	}
	return f;
}

static int compare_forked(struct rx_paths *p, const struct rx_path *a,
			  const struct rx_path *b, uint32_t ret[2])
{
	uint32_t x = a->tail, y = b->tail, height;
	uint32_t low[2] = { HIGHEST, HIGHEST };
	uint32_t n = p->links.at[x].len, m = p->links.at[y].len;
	struct fork f;

	while (p->links.at[x].len > m)
		climb(p, &x, &low[0]);
	while (p->links.at[y].len > n)
		climb(p, &y, &low[1]);
	f = find_fork(p, x, y);
	ret[0] = ret[1] = HIGHEST;
	if (f.item[0] == f.item[1])	/* one continues where the other ends */
		return n < m ? -1 : n > m;
	height = p->nfa->nodes.at[f.item[0] / 2].height;
	ret[0] = lower(height, lower(f.lowest[0], low[0]));
	ret[1] = lower(height, lower(f.lowest[1], low[1]));
	if (ret[0] != ret[1])
		return ret[0] > ret[1] ? -1 : 1;
	return f.item[0] < f.item[1] ? -1 : 1;
}

int rx_paths_compare(struct rx_paths *p, const struct rx_path *a,
		     const struct rx_path *b, uint32_t ret[2])
{
	const struct rx_order *o = p->order;

	rx_spend(p->rx, 1);
	if (a->origin == b->origin)
		return compare_forked(p, a, b, ret);
	ret[0] = lower(o->lowest[a->origin * o->n + b->origin], a->lowest);
	ret[1] = lower(o->lowest[b->origin * o->n + a->origin], b->lowest);
	if (ret[0] != ret[1])
		return ret[0] > ret[1] ? -1 : 1;
	return o->better[a->origin * o->n + b->origin];
}

/* ---- finding ------------------------------------------------------------ */

static void offer(struct rx_paths *p, uint32_t node, struct rx_path path)
{
	struct rx_path *best = &p->best[node];
	uint32_t low[2];

	if (!best->lowest)
		p->reached[p->n_reached++] = node;
	else if (rx_paths_compare(p, &path, best, low) >= 0)
		return;
	*best = path;
	if (p->queued[node])
		return;
	p->queued[node] = true;
	p->queue[(p->head + p->n_queue++) % p->nfa->nodes.n] = node;
}

/* Returns a new path: @path with one more item, and that item's height. */
static struct rx_path longer(struct rx_paths *p, const struct rx_path *path,
			     uint32_t item, uint32_t height)
{
	struct rx_link l = { path->tail, p->links.at[path->tail].len + 1, item,
			     height };
	struct rx_path ret = { path->origin, p->links.n,
			       lower(path->lowest, height) };

	vec_push(&p->links, l);
	return ret;
}

void rx_paths_begin(struct rx_paths *p, uint32_t node, uint32_t origin)
{
	offer(p, node, (struct rx_path){ origin, 0, HIGHEST });
}

static void follow(struct rx_paths *p, uint32_t i, bool at_start, bool at_end)
{
	const struct rx_node *n = &p->nfa->nodes.at[i];
	struct rx_path path = p->best[i];

	switch (n->kind) {
	case NODE_SPLIT:
		offer(p, n->out, longer(p, &path, i * 2, HIGHEST));
		offer(p, n->out2, longer(p, &path, i * 2 + 1, HIGHEST));
		break;
	case NODE_MARK:
		offer(p, n->out, longer(p, &path, i * 2, n->height));
		break;
	case NODE_RESET:
		offer(p, n->out, longer(p, &path, i * 2, HIGHEST));
		break;
	case NODE_BOL:
		if (at_start)
			offer(p, n->out, path);
		break;
	case NODE_EOL:
		if (at_end)
			offer(p, n->out, path);
		break;
	default:
		break;
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

void rx_paths_run(struct rx_paths *p, bool at_start, bool at_end)
{
	while (p->n_queue) {
		uint32_t i = p->queue[p->head];

		p->head = (p->head + 1) % p->nfa->nodes.n;
		p->n_queue--;
		p->queued[i] = false;
		if (rx_spend(p->rx, 1))
			follow(p, i, at_start, at_end);
	}
	qsort(p->reached, p->n_reached, sizeof(*p->reached), by_number);
}
