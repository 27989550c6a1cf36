/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stack_args VMLINUX
 *
 * For each function of the kernel that may have a stub a line: its name,
 * address and bytes; what its type says of arguments on the stack ("none",
 * "some", "any" number of them, "several" functions have its name); and "none"
 * if its code shows that there are none, else "unknown".  For run-stack-args.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/stack_args.h"
#include "translator/target/kernel/target.h"
#include "translator/target/types/cc_x86_64.h"

#define MOST_PARAMS 24

static const char *by_type(const struct btf *types, const char *name)
{
	const struct ctype *f = btf_find(types, CTYPE_FUNCTION, name);
	struct cc_location params[MOST_PARAMS];

	if (!f || f->n > MOST_PARAMS || btf_find_next(types, f))
		return NULL;
	if (f->is_variadic)
		return "any";
	cc_x86_64_params(f, params);
	for (size_t i = 0; i < f->n; i++)
		if (params[i].where == CC_STACK)
			return "some";
	return "none";
}

static void tell(struct kernel *k, const struct btf *types,
		 const struct kernel_symbol *s)
{
	const char *type = kernel_count_named(k, s->name) > 1
		? "several" : by_type(types, s->name);

	if (type)
		printf("%s %#" PRIx64 " %" PRIu64 " %s %s\n", s->name, s->addr,
		       kernel_distance(k, s), type,
		       stack_args_are_none(k, s) ? "none" : "unknown");
}

static struct sys_error *tell_all(struct kernel *k)
{
	const struct btf *types;
	struct sys_error *err = kernel_types(k, &types);

	for (size_t i = 0; !err && i < kernel_count(k); i++) {
		const struct kernel_symbol *s = kernel_symbol_at(k, i);

		if (kernel_is_function(s) && !kernel_is_init(s) &&
		    kernel_is_ftraceable(s) && !strchr(s->name, '.'))
			tell(k, types, s);
	}
	return err;
}

int main(int argc, char **argv)
{
	struct kernel *k = NULL;
	struct sys_error *err;
	int ret;

	if (argc != 2)
		return 2;
	err = kernel_open(argv[1], NULL, &k);
	if (!err)
		err = tell_all(k);
	if (err)
		fprintf(stderr, "%s\n", err->text);
	kernel_close(k);
	ret = err != NULL;
	sys_error_free(err);
	return ret;
}
