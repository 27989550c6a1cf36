/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers reads for --replay: they become look-ups in the hits of a recording,
 * and each row gets its hits.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/hash.h"
#include "base/tags/sema.h"
#include "translator/ir/lower_tape.h"

#define MOST_LISTED 6		/* probe points in a hint */

/* Returns the recorded location with exactly this name, or NULL. */
static const struct ir_tape_point *named_point(const struct lower *l,
					       const char *name)
{
	return hash_find_str(l->o->tape->points, name);
}

/* Returns the recorded location @name, with or without .call, or NULL.  A
 * function without a suffix means the same as with .call, except for its
 * inlined instances. */
static const struct ir_tape_point *find_point(const struct lower *l,
					      const char *name)
{
	const struct ir_tape_point *p = named_point(l, name);
	size_t n = strlen(name), tail = strlen(".call");
	const char *other;

	if (p)
		return p;
	if (n > tail && !strcmp(name + n - tail, ".call"))
		other = arena_strndup(l->u->arena, name, n - tail);
	else
		other = arena_printf(l->u->arena, "%s.call", name);
	return named_point(l, other);
}

/* Returns the recorded location of @pr at @at, or NULL.  Hits that a test
 * writes may name the alias that the script uses. */
static const struct ir_tape_point *point_of(const struct lower *l,
					    const struct probe *pr,
					    const struct probe_location *at)
{
	const struct ir_tape_point *p = at ? find_point(l, at->name) : NULL;

	return p || !at || !pr || !pr->alias ? p : named_point(l, pr->alias);
}

static bool def_has(const struct ir_tape_def *d, uint32_t key)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->keys[i] == key)
			return true;
	return false;
}

/* Returns true if at least one def recorded at the lowered location has @key,
 * or if the recording has no hits there. */
static bool is_in_hits(const struct lower *l, uint32_t key)
{
	const struct ir_tape_point *p = point_of(l, l->probe, l->location);

	for (size_t i = 0; p && i < p->defs.n; i++)
		if (def_has(&l->o->tape->defs[p->defs.at[i]], key))
			return true;
	return !p || !p->defs.n;
}

static bool find_key(const struct lower *l, const char *key, uint32_t *ret)
{
	uintptr_t n = (uintptr_t)hash_find_str(l->o->tape->keys, key);

	*ret = (uint32_t)n - 1;
	return n;
}

static ir_reg ask(struct lower *l, struct ast_expr *e, const char *num,
		  const char *str, unsigned n, const ir_reg *args)
{
	return lower_value(l, IR_INTRIN, tape_is_string(e) ? IR_T_STR : IR_T_NUM,
			   e->span, ir_intrinsic_find(tape_is_string(e) ? str : num),
			   n, args);
}

/* Returns the name of the script's first file, for a command line in a hint; "SCRIPT"
 * for a script that is no file. */
static const char *script_of(const struct lower *l)
{
	const char *name = l->p->files.n ? l->p->files.at[0]->source->name
					 : "<";

	return *name == '<' ? "SCRIPT" : name;
}

static ir_reg look_up(struct lower *l, struct ast_expr *e, uint32_t key)
{
	ir_reg id = lower_num(l, key);

	vec_push_in(l->u->arena, &l->needs, key);
	return ask(l, e, "tape_num", "tape_str", 1, &id);
}

/* Looks up a read by its arguments, which become one string. */
static ir_reg look_up_call(struct lower *l, struct ast_expr *e, uint32_t key)
{
	_cleanup_buf_ struct buf text = BUF_INIT, kinds = BUF_INIT;
	struct ast_exprs parts = tape_parts(l, e);
	ir_reg *args = lower_list(l, &parts, NULL), v[2];

	for (size_t i = 0; i < parts.n; i++) {
		buf_puts(&text, i ? "," : "");
		buf_puts(&text, tape_kind_of(l, args[i]) == 's' ? "%s" : "%d");
		buf_putc(&kinds, tape_kind_of(l, args[i]));
	}
	v[0] = lower_num(l, key);
	if (parts.n)
		v[1] = lower_value(l, IR_FORMAT, IR_T_STR, e->span,
				   lower_format(l, text.p, text.n, kinds.p,
						e->span),
				   (unsigned)parts.n, args);
	else
		v[1] = lower_str(l, intern_str(l->p->names, ""));
	return ask(l, e, "tape_num_of", "tape_str_of", 2, v);
}

