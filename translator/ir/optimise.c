/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The list of passes, in order; the rules are checked behind each.
 */
#include "translator/ir/pass.h"

static const struct {
	const char *name;
	void (*run)(struct ir_unit *u);
} passes[] = {
	{ "fold", ir_fold },
	{ "dead", ir_dead },
	{ "tidy", ir_tidy },
	{ "inline", ir_inline },
	/* what the bodies show where they are now */
	{ "fold", ir_fold },
	{ "dead", ir_dead },
	{ "tidy", ir_tidy },
	{ "copies", ir_copies },
	{ "dead", ir_dead },
	{ "tidy", ir_tidy },
	{ "symbols", ir_symbols },
	{ "bounds", ir_bounds },
};

bool ir_optimise(struct ir_unit *u, struct diags *d)
{
	for (size_t i = 0; i < sizeof(passes) / sizeof(passes[0]); i++) {
		passes[i].run(u);
		if (!ir_verify(u, d, passes[i].name))
			return false;
	}
	return true;
}
