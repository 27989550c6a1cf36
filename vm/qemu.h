/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The machine: QEMU's and the kernel's arguments, and the process.
 */
#ifndef VM_QEMU_H
#define VM_QEMU_H

#include <stdbool.h>
#include <sys/types.h>

struct kept;
struct sys_error;
struct vm_config;

struct qemu {
	pid_t pid;
	int port;	/* our end of the virtio-serial port */
	int console;	/* reads the guest's console and QEMU's complaints; or -1 */
	struct kept *kept;	/* a guest that stays; set before qemu_start() */
	bool kvm;
};

/**
 * Start it; @ret's descriptors are then the caller's.  One that stays has its
 * console in a file.
 */
struct sys_error *qemu_start(const struct vm_config *c, struct qemu *ret);
/** Kills and reaps the process, also that of a guest that stays. */
void qemu_kill(struct qemu *q);

#endif
