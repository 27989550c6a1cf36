/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside target/: the tracepoints of one module's file.
 */
#ifndef TARGET_MODULE_TRACE_H
#define TARGET_MODULE_TRACE_H

#include "translator/target/elf/elf.h"
#include "translator/target/kernel/modules.h"
#include "translator/target/kernel/tracepoint.h"

typedef VEC(struct module_tracepoint) module_traces;

/**
 * Appends the tracepoints of the file @e of the module @name, sorted by name;
 * their texts go to @a.  @types: the kernel's.
 */
void module_traces_read(struct elf_file *e, const struct btf *types,
			const char *name, struct arena *a, module_traces *ret);

/** Returns true if the types of a module's file are for any build of its kernel: they refer to a
 *  base that the file has itself, not to the types of the kernel. */
bool module_has_own_base(struct elf_file *e);

#endif
