/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the type of a function of the kernel in BTF, by the function's name.
 *
 * Several static functions may share a name.  If their types are equal, it does
 * not matter which one is meant.  If not, BTF does not tell which, because it has no
 * addresses; candidates.c decides.  If only names of parameters differ, a script may use
 * any of the names of a parameter: all are kept in one text, "regs|__unused".
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/target.h"
#include "translator/target/types/types.h"

size_t function_base_name(const char *name)
{
	static const char *const marks[] = { ".isra.", ".part.",
					     ".constprop." };
	size_t n = strlen(name);

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		const char *at = strstr(name, marks[i]);

		if (at && at > name && (size_t)(at - name) < n)
			n = at - name;
	}
	return n;
}

const char *kernel_module_words(struct arena *a, const char *module)
{
	if (!module || !strcmp(module, "kernel"))
		return "the kernel";
	return arena_printf(a, "the module '%s'", module);
}

static void refuse(struct target_address *at, const char *why)
{
	at->proto = NULL;
	at->no_types = why;
}

/* ---- parameters with several names -------------------------------------- */

/** A FUNCTION like @of, but with @params, some of which have several names. */
struct joined {
	struct ctype type;
	const struct ctype *of;
	struct ctype_param *params;
};

static const struct ctype *joined_target(const struct ctype *t)
{
	return ctype_target(((const struct joined *)t)->of);
}

static const struct ctype_param *joined_params(const struct ctype *t)
{
	return ((const struct joined *)t)->params;
}

static const struct ctype_ops joined_ops = {
	.target = joined_target, .params = joined_params,
};

bool function_param_is(const char *names, const char *name)
{
	size_t n = strlen(name);

	for (const char *p = names; p; p = strchr(p, '|')) {
		p += *p == '|';
		if (!strncmp(p, name, n) && (!p[n] || p[n] == '|'))
			return true;
	}
	return false;
}

/* Returns true if a parameter other than the @i-th is called @name. */
static bool is_taken(const struct ctype_param *p, uint64_t n, uint64_t i,
		     const char *name)
{
	for (uint64_t k = 0; k < n; k++)
		if (k != i && *name && function_param_is(p[k].name, name))
			return true;
	return false;
}

/*
 * Returns @t with the names of @other's parameters added; NULL if the types are
 * not equal, or two parameters would have the same name.
 */
static const struct ctype *join(struct arena *a, const struct ctype *t,
				const struct ctype *other)
{
	const struct ctype_param *p = ctype_params(t), *q = ctype_params(other);
	struct joined *j = NULL;

	if (!ctype_equal(t, other))
		return NULL;
	for (uint64_t i = 0; i < t->n; i++) {
		if (!*q[i].name || function_param_is(p[i].name, q[i].name))
			continue;
		if (is_taken(p, t->n, i, q[i].name))
			return NULL;
		if (!j) {
			j = arena_new(a, struct joined);
			j->type = *t;
			j->type.ops = &joined_ops;
			j->of = t;
			j->params = arena_memdup(a, p, t->n * sizeof(*p));
			p = j->params;
		}
		j->params[i].name = arena_printf(a, "%s%s%s", p[i].name,
						 *p[i].name ? "|" : "",
						 q[i].name);
	}
	return j ? &j->type : t;
}

/* ---- functions of one name ---------------------------------------------- */

typedef VEC(const struct ctype *) ctype_vec;

static void add(struct arena *a, ctype_vec *v, const struct ctype *t)
{
	const struct ctype *both;

	for (size_t i = 0; i < v->n; i++) {
		both = join(a, v->at[i], t);
		if (both)
			v->at[i] = both;
		if (both)
			return;
	}
	vec_push_in(a, v, t);
}

/* Returns the functions called @name: one for each different prototype. */
static ctype_vec find_all(const struct btf *types, struct arena *a,
			  const char *name)
{
	const struct ctype *t = btf_find(types, CTYPE_FUNCTION, name);
	ctype_vec found = { 0 };

	for (; t; t = btf_find_next(types, t))
		add(a, &found, t);
	return found;
}

/* ---- copies ------------------------------------------------------------- */

/* Returns the first function called @name; NULL if there is none, or if not all of
 * them have the same type of result. */
static const struct ctype *result_of(const struct btf *types,
				     const char *name)
{
	const struct ctype *first = btf_find(types, CTYPE_FUNCTION, name), *t;

	for (t = first; t; t = btf_find_next(types, t))
		if (!ctype_equal(ctype_target(t), ctype_target(first)))
			return NULL;
	return first;
}

/*
 * Returns true if a copy whose name has these @marks at the end returns what the
 * function does.  .constprop only lacks parameters for which all callers pass the
 * same value; .isra may return nothing or something else; .part is not the whole
 * function.
 */
static bool returns_the_same(const char *marks)
{
	return !strncmp(marks, ".constprop.", strlen(".constprop.")) &&
	       !strstr(marks, ".isra.") && !strstr(marks, ".part.");
}

static void refuse_clone(const struct btf *types, struct arena *a,
			 struct target_address *at, size_t base)
{
	const char *of = arena_strndup(a, at->function, base);

	refuse(at, arena_printf(a, "'%s' is a copy of '%s' in which the "
				   "compiler has changed the parameters",
				at->function, of));
	if (returns_the_same(at->function + base))
		at->returns = result_of(types, of);
}

/* ---- types for a location ----------------------------------------------- */

void btf_function_types(const struct btf *types, struct arena *a,
			struct target_address *at)
{
	size_t base = function_base_name(at->function);
	ctype_vec found;

	if (at->function[base]) {
		refuse_clone(types, a, at, base);
		return;
	}
	found = find_all(types, a, at->function);
	if (found.n == 1) {
		at->proto = found.at[0];
	} else if (found.n) {
		refuse(at, arena_printf(a, "there are functions '%s' with "
					"different parameters", at->function));
		at->candidates = found.at;
		at->n_candidates = found.n;
	} else {
		refuse(at, arena_printf(a, "the types of %s do not describe "
					   "the function '%s'",
					kernel_module_words(a, at->module),
					at->function));
	}
}

void kernel_function_types(struct kernel *k, struct arena *a,
			   struct target_address *at)
{
	const struct btf *types;
	struct sys_error *err = kernel_types(k, &types);

	if (!err) {
		btf_function_types(types, a, at);
		return;
	}
	refuse(at, arena_strdup(a, err->text));
	sys_error_free(err);
}
