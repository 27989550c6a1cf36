/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes MAP records for a stream from the value of a global that
 * stp_run_snapshot() returned.
 */
#include "runtime/core/symtab.h"

#define RECORD_BYTES 65536u

/* Decides how many of the items at @p, @left bytes in all, go into one record: *@n items,
 * *@bytes bytes; at least one item, if there is one.  @alone: only one, because items with
 * addresses need entries in a reader's table of symbols, which has a few thousand. */
static void take_some(const char *p, stp_u64 left, bool alone, stp_u32 *n,
		      stp_u64 *bytes)
{
	stp_u64 len;

	for (*n = 0, *bytes = 0; *bytes < left; (*n)++, *bytes += len) {
		len = sizeof(struct stp_item) +
		      STP_ALIGN8(((const struct stp_item *)(p + *bytes))->len);
		if (*n && (alone || *bytes + len > RECORD_BYTES))
			break;
	}
}

void stp_put_entries(const struct stp_blob *b, stp_u32 global, stp_u64 now,
		     const char *items, stp_u64 size,
		     void (*put)(void *arg, const struct stp_rec *head,
				 const char *items),
		     void *arg)
{
	bool alone = stp_global_has_addresses(b, global), more = false;
	stp_u64 bytes;

	do {
		struct stp_rec head = {
			.type = STP_REC_MAP,
			.probe = ~0u,
			.time_ns = now,
			.global = global,
		};

		take_some(items, size, alone, &head.n_items, &bytes);
		head.len = (stp_u32)(sizeof(head) + bytes);
		head.flags = bytes < size ? STP_REC_PART :
			     more ? STP_REC_PART | STP_REC_LAST : 0;
		put(arg, &head, items);
		more = true;
		items += bytes;
		size -= bytes;
	} while (size);
}
