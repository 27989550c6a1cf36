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

/** A body, while it is bound. */
struct binder {
	struct program *p;
	const struct ast_file *file;
	struct function *fn;		/* or NULL in a probe */
	struct probe *context;		/* the probe, also of a clone */
	symbol_vec *locals;
	struct hash *names;		/* parameters and locals */
	bool is_dead;			/* nothing calls this function */
	unsigned in_entry;		/* arguments of @entry around it */
};

/* ---- bind.c ------------------------------------------------------------- */

void bind_expr(struct binder *b, struct ast_expr *e, enum use use);
/** Binds expressions that are read; some may be NULL. */
void bind_exprs(struct binder *b, struct ast_exprs *list);

/* ---- bind_name.c -------------------------------------------------------- */

/** The file whose private names text at @sp sees: an alias brings text of its
 *  own file. */
const struct ast_file *bind_file_of(struct binder *b, struct span sp);
/** @what ("array") @s is private to another file. */
void bind_refuse_private(struct binder *b, struct span sp, const char *what,
			 const struct symbol *s);
/** Records a use of @s, unless it cannot be reached. */
void bind_mark(const struct binder *b, struct symbol *s, enum use use);
/** The variable @e, plain or not; a local if it is none yet. */
struct symbol *bind_variable(struct binder *b, struct ast_expr *e,
			     enum use use);
/** The same for a name without keys. */
void bind_symbol(struct binder *b, struct ast_expr *e, enum use use);
/** Binds an array that is used with @n_keys keys, or a histogram. */
void bind_array(struct binder *b, struct ast_expr *array, size_t n_keys,
		enum use use);

/* ---- bind_call.c -------------------------------------------------------- */

void bind_call(struct binder *b, struct ast_expr *e);
/** Records that the value of call @e is used. */
void bind_note_value(const struct binder *b, const struct ast_expr *e);

#endif
