/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Functions that make nodes; private to the room, for the grammar's actions and
 * parse.c.
 *
 * A function that returns a node returns a usable one, even after it has reported an
 * error.  Depth is counted here: past AST_MAX_DEPTH the whole declaration is refused.
 * Lists grow in place, so a list passed in must not be used again.
 *
 * While braces are still being read, a probe point is a list of points: `a` is one,
 * `{a,b}` is two, and a dot joins each point on its left with each on its right.
 */
#ifndef PARSER_AST_BUILD_H
#define PARSER_AST_BUILD_H

#include "parser/ast.h"

struct parse;

/** The head of a probe or alias: probe [NAMES =] POINTS, before the body. */
struct build_head {
	struct ast_points names;	/* none: a probe, not an alias */
	struct ast_points points;
	enum ast_op op;			/* OP_SET or OP_SET_ADD */
};

/** The loop variables of foreach, and the sort order that is written after one of
 *  them: see sort_dir and sort_column in ast.h. */
struct build_vars {
	struct ast_expr *value;		/* or NULL */
	struct ast_exprs keys;
	int dir;
	unsigned column;
};

/** The sort order that is written after the array in foreach; dir 0: none. */
struct build_order {
	enum ast_statop stat;
	int dir;
	struct span span;
};

struct build_globals {
	struct ast_global **at;
	size_t n, cap;
};

/* ast_build_top.c */
struct ast_component build_component(struct parse *p, struct span sp,
				     const char *name);
struct ast_component build_component_text(struct parse *p, struct span sp,
					  const char *name,
					  const char *text);
struct ast_component build_component_number(struct parse *p, struct span sp,
					    const char *name,
					    int64_t number);
struct ast_points build_point(struct parse *p, struct ast_component c);
/** Appends the points @more to @list. */
struct ast_points build_points(struct parse *p, struct ast_points list,
			       struct ast_points more);
/** Joins each of @heads with each of @tails by a dot, whose span is @dot. */
struct ast_points build_product(struct parse *p, struct span dot,
				struct ast_points heads,
				struct ast_points tails);
/** Marks all points with `!` if @sufficient, else with `?`; @mark is the span of that. */
struct ast_points build_optional(struct parse *p, struct span mark,
				 struct ast_points points, bool sufficient);
struct ast_points build_condition(struct parse *p, struct span sp,
				  struct ast_points points,
				  struct ast_expr *cond);
/** Appends @name, which must be one point without marks and condition, to @names. */
struct ast_points build_name(struct parse *p, struct ast_points names,
			     struct ast_points name);
struct build_head build_head(struct parse *p, struct ast_points names,
			     struct ast_points points, enum ast_op op);
/** Adds a probe to the file, or an alias if @head has names. */
void build_probe(struct parse *p, struct span sp, struct build_head *head,
		 struct ast_stmt *body);
/** Adds the block after the comma to the last item; reports an error if that is not an
 *  alias, or has an epilogue. */
void build_second_block(struct parse *p, struct span comma,
			struct ast_stmt *epilogue);
struct ast_global *build_global(struct parse *p, struct span sp,
				const char *name, bool wrap, int64_t size,
				struct ast_expr *init);
struct build_globals *build_globals(struct parse *p, struct build_globals *list,
				    struct ast_global *g);
void build_declare(struct parse *p, bool is_private,
		   struct build_globals *list);
/** Both return the number if it is allowed; else they report an error and return 1. */
int64_t build_size(struct parse *p, struct span sp, int64_t size);
int64_t build_priority(struct parse *p, struct span sp, int64_t priority);
int64_t build_minus(int64_t number);
const char *build_word(struct parse *p, const char *word);
struct ast_function *build_no_params(struct parse *p);
struct ast_function *build_param(struct parse *p, struct ast_function *f,
				 struct span sp, const char *name,
				 enum ast_type type);
struct ast_function *build_signature(struct parse *p, struct span sp,
				     const char *name, enum ast_type type,
				     struct ast_function *f);
void build_function(struct parse *p, struct ast_function *f, bool is_private,
		    int64_t priority, struct ast_stmt *body);
void build_c_function(struct parse *p, struct ast_function *f, bool is_private,
		      int64_t priority, const char *text, struct span sp);
void build_embedded(struct parse *p, struct span sp, const char *text);
void build_metric(struct parse *p, struct span sp, struct ast_exprs args);

/* ast_build_stmt.c; @end is the span of the ')' after if, while, for or foreach */
struct ast_stmts build_stmts(struct parse *p, struct ast_stmts list,
			     struct ast_stmt *s);
struct ast_stmt *build_block(struct parse *p, struct span sp,
			     struct ast_stmts list);
struct ast_stmt *build_stmt(struct parse *p, struct span sp,
			    enum ast_stmt_kind kind);
struct ast_stmt *build_expr_stmt(struct parse *p, struct span sp,
				 enum ast_stmt_kind kind, struct ast_expr *e);
struct ast_stmt *build_return(struct parse *p, struct span sp,
			      struct ast_expr *e);
struct ast_stmt *build_if(struct parse *p, struct span sp, struct span end,
			  struct ast_expr *cond, struct ast_stmt *yes,
			  struct ast_stmt *no);
