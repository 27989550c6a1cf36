/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The symbol table that a kernel carries for itself, decoded.
 *
 * kallsyms.c explains the format.  Kernels from 6.1 on are understood; a table
 * that is not recognised, or contradicts itself, is error [bad-image].
 */
#ifndef TARGET_KALLSYMS_H
#define TARGET_KALLSYMS_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "translator/target/elf/elf.h"

/** The most bytes of a symbol's name: the kernel's own limit is 512, with NUL. */
#define SYMBOL_NAME_MAX 511

/** A decoded symbol; the name is in raw_symbols.names. */
struct raw_symbol {
	uint64_t addr;
	uint32_t name;		/* offset; NUL-terminated there */
	uint16_t name_len;
	char type;
	unsigned char flags;	/* KERNEL_SYMBOL_x; 0 until marks.h sets them */
};

/** Decoded symbols and their names. */
struct raw_symbols {
	struct raw_symbol *at;	/* sorted by address */
	size_t n;
	struct buf names;
};

/** Decodes the symbols of an image; raw_symbols_free(@ret), except on error. */
struct sys_error *kallsyms_decode(const struct image *im,
				  struct raw_symbols *ret);
/** Frees what @s has, and empties it. */
void raw_symbols_free(struct raw_symbols *s);

#endif
