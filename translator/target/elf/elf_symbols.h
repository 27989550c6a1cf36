/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Symbols of an ELF file: .symtab, .dynsym, and the table of functions that a
 * stripped program may carry compressed (.gnu_debugdata), as one list in which
 * each (name, address) occurs once.
 *
 * Versions are not part of a name: "memcpy" finds memcpy@GLIBC_2.2.5 and
 * memcpy@@GLIBC_2.14.
 */
#ifndef TARGET_ELF_SYMBOLS_H
#define TARGET_ELF_SYMBOLS_H

#include "translator/target/elf/elf_file.h"

struct elf_symbol {
	const char *name;	/* mangled, if the language mangles */
	uint64_t addr;		/* of an STT_TLS symbol: offset in its block */
	uint64_t size;		/* 0 if the file does not say */
	uint32_t section;	/* number; 0: none (absolute) */
	unsigned char type;	/* STT_x */
	unsigned char bind;	/* STB_x */
	unsigned char visibility; /* STV_x */
};

/**
 * The @n symbols that @e defines, sorted by (name, address); they live as long
 * as @e.  The first call reads them.  Damaged tables give fewer symbols, never
 * an error: a program can be traced without.
 */
const struct elf_symbol *elf_symbols(struct elf_file *e, size_t *n);

/** Find the symbols called @name: in the array of elf_symbols() they have the numbers from
 *  *@first to below the returned one; 0: there are none. */
size_t elf_symbols_named(struct elf_file *e, const char *name, size_t *first);

/** Returns the symbol called @name that all source files of @e share, not a static one; NULL if
 *  there is none. */
const struct elf_symbol *elf_symbol_shared(struct elf_file *e,
					   const char *name);

/** Returns the symbol called @name if only one has this name; else NULL. */
const struct elf_symbol *elf_symbol_only(struct elf_file *e, const char *name);

/** Returns true for a symbol of code: STT_FUNC, STT_GNU_IFUNC, or one
 *  without type in a section of code. */
bool elf_symbol_is_function(const struct elf_file *e,
			    const struct elf_symbol *s);

/**
 * The function or object whose bytes hold @addr; or, if the nearest symbol at or before
 * @addr in the section has no size, that symbol; NULL if there is none.  Of several with
 * one address: one with a size first, then a global one before a local one, then by name.
 */
const struct elf_symbol *elf_symbol_at(struct elf_file *e, uint64_t addr);

/** The next symbol whose address is @addr, the best one first; NULL: there
 *  are no more.  *@at counts them; begin with 0. */
const struct elf_symbol *elf_symbol_next_at(struct elf_file *e, uint64_t addr,
					    size_t *at);

/** Free @t; for elf_file_close(). */
void elf_symbols_free(struct elf_symbols *t);

#endif
