/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Code addresses that the file of a program lists: static markers, with arguments,
 * and the stubs through which the program calls functions of libraries.
 */
#ifndef TARGET_MARK_H
#define TARGET_MARK_H

#include "base/vec.h"
#include "translator/target/types/types.h"

struct arena;
struct binary;

/** A static marker, or a stub that calls a function of a library. */
struct mark {
	const char *provider;	/* NULL: a stub */
	const char *name;
	uint64_t addr;		/* as the file is linked */
	uint64_t offset;	/* of addr in the file */
	uint64_t semaphore;	/* offset of its counter in the file; 0: none */
	const char *args;	/* as in the ELF note; "" for a stub */
};

typedef VEC(struct mark) mark_vec;

/** Appends the static markers that are in code of the file; vec_free(@ret). */
void marks_of_binary(struct binary *b, mark_vec *ret);
/** Appends the stubs that are in code of the file; vec_free(@ret). */
void stubs_of_binary(struct binary *b, mark_vec *ret);

/** The code address of @m, allocated in @a, with its arguments $arg1, $arg2, ... */
const struct target_address *mark_address(struct arena *a, struct binary *b,
				      const struct mark *m);

#endif
