/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Locations in a program that its file lists: static markers, with arguments,
 * and the stubs through which the program calls functions of libraries.
 */
#ifndef TARGET_MARK_H
#define TARGET_MARK_H

#include "base/vec.h"
#include "translator/target/types/types.h"

struct arena;
struct binary;

struct mark {
	const char *provider;	/* NULL: a stub */
	const char *name;
	uint64_t addr;		/* as the file is linked */
	uint64_t offset;	/* of addr in the file */
	uint64_t semaphore;	/* offset of its counter; 0: none */
	const char *args;	/* as in the note */
};

typedef VEC(struct mark) mark_vec;

/** Appends the static markers that are in code of the file; vec_free(@ret). */
void marks_of_binary(struct binary *b, mark_vec *ret);
/** Appends the stubs that are in code of the file; vec_free(@ret). */
void stubs_of_binary(struct binary *b, mark_vec *ret);

/** The code address of @m, in @a, with what a script can read there: $arg1 and so on. */
const struct target_address *mark_address(struct arena *a, struct binary *b,
				      const struct mark *m);

#endif
