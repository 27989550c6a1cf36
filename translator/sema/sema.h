/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of sema/: names, types and legality of what is bound.
 *
 * One pass, one file, one function.  The room knows the program and the AST;
 * it does not know how probe points are resolved, nor any kernel.
 */
#ifndef SEMA_SEMA_H
#define SEMA_SEMA_H

#include "translator/program/program.h"

struct path_provider;

/**
 * Answer @defined in all bodies, and drop what the answers rule out; before
 * binding.  @paths may be NULL: then no target variable is there.
 */
void sema_defined(struct program *p, const struct path_provider *paths);
/** The same in one body, at the location of @pr (NULL: in a function). */
void sema_define_body(struct program *p, struct ast_stmt **body,
		      const struct probe *pr);

/** Answers the remaining @defined(x->y) when the types of values are known;
 *  returns true if there was one. */
bool sema_define_typed(struct program *p, struct ast_stmt **body,
		       const struct probe *pr);

/** Find the functions that have target variables, or call such: has_target,
 *  differs. */
void sema_find_has_target(struct program *p);
/** Returns true if a body calls a function that differs. */
bool sema_calls_other(const struct program *p, struct ast_stmt *body);
/** Returns true if the body's code differs from location to location by its own
 *  @defined. */
bool sema_asks(struct ast_stmt *body);

/** A call of a function: its caller and location. */
struct sema_call {
	struct probe *probe;
	const struct function *caller;	/* the clone that calls, or NULL */
	bool at_entry;			/* of a return probe: in @entry */
	struct span span;
};

/** What a call of @s means there: the clones of such functions, other
 *  functions as they are. */
struct symbol *sema_context_call(struct program *p, struct symbol *s,
				 const struct sema_call *call);

/** Give every name of one body its symbol; marks functions reached as used. */
void sema_bind_probe(struct program *p, struct probe *pr);
void sema_bind_function(struct program *p, struct function *f);

/** The globals that C text names are read or written; @sp: its token. */
void sema_bind_c(struct program *p, const struct ast_file *file,
		 const char *text, struct span sp);

/** Put its value in the place of each expression that one operand decides,
 *  see absorb.c.  The program is bound and has no types yet. */
void sema_absorb(struct program *p);
/** Leave out statements that do nothing, and locals that nothing reads. */
void sema_elide(struct program *p);

/** Count again which functions are called, and which globals are used. */
void sema_reached(struct program *p);

/** Types of everything that is bound; mismatches show both places. */
void sema_infer(struct program *p);
/** The same for a probe that came later, of what is typed already. */
void sema_infer_probe(struct program *p, struct probe *pr);

/**
 * Types of the target that values have: what x->y and @enumname(x) are about;
 * then @defined(x->y) is answered.
 */
void sema_ctypes(struct program *p);

/**
 * Functions of arguments and $NAME mean the system call's in probes of one;
 * before @defined() is answered.
 */
void sema_syscall_args(struct program *p, struct probe *pr);

/** @var where a function returns, in scripts of --compatible=4.0 and less. */
void sema_old_var(struct program *p, struct probe *pr);

/** What the grammar allows and the language does not. */
void sema_check(struct program *p);

/** The meaning of globals and the names of their keys, from @metric, comments
 *  and use; after binding. */
void sema_metrics(struct program *p);

/**
 * Warn about what is of no use; probes that do nothing are left out.
 * Conditions that need none of an alias's variables are moved before them.
 */
void sema_unused(struct program *p);

struct reach_options {
	bool skip_badvars;	/* what cannot be reached is 0 */
	uint32_t string_len;	/* MAXSTRINGLEN; counts the NUL */
};
/** Creates what answers about target variables, see program.h; @paths may be
 *  NULL. */
struct reach *sema_reach_create(struct program *p,
				const struct path_provider *paths,
				const struct reach_options *o);
void sema_reach_destroy(struct reach *r);
/** Reports the target variables that cannot be reached at a location, and marks
 *  the locations that are left out for that. */
void sema_reach_check(struct reach *r);

/** Show errors in functions of the library at the script's location first. */
void sema_blame(const struct program *p);

/** --dump=types: every variable and function with its type. */
void sema_print_types(const struct program *p, struct buf *out);

#endif
