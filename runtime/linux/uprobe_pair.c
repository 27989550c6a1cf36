/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pairs rows at the entry and at the return of a function, so that one consumer
 * sees both.
 *
 * Two rows become a pair if both want the same processes.  Then one consumer with
 * two handlers has the same effect as two consumers with one handler each.  Rows
 * with a condition stay alone, because the condition arms each row on its own.
 * Rows with alternatives and rows that want certain callers stay alone, too.  So do
 * returns whose entry saves values, because they have a handler at the entry
 * already.
 */
#include "runtime/linux/uprobe.h"

/* Returns true if the row cannot be in a pair. */
static bool is_alone(const struct stp_site *site)
{
	const struct stp_row *row = site->row;

	return site->look || site->entry || row->alt_n || row->uprobe.caller;
}

/* Returns true if two rows at one location want the same processes. */
static bool are_alike(const struct stp_row *a, const struct stp_row *b)
{
	return a->uprobe.pid == b->uprobe.pid &&
	       a->uprobe.program == b->uprobe.program &&
	       a->uprobe.semaphore == b->uprobe.semaphore &&
	       !((a->flags ^ b->flags) & STP_ROW_OF_TARGET);
}

/* Makes the first fitting probe of the list @same_address the host of return @p.  A
 * host has only one return. */
static void find_host(struct stp_uprobe *p, struct stp_uprobe *same_address)
{
	struct stp_uprobe *q = same_address;

	while (q && (q->ret || !are_alike(q->site->row, p->site->row)))
		q = q->next;
	p->host = q;
	if (q)
		q->ret = p->site;
}

/* Makes a list of the entries that can be hosts for each location: @at[] by index in
 * LOCATIONS.  Each list is in the order of the rows. */
static void list_entries(struct stp_uprobe **at)
{
	const struct stp_run *s = &stp_run;
	u32 first = s->kind_at[STP_KIND_UPROBE], i;

	for (i = s->kind_at[STP_KIND_UPROBE + 1]; i-- > first;) {
		struct stp_site *site = s->by_kind[i];
		struct stp_uprobe *p = site->priv;

		if (is_alone(site))
			continue;
		p->next = at[site->row->location];
		at[site->row->location] = p;
	}
}

int stp_uprobe_pair(struct stp_site **sites, u32 n)
{
	u64 bytes = stp_blob_n(stp_run.blob, STP_SEC_LOCATIONS) *
		    sizeof(struct stp_uprobe *);
	struct stp_uprobe **at = stp_os_alloc(bytes);
	u32 i;

	if (!at)
		return -ENOMEM;
	list_entries(at);
	for (i = 0; i < n; i++)
		if (!is_alone(sites[i]))
			find_host(sites[i]->priv, at[sites[i]->row->location]);
	stp_os_free(at, bytes);
	return 0;
}
