/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The program: the declarations of all files, with the results of the passes.
 *
 * Its states, in order (each pass leaves the work of the previous ones
 * untouched):
 *
 *	library	declared	symbols exist, bodies are plain AST
 *	probe	expanded	each probe has locations; alias bodies are joined
 *	bind	bound		every name in a body has its symbol
 *	infer	typed		every expression has a type
 *	check	legal		the lowering may rely on all rules
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

/** The function that probefunc() calls in a script with probes of kind perf.  Such a
 *  probe is not attached to a function: it interrupts any function. */
#define PROGRAM_HIT_FUNCTION "__hit_function"

enum base_type { TYPE_UNKNOWN, TYPE_LONG, TYPE_STRING, TYPE_STATS };

/**
 * A type of the language, as far as it is known.  Types that were unified are
 * chained by `same`; the last one of a chain, the representative, has the valid
 * members.  type_find() returns it.
 */
struct type_var {
	struct type_var *same;	/* NULL: this is the representative */
	enum base_type base;
	struct span why;	/* the text that decided the type */
	bool is_declared;	/* by the script, not inferred */
	bool in_conflict;	/* a conflict was reported; report no more */
};

struct ctype;
struct effects;

/**
 * The C type, in the target, of a variable's values; sema_ctypes() finds it.  A
 * variable whose values have two different C types has none.
 */
struct type_cell {
	const struct ctype *type;	/* NULL: it is not known */
	const struct ctype *other;	/* a second, different one, or NULL */
	struct span why, other_why;	/* the texts that decided them */
	bool told;			/* the missing type was reported */
};

/* ---- symbols ------------------------------------------------------------ */

enum symbol_kind { SYM_LOCAL, SYM_PARAM, SYM_GLOBAL, SYM_FUNCTION };

/** A variable or function.  AST nodes point at it. */
struct symbol {
	enum symbol_kind kind;
	const char *name;
	struct span span;		/* the declaration, or first use */
	struct type_var *tv;		/* type of a variable, of an array's values,
					   or of a function's return value */
	struct type_cell cell;		/* the C type of the same */
	union {
		struct global *global;		/* SYM_GLOBAL */
		struct function *function;	/* SYM_FUNCTION */
		unsigned index;			/* SYM_LOCAL, SYM_PARAM */
	};
	/* of a function: the one that runs next if this one executes `next` */
	struct symbol *overload;
	bool is_read, is_written;
};

typedef VEC(struct symbol *) symbol_vec;

/** The kind and bounds of an aggregate's histograms; one for each variable. */
struct hist_shape {
	enum stp_hist_kind kind;
	int64_t low, high, step;
	struct span why;		/* the text that decided them */
};

/** A global variable of the script. */
struct global {
	struct symbol sym;
	const struct ast_global *ast;
	const struct ast_file *file;	/* where private names are visible */
	unsigned index;			/* in program->globals */
	bool is_array;			/* it is indexed; bind decides */
	bool shape_known;		/* is_array and n_keys are decided */
	bool shape_conflict;		/* a conflict of uses was reported */
	struct span shape_why;		/* the use that decided them */
	bool in_c;			/* embedded C names it */
	unsigned n_keys;
	struct type_var **keys;		/* [n_keys] */
	struct type_cell *key_cells;	/* [n_keys], or NULL: no key has a C type */
	struct hist_shape hist;
	unsigned shift;			/* of @variance; one for each variable */
	struct span shift_why;
	const struct ast_metric *metric;	/* @metric, or NULL */
	const char *about;		/* help text for users: sema/metrics.c */
	int64_t init_num;		/* first value of a number, of -G or = */
	const char *init_str;		/* first value of a string; NULL = "" */
};

/** A function of the script, or a clone of one for a probe. */
struct function {
	struct symbol sym;
	const struct ast_function *ast;
	const struct ast_file *file;
	unsigned index;			/* in program->functions */
	const char *intrinsic;		/* name in intrinsics.def, or NULL */
	struct ast_stmt *body;		/* NULL for an intrinsic or embedded C */
	unsigned n_params;
	struct symbol *params;		/* [n_params] */
	symbol_vec locals;
	bool returns_value;		/* it has `return e`, or a type */
	struct span value_used;		/* a call whose value is used */
	struct span called;		/* the first call that was bound */
	bool uses_next;			/* it may call the next overload */
	bool wants_known;		/* `wants` has been computed */
	unsigned char wants;		/* what each call needs of the probe
					   (check_point.c), as far as known */
	const struct function *agrees;	/* the overload whose types it has */
	bool used;			/* reached from a probe */
	bool bound;			/* the names in its body have symbols */
	/* the meaning of target variables depends on the caller (context.c) */
	bool has_target;			/* it, or a function that it
						   calls, has target variables */
	bool differs;			/* has_target, and its code differs from
					   location to location (defined.c) */
	struct probe *context;		/* of a clone: its probe, with all
					   locations */
	bool at_entry;			/* the clone that @entry calls */
	const struct function *caller;	/* of a clone: the function whose call made
					   it; NULL: its probe */
	unsigned clone;			/* of a clone: its number, from 1; of an
					   original: how many clones it has */
};

