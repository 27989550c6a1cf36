/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the functions of a program that something other than a jump refers to:
 * a call, code that takes the address, or a word of its data.
 *
 * Bytes are compared, not decoded, so one in 2^32 offsets is wrongly taken for
 * a reference.
 */
#ifndef TARGET_CODE_REFS_H
#define TARGET_CODE_REFS_H

#include <stdbool.h>
#include <stdint.h>

struct code_refs;
struct elf_file;

/** Reads all code and data of @e once.  Never NULL; code_refs_free() the result. */
struct code_refs *code_refs_read(struct elf_file *e);
/** Free @r; NULL is fine. */
void code_refs_free(struct code_refs *r);

/** Returns true if something other than a jump refers to the function that begins at
 *  @addr; false also if no symbol of a function has that address.  Always true for a file
 *  with too much code to read, or without sections of code. */
bool code_refs_has(const struct code_refs *r, uint64_t addr);

#endif
