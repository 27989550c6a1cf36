/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The parts of a definition, which the files of events/ share.
 */
#ifndef EVENTS_PRIVATE_H
#define EVENTS_PRIVATE_H

#include "base/diag.h"
#include "base/vec.h"
#include "events/events.h"
#include "parser/parser.h"

/* Limits of the kernel; MAX_NAME and MAX_LEN (of a definition) are bytes. */
#define EVENT_MAX_ARGS 128
#define EVENT_MAX_ARRAY 64
#define EVENT_MAX_DEREFS 15
#define EVENT_MAX_NAME 63
#define EVENT_MAX_MAXACTIVE 4096
#define EVENT_MAX_LEN 4095

/** A piece of a text: the bytes from p to before end. */
struct piece {
	const char *p, *end;
};

/** How a value is shown and how large it is. */
struct event_type {
	enum {
		TYPE_UNSIGNED, TYPE_SIGNED, TYPE_HEX, TYPE_CHAR,
		TYPE_SYMBOL,		/* an address, shown as NAME+OFFSET/SIZE */
		TYPE_SYMBOL_TEXT,	/* an address, shown like TYPE_SYMBOL but in
					   quotes; filters compare this string */
		TYPE_TEXT,		/* a string: in memory, FROM_TEXT, FROM_COMM */
		TYPE_USER_TEXT,		/* a string in a program's memory */
	} show;
	unsigned size;			/* bytes of the number; 0 for a string */
	unsigned bits, shift;		/* of a bit field; bits 0: not a bit field */
	unsigned count;			/* elements of an array; 0: not an array */
};

/** One step to memory: adds an offset to the number so far, and reads at this address. */
struct event_deref {
	int64_t off;			/* the offset if `member` is NULL */
	bool user;			/* +u: in a program's memory */
	/* the offset is that of a member: the name of a structure, then those of
	 * members, then NULL; or NULL */
	const char *const *member;
};

/** An argument: where its value begins (from), the steps from there, how it is shown. */
struct event_arg {
	struct span span;
	const char *name;		/* interned */
	enum {
		FROM_REGISTER,		/* the register with DWARF's `number` */
		FROM_NUMBER,		/* the constant `number` */
		FROM_SYMBOL,		/* the address of the kernel's variable
					   `text` */
		FROM_FILE,		/* the address in memory of offset
					   `number` of the probed file */
		FROM_TEXT,		/* the string `text` itself */
		FROM_COMM,		/* the name of the task */
	} from;
	int64_t number;
	const char *text;
	struct event_deref derefs[EVENT_MAX_DEREFS];
	size_t n_derefs;
	struct event_type type;
	bool is_filtered;		/* the filter uses it: its value is read into a
					   variable before the filter */
};

struct event {
	struct span span;		/* the whole definition */
	const struct source *src;
	unsigned line;
	const char *group, *name;	/* interned */
	bool has_group;			/* the group was written */
	struct span name_span;
	bool is_return;
	bool is_fprobe;			/* f: of a whole function, by its name */
	unsigned maxactive;		/* 0: not given */
	struct span point_span;
	const char *module;		/* NULL: the kernel itself */
	const char *symbol;		/* NULL: address or path is used */
	const char *path;		/* of a program; NULL: a point in the kernel */
	int64_t offset;			/* in the function, or the file */
	uint64_t counter;		/* offset in the file of the word that
					   is raised while the probe is
					   attached; 0: none */
	uint64_t address;
	VEC(struct event_arg) args;
	struct ast_expr *filter;	/* or NULL */
	bool deleted;
};

struct events {
	const struct parse_env *env;
	VEC(struct event *) all;	/* in the order of the texts */
	const struct source *first;	/* the first text, or NULL */
};

/* ---- pieces of text (piece.c) ------------------------------------------- */

struct span piece_span(const struct source *src, struct piece t);
static inline size_t piece_len(struct piece t)
{
	return (size_t)(t.end - t.p);
}
/** Returns true if @t is the text @word. */
bool piece_is(struct piece t, const char *word);
/** Takes the next word, up to white space, off @rest; empty at the end. */
struct piece piece_word(struct piece *rest);
/** Returns true if @t is letters, digits and _, not a digit first. */
bool piece_is_name(struct piece t);
/** Reads a number as in C, decimal, hexadecimal or octal, without sign.  Returns false if
 *  @t is anything else or does not fit into 64 bits. */
