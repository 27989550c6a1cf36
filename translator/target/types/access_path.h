/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Access paths: how to get from a probe location to a value.
 *
 * `$file->f_path->dentry` at a code address becomes straight-line ops over one
 * running value.  DWARF and BTF are evaluated at compile time only; what is
 * left are registers, constants, additions and checked loads.  The provider
 * (kernel types, user programs, a test) makes the path, and ir/ lowers it op by
 * op.  Neither knows the other.
 *
 * The value starts at 0, or at the value that the query starts from.  Each op
 * works on it:
 *
 *	REG n		value = register n (DWARF number)
 *	ARG n		value = argument n (from 0) of a tracepoint, as 8 bytes
 *	ENTRY_SAVED n	value = register n as it was at the function's entry
 *			(in a return probe: the whole path is then evaluated
 *			at the entry, and its value is kept for the return)
 *	CONST k		value = k
 *	SYMBOL k	value = an address in memory:
 *			`name` of the kernel: its link address k plus the KASLR
 *			offset
 *			`name` "module:symbol": k bytes after that symbol, where
 *			the module is loaded; its file has build id `build_id`
 *			no name: link address k in the file of the probe
 *			location, plus the load offset
 *			no name, `file`: the same in that file, where the
 *			process that runs has mapped it
 *	FRAME_BASE	value = frame base at the code address
 *	ADD k		value += k
 *	INDEX i, k	value += (script expression i) * k
 *	LOAD		value = memory at value: size, sign, space
 *	BITFIELD	value = bits [shift, shift + size) of it, signed by sign;
 *			with shift 0 it narrows what a register holds
 *	PIECE		value |= register n << shift (parts of one object)
 *	ADDRESS_OF	value is final: an address was asked for
 *	STRING		the string at value (result is a string)
 *	TEXT		the string at value in quotes, with escapes for what
 *			cannot be shown; if it cannot be read, value in hex.  At
 *			most k bytes of it if k is not 0.  Never fails
 *	CALLER		value = the return address that a call in a program left
 *			at value, also where a return probe hides it
 *	CHOOSE		value is a return address; value = the result of the ops
 *			of the choice with that address.  Fails if there is none
 *	FLOAT		a floating-point number as text, in six digits: value has
 *			its bits, size bytes (4 or 8); size 10: the long double
 *			in memory at value
 *	THREAD		value = the thread pointer of the program's thread
 *	LOADED k	value = the word k bytes into the loader's entry of the
 *			library whose dynamic section is at value; the first
 *			entry of the loader's list was set aside
 *	PUSH		set the value aside and go on from 0
 *	DUP		set the value aside and go on from it
 *	MATH n		value = (value set aside last) n value, n an enum path_math
 */
#ifndef TARGET_PATH_H
#define TARGET_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/source.h"

enum path_op_kind {
	PATH_REG,
	PATH_ARG,
	PATH_ENTRY_SAVED,
	PATH_CONST,
	PATH_SYMBOL,
	PATH_FRAME_BASE,
	PATH_ADD,
	PATH_INDEX,
	PATH_LOAD,
	PATH_BITFIELD,
	PATH_PIECE,
	PATH_ADDRESS_OF,
	PATH_STRING,
	PATH_TEXT,
	PATH_THREAD,
	PATH_LOADED,
	PATH_PUSH,
	PATH_MATH,
	PATH_FLOAT,
	PATH_CALLER,
	PATH_CHOOSE,
	PATH_DUP,
};

/** The operations of PATH_MATH, on 64 bits.  Numbers are signed except for USHR. */
enum path_math {
	PATH_MATH_ADD, PATH_MATH_SUB, PATH_MATH_MUL, PATH_MATH_DIV,
	PATH_MATH_MOD, PATH_MATH_AND, PATH_MATH_OR, PATH_MATH_XOR,
	PATH_MATH_SHL, PATH_MATH_SHR, PATH_MATH_USHR,
	PATH_MATH_EQ, PATH_MATH_NE, PATH_MATH_LT, PATH_MATH_LE,
	PATH_MATH_GT, PATH_MATH_GE,
};

/** The most values that a path sets aside at a time. */
#define PATH_PUSH_MAX 8

struct path_choice;

struct path_op {
	enum path_op_kind kind;
	int64_t k;		/* constant, address, offset, element size, most bytes */
	unsigned n;		/* register, argument, script expression,
				   operation */
	unsigned size;		/* LOAD, FLOAT bytes, BITFIELD bits */
	unsigned shift;		/* BITFIELD, PIECE */
	bool sign;
	bool user;		/* LOAD, STRING, TEXT: user space memory */
	const char *name;	/* SYMBOL */
	const char *build_id;	/* SYMBOL of a module, "" unknown; or NULL */
	const char *file;	/* SYMBOL without a name: a path, or NULL */
	const struct path_choice *choices;	/* CHOOSE */
	size_t n_choices;
	struct span span;	/* the step in the script */
};

/** One of the calls that may have led to the probed code, and the ops that
 *  compute the value for it. */
struct path_choice {
	struct path_op address;	/* SYMBOL: where the call returns to */
	const struct path_op *ops;
	size_t n_ops;
};

/** Returns true for a SYMBOL of a module, which is looked up when the script
 *  runs. */
static inline bool path_op_is_of_module(const struct path_op *op)
{
	return op->kind == PATH_SYMBOL && op->name && strchr(op->name, ':');
}

/** Returns true for a SYMBOL of another file, which fails where that file is
 *  not mapped. */
static inline bool path_op_is_of_file(const struct path_op *op)
{
	return op->kind == PATH_SYMBOL && !op->name && op->file;
}

