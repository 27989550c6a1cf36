/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of the table of system calls share: its lines, taken apart.
 */
#ifndef TRANSLATOR_SYSCALLS_TABLE_H
#define TRANSLATOR_SYSCALLS_TABLE_H

#include "base/vec.h"
#include "translator/syscalls/syscalls.h"

struct hash;

struct words {
	VEC(const char *) at;
};

/* The width of a variable that is no argument of the call. */
#define NO_ARGUMENT '-'

/* How arguments of one kind are shown: a line `as`. */
struct shown {
	char width;
	const char *format, *args, *code;
};

/* Another alias of a call: a line `narrow`, for programs of 32 bits alone, or a
 * line `also`. */
struct other_alias {
	const char *name, *of;
	bool is_narrow;
};

struct syscalls {
	struct arena *arena;
	VEC(const char *) lines;
	VEC(struct other_alias) others;
	struct hash *shown;		/* name -> struct shown */
	struct hash *sets;		/* "flags_open" -> its line */
	struct hash *given;		/* functions, and lines of calls */
};

/* A call: a line of the table, taken apart. */
struct call {
	const char *name;
	const char *alias;		/* what aliases call it */
	struct words entries;		/* "x2:sys_open" */
	const char *result;		/* how it is shown: "decimal", ... */
	bool is_last;			/* it does not return */
	struct words args;		/* "flags:flags.open" */
	struct words returned;		/* the same when it has returned */
	struct words params;		/* what the kernel calls them */
};

/** The call that a line `call NAME [ENTRY]... = [ARG]...` is about. */
struct call syscalls_read_call(struct syscalls *t, const char *line);

/** How an argument "VARIABLE:HOW" is shown; what is not known is hidden. */
const struct shown *syscalls_shown_of(struct syscalls *t, const char *arg);

/**
 * The expression of a line `result NAME`, the result as text; NULL if there is
 * none, which is so for "decimal".
 */
const char *syscalls_result_of(struct syscalls *t, const char *name);

/** Returns the function of an ENTRY, followed by :NAME if it has one. */
const char *syscalls_function_of(const char *entry);

/**
 * Add to @out a search for the number n among @from to @to: the statement
 * `return VALUE`, where a number has one.
 */
void syscalls_add_search(const struct words *values, size_t from, size_t to,
			 struct buf *out);

/** Add to @out the function @name, if it is one of those for all calls. */
void syscalls_all_function(struct syscalls *t, const char *name,
			   struct buf *out);

#endif
