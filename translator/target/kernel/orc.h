/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The kernel's own unwind data (ORC): where the frame of a function's caller
 * begins, at each instruction.  Two tables of one length, sorted by address:
 * for each row where it begins (relative to where that is written), and what
 * holds from there.
 */
#ifndef TARGET_ORC_H
#define TARGET_ORC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernel;

struct orc {
	const unsigned char *ips, *rows;	/* the kernel's */
	uint64_t ips_at;			/* the address of ips */
	size_t n;
	unsigned sp;			/* the number of the stack pointer in
					   rows */
};

/** False: the image has none that can be read. */
bool orc_find(const struct kernel *k, struct orc *ret);

/**
 * How many bytes above the stack pointer the caller's frame begins, in front
 * of the instruction at @addr: 8 at the entry, where the return address is
 * all there is.  0: it is counted from something else, or not known.
 */
unsigned orc_depth(const struct orc *o, uint64_t addr);

#endif
