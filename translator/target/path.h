/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Access paths: how to get from a probed place to a value.
 *
 * `$file->f_path->dentry` at some place becomes straight-line ops over one
 * running value; DWARF and BTF are evaluated at compile time only, what is
 * left here are registers, constants, additions and checked loads.  The
 * provider (kernel types, user programs, a test) makes the path; ir/ lowers
 * it op by op; neither knows the other.
 *
 * The value starts at 0.  Each op works on it:
 *
 *	REG n		value = register n (DWARF number)
 *	ENTRY_SAVED n	value = register n as it was at the function's entry
 *			(in a return probe; the whole path is then walked
 *			there, and its value kept for the return)
 *	CONST k		value = k
 *	SYMBOL i	value = address of symbol `name` plus the slide
 *	FRAME_BASE	value = frame base of the place
 *	ADD k		value += k
 *	INDEX i, k	value += (script expression i) * k
 *	LOAD		value = memory at value: size, sign, space
 *	BITFIELD	value = bits [shift, shift + size) of it, signed by sign
 *	PIECE		value |= register n << shift (parts of one object)
 *	ADDRESS_OF	value is final: an address was asked for
 *	STRING		the string at value (result is a string)
 *	TLS k		value = thread-local block of `name` + k
 */
#ifndef TARGET_PATH_H
#define TARGET_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/source.h"

enum path_op_kind {
	PATH_REG,
	PATH_ENTRY_SAVED,
	PATH_CONST,
	PATH_SYMBOL,
	PATH_FRAME_BASE,
	PATH_ADD,
	PATH_INDEX,
	PATH_LOAD,
	PATH_BITFIELD,
	PATH_PIECE,
	PATH_ADDRESS_OF,
	PATH_STRING,
	PATH_TLS,
};

struct path_op {
	enum path_op_kind kind;
	int64_t k;		/* constant, offset, element size */
	unsigned n;		/* register, saved value, script expression */
	unsigned size;		/* LOAD bytes, BITFIELD bits */
	unsigned shift;		/* BITFIELD, PIECE */
	bool sign;
	bool user;		/* LOAD, STRING: user space memory */
	const char *name;	/* SYMBOL, TLS */
	struct span span;	/* the step in the script */
};

/** A step as the script wrote it; index expressions are numbered. */
struct path_step {
	enum { PATH_MEMBER, PATH_ELEMENT } kind;
	const char *member;
	unsigned index;		/* n-th index expression of the path */
	struct span span;
};

struct ctype;

/** What a provider answers; owned by the provider's arena. */
struct path {
	const struct path_op *ops;
	size_t n_ops;
	const struct ctype *type;	/* of the result; may be NULL */
	const char *reason;		/* not NULL: it cannot be reached: why */
	const char *hint;		/* with reason: what would help, or NULL */
	unsigned failed_step;		/* with reason: which step, from 0 */
};

struct probe_place;

/** Who answers for $names at a place; a session has at most one. */
struct path_provider {
	void *data;
	/**
	 * @root: the name with its dollars.  @write: an assignment; the last
	 * LOAD is then a store.  Never NULL.
	 */
	const struct path *(*resolve)(void *data, const struct probe_place *at,
				      const char *root,
				      const struct path_step *steps, size_t n,
				      bool address_of, bool write);
};

#endif
