/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The lines of the table of system calls, split into their parts; all files of
 * the room share them.
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

/* One way to show arguments: the WIDTH, FORMAT, VALUEs and STATEMENTS of a line
 * `as`, see syscalls.tbl. */
struct shown {
	char width;
	const char *format, *args, *code;
};

/* Another alias of a call: a line `narrow`, for programs of 32 bits alone, or a
 * line `also`. */
struct other_alias {
	const char *name, *of;		/* of the alias; of the call */
	bool is_narrow;
};

struct syscalls {
	struct arena *arena;
	VEC(const char *) lines;	/* of calls */
	VEC(struct other_alias) others;
	struct hash *shown;		/* name -> struct shown */
	struct hash *sets;		/* "flags_open" -> its line */
	struct hash *given;		/* functions and aliases written already */
};

/* A call: a line of the table, split into its parts. */
struct call {
	const char *name;
	const char *alias;		/* its name in aliases */
	struct words entries;		/* "x2:sys_open" */
	const char *result;		/* how it is shown: "decimal", ... */
	bool is_last;			/* the call does not return */
	struct words args;		/* "flags:flags.open" */
	struct words returned;		/* args, when the call has returned */
	struct words params;		/* the kernel's names of args */
};

/** Returns the call of a line `call NAME [ENTRY | RESULT | last]... = [ARG]...`. */
struct call syscalls_read_call(struct syscalls *t, const char *line);

/** Returns the way to show an argument "VARIABLE:HOW"; an unknown HOW hides it. */
const struct shown *syscalls_shown_of(struct syscalls *t, const char *arg);

/**
 * Returns the expression of a line `result NAME`, which makes text of a result.
 * Returns NULL if there is no such line: "decimal" has none.
 */
const char *syscalls_result_of(struct syscalls *t, const char *name);

/** Returns an ENTRY from its function on, without way and number: "FUNCTION", or
 *  "FUNCTION:NAME" if the ENTRY has a NAME. */
const char *syscalls_function_of(const char *entry);

/**
 * Adds to @out statements that return @values[n] for a variable n from @from to
 * @to - 1, by binary search.  They do nothing if that value is NULL.
 */
void syscalls_add_search(const struct words *values, size_t from, size_t to,
			 struct buf *out);

/** Adds to @out the function @name, if it is one of those for all calls. */
void syscalls_all_function(struct syscalls *t, const char *name,
			   struct buf *out);

#endif
