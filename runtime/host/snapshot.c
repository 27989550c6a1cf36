/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes records with the values of globals: on SIGUSR2, when they are reset, and at
 * the end.
 */
#include <stdlib.h>

#include "runtime/core/handler.h"
#include "runtime/core/symtab.h"
#include "runtime/host/host.h"

#define TRIES 100

typedef stp_s64 take_fn(stp_u32 global, void *p, stp_u64 size);

/* Writes a record.  @arg points to a stp_u8: flags to add to those of the record. */
static void put(void *arg, const struct stp_rec *from, const char *items)
{
	struct stp_rec head = *from;

	head.flags |= *(const stp_u8 *)arg;
	stp_host_write(&head, sizeof(head));
	stp_host_write(items, head.len - sizeof(head));
}

static void put_global(stp_u32 global, take_fn *take, stp_u8 flags)
{
	stp_s64 need = -STP_EBUSY, got;
	char *items = NULL;
	int tries;

	for (tries = 0; need == -STP_EBUSY && tries < TRIES; tries++)
		need = stp_run_snapshot(global, NULL, 0);
	if (need >= 0)
		items = malloc((size_t)need + 1);
	got = items ? take(global, items, (stp_u64)need) : -1;
	if (got >= 0 && got <= need)
		stp_put_entries(stp_run.blob, global, stp_host_time(), items,
				(stp_u64)got, put, &flags);
	free(items);
}

/* ---- the run ------------------------------------------------------------ */

static void put_item(stp_u32 id, const void *p, stp_u32 n)
{
	struct stp_item item = { id, n };

	stp_host_write(&item, sizeof(item));
	stp_host_write(p, n);
}

static void put_state(void)
{
	stp_u32 n = stp_blob_n(stp_run.blob, STP_SEC_ROWS);
	struct stp_row_state state;
	struct stp_ioc_times times;
	struct stp_ioc_stats stats;
	struct stp_rec head = {
		.len = sizeof(head) + sizeof(struct stp_item) + sizeof(stats) +
		       n * (stp_u32)(sizeof(struct stp_item) + sizeof(state)),
		.type = STP_REC_STATE,
		.probe = ~0u,
		.n_items = n + 1,
		.time_ns = stp_host_time(),
	};

	stp_run_stats(&stats);
	stp_host_write(&head, sizeof(head));
	put_item(STP_ITEM_STATS, &stats, sizeof(stats));
	for (stp_u32 i = 0; i < n; i++) {
		memset(&state, 0, sizeof(state));
		memset(&times, 0, sizeof(times));
		state.row.row = times.row = i;
		stp_run_row(&state.row);
		if (!stp_run_times(&times))
			state.times = times.times;
		put_item(i, &state, sizeof(state));
	}
}

void stp_host_snapshot(void)
{
	for (stp_u32 i = 0; i < stp_script.n_globals; i++)
		put_global(i, stp_run_snapshot, 0);
	put_state();
}

void stp_host_asked(stp_u32 word)
{
	stp_u32 index = stp_ask_index(word);

	if (word >> 28 != STP_ASK_RESET)
		stp_run_switch(index, word >> 28 == STP_ASK_ON);
	else if (index < stp_script.n_globals)
		put_global(index, stp_run_reset, STP_REC_RESET);
}
