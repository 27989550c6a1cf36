/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Keeps guests with a name, which stay when the run that booted them is over:
 * records of them, and connections to them.  One run at a time uses a guest.
 */
#ifndef VM_KEPT_H
#define VM_KEPT_H

#include <stdbool.h>
#include <sys/types.h>

struct kept;
struct sys_error;
struct vm_config;

/**
 * Reserves the guest @name for this run until kept_close(), whether the guest is
 * booted or not.  Fails if another run has reserved it.
 */
struct sys_error *kept_open(const char *cache, const char *name,
			    struct kept **ret);
void kept_close(struct kept *k);

/** Returns a connection to the port of the guest; -1 if the guest is not booted. */
int kept_connect(struct kept *k);
/** Returns a listening socket for the port of a new guest; -1 with errno. */
int kept_listen(struct kept *k);
/** Opens an empty file for the console; -1 with errno. */
int kept_console(struct kept *k);
/** Opens the console's file for reading; -1 with errno. */
int kept_read_console(struct kept *k);
/** Records the configuration of the new guest and its process. */
struct sys_error *kept_record(struct kept *k, const struct vm_config *c,
			      pid_t pid);
/** Checks that the running guest has release, cpus, memory_mb, disk_mb, net and share
 *  of @c, if they are given.  Sets cpus, memory_mb and disk_mb, if they are 0, to
 *  those of the guest. */
struct sys_error *kept_agree(struct kept *k, struct vm_config *c);
/** Ends the guest, if it runs; clears its record, and removes its socket and its
 *  console's file. */
void kept_kill(struct kept *k);

#endif
