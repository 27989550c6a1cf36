/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Matches points with the patterns of kinds, and reads their arguments.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/intern.h"
#include "translator/probe/kinds.h"
#include "translator/probe/match.h"

static const struct {
	const struct probe_pattern *patterns;
	enum { HOST, KERNEL } where;
} tables[] = {
#define KIND(name, where) { probe_patterns_##name, where },
#include "translator/probe/kinds.def"
#undef KIND
};

const struct probe_pattern *probe_patterns(size_t i, size_t *n_ret)
{
	size_t n = 0;

	if (i >= sizeof(tables) / sizeof(tables[0]))
		return NULL;
	while (tables[i].patterns[n].text)
		n++;
	*n_ret = n;
	return tables[i].patterns;
}

bool match_needs_kernel(const struct probe_pattern *pattern)
{
	const struct probe_pattern *t;
	size_t n;

	for (size_t k = 0; (t = probe_patterns(k, &n)); k++)
		if (pattern >= t && pattern < t + n)
			return tables[k].where == KERNEL;
	return false;
}

/* Returns true if @c matches the component "name", "name(n)" or "name(s)" at *@text,
 * which moves to its end. */
static bool match_component(const char **text, const struct ast_component *c)
{
	size_t n = strcspn(*text, ".(");
	char want = 0, have = 0;

	if (strlen(c->name) != n || memcmp(c->name, *text, n))
		return false;
	*text += n;
	if (**text == '(') {
		want = (*text)[1];
		*text += 3;
	}
	if (c->arg != COMP_PLAIN)
		have = c->arg == COMP_NUMBER ? 'n' : 's';
	return want == have;
}

/* Returns how many components directly after component @i have the same name and kind
 * of argument as it. */
static size_t repeated(const struct ast_point *pt, size_t i)
{
	const struct ast_component *c = &pt->comps.at[i];
	size_t n = 0;

	while (++i < pt->comps.n && c[n + 1].name == c->name &&
	       c[n + 1].arg == c->arg)
		n++;
	return n;
}

static bool match_pattern(const char *text, const struct ast_point *pt)
{
	for (size_t i = 0; i < pt->comps.n; i++) {
		if (!strcmp(text, "**"))
			return true;
		if (!*text || !match_component(&text, &pt->comps.at[i]))
			return false;
		if (*text == '+') {
			i += repeated(pt, i);
			text++;
		}
		text += *text == '.';
	}
	return !*text || !strcmp(text, "**");
}

const struct probe_pattern *match_kind(const struct ast_point *pt)
{
	const struct probe_pattern *t;
	size_t n;

	for (size_t k = 0; (t = probe_patterns(k, &n)); k++)
		for (size_t i = 0; i < n; i++)
			if (match_pattern(t[i].text, pt))
				return &t[i];
	return NULL;
}

/* ---- what kinds ask ----------------------------------------------------- */

int64_t resolve_number(const struct resolve *r, unsigned i)
{
	const struct ast_component *c = &r->point->comps.at[i];

	return c->arg == COMP_NUMBER ? c->number : 0;
}

const char *resolve_string(const struct resolve *r, unsigned i)
{
	return r->point->comps.at[i].text;
}

int resolve_component(const struct resolve *r, const char *name)
{
	for (size_t i = 0; i < r->point->comps.n; i++)
		if (!strcmp(r->point->comps.at[i].name, name))
			return i;
	return -1;
}

const char *resolve_name(const struct resolve *r, int i, const char *string)
{
	struct ast_point pt = *r->point;
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct arena_mark before = arena_mark(r->p->arena);

	pt.optional = pt.sufficient = false;
	pt.condition = NULL;
	pt.comps.at = arena_memdup(r->p->arena, pt.comps.at,
				   sizeof(*pt.comps.at) * pt.comps.n);
	if (i >= 0)
		pt.comps.at[i].text = string;
	ast_print_point(&b, &pt);
	arena_release(r->p->arena, &before);
	return arena_strdup(r->p->arena, b.p);
}

const char *resolve_hex_name(const struct resolve *r, unsigned i)
{
	struct resolve own = *r;
	struct ast_point *pt = ast_clone_point(r->p->arena, r->point);
	struct ast_component *c = &pt->comps.at[i];
	const char *text = arena_printf(r->p->arena, "%s(%#llx)", c->name,
					(unsigned long long)c->number);

	c->arg = COMP_PLAIN;
	c->name = intern_str(r->p->names, text);
	own.point = pt;
	return resolve_name(&own, -1, NULL);
}

/* Returns when a row is hit, as far as its kind decides that. */
static enum stp_point point_of(enum stp_kind_id kind)
{
	switch (kind) {
	case STP_KIND_KPROBE:
	case STP_KIND_UPROBE:
		return STP_POINT_ENTRY;
	case STP_KIND_KRETPROBE:
	case STP_KIND_URETPROBE:
		return STP_POINT_RETURN;
	default:
		return STP_POINT_NONE;
	}
}

struct probe_location *resolve_add(struct resolve *r, enum stp_kind_id kind,
				const char *name)
{
	struct probe_location pl = { .name = name };

	pl.row.kind = kind;
	pl.row.point = point_of(kind);
	r->probe->kind = kind;
	r->probe->is_return = pl.row.point == STP_POINT_RETURN;
	if (r->point->optional)
		pl.row.flags |= STP_ROW_OPTIONAL;
	if (r->point->sufficient)
		pl.row.flags |= STP_ROW_SUFFICIENT;
	vec_push_in(r->p->arena, &r->probe->locations, pl);
	return &vec_last(&r->probe->locations);
}
