/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Runs programs.  Each gets an argument vector; no shell and no command line is used.
 */
#ifndef BASE_SPAWN_H
#define BASE_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/buf.h"

struct sys_error;

struct spawn {
	const char *const *argv;  /* NULL-terminated; [0] is looked up in PATH */
	const char *const *env;	  /* "NAME=value" to set in the environment, ended
				   by NULL; NULL: none */
	bool clean_env;		  /* the environment has nothing but @env */
	const char *cwd;	  /* working directory; NULL: that of this process */
	int fd_in, fd_out, fd_err; /* become descriptors 0, 1 and 2; -1 = inherit */
	int fd_more;		  /* becomes descriptor 3; -1 = it has none */
	bool own_group;		  /* a new process group: no signals of the terminal */
};

#define SPAWN_INIT { .fd_in = -1, .fd_out = -1, .fd_err = -1, .fd_more = -1 }

/** Starts the program.  *@ret gets its process id: the caller must wait for the process.
 *  In it, all descriptors that struct spawn does not name are closed. */
struct sys_error *spawn_start(const struct spawn *s, pid_t *ret);

/** Waits until the process @pid ends; *@status_ret gets its exit status, or
 *  128 + signal. */
struct sys_error *spawn_wait(pid_t pid, int *status_ret);

/**
 * Runs the program to its end.  Its stdout and stderr, instead of fd_out and fd_err,
 * are appended to @out, or go to /dev/null if @out is NULL.  A non-zero exit is not an
 * error: look at *@status_ret, which is set as by spawn_wait().
 */
struct sys_error *spawn_run(const struct spawn *s, struct buf *out,
			    int *status_ret);

#endif
