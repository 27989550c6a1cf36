/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What a module's sections say about which of its functions can be probed;
 * marks.h is the same of the kernel.
 */
#ifndef TARGET_MODULE_MARKS_H
#define TARGET_MODULE_MARKS_H

#include "translator/target/elf/elf.h"

struct module_marks;

/** Never NULL; a module that says nothing has no marks. */
struct module_marks *module_marks_read(const struct elf_file *e);
/** NULL is fine. */
void module_marks_free(struct module_marks *m);

/** The kernel refuses kprobes in this function. */
bool module_mark_is_blacklisted(const struct module_marks *m,
				const struct elf_symbol *s);
/** It begins with a call to ftrace. */
bool module_mark_is_traced(const struct module_marks *m,
			   const struct elf_symbol *s);
/** It has no call to ftrace, in a module that lists these. */
bool module_mark_is_notrace(const struct module_marks *m,
			    const struct elf_symbol *s);

#endif
