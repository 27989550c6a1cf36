/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The optional devices of a guest: a disk, a network, a directory of the host.
 */
#ifndef VM_DEVICES_H
#define VM_DEVICES_H

#include "base/vec.h"

struct sys_error;
struct vm_config;

/** The number of descriptor devices.disk in the QEMU process. */
#define DEVICES_DISK_FD 3

/** The optional devices, as arguments of QEMU. */
struct devices {
	VEC(char *) args;
	int disk;		/* the disk's contents; -1: there is none */
};

#define DEVICES_INIT { .disk = -1 }

/** Makes the devices that @c asks for.  @ret is to be freed, also after an
 *  error. */
struct sys_error *devices_make(const struct vm_config *c, struct devices *ret);
void devices_free(struct devices *d);

/** Return the modules that drive disk and network, NULL-terminated; not in the
 *  order of their dependencies. */
const char *const *devices_disk_modules(void);
const char *const *devices_net_modules(void);

#endif
