/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The syntax tree: the structure of a script, before its names have a meaning.
 *
 * Nodes live in the arena of the parse_env and are never freed one by one.
 * Names are interned, so two equal names are one pointer.  The parser makes
 * the tree and leaves `sym` and `tv` NULL; later passes fill them in and may
 * replace expressions through the walker's slots (ast_walk.h).  No node is
 * deeper than AST_MAX_DEPTH, so recursion over the tree is safe on a stack of
 * deep_call().  No node has two parents: a node that is needed twice is cloned.
 */
#ifndef PARSER_AST_H
#define PARSER_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/source.h"

struct arena;
struct buf;
struct symbol;		/* what a name is bound to; defined by the translator */
struct type_var;	/* what is known of a type; defined by the translator */
struct ctype;		/* a type of the target; defined by the translator */

#define AST_MAX_NESTING 1000	/* brackets in brackets, signs before signs */
#define AST_MAX_DEPTH 120000	/* of the tree: a sum of N terms is N deep */

enum ast_expr_kind {
#define EXPR(sym, member, text) EXPR_##sym,
#include "parser/ast_nodes.def"
	EXPR_N_KINDS
};

enum ast_stmt_kind {
#define STMT(sym, member, text) STMT_##sym,
#include "parser/ast_nodes.def"
	STMT_N_KINDS
};

enum ast_item_kind {
#define ITEM(sym, member, text) ITEM_##sym,
#include "parser/ast_nodes.def"
	ITEM_N_KINDS
};

enum ast_op {
#define OP(sym, text, level, class) OP_##sym,
#include "parser/ast_ops.def"
#undef OP
	OP_N_OPS
};

enum ast_atop {
#define ATOP(sym, name, since, args) ATOP_##sym,
#include "parser/ast_atops.def"
	ATOP_N_OPS
};

enum ast_statop {
	STATOP_NONE,
#define STATOP(sym, name, since) STATOP_##sym,
#include "parser/ast_atops.def"
	STATOP_N_OPS
};

/** A declared type; AST_TYPE_NONE = none is declared. */
enum ast_type { AST_TYPE_NONE, AST_TYPE_LONG, AST_TYPE_STRING };

/* ---- expressions ---- */

/** A list of expressions; NULL elements stand for `*` where slices are allowed. */
struct ast_exprs {
	struct ast_expr **at;
	size_t n, cap;
};

/** One step from a value of the target to a part of it: ->member or [index]. */
struct ast_step {
	enum { STEP_MEMBER, STEP_INDEX } kind;
	struct span span;
	const char *member;	/* STEP_MEMBER: its name */
	struct ast_expr *index;	/* STEP_INDEX */
};

struct ast_path {
	struct ast_step *at;
	size_t n, cap;
	unsigned pretty;	/* 1 = `$` suffix, 2 = `$$` suffix */
	bool address_of;	/* prefix `&` */
};

struct ast_expr {
	enum ast_expr_kind kind;
	unsigned depth;			/* 1 + the depth of the deepest child */
	struct span span;
	struct symbol *sym;		/* NULL from the parser */
	struct type_var *tv;		/* NULL from the parser */
	/* the C type that a DEREF or @enumname uses; NULL from the parser */
	const struct ctype *ctype;
	union {
		/** NUMBER.  Literals of 2^63 and more are negative: they wrap. */
		int64_t number;

		/** STRING: its bytes, after escapes; EMBEDDED: the C text.
		 *  Interned. */
		const char *text;

		/** SYMBOL: a variable, local or global. */
		const char *name;

		/** TARGET: $name, $$name; the name keeps its dollars. */
		struct {
			const char *name;
			struct ast_path path;
		} target;

		/** ATOP: an @-operator; only @cast and @var can have a path. */
		struct {
			enum ast_atop op;
			struct ast_exprs args;
			struct ast_path path;
		} atop;

		/**
		 * DEREF: a path on the value of any other expression.
		 * A path without steps has only the & or the `$` suffix:
		 * &(c ? $x : $y).
		 */
		struct {
			struct ast_expr *base;
			struct ast_path path;
		} deref;

		/** STAT: @count(arg) and so on. */
		struct {
			enum ast_statop op;
			struct ast_expr *arg;
			int64_t shift;		/* @variance; 0 = none */
		} stat;

		/**
		 * HIST: @hist_log(arg), @hist_linear(arg, low, high, step).
		 * A value only in print operations, INDEX, IN and FOREACH;
		 * that is checked later.
		 */
		struct {
			struct ast_expr *arg;
			bool linear;
			int64_t low, high, step;
		} hist;

