/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Where calls put the parameters of a function, and the frame that it makes for itself.
 */
#ifndef TAP_DWARF_CALLED_H
#define TAP_DWARF_CALLED_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

struct dwarf_address;
struct location;

/**
 * Find where calls put the parameter @die, at the first instruction of the function at @at; it may be
 * a location with a reason.  False: calls do not pass it, or do not pass the parameters that the
 * source has.
 */
bool dwarf_called_with(const struct dwarf_address *at, Dwarf_Die *die,
		       struct location *ret);
/**
 * Find the offset of the frame base from the CFA, where the stack was before the call, in code
 * whose frame base is the same for the whole function; false: it is not.
 */
bool dwarf_frame_base(const struct dwarf_address *at, int64_t *ret);

#endif
