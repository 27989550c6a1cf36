/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Demangles C++ and Rust names to what the programmer wrote: symbol tables have
 * "_ZNK6shapes6square4areaEi" and "_RNvCs1234_4rust4look".
 *
 * Parameters and return types are left out, so that the result is the name that a
 * probe point has: "shapes::square::area".  libiberty, which debuggers use as
 * well, does the work.
 */
#ifndef BASE_DEMANGLE_H
#define BASE_DEMANGLE_H

#include <stddef.h>

/**
 * Writes the demangled @name to @to, with a NUL, and returns its length.  Returns 0 if
 * @name is not mangled or the result is not shorter than @size; the bytes of @to are then
 * arbitrary.  @name may come from any file: if it is nested too deeply, it counts as not
 * mangled.
 */
size_t demangle(const char *name, char *to, size_t size);

#endif