		/** INDEX: array is a SYMBOL or a HIST; `*` only in DELETE. */
		struct {
			struct ast_expr *array;
			struct ast_exprs keys;
		} index;

		/** CALL */
		struct {
			const char *name;
			struct ast_exprs args;
		} call;

		/** UNARY: PLUS, MINUS, NOT, COMPLEMENT */
		struct {
			enum ast_op op;
			struct ast_expr *arg;
		} unary;

		/** BINARY, COMPARE, LOGICAL, ASSIGN (left = what is set) */
		struct {
			enum ast_op op;
			struct ast_expr *left, *right;
		} binary;

		/** CREMENT: INCREMENT or DECREMENT */
		struct {
			enum ast_op op;
			bool post;
			struct ast_expr *arg;
		} crement;

		/** TERNARY */
		struct {
			struct ast_expr *cond, *yes, *no;
		} ternary;

		/** CONCAT: two or more parts; the first is never a CONCAT. */
		struct {
			struct ast_exprs args;
		} concat;

		/** REGEX: MATCH or NO_MATCH; the pattern's bytes, interned. */
		struct {
			enum ast_op op;
			struct ast_expr *arg;
			const char *pattern;
			struct span pattern_span;
		} regex;

		/** IN: array is a SYMBOL or a HIST; keys may hold `*`. */
		struct {
			struct ast_expr *array;
			struct ast_exprs keys;
		} in;

		/** PRINT: any print operation, printf to sprintdln. */
		struct {
			bool to_string;		/* sprint..: a value */
			bool newline;		/* ..ln */
			bool is_char;		/* print_char(args[0]) */
			const char *format;	/* printf, sprintf; or NULL */
			const char *delimiter;	/* printd..; or NULL */
			struct ast_exprs args;	/* the values to print */
		} print;
	};
};

/* ---- statements ---- */

struct ast_stmts {
	struct ast_stmt **at;
	size_t n, cap;
};

struct ast_stmt {
	enum ast_stmt_kind kind;
	unsigned depth;
	struct span span;	/* loops and if: up to the `)` before the body */
	union {
		/** BLOCK */
		struct ast_stmts block;

		/** EXPR, DELETE; RETURN: may be NULL */
		struct ast_expr *expr;

		/** IF: no is NULL without `else` */
		struct {
			struct ast_expr *cond;
			struct ast_stmt *yes, *no;
		} if_;

		/** WHILE */
		struct {
			struct ast_expr *cond;
			struct ast_stmt *body;
		} while_;

		/** FOR: each of the three may be NULL */
		struct {
			struct ast_expr *init, *cond, *step;
			struct ast_stmt *body;
		} for_;

		/** FOREACH */
		struct {
			struct ast_expr *value;	/* SYMBOL or NULL */
			struct ast_exprs keys;	/* SYMBOLs, one or more */
			struct ast_expr *array;	/* SYMBOL or HIST */
			struct ast_exprs slice;	/* n = 0: everything */
			/* 0 unsorted, +1 rising, -1 falling ... */
			int sort_dir;
			/* ... by the value (0) or by the n-th key (1..) */
			unsigned sort_column;
			/* the statistic to sort by (@count); or STATOP_NONE */
			enum ast_statop sort_stat;
			struct ast_expr *limit;	/* or NULL */
			struct ast_stmt *body;
		} foreach;

		/** TRY */
		struct {
			struct ast_stmt *body;
			struct ast_expr *var;	/* SYMBOL or NULL */
			struct ast_stmt *handler;
		} try_;
	};
};

/* ---- the top level ---- */

struct ast_component {
	struct span span;
	const char *name;	/* may hold the wildcards * and ** */
	enum { COMP_PLAIN, COMP_NUMBER, COMP_STRING } arg;
	int64_t number;		/* COMP_NUMBER */
	const char *text;	/* COMP_STRING, interned bytes */
};

/** One probe point, with braces already expanded. */
struct ast_point {
	struct span span;
	struct ast_components {
		struct ast_component *at;
		size_t n, cap;
	} comps;
	bool optional;		/* `?` or `!` */
	bool sufficient;	/* `!` */
	struct ast_expr *condition;	/* if (...), or NULL */
};

struct ast_points {
	struct ast_point **at;
	size_t n, cap;
};

/** A probe: probe POINT, ... { body } */
struct ast_probe {
	struct span span;	/* the head: `probe` to the last point */
	struct ast_points points;
	struct ast_stmt *body;
};

