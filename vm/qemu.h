/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Starts QEMU: its and the kernel's arguments, and the process.
 */
#ifndef VM_QEMU_H
#define VM_QEMU_H

#include <stdbool.h>
#include <sys/types.h>

struct kept;
struct sys_error;
struct vm_config;

/** A QEMU process. */
struct qemu {
	pid_t pid;
	int port;	/* our end of the virtio-serial port */
	int console;	/* reads the guest's console and QEMU's errors; or -1 */
	struct kept *kept;	/* a guest that stays; set before qemu_start() */
	bool kvm;
};

/**
 * Starts QEMU; the caller closes @ret's descriptors.  A guest that stays has its
 * console in a file.
 */
struct sys_error *qemu_start(const struct vm_config *c, struct qemu *ret);
/** Kills the process and reaps it if this process has started it.  Also clears the record
 *  of a guest that stays. */
void qemu_kill(struct qemu *q);

#endif
