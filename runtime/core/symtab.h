/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A reader's table of symbols, in the kernel's form: "name+0x1a/0x2c0 [module]".
 *
 * It has a fixed size: a new entry replaces the oldest one of its set.  The reader of
 * the device asks the device for symbols that are not in its table (STP_IOC_SYMBOL).  It
 * sends them to readers of the stream, in STP_REC_SYMBOL records before the record that
 * needs them.  All readers enter the same symbols in the same order, so their tables are
 * always equal.
 */
#ifndef STP_CORE_SYMTAB_H
#define STP_CORE_SYMTAB_H

#include "runtime/core/record.h"

#define STP_SYMTAB_SETS 512
#define STP_SYMTAB_WAYS 8

struct stp_symtab {
	stp_u64 now;		/* entries made so far */
	struct stp_symtab_entry {
		stp_u64 addr, put;	/* put: number of the entry, by `now`; 0: free */
		stp_u32 len;	/* 0: the address has no symbol */
		char text[STP_WORDS_MAX];
	} at[STP_SYMTAB_SETS][STP_SYMTAB_WAYS];
};

/** Return true if a format of @b shows addresses or stacks, or if a global has stacks as
 *  keys; and if the global with the index @global has. */
bool stp_blob_has_addresses(const struct stp_blob *b);
bool stp_global_has_addresses(const struct stp_blob *b, stp_u32 global);

/** Calls @need with @arg for each address whose symbol is needed to show @r, a checked
 *  record OUT or MAP. */
void stp_rec_addresses(const struct stp_blob *b, const struct stp_rec *r,
		       void (*need)(void *arg, stp_u64 addr), void *arg);

/** Returns true if the table has an entry for @addr, perhaps one without a symbol. */
bool stp_symtab_has(struct stp_symtab *t, stp_u64 addr);
/** Enters the symbol of @addr, cut to STP_WORDS_MAX bytes; @len 0: it has none. */
void stp_symtab_put(struct stp_symtab *t, stp_u64 addr, const char *text,
		    stp_u32 len);
/** Enters the symbol of a SYMBOL record. */
void stp_symtab_put_record(struct stp_symtab *t, const struct stp_rec *r);

/** Makes MAP records of @items, @size bytes from stp_run_snapshot(); one without items if
 *  @size is 0.  Calls @put with the head of each record and the items that follow the
 *  head.  @now: the time of the records. */
void stp_put_entries(const struct stp_blob *b, stp_u32 global, stp_u64 now,
		     const char *items, stp_u64 size,
		     void (*put)(void *arg, const struct stp_rec *head,
				 const char *items),
		     void *arg);

/** Sets the member `symbol` of @opts to a function that finds symbols in @t. */
void stp_symtab_use(struct stp_symtab *t, struct stp_fmt_opts *opts);

#endif
