/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * process.mark("M"), process.provider("P").mark("M"): static markers that
 * programs are built with; process.plt("F"): calls of functions of libraries.
 *
 * A marker that its program calls a__b may also be written a-b.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/tags/probe.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"
#include "translator/target/elf/elf.h"
#include "translator/target/path/path.h"

struct marking {
	struct programs p;
	enum { MARKS, STUBS, STUB_RETURNS } what;
	const char *name, *provider;	/* patterns; provider NULL: any */
	unsigned arg;			/* the component with the name */
	size_t n;
	VEC(const char *) names;	/* to suggest */
	const char *path;		/* of the last program */
	size_t n_no_return;		/* stubs whose return cannot be probed */
	enum binary_return why;		/* of the last of them */
};

/* Returns the long form of a name: "a-b" becomes "a__b". */
static const char *long_name(struct arena *a, const char *name)
{
	const char *dash = strchr(name, '-');

	return dash ? long_name(a, arena_printf(a, "%.*s__%s",
						(int)(dash - name), name,
						dash + 1)) : name;
}

static bool fits(struct arena *a, const char *pattern, const char *name)
{
	return kernel_glob(pattern, name) ||
	       (strchr(pattern, '-') &&
		kernel_glob(long_name(a, pattern), name));
}

static bool is_meant(const struct marking *k, const struct mark *m)
{
	struct arena *a = k->p.r->p->arena;

	return fits(a, k->name, m->name) &&
	       (!k->provider || (m->provider && fits(a, k->provider,
						     m->provider)));
}

/* Returns the text of the point with the names that were found in it; a plain plt
 * gets an argument. */
static const char *name_of(const struct marking *k, struct resolve *r,
			   const struct mark *m)
{
	struct resolve own = *r;
	struct ast_point *pt = ast_clone_point(r->p->arena, r->point);

	pt->comps.at[k->arg].arg = COMP_STRING;
	if (k->provider)
		pt->comps.at[k->arg - 1].text = intern_str(r->p->names, m->provider);
	own.point = pt;
	return resolve_name(&own, (int)k->arg,
			    intern_str(r->p->names, m->name));
}

static void add(struct marking *k, struct resolve *r, struct binary *b,
		const struct mark *m)
{
	struct arena *a = r->p->arena;
	struct probe_location *pl = resolve_add(
		r, k->what == STUB_RETURNS ? STP_KIND_URETPROBE
					   : STP_KIND_UPROBE,
		name_of(k, r, m));

	if (k->what == MARKS)
		pl->row.point = STP_POINT_OFFSET;
	pl->anchor = m->name;
	programs_locate(&k->p.who, b, m->offset, m->addr, pl);
	pl->row.uprobe.semaphore = m->semaphore;
	if (k->p.is_pattern || functions_is_pattern(k->name))
		pl->row.flags |= STP_ROW_WILDCARD;
	pl->target = mark_address(a, b, m);
	k->n++;
}

/* Returns true unless this is the return of a PLT stub whose function does not
 * return to the stub's caller as usual. */
static bool can_return(struct marking *k, struct binary *b,
		       const struct mark *m)
{
	enum binary_return r = k->what == STUB_RETURNS
		? binary_return_of(b, m->name) : BINARY_RETURNS;

	if (r == BINARY_RETURNS)
		return true;
	k->why = r;
	k->n_no_return++;
	return false;
}

static void take(void *data, struct resolve *r, struct binary *b)
{
	struct marking *k = data;
	mark_vec all = { 0 };

	k->path = b->path;
	if (k->what == MARKS)
		marks_of_binary(b, &all);
	else
		stubs_of_binary(b, &all);
	for (size_t i = 0; i < all.n; i++) {
		vec_push_in(r->p->arena, &k->names, all.at[i].name);
		if (is_meant(k, &all.at[i]) && can_return(k, b, &all.at[i]))
			add(k, r, b, &all.at[i]);
	}
	vec_free(&all);
}

static void nothing_found(struct marking *k)
{
	struct resolve *r = k->p.r;
	const char *what = k->what == MARKS ? "marker" : "call of a library's";
	struct diag *e;

	if (r->point->optional)
		return;
	if (k->n_no_return) {
		functions_no_return(r, k->arg, k->name, k->why);
		return;
	}
	e = diag_error(r->p->diags, DIAG_NO_MARK, functions_span(r, k->arg),
		       "the program '%s' has no %s '%s'", k->path, what,
		       k->name);
	if (!k->names.n)
		diag_hint(e, "it has none");
	else if (!diag_suggest(e, k->name, k->names.at, k->names.n))
		resolve_hint(r, e, k->arg);
}

static void resolve(struct resolve *r, int64_t what)
{
	const char *component = what == MARKS ? "mark" : "plt";
	int arg = resolve_component(r, component);
	int provider = resolve_component(r, "provider");
	struct marking k = { .what = (int)what, .arg = (unsigned)arg };

	k.p = (struct programs){ .r = r, .take = take, .data = &k };
	k.name = r->point->comps.at[arg].arg == COMP_STRING
			 ? resolve_string(r, k.arg) : "*";
	if (provider >= 0)
		k.provider = resolve_string(r, (unsigned)provider);
	programs_each(&k.p);
	if (k.p.is_pattern || functions_is_pattern(k.name))
		r->p->left_out.no_return += k.n_no_return;
	if (k.p.n && !k.n)
		nothing_found(&k);
}

const struct probe_pattern probe_patterns_mark[] = {
	KIND_IN_PROGRAMS("mark(s)", resolve, MARKS),
	KIND_IN_PROGRAMS("provider(s).mark(s)", resolve, MARKS),
	KIND_IN_PROGRAMS("plt", resolve, STUBS),
	KIND_IN_PROGRAMS("plt(s)", resolve, STUBS),
	KIND_IN_PROGRAMS("plt.return", resolve, STUB_RETURNS),
	KIND_IN_PROGRAMS("plt(s).return", resolve, STUB_RETURNS),
	{ 0 },
};
