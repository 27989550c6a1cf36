/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The kernel's own unwind data (ORC): where the frame of a function's caller
 * begins, at each instruction.  It is two tables of one length, sorted by
 * address.  The second has the rows.  The first has, for each row, the address
 * from which the row holds, relative to the address of that entry itself.
 */
#ifndef TARGET_ORC_H
#define TARGET_ORC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernel;

struct orc {
	const unsigned char *ips, *rows;	/* the kernel's */
	uint64_t ips_at;			/* the link address of ips */
	size_t n;
	unsigned sp;			/* the number of the stack pointer in
					   rows */
};

/** Finds the unwind data of a kernel, which stays the kernel's; false: the image has
 *  none that can be read. */
bool orc_find(const struct kernel *k, struct orc *ret);

/**
 * Returns how many bytes above the stack pointer the caller's frame begins,
 * before the instruction at @addr runs: 8 at the entry, where only the return
 * address is in between.  0: it is counted from another register, or not known.
 */
unsigned orc_depth(const struct orc *o, uint64_t addr);

#endif
