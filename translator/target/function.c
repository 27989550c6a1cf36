/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The types of a function of the kernel, by its name: all that BTF has.
 *
 * Several static functions may share a name.  If they have the same
 * parameters it does not matter which one this is; if not, there is no
 * telling, because BTF has no addresses.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "translator/target/btf.h"
#include "translator/target/place.h"
#include "translator/target/target.h"

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

static void refuse(struct target_place *at, const char *why)
{
	at->proto = NULL;
	at->no_types = why;
	at->hint = "the kernel's debug information would tell";
}

static void refuse_clone(struct arena *a, struct target_place *at, size_t base)
{
	refuse(at, arena_printf(a, "'%s' is a copy of '%.*s' that the compiler "
				"has changed the parameters of",
				at->function, (int)base, at->function));
}

/* Do all functions of that name have the same parameters? */
static bool is_clear(const struct btf *types, const struct ctype *first)
{
	const struct ctype *t = first;

	while ((t = btf_find_next(types, t)))
		if (!ctype_equal(first, t))
			return false;
	return true;
}

void btf_function_types(const struct btf *types, struct arena *a,
			struct target_place *at)
{
	size_t base = function_base_name(at->function);

	if (at->function[base]) {
		refuse_clone(a, at, base);
		return;
	}
	at->proto = btf_find(types, CTYPE_FUNCTION, at->function);
	if (!at->proto)
		refuse(at, arena_printf(a, "the types of the %s do not have "
					"the function '%s'",
					at->module, at->function));
	else if (!is_clear(types, at->proto))
		refuse(at, arena_printf(a, "there are functions '%s' with "
					"different parameters", at->function));
}

void kernel_function_types(struct kernel *k, struct arena *a,
			   struct target_place *at)
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
