/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes records out of the rings, puts them into order or into files, and shows
 * them.  Some records are requests to staprun itself.
 */
#include "staprun/consumer.h"
#include "staprun/namer.h"

#define BATCH 64	/* records of one ring before the next is read */

static void run_system(struct consumer *c, const struct stp_rec *rec)
{
	const struct stp_item *it = stp_rec_item(rec);

	output_flush(&c->out);
	child_system(stp_item_bytes(it), it->len);
}

static void show(struct consumer *c, const struct stp_rec *rec)
{
	output_record(&c->out, rec);
	if (rec->type == STP_REC_SYSTEM && !c->info.is_flight)
		run_system(c, rec);
	else if (rec->type == STP_REC_EXIT)
		consumer_want_stop(c);
	if (c->out.broken && !c->stop_wanted)
		consumer_want_stop(c);
}

void records_show(void *arg, const struct stp_rec *rec)
{
	struct consumer *c = arg;

	/* only a script that prints addresses has records that wait for names */
	if (!c->out.symbols ||
	    (held_is_empty(&c->held) && names_are_known(&c->out, rec)))
		show(c, rec);
	else
		held_put(&c->held, &c->out, rec);
}

void records_settle(struct consumer *c)
{
	const struct stp_rec *rec;

	if (!c->out.namer)
		return;
	if (!c->info.is_flight)
		names_seen(&c->out, c->merge.next);
	namer_listen(c->out.namer);
	while ((rec = held_next(&c->held, &c->out))) {
		show(c, rec);
		held_drop(&c->held, &c->out);
	}
}

/* Does what a record requests of staprun itself: exit() requests the end, system()
 * runs its command.  Does nothing for other records. */
static void hear(struct consumer *c, const struct stp_rec *rec)
{
	if (rec->type == STP_REC_SYSTEM)
		run_system(c, rec);
	else if (rec->type == STP_REC_EXIT)
		consumer_want_stop(c);
}

/* Puts a record into its ring's file, for -b.  Does its request and shows its error,
 * if it has one. */
static void file_away(struct consumer *c, unsigned ring,
		      const struct stp_rec *rec)
{
	bulk_put(c->bulk, ring, rec);
	hear(c, rec);
	output_complaint(&c->out, rec);
}

static bool read_ring(struct consumer *c, struct ring *r)
{
	const struct stp_rec *rec;
	const char *bad = NULL;
	unsigned n;

	for (n = 0; n < BATCH; n++) {
		rec = ring_next(r, c->blob, c->cuts, &bad);
		if (!rec)
			break;
		if (r->is_ear)
			hear(c, rec);
		else if (c->bulk)
			file_away(c, (unsigned)(r - c->rings), rec);
		else
			merge_put(&c->merge, rec);
		ring_release(r, rec);
	}
	if (bad) {
		error("buffer %u is damaged, so its contents are skipped: %s",
		      (unsigned)(r - (r->is_ear ? c->ears : c->rings)), bad);
		c->failed = true;
	}
	c->n_shown += n;
	return n || bad;
}

/* Returns the lowest number of the first records in the rings, 0 if the rings are
 * empty.  After --attach, records are shown from this number on. */
static uint64_t lowest_number(struct consumer *c)
{
	uint64_t lowest = 0;
	const char *bad;

	for (unsigned i = 0; i < c->info.n_cpus; i++) {
		const struct stp_rec *rec =
			ring_next(&c->rings[i], c->blob, c->cuts,
				  &bad);

		if (rec && (!lowest || rec->seq < lowest))
			lowest = rec->seq;
	}
	return lowest;
}

static bool read_all(struct consumer *c, struct ring *rings)
{
	bool any = false;

	for (unsigned i = 0; i < c->info.n_cpus; i++)
		any |= read_ring(c, &rings[i]);
	return any;
}

bool records_read(struct consumer *c)
{
	if (!c->merge.next)
		c->merge.next = lowest_number(c);
	return c->merge.next && read_all(c, c->rings);
}

/* ---- the flight recorder ------------------------------------------------ */

void records_dump(struct consumer *c)
{
	c->dump_wanted = false;
	c->merge.next = 0;
	c->merge.limit = UINT64_MAX;
	while (read_all(c, c->rings))
		;
	merge_finish(&c->merge);
	consumer_settle(c);
	c->merge.holes = 0;
	output_flush(&c->out);
}

void records_listen(struct consumer *c)
{
	uint32_t heard = flight_last_words(c->rings, c->info.n_cpus);
	uint64_t n_shown = c->n_shown;

	while (read_all(c, c->ears))
		;
	c->n_shown = n_shown;
	__atomic_store_n(&c->rings[0].consumer->heard, heard,
			 __ATOMIC_RELEASE);
}
