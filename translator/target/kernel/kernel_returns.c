/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Decides whether the return of a kernel function can be probed: by its name and,
 * if ftrace cannot hook it, by the kernel's unwind data, because it may be assembly
 * without a return address.
 */
#include <fnmatch.h>

#include "translator/target/elf/elf.h"
#include "translator/target/kernel/orc.h"
#include "translator/target/kernel/target.h"

#define BYTES_OF_RETURN 8u	/* from the stack pointer to the caller's frame */

static const struct {
	const char *glob;
	enum binary_return what;
} rules[] = {
#define RULE(glob, what) { glob, what },
#include "translator/target/kernel/kernel_returns.def"
#undef RULE
};

/* Decides by unwind data whether the return address is on top of the stack at the
 * entry of @s.  This is assumed if ftrace can hook @s or if there is no unwind data. */
static enum binary_return by_unwinding(const struct kernel *k,
				       const struct kernel_symbol *s)
{
	struct orc orc;

	if (kernel_is_ftraceable(s) || !orc_find(k, &orc) ||
	    orc_depth(&orc, s->addr) == BYTES_OF_RETURN)
		return BINARY_RETURNS;
	return BINARY_NO_RETURN;
}

enum binary_return kernel_return_at(const struct kernel *k,
				    const struct kernel_symbol *s)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (!fnmatch(rules[i].glob, s->name, 0))
			return rules[i].what;
	return k && kernel_has_addresses(k) ? by_unwinding(k, s)
					    : BINARY_RETURNS;
}
