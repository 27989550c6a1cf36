/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reads modules that the running kernel has loaded and that are in no list of
 * files, from what the kernel shows of them in /proc/modules, /proc/kallsyms
 * and /sys.
 *
 * Each becomes the bytes of a module's file, with its symbols, types and build
 * id.  Its code, and the list of calls to ftrace in it, are missing.
 */
#ifndef TARGET_LOADED_MODULE_H
#define TARGET_LOADED_MODULE_H

#include "translator/target/elf/elf.h"
#include "translator/target/kernel/module_trace.h"

struct arena;
struct btf;

/** Calls @fn with the name, in @a, of each loaded module.  @root: "", or a
 *  directory with proc/. */
void loaded_modules(const char *root, struct arena *a,
		    void (*fn)(void *data, const char *name), void *data);

/**
 * Returns the bytes, in @a, of a relocatable file that describes the loaded
 * module @name.  What cannot be read is missing.  Addresses are counted from the
 * module's first one, or made up where the kernel does not show them.
 */
struct range loaded_module_file(const char *root, const char *name,
				struct arena *a);

/**
 * Appends the tracepoints of the loaded module @name, one for each function
 * __traceiter_X among its types, in their order.  @base: the kernel's types.  Texts
 * are in @a.  Groups are those of tracefs, "" if this user cannot read tracefs.
 */
void loaded_module_traces(const char *root, const char *name,
			  const struct btf *base, struct arena *a,
			  module_traces *ret);

#endif
