/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The table of passes over the IR: their order, and when the rules are checked.
 */
#include "translator/ir/pass.h"

enum when { ALWAYS, UNLESS_U };	/* -u omits the latter */

static const struct {
	enum ir_phase phase;
	enum when when;
	void (*run)(struct ir_unit *u);
	const char *checked;	/* the rules are checked after it; violations are reported
				   under this name.  NULL: they are not checked */
} passes[] = {
	/* handlers of many locations are equal already: if they are merged
	 * first, they are optimised only once */
	{ IR_SMALLER, ALWAYS, ir_merge, "lowering" },
	{ IR_SMALLER, UNLESS_U, ir_fold, "fold" },
	{ IR_SMALLER, UNLESS_U, ir_dead, "dead" },
	{ IR_SMALLER, UNLESS_U, ir_tidy, "tidy" },
	{ IR_SMALLER, UNLESS_U, ir_inline, "inline" },
	/* again, with what is known at the calls that are inlined */
	{ IR_SMALLER, UNLESS_U, ir_fold, "fold" },
	{ IR_SMALLER, UNLESS_U, ir_dead, "dead" },
	{ IR_SMALLER, UNLESS_U, ir_tidy, "tidy" },
	{ IR_SMALLER, UNLESS_U, ir_copies, "copies" },
	{ IR_SMALLER, UNLESS_U, ir_dead, "dead" },
	{ IR_SMALLER, UNLESS_U, ir_tidy, "tidy" },
	{ IR_SMALLER, UNLESS_U, ir_symbols, "symbols" },
	{ IR_SMALLER, UNLESS_U, ir_bounds, "bounds" },

	{ IR_LAID_OUT, ALWAYS, ir_frames, NULL },
	{ IR_LAID_OUT, ALWAYS, ir_merge, NULL },
	{ IR_LAID_OUT, ALWAYS, ir_locks, "frames and locks" },
	{ IR_LAID_OUT, UNLESS_U, ir_lookups, NULL },
	{ IR_LAID_OUT, UNLESS_U, ir_narrow, "lookups and narrow" },
	{ IR_LAID_OUT, ALWAYS, ir_attach, NULL },
};

bool ir_passes(struct ir_unit *u, struct diags *d, enum ir_phase phase,
	       bool optimise)
{
	for (size_t i = 0; i < sizeof(passes) / sizeof(passes[0]); i++) {
		if (passes[i].phase != phase ||
		    (passes[i].when == UNLESS_U && !optimise))
			continue;
		passes[i].run(u);
		if (passes[i].checked && !ir_verify(u, d, passes[i].checked))
			return false;
	}
	return true;
}