struct ast_stmt *build_while(struct parse *p, struct span sp, struct span end,
			     struct ast_expr *cond, struct ast_stmt *body);
struct ast_stmt *build_for(struct parse *p, struct span sp, struct span end,
			   struct ast_expr *init, struct ast_expr *cond,
			   struct ast_expr *step, struct ast_stmt *body);
struct ast_stmt *build_foreach(struct parse *p, struct span sp, struct span end,
			       const struct build_vars *vars,
			       struct ast_expr *array, struct ast_exprs slice,
			       struct build_order order,
			       struct ast_expr *limit, struct ast_stmt *body);
struct ast_stmt *build_try(struct parse *p, struct span sp,
			   struct ast_stmt *body, struct ast_expr *var,
			   struct ast_stmt *handler);
struct build_vars build_loop_var(struct parse *p, struct ast_expr *name,
				 int dir);
/** Appends the key of @more to @list; a second sort order is an error at @sp. */
struct build_vars build_loop_keys(struct parse *p, struct span sp,
				  struct build_vars list,
				  struct build_vars more);
struct build_vars build_loop_value(struct parse *p, struct span sp,
				   struct build_vars value,
				   struct build_vars keys);

/* ast_build_expr.c */
struct ast_exprs build_exprs(struct parse *p, struct ast_exprs *list,
			     struct ast_expr *e);
struct ast_expr *build_number(struct parse *p, struct span sp, int64_t number);
struct ast_expr *build_string(struct parse *p, struct span sp,
			      const char *text);
struct ast_expr *build_c_expr(struct parse *p, struct span sp,
			      const char *text);
struct ast_expr *build_symbol(struct parse *p, struct span sp,
			      const char *name);
struct ast_expr *build_call(struct parse *p, struct span sp, const char *name,
			    struct ast_exprs args);
struct ast_expr *build_index(struct parse *p, struct span sp,
			     struct ast_expr *array, struct ast_exprs keys);
struct ast_expr *build_in(struct parse *p, struct span sp,
			  struct ast_exprs keys, struct ast_expr *array);
struct ast_expr *build_unary(struct parse *p, struct span sp, enum ast_op op,
			     struct ast_expr *arg);
struct ast_expr *build_binary(struct parse *p, enum ast_op op,
			      struct ast_expr *left, struct ast_expr *right);
struct ast_expr *build_concat(struct parse *p, struct ast_expr *left,
			      struct ast_expr *right);
struct ast_expr *build_ternary(struct parse *p, struct ast_expr *cond,
			       struct ast_expr *yes, struct ast_expr *no);
struct ast_expr *build_crement(struct parse *p, struct span sp, enum ast_op op,
			       bool post, struct ast_expr *arg);
struct ast_expr *build_regex(struct parse *p, struct span sp, enum ast_op op,
			     struct ast_expr *arg, const char *pattern,
			     struct span pattern_span);

/* ast_build_value.c: target values, @-operators, printing */
/** Builds a target variable; one or two `$` at the end of @name are its suffix. */
struct ast_expr *build_target(struct parse *p, struct span sp,
			      const char *name);
struct ast_expr *build_member(struct parse *p, struct span sp,
			      struct span name_span, struct ast_expr *e,
			      const char *name);
struct ast_expr *build_step_index(struct parse *p, struct span sp,
				  struct span index_span, struct ast_expr *e,
				  struct ast_expr *index);
struct ast_expr *build_pretty(struct parse *p, struct span sp,
			      struct ast_expr *e, int64_t dollars);
struct ast_expr *build_address(struct parse *p, struct span sp,
			       struct span op_span, struct ast_expr *e);
struct ast_expr *build_atop(struct parse *p, struct span sp,
			    struct span op_span, enum ast_atop op,
			    struct ast_exprs args);
struct ast_expr *build_stat(struct parse *p, struct span sp,
			    enum ast_statop op, struct ast_expr *arg);
struct ast_expr *build_variance(struct parse *p, struct span sp,
				struct span shift_span, enum ast_statop op,
				struct ast_expr *arg, int64_t shift);
struct ast_expr *build_hist_log(struct parse *p, struct span sp,
				struct ast_expr *arg);
struct ast_expr *build_hist_linear(struct parse *p, struct span sp,
				   struct ast_expr *arg, int64_t low,
				   int64_t high, int64_t step);
struct ast_expr *build_print(struct parse *p, struct span sp,
			     struct span op_span, int flags,
			     struct ast_exprs args);

/** Makes a node of @kind with the depth @depth + 1; @depth is that of its deepest child, or
 *  0 if it has none. */
struct ast_expr *build_expr(struct parse *p, struct span sp,
			    enum ast_expr_kind kind, unsigned depth);

/** The greater of @depth and that of @e, which may be NULL. */
static inline unsigned build_depth(unsigned depth, const struct ast_expr *e)
{
	return e && e->depth > depth ? e->depth : depth;
}

/** Reports, once for a declaration, that @sp is nested deeper than @levels, and refuses the
 *  declaration. */
void build_too_deep(struct parse *p, struct span sp, int levels);

/** Reports an error if p->slice is set, because no delete has used this slice; then clears
 *  it. */
void build_check_slice(struct parse *p);

#endif
