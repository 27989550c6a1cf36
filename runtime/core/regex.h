/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Runs the tables of a regular expression over a string.  A test takes at most one step
 * for each byte, a search at most two.  In a search with groups, a step may also move
 * registers; how many depends on the pattern, not on the string.  Both use only memory of
 * the caller.
 */
#ifndef STP_CORE_REGEX_H
#define STP_CORE_REGEX_H

#include "runtime/core/types.h"

#define STP_NOWHERE ((stp_u32)-1)

/** The memory for one search, and its result. */
struct stp_found {
	stp_u32 *ends;		/* [2 * n_groups]: begin and end of each group, in
				   bytes from the string's first; or STP_NOWHERE */
	stp_u32 *regs;		/* [n_regs]: memory for possible ends of groups */
	stp_u64 steps;		/* bytes looked at and registers moved, in sum */
};

/** Finds the leftmost match in @s.  Returns false if there is none: ret->ends is not
 *  valid then. */
bool stp_regex_run(const struct stp_finder *f, struct stp_str s,
		   struct stp_found *ret);

#endif
