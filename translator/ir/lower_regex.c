/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers =~ and !~.  translator/patterns.c has compiled the patterns, equal ones once.
 *
 * If some function of the program uses the last match, every match is kept.
 * Otherwise the code only tests whether there is a match.
 */
#include "translator/ir/lower.h"

/* Returns true if anything in use reads the last match. */
bool lower_keeps_match(const struct program *p)
{
	for (size_t i = 0; i < p->functions.n; i++) {
		const struct function *f = p->functions.at[i];

		if (f->used && f->intrinsic &&
		    ir_intrinsic(ir_intrinsic_find(f->intrinsic))->matches)
			return true;
	}
	return false;
}

static uint32_t regex_number(struct lower *l, const struct ast_expr *e)
{
	const char *s = e->regex.pattern;
	uintptr_t n = (uintptr_t)hash_find(l->regexes, s, intern_len(s));

	if (n)
		return n - 1;
	vec_push_in(l->u->arena, &l->u->regexes,
		    hash_find(l->p->patterns, s, intern_len(s)));
	n = l->u->regexes.n;
	hash_set(l->regexes, s, intern_len(s), (void *)n);
	return n - 1;
}

ir_reg lower_regex(struct lower *l, struct ast_expr *e)
{
	ir_reg s = lower_expr(l, e->regex.arg);
	ir_reg r = lower_value(l, l->keeps_match ? IR_RFIND : IR_RTEST,
			       IR_T_NUM, e->span, regex_number(l, e), 1, &s);

	if (e->regex.op == OP_MATCH)
		return r;
	return lower_value(l, IR_LNOT, IR_T_NUM, e->span, 0, 1, &r);
}