/** One step of a query as the script wrote it.  Index expressions are numbered. */
struct path_step {
	enum { PATH_MEMBER, PATH_ELEMENT } kind;
	const char *member;
	unsigned index;		/* n-th index expression of the path */
	bool is_number;		/* the index is a constant: `number` */
	int64_t number;
	struct span span;
};

struct ctype;

/** A value that the script reads, writes or asks about: where it starts, and
 *  the steps from there. */
struct path_query {
	enum {
		PATH_NAME,	/* $name, $$name: at the probe location */
		PATH_VAR,	/* @var("name@file", "module") */
		PATH_CAST,	/* @cast(value, "name", "module") */
		PATH_VALUE,	/* a value whose type is known */
	} from;
	const char *name;	/* NAME: with its dollars; VAR: as written; CAST: the type */
	const char *module;	/* VAR, CAST: as written, "a:b"; or NULL */
	const struct ctype *type;	/* VALUE: its type, from an earlier path */
	struct span span;
	const struct path_step *steps;
	size_t n_steps;
	/* TYPE: nothing is read; only the path's type is wanted */
	enum { PATH_READ, PATH_WRITE, PATH_ADDRESS, PATH_TYPE } use;
	unsigned pretty;	/* 1: `$` after it, 2: `$$` */
};

struct path;

/**
 * A condition of a part of pretty printing.  The part is printed only if a
 * number, which the ops compute as those of an argument do, is one of `values`;
 * with `is_none`, only if it is none of them.
 */
struct path_when {
	const struct path_op *ops;
	size_t n_ops;
	const int64_t *values;
	size_t n_values;
	bool is_none;
};

/**
 * An argument of pretty printing.  Its ops continue from the path's value, as those of
 * other arguments may; with `is_whole` they start where the path starts.  Or, without ops,
 * `part` makes a string: if that fails, only this argument shows the failure.
 */
struct path_arg {
	const struct path_op *ops;
	size_t n_ops;
	bool is_whole;
	bool is_string;		/* %s: the last op is STRING, TEXT or FLOAT */
	const struct path *part;	/* %s: a path with a format, instead
					   of ops; or NULL */
	const struct path_when *when;	/* with part: if it does not hold, the string
					   is ""; NULL: it always holds */
};

/** The answer of a provider to a query.  The provider owns it: see its forget(). */
struct path {
	const struct path_op *ops;
	size_t n_ops;
	const struct ctype *type;	/* of the result; may be NULL */
	const char *provider;		/* "BTF", "DWARF", "symbols"; or NULL */
	const char *reason;		/* why the value cannot be reached, or NULL */
	const char *hint;		/* with reason: what would help, or NULL */
	const char *const *notes;	/* with reason: what is known, a line
					   each */
	size_t n_notes;
	unsigned failed_step;		/* with reason: the step that failed, from 0;
					   the number of steps: the name itself */
	/*
	 * The format of pretty printing, for $$vars and the like.  The result
	 * is the string that the script's printf makes of `format` and the
	 * arguments; if one of them cannot be read it is `unread`, or "ERROR"
	 * where that is NULL.  No format: the value is a number, or the string
	 * of a last op STRING, TEXT or FLOAT.  The ops make the value that the
	 * arguments continue from; there may be no ops, and no arguments.
	 */
	const char *format, *unread;
	const struct path_arg *args;
	size_t n_args;
	/*
	 * The same string as a description for the row of the probe location,
	 * or NULL.  In a module each location of a probe has a row.  The module
	 * makes the string from the row of the location that is hit. This
	 * allows many locations to have the same handler.  Only numbers, registers and
	 * the stack can be described.  The form: struct stp_row, `text`.
	 */
	const char *row_text;
};

struct buf;

/** Append the path in words: "reg 5, add 24, load u64"; or the reason. */
void path_print(struct buf *out, const struct path *p);
/** Append the query in words: "&$file->f_path[0]$", "(struct file
 *  *)->f_mode". */
void path_query_print(struct buf *out, const struct path_query *q);

/**
 * Returns true if register @reg (DWARF number) is one that a call passes
 * something in, or the stack or frame pointer.  At a function's entry saving
 * these costs little.
 */
bool path_is_calling_register(uint64_t reg);
/** Returns the number of the word of struct pt_regs that has register @reg
 *  (DWARF number), or -1. */
int path_register_word(uint64_t reg);

struct probe_location;

/**
 * Provides the paths of target variables; a session has at most one provider.
 *
 * The last op of a path for PATH_WRITE must be a LOAD or a REG, perhaps with a
 * BITFIELD after it: it becomes a store.  A REG without a BITFIELD takes all of
 * the value, however small its type is.
 */
struct path_provider {
	void *data;
	/** Returns the path of @q, never NULL.  @at is NULL in a function of the script. */
	const struct path *(*resolve)(void *data, const struct probe_location *at,
				      const struct path_query *q);
	/**
	 * Finds the value of @enum("NAME"); false: there is none.  @module is as in a
	 * query.  The pointer is NULL if this provider knows no enumerations.
	 */
	bool (*enumerator)(void *data, const struct probe_location *at,
			   const char *name, const char *module,
			   int64_t *ret);
	/**
	 * Returns the type called @name ("struct file", "pid_t"), whose
	 * enumerators @enumname() shows, or NULL.  The pointer may be NULL.
	 */
	const struct ctype *(*type)(void *data, const struct probe_location *at,
				    const char *name, const char *module);
	/**
	 * Enclose the queries about one probe location.  Answers given between
	 * begin() and forget() live until forget(), because a pattern asks
	 * about a great many locations.  Both pointers may be NULL.
	 */
	void (*begin)(void *data);
	void (*forget)(void *data, const struct probe_location *at);
};

#endif
