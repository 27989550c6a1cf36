/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The token filter's stack of frames: see pp_frames.h. */
#include "parser/pp_frames.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/tags/parser.h"
#include "parser/grammar.h"

struct pp *pp_create(const struct parse_env *env, const struct source *src)
{
	struct pp *pp = xcalloc(1, sizeof(*pp));
	struct frame bottom = { 0 };

	pp->env = env;
	pp->errors = diags_errors(env->diags);
	pp->lexer = lexer_create(env, src);
	pp->macros = hash_create();
	vec_push(&pp->frames, bottom);
	return pp;
}

void pp_destroy(struct pp *pp)
{
	lexer_destroy(pp->lexer);
	hash_destroy(pp->macros);
	vec_free(&pp->frames);
	vec_free(&pp->conds);
	free(pp);
}

void pp_set_library(struct pp *pp, struct macro_table *table)
{
	pp->library = table;
	pp->frames.at[0].is_library = true;
}

bool pp_is_empty(const struct pp *pp)
{
	return !pp->has_tokens;
}

bool pp_is_bottom(const struct pp *pp)
{
	return pp->frames.n == 1;
}

bool pp_take(struct pp *pp, struct token *ret)
{
	struct frame *f = &vec_last(&pp->frames);

	if (!pp_is_bottom(pp)) {
		if (!f->left)
			return false;
		f->left--;
		*ret = *f->at++;
		if (f->origin)
			ret->span.origin = f->origin;
		return true;
	}
	if (pp->has_back)
		*ret = pp->back;
	else
		lexer_next(pp->lexer, ret);
	pp->has_back = false;
	if (ret->kind == TOK_EOF)
		return false;
	pp->has_tokens = true;
	return true;
}

void pp_give_back(struct pp *pp, const struct token *t)
{
	if (pp_is_bottom(pp)) {
		pp->back = *t;
		pp->has_back = true;
	} else {
		vec_last(&pp->frames).at--;
		vec_last(&pp->frames).left++;
	}
}

void pp_push(struct pp *pp, const struct token *tokens, size_t n,
	     const struct scope *scope, bool is_library, uint32_t origin)
{
	struct frame f = {
		.at = tokens,
		.left = n,
		.scope = scope,
		.is_library = is_library,
		.origin = origin,
	};

	vec_push(&pp->frames, f);
}

bool pp_is_lost(const struct pp *pp)
{
	return pp->is_lost;
}

void pp_report_open(struct pp *pp, struct span open)
{
	pp->is_lost = true;
	diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL, open,
		   "this '%%(' has no '%%)'");
}

void pp_close_conditionals(struct pp *pp)
{
	while (pp->conds.n && vec_last(&pp->conds).frame >= pp->frames.n)
		pp_report_open(pp, vec_pop(&pp->conds).open);
}

void pp_pop(struct pp *pp)
{
	pp_close_conditionals(pp);
	pp->frames.n--;
}
