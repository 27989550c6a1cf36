/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Decides whether the return of a function, of a program or of the kernel, can
 * be probed.
 *
 * The kernel does it at the entry: it takes the word on top of the stack for
 * the return address and puts another one there.  If that word is anything
 * else, or if the program reads its return address, the program breaks.
 */
#ifndef TARGET_RETURNS_H
#define TARGET_RETURNS_H

#include <stdint.h>

struct binary;
struct kernel;
struct kernel_symbol;
struct returns;

enum binary_return {
	BINARY_RETURNS,		/* it can */
	BINARY_NO_RETURN,	/* no return address is on top of the stack */
	BINARY_JUMPED_TO,	/* only jumps lead there */
	BINARY_READS_RETURN,	/* the program uses that address */
	BINARY_OTHER_STACK,	/* it returns on another stack */
};

/**
 * The code that begins at @addr, an address as the file is linked, by its
 * names in the file and @name, by the unwind data and by its first
 * instructions.  The first call
 * reads all unwind data of the file.
 */
enum binary_return binary_return_at(struct binary *b, uint64_t addr,
				    const char *name);
/** The same of a function of another file, of which only the name is known. */
enum binary_return binary_return_of(struct binary *b, const char *name);

/** The same of a function of the kernel; @k may be NULL: by its name alone. */
enum binary_return kernel_return_at(const struct kernel *k,
				    const struct kernel_symbol *s);

/** How a program can leave functions that have not returned. */
enum binary_risk {
	BINARY_THROWS = 1,	/* by exceptions of C++, or panics of Rust */
	BINARY_SWITCHES = 2,	/* by going on, on another stack */
	BINARY_JUMPS = 4,	/* by longjmp(), which also changes stacks in
				   programs that have several */
};

/** Returns what a probe of a return in @b can break, enum binary_risk, by the
 *  functions that it calls.  A program that does it by code of its own is not
 *  seen. */
unsigned binary_return_risk(struct binary *b);

/** "it has no return address ...": a reason, for messages. */
const char *binary_return_why(enum binary_return r);

/** For binary_close(); NULL is fine. */
void binary_returns_free(struct returns *t);

#endif
