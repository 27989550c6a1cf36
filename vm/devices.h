/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What a guest has besides CPUs and memory, if it is asked for: a disk, a
 * network, a directory of the host.
 */
#ifndef VM_DEVICES_H
#define VM_DEVICES_H

#include "base/vec.h"

struct sys_error;
struct vm_config;

/** The number that QEMU finds devices.disk at. */
#define DEVICES_DISK_FD 3

struct devices {
	VEC(char *) args;	/* of QEMU */
	int disk;		/* the disk's contents; -1: there is none */
};

#define DEVICES_INIT { .disk = -1 }

/** The devices that @c describes; to be freed, also after an error. */
struct sys_error *devices_make(const struct vm_config *c, struct devices *ret);
void devices_free(struct devices *d);

/** The modules that drive them, NULL-terminated; not in order of their needs. */
const char *const *devices_disk_modules(void);
const char *const *devices_net_modules(void);

#endif
