/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The readers' table of symbols, as the kernel prints them: "name+0x1a/0x2c0
 * [module]".
 *
 * It is of a fixed size and forgets what it has known for longest.  The reader
 * of the device asks it for missing ones (STP_IOC_SYMBOL), and sends them to
 * the readers after it in records (STP_REC_SYMBOL), before the record that
 * needs them; both do the same with their tables, so both forget the same.
 */
#ifndef STP_CORE_SYMTAB_H
#define STP_CORE_SYMTAB_H

#include "runtime/core/record.h"

#define STP_SYMTAB_SETS 512
#define STP_SYMTAB_WAYS 8

struct stp_symtab {
	stp_u64 now;
	struct stp_symtab_entry {
		stp_u64 addr, put;	/* when; 0: free */
		stp_u32 len;
		char text[STP_WORDS_MAX];
	} at[STP_SYMTAB_SETS][STP_SYMTAB_WAYS];
};

/** Do formats of @b show addresses, or has a global some as keys? */
bool stp_blob_has_addresses(const struct stp_blob *b);
bool stp_global_has_addresses(const struct stp_blob *b, stp_u32 global);

/** Call @need for each address whose symbol it takes to show @r. */
void stp_rec_addresses(const struct stp_blob *b, const struct stp_rec *r,
		       void (*need)(void *arg, stp_u64 addr), void *arg);

/** Is something known of @addr, if only that it has no symbol? */
bool stp_symtab_has(struct stp_symtab *t, stp_u64 addr);
/** From now on this is known; cut to STP_WORDS_MAX bytes. */
void stp_symtab_put(struct stp_symtab *t, stp_u64 addr, const char *text,
		    stp_u32 len);
/** The same of a SYMBOL record. */
void stp_symtab_put_record(struct stp_symtab *t, const struct stp_rec *r);

/** The @size bytes of items of stp_run_snapshot() as MAP records: @put gets the
 *  head of each, and the items that follow it. */
void stp_put_entries(const struct stp_blob *b, stp_u32 global, stp_u64 now,
		     const char *items, stp_u64 size,
		     void (*put)(void *arg, const struct stp_rec *head,
				 const char *items),
		     void *arg);

/** Let @opts ask @t. */
void stp_symtab_use(struct stp_symtab *t, struct stp_fmt_opts *opts);

#endif
