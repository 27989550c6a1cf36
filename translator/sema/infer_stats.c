/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Infers the types of aggregates, and checks that each is used in one way.
 */
#include "translator/sema/infer.h"
#include "base/tags/parser.h"
#include "base/tags/sema.h"

#define MAX_BUCKETS 128		/* of a linear histogram */

void infer_want_stats(struct infer *in, struct ast_expr *arg)
{
	struct type_var *t;

	infer_want(in, arg, TYPE_STATS);
	t = infer_expr(in, arg);
	if (!program_global_of(arg) && type_base(t) == TYPE_STATS &&
	    !type_find(t)->in_conflict)
		diag_error(in->p->diags, DIAG_NOT_AGGREGATE, arg->span,
			   "only a global variable or an element of one can "
			   "be an aggregate");
}

static bool same_shape(const struct hist_shape *h, const struct ast_expr *e)
{
	return h->kind == (e->hist.linear ? STP_HIST_LINEAR : STP_HIST_LOG) &&
	       h->low == e->hist.low && h->high == e->hist.high &&
	       h->step == e->hist.step;
}

/* Reports @hist_linear(s, low, high, step) if its step or its ends are wrong, or if it
 * has more than MAX_BUCKETS buckets.  Returns true if it has reported that. */
static bool bad_range(struct infer *in, const struct ast_expr *e)
{
	int64_t width = e->hist.high - e->hist.low;
	const char *why = NULL;

	if (!e->hist.linear)
		return false;
	if (e->hist.step <= 0)
		why = "the step must be 1 or more";
	else if (e->hist.low > e->hist.high || width < 0)
		why = "the low end must not be above the high end";
	else if (width / e->hist.step >= MAX_BUCKETS)
		why = "there are more than 128 buckets";
	if (why)
		diag_error(in->p->diags, DIAG_BAD_ARGUMENT, e->span, "%s", why);
	return why;
}

void infer_hist(struct infer *in, struct ast_expr *e)
{
	struct global *g;
	struct diag *d;

	infer_want_stats(in, e->hist.arg);
	if (bad_range(in, e))
		return;
	g = program_global_of(e->hist.arg);
	if (!g)
		return;
	if (!g->hist.kind) {
		g->hist = (struct hist_shape){
			e->hist.linear ? STP_HIST_LINEAR : STP_HIST_LOG,
			e->hist.low, e->hist.high, e->hist.step, e->span };
		return;
	}
	if (same_shape(&g->hist, e))
		return;
	d = diag_error(in->p->diags, DIAG_HISTOGRAM_CONFLICT, e->span,
		       "'%s' already has a different histogram",
		       g->sym.name);
	diag_note(d, g->hist.why, "here");
	diag_hint(d, "use a second variable for the second histogram");
}

void infer_stat(struct infer *in, struct ast_expr *e)
{
	struct global *g;

	infer_want_stats(in, e->stat.arg);
	g = program_global_of(e->stat.arg);
	if (!g || e->stat.op != STATOP_VARIANCE)
		return;
	if (g->shift_why.src && g->shift != e->stat.shift) {
		struct diag *d = diag_error(in->p->diags, DIAG_SHIFT_CONFLICT,
					    e->span, "the variance of '%s' is "
						     "already computed with a "
						     "shift of %u",
					    g->sym.name, g->shift);

		diag_note(d, g->shift_why, "here");
		return;
	}
	g->shift = e->stat.shift;
	g->shift_why = e->span;
}