/* ---- probes ------------------------------------------------------------- */

/** A probe location: a row of the blob without its handler. */
struct probe_location {
	const char *name;		/* canonical probe point: pp() */
	struct stp_row row;		/* kind, flags, the kind's tail */
	struct stp_location location;		/* space, address; strings below */
	const char *symbol;		/* text of location.name, which is looked
					   up in location.space; if that is
					   STP_SPACE_NONE, the row has none */
	const char *anchor;		/* text of location.anchor, or NULL */
	const char *build_id;		/* text of location.build_id, or NULL */
	const struct target_address *target;	/* its code address, or NULL */
	union {
		/* if n_callers: only calls with these return addresses are
		   probed, innermost first (with row.kprobe.offset, or
		   row.uprobe.caller).  If n_callers is 0, all calls are. */
		const struct probe_location *callers;
		/* if n_callers is 0, in a library: the program whose processes
		   are probed, or NULL; otherwise use callers[0].program */
		const struct probe_location *program;
	};
	/* for a return of a user-space function; or NULL */
	const struct return_guards *guards;
	uint16_t n_callers;		/* at most STP_MAX_CALLERS */
	bool is_refused;		/* left out: it lacks a target variable
					   of the body (sema/reach.c) */
	bool has_hook;			/* the entry of a function with a call
					   of the kernel's tracer */
	uint32_t code;			/* if `target` stands for many pieces of
					   code: the number of this one */
};

typedef VEC(struct probe_location) probe_location_vec;

/** A function where return addresses are put back, see struct stp_guard. */
struct return_guard {
	struct probe_location at;
	enum stp_guard_what what;
};

/** The guards for the probed returns of one program. */
struct return_guards {
	const struct probe_location *program;	/* that runs; NULL: any */
	unsigned risk;		/* what can still end the probed program: bits
				   of enum binary_risk */
	VEC(struct return_guard);		/* in the arena of struct program */
};

/** A probe after expansion. */
struct probe {
	struct span span;
	struct span written;		/* the probe point, as the user wrote it */
	unsigned index;			/* in program->probes */
	const struct ast_file *file;	/* for private names */
	struct ast_stmt *body;
	struct ast_expr *condition;	/* or NULL */
	enum stp_kind_id kind;		/* the same for all its locations */
	bool is_return;			/* it is hit when functions return */
	probe_location_vec locations;
	symbol_vec locals;
	VEC(struct function *) clones;	/* of functions, for this probe */
	bool bound;			/* the names in its body have symbols */
	bool is_never;			/* compiled, but never attached */
	const char *alias;		/* the alias that the user wrote, with
					   the components after it; or NULL */
	const struct global *shows;	/* of a probe that prints a global at
					   the end, see display.c; or NULL */
	unsigned serial;		/* of its expansion; its parts share it */
	unsigned better, n_better;	/* the probe is attached only if no probe
					   with one of these serials could be:
					   n_better of them, from `better` on */
};

/** An alias, as declared. */
struct alias {
	const struct ast_alias *ast;
	const struct ast_file *file;
	bool is_loop;			/* a loop through it was reported */
};

/** A variable that an alias of the library offers and a probe does not use. */
struct offer {
	const char *name;
	struct span body;		/* the body of the probe */
};

/** The numbers of functions that cannot be probed, by reason. */
struct left_out {
	size_t init;		/* startup code, which is freed later */
	size_t blacklisted;	/* run when the kernel is entered, or by probes */
	size_t notrace;		/* no hook for tracing */
	size_t no_return;	/* in programs, if returns cannot be probed: see
				   returns.h */
};

/** The program; see the states above. */
struct program {
	struct arena *arena;
	struct intern *names;
	struct sources *sources;
	struct diags *diags;

