/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Decides whether the return of a function, of a program or of the kernel, can
 * be probed.
 *
 * The kernel prepares such a probe at the function's entry: it takes the word on top of
 * the stack for the return address and puts another one there.  If that word is not a
 * return address, or if the program reads its return address, the program breaks.
 */
#ifndef TARGET_RETURNS_H
#define TARGET_RETURNS_H

#include <stdint.h>

struct binary;
struct kernel;
struct kernel_symbol;
struct returns;

enum binary_return {
	BINARY_RETURNS,		/* the return can be probed */
	BINARY_NO_RETURN,	/* no return address is on top of the stack */
	BINARY_JUMPED_TO,	/* only jumps lead there */
	BINARY_READS_RETURN,	/* the program uses its return address */
	BINARY_OTHER_STACK,	/* it returns on another stack */
};

/**
 * Decides about the code that begins at link address @addr, by its names in the
 * file and @name, by the unwind data and by its first instructions.  The first
 * call that names do not decide reads all unwind data of the file.
 */
enum binary_return binary_return_at(struct binary *b, uint64_t addr,
				    const char *name);
/** Decides about a function of another file, of which only the name is known. */
enum binary_return binary_return_of(struct binary *b, const char *name);

/** Decides about a function of the kernel; with @k NULL by its name alone. */
enum binary_return kernel_return_at(const struct kernel *k,
				    const struct kernel_symbol *s);

/** How a program can leave functions that have not returned. */
enum binary_risk {
	BINARY_THROWS = 1,	/* by exceptions of C++, or panics of Rust */
	BINARY_SWITCHES = 2,	/* by continuing on another stack */
	BINARY_JUMPS = 4,	/* by longjmp(), which also changes stacks in
				   programs that have several */
};

/**
 * Returns what a probe of a return in @b can break, bits of enum binary_risk,
 * by the functions that @b calls.  A program that leaves functions by code of
 * its own is not recognised.
 */
unsigned binary_return_risk(struct binary *b);

/** The reason for @r, for messages: "it is not called: ...". */
const char *binary_return_why(enum binary_return r);

/** Free @t, for binary_close(); NULL is fine. */
void binary_returns_free(struct returns *t);

#endif
