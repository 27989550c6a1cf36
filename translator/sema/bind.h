/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of binding share.
 */
#ifndef SEMA_BIND_H
#define SEMA_BIND_H

#include "translator/sema/sema.h"

/** How an expression is used. */
enum use { USE_READ = 1, USE_WRITE = 2, USE_BOTH = 3 };

/** The state of binding one body. */
struct binder {
	struct program *p;
	const struct ast_file *file;
	struct function *fn;		/* or NULL in a probe */
	struct probe *context;		/* the probe, also of a clone */
	symbol_vec *locals;
	struct hash *names;		/* parameters and locals */
	bool is_dead;			/* the body is of a function that nothing calls */
	unsigned in_entry;		/* how many @entry are around the expression */
};

/* ---- bind.c ------------------------------------------------------------- */

void bind_expr(struct binder *b, struct ast_expr *e, enum use use);
/** Binds expressions that are read; some may be NULL. */
void bind_exprs(struct binder *b, struct ast_exprs *list);

/* ---- bind_name.c -------------------------------------------------------- */

/** Returns the file whose private names are visible to text at @sp: the text of
 *  an alias sees the names of its own file. */
const struct ast_file *bind_file_of(struct binder *b, struct span sp);
/** Reports that @s, a @what such as "array", is private to another file. */
void bind_refuse_private(struct binder *b, struct span sp, const char *what,
			 const struct symbol *s);
/** Records that @s is used, except a global in a function that nothing calls. */
void bind_mark(const struct binder *b, struct symbol *s, enum use use);
/** Binds the name @e of a variable or a whole array.  Returns its symbol; a new
 *  local if there is none. */
struct symbol *bind_variable(struct binder *b, struct ast_expr *e,
			     enum use use);
/** Binds the name @e of a plain variable: a global must not be an array. */
void bind_symbol(struct binder *b, struct ast_expr *e, enum use use);
/** Binds an array that is used with @n_keys keys, or a histogram. */
void bind_array(struct binder *b, struct ast_expr *array, size_t n_keys,
		enum use use);

/* ---- bind_call.c -------------------------------------------------------- */

void bind_call(struct binder *b, struct ast_expr *e);
/** Records that the value of call @e is used. */
void bind_note_value(const struct binder *b, const struct ast_expr *e);

#endif