	VEC(struct ast_file *) files;
	VEC(struct global *) globals;
	VEC(struct global *) private_globals;	/* also in globals */
	VEC(struct function *) functions;
	VEC(struct alias *) aliases;
	struct hash *alias_heads;	/* first component -> one struct alias with it */
	VEC(struct probe *) probes;
	unsigned n_serials;
	unsigned n_watched;		/* watched addresses: kernel.data */
	VEC(const char *) counters;	/* names of counters for @perf; interned */
	struct {			/* functions probed without debuginfo, */
		size_t n;		/* whose inlined copies are not found */
		struct span at;		/* the first probe point with one */
	} btf_only;
	struct left_out left_out;	/* matches of patterns */
	bool names_only;		/* -l: locations with the same name may
					   be merged */
	bool all_offered;		/* -L: keep unused variables of aliases */
	unsigned n_alias_steps;		/* aliases expanded so far */
	VEC(struct offer) offers;	/* removed from probes; may have duplicates */

	/* functions that the library could load, for suggestions */
	const char *const *library_functions;
	size_t n_library_functions;

	struct hash *global_names;	/* name -> struct global (public ones) */
	struct hash *missing;		/* reported names: "function NAME" */
	struct hash *patterns;		/* bytes of a regular expression -> struct
					   regex; patterns_compile() */
	struct hash *function_names;	/* name -> struct function_set */
	const struct path_provider *paths;	/* or NULL */
	const struct effects *effects;	/* see sema/effects.h; NULL until known */
	struct syscalls *syscalls;	/* table of system calls; NULL: unused */
	bool guru;
	bool strict;			/* --strict */
	const char *compatible;		/* --compatible; NULL = newest */
};

/** All functions of one name. */
struct function_set {
	VEC(struct function *) all;
};

/** Creates an empty program in @a. */
struct program *program_create(struct arena *a, struct intern *names,
			       struct sources *sources, struct diags *diags);
void program_destroy(struct program *p);	/* the tables, not the arena */

/** Adds all declarations of a file.  Reports a global that is declared twice, and an
 *  alias whose name has wildcards; these are not added. */
void program_add_file(struct program *p, struct ast_file *f);

/** Returns the global called @name that @file may see, or NULL. */
struct global *program_find_global(const struct program *p, const char *name,
				   const struct ast_file *file);
/**
 * Returns the function called @name with @arity parameters that a call from @file
 * means, or NULL.  Its `overload` leads to the functions that `next` may call.
 */
struct symbol *program_find_call(struct program *p, const char *name,
				 size_t arity, const struct ast_file *file);
/** Returns true if @file may call @f: a private function can only be called from the
 *  file that declares it. */
bool program_may_call(const struct function *f, const struct ast_file *file);
/** Returns the functions called @name of all files, or NULL. */
struct function_set *program_functions_named(const struct program *p,
					     const char *name);

/**
 * Returns true at the first call for @name and @kind ("function"), so that a
 * missing name is reported only once.
 */
bool program_is_news(struct program *p, const char *kind, const char *name);

/**
 * Returns the location in a file of the text at @sp.  Text of a macro is where
 * the macro is used; text of an alias is in the alias.
 */
struct span program_text_at(const struct program *p, struct span sp);
/** Returns true if the text at @sp is the user's own, and not of a file of -I or of
 *  the tapset. */
bool program_is_users(const struct program *p, struct span sp);
/** Returns true if the text at @sp may contain embedded C and use what needs -g. */
bool program_is_guru(const struct program *p, struct span sp);
/** Returns the sum of the numbers in @l. */
size_t program_left_out(const struct left_out *l);
/** Returns the numbers and reasons in @l as text: "3 are startup code, 1 has no hook
 *  for tracing". */
const char *program_left_out_words(struct arena *a, const struct left_out *l);
/** Returns the file that has the text at @sp, or NULL. */
const struct ast_file *program_file_at(const struct program *p,
				       struct span sp);

/** Returns the global that a name or an array element names, or NULL; after
 *  binding. */
struct global *program_global_of(const struct ast_expr *e);

/** Returns the number, from 1, of the counter called @name; 0: there is none. */
unsigned program_find_counter(const struct program *p, const char *name);

/** Writes a function as a line: name:type (parameters). */
void program_print_function(const struct function *f, struct buf *out);

/** Writes used globals, used functions and probe locations, one per line, for -p2. */
void program_print(const struct program *p, struct buf *out);

/* ---- embedded C (program_c.c) ------------------------------------------- */

/** Returns true if the C text has a comment that is only @word, such as "pure". */
bool program_c_says(const char *text, const char *word);

/**
 * A use of a global in C text, by STAP_GLOBAL_GET_x, STAP_GLOBAL_SET_x or a
 * comment pragma:read:x, pragma:write:x.
 */
struct c_use {
	const char *name;		/* interned */
	size_t off;			/* of the name, in the text */
	struct global *global;		/* NULL: there is none */
	bool read, write;
};
typedef VEC(struct c_use) c_use_vec;

/** Finds all uses of globals in @text of @file, in order, one entry for each
 *  occurrence. */
