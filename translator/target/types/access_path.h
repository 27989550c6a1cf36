/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Access paths: how to get from a probe location to a value.
 *
 * `$file->f_path->dentry` at some place becomes straight-line ops over one
 * running value; DWARF and BTF are evaluated at compile time only, what is
 * left here are registers, constants, additions and checked loads.  The
 * provider (kernel types, user programs, a test) makes the path; ir/ lowers
 * it op by op; neither knows the other.
 *
 * The value starts at 0, or with what the query starts from.  Each op works
 * on it:
 *
 *	REG n		value = register n (DWARF number)
 *	ARG n		value = argument n (from 0) of a tracepoint, as 8 bytes
 *	ENTRY_SAVED n	value = register n as it was at the function's entry
 *			(in a return probe; the whole path is then walked
 *			there, and its value kept for the return)
 *	CONST k		value = k
 *	SYMBOL k	value = k, the link address of symbol `name` of the kernel,
 *			plus the KASLR offset; `name` "module:symbol": k bytes after
 *			that symbol, wherever the module was loaded, whose file
 *			has the build id `build_id`; without a name: an address
 *			in the file that the place is in, plus what that was
 *			moved by; with `file`: in that, where the process that
 *			runs has mapped it
 *	FRAME_BASE	value = frame base of the place
 *	ADD k		value += k
 *	INDEX i, k	value += (script expression i) * k
 *	LOAD		value = memory at value: size, sign, space
 *	BITFIELD	value = bits [shift, shift + size) of it, signed by sign;
 *			with shift 0 it narrows what a register holds
 *	PIECE		value |= register n << shift (parts of one object)
 *	ADDRESS_OF	value is final: an address was asked for
 *	STRING		the string at value (result is a string)
 *	TEXT		the string at value in quotes, with what cannot be shown
 *			as escapes; if it cannot be read, value in hex.  At most
 *			k bytes of it if k is not 0.  Never fails
 *	CALLER		value = the return address that a call of a program left
 *			at value, also where a probe of the return hides it
 *	CHOOSE		value = what the ops of that one of the choices make
 *			which begins with value, the return address; it fails if none does
 *	FLOAT		value as text: of the floating-point number whose bits,
 *			size bytes (4 or 8), it is, in six digits; size 10: of
 *			the long double at value
 *	THREAD		value = the thread pointer of the program's thread
 *	LOADED k	value = the word k bytes into what the loader keeps of the
 *			library whose dynamic section is at value; the first in
 *			the loader's list of these was set aside
 *	PUSH		set the value aside and go on from 0
 *	DUP		set the value aside and go on from it
 *	MATH n		value = the one set aside last (enum path_math) value
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

/** Operations of 64 bits; numbers are signed but for USHR. */
enum path_math {
	PATH_MATH_ADD, PATH_MATH_SUB, PATH_MATH_MUL, PATH_MATH_DIV,
	PATH_MATH_MOD, PATH_MATH_AND, PATH_MATH_OR, PATH_MATH_XOR,
	PATH_MATH_SHL, PATH_MATH_SHR, PATH_MATH_USHR,
	PATH_MATH_EQ, PATH_MATH_NE, PATH_MATH_LT, PATH_MATH_LE,
	PATH_MATH_GT, PATH_MATH_GE,
};

/** A path has no more values set aside at a time. */
#define PATH_PUSH_MAX 8

struct path_choice;

