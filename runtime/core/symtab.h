/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The table of symbols that readers have, as the kernel prints them:
 * "name+0x1a/0x2c0 [module]".
 *
 * It has a fixed size: a new entry replaces the oldest one of its set.  The reader of
 * the device asks the device for missing symbols (STP_IOC_SYMBOL).  It sends them to
 * readers of the stream, in STP_REC_SYMBOL records before the record that needs them.
 * All readers treat their tables in the same way, so all drop the same entries.
 */
#ifndef STP_CORE_SYMTAB_H
#define STP_CORE_SYMTAB_H

#include "runtime/core/record.h"

#define STP_SYMTAB_SETS 512
#define STP_SYMTAB_WAYS 8

struct stp_symtab {
	stp_u64 now;		/* entries made so far */
	struct stp_symtab_entry {
		stp_u64 addr, put;	/* put: the value of `now` then; 0: free */
		stp_u32 len;
		char text[STP_WORDS_MAX];
	} at[STP_SYMTAB_SETS][STP_SYMTAB_WAYS];
};

/** Returns true if a format of @b shows addresses, or a global has some as keys. */
bool stp_blob_has_addresses(const struct stp_blob *b);
bool stp_global_has_addresses(const struct stp_blob *b, stp_u32 global);

/** Calls @need with @arg for each address whose symbol is needed to show @r. */
void stp_rec_addresses(const struct stp_blob *b, const struct stp_rec *r,
		       void (*need)(void *arg, stp_u64 addr), void *arg);

/** Returns true if the table has @addr, even if only that it has no symbol. */
bool stp_symtab_has(struct stp_symtab *t, stp_u64 addr);
/** Enters the symbol of @addr, cut to STP_WORDS_MAX bytes; @len 0: it has none. */
void stp_symtab_put(struct stp_symtab *t, stp_u64 addr, const char *text,
		    stp_u32 len);
/** Enters the symbol of a SYMBOL record. */
void stp_symtab_put_record(struct stp_symtab *t, const struct stp_rec *r);

/** Makes MAP records of the @size bytes of items of stp_run_snapshot(): calls @put
 *  with the head of each, and the items that follow it. */
void stp_put_entries(const struct stp_blob *b, stp_u32 global, stp_u64 now,
		     const char *items, stp_u64 size,
		     void (*put)(void *arg, const struct stp_rec *head,
				 const char *items),
		     void *arg);

/** Makes @opts take symbols from @t. */
void stp_symtab_use(struct stp_symtab *t, struct stp_fmt_opts *opts);

#endif