/* Looks up gettimeofday_*() that the hits do not contain: it is computed from
 * gettimeofday_ns(), the hit's time.  Returns false if @e is another expression
 * or in a function, or if the hits have no time. */
static bool look_up_time(struct lower *l, struct ast_expr *e, ir_reg *ret)
{
	static const struct {
		const char *key;
		int64_t ns;
	} clocks[] = {
		{ "ngettimeofday_us()", 1000 },
		{ "ngettimeofday_ms()", 1000000 },
		{ "ngettimeofday_s()", 1000000000 },
		{ "ngettimeofday_ns()", 1 },
	};
	uint32_t key;

	if (l->fn || !find_key(l, "ngettimeofday_ns()", &key) ||
	    !is_in_hits(l, key))
		return false;
	for (size_t i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++) {
		if (strcmp(tape_key(l, e), clocks[i].key))
			continue;
		*ret = lower_num_op(l, IR_DIV, e->span, look_up(l, e, key),
				    lower_num(l, clocks[i].ns));
		return true;
	}
	return false;
}

static void report_missing(struct lower *l, const struct ast_expr *e)
{
	const char *what = tape_key(l, e) + 1;
	struct diag *d;

	bool is_written = l->o->tape->is_written;
	bool has_location = l->location && !l->fn;

	d = diag_error(l->p->diags, DIAG_NOT_RECORDED, e->span, "'%s' %s%s%s",
		       what, is_written ? "has no value" : "was not recorded",
		       has_location && is_written ? " in hits of "
						  : has_location ? " at " : "",
		       has_location ? l->location->name : "");
	if (is_written)
		diag_hint(d, "write %s = VALUE into each hit of this probe "
			  "point%s", what, tape_is_closed(l, (struct ast_expr *)e)
			  ? "" : ", with numbers or strings as arguments");
	else
		diag_hint(d, "record again with a script that reads it: tapster "
			  "--record=%s %s", l->o->tape->path, script_of(l));
}

ir_reg tape_replay(struct lower *l, struct ast_expr *e)
{
	bool closed = tape_is_closed(l, e);
	uint32_t key;
	ir_reg ret;

	if (closed && !l->fn && find_key(l, tape_key(l, e), &key) &&
	    is_in_hits(l, key))
		return look_up(l, e, key);
	if (find_key(l, tape_shape(l, e), &key) ||
	    (l->fn && !tape_parts(l, e).n && find_key(l, tape_key(l, e), &key)))
		return look_up_call(l, e, key);
	if (look_up_time(l, e, &ret))
		return ret;
	report_missing(l, e);
	return tape_is_string(e) ? lower_str(l, intern_str(l->p->names, ""))
			  : lower_num(l, 0);
}

/* ---- rows ---------------------------------------------------------------- */

/* Returns true for begin, end and error probes, which also run without recorded
 * hits. */
static bool runs_anyway(enum stp_kind_id kind)
{
	return kind == STP_KIND_BEGIN || kind == STP_KIND_END ||
	       kind == STP_KIND_ERROR;
}

static bool has_all(const struct lower *l, uint32_t def)
{
	for (size_t i = 0; i < l->needs.n; i++)
		if (!def_has(&l->o->tape->defs[def], l->needs.at[i]))
			return false;
	return true;
}

/* Chooses the def whose hits a row gets: for the n-th row at a location the n-th
 * def, if it has all keys that the handler needs; otherwise the first def that
 * has them.  Returns false if no def has them. */
static bool choose_def(const struct lower *l, const struct ir_tape_point *p,
		       size_t ordinal, uint32_t *ret)
{
	if (ordinal < p->defs.n && has_all(l, p->defs.at[ordinal])) {
		*ret = p->defs.at[ordinal];
		return true;
	}
	for (size_t i = 0; i < p->defs.n; i++)
		if (has_all(l, p->defs.at[i])) {
			*ret = p->defs.at[i];
			return true;
		}
	return false;
}

/* Counts a row at this location.  Returns how many there were before. */
static size_t count_row(struct lower *l, const struct ir_tape_point *p)
{
	uintptr_t n;

	if (!l->ordinals)
		l->ordinals = hash_create();
	n = (uintptr_t)hash_find(l->ordinals, &p->number, sizeof(p->number));
	hash_set(l->ordinals, &p->number, sizeof(p->number), (void *)(n + 1));
	return n;
}

