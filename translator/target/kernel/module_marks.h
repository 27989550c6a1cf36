/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What a module's sections say about which of its functions can be probed;
 * marks.h does the same for the kernel.
 */
#ifndef TARGET_MODULE_MARKS_H
#define TARGET_MODULE_MARKS_H

#include "translator/target/elf/elf.h"

struct module_marks;

/** Reads the marks of the module @e; @e must live as long as the marks.  Never NULL:
 *  for a module without such sections the marks are empty. */
struct module_marks *module_marks_read(const struct elf_file *e);
/** Frees @m, which may be NULL. */
void module_marks_free(struct module_marks *m);

/** Returns true if the kernel refuses kprobes in the function @s. */
bool module_mark_is_blacklisted(const struct module_marks *m,
				const struct elf_symbol *s);
/** Returns true if the function @s begins with a call to ftrace. */
bool module_mark_is_traced(const struct module_marks *m,
			   const struct elf_symbol *s);
/** Returns true if the function @s has no call to ftrace, in a module that lists
 *  such calls. */
bool module_mark_is_notrace(const struct module_marks *m,
			    const struct elf_symbol *s);

#endif
