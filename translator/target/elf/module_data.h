/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Data of a kernel module, named by a symbol of the module's file: the loader
 * of a script can find it by that name.
 */
#ifndef TARGET_MODULE_DATA_H
#define TARGET_MODULE_DATA_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct elf_file;

struct module_datum {
	const char *symbol;	/* "module:symbol", as access_path.h has it */
	int64_t distance;	/* from the symbol */
	const char *reason;	/* not NULL: it cannot be reached, why */
	const char *hint;	/* with reason: what would help, or NULL */
};

/** What is @offset bytes into @section.  Texts live in @a. */
struct module_datum module_datum_at(struct elf_file *e, struct arena *a,
				    const char *section, uint64_t offset);
/** The variable called @name; false: it has none. */
bool module_datum_named(struct elf_file *e, struct arena *a, const char *name,
			struct module_datum *ret);

#endif
