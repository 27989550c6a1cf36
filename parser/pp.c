/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Resolves conditionals: the last stage of the filter, on tokens whose macros are
 * expanded.  Each conditional must end in the frame in which it was opened.
 */
#include "parser/grammar.h"
#include "base/tags/parser.h"
#include "parser/pp_frames.h"

/* Skips to the `%)` that ends the current conditional or, if @or_else, to its `%:`; *@ret is
 * that token.  Returns false if the frame ends before. */
static bool skip(struct pp *pp, bool or_else, struct token *ret)
{
	int depth = 0;

	while (pp_take(pp, ret)) {
		if (ret->kind == TOK_PP_OPEN)
			depth++;
		if (ret->kind == TOK_PP_CLOSE && !depth--)
			return true;
		if (ret->kind == TOK_PP_ELSE && or_else && !depth)
			return true;
	}
	return false;
}

/* Reads the condition up to `%?` and evaluates it.  If there is no `%?`, reports this, skips
 * the conditional and returns false. */
static bool read_condition(struct pp *pp, struct span open, bool *ret)
{
	VEC(struct token) tokens = { 0 };
	struct token t;

	for (;;) {
		pp_next_expanded(pp, &t);
		if (t.kind == TOK_PP_THEN)
			break;
		if (t.kind == TOK_EOF || t.kind == TOK_PP_OPEN ||
		    t.kind == TOK_PP_ELSE || t.kind == TOK_PP_CLOSE) {
			diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL, open,
				   "this conditional has no '%%?'");
			if (t.kind != TOK_PP_CLOSE)
				skip(pp, false, &t);
			vec_free(&tokens);
			return false;
		}
		vec_push(&tokens, t);
	}
	/* after a misspelt condition the first branch is read, for its errors */
	if (!pp_condition(pp->env, open, tokens.at, tokens.n, ret))
		*ret = true;
	vec_free(&tokens);
	return true;
}

static void open_conditional(struct pp *pp, struct span open)
{
	struct conditional c = { .open = open };
	struct token t;
	bool truth;

	if (!read_condition(pp, open, &truth))
		return;
	if (!truth && !skip(pp, true, &t)) {
		pp_report_open(pp, open);
		return;
	}
	if (!truth && t.kind == TOK_PP_CLOSE)
		return;
	c.frame = pp->frames.n;
	c.has_else = !truth;
	vec_push(&pp->conds, c);
}

static struct conditional *innermost(struct pp *pp)
{
	return pp->conds.n ? &vec_last(&pp->conds) : NULL;
}

/* Ends the chosen branch at its `%:`, and skips the other branch. */
static void end_branch(struct pp *pp, const struct token *t)
{
	struct conditional *c = innermost(pp);
	struct token end;

	if (!c) {
		diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL, t->span,
			   "'%%:' outside a conditional");
		return;
	}
	if (c->has_else)
		diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL, t->span,
			   "this conditional already has a '%%:'");
	if (!skip(pp, false, &end))
		pp_report_open(pp, c->open);
	pp->conds.n--;
}

static void close_conditional(struct pp *pp, const struct token *t)
{
	if (pp->conds.n)
		pp->conds.n--;
	else
		diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL, t->span,
			   "'%%)' without '%%('");
}

/* Returns true after PP_MAX_ERRORS errors in this text, so that a file of nothing but
 * mistakes does not fill the memory with messages. */
static bool has_given_up(const struct pp *pp)
{
	return diags_errors(pp->env->diags) - pp->errors > PP_MAX_ERRORS;
}

void pp_next(struct pp *pp, struct token *ret)
{
	for (;;) {
		pp_next_expanded(pp, ret);
		if (has_given_up(pp))
			ret->kind = TOK_EOF;
		switch (ret->kind) {
		case TOK_PP_OPEN:
			open_conditional(pp, ret->span);
			continue;
		case TOK_PP_ELSE:
			end_branch(pp, ret);
			continue;
		case TOK_PP_CLOSE:
			close_conditional(pp, ret);
			continue;
		case TOK_PP_THEN:
			diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL,
				   ret->span, "'%%?' outside a conditional");
			continue;
		case TOK_EOF:
			pp_close_conditionals(pp);
			return;
		default:
			return;
		}
	}
}