/** An alias: probe NAME = NAME = POINT, ... { prologue }, { epilogue } */
struct ast_alias {
	struct span span;
	struct ast_points names;	/* patterns: components may have args */
	struct ast_points points;
	struct ast_stmt *prologue;	/* `=`; NULL with `+=` */
	struct ast_stmt *epilogue;	/* `+=` or the second block; or NULL */
};

/** One name of a `global` line; each has an item of its own. */
struct ast_global {
	struct span span;	/* the name */
	const char *name;
	struct ast_expr *init;	/* NUMBER (may be negative), STRING or NULL */
	int64_t size;		/* [size]; 0 = not said */
	bool wrap;		/* % */
	bool is_private;
};

struct ast_param {
	struct span span;
	const char *name;
	enum ast_type type;
};

struct ast_function {
	struct span span;	/* the name */
	const char *name;
	enum ast_type type;
	struct {
		struct ast_param *at;
		size_t n, cap;
	} params;
	int64_t priority;	/* 1 and up; 0 = not said */
	struct ast_stmt *body;	/* NULL if it is written in C */
	const char *c_text;	/* between %{ and %}; NULL if it is not C */
	struct span c_span;
	bool is_private;
};

/** Embedded C, %{ ... %}, at file level. */
struct ast_embedded {
	struct span span;	/* of the text between the braces */
	const char *text;
};

/** A metric, @metric(global, "help", "label", ...), at file level. */
struct ast_metric {
	struct span span;	/* the whole declaration */
	struct ast_exprs args;	/* a SYMBOL, then STRINGs; never bound */
};

struct ast_item {
	enum ast_item_kind kind;
	union {
		struct ast_probe *probe;
		struct ast_alias *alias;
		struct ast_global *global;
		struct ast_function *function;
		struct ast_embedded *embedded;
		struct ast_metric *metric;
	};
};

struct ast_file {
	const struct source *source;
	struct {
		struct ast_item *at;	/* in the order of the text */
		size_t n, cap;
	} items;
};

/* ---- tables ---- */

/** The name of a kind in messages: "a number", "an array element", ... */
const char *ast_expr_name(enum ast_expr_kind kind);

/** The text of an operator ("+="), its level in ast_ops.def, and the kind of node
 *  that carries it. */
const char *ast_op_text(enum ast_op op);
unsigned ast_op_level(enum ast_op op);
enum ast_expr_kind ast_op_kind(enum ast_op op);

/** The text of an @-operator: "@cast", "@count". */
const char *ast_atop_text(enum ast_atop op);
const char *ast_statop_text(enum ast_statop op);

/** The text of a type: "long", "string"; "" for AST_TYPE_NONE. */
const char *ast_type_text(enum ast_type type);

/** The name of the print operation @e, a PRINT: "printf", "sprintdln", ... */
const char *ast_print_text(const struct ast_expr *e);

/** The path of a TARGET, ATOP or DEREF; NULL for all others. */
struct ast_path *ast_expr_path(struct ast_expr *e);

/* ---- whole trees ---- */

/** Make deep copies in @a, with the same spans; sym and tv are NULL, ctype is kept. */
struct ast_expr *ast_clone_expr(struct arena *a, const struct ast_expr *e);
struct ast_stmt *ast_clone_stmt(struct arena *a, const struct ast_stmt *s);
struct ast_point *ast_clone_point(struct arena *a, const struct ast_point *p);

/** Returns true if two expressions are equal, apart from spans, sym, tv and ctype.  NULL is
 *  equal to NULL only. */
bool ast_same_expr(const struct ast_expr *x, const struct ast_expr *y);
bool ast_same_exprs(const struct ast_exprs *x, const struct ast_exprs *y);
/** Returns true if two interned texts, of any pools, have equal bytes; NULL is equal
 *  to NULL only. */
bool ast_same_text(const char *x, const char *y);

/**
 * Append canonical text: parsing it gives the same tree, and printing that
 * gives the same text.  Expressions and points have no newline at the end;
 * statements are indented by @indent tabs and end in a newline.
 */
void ast_print_expr(struct buf *out, const struct ast_expr *e);
void ast_print_stmt(struct buf *out, const struct ast_stmt *s, unsigned indent);
void ast_print_point(struct buf *out, const struct ast_point *p);
void ast_print_item(struct buf *out, const struct ast_item *i);
void ast_print_file(struct buf *out, const struct ast_file *f);

#endif
