/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The program: what all files together declare, and what it all is bound to.
 *
 * States, in order (each pass leaves the former's work untouched):
 *
 *	library	declared	symbols exist, bodies are plain AST
 *	probe	expanded	each probe has locations; alias bodies are joined
 *	bind	bound		every name in a body has its symbol
 *	infer	typed		every expression has a type
 *	check	legal		what the lowering may rely on holds
 *
 * Everything lives in the program's arena.  Passes take (struct program *)
 * and report to program->diags.
 */
#ifndef TRANSLATOR_PROGRAM_PROGRAM_H
#define TRANSLATOR_PROGRAM_PROGRAM_H

#include "base/diag.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/vec.h"
#include "parser/parser.h"
#include "runtime/uapi/rows.h"
#include "translator/target/types/types.h"

/* ---- types -------------------------------------------------------------- */

/** What probefunc() calls in a script that has probes of kind perf: they are at
 *  no function, but interrupt one. */
#define PROGRAM_HIT_FUNCTION "__hit_function"

enum base_type { TYPE_UNKNOWN, TYPE_LONG, TYPE_STRING, TYPE_STATS };

/**
 * What is known of a type; unified ones point at each other until one of
 * them is the representative.  Use type_find() before looking inside.
 */
struct type_var {
	struct type_var *same;	/* NULL: this is the representative */
	enum base_type base;
	struct span why;	/* where the type was decided */
	bool is_declared;	/* written down, not found out */
	bool in_conflict;	/* reported; there is no more to say of it */
};

struct ctype;
struct effects;

/**
 * The type of the target that a variable's values have, found by sema_ctypes().
 * A second, other one makes a conflict: then it has none.
 */
struct type_cell {
	const struct ctype *type;	/* NULL: nothing says it */
	const struct ctype *other;	/* the second, or NULL */
	struct span why, other_why;
	bool told;			/* it was reported that it has none */
};

/* ---- symbols ------------------------------------------------------------ */

enum symbol_kind { SYM_LOCAL, SYM_PARAM, SYM_GLOBAL, SYM_FUNCTION };

/** A variable or function.  AST nodes point at it. */
struct symbol {
	enum symbol_kind kind;
	const char *name;
	struct span span;		/* the declaration, or first use */
	struct type_var *tv;		/* of the value; of the result */
	struct type_cell cell;		/* the same; of an array's values */
	union {
		struct global *global;		/* SYM_GLOBAL */
		struct function *function;	/* SYM_FUNCTION */
		unsigned index;			/* SYM_LOCAL, SYM_PARAM */
	};
	/* of a call: the function that follows if this one says `next` */
	struct symbol *overload;
	bool is_read, is_written;
};

typedef VEC(struct symbol *) symbol_vec;

/** How histograms of an aggregate are made; one way for each variable. */
struct hist_shape {
	enum stp_hist_kind kind;
	int64_t low, high, step;
	struct span why;
};

struct global {
	struct symbol sym;
	const struct ast_global *ast;
	const struct ast_file *file;	/* where private names are visible */
	unsigned index;			/* in program->globals */
	bool is_array;			/* decided by bind: indexed anywhere */
	bool shape_known;		/* used anywhere yet */
	bool shape_conflict;		/* reported */
	struct span shape_why;
	bool in_c;			/* embedded C names it */
	unsigned n_keys;
	struct type_var **keys;		/* [n_keys] */
	struct type_cell *key_cells;	/* [n_keys], or NULL: none has a type */
	struct hist_shape hist;
	unsigned shift;			/* of @variance; one for each variable */
	struct span shift_why;
	const struct ast_metric *metric;	/* @metric, or NULL */
	const char *about;		/* for readers: see sema/metrics.c */
	int64_t init_num;		/* -G and = */
	const char *init_str;		/* NULL = "" */
};

struct function {
	struct symbol sym;
	const struct ast_function *ast;
	const struct ast_file *file;
	unsigned index;			/* in program->functions */
	const char *intrinsic;		/* name in intrinsics.def, or NULL */
	struct ast_stmt *body;		/* NULL if intrinsic or in C */
	unsigned n_params;
	struct symbol *params;		/* [n_params] */
	symbol_vec locals;
	bool returns_value;		/* some `return e` */
	struct span value_used;		/* a call whose value is used */
	struct span called;		/* the first call that was bound */
	bool uses_next;			/* may hand on to the next overload */
	bool wants_known;
	unsigned char wants;		/* what each call of it needs of its
					   probe (check_point.c), as far as
					   known */
	const struct function *agrees;	/* typed alike with this overload */
	bool used;			/* reached from a probe */
	bool bound;
	/* target variables: what they mean depends on the caller (context.c) */
	bool has_target;			/* it, or what it calls, has some */
	bool differs;			/* the same, and its code differs from
					   location to location (defined.c) */
	struct probe *context;		/* it is the clone for this probe, at
					   all of its locations */
	bool at_entry;			/* the clone that @entry calls */
	const struct function *caller;	/* that first called it, or NULL */
	unsigned clone;			/* its number, from 1; of an original
					   how many there are */
};

/* ---- probes ------------------------------------------------------------- */

/** A probe location: a row without handler numbers. */
struct probe_location {
	const char *name;		/* canonical probe point: pp() */
	struct stp_row row;		/* kind, flags, the kind's tail */
	struct stp_location location;		/* space, address; strings below */
	const char *symbol;		/* location.name; location.space says where
					   that is looked up, and NONE means that
					   there is no location */
	const char *anchor;		/* location.anchor, or NULL */
	const char *build_id;		/* location.build_id or NULL */
	const struct target_address *target;	/* what is known there, or NULL */
	union {
		/* the return addresses of the calls that are meant (with
		   row.kprobe.offset, or row.uprobe.caller), innermost first;
		   none: all calls */
		const struct probe_location *callers;
		/* in a library: the program whose processes are meant, or
		   NULL; with callers: the first one's */
		const struct probe_location *program;
	};
	/* of a return of a program; or NULL */
	const struct return_guards *guards;
	uint16_t n_callers;		/* at most STP_MAX_CALLERS */
	bool is_refused;		/* lacks a target variable of the body,
					   and is left out: sema/reach.c */
	bool has_hook;			/* the entry of a function that the
					   kernel's tracer is called from */
	uint32_t code;			/* which one, if `target` is many */
};

typedef VEC(struct probe_location) probe_location_vec;

/** Functions where return addresses are put back, see struct stp_guard. */
struct return_guard {
	struct probe_location at;
	enum stp_guard_what what;
};

struct return_guards {
	const struct probe_location *program;	/* that runs; NULL: any */
	unsigned risk;		/* what can end it all the same: enum
				   binary_risk; 0: nothing */
	VEC(struct return_guard);		/* in the program's arena */
};

struct probe {
	struct span span;
	struct span written;		/* the probe point, as the user wrote it */
	unsigned index;			/* in program->probes */
	const struct ast_file *file;	/* for private names */
	struct ast_stmt *body;
	struct ast_expr *condition;	/* or NULL */
	enum stp_kind_id kind;		/* of all its locations */
	bool is_return;			/* it is hit when functions return */
	probe_location_vec locations;
	symbol_vec locals;
	VEC(struct function *) clones;	/* of functions, for this probe */
	bool bound;
	bool is_never;			/* compiled, goes nowhere */
	const char *alias;		/* the alias that the user wrote, with
					   what follows it; or NULL */
	const struct global *shows;	/* at the end, see display.c; or NULL */
	unsigned serial;		/* of its expansion; parts share it */
	unsigned better, n_better;	/* it is attached only if none of the
					   probes of these serials could be */
};

/** A probe as written, waiting for expansion. */
struct alias {
	const struct ast_alias *ast;
	const struct ast_file *file;
	bool is_loop;			/* reported */
};

/** A variable that an alias of the library has and a probe does not take. */
struct offer {
	const char *name;
	struct span body;		/* the probe's */
};

/** How many functions cannot be probed, and why. */
struct left_out {
	size_t init;		/* of start-up, freed after it */
	size_t blacklisted;	/* run when the kernel is entered, or by probes */
	size_t notrace;		/* no hook for tracing */
	size_t no_return;	/* returns of programs: see returns.h */
};

struct program {
	struct arena *arena;
	struct intern *names;
	struct sources *sources;
	struct diags *diags;

	VEC(struct ast_file *) files;
	VEC(struct global *) globals;
	VEC(struct global *) private_globals;	/* those of them */
	VEC(struct function *) functions;
	VEC(struct alias *) aliases;
	struct hash *alias_heads;	/* what their names begin with */
	VEC(struct probe *) probes;
	unsigned n_serials;
	unsigned n_watched;		/* watched addresses: kernel.data */
	VEC(const char *) counters;	/* for @perf; interned */
	struct {			/* functions probed without debuginfo: */
		size_t n;		/* their inlined copies are not seen */
		struct span at;		/* the first point */
	} btf_only;
	struct left_out left_out;	/* by patterns */
	bool names_only;		/* locations of one name may be one:
					   -l */
	bool all_offered;		/* unused variables, too: -L */
	unsigned n_alias_steps;		/* aliases expanded so far */
	VEC(struct offer) offers;	/* left out of aliases; with repeats */

	/* functions that the library could load, for suggestions */
	const char *const *library_functions;
	size_t n_library_functions;

	struct hash *global_names;	/* name -> struct global (public ones) */
	struct hash *missing;		/* reported: "function name" */
	struct hash *patterns;		/* of regular expressions: bytes ->
					   struct regex; when checked */
	struct hash *function_names;	/* name -> struct function_set */
	const struct path_provider *paths;	/* or NULL */
	const struct effects *effects;	/* see sema/effects.h; NULL: not yet */
	struct syscalls *syscalls;	/* their table; NULL if not used */
	bool guru;
	bool strict;			/* --strict */
	const char *compatible;		/* --compatible; NULL = newest */
};

/** All functions of one name. */
struct function_set {
	VEC(struct function *) all;
};

struct program *program_create(struct arena *a, struct intern *names,
			       struct sources *sources, struct diags *diags);
void program_destroy(struct program *p);	/* tables only; arena is not */

/** Enter all declarations of a file; duplicates are errors. */
void program_add_file(struct program *p, struct ast_file *f);

/** The global called @name that @file may see, or NULL. */
struct global *program_find_global(const struct program *p, const char *name,
				   const struct ast_file *file);
/**
 * The function that a call from @file means; its `overload` leads to those
 * that `next` may reach, if there are any.  NULL if there is none.
 */
struct symbol *program_find_call(struct program *p, const char *name,
				 size_t arity, const struct ast_file *file);
/** Returns true if @file may call @f: private functions are for their own
 *  file. */
bool program_may_call(const struct function *f, const struct ast_file *file);
struct function_set *program_functions_named(const struct program *p,
					     const char *name);

/**
 * True at the first time that @name, which is missing as a @kind ("function"),
 * is asked about: what is missing is reported once.
 */
bool program_is_news(struct program *p, const char *kind, const char *name);

/**
 * The location of a text in a file: for a macro's text, where the macro is
 * used; an alias' text is in the alias.
 */
struct span program_text_at(const struct program *p, struct span sp);
/** Returns true if the text is the user's own; -I and the tapset are
 *  others'. */
bool program_is_users(const struct program *p, struct span sp);
/** Returns true if text there may hold embedded C, and read what only -g
 *  may. */
bool program_is_guru(const struct program *p, struct span sp);
size_t program_left_out(const struct left_out *l);
/** "3 are of start-up, 1 has no hook for tracing": the reasons as text. */
const char *program_left_out_words(struct arena *a, const struct left_out *l);
/** The file that holds the text at @sp. */
const struct ast_file *program_file_at(const struct program *p,
				       struct span sp);

/** The global that a name or an element names, or NULL; after binding. */
struct global *program_global_of(const struct ast_expr *e);

/** The number, from 1, of the counter called @name; 0: there is none. */
unsigned program_find_counter(const struct program *p, const char *name);

/** One line: name:type (parameters). */
void program_print_function(const struct function *f, struct buf *out);

/** -p2: globals, functions, probes, one a line. */
void program_print(const struct program *p, struct buf *out);

/* ---- embedded C (program_c.c) ------------------------------------------- */

/** Returns true if the C text has the comment with just this word in it:
 *  "pure". */
bool program_c_says(const char *text, const char *word);

/**
 * A global that C text names, by STAP_GLOBAL_GET_x, STAP_GLOBAL_SET_x or a
 * comment pragma:read:x, pragma:write:x.
 */
struct c_use {
	const char *name;		/* interned */
	size_t off;			/* of the name, in the text */
	struct global *global;		/* NULL: there is none */
	bool read, write;
};
typedef VEC(struct c_use) c_use_vec;

/** Finds all of them in @text of @file, in order, one entry for each
 *  occurrence. */
void program_c_uses(const struct program *p, const struct ast_file *file,
		    const char *text, c_use_vec *ret);

/** Returns true if the C text names the parameter @param, by STAP_ARG_x. */
bool program_c_names_arg(const char *text, const char *param);

/** The C text of an expression, embedded or @const; else NULL. */
const char *program_c_expr(const struct ast_expr *e);

/** Where byte @off of C text lies whose token is @token. */
struct span program_c_span(const struct program *p, struct span token,
			   size_t off);

/* ---- target variables (program_path.c) ---------------------------------- */

/**
 * What @e asks of a path provider: a TARGET, @var, @cast or DEREF, of the type
 * that was found for its base.  Index expressions are numbered in the order
 * they are written.  @a owns the steps.
 */
struct path_query program_path_query(struct arena *a,
				     const struct ast_expr *e);

/* ---- locations of a probe (program_probe.c) ------------------------------ */

/** Returns true if the code of @pr is not the same at all its locations: it
 *  names something of the target. */
bool program_probe_differs(const struct probe *pr);
/**
 * Returns true if the condition of @pr reads scalar numbers only, so that it
 * can be evaluated without a lock, before the handler runs.  Others become the
 * first statement of the handler.
 */
bool program_condition_is_plain(const struct probe *pr);
/** Returns true if the condition of @pr is compiled for itself, too: it is
 *  plain, or the probe may have to be armed or disarmed. */
bool program_condition_is_apart(const struct probe *pr);
/** Returns the indexes of the locations in the order they are visited in, which
 *  the caller frees.  NULL: as they are listed. */
uint32_t *program_location_order(const struct probe *pr);

/* ---- target variables at a location (sema/reach.c) ----------------------- */

struct reach;

/**
 * Prepares the answers about all target variables, casts and enumerators that
 * @pr, with its condition and the functions that are cloned for it, names at
 * @location.  sema_reach_check() has found no error there.  The answers about
 * the previous location are freed.
 */
void reach_location(struct reach *r, const struct probe *pr,
		    const struct probe_location *location);
/** The same for the condition of @pr alone, which belongs to no location. */
void reach_condition(struct reach *r, const struct probe *pr);
/** The same for all functions that belong to no probe. */
void reach_functions(struct reach *r);

/** The path of @e, which was asked for; NULL: its value is 0 or "". */
const struct path *reach_path(struct reach *r, const struct ast_expr *e);
/** The value of @enum. */
int64_t reach_number(struct reach *r, const struct ast_expr *e);
/** The enumeration of @enumname; NULL: its value is "". */
const struct ctype *reach_type(struct reach *r, const struct ast_expr *e);

/* ---- type helpers (sema/types.c) ---------------------------------------- */

struct type_var *type_new(struct program *p);
struct type_var *type_find(struct type_var *t);
enum base_type type_base(struct type_var *t);
const char *type_name(enum base_type t);
/** The same as a noun phrase, "a string", for messages. */
const char *type_words(enum base_type t);

/* ---- formats of printf and sprintf (printf.c) ----------------------------- */

/** One piece of a format: literal text, or a conversion. */
struct format_piece {
	bool is_literal;
	const char *text;	/* literal: the bytes meant, %% is % */
	size_t len;
	char conv;		/* conversion letter */
	char flag;		/* 0 + - space #, or NUL */
	bool star_width, star_precision;	/* each takes a number */
	int64_t width, precision;	/* as written, or -1 */
};

typedef VEC(struct format_piece) format_vec;

/**
 * Take a format apart (systemtap language: one flag, width, precision).
 * False and a reason in @why, made in @a, if it is malformed.
 */
bool format_parse(struct arena *a, const char *text, size_t len,
		  format_vec *ret, const char **why);

/** Type that a conversion wants. */
enum base_type format_arg_type(char conv);

/** A conversion of printf, for people who choose one. */
struct format_conversion {
	char conv;
	enum base_type type;	/* of its argument */
	const char *help;
};

/** The @i-th conversion; NULL after the last. */
const struct format_conversion *format_conversion_at(size_t i);

#endif
