/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The table of system calls: aliases and functions that are written when a
 * script names them.
 *
 * tapsets/syscalls.tbl has a line for each call (its entry points and arguments),
 * for each way to show an argument, and for each set of names of numbers.  The
 * comment at its beginning explains the lines.  The line of a call becomes the
 * aliases syscall.NAME, nd_syscall.NAME, dw_syscall.NAME and tp_syscall.NAME with
 * their .return; that of a set becomes a function __sc_flags_NAME or
 * __sc_values_NAME.
 */
#ifndef TRANSLATOR_SYSCALLS_H
#define TRANSLATOR_SYSCALLS_H

#include <stdbool.h>
#include <stddef.h>

/** The name of the alias of all calls; it also has a .return.  Scripts do not
 *  write it: the probes that syscalls_join() changes use it. */
#define SYSCALLS_ALL "__syscalls"

struct arena;
struct ast_file;
struct ast_probe;
struct buf;
struct program;
struct syscalls;

/** Creates the table from @text.  Its lines are split in @a; a call's line is
 *  read when it is needed. */
struct syscalls *syscalls_create(struct arena *a, const char *text);
void syscalls_destroy(struct syscalls *t);

/** Returns true if aliases of the table may begin with @first, which may be a
 *  pattern. */
bool syscalls_are_named(const char *first);

/**
 * Adds to @out the aliases whose first component is @first and whose second is
 * @second, each once per session.  Both may be patterns; @second NULL means any.
 * Returns whether the table has such calls.
 */
bool syscalls_aliases(struct syscalls *t, const char *first,
		      const char *second, struct buf *out);

/** The result of reading the list of a point tp_syscall("LIST"). */
enum syscalls_list {
	SYSCALLS_LIST,			/* there are such calls */
	SYSCALLS_NOT_A_LIST,		/* not names with commas between them */
	SYSCALLS_NO_CALL,		/* a name that no call has */
	SYSCALLS_OTHER_WIDTH,		/* only programs of the other width
					   have the calls */
};

/** Reads @list; *@bad is set to the last name that was read. */
enum syscalls_list syscalls_read_list(struct syscalls *t, const char *list,
				      const char **bad);

/** Adds to @out the alias tp_syscall("LIST") and its .return, once per session.
 *  Adds nothing if syscalls_read_list() does not return SYSCALLS_LIST. */
void syscalls_list_aliases(struct syscalls *t, const char *list,
			   struct buf *out);

/** Sets *@ret to the names of all calls, for suggestions.  Some are in it twice.
 *  Returns how many entries it has. */
size_t syscalls_names(struct syscalls *t, const char ***ret);

/**
 * Returns true if FIRST.SECOND is named like the aliases that the lines `narrow`
 * define, for programs of 32 bits alone.  Their calls belong to other aliases,
 * too, so a pattern `*` does not match them.
 */
bool syscalls_is_narrow(const char *first, const char *second);

/**
 * Returns true if the call of FIRST.SECOND, by a line `also`, is part of another
 * alias, and @pattern matches that alias.  The other alias then probes the call.
 * @t may be NULL.
 */
bool syscalls_is_part(const struct syscalls *t, const char *first,
		      const char *second, const char *pattern);

/** Returns true if @name has the form of the table's functions. */
bool syscalls_has_function(const char *name);

/** Adds the function @name to @out, once, if the table has it. */
void syscalls_function(struct syscalls *t, const char *name, struct buf *out);

/**
 * Replaces the points syscall.* and syscall.*.return of @pr, a probe of @file,
 * by those of SYSCALLS_ALL; the same for nd_syscall and tp_syscall.  It does so
 * only if the probe reads no variables but those that all calls have, and calls no
 * function that depends on the probe point.  Returns whether it replaced any.
 */
bool syscalls_join(struct syscalls *t, struct program *p,
		   const struct ast_file *file, struct ast_probe *pr);

/** The register in which a program passes an argument of a system call. */
struct syscall_location {
	const char *reg;	/* a member of struct pt_regs */
	bool is_signed;
	unsigned bits;		/* how many low bits are the value */
};

/**
 * Finds where the argument is that the kernel calls @param, of the call @name
 * that programs enter by @function ("__x64_sys_ioctl").  Returns false if the
 * call has no argument of this name, or not in one register.
 */
bool syscalls_param(struct syscalls *t, const char *name,
		    const char *function, const char *param,
		    struct syscall_location *ret);

/** Adds to @out the alias SYSCALLS_ALL and its .return. */
void syscalls_all_aliases(struct buf *out);

#endif
