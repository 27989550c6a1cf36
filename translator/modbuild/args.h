/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Argument vectors of programs: strings are appended one by one, and the program is
 * run without a shell.
 */
#ifndef TRANSLATOR_MODBUILD_ARGS_H
#define TRANSLATOR_MODBUILD_ARGS_H

#include <sys/types.h>

#include "base/vec.h"

struct arena;
struct buf;
struct sys_error;

/** An argument vector, whose strings and array are in an arena. */
struct args {
	VEC(const char *) v;
	struct arena *arena;
};

#define ARGS_INIT(a) { .arena = (a) }

/** Appends a copy of @s, or of the formatted text. */
void args_add(struct args *args, const char *s);
void args_addf(struct args *args, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/** Appends the strings of @more without copying them, so they must live as long as
 *  @args. */
void args_add_all(struct args *args, const struct args *more);

/** Returns true if @s is in the vector. */
int args_has(const struct args *args, const char *s);

/**
 * Starts the program in directory @cwd (NULL: the current one).  Its environment has
 * only PATH, LC_ALL=C, and SRCARCH, which objtool needs.  Its input is /dev/null;
 * output and errors go to @fd_out.  *@ret is the process.  Fails like spawn_start().
 */
struct sys_error *args_start(struct args *args, const char *cwd, int fd_out,
			     pid_t *ret);

/** Runs the program to its end, with the environment and input of args_start().
 *  Appends its output and errors to @out.  *@status_ret is the exit status; another
 *  one than 0 is no error. */
struct sys_error *args_run(struct args *args, const char *cwd, struct buf *out,
			   int *status_ret);

#endif
