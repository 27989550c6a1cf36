/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * =~ and !~: patterns are compiled here, equal ones once.
 *
 * If some function of the program looks at the last match, every match is
 * kept; else it is only asked whether there is one.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "parser/literal.h"
#include "translator/ir/lower.h"
#include "translator/regex/regex.h"

/* Does anything that is used look at the last match? */
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

/* ---- complaints --------------------------------------------------------- */

static size_t decoded_len(const char *s, size_t n)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	literal_decode(&b, s, n, true);
	return b.n;
}

static bool is_plain_literal(const char *s, size_t n, const char *pattern)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (n < 2 || s[0] != '"' || s[n - 1] != '"')
		return false;
	literal_decode(&b, s + 1, n - 2, true);
	return b.n == intern_len(pattern) && !memcmp(b.p, pattern, b.n);
}

/*
 * The place in the script of byte @at of the pattern: the shortest beginning
 * of the literal that means more than @at bytes ends with it.  All of the
 * literal if it was not written as one.
 */
static struct span span_of_byte(const struct lower *l,
				const struct ast_expr *e, size_t at)
{
	struct span sp = e->regex.pattern_span;
	const struct source *src = sp.src ? sources_get(l->p->sources, sp.src)
					  : NULL;
	size_t low = 0, high = sp.len - 2;
	const char *s = src ? src->text + sp.off : "";

	if (!src || !is_plain_literal(s, sp.len, e->regex.pattern))
		return sp;
	while (low < high) {
		size_t mid = (low + high) / 2;

		if (decoded_len(s + 1, mid) > at)
			high = mid;
		else
			low = mid + 1;
	}
	if (at < intern_len(e->regex.pattern))
		low--;
	sp.off += 1 + low;
	sp.len = 1;
	return sp;
}

static void complain(const struct lower *l, const struct ast_expr *e,
		     const struct regex_error *err)
{
	struct diag *d;

	if (err->too_large) {
		d = diag_error(l->p->diags, DIAG_REGEX_TOO_LARGE,
			       e->regex.pattern_span,
			       "the regular expression is too large: %s",
			       err->text);
		diag_hint(d, "smaller repetitions {n,m}, or several matches "
			  "one after another, need less");
		return;
	}
	d = diag_error(l->p->diags, DIAG_BAD_REGEX,
		       span_of_byte(l, e, err->at),
		       "in the regular expression: %s", err->text);
	if (err->hint)
		diag_hint(d, "%s", err->hint);
}

/* ---- lowering ----------------------------------------------------------- */

static uint32_t regex_number(struct lower *l, const struct ast_expr *e)
{
	const char *s = e->regex.pattern;
	uintptr_t n = (uintptr_t)hash_find(l->regexes, s, intern_len(s));
	struct regex_error err;
	const struct regex *re;

	if (n)
		return n - 1;
	re = regex_compile(l->u->arena, s, intern_len(s),
			   l->keeps_match ? REGEX_FIND : REGEX_TEST, &err);
	if (!re) {
		complain(l, e, &err);
		return 0;
	}
	vec_push_in(l->u->arena, &l->u->regexes, re);
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
