/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Unifies types: what is known of one type is then known of both.  Two types
 * that do not fit are reported once, with the location that decided first.
 */
#include "translator/sema/infer.h"
#include "base/tags/sema.h"

/* Marks both types as part of a conflict, except declared ones.  Returns true if
 * neither was marked before, so that the conflict is to be reported. */
static bool is_news(struct type_var *a, struct type_var *b)
{
	if (a->in_conflict || b->in_conflict)
		return false;
	a->in_conflict = !a->is_declared;
	b->in_conflict = !b->is_declared;
	return true;
}

struct diag *infer_mismatch(struct infer *in, struct span sp,
			    struct type_var *found, struct type_var *wanted)
{
	const struct type_var *why = wanted->why.src ? wanted : found;
	struct diag *e;

	if (!is_news(found, wanted))
		return NULL;
	e = diag_error(in->p->diags, DIAG_TYPE_MISMATCH, sp,
		       "this is %s, but %s is needed",
		       type_words(found->base), type_words(wanted->base));
	if (why->why.src != sp.src || why->why.off != sp.off)
		diag_note(e, why->why, "it is %s because of this",
			  type_words(why->base));
	if (found->base == TYPE_LONG && wanted->base == TYPE_STRING)
		diag_hint(e, "sprint(x) converts a number to a string");
	else if (found->base == TYPE_STRING && wanted->base == TYPE_LONG)
		diag_hint(e, "strtol(s, 10) converts a string to a number");
	else if (found->base == TYPE_STATS)
		diag_hint(e, "extract a value: @count(x), @sum(x), @avg(x) "
			     "...");
	return e;
}

/* Adds a hint for habits of C: x.member, 1.5, a char * as an argument. */
void infer_hint_text(struct diag *d, const struct ast_expr *e,
		     const struct ast_expr *next)
{
	if (!d)
		return;
	if (next && next->kind == EXPR_NUMBER)
		diag_hint(d, "numbers are integers; a dot joins strings");
	else if (e->kind != EXPR_TARGET)
		return;
	else if (next && next->kind == EXPR_SYMBOL)
		diag_hint(d, "a dot joins strings; use ->%s for a member",
			  next->name);
	else
		diag_hint(d, "sprint(x) converts a number to a string; "
			     "user_string(x) reads the string at an address of "
			     "a program, kernel_string(x) of the kernel");
}

/* Unifies @t, the type of the expression at @sp, with @wanted; reports a
 * mismatch. */
void infer_unify(struct infer *in, struct type_var *t,
		  struct type_var *wanted, struct span sp)
{
	if (!t || !wanted)
		return;
	t = type_find(t);
	wanted = type_find(wanted);
	if (t == wanted)
		return;
	if (t->base != TYPE_UNKNOWN && wanted->base != TYPE_UNKNOWN) {
		if (t->base != wanted->base)
			infer_mismatch(in, sp, t, wanted);
		return;
	}
	if (t->base == TYPE_UNKNOWN) {
		t->same = wanted;
		if (!wanted->why.src)
			wanted->why = sp;
	} else {
		wanted->same = t;
		if (!t->why.src)
			t->why = sp;
	}
}

/* Returns a new type variable of the known type @base.  Known types are not
 * shared, so that each remembers its own location. */
struct type_var *infer_known(struct infer *in, enum base_type base,
			      struct span why)
{
	struct type_var *t = type_new(in->p);

	t->base = base;
	t->why = why;
	return t;
}

/* Returns the type of something that binding has refused already: it fits
 * everywhere. */
struct type_var *infer_refused(struct infer *in)
{
	struct type_var *t = type_new(in->p);

	t->in_conflict = true;
	return t;
}
