/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The .def files as arrays, and the functions that read them.
 */
#include "parser/ast.h"

static const char *const expr_names[] = {
#define EXPR(sym, member, text) text,
#include "parser/ast_nodes.def"
};

static const struct op {
	const char *text;
	unsigned level;
	enum ast_expr_kind kind;
} ops[] = {
#define OP(sym, text, level, class) { text, level, EXPR_##class },
#include "parser/ast_ops.def"
#undef OP
};

static const char *const atops[] = {
#define ATOP(sym, name, since, args) name,
#include "parser/ast_atops.def"
};

static const char *const statops[] = {
	"",
#define STATOP(sym, name, since) name,
#include "parser/ast_atops.def"
};

const char *ast_expr_name(enum ast_expr_kind kind)
{
	return expr_names[kind];
}

const char *ast_op_text(enum ast_op op)
{
	return ops[op].text;
}

unsigned ast_op_level(enum ast_op op)
{
	return ops[op].level;
}

enum ast_expr_kind ast_op_kind(enum ast_op op)
{
	return ops[op].kind;
}

const char *ast_atop_text(enum ast_atop op)
{
	return atops[op];
}

const char *ast_statop_text(enum ast_statop op)
{
	return statops[op];
}

const char *ast_type_text(enum ast_type type)
{
	static const char *const names[] = { "", "long", "string" };

	return names[type];
}

const char *ast_print_text(const struct ast_expr *e)
{
	/* [it returns a string][0 plain, 1 delimiter, 2 format][newline] */
	static const char *const names[2][3][2] = {
		{ { "print", "println" },
		  { "printd", "printdln" },
		  { "printf", "printf" } },
		{ { "sprint", "sprintln" },
		  { "sprintd", "sprintdln" },
		  { "sprintf", "sprintf" } },
	};
	int what = e->print.format ? 2 : e->print.delimiter ? 1 : 0;

	if (e->print.is_char)
		return "print_char";
	return names[e->print.to_string][what][e->print.newline];
}

struct ast_path *ast_expr_path(struct ast_expr *e)
{
	switch (e->kind) {
	case EXPR_TARGET:
		return &e->target.path;
	case EXPR_ATOP:
		return &e->atop.path;
	case EXPR_DEREF:
		return &e->deref.path;
	default:
		return NULL;
	}
}
