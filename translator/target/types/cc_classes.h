/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * How the calling convention of x86-64 classifies objects (System V ABI, AMD64
 * supplement, section 3.2.3).
 *
 * An object of at most 16 bytes is two eightbytes; each gets a class from the
 * scalars that lie in it, and the classes say which registers carry it.  All
 * other objects, except a complex long double, are memory.
 */
#ifndef TARGET_CC_CLASSES_H
#define TARGET_CC_CLASSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ctype;

/* The classes of an eightbyte, the weakest first: where two meet the
 * stronger one wins, but see merge() in cc_classes.c. */
enum cc_class {
	CC_NONE,
	CC_SSE,
	CC_SSEUP,		/* the upper half of what CC_SSE begins */
	CC_X87,
	CC_X87UP,
	CC_COMPLEX_X87,
	CC_INTEGER,
	CC_MEMORY,
};

/** The classes of the two eightbytes of an object. */
struct cc_classes {
	enum cc_class half[2];
	size_t budget;	/* how many more types are looked at */
};

/** Classify an object of @size bytes and of the type @t, which has no
 *  typedef or qualifier around it. */
void cc_classify(struct cc_classes *c, const struct ctype *t, uint64_t size);
/**
 * Returns true if @t is a vector that is not of 8 or 16 bytes, or may be passed as one: a
 * structure of 32 or 64 bytes with such a vector in it.
 */
bool cc_has_wide_vector(const struct ctype *t);
/** Returns true if one of the two classes is @class. */
bool cc_is_in(const struct cc_classes *c, enum cc_class class);
/** Returns true if a CTYPE_FLOAT has the 80 bits of the x87. */
bool cc_is_long_double(const struct ctype *t);
/** The alignment of an object of type @t on the stack, in bytes; at least 8. */
uint64_t cc_stack_align(const struct ctype *t);

#endif
