/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Handles locations at which a target variable cannot be read.
 *
 * At a location that the script names, this is an error.  Locations that a
 * pattern found are dropped if they lack a variable, and are counted; if none
 * is left, that is an error.  Optional locations are dropped without a message;
 * but if no location of any probe is left, and nothing else was an error, that is
 * an error.  With --skip-badvars no location is dropped: the value is 0, with a
 * warning.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/tags/probe.h"
#include "translator/sema/reach.h"
#include "translator/target/types/types.h"

static struct reach_points *points_of(struct reach *r, const struct probe *pr)
{
	while (r->points.n <= pr->serial)
		vec_push_in(r->p->arena, &r->points,
			    (struct reach_points){ 0 });
	return &r->points.at[pr->serial];
}

static bool may_go(const struct reach *r)
{
	return r->location &&
	       (r->location->row.flags & (STP_ROW_OPTIONAL | STP_ROW_SUFFICIENT |
				       STP_ROW_WILDCARD));
}

/* Returns the number of locations of the probe as written: those of all probes
 * with its span. */
static size_t count_locations(const struct reach *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->p->probes.n; i++) {
		const struct probe *pr = r->p->probes.at[i];

		if (pr->span.src == r->probe->span.src &&
		    pr->span.off == r->probe->span.off)
			n += pr->locations.n;
	}
	return n;
}

/* Adds notes to @d: the calls that lead to the function; then the location, if
 * there is such a call or the probe as written has several locations. */
void reach_note_calls(const struct reach *r, struct diag *d)
{
	bool called = r->fn && r->fn->context;

	for (const struct function *f = r->fn; f && f->context; f = f->caller)
		diag_note(d, f->called, "'%s' is called here", f->sym.name);
	if (r->location && (called || count_locations(r) > 1))
		diag_note(d, r->probe->span, "in this probe, at %s",
			  r->location->name);
}

static void note_type(struct diag *d, const struct ctype *type,
		      struct span why)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	ctype_put(&b, type, "");
	diag_note(d, why, "'%s' is passed to it here", b.p);
}

static struct diag *complain(struct reach *r, const struct refusal *why)
{
	struct diag *d = diag_error(r->p->diags, why->tag, why->span, "%s",
				    why->text);

	for (size_t i = 0; i < why->n_notes; i++)
		diag_note(d, SPAN_NONE, "%s", why->notes[i]);
	if (why->cell && why->cell->other) {
		note_type(d, why->cell->type, why->cell->why);
		note_type(d, why->cell->other, why->cell->other_why);
	}
	if (why->hint)
		diag_hint(d, "%s", why->hint);
	return d;
}

/* Reports an error; for a script variable without a C type, only the first one. */
static void fail(struct reach *r, const struct refusal *why)
{
	r->failed = true;
	if (!why->cell || !why->cell->told)
		reach_note_calls(r, complain(r, why));
	if (why->cell)
		why->cell->told = true;
}

/* Makes a copy in @a: the texts of @why are freed when the next location is
 * visited. */
static struct refusal keep(struct arena *a, const struct refusal *why)
{
	struct refusal kept = *why;
	const char **notes = arena_alloc(a, (why->n_notes + 1) *
					    sizeof(*notes));

	for (size_t i = 0; i < why->n_notes; i++)
		notes[i] = arena_strdup(a, why->notes[i]);
	kept.notes = notes;
	kept.text = arena_strdup(a, why->text);
	kept.hint = why->hint ? arena_strdup(a, why->hint) : NULL;
	return kept;
}

void reach_refuse(struct reach *r, const struct refusal *why)
{
	struct reach_points *pt;
	struct diag *d;

	if (r->is_checked)
		return;
	if (r->skip_badvars) {
		d = diag_warning(r->p->diags, DIAG_SKIPPED_VARIABLE, why->span,
				 "%s; its value is 0", why->text);
		if (why->hint)
			diag_hint(d, "%s", why->hint);
		return;
	}
	if (!may_go(r)) {
		fail(r, why);
		return;
	}
	pt = points_of(r, r->probe);
	if (!pt->why.text) {
		pt->why = keep(r->p->arena, why);
		pt->name = r->location->name;
	}
	r->refused = true;
}

void reach_count(struct reach *r)
{
	struct reach_points *pt = points_of(r, r->probe);

	pt->probe = r->probe;
	if (r->refused) {
		pt->dropped++;
	} else {
		pt->kept++;
		r->n_kept++;
	}
}

static bool is_optional(const struct reach_points *pt)
{
	return pt->probe->locations.at[0].row.flags &
	       (STP_ROW_OPTIONAL | STP_ROW_SUFFICIENT);
}

static void report_points(struct reach *r, const struct reach_points *pt)
{
	struct diag *d;

	if (!pt->kept) {
		diag_note(complain(r, &pt->why), pt->probe->span,
			  "at %s; none of %zu locations has it", pt->name,
			  pt->dropped);
		return;
	}
	d = diag_remark(r->p->diags, DIAG_LOCATIONS_SKIPPED, pt->probe->span,
			"%zu of %zu locations are skipped, because a target "
			"variable does not exist there", pt->dropped,
			pt->dropped + pt->kept);
	diag_note(d, pt->why.span, "at %s: %s", pt->name, pt->why.text);
}

void reach_report(struct reach *r)
{
	for (size_t i = 0; i < r->points.n; i++)
		if (r->points.at[i].dropped && !is_optional(&r->points.at[i]))
			report_points(r, &r->points.at[i]);
	if (!r->n_kept && r->points.n && !diags_errors(r->p->diags))
		diag_error(r->p->diags, DIAG_NO_PROBES, SPAN_NONE,
			   "no location has the target variables that the "
			   "probe uses, so it cannot be attached");
}
