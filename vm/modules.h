/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Which modules the guest loads before anything else, and their bytes.
 */
#ifndef VM_MODULES_H
#define VM_MODULES_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/vec.h"

struct sys_error;

struct guest_module {
	char *name;		/* "virtio_mmio" */
	struct buf bytes;	/* the .ko, uncompressed */
};

/** In the order in which they can be loaded. */
struct guest_modules {
	VEC(struct guest_module) list;
};

/**
 * Read the modules @wanted (NULL-terminated) and all they depend on from
 * @dir, a directory with modules.order and kernel/.  Names that are not in
 * modules.order are built into that kernel: left out.
 */
struct sys_error *modules_load(const char *dir, const char *const *wanted,
			       struct guest_modules *ret);
/** Does the kernel of @dir have it, as a module or built in?  If in doubt, yes. */
bool modules_have(const char *dir, const char *name);
void modules_free(struct guest_modules *m);

#endif
