/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Where a function's parameters are at its entry and its result is at its return, by the
 * calling convention of x86-64: System V ABI, AMD64 supplement, section 3.2.3.  Only the
 * types are needed, no debug information.
 *
 * The convention holds for functions that other files can call.  A static one may have
 * been given another convention by the compiler (.isra, .constprop, .part).
 *
 * One thing cannot be told from the types: whether a structure with an __int128 or a long
 * double is packed, if that member has the same offset either way.  On the stack such a
 * structure is taken for aligned to 16 bytes.
 */
#ifndef TARGET_CC_X86_64_H
#define TARGET_CC_X86_64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "translator/target/types/access_path.h"
#include "translator/target/types/location.h"

struct arena;
struct ctype;

/** DWARF numbers of registers; xmm0 to xmm15 are CC_XMM0 to CC_XMM15. */
enum {
	CC_RAX = 0, CC_RDX = 1, CC_RCX = 2, CC_RSI = 4, CC_RDI = 5, CC_RBP = 6, CC_RSP = 7,
	CC_R8 = 8, CC_R9 = 9, CC_XMM0 = 17, CC_XMM15 = 32, CC_ST0 = 33,
	CC_ST1 = 34,
};

enum cc_where {
	CC_NOWHERE,	/* no bytes: void, an empty structure */
	CC_REGS,	/* in pieces */
	CC_STACK,	/* at offset */
	CC_UNKNOWN,	/* see why */
};

/** Part of an object in one register, from the register's lowest byte on. */
struct cc_piece {
	unsigned reg;
	unsigned offset, size;	/* bytes in the object */
};

/** Where the calling convention puts a parameter or a result. */
struct cc_location {
	enum cc_where where;
	bool is_address;	/* the register or stack holds the object's address */
	unsigned n;		/* pieces; 1 for an address in a register */
	struct cc_piece pieces[2];
	uint64_t offset;	/* STACK: from the first byte after the return
				   address, upwards */
	uint64_t size;		/* of the object */
	const char *why;	/* UNKNOWN */
};

/**
 * Finds where the parameters of @function (a CTYPE_FUNCTION) are; @ret has room for
 * @function->n.  If it is not known which registers or stack a parameter takes, that one and
 * all after it are CC_UNKNOWN.
 */
void cc_x86_64_params(const struct ctype *function, struct cc_location *ret);

/** Finds where the result of @function is when it returns. */
void cc_x86_64_result(const struct ctype *function, struct cc_location *ret);

/**
 * Translates a location to operations over registers, allocated from @a.  @reg: PATH_REG for
 * a parameter if the probe is at the entry, and for a result if it is at the return;
 * PATH_ENTRY_SAVED for a parameter in a return probe.  @user: the memory is user space.
 * Floating point in vector registers is a value with @user only; else there is a reason,
 * because handlers see the vector registers of programs, not of the kernel.
 */
struct location cc_x86_64_location(struct arena *a, const struct cc_location *p,
				   enum path_op_kind reg, bool user);

/** Returns true if a register (DWARF number) holds the same after a call as
 *  before. */
bool cc_x86_64_survives(uint64_t reg);

#endif
