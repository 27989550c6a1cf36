/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Guests with a name, which stay when their run is over: where they are
 * written down, and how one is reached.  One run at a time uses a guest.
 */
#ifndef VM_KEPT_H
#define VM_KEPT_H

#include <stdbool.h>
#include <sys/types.h>

struct kept;
struct sys_error;
struct vm_config;

/**
 * Reserves the guest @name for this run until kept_close(), whether it runs or
 * not.  Fails if another run has reserved it.
 */
struct sys_error *kept_open(const char *cache, const char *name,
			    struct kept **ret);
void kept_close(struct kept *k);

/** A connection to the port of a guest that runs; -1: it does not. */
int kept_connect(struct kept *k);
/** A socket for the port of a new guest; -1 with errno. */
int kept_listen(struct kept *k);
/** An empty file for its console; -1 with errno. */
int kept_console(struct kept *k);
/** What its console says, to read; -1 with errno. */
int kept_read_console(struct kept *k);
/** Write down what the new guest is, and the process that it is. */
struct sys_error *kept_record(struct kept *k, const struct vm_config *c,
			      pid_t pid);
/** Checks that the running guest has what @c asks for, and completes @c. */
struct sys_error *kept_agree(struct kept *k, struct vm_config *c);
/** End it, and forget it. */
void kept_kill(struct kept *k);

#endif