bool piece_number(struct piece t, uint64_t *ret);
const char *piece_intern(const struct events *ev, struct piece t);
/** The address of the last @c in @t, or NULL. */
const char *piece_last(struct piece t, char c);
/** Reports an error about a piece of the definition. */
struct diag *piece_error(const struct events *ev, const struct event *e,
			 struct piece at, unsigned tag, const char *fmt,
			 ...) __attribute__((format(printf, 5, 6)));

/* ---- the parts of a definition ------------------------------------------ */

/** Reads the first word: p, r10, f, p:group/name.  All event_take_ functions return false
 *  after an error, which they report. */
bool event_take_head(const struct events *ev, struct event *e,
		     struct piece word);
/** Reads [GROUP/]NAME or GROUP/ after the colon; a part that is not written is left as it
 *  is in @e. */
bool event_take_name(const struct events *ev, struct event *e,
		     struct piece text);
/** Reads the probe point.  Also sets the group of an event in a program, and makes a name,
 *  if they were not written. */
bool event_take_point(const struct events *ev, struct event *e,
		      struct piece word);
/** Reads one argument and adds it to @e->args. */
bool event_take_arg(const struct events *ev, struct event *e,
		    struct piece word);
/** Reads VALUE of an argument, its base and steps, without name and type (value.c). */
bool event_take_value(const struct events *ev, const struct event *e,
		      struct event_arg *a, struct piece text);
/** Reads TYPE of an argument, as written after the colon (types.c). */
bool event_take_type(const struct events *ev, const struct event *e,
		     struct event_arg *a, struct piece text);
/** Reads the filter, all text after `if`.  Sets is_filtered of the arguments that it
 *  uses. */
bool event_take_filter(const struct events *ev, struct event *e,
		       struct piece text);

/** Makes the probe of a definition. */
struct ast_probe *event_probe(const struct events *ev, struct event *e);
/** Makes the probe that prints hits and misses of all definitions not deleted. */
struct ast_probe *events_profile(const struct events *ev);

/** The variable that holds a filtered argument. */
struct ast_expr *event_arg_variable(const struct events *ev,
				    const struct event_arg *a);

/* ---- nodes (build.c) ---------------------------------------------------- */

/** The set whose arena and names are used for new nodes, and the span of the nodes. */
struct make {
	const struct events *ev;
	struct span span;
};

struct ast_expr *make_number(struct make m, int64_t n);
struct ast_expr *make_text(struct make m, const char *text);
struct ast_expr *make_name(struct make m, const char *name);
/** Makes a call with one argument, or without if @arg is NULL. */
struct ast_expr *make_call(struct make m, const char *name,
			   struct ast_expr *arg);
/** Makes an @-operator with the arguments @first and @second; NULL ones are left out. */
struct ast_expr *make_atop(struct make m, enum ast_atop op,
			   struct ast_expr *first, struct ast_expr *second);
/** Makes &@var("name"). */
struct ast_expr *make_address(struct make m, const char *name);
/** Makes &@cast(@base, PATH[0])->PATH[1]->PATH[2]...; @path ends in NULL. */
struct ast_expr *make_member(struct make m, struct ast_expr *base,
			     const char *const *path);
struct ast_expr *make_binary(struct make m, enum ast_op op,
			     struct ast_expr *left, struct ast_expr *right);
struct ast_expr *make_not(struct make m, struct ast_expr *arg);
struct ast_expr *make_choice(struct make m, struct ast_expr *cond,
			     struct ast_expr *yes, struct ast_expr *no);
struct ast_expr *make_match(struct make m, struct ast_expr *arg,
			    const char *pattern);
struct ast_expr *make_printf(struct make m, const char *format,
			     struct ast_exprs args);
struct ast_stmt *make_stmt(struct make m, enum ast_stmt_kind kind);
/** Makes a statement of the expression @e. */
struct ast_stmt *make_do(struct make m, struct ast_expr *e);
/** Makes the statement @name = @value. */
struct ast_stmt *make_set(struct make m, const char *name,
			  struct ast_expr *value);
struct ast_stmt *make_if(struct make m, struct ast_expr *cond,
			 struct ast_stmt *yes);
struct ast_stmt *make_try(struct make m, struct ast_stmt *body,
			  struct ast_stmt *handler);
struct ast_stmt *make_block(struct make m);
/** Appends @s to @block. */
void make_add(struct make m, struct ast_stmt *block, struct ast_stmt *s);

#endif
