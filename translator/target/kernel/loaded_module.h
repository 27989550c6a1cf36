/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Modules that the running kernel has and that are in none of the lists of
 * files: what the kernel itself tells of them, in /proc/modules,
 * /proc/kallsyms and /sys.
 *
 * Each is written down as a file of a module would be: its symbols, its types,
 * its build id.  Of its code and of the calls in it there is nothing.
 */
#ifndef TARGET_LOADED_MODULE_H
#define TARGET_LOADED_MODULE_H

#include "translator/target/elf/elf.h"
#include "translator/target/kernel/module_trace.h"

struct arena;
struct btf;

/** Call @fn with the name of each module; @root: "", or where proc/ is. */
void loaded_modules(const char *root, struct arena *a,
		    void (*fn)(void *data, const char *name), void *data);

/**
 * The bytes of a relocatable file, in @a.  What cannot be read is not in
 * there; addresses are counted from the module's first one, or made up where
 * the kernel does not show them.
 */
struct range loaded_module_file(const char *root, const char *name,
				struct arena *a);

/**
 * Appends its tracepoints, which its types name; @base: the kernel's types.
 * Groups are those of tracefs: "" if this user cannot read that.
 */
void loaded_module_traces(const char *root, const char *name,
			  const struct btf *base, struct arena *a,
			  module_traces *ret);

#endif
