/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Removes variables that an alias of the tapset offers and the script does not
 * use.  Their expressions may refer to something that is missing, may fail and
 * cost time, so they are removed before anything examines them.
 */
#include "base/cleanup.h"
#include "base/hash.h"
#include "parser/parser.h"
#include "translator/probe/match.h"

struct offered {
	struct ast_visitor v;
	struct program *p;
	const struct ast_file *file;	/* the alias's */
	struct hash *read;		/* names that occur anywhere but as X in `X = value` */
	struct span body;		/* of the probe */
	bool removed;
};

/* Returns true for `name = value` alone, where the name is not a global of the
 * library. */
static bool is_offer(const struct offered *o, const struct ast_stmt *s)
{
	const struct ast_expr *e = s->expr;

	return s->kind == STMT_EXPR && e->kind == EXPR_ASSIGN &&
	       e->binary.op == OP_SET &&
	       e->binary.left->kind == EXPR_SYMBOL &&
	       !program_find_global(o->p, e->binary.left->name, o->file);
}

/* ---- what is read ------------------------------------------------------- */

static bool read_name(struct ast_visitor *v, struct ast_expr **slot)
{
	struct offered *o = (struct offered *)v;

	if ((*slot)->kind == EXPR_SYMBOL)
		hash_set_str(o->read, (*slot)->name, o);
	return true;
}

static bool read_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct ast_stmt *s = *slot;

	if (!is_offer((struct offered *)v, s))
		return true;
	ast_walk_expr(v, &s->expr->binary.right);
	return false;
}

/* ---- what is left out --------------------------------------------------- */

static bool leave_out(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct offered *o = (struct offered *)v;
	struct ast_stmt *s = *slot;

	if (is_offer(o, s) &&
	    !hash_find_str(o->read, s->expr->binary.left->name)) {
		struct offer left = { s->expr->binary.left->name, o->body };

		vec_push_in(o->p->arena, &o->p->offers, left);
		s->kind = STMT_NULL;
		o->removed = true;
	}
	return true;
}

/* Removes the variables that nothing reads; returns true if there were any.  One
 * variable may depend on another, so this is repeated until nothing changes. */
static bool trim_once(struct offered *o, struct ast_stmt *whole,
		      struct ast_stmt *part)
{
	o->read = hash_create();
	o->removed = false;
	o->v = (struct ast_visitor){ .expr_pre = read_name,
				     .stmt_pre = read_stmt };
	ast_walk_stmt(&o->v, &whole);
	o->v = (struct ast_visitor){ .stmt_pre = leave_out };
	ast_walk_stmt(&o->v, &part);
	hash_destroy(o->read);
	return o->removed;
}

void match_trim_offered(struct program *p, const struct alias *al,
			struct ast_stmt *whole, struct ast_stmt *part)
{
	struct offered o = { .p = p, .file = al->file, .body = whole->span };

	if (p->all_offered || al->file->source->kind != SOURCE_TAPSET)
		return;
	while (trim_once(&o, whole, part))
		;
}
