/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Puts records into their order.  Records have numbers without holes, in the order in
 * which handlers finished, over all CPUs.  So clocks and time-outs are not needed: the
 * record with the next number is either here or will come, and records with
 * higher numbers wait in a heap.  Long output comes as several records of one
 * number, all with STP_REC_PART.  The final one has STP_REC_LAST, too, and after it
 * comes the next number.
 *
 * Within a ring, numbers may be out of order, at most by the number of handlers that can
 * interrupt one another.  Records of different rings come in the order in which the
 * rings are read.  If more than `limit` bytes of records wait for a number, that number
 * is skipped, and so are numbers that are missing at the end.
 */
#include <stdlib.h>
#include <string.h>

#include "staprun/staprun.h"

#define LIMIT (64u << 20)

struct merge_item {
	uint64_t seq, arrival;
	struct stp_rec *rec;
};

void merge_init(struct merge *m, merge_emit_fn emit, void *arg)
{
	*m = (struct merge){ .emit = emit, .arg = arg, .next = 1,
			     .limit = LIMIT };
}

void merge_deinit(struct merge *m)
{
	while (m->n)
		free(m->heap[--m->n].rec);
	free(m->heap);
	m->heap = NULL;
	m->cap = 0;
}

static bool before(const struct merge_item *a, const struct merge_item *b)
{
	return a->seq != b->seq ? a->seq < b->seq : a->arrival < b->arrival;
}

static void swap(struct merge_item *a, struct merge_item *b)
{
	struct merge_item t = *a;

	*a = *b;
	*b = t;
}

static void push(struct merge *m, const struct stp_rec *rec)
{
	struct merge_item *h;
	size_t i = m->n++;

	if (i == m->cap) {
		m->cap = m->cap ? 2 * m->cap : 64;
		m->heap = must(realloc(m->heap, m->cap * sizeof(*m->heap)));
	}
	h = m->heap;
	h[i] = (struct merge_item){ rec->seq, m->arrivals++,
				    must(malloc(rec->len)) };
	memcpy(h[i].rec, rec, rec->len);
	m->bytes += rec->len;
	for (; i && before(&h[i], &h[(i - 1) / 2]); i = (i - 1) / 2)
		swap(&h[i], &h[(i - 1) / 2]);
}

static struct stp_rec *pop(struct merge *m)
{
	struct merge_item *h = m->heap;
	struct stp_rec *rec = h[0].rec;
	size_t i = 0, k;

	h[0] = h[--m->n];
	m->bytes -= rec->len;
	while ((k = 2 * i + 1) < m->n) {
		if (k + 1 < m->n && before(&h[k + 1], &h[k]))
			k++;
		if (!before(&h[k], &h[i]))
			break;
		swap(&h[i], &h[k]);
		i = k;
	}
	return rec;
}

static bool is_last(const struct stp_rec *rec)
{
	return !(rec->flags & STP_REC_PART) || rec->flags & STP_REC_LAST;
}

static void emit(struct merge *m, const struct stp_rec *rec)
{
	m->emit(m->arg, rec);
	if (rec->seq == m->next && is_last(rec))
		m->next++;
}

/* Emits the kept records up to number m->next, which grows as they are emitted. */
static void emit_ready(struct merge *m)
{
	while (m->n && m->heap[0].seq <= m->next) {
		struct stp_rec *rec = pop(m);

		emit(m, rec);
		free(rec);
	}
}

static void skip_hole(struct merge *m)
{
	m->holes += m->heap[0].seq - m->next;
	m->next = m->heap[0].seq;
}

void merge_put(struct merge *m, const struct stp_rec *rec)
{
	if (rec->seq > m->next) {
		push(m, rec);
		if (m->bytes <= m->limit)
			return;
		skip_hole(m);
	} else {
		emit(m, rec);
	}
	emit_ready(m);
}

void merge_finish(struct merge *m)
{
	while (m->n) {
		skip_hole(m);
		emit_ready(m);
	}
}
