/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reads the modules that the guest loads first.
 */
#ifndef VM_MODULES_H
#define VM_MODULES_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/vec.h"

struct sys_error;

/** A module, with its bytes. */
struct guest_module {
	char *name;		/* "virtio_mmio" */
	struct buf bytes;	/* the .ko, uncompressed */
};

/** Modules in the order in which they can be loaded. */
struct guest_modules {
	VEC(struct guest_module) list;
};

/**
 * Reads the modules @wanted (NULL-terminated), and all that they depend on, from
 * @dir, a directory with modules.order and kernel/.  Appends them to @ret.  Names
 * that are not in modules.order are built into that kernel, and left out.
 */
struct sys_error *modules_load(const char *dir, const char *const *wanted,
			       struct guest_modules *ret);
/** Returns true if the kernel of @dir has the module, also built in; true, too, if
 *  a list of modules cannot be read. */
bool modules_have(const char *dir, const char *name);
void modules_free(struct guest_modules *m);

#endif