struct path_op {
	enum path_op_kind kind;
	int64_t k;		/* constant, offset, element size */
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

/** One of the calls that may have led here, and what its ops say. */
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

/** Returns true for a SYMBOL of another file, which fails where that is not
 *  mapped. */
static inline bool path_op_is_of_file(const struct path_op *op)
{
	return op->kind == PATH_SYMBOL && !op->name && op->file;
}

/** A step as the script wrote it; index expressions are numbered. */
struct path_step {
	enum { PATH_MEMBER, PATH_ELEMENT } kind;
	const char *member;
	unsigned index;		/* n-th index expression of the path */
	bool is_number;		/* the index is written down: it is number */
	int64_t number;
	struct span span;
};

struct ctype;

/** What the script reads or writes. */
struct path_query {
	enum {
		PATH_NAME,	/* $name, $$name: at the place */
		PATH_VAR,	/* @var("name@file", "module") */
		PATH_CAST,	/* @cast(value, "name", "module") */
		PATH_VALUE,	/* a value whose type is known */
	} from;
	const char *name;	/* NAME: with its dollars; VAR; CAST: a type */
	const char *module;	/* VAR, CAST: as written, "a:b"; or NULL */
	const struct ctype *type;	/* VALUE: as a path's type said */
	struct span span;
	const struct path_step *steps;
	size_t n_steps;
	/* TYPE: nothing is read; the path's type is what is there */
	enum { PATH_READ, PATH_WRITE, PATH_ADDRESS, PATH_TYPE } use;
	unsigned pretty;	/* 1: `$` after it, 2: `$$` */
};

struct path;

/** Something is there only if a number, which ops make as those of an argument
 *  do, is one of some values, or none of them. */
struct path_when {
	const struct path_op *ops;
	size_t n_ops;
	const int64_t *values;
	size_t n_values;
	bool is_none;
};

/**
 * A piece of pretty printing: ops that go on from the path's value (more than
 * one piece does), or, if `is_whole`, from where that starts.  Or a string that stands for
 * itself: what `part` makes, whose failures are its own.
 */
struct path_arg {
	const struct path_op *ops;
	size_t n_ops;
	bool is_whole;
	bool is_string;		/* %s: the last op is STRING, TEXT or FLOAT */
	const struct path *part;	/* %s; not NULL: a path with a format,
					   and no ops are here */
	const struct path_when *when;	/* with part: if not, it is ""; or
					   NULL: always */
};

/** What a provider answers; owned by the provider, see its forget(). */
struct path {
	const struct path_op *ops;
	size_t n_ops;
	const struct ctype *type;	/* of the result; may be NULL */
	const char *provider;		/* "BTF", "DWARF", "symbols"; or NULL */
	const char *reason;		/* not NULL: it cannot be reached: why */
	const char *hint;		/* with reason: what would help, or NULL */
	const char *const *notes;	/* with reason: what is known, a line
					   each */
	size_t n_notes;
	unsigned failed_step;		/* with reason: which step, from 0; as
					   many as there are: the name itself */
	/*
	 * Pretty printing, $$vars and their like: the string that a printf
	 * of the script language with `format` makes of the arguments;
	 * `unread`, or "ERROR" where that is NULL, if one of them cannot be
	 * read.  No format: the value is a number, or the
	 * string of a last op STRING, TEXT or FLOAT.  The ops make what the arguments
	 * go on from; there may be none, and no arguments.
	 */
	const char *format, *unread;
	const struct path_arg *args;
	size_t n_args;
	/*
	 * The same string, described for the module, which then makes it from
	 * the description of the row that is hit: handlers of many places
	 * stay equal.  Of numbers, registers and the stack only; or NULL.
	 * How: struct stp_row, `text`.
	 */
	const char *row_text;
};

struct buf;

/** Append it in words: "reg 5, add 24, load u64"; or the reason. */
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
/** Returns the word of register @reg in what the kernel saves; -1: none. */
int path_register_word(uint64_t reg);

struct probe_location;

/**
 * Provides the paths of target variables; a session has at most one provider.
 *
 * PATH_WRITE wants a path whose last op is a LOAD or a REG, perhaps with a
 * BITFIELD after it: it becomes a store.  A REG without one takes all of the
 * value, however small its type is.
 */
struct path_provider {
	void *data;
	/** @at: NULL in a function.  Never NULL. */
	const struct path *(*resolve)(void *data, const struct probe_location *at,
				      const struct path_query *q);
	/**
	 * @enum("NAME"); @module as in a query.  NULL: this provider knows no
	 * enumerations.
	 */
	bool (*enumerator)(void *data, const struct probe_location *at,
			   const char *name, const char *module,
			   int64_t *ret);
	/**
	 * The type called @name ("struct file", "pid_t"), whose enumerators
	 * @enumname() shows, or NULL.  May be NULL.
	 */
	const struct ctype *(*type)(void *data, const struct probe_location *at,
				    const char *name, const char *module);
	/**
	 * What is answered between begin() and forget(), about one place,
	 * lives until then: patterns ask about a great many.  Both may be
	 * NULL.
	 */
	void (*begin)(void *data);
	void (*forget)(void *data, const struct probe_location *at);
};

#endif
