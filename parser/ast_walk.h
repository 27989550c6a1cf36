/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Walking a tree: one function that knows the children of every node.
 *
 * A visitor's callbacks are called for each expression and statement before
 * (pre) and after (post) its children, in the order of the text.  A callback gets
 * the slot that holds the node, so it may put another node there; a node that pre
 * puts there is walked instead.  If pre returns false, the children are not walked
 * and post is not called for that node.  Callbacks may be NULL.
 *
 *	struct counter { struct ast_visitor v; unsigned calls; } c = {
 *		.v.expr_pre = count_call,
 *	};
 *	ast_walk_stmt(&c.v, &probe->body);
 *
 * The children of a FOREACH are walked in the order value, keys, array, slice, limit,
 * body.  In a path the index expressions are walked.  A `*` in a slice has no node, so no
 * callback is called for it.
 */
#ifndef PARSER_AST_WALK_H
#define PARSER_AST_WALK_H

#include "parser/ast.h"

struct ast_visitor {
	bool (*expr_pre)(struct ast_visitor *v, struct ast_expr **slot);
	void (*expr_post)(struct ast_visitor *v, struct ast_expr **slot);
	bool (*stmt_pre)(struct ast_visitor *v, struct ast_stmt **slot);
	void (*stmt_post)(struct ast_visitor *v, struct ast_stmt **slot);
};

/** Walk the node in *@slot and its children; an empty slot (NULL) is allowed. */
void ast_walk_expr(struct ast_visitor *v, struct ast_expr **slot);
void ast_walk_stmt(struct ast_visitor *v, struct ast_stmt **slot);

/** Walk the children of a node only, not the node itself. */
void ast_walk_expr_children(struct ast_visitor *v, struct ast_expr *e);
void ast_walk_stmt_children(struct ast_visitor *v, struct ast_stmt *s);

/** Walk what the item @i has of these: conditions of probe points, bodies, an initial
 *  value. */
void ast_walk_item(struct ast_visitor *v, struct ast_item *i);

#endif
