/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Running the tables of a regular expression over a string: one step a byte
 * to test, two to find, and for groups as many moves a step as the step's list
 * has, which is a constant of the pattern.  No memory but the caller's.
 */
#ifndef STP_CORE_REGEX_H
#define STP_CORE_REGEX_H

#include "runtime/core/types.h"

#define STP_NOWHERE ((stp_u32)-1)

/** Memory for one search, and what it found. */
struct stp_found {
	stp_u32 *ends;		/* [2 * n_groups] begin and end of each */
	stp_u32 *regs;		/* [n_regs] */
	stp_u64 steps;		/* bytes looked at and registers moved */
};

/** False: there is no match; ends are of no use then. */
bool stp_regex_run(const struct stp_finder *f, struct stp_str s,
		   struct stp_found *ret);

#endif
