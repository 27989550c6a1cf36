/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes records of the values of globals and of the state of probes, on request
 * and at the end.  Records that already wait for names are shown before them.  Also
 * does the requests to reset a global and to switch a probe on or off.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include "staprun/consumer.h"

#define TRIES 100	/* to read a global whose lock is held, 1 ms apart */

static stp_u64 now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (stp_u64)t.tv_sec * 1000000000 + (stp_u64)t.tv_nsec;
}

/* ---- globals ------------------------------------------------------------ */

/* Reads a global into c->shot, which grows, by the ioctl @ioc: SNAPSHOT or RESET.
 * *@ret is the number of bytes.  Tries again while a lock is held, for about 100 ms.
 * Returns false, with errno, if the global cannot be read. */
static bool take(struct consumer *c, unsigned long ioc, stp_u32 global,
		 stp_u32 *ret)
{
	struct timespec ms = { .tv_nsec = 1000000 };

	for (unsigned tries = 0; tries < TRIES;) {
		struct stp_ioc_snapshot s = {
			.global = global,
			.size = c->shot_size,
			.buf = (stp_u64)(unsigned long)c->shot,
		};

		if (!ioctl(c->device, ioc, &s)) {
			*ret = s.size;
			return true;
		}
		if (errno == ENOSPC) {
			c->shot_size = s.size + s.size / 8;
			c->shot = must(realloc(c->shot, c->shot_size));
		} else if (errno != EBUSY) {
			return false;
		} else {
			tries++;
			nanosleep(&ms, NULL);
		}
	}
	return false;
}

/* Warns why take() has failed for @global, from errno.  RESET: any error is reported but
 * EINVAL, which means that the global never changes.  SNAPSHOT: only the first global
 * that is too large is reported. */
static void tell(struct consumer *c, unsigned long ioc, stp_u32 global)
{
	const char *name = stp_blob_str(c->blob,
					stp_blob_global(c->blob, global)->name);
	bool is_large = errno == EFBIG;

	if (ioc == STP_IOC_RESET && errno != EINVAL)
		warning("'%s' was not cleared: %s", name,
			is_large ? "it has more than 64 MB" : strerror(errno));
	else if (ioc != STP_IOC_RESET && is_large && !c->told_large)
		warning("'%s' has more than 64 MB: its value is not shown "
			"while the script runs", name);
	c->told_large |= is_large && ioc != STP_IOC_RESET;
}

static void put(void *arg, const struct stp_rec *head, const char *items)
{
	struct stp_rec *rec = must(malloc(head->len));

	*rec = *head;
	memcpy(rec + 1, items, head->len - sizeof(*head));
	records_show(arg, rec);
	free(rec);
}

static void put_removed(void *arg, const struct stp_rec *head, const char *items)
{
	struct stp_rec marked = *head;

	marked.flags |= STP_REC_RESET;
	put(arg, &marked, items);
}

/* ---- probes ------------------------------------------------------------- */

static char *put_item(char *to, stp_u32 id, const void *p, stp_u32 n)
{
	struct stp_item it = { id, n };

	memcpy(to, &it, sizeof(it));
	memcpy(to + sizeof(it), p, n);
	return to + sizeof(it) + n;
}

static struct stp_row_state row_state(struct consumer *c, stp_u32 i)
{
	struct stp_row_state state = { .row.row = i };
	struct stp_ioc_times times = { .row = i };

	ioctl(c->device, STP_IOC_ROW, &state.row);
	if (!ioctl(c->device, STP_IOC_TIMES, &times))
		state.times = times.times;
	return state;
}

static void put_state(struct consumer *c)
{
	stp_u32 n = stp_blob_n(c->blob, STP_SEC_ROWS);
	size_t len = sizeof(struct stp_rec) + sizeof(struct stp_item) +
		     sizeof(struct stp_ioc_stats) +
		     n * (sizeof(struct stp_item) +
			  sizeof(struct stp_row_state));
	struct stp_rec *rec = must(calloc(1, len));
	struct stp_ioc_stats stats = { 0 };
	char *to = (char *)(rec + 1);

	ioctl(c->device, STP_IOC_STATS, &stats);
	rec->len = (stp_u32)len;
	rec->type = STP_REC_STATE;
	rec->probe = ~0u;
	rec->n_items = n + 1;
	rec->time_ns = now();
	to = put_item(to, STP_ITEM_STATS, &stats, sizeof(stats));
	for (stp_u32 i = 0; i < n; i++) {
		struct stp_row_state state = row_state(c, i);

		to = put_item(to, i, &state, sizeof(state));
	}
	records_show(c, rec);
	free(rec);
}

void records_snapshot(struct consumer *c)
{
	stp_u32 n = stp_blob_n(c->blob, STP_SEC_GLOBALS), size;

	c->snapshot_wanted = false;
	if (c->o->format != FORMAT_RECORDS)
		return;
	for (stp_u32 i = 0; i < n; i++)
		if (take(c, STP_IOC_SNAPSHOT, i, &size))
			stp_put_entries(c->blob, i, now(), c->shot, size, put,
					c);
		else
			tell(c, STP_IOC_SNAPSHOT, i);
	put_state(c);
}

static void ask_one(struct consumer *c, enum stp_ask what, stp_u32 index)
{
	struct stp_ioc_switch s = { index, what == STP_ASK_ON };
	stp_u32 size;

	if (what != STP_ASK_RESET)
		ioctl(c->device, STP_IOC_SWITCH, &s);
	else if (take(c, STP_IOC_RESET, index, &size))
		stp_put_entries(c->blob, index, now(), c->shot, size,
				put_removed, c);
	else
		tell(c, STP_IOC_RESET, index);
}

void records_asked(struct consumer *c)
{
	size_t n = c->n_asked;

	for (size_t i = 0; i < n && c->o->format == FORMAT_RECORDS; i++)
		ask_one(c, c->asked[i] >> 28, stp_ask_index(c->asked[i]));
	memmove(c->asked, c->asked + n, (c->n_asked - n) * sizeof(*c->asked));
	c->n_asked -= n;
}
