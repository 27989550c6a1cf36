/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Resolves @var("name@file", "module"): variables outside functions.  The
 * kernel's symbols have their addresses.  Types are taken from BTF, which has those
 * of few variables, then from debug information, which also tells static variables
 * of one name apart.
 */
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/error.h"
#include "translator/target/elf/elf.h"
#include "translator/target/kernel/kernel.h"
#include "translator/target/path/resolve_private.h"

/** The variable that is looked for. */
struct sought {
	struct resolver *r;
	const struct target_address *at;
	const struct path_query *q;
	const char *name, *file, *module;
	const char **provider;
};

static const char which_file[] = "only debug information says which file a "
				 "variable is in";
static const char is_freed[] = "its memory is freed after the kernel has started";
static const char of_programs[] = "the variables of programs need debug "
				  "information";

static struct walk refused(const struct sought *s, const char *hint,
			   const char *reason)
{
	struct walk w = walk_value(s->r->arena, &ctype_void, false);

	w.reason = reason;
	w.hint = hint;
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

/*
 * Resolves a per-CPU variable, of which only the address can be taken.  The script
 * adds &@var("name") to the offset of the CPU that it means.  Where the address of the
 * symbol is an offset from 0, the kernel does not move it as it moves its image.
 */
static struct walk per_cpu(const struct sought *s,
			   const struct kernel_symbol *k)
{
	struct walk w = walk_value(s->r->arena, &ctype_void, false);

	if (s->q->use != PATH_ADDRESS || s->q->n_steps)
		return refused(s, arena_printf(
			s->r->arena, "the address for one CPU is &@var(\"%s\") "
				     "+ @cast(&@var(\"__per_cpu_offset\"), "
				     "\"unsigned long\")[CPU]; give it a type "
				     "with @cast", s->name),
			"it is a per-CPU variable, and the CPU is not given");
	if (k->addr >> 32)
		return at_symbol(s, k, names_variable(s->r, s->name));
	w = walk_memory(s->r->arena, names_variable(s->r, s->name), false);
	w.span = s->q->span;
	walk_op(&w, (struct path_op){ .kind = PATH_CONST,
				      .k = (int64_t)k->addr });
	return w;
}

static bool by_debuginfo(const struct sought *s, const char **how,
			 struct walk *ret)
{
	const struct dwarf_address *scope =
		resolver_far_scope(s->r, s->module, how);

	if (!scope || !scope_find_global(s->r, scope, s->q->name, ret))
		return false;
	*s->provider = "DWARF";
	return true;
}

/* Resolves a variable by debug information.  Without it, the variable is refused
 * for the reason @several. */
static struct walk of_debuginfo(const struct sought *s, const char *several)
{
	const char *how;
	struct walk w;

	if (by_debuginfo(s, &how, &w))
		return w;
	if (how)
		return refused(s, how, several);
	return refused(s, NULL, arena_printf(
		s->r->arena, "the debug information of %s has no variable "
		"'%s'", resolver_owner_words(s->r->arena, s->module),
		s->q->name));
}

/* Finds the type by debug information, under any name that the address has: the
 * linker gives variables further names; jiffies is jiffies_64. */
static const struct ctype *type_by_debuginfo(const struct sought *s,
					     const struct kernel *kernel,
					     const struct kernel_symbol *k)
{
	const char *how;
	const struct dwarf_address *scope =
		resolver_scope(s->r, s->module, &how);
	const struct kernel_symbol *name = k;
	struct walk w;

	for (size_t i = 0; scope && name; name = kernel_alias(kernel, k, i++)) {
		if (!scope_find_global(s->r, scope, name->name, &w))
			continue;
		*s->provider = "DWARF";
		return w.type;
	}
	return &ctype_void;
}

static struct walk not_in_kernel(const struct sought *s,
				 const struct kernel *kernel)
{
	struct arena *a = s->r->arena;
	const char *near = kernel_nearest(kernel, s->name, KERNEL_VARIABLES);

	/* every kernel that lists variables lists this one */
	if (!kernel_has_image(kernel) && !kernel_find(kernel, "init_task"))
		return refused(s, "use sudo; a kernel built without "
				  "CONFIG_KALLSYMS_ALL also needs its image in "
				  "/boot/vmlinuz-RELEASE",
			       "the running kernel does not show its variables");
	return refused(s, near ? arena_printf(a, "did you mean '%s'?", near)
			       : NULL,
		       arena_printf(a, "the kernel has no variable '%s'",
				    s->name));
}

/* Resolves a variable of the kernel.  If the first symbol of that name is a function, that
 * is resolved, without a type. */
static struct walk of_kernel(const struct sought *s)
{
	struct kernel *kernel = resolver_kernel(s->r);
	const struct kernel_symbol *k =
		kernel ? kernel_find(kernel, s->name) : NULL;
	const struct ctype *type;

	if (!kernel)
		return refused(s, NULL, "nothing is known about this kernel");
	if (!k)
		return not_in_kernel(s, kernel);
	if (kernel_is_function(k) && s->file)
		return of_debuginfo(s, which_file);
	if (kernel_is_function(k))
		return at_symbol(s, k, &ctype_void);
	if (kernel_is_per_cpu(k))
		return per_cpu(s, k);
	if (kernel_is_init(k))
		return refused(s, NULL, is_freed);
	if (s->file)
		return of_debuginfo(s, which_file);
	if (kernel_count_named(kernel, s->name) > 1)
		return of_debuginfo(s, "there are several of this name, and "
				       "only debug information distinguishes "
				       "them");
	type = names_variable(s->r, s->name);
	if (type == &ctype_void)
		type = type_by_debuginfo(s, kernel, k);
	return at_symbol(s, k, type);
}

static struct module *module_of(const struct sought *s)
{
	const struct resolver_world *w = s->r->world;
	struct module *m = NULL;

	if (w->module)
		sys_error_free(w->module(w->data, s->module, &m));
	return m;
}

static struct walk no_variable(const struct sought *s, struct module *m)
{
	struct arena *a = s->r->arena;
	const char *near = module_nearest(m, s->name, KERNEL_VARIABLES);

	return refused(s, near ? arena_printf(a, "did you mean '%s'?", near)
			       : NULL,
		       arena_printf(a, "the module '%s' has no variable '%s'",
				    module_name(m), s->name));
}

/* Resolves a variable of a module: by debug information, or by the module's
 * symbols without a type. */
static struct walk of_module(const struct sought *s)
{
	struct module *m = s->file ? NULL : module_of(s);
	struct module_datum found;
	const char *how;
	struct walk w;

	if (by_debuginfo(s, &how, &w))
		return w;
	if (!m)
		return of_debuginfo(s, s->file ? which_file : of_programs);
	if (!module_variable(m, s->r->arena, s->name, &found))
		return no_variable(s, m);
	if (found.reason)
		return refused(s, found.hint, found.reason);
	w = walk_memory(s->r->arena, &ctype_void, false);
	w.span = s->q->span;
	walk_op(&w, (struct path_op){ .kind = PATH_SYMBOL,
				      .name = found.symbol,
				      .build_id = module_build_id(m),
				      .k = found.distance });
	return w;
}

/* Returns true if both paths are of one file: a script may spell a program's
 * path in another way. */
static bool is_same_file(const char *a, const char *b)
{
	struct stat s, t;

	return !stat(a, &s) && !stat(b, &t) && s.st_dev == t.st_dev &&
	       s.st_ino == t.st_ino;
}

static bool is_own_module(const struct sought *s)
{
	const char *module = s->q->module, *own = s->at->module;

	if (!module || !own)
		return !module;
	return !strcmp(module, own) ||
	       (resolver_is_program(module) && is_same_file(module, own));
}

static struct walk typeless(const struct sought *s)
{
	const char *how;

	resolver_debug(s->r, s->module, &how);
	return refused(s, arena_printf(s->r->arena, "give it a type: "
						    "@cast(&@var(\"%s\"%s%s%s), "
						    "\"TYPE\")%s%s",
				       s->q->name, s->q->module ? ", \"" : "",
				       s->q->module ? s->q->module : "",
				       s->q->module ? "\"" : "",
				       how ? "; else " : "", how ? how : ""),
		       "its type needs debug information");
}

/* Sets the file of the addresses in @l to @path; without a file they would be addresses
 * in the location's own file. */
static void set_file(struct location *l, const char *path)
{
	for (size_t i = 0; i < l->n; i++)
		for (size_t k = 0; k < l->pieces[i].n_ops; k++) {
			struct path_op *op = (struct path_op *)
						     &l->pieces[i].ops[k];

			if (op->kind == PATH_SYMBOL && !op->name && !op->file)
				op->file = path;
		}
}

/* Resolves a variable of another program or library.  Where the process has mapped that
 * file is looked up at the hit. */
static struct walk of_program(const struct sought *s)
{
	const char *how;
	const struct dwarf_address *scope =
		resolver_far_scope(s->r, s->module, &how);
	struct walk w;

	if (!by_debuginfo(s, &how, &w))
		return of_debuginfo(s, of_programs);
	set_file(&w.root, scope_file(s->r, scope));
	return w;
}

/* Finds a variable of the location's function, such as a static one, if the query names
 * neither module nor file.  It is preferred to a variable outside functions. */
static bool find_local(const struct sought *s, struct walk *ret)
{
	const struct dwarf_address *scope = NULL;

	if (s->at && !s->q->module && !s->file)
		scope = s->at->dwarf ? s->at->dwarf
				     : entry_around(s->r, s->at);
	if (!scope)
		return false;
	for (size_t i = 0; i < scope_count(scope); i++) {
		if (strcmp(scope_name(scope, i), s->name) != 0)
			continue;
		*ret = scope_variable(s->r, scope, i);
		*s->provider = "DWARF";
		return true;
	}
	return false;
}

/* Resolves a variable in one module or program. */
static struct walk find_in(struct sought *s)
{
	struct walk w;

	*s->provider = "DWARF";
	if (s->at && s->at->dwarf && is_own_module(s) &&
	    !resolver_is_kernel(s->module) &&
	    (scope_find_global(s->r, s->at->dwarf, s->q->name, &w) ||
	     scope_find_removed(s->r, s->at->dwarf, s->q->name, &w)))
		return w;
	*s->provider = "symbols";
	if (resolver_is_kernel(s->module))
		return of_kernel(s);
	if (resolver_is_program(s->module) && !(s->at && is_own_module(s)))
		return of_program(s);
	return of_module(s);
}

/* Resolves a variable in a list, "ext4:kernel": the first that has it; or the
 * refusal of the last one. */
static struct walk find_in_all(struct sought *s, const char *modules)
{
	struct path_query one = *s->q;
	struct walk w;
	size_t n;

	s->q = &one;
	do {
		n = strcspn(modules, ":");
		one.module = s->module = arena_strndup(s->r->arena, modules, n);
		w = find_in(s);
		modules += n + (modules[n] == ':');
	} while (w.reason && *modules);
	return w;
}

static bool find_enumerator(const struct sought *s, int64_t *ret)
{
	const char *modules = s->q->module;
	size_t n;

	if (!modules)
		return names_enumerator_at(s->r, s->at, s->name, NULL, ret);
	for (;; modules += n + 1) {
		n = strcspn(modules, ":");
		if (names_enumerator_at(s->r, s->at, s->name,
					arena_strndup(s->r->arena, modules, n),
					ret))
			return true;
		if (!modules[n])
			return false;
	}
}

/* Returns @w, or, if it was refused, the value of an enumerator of that name, if
 * there is one. */
static struct walk or_number(const struct sought *s, struct walk w)
{
	int64_t value;

	if (!w.reason || s->file || s->q->use == PATH_ADDRESS ||
	    !find_enumerator(s, &value))
		return w;
	*s->provider = "DWARF";
	return entry_number(s->r, value);
}

struct walk variable_root(struct resolver *r, const struct target_address *at,
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

	if (find_local(&s, &w))
		return w;
	if (q->module && strchr(q->module, ':'))
		w = find_in_all(&s, q->module);
	else
		w = find_in(&s);
	s.q = q;
	if (!w.reason && w.type == &ctype_void && q->use != PATH_ADDRESS)
		return typeless(&s);
	return or_number(&s, w);
}
