/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * @var("name@file", "module"): variables outside functions.  The kernel's
 * symbols have their addresses; types are those of BTF, which knows few of
 * them, else of debug information, which also tells statics of one name apart.
 */
#include <string.h>

#include "base/arena.h"
#include "translator/target/resolver.h"
#include "translator/target/target.h"

/** What is looked for. */
struct sought {
	struct resolver *r;
	const struct target_place *at;
	const struct path_query *q;
	const char *name, *file, *module;
	const char **provider;
};

static struct walk refused(const struct sought *s, const char *hint,
			   const char *reason)
{
	struct walk w = walk_value(s->r->arena, &ctype_void, false);

	w.reason = reason;
	w.hint = hint;
	return w;
}

/* Variables of which each CPU has its own have offsets for addresses. */
static bool is_per_cpu(const struct kernel_symbol *k)
{
	return k->addr >> 32 == 0;
}

/*
 * Which CPU's is meant, only the script can say: &@var("name") is what it
 * adds to the offset of that CPU.
 */
static struct walk per_cpu(const struct sought *s,
			   const struct kernel_symbol *k)
{
	struct walk w = walk_value(s->r->arena, &ctype_void, false);

	if (s->q->use != PATH_ADDRESS || s->q->n_steps)
		return refused(s, arena_printf(
			s->r->arena, "&@var(\"%s\") + @cast(&@var("
			"\"__per_cpu_offset\"), \"unsigned long\")[CPU] is the "
			"address of one; @cast gives it a type", s->name),
			"each CPU has one of its own, and there is no telling "
			"which is meant");
	w = walk_memory(s->r->arena, names_variable(s->r, s->name), false);
	w.span = s->q->span;
	walk_op(&w, (struct path_op){ .kind = PATH_CONST,
				      .k = (int64_t)k->addr });
	return w;
}

static struct walk at_symbol(const struct sought *s,
			     const struct kernel_symbol *k,
			     const struct ctype *type)
{
	struct walk w = walk_memory(s->r->arena, type, false);

	w.span = s->q->span;
	walk_op(&w, (struct path_op){ .kind = PATH_SYMBOL, .name = k->name,
				      .k = (int64_t)k->addr });
	return w;
}

static bool by_debuginfo(const struct sought *s, const char **how,
			 struct walk *ret)
{
	const struct dwarf_place *scope =
		resolver_far_scope(s->r, s->module, how);

	if (!scope || !scope_find_global(s->r, scope, s->q->name, ret))
		return false;
	*s->provider = "DWARF";
	return true;
}

/* Without a file only debug information could say which of several it is. */
static struct walk of_debuginfo(const struct sought *s, const char *several)
{
	const char *how;
	struct walk w;

	if (by_debuginfo(s, &how, &w))
		return w;
	if (how)
		return refused(s, how, several);
	return refused(s, NULL, arena_printf(
		s->r->arena, "the debug information of %s%s has no variable "
		"'%s'", resolver_is_kernel(s->module) ? "the " : "",
		resolver_is_kernel(s->module) ? "kernel" : s->module,
		s->q->name));
}

static struct walk of_kernel(const struct sought *s)
{
	struct kernel *kernel = resolver_kernel(s->r);
	const struct kernel_symbol *k =
		kernel ? kernel_find(kernel, s->name) : NULL;
	const struct ctype *type;
	const char *how;
	struct walk w;

	if (!kernel)
		return refused(s, NULL, "nothing is known about this kernel");
	if (!k || kernel_is_function(k))
		return refused(s, NULL, arena_printf(
			s->r->arena, "the kernel has no variable '%s'",
			s->name));
	if (is_per_cpu(k))
		return per_cpu(s, k);
	if (s->file)
		return of_debuginfo(s, "which variable is of which file is "
				    "known from debuginfo only");
	if (kernel_count_named(kernel, s->name) > 1)
		return of_debuginfo(s, "there are several of this name, and "
				    "only debuginfo tells them apart");
	type = names_variable(s->r, s->name);
	if (type == &ctype_void && by_debuginfo(s, &how, &w))
		return at_symbol(s, k, w.type);
	return at_symbol(s, k, type);
}

static bool is_own_module(const struct sought *s)
{
	const char *module = s->q->module;

	return !module || (s->at->module && !strcmp(module, s->at->module));
}

struct walk variable_root(struct resolver *r, const struct target_place *at,
			  const struct path_query *q, const char **provider)
{
	size_t n = strcspn(q->name, "@");
	struct sought s = {
		.r = r, .at = at, .q = q, .provider = provider,
		.name = arena_strndup(r->arena, q->name, n),
		.file = q->name[n] ? q->name + n + 1 : NULL,
		.module = q->module ? q->module : at ? at->module : NULL,
	};
	struct walk w;

	*provider = "DWARF";
	if (at && at->dwarf && is_own_module(&s) &&
	    !resolver_is_kernel(s.module) &&
	    scope_find_global(r, at->dwarf, q->name, &w))
		return w;
	*provider = "symbols";
	if (resolver_is_kernel(s.module))
		return of_kernel(&s);
	return of_debuginfo(&s, "the variables of modules and programs are "
			    "known from debuginfo only");
}
