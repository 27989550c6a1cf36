/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The state that the instructions of .eh_frame change: how the caller's frame
 * is found at one code address.  A row is made from it.
 */
#ifndef TARGET_UNWIND_STATE_H
#define TARGET_UNWIND_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "translator/target/elf/cursor.h"

/** DWARF's numbers of registers. */
enum { REG_BX = 3, REG_BP = 6, REG_SP = 7, REG_R10 = 10, REG_RA = 16 };

/** Where a register of the caller is: still in the register, in memory at the CFA plus
 *  `offset`, in memory where bp points, nowhere, or found in a way that no row can express. */
enum unwind_rule_kind {
	RULE_SAME, RULE_AT_CFA, RULE_AT_BP, RULE_NONE, RULE_OTHER
};

struct unwind_rule {
	enum unwind_rule_kind kind;
	int64_t offset;		/* AT_CFA */
};

struct unwind_state {
	uint64_t reg;		/* of the CFA, if there is no expression */
	int64_t offset;
	struct range expression;
	struct unwind_rule bp, bx, ra;
};

/** The word of a row for @s; STP_CFA_UNKNOWN if no row can express @s.  @is_signal: the
 *  frame is one that the kernel makes for a signal's handler. */
uint32_t unwind_how(const struct unwind_state *s, bool is_signal);

#endif
