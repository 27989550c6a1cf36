/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The layout of the frames of a program's functions: what .eh_frame and
 * .debug_frame say, as a sorted table.  A module looks addresses up in it and
 * runs none of the instructions of those sections.
 */
#ifndef TARGET_UNWIND_H
#define TARGET_UNWIND_H

#include "base/vec.h"
#include "runtime/uapi/rows.h"
#include "translator/target/elf/elf_file.h"

struct unwind_rows {
	VEC(struct stp_unwind);
};

/**
 * Append the rows of @e, sorted by pc, no pc twice; each holds up to the next one.  Free
 * with vec_free().  Code that has no data, or data that is not understood, is in rows of
 * STP_CFA_UNKNOWN; a file with neither section, or of 32 bits, has no rows.
 */
void unwind_read(const struct elf_file *e, struct unwind_rows *ret);

#endif
