/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The sorted table of a kernel's symbols, as it is kept between runs.
 *
 * Decoding and sorting 160 000 names takes a while, so the result is one
 * piece of memory without pointers in it: written to a file as it is, and
 * mapped the next time.  The file is:
 *
 *	struct symtab_head
 *	struct symtab_row for each symbol, by (name, address)
 *	the indexes of the rows in the order of addresses, 32 bits each
 *	the names, NUL-terminated, in the order of the rows, equal names once
 *
 * in the byte order of the host.  It is never repaired: a file that has another
 * version, size, build id or checksum is ignored.
 */
#ifndef TARGET_SYMTAB_H
#define TARGET_SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "translator/target/elf/elf.h"

struct raw_symbols;

struct symtab_row {
	uint64_t addr;
	uint32_t name;		/* offset in the names */
	uint16_t name_len;
	char type;
	unsigned char flags;	/* KERNEL_SYMBOL_x */
};

struct symtab_head {
	char magic[8];
	uint64_t sum;		/* of everything after it */
	uint32_t version;
	uint32_t n;		/* rows */
	uint64_t size;		/* of the whole file, in bytes */
	uint32_t knows_ftrace;
	char build_id[BUILD_ID_SIZE];
};

struct symtab {
	const struct symtab_head *head;
	const struct symtab_row *rows;
	const uint32_t *by_addr;	/* indexes of rows, by rising address */
	const char *names;
	bool mapped;		/* else it is heap memory */
};

/** Builds the table of the decoded symbols, which stay the caller's.  @build_id may
 *  be "". */
void symtab_build(struct symtab *ret, const struct raw_symbols *s,
		  const char *build_id, bool knows_ftrace);
void symtab_free(struct symtab *t);

/** Maps the table of a build from its file in @dir; false if there is no usable one. */
bool symtab_load(struct symtab *ret, const char *dir, const char *build_id);
/** Writes the table to a file in @dir.  This is a cache: failures are not reported. */
void symtab_save(const struct symtab *t, const char *dir);

/** Sets magic, version and checksum of the table that begins with @head, when all else
 *  is filled in; for symtab_build(). */
void symtab_seal(struct symtab_head *head);

static inline const char *symtab_name(const struct symtab *t, size_t i)
{
	return t->names + t->rows[i].name;
}

/**
 * Finds the rows whose names begin with the @n bytes at @prefix or, if @n counts the
 * NUL, are equal to @prefix: they have the indexes from *@first to below the returned one.
 */
size_t symtab_range(const struct symtab *t, const char *prefix, size_t n,
		    size_t *first);
/** Returns how many rows have an address of at most @addr; they are the first ones of
 *  by_addr. */
size_t symtab_up_to(const struct symtab *t, uint64_t addr);

#endif
