/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the thread-local variables of a program or library, for a thread whose
 * thread pointer is known.
 *
 * Those of a program are at a fixed distance from the thread pointer.  Where those of a
 * library are is known to the loader when it has mapped the library.  It writes that into
 * words of the library, for the library's code: their distance, or the library's number
 * in the table that each thread has, or a descriptor.  A descriptor is a function of the
 * loader and its argument: a distance or, if no distance is right for all threads, the
 * address of a number and an offset.
 */
#ifndef TARGET_ELF_TLS_H
#define TARGET_ELF_TLS_H

#include "translator/target/elf/elf_file.h"

/** How the address is computed.  `word` and what follows it are read at run time; `offset`
 *  is added last. */
enum elf_tls_kind {
	ELF_TLS_NONE,		/* there are none, or no word says where */
	ELF_TLS_FIXED,		/* thread pointer + offset */
	ELF_TLS_DISTANCE,	/* thread pointer + word + offset */
	ELF_TLS_NUMBER,		/* the block whose number is in word, + offset */
	ELF_TLS_PAIR,		/* the same, + the offset in the word after it,
				   + offset */
	ELF_TLS_DESCRIPTOR,	/* word: the function; the word after it: a distance
				   (negative) or the address of a pair; + offset */
	ELF_TLS_SHARED,		/* the address in word, + offset; not thread-local */
};

struct elf_tls {
	enum elf_tls_kind kind;
	uint64_t word;		/* its address, as the file is linked */
	int64_t offset;		/* of the block's first byte */
};

/** Returns how to find the block of thread-local variables of @e itself. */
struct elf_tls elf_tls(const struct elf_file *e);

/**
 * Returns the offset in the block of @e of what debug information calls @at.  It is that offset;
 * but gcc's split debug information has the address of the variable's first value in the file.
 */
uint64_t elf_tls_offset(const struct elf_file *e, uint64_t at);

/**
 * Returns how to find the variable called @name (mangled), thread-local or not,
 * that another file defines and code of @e uses.  `offset` is then that of the
 * variable itself.
 */
struct elf_tls elf_tls_of_other(const struct elf_file *e, const char *name);

#endif
