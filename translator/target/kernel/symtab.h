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
 *	their numbers by address, 32 bits each
 *	the names, NUL-terminated, in the same order, equal ones once
 *
 * in the byte order of the host.  It is never repaired: a file that has another
 * version, size, build id or checksum is as good as none.
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
	uint64_t size;		/* of all, in bytes */
	uint32_t knows_ftrace;
	char build_id[BUILD_ID_SIZE];
};

struct symtab {
	const struct symtab_head *head;
	const struct symtab_row *rows;
	const uint32_t *by_addr;	/* rows' numbers, addresses not falling */
	const char *names;
	bool mapped;		/* else it is heap memory */
};

/** Sort what was decoded; takes nothing over.  @build_id may be "". */
void symtab_build(struct symtab *ret, const struct raw_symbols *s,
		  const char *build_id, bool knows_ftrace);
void symtab_free(struct symtab *t);

/** False if there is no usable file for that build in @dir. */
bool symtab_load(struct symtab *ret, const char *dir, const char *build_id);
/** Keep it in @dir.  This is a cache: failures are not reported. */
void symtab_save(const struct symtab *t, const char *dir);

/** For symtab_build(): complete the head when all the rest is there. */
void symtab_seal(struct symtab_head *head);

static inline const char *symtab_name(const struct symtab *t, size_t i)
{
	return t->names + t->rows[i].name;
}

/**
 * The rows [first, ret) whose names begin with the @n bytes at @prefix, or,
 * if @n counts the NUL, have that name.
 */
size_t symtab_range(const struct symtab *t, const char *prefix, size_t n,
		    size_t *first);
/** How many rows have an address of at most @addr: the first of by_addr. */
size_t symtab_up_to(const struct symtab *t, uint64_t addr);

#endif
