/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Handles locations at which a target variable cannot be read.
 *
 * At a location that the script names, this is an error.  Of locations that a
 * pattern found, those that lack a variable are left out and counted; if none
 * is left, that is an error.  Optional ones are left out silently.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/tags/probe.h"
#include "translator/ir/lower.h"
#include "translator/target/types/types.h"

static struct lower_points *points_of(struct lower *l, const struct probe *pr)
{
	while (l->points.n <= pr->serial)
		vec_push_in(l->u->arena, &l->points,
			    (struct lower_points){ 0 });
	return &l->points.at[pr->serial];
}

static bool may_go(const struct lower *l)
{
	return l->location &&
	       (l->location->row.flags & (STP_ROW_OPTIONAL | STP_ROW_SUFFICIENT |
				       STP_ROW_WILDCARD));
}

/* Returns the number of locations of the probe as written: those of all probes
 * with its span. */
static size_t count_places(const struct lower *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->p->probes.n; i++) {
		const struct probe *pr = l->p->probes.at[i];

		if (pr->span.src == l->probe->span.src &&
		    pr->span.off == l->probe->span.off)
			n += pr->locations.n;
	}
	return n;
}

/* Adds notes to @d: the calls that led into the function, and the location. */
void lower_note_calls(const struct lower *l, struct diag *d)
{
	bool called = l->fn && l->fn->context;

	for (const struct function *f = l->fn; f && f->context; f = f->caller)
		diag_note(d, f->called, "'%s' is called here", f->sym.name);
	if (l->location && (called || count_places(l) > 1))
		diag_note(d, l->probe->span, "in this probe, at %s",
			  l->location->name);
}

static void note_type(struct diag *d, const struct ctype *type,
		      struct span why)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	ctype_put(&b, type, "");
	diag_note(d, why, "here it gets '%s'", b.p);
}

static struct diag *tell(struct lower *l, const struct lower_refusal *r)
{
	struct diag *d = diag_error(l->p->diags, r->tag, r->span, "%s",
				    r->text);

	for (size_t i = 0; i < r->n_notes; i++)
		diag_note(d, SPAN_NONE, "%s", r->notes[i]);
	if (r->cell && r->cell->other) {
		note_type(d, r->cell->type, r->cell->why);
		note_type(d, r->cell->other, r->cell->other_why);
	}
	if (r->hint)
		diag_hint(d, "%s", r->hint);
	return d;
}

/* Copies the notes: the provider overwrites them with those of the next
 * location. */
static const char *const *copy_notes(struct arena *a,
				     const struct lower_refusal *r)
{
	const char **copy = arena_alloc(a, (r->n_notes + 1) * sizeof(*copy));

	for (size_t i = 0; i < r->n_notes; i++)
		copy[i] = arena_strdup(a, r->notes[i]);
	return copy;
}

void lower_refuse(struct lower *l, const struct lower_refusal *r)
{
	struct lower_points *pt;
	struct diag *d;

	if (l->o->skip_badvars) {
		d = diag_warning(l->p->diags, DIAG_SKIPPED_VARIABLE, r->span,
				 "%s; its value is 0", r->text);
		if (r->hint)
			diag_hint(d, "%s", r->hint);
		return;
	}
	if (!may_go(l)) {
		if (!r->cell || !r->cell->told)
			lower_note_calls(l, tell(l, r));
		if (r->cell)
			r->cell->told = true;
		return;
	}
	pt = points_of(l, l->probe);
	if (!pt->why.text) {
		pt->why = *r;
		pt->why.text = arena_strdup(l->u->arena, r->text);
		pt->why.hint = r->hint ? arena_strdup(l->u->arena, r->hint)
				       : NULL;
		pt->why.notes = copy_notes(l->u->arena, r);
		pt->name = l->location->name;
	}
	l->refused = true;
}

void lower_count_place(struct lower *l, const struct probe *pr)
{
	struct lower_points *pt = points_of(l, pr);

	pt->probe = pr;
	if (l->refused)
		pt->dropped++;
	else
		pt->kept++;
}

static bool is_optional(const struct lower_points *pt)
{
	return pt->probe->locations.at[0].row.flags &
	       (STP_ROW_OPTIONAL | STP_ROW_SUFFICIENT);
}

void lower_tell_places(struct lower *l)
{
	for (size_t i = 0; i < l->points.n; i++) {
		const struct lower_points *pt = &l->points.at[i];
		struct diag *d;

		if (!pt->dropped || is_optional(pt))
			continue;
		if (!pt->kept) {
			diag_note(tell(l, &pt->why), pt->probe->span,
				  "at %s; of %zu places none has it", pt->name,
				  pt->dropped);
			continue;
		}
		d = diag_remark(l->p->diags, DIAG_PLACES_LEFT_OUT,
				pt->probe->span, "%zu of %zu places are left "
				"out, because a target variable is not there",
				pt->dropped, pt->dropped + pt->kept);
		diag_note(d, pt->why.span, "at %s: %s", pt->name,
			  pt->why.text);
	}
	if (!l->u->rows.n && l->points.n && !diags_errors(l->p->diags))
		diag_error(l->p->diags, DIAG_NO_PROBES, SPAN_NONE,
			   "no probe is left: none of the places has the "
			   "target variables that are asked for");
}