void program_c_uses(const struct program *p, const struct ast_file *file,
		    const char *text, c_use_vec *ret);

/** Returns true if the C text names the parameter @param, by STAP_ARG_x. */
bool program_c_names_arg(const char *text, const char *param);

/** Returns the C text of an expression that is embedded C or @const; else NULL. */
const char *program_c_expr(const struct ast_expr *e);

/** Returns the source location of the word at byte @off of the C text whose
 *  token is at @token. */
struct span program_c_span(const struct program *p, struct span token,
			   size_t off);

/* ---- target variables (program_path.c) ---------------------------------- */

/**
 * Returns the query that @e makes to a path provider.  @e is an EXPR_TARGET, @var,
 * @cast or EXPR_DEREF; the query of an EXPR_DEREF has the C type of its base.  Index
 * expressions are numbered from 0 in the order of the text.  The steps are in @a.
 */
struct path_query program_path_query(struct arena *a,
				     const struct ast_expr *e);

/* ---- locations of a probe (program_probe.c) ------------------------------ */

/** Returns true if the code of @pr may differ from location to location: its body has
 *  target variables, casts or enumerators, or it has clones of functions. */
bool program_probe_differs(const struct probe *pr);
/**
 * Returns true if the condition of @pr reads scalar numbers only, so that it
 * can be evaluated without a lock, before the handler runs.  Another condition
 * becomes the first statement of the handler.
 */
bool program_condition_is_plain(const struct probe *pr);
/** Returns true if @pr has a condition that is also compiled as a function of its own:
 *  it is plain, or the probe can be armed and disarmed. */
bool program_condition_is_apart(const struct probe *pr);
/** Returns the indexes of pr->locations in the order in which passes visit them: by
 *  address.  The caller frees the array.  NULL: passes use the order of the list. */
uint32_t *program_location_order(const struct probe *pr);

/* ---- target variables at a location (sema/reach.c) ----------------------- */

struct reach;

/**
 * Prepares the answers about the target variables, casts and enumerators at
 * @location.  These are named by @pr, its condition, and the functions that are
 * cloned for it.  sema_reach_check() has found no error there.  The answers about
 * the previous location are freed.
 */
void reach_location(struct reach *r, const struct probe *pr,
		    const struct probe_location *location);
/** Prepares the answers for the condition of @pr alone, which belongs to no
 *  location. */
void reach_condition(struct reach *r, const struct probe *pr);
/** Prepares the answers for all functions that belong to no probe. */
void reach_functions(struct reach *r);

/** Returns the prepared path of @e; NULL: the value of @e is 0 or "". */
const struct path *reach_path(struct reach *r, const struct ast_expr *e);
/** Returns the prepared value of an @enum. */
int64_t reach_number(struct reach *r, const struct ast_expr *e);
/** Returns the prepared enumeration of an @enumname; NULL: its value is "". */
const struct ctype *reach_type(struct reach *r, const struct ast_expr *e);

/* ---- type helpers (sema/types.c) ---------------------------------------- */

/** Returns a new type, which is not known yet. */
struct type_var *type_new(struct program *p);
/** Returns the representative of @t's chain. */
struct type_var *type_find(struct type_var *t);
/** Returns the base of the representative. */
enum base_type type_base(struct type_var *t);
/** Returns a type as a word of the language: "string". */
const char *type_name(enum base_type t);
/** Returns a type as a noun phrase for messages: "a string". */
const char *type_words(enum base_type t);

/* ---- formats of printf and sprintf (printf.c) ----------------------------- */

/** One piece of a format: literal text, or a conversion. */
struct format_piece {
	bool is_literal;
	const char *text;	/* of a literal, where %% has become % */
	size_t len;
	char conv;		/* conversion letter */
	char flag;		/* '0' '+' '-' ' ' '#'; NUL: none */
	bool star_width, star_precision;	/* '*': an argument has the number */
	int64_t width, precision;	/* as written, or -1 */
};

typedef VEC(struct format_piece) format_vec;

/**
 * Splits a format into pieces, which are appended to @ret.  The syntax is that of
 * printf.c.  Returns false if the format is malformed; then *@why is the reason, in @a.
 */
bool format_parse(struct arena *a, const char *text, size_t len,
		  format_vec *ret, const char **why);

/** Returns the type of the argument of conversion @conv, which must be valid. */
enum base_type format_arg_type(char conv);

/** A conversion of printf, with its help. */
struct format_conversion {
	char conv;
	enum base_type type;	/* of its argument */
	const char *help;
};

/** Returns the conversion with index @i; NULL after the last. */
const struct format_conversion *format_conversion_at(size_t i);

#endif
