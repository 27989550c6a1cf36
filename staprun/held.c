/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "staprun/held.h"
#include "staprun/namer.h"

#define MOST_MS 5000
#define MOST_BYTES (32u << 20)

struct held_record {
	struct held_record *next;
	uint64_t since;		/* ms */
	stp_u64 asked;		/* namer_asked() when the record was added */
	struct stp_rec *rec;
};

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void held_init(struct held *h)
{
	*h = (struct held){ .end = &h->first };
}

bool held_is_empty(const struct held *h)
{
	return !h->first;
}

void held_put(struct held *h, const struct output *out,
	      const struct stp_rec *rec)
{
	struct held_record *r = must(calloc(1, sizeof(*r)));

	r->since = now_ms();
	r->asked = namer_asked(out->namer);
	r->rec = must(malloc(rec->len));
	memcpy(r->rec, rec, rec->len);
	*h->end = r;
	h->end = &r->next;
	h->bytes += rec->len;
}

const struct stp_rec *held_next(struct held *h, struct output *out)
{
	if (!h->first)
		return NULL;
	if (h->bytes <= MOST_BYTES &&
	    !names_are_known(out, h->first->rec) && held_timeout(h) > 0)
		return NULL;
	return h->first->rec;
}

void held_drop(struct held *h, struct output *out)
{
	struct held_record *r = h->first;

	h->first = r->next;
	if (!h->first)
		h->end = &h->first;
	h->bytes -= r->rec->len;
	/* the table of symbols has the answers now; if that table drops a
	 * symbol, a later record requests the symbol again */
	namer_forget(out->namer, h->first ? r->asked
					  : namer_asked(out->namer));
	free(r->rec);
	free(r);
}

int held_timeout(const struct held *h)
{
	uint64_t waited;

	if (!h->first)
		return -1;
	waited = now_ms() - h->first->since;
	return waited >= MOST_MS ? 0 : (int)(MOST_MS - waited);
}
