/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds where instructions begin: x86-64 code, decoded from an address where
 * one is known to begin.
 *
 * A breakpoint in the middle of an instruction changes what the processor does;
 * for a user program there is no other check.
 */
#ifndef TARGET_INSN_H
#define TARGET_INSN_H

#include <stdint.h>

#include "translator/target/elf/image.h"

enum insn_answer {
	INSN_BEGINS,		/* an instruction begins there */
	INSN_INSIDE,		/* it is inside an instruction */
	INSN_UNKNOWN,		/* bytes before it are no instruction */
};

/**
 * Returns whether an instruction begins @at bytes into @code, whose first byte
 * begins one.  *@before, *@after: where the instruction that holds the byte at @at
 * begins and ends (INSN_UNKNOWN: the last good one); both may be NULL.
 */
enum insn_answer insn_at(struct range code, uint64_t at, uint64_t *before,
			 uint64_t *after);

/**
 * Set bit i of @starts for each instruction that begins i bytes into @code, up to the
 * first that cannot be decoded.  @starts has 8 bits to a byte, the lowest first; the caller
 * has cleared it.
 */
void insn_starts(struct range code, unsigned char *starts);

/** The length in bytes of the instruction at the beginning of @code; 0: there is none. */
unsigned insn_length(struct range code);

#endif
