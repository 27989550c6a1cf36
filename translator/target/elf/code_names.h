/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The names of a program's symbols, as a module keeps them for handlers that
 * compare them or make strings of them.
 */
#ifndef TARGET_CODE_NAMES_H
#define TARGET_CODE_NAMES_H

#include "base/vec.h"
#include "translator/target/elf/elf_symbols.h"

struct code_name {
	uint32_t at;		/* offset in the file */
	uint32_t size;		/* bytes; if the file does not say: up to the next
				   symbol, or 1 for the last symbol */
	const char *name;	/* lives as long as the file */
};

typedef VEC(struct code_name) code_name_vec;

/**
 * Append the symbols of @names, which is @e or its debug file, that are in the
 * bytes of @e, sorted by offset.  Each offset is there once, with the name that
 * staprun would show.  vec_free() the result.
 */
void code_names_read(struct elf_file *e, struct elf_file *names,
		     code_name_vec *ret);

#endif
