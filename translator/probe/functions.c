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

struct span functions_span(const struct resolve *r, unsigned i)
{
	struct span at = r->point->comps.at[i].span;

	if (at.src != r->span.src || at.off < r->span.off ||
	    at.off >= r->span.off + r->span.len)
		return r->span;
	return at;
}

/* ---- places ------------------------------------------------------------- */

static void find_types(struct functions *f, struct target_place *at)
{
	struct arena *a = f->r->p->arena;
	struct sys_error *err = NULL;
	const struct btf *types;

	if (!f->kernel) {
		at->no_types = "nothing is known about this kernel";
		at->hint = "its image, vmlinuz, has the types";
	} else if (!f->module) {
		kernel_function_types(f->kernel, a, at);
	} else {
		err = module_types(f->module, f->kernel, &types);
		if (!err)
			btf_function_types(types, a, at);
		else
			at->no_types = arena_strdup(a, err->text);
	}
	sys_error_free(err);
}

static const struct target_place *known_there(struct functions *f,
					      const char *name, uint64_t addr)
{
	struct target_place *at = arena_new(f->r->p->arena,
					    struct target_place);

	at->when = f->when;
	at->function = name;
	at->module = f->module ? module_name(f->module) : "kernel";
	at->addr = addr;
	find_types(f, at);
	return at;
}

struct probe_place *functions_add(struct functions *f, const char *name,
				  uint64_t addr)
{
	struct resolve *r = f->r;
	const char *own = intern_str(r->p->names, name);
	struct probe_place *pl = resolve_add(r, f->kind,
					     resolve_name(r, f->arg, own));
	int max = resolve_component(r, "maxactive");

	pl->symbol = own;
	pl->row.flags |= f->flags;
	if (max >= 0)
		pl->row.kprobe.maxactive = resolve_number(r, max);
	if (f->what == FUNCTIONS_TYPED)
		pl->target = known_there(f, own, addr);
	f->n++;
	return pl;
}

static void add_place(struct functions *f, const struct kernel_symbol *s)
{
	struct probe_place *pl = functions_add(f, s->name, s->addr);

	pl->place.space = STP_SPACE_VMLINUX;
	pl->place.addr = s->addr;
	if (f->kernel)
		pl->build_id = kernel_build_id(f->kernel);
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
bool functions_is_refused(struct functions *f,
			  const struct functions_marks *marks)
{
	if (marks->is_init)
		f->n_init++;
	else if (marks->is_blacklisted)
		f->n_blacklisted++;
	else if (f->flags & STP_ROW_WILDCARD && marks->is_notrace)
		f->n_notrace++;
	else
		return false;
	return true;
}

static bool is_refused(struct functions *f, const struct kernel_symbol *s)
{
	return functions_is_refused(f, &(struct functions_marks){
		.is_init = kernel_is_init(s),
		.is_blacklisted = kernel_is_blacklisted(s),
		.is_notrace = kernel_knows_ftrace(f->kernel) &&
			      !kernel_is_ftraceable(s),
	});
}

static bool take(void *data, const struct kernel_symbol *s)
{
	struct functions *f = data;

	if (is_wanted(f, s) && !is_refused(f, s))
		add_place(f, s);
	return true;
}

void functions_count_left_out(const struct functions *f)
{
	struct program *p = f->r->p;

	if (!(f->flags & STP_ROW_WILDCARD))
		return;
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

static const char *near_name(struct functions *f)
{
	if (f->module)
		return module_nearest(f->module, f->name);
	return kernel_nearest(f->kernel, f->name);
}

static void no_function(struct functions *f)
{
	struct resolve *r = f->r;
	const char *near = near_name(f);
	const char *where = !f->module ? "the kernel"
		: arena_printf(r->p->arena, "the module '%s'",
			       module_name(f->module));
	struct diag *e;

	e = diag_error(r->p->diags, DIAG_NO_FUNCTION, functions_span(r, f->arg),
		       f->flags & STP_ROW_WILDCARD
			       ? "no function of %s matches '%s'"
			       : "%s has no function '%s'", where, f->name);
	if (near)
		diag_hint(e, "did you mean \"%s\"?", near);
}

#define WHY_INIT "its memory is given back behind the start"
#define WHY_BLACKLIST "the kernel runs it when it is entered, or at a probe"

static void not_probeable(struct functions *f)
{
	struct resolve *r = f->r;
	size_t n = f->n_init + f->n_blacklisted + f->n_notrace;
	struct span at = functions_span(r, f->arg);
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
bool functions_is_of_source(const struct functions *f)
{
	return f->of_lines || f->source == FUNCTIONS_COPIES ||
	       strchr(f->name, '@');
}

void functions_refuse(struct functions *f)
{
	if (f->r->point->optional)
		return;
	if (f->n_init + f->n_blacklisted + f->n_notrace)
		not_probeable(f);
	else
		no_function(f);
}

/* ---- the door ----------------------------------------------------------- */

bool functions_begin(struct functions *f)
{
	f->name = resolve_string(f->r, f->arg);
	if (functions_is_pattern(f->name))
		f->flags |= STP_ROW_WILDCARD;
	return !bad_maxactive(f->r);
}

bool functions_open_kernel(struct functions *f)
{
	const struct probe_world *w = f->r->world;
	struct sys_error *err = NULL;

	if (w->kernel)
		err = w->kernel(w->kernel_data, &f->kernel);
	if (err && f->flags & STP_ROW_WILDCARD) {
		diag_sys_error(f->r->p->diags, f->r->span, err);
		return false;
	}
	sys_error_free(err);
	return true;
}

void functions_resolve(struct functions *f)
{
	struct kernel_symbol by_name = { 0 };

	if (!functions_begin(f) || !functions_open_kernel(f))
		return;
	by_name.name = f->name;
	if (f->kernel && functions_is_of_source(f)) {
		functions_by_source(f);
		return;
	}
	if (!f->kernel) {
		if (!(f->flags & STP_ROW_WILDCARD) &&
		    !functions_is_of_source(f))
			add_place(f, &by_name);
		return;
	}
	if (f->flags & STP_ROW_WILDCARD)
		kernel_match(f->kernel, f->name, KERNEL_ALL_FUNCTIONS, take,
			     f);
	else
		take_named(f);
	functions_count_left_out(f);
	if (!f->n)
		functions_refuse(f);
}
