/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * With the kernel's symbols at hand a name is checked and gets its link
 * address; a pattern stands for all functions that match.  Without them a
 * plain name is still attached by name, in the module, and refused there if
 * the running kernel has no such function.
 *
 * A name means all functions that have it, and the copies that the compiler
 * made of them with other parameters: a call goes to one or the other.  A
 * part that it split off ("f.part.0") is called by f itself, so it counts
 * only where there is no f left.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "translator/probe/functions.h"

static bool is_pattern(const char *name)
{
	return strpbrk(name, "*?[") != NULL;
}

struct span functions_span(const struct resolve *r, unsigned i)
{
	struct span at = r->point->comps.at[i].span;

	if (at.src != r->span.src || at.off < r->span.off ||
	    at.off >= r->span.off + r->span.len)
		return r->span;
	return at;
}

/* ---- places ------------------------------------------------------------- */

static const struct target_place *known_there(struct functions *f,
					      const struct kernel_symbol *s,
					      const char *name)
{
	struct arena *a = f->r->p->arena;
	struct target_place *at = arena_new(a, struct target_place);

	at->when = f->when;
	at->function = name;
	at->module = "kernel";
	at->addr = s->addr;
	if (f->kernel) {
		kernel_function_types(f->kernel, a, at);
	} else {
		at->no_types = "nothing is known about this kernel";
		at->hint = "its image, vmlinuz, has the types";
	}
	return at;
}

static void add_place(struct functions *f, const struct kernel_symbol *s)
{
	struct resolve *r = f->r;
	const char *name = intern_str(r->p->names, s->name);
	struct probe_place *pl = resolve_add(r, f->kind,
					     resolve_name(r, 1, name));
	int max = resolve_component(r, "maxactive");

	pl->symbol = name;
	pl->place.space = STP_SPACE_VMLINUX;
	pl->place.addr = s->addr;
	pl->row.flags |= f->flags;
	if (f->kernel)
		pl->build_id = kernel_build_id(f->kernel);
	if (max >= 0)
		pl->row.kprobe.maxactive = resolve_number(r, max);
	if (f->what == FUNCTIONS_TYPED)
		pl->target = known_there(f, s, name);
	f->n++;
}

/* ---- which -------------------------------------------------------------- */

/* Global in the kernel: other files of it may call it. */
static bool is_wanted(const struct functions *f, const struct kernel_symbol *s)
{
	return f->which == FUNCTIONS_ALL || s->type == 'T' || s->type == 'W';
}

/*
 * A pattern is about functions that calls can be counted at; one that is
 * named may be any that the kernel lets probe.
 */
static bool is_refused(struct functions *f, const struct kernel_symbol *s)
{
	if (kernel_is_init(s))
		f->n_init++;
	else if (kernel_is_blacklisted(s))
		f->n_blacklisted++;
	else if (f->flags & STP_ROW_WILDCARD &&
		 kernel_knows_ftrace(f->kernel) && !kernel_is_ftraceable(s))
		f->n_notrace++;
	else
		return false;
	return true;
}

static bool take(void *data, const struct kernel_symbol *s)
{
	struct functions *f = data;

	if (is_wanted(f, s) && !is_refused(f, s))
		add_place(f, s);
	return true;
}

static void take_matching(struct functions *f)
{
	struct program *p = f->r->p;

	kernel_match(f->kernel, f->name, KERNEL_ALL_FUNCTIONS, take, f);
	p->left_out.init += f->n_init;
	p->left_out.blacklisted += f->n_blacklisted;
	p->left_out.notrace += f->n_notrace;
}

static bool is_part(const char *name)
{
	return strstr(name, ".part.") != NULL;
}

static bool take_copy(void *data, const struct kernel_symbol *s)
{
	struct functions *f = data;

	if (function_base_name(s->name) == strlen(f->name) &&
	    !is_part(s->name))
		take(f, s);
	return true;
}

static bool take_part(void *data, const struct kernel_symbol *s)
{
	struct functions *f = data;

	if (function_base_name(s->name) == strlen(f->name) && is_part(s->name))
		take(f, s);
	return true;
}

