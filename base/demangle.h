/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Demangles C++ and Rust names to what the programmer wrote: linkers know
 * "_ZNK6shapes6square4areaEi" and "_RNvCs1234_4rust4look".
 *
 * What a function takes and returns is left out, so that the names are those
 * that probe points have: "shapes::square::area".  libiberty, which debuggers
 * use as well, takes them apart.
 */
#ifndef BASE_DEMANGLE_H
#define BASE_DEMANGLE_H

#include <stddef.h>

/**
 * Write the demangled @name to @to, with a NUL, and return its length; 0 and
 * nothing written if it is no such name, or that needs @size bytes or more.
 * Names may come from any file; one that is nested too deeply counts as none.
 */
size_t demangle(const char *name, char *to, size_t size);

#endif
