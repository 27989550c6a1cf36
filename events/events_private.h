/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of events/ share: a definition, taken apart.
 */
#ifndef EVENTS_PRIVATE_H
#define EVENTS_PRIVATE_H

#include "base/diag.h"
#include "base/vec.h"
#include "events/events.h"
#include "parser/parser.h"

/* The kernel's own limits. */
#define EVENT_MAX_ARGS 128
#define EVENT_MAX_ARRAY 64
#define EVENT_MAX_DEREFS 15
#define EVENT_MAX_NAME 63
#define EVENT_MAX_MAXACTIVE 4096
#define EVENT_MAX_LEN 4095

/** A piece of a text: from p up to end. */
struct piece {
	const char *p, *end;
};

/** How a value is shown and how large it is. */
struct event_type {
	enum {
		TYPE_UNSIGNED, TYPE_SIGNED, TYPE_HEX, TYPE_CHAR,
		TYPE_SYMBOL,		/* an address, shown as NAME+OFFSET/SIZE */
		TYPE_SYMBOL_TEXT,	/* the same in quotes, and a string for
					   filters */
		TYPE_TEXT,		/* a string, in memory or known */
		TYPE_USER_TEXT,		/* a string in a program's memory */
	} show;
	unsigned size;			/* bytes of the number */
	unsigned bits, shift;		/* of a bit field; bits 0: it is none */
	unsigned count;			/* of an array; 0: it is none */
};

/** One step to what a number points at. */
struct event_deref {
	int64_t off;
	bool user;			/* +u: in a program's memory */
	/* or the offset of a member: a structure's name, then members up to
	 * NULL; NULL: off */
	const char *const *member;
};

/** An argument: where to begin, what to follow, how to show it. */
struct event_arg {
	struct span span;
	const char *name;		/* interned */
	enum {
		FROM_REGISTER,		/* number: DWARF's */
		FROM_NUMBER,		/* number */
		FROM_SYMBOL,		/* the address of text */
		FROM_FILE,		/* where offset `number` of the file of
					   the place is in memory */
		FROM_TEXT,		/* the string text itself */
		FROM_COMM,		/* the name of the task */
	} from;
	int64_t number;
	const char *text;
	struct event_deref derefs[EVENT_MAX_DEREFS];
	size_t n_derefs;
	struct event_type type;
	bool is_filtered;		/* the filter asks for it: it is read
					   first, into a variable */
};

struct event {
	struct span span;		/* the whole definition */
	const struct source *src;
	unsigned line;
	const char *group, *name;	/* interned */
	bool has_group;			/* it was written */
	struct span name_span;
	bool is_return;
	bool is_fprobe;			/* f: a whole function's, by its name */
	unsigned maxactive;		/* 0: not said */
	struct span point_span;
	const char *module;		/* NULL: of the kernel */
	const char *symbol;		/* NULL: address, or: */
	const char *path;		/* of a program; NULL: of the kernel */
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
bool piece_is(struct piece t, const char *word);
/** The next word up to white space; empty at the end. */
struct piece piece_word(struct piece *rest);
/** Letters, digits and _, not a digit first. */
bool piece_is_name(struct piece t);
/** A number as in C, decimal, hexadecimal or octal, and nothing else. */
bool piece_number(struct piece t, uint64_t *ret);
const char *piece_intern(const struct events *ev, struct piece t);
/** The last @c of it, or NULL. */
const char *piece_last(struct piece t, char c);
/** An error about a piece of the definition. */
struct diag *piece_error(const struct events *ev, const struct event *e,
			 struct piece at, unsigned tag, const char *fmt,
			 ...) __attribute__((format(printf, 5, 6)));

/* ---- the parts of a definition ------------------------------------------ */

/** The word before the place: p, r10, p:group/name.  False: reported. */
bool event_take_head(const struct events *ev, struct event *e,
		     struct piece word);
/** [GROUP/]NAME after the colon; either may stay NULL. */
bool event_take_name(const struct events *ev, struct event *e,
		     struct piece text);
/** The place; also makes the name if none was given. */
bool event_take_point(const struct events *ev, struct event *e,
		      struct piece word);
/** One argument, added to @e->args. */
bool event_take_arg(const struct events *ev, struct event *e,
		    struct piece word);
/** Where to begin and what to follow, without name and type (value.c). */
bool event_take_value(const struct events *ev, const struct event *e,
		      struct event_arg *a, struct piece text);
/** TYPE of an argument, as written after the colon (types.c). */
bool event_take_type(const struct events *ev, const struct event *e,
		     struct event_arg *a, struct piece text);
/** The filter, all after `if`; arguments that it needs are marked. */
bool event_take_filter(const struct events *ev, struct event *e,
		       struct piece text);

/** The probe of a definition. */
struct ast_probe *event_probe(const struct events *ev, struct event *e);
/** The probe that prints hits and misses of all that are left. */
struct ast_probe *events_profile(const struct events *ev);

/** The variable that holds a filtered argument. */
struct ast_expr *event_arg_variable(const struct events *ev,
				    const struct event_arg *a);

/* ---- nodes (build.c) ---------------------------------------------------- */

/** Where nodes are made, and the span that they get. */
struct make {
	const struct events *ev;
	struct span span;
};

struct ast_expr *make_number(struct make m, int64_t n);
struct ast_expr *make_text(struct make m, const char *text);
struct ast_expr *make_name(struct make m, const char *name);
struct ast_expr *make_call(struct make m, const char *name,
			   struct ast_expr *arg);
struct ast_expr *make_atop(struct make m, enum ast_atop op,
			   struct ast_expr *first, struct ast_expr *second);
/** &@var("name") */
struct ast_expr *make_address(struct make m, const char *name);
/** &@cast(@base, PATH[0])->PATH[1]->PATH[2]...; @path ends in NULL. */
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
struct ast_stmt *make_do(struct make m, struct ast_expr *e);
struct ast_stmt *make_set(struct make m, const char *name,
			  struct ast_expr *value);
struct ast_stmt *make_if(struct make m, struct ast_expr *cond,
			 struct ast_stmt *yes);
struct ast_stmt *make_try(struct make m, struct ast_stmt *body,
			  struct ast_stmt *handler);
struct ast_stmt *make_block(struct make m);
void make_add(struct make m, struct ast_stmt *block, struct ast_stmt *s);

#endif