static void report_split(struct lower *l, const struct ir_row *row)
{
	const char *name = row->location->name;

	if (l->o->tape->is_written)
		return;		/* a test writes the same keys into all hits of a point; a
				   begin, end or error probe without hits fails when it
				   reads */
	diag_hint(diag_error(l->p->diags, DIAG_NOT_RECORDED, row->probe->span,
			     point_of(l, row->probe, row->location)
			     ? "no probe that was recorded at %s has all that "
			       "this one reads" : "%s was not recorded", name),
		  "record again with one probe that reads it: tapster "
		  "--record=%s %s", l->o->tape->path, script_of(l));
}

void lower_tape_row(struct lower *l, struct ir_row *row)
{
	const struct ir_tape_point *p;
	bool has_hits;
	uint32_t def;

	if (!l->o->tape)
		return;
	p = point_of(l, row->probe, row->location);
	row->entry = IR_NONE;
	row->point = STP_POINT_NONE;
	row->text = "";
	has_hits = p && p->defs.n;
	if (has_hits && choose_def(l, p, count_row(l, p), &def))
		row->text = arena_printf(l->u->arena, "%u %u", p->number, def);
	else if (has_hits || (!p && l->needs.n))
		report_split(l, row);
	if (!runs_anyway(row->kind))
		row->kind = STP_KIND_TAPE;
}

bool lower_tape_lacks(const struct lower *l, const struct probe *pr,
		      const struct probe_location *at)
{
	return l->o->tape && !pr->is_never && !runs_anyway(pr->kind) &&
	       !point_of(l, pr, at);
}

ir_reg lower_tape_who(struct lower *l, const char *function, enum ir_type type,
		      struct span sp)
{
	const char *name = arena_printf(l->u->arena, "%s()", function);
	ir_reg arg = lower_str(l, intern_str(l->p->names, name));

	return lower_value(l, IR_INTRIN, type, sp,
			   ir_intrinsic_find(type == IR_T_STR ? "tape_who_str"
							      : "tape_who"),
			   1, &arg);
}

/* ---- probes -------------------------------------------------------------- */

static struct lower_wanted *wanted_at(struct lower *l, struct span at)
{
	for (size_t i = l->wanted.n; i-- > 0;)
		if (l->wanted.at[i].at.src == at.src &&
		    l->wanted.at[i].at.off == at.off)
			return &l->wanted.at[i];
	vec_push_in(l->u->arena, &l->wanted, (struct lower_wanted){ .at = at });
	return &vec_last(&l->wanted);
}

static bool is_optional(const struct probe *pr)
{
	return pr->locations.at[0].row.flags & STP_ROW_OPTIONAL;
}

void lower_tape_end(struct lower *l, const struct probe *pr, size_t first)
{
	struct lower_wanted *w;

	if (!l->o->tape || !pr->locations.n)
		return;
	w = wanted_at(l, pr->written);
	w->is_there |= l->u->rows.n > first || is_optional(pr);
	w->name = w->name ?: pr->alias ?: pr->locations.at[0].name;
}

/* Lists the recorded locations that were hit, at most MOST_LISTED, in a hint. */
static void list_points(struct lower *l, struct diag *d)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	const char *const *names = l->o->tape->names;
	size_t n = l->o->tape->n_names;

	for (size_t i = 0; i < n && i < MOST_LISTED; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", names[i]);
	if (n > MOST_LISTED)
		buf_printf(&b, " and %zu more", n - MOST_LISTED);
	if (n)
		diag_hint(d, "the recording has hits of %s", b.p);
}

/* Reports hits that a test writes and that no probe gets: a mistake of the
 * test. */
static void report_unused(struct lower *l)
{
	for (size_t i = 0; i < l->o->tape->n_names; i++) {
		const char *name = l->o->tape->names[i];
		const struct ir_tape_point *p = named_point(l, name);

		if (!l->ordinals || !hash_find(l->ordinals, &p->number,
					       sizeof(p->number)))
			diag_hint(diag_error(l->p->diags, DIAG_NOT_RECORDED,
					     SPAN_NONE, "the test has hits of "
					     "%s, but the script has no such "
					     "probe", name),
				  "name the probe point as the script does");
	}
}

void lower_tape_report(struct lower *l)
{
	if (l->o->tape && l->o->tape->is_written) {
		report_unused(l);
		return;
	}
	for (size_t i = 0; i < l->wanted.n; i++) {
		const struct lower_wanted *w = &l->wanted.at[i];

		if (!w->is_there)
			list_points(l, diag_error(l->p->diags,
						  DIAG_NOT_RECORDED, w->at,
						  "%s was not recorded",
						  w->name));
	}
}
