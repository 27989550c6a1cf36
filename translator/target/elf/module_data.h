/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Data of a kernel module, described by a symbol of the module's file and a
 * distance from it, so that a loaded script can find it.
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
	const char *reason;	/* why it cannot be reached, or NULL */
	const char *hint;	/* with reason: what would help, or NULL */
};

/** Returns why no hit can read the variables of a section called @section, of a kernel or a
 *  module, or NULL. */
const char *module_data_unreadable(const char *section);
/** Returns how to find the data @offset bytes into @section.  Texts are allocated from @a. */
struct module_datum module_datum_at(struct elf_file *e, struct arena *a,
				    const char *section, uint64_t offset);
/** Find the variable called @name; false: the module has none.  If there are several, *@ret
 *  has a reason. */
bool module_datum_named(struct elf_file *e, struct arena *a, const char *name,
			struct module_datum *ret);

#endif
