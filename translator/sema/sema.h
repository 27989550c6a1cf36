/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of sema/: names, types and legality of the program.
 *
 * One pass, one file, one function.  The room knows the program and the AST;
 * it does not know how probe points are resolved, nor any kernel.
 */
#ifndef SEMA_SEMA_H
#define SEMA_SEMA_H

#include "translator/program/program.h"

struct path_provider;

/**
 * Answers @defined in all bodies, and removes code that the answers rule out.  If
 * the code of a probe differs from location to location, each location gets a probe
 * of its own.  Runs before binding.  @paths may be NULL: then there is no target
 * variable.
 */
void sema_defined(struct program *p, const struct path_provider *paths);
/** Answers @defined in one body, at the first location of @pr (NULL: in a
 *  function). */
void sema_define_body(struct program *p, struct ast_stmt **body,
		      const struct probe *pr);

/** Answers the remaining @defined(x->y) in one body, when the types of values are
 *  known.  Returns true if there was one. */
bool sema_define_typed(struct program *p, struct ast_stmt **body,
		       const struct probe *pr);

/** Finds the functions that have target variables, or call such functions: sets
 *  has_target and differs. */
void sema_find_has_target(struct program *p);
/** Returns true if the body calls a function whose code differs from location
 *  to location. */
bool sema_calls_other(const struct program *p, struct ast_stmt *body);
/** Returns true if the body's own code can differ from location to location: it
 *  has @defined, @enumname or ->. */
bool sema_asks(struct ast_stmt *body);

/** A call of a function: its probe, caller and location. */
struct sema_call {
	struct probe *probe;
	const struct function *caller;	/* the clone that calls, or NULL */
	bool at_entry;			/* in @entry of a return probe */
	struct span span;
};

/** Returns the symbol that the call @call of @s means, with its overloads: a function
 *  with target variables is replaced by its clone for call->probe. */
struct symbol *sema_context_call(struct program *p, struct symbol *s,
				 const struct sema_call *call);

/** Binds every name of one body to its symbol, and marks the functions that it
 *  reaches as used. */
void sema_bind_probe(struct program *p, struct probe *pr);
void sema_bind_function(struct program *p, struct function *f);

/** Marks the globals that C text names as read or written.  @sp is the text's
 *  token. */
void sema_bind_c(struct program *p, const struct ast_file *file,
		 const char *text, struct span sp);

/** Replaces each expression that one operand decides by its value; see
 *  absorb.c.  The program is bound and has no types yet. */
void sema_absorb(struct program *p);
/** Removes statements that do nothing, and locals that nothing reads. */
void sema_elide(struct program *p);

/** Marks anew which functions are called, and which globals are used. */
void sema_reached(struct program *p);

/** Infers the types of everything that is bound; a mismatch is reported with
 *  both locations. */
void sema_infer(struct program *p);
/** Infers the types of a probe that was added later, from what is typed
 *  already. */
void sema_infer_probe(struct program *p, struct probe *pr);

/**
 * Finds the C types of values, which x->y and @enumname(x) need; then answers
 * @defined(x->y).
 */
void sema_ctypes(struct program *p);

/**
 * Makes int_arg() and its like, and $NAME, mean the arguments of the system call
 * if @pr is a probe of one; runs before @defined() is answered.
 */
void sema_syscall_args(struct program *p, struct probe *pr);

/** Makes @var at a function's return mean its value at the entry, with
 *  --compatible=4.0 and less. */
void sema_old_var(struct program *p, struct probe *pr);

/** Reports what the grammar allows and the language does not. */
void sema_check(struct program *p);

/** Finds the meaning of globals and the names of their keys, from @metric,
 *  comments and use; runs after binding. */
void sema_metrics(struct program *p);

/**
 * Warns about what is of no use, and removes probes that do nothing.
 * Conditions that need none of an alias's variables are moved before the
 * statements that compute these.
 */
void sema_unused(struct program *p);

struct reach_options {
	bool skip_badvars;	/* target variables that cannot be reached are 0 */
	uint32_t string_len;	/* MAXSTRINGLEN; counts the NUL */
};
/** Creates the object that answers about target variables, see program.h.  @paths
 *  NULL: none can be reached. */
struct reach *sema_reach_create(struct program *p,
				const struct path_provider *paths,
				const struct reach_options *o);
void sema_reach_destroy(struct reach *r);
/** Reports the target variables that cannot be reached at a location, and marks
 *  the locations that are dropped for that. */
void sema_reach_check(struct reach *r);

/** Shows errors in functions of the library first at the script's location that
 *  leads to them. */
void sema_blame(const struct program *p);

/** Prints every variable and function with its type, for --dump=types. */
void sema_print_types(const struct program *p, struct buf *out);

#endif
