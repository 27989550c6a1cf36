/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kprobe.function: functions of the kernel by name, without types.
 *
 * With the kernel's symbols at hand a name is checked and gets its link
 * address; a pattern stands for all functions that match.  Without them a
 * plain name is still attached by name, in the module, and refused there if
 * the running kernel has no such function.
 */
#include <string.h>

#include "base/error.h"
#include "translator/probe/kinds.h"
#include "translator/target/target.h"

static bool is_pattern(const char *name)
{
	return strpbrk(name, "*?[") != NULL;
}

/* Symbols, or NULL with the reason in @err. */
static struct kernel *symbols(struct resolve *r, struct sys_error **err)
{
	struct kernel *k = NULL;

	*err = r->world->kernel ? r->world->kernel(r->world->kernel_data, &k)
				: NULL;
	return k;
}

struct kprobe_places {
	struct resolve *r;
	const struct kernel *kernel;
	enum stp_kind_id kind;
	unsigned flags;
	size_t n;
};

static bool add_symbol(void *data, const struct kernel_symbol *s)
{
	struct kprobe_places *kp = data;
	struct resolve *r = kp->r;
	const char *name = intern_str(r->p->names, s->name);
	struct probe_place *pl = resolve_add(r, kp->kind,
					     resolve_name(r, 1, name));
	int max = resolve_component(r, "maxactive");

	pl->symbol = name;
	pl->place.space = STP_SPACE_VMLINUX;
	pl->place.addr = s->addr;
	pl->row.flags |= kp->flags;
	if (kp->kernel)
		pl->build_id = kernel_build_id(kp->kernel);
	if (max >= 0)
		pl->row.kprobe.maxactive = resolve_number(r, max);
	kp->n++;
	return true;
}

/* The name itself, if the user wrote it; an alias may have. */
static struct span name_span(const struct resolve *r)
{
	struct span at = r->point->comps.at[1].span;

	if (at.src != r->span.src || at.off < r->span.off ||
	    at.off >= r->span.off + r->span.len)
		return r->span;
	return at;
}

static void no_function(struct kprobe_places *kp, const char *name)
{
	struct resolve *r = kp->r;
	const char *near = kernel_nearest(kp->kernel, name);
	struct diag *e;

	if (r->point->optional)
		return;
	e = diag_error(r->p->diags, DIAG_NO_FUNCTION, name_span(r),
		       is_pattern(name) ? "no function of the kernel matches "
					  "'%s'"
					: "the kernel has no function '%s'",
		       name);
	if (near)
		diag_hint(e, "did you mean \"%s\"?", near);
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

static void resolve_kprobe(struct resolve *r, int64_t kind)
{
	struct sys_error *err;
	struct kprobe_places kp = { .r = r, .kernel = symbols(r, &err),
				    .kind = kind };
	const char *name = resolve_string(r, 1);

	if (bad_maxactive(r)) {
		sys_error_free(err);
	} else if (is_pattern(name)) {
		kp.flags = STP_ROW_WILDCARD;
		if (err) {
			diag_sys_error(r->p->diags, r->span, err);
			return;
		}
		if (kp.kernel)
			kernel_match(kp.kernel, name, true, add_symbol, &kp);
		if (!kp.n && kp.kernel)
			no_function(&kp, name);
	} else {
		const struct kernel_symbol *s = NULL;
		struct kernel_symbol by_name = { .name = name };

		sys_error_free(err);
		if (kp.kernel)
			s = kernel_find(kp.kernel, name);
		if (kp.kernel && (!s || !kernel_is_function(s)))
			no_function(&kp, name);
		else
			add_symbol(&kp, s ? s : &by_name);
	}
}

const struct probe_pattern probe_patterns_kprobe[] = {
	{ "kprobe.function(s)", resolve_kprobe, STP_KIND_KPROBE },
	{ "kprobe.function(s).call", resolve_kprobe, STP_KIND_KPROBE },
	{ "kprobe.function(s).return", resolve_kprobe, STP_KIND_KRETPROBE },
	{ "kprobe.function(s).return.maxactive(n)", resolve_kprobe,
	  STP_KIND_KRETPROBE },
	{ 0 },
};
