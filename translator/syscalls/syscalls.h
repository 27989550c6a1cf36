/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The table of system calls: aliases and functions that are written when a
 * script names them.
 *
 * tapsets/syscalls.tbl has a line for each call, with its entry points and its
 * arguments, for each way to show an argument, and for each set of names that
 * numbers have; it says itself how they look.  A line becomes text of the
 * language: the aliases syscall.NAME, nd_syscall.NAME, dw_syscall.NAME and
 * tp_syscall.NAME with their .return, and functions __sc_flags_NAME and
 * __sc_values_NAME.
 */
#ifndef TRANSLATOR_SYSCALLS_H
#define TRANSLATOR_SYSCALLS_H

#include <stdbool.h>
#include <stddef.h>

/** The alias of all calls, with .return; no script can write it. */
#define SYSCALLS_ALL "__syscalls"

struct arena;
struct ast_file;
struct ast_probe;
struct buf;
struct program;
struct syscalls;

/** The table in @text, which lives as long as @a; nothing is read yet. */
struct syscalls *syscalls_create(struct arena *a, const char *text);
void syscalls_destroy(struct syscalls *t);

/** Returns true if aliases of the table may begin with @first, which may be a
 *  pattern. */
bool syscalls_are_named(const char *first);

/**
 * Add to @out the aliases, not given yet, whose first component is @first and
 * whose second is @second; both may be patterns, @second NULL for any.
 * Returns whether the table has such calls.
 */
bool syscalls_aliases(struct syscalls *t, const char *first,
		      const char *second, struct buf *out);

/** The result of reading the list of a point tp_syscall("LIST"). */
enum syscalls_list {
	SYSCALLS_LIST,			/* there are such calls */
	SYSCALLS_NOT_A_LIST,		/* no names with commas between them */
	SYSCALLS_NO_CALL,		/* a name that no call has */
	SYSCALLS_OTHER_WIDTH,		/* only programs of the other width
					   have the calls */
};

/** Read @list; @bad becomes the last name that was read. */
enum syscalls_list syscalls_read_list(struct syscalls *t, const char *list,
				      const char **bad);

/** Add to @out the aliases of a @list of calls, with .return, once. */
void syscalls_list_aliases(struct syscalls *t, const char *list,
			   struct buf *out);

/** The names of all calls, for suggestions; some occur twice. */
size_t syscalls_names(struct syscalls *t, const char ***ret);

/**
 * Returns true if FIRST.SECOND is an alias for programs of 32 bits alone, a
 * line `narrow`.  Its calls are those of another alias, too: a pattern `*` does
 * not mean it.
 */
bool syscalls_is_narrow(const char *first, const char *second);

/**
 * Returns true if FIRST.SECOND is an alias of a call whose other alias, by a
 * line `also`, @pattern means: its calls are probed by that one.
 */
bool syscalls_is_part(const struct syscalls *t, const char *first,
		      const char *second, const char *pattern);

/** Returns true if the table may have the function @name. */
bool syscalls_has_function(const char *name);

/** Add the function @name to @out, if the table has it and once. */
void syscalls_function(struct syscalls *t, const char *name, struct buf *out);

/**
 * Make the points syscall.* and syscall.*.return of @pr, a probe of @file,
 * those of SYSCALLS_ALL, if what the probe reads is known of all calls there;
 * returns whether there were any.
 */
bool syscalls_join(struct syscalls *t, struct program *p,
		   const struct ast_file *file, struct ast_probe *pr);

/** Where a program puts an argument of a system call. */
struct syscall_location {
	const char *reg;	/* a member of struct pt_regs */
	bool is_signed;
	unsigned bits;		/* that count; 64 is all of it */
};

/**
 * Where the argument that the kernel calls @param is, of the call @name that
 * programs enter by @function ("__x64_sys_ioctl"); false if it has none of
 * this name, or none in one register.
 */
bool syscalls_param(struct syscalls *t, const char *name,
		    const char *function, const char *param,
		    struct syscall_location *ret);

/** Add to @out SYSCALLS_ALL. */
void syscalls_all_aliases(struct buf *out);

#endif
