/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Where a variable, a parameter or a result is: in memory, in registers, in
 * both, or nowhere.
 *
 * This is the root of an access path (access_path.h): members and elements are
 * picked from it.  An object lies in one piece or in several; each has ops that
 * compute its address or its value:
 *
 *	ADDRESS	the value after the ops is the address of the piece's first
 *		byte.  The ops may hold LOADs, but not the one that reads the piece
 *	VALUE	the value after the ops holds the piece: its first bit is bit
 *		`shift`.  What is beyond bit_size is garbage: the upper half of
 *		a register that holds an int may be anything.  At most 64 bits
 *	ABSENT	the piece cannot be read; `why` is the reason
 *
 * The address of a VALUE cannot be taken.  It can be written only if its only
 * op is a REG.
 */
#ifndef TARGET_LOCATION_H
#define TARGET_LOCATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct path_op;

enum location_kind {
	LOCATION_ADDRESS,
	LOCATION_VALUE,
	LOCATION_ABSENT,
};

struct location_piece {
	enum location_kind kind;
	uint64_t bit_offset;	/* of the piece in the object */
	uint64_t bit_size;	/* never 0 */
	unsigned shift;		/* VALUE */
	const char *why;	/* ABSENT */
	const struct path_op *ops;
	size_t n_ops;
};

struct location {
	const struct location_piece *pieces;	/* by bit_offset */
	size_t n;		/* 0 with a reason, or if it has no bytes */
	const char *reason;	/* why it cannot be reached, or NULL */
	const char *hint;	/* with reason: what would help, or NULL */
	bool is_elsewhere;	/* with reason: it may be at other addresses of
				   the function; see dwarf_variable_elsewhere()
				   */
};

/** The reason for a value that is in xmm0 or the like. */
extern const char location_float_register[];

#endif