static void take_named(struct functions *f)
{
	const struct kernel *k = f->kernel;
	const char *copies = arena_printf(f->r->p->arena, "%s.*", f->name);

	kernel_match(k, f->name, KERNEL_ALL_FUNCTIONS, take, f);
	kernel_match(k, copies, KERNEL_ALL_FUNCTIONS, take_copy, f);
	if (!f->n && !f->n_init && !f->n_blacklisted)
		kernel_match(k, copies, KERNEL_ALL_FUNCTIONS, take_part, f);
}

/* ---- complaints --------------------------------------------------------- */

static void no_function(struct functions *f)
{
	struct resolve *r = f->r;
	const char *near = kernel_nearest(f->kernel, f->name);
	struct diag *e;

	e = diag_error(r->p->diags, DIAG_NO_FUNCTION, functions_span(r, 1),
		       f->flags & STP_ROW_WILDCARD
			       ? "no function of the kernel matches '%s'"
			       : "the kernel has no function '%s'", f->name);
	if (near)
		diag_hint(e, "did you mean \"%s\"?", near);
}

#define WHY_INIT "its memory is given back when the kernel has started"
#define WHY_BLACKLIST "the kernel runs it when it is entered, or at a probe"

static void not_probeable(struct functions *f)
{
	struct resolve *r = f->r;
	size_t n = f->n_init + f->n_blacklisted + f->n_notrace;
	struct span at = functions_span(r, 1);
	struct diag *e;

	if (n == 1 && !f->n_notrace)
		e = diag_error(r->p->diags, DIAG_NOT_PROBEABLE, at,
			       "the function '%s' cannot be probed: %s",
			       f->name, f->n_init ? WHY_INIT : WHY_BLACKLIST);
	else
		e = diag_error(r->p->diags, DIAG_NOT_PROBEABLE, at,
			       "none of the %zu functions '%s' can be probed: "
			       "%zu are of start-up, %zu run when the kernel "
			       "is entered or at a probe, %zu have no hook "
			       "for tracing",
			       n, f->name, f->n_init, f->n_blacklisted,
			       f->n_notrace);
	if (f->n_notrace)
		diag_hint(e, "patterns leave out functions without a hook; "
			  "the name itself may do");
	else
		diag_hint(e, "a function that calls it may do");
}

static bool bad_maxactive(struct resolve *r)
{
	int i = resolve_component(r, "maxactive");
	int64_t n = i < 0 ? 1 : resolve_number(r, i);

	if (n >= 1 && n <= 65536)
		return false;
	diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
		   "maxactive must be 1 to 65536, not %lld", (long long)n);
	return true;
}

/* func@file:line is about source text, which only debug information knows. */
static bool is_of_source(struct resolve *r, const char *name)
{
	if (!strchr(name, '@'))
		return false;
	if (!r->point->optional)
		diag_hint(diag_error(r->p->diags, DIAG_NEEDS_DEBUGINFO,
				     functions_span(r, 1),
				     "'%s' names a source file, and nothing "
				     "here knows which functions it holds",
				     name),
			  "leave out what begins with the @");
	return true;
}

/* ---- the door ----------------------------------------------------------- */

static void take_all(struct functions *f)
{
	if (f->flags & STP_ROW_WILDCARD)
		take_matching(f);
	else
		take_named(f);
	if (f->n || f->r->point->optional)
		return;
	if (f->n_init + f->n_blacklisted + f->n_notrace)
		not_probeable(f);
	else
		no_function(f);
}

void functions_resolve(struct functions *f)
{
	struct resolve *r = f->r;
	struct sys_error *err = NULL;
	struct kernel_symbol by_name = { 0 };

	f->name = resolve_string(r, 1);
	if (is_pattern(f->name))
		f->flags |= STP_ROW_WILDCARD;
	if (bad_maxactive(r) || is_of_source(r, f->name))
		return;
	if (r->world->kernel)
		err = r->world->kernel(r->world->kernel_data, &f->kernel);
	if (err && is_pattern(f->name)) {
		diag_sys_error(r->p->diags, r->span, err);
		return;
	}
	sys_error_free(err);
	by_name.name = f->name;
	if (f->kernel)
		take_all(f);
	else if (!is_pattern(f->name))
		add_place(f, &by_name);
}
