/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reports which probes change the system that they watch, before anything runs: a
 * diagnostic of severity note, with its line, for each struct probe: a point of a
 * probe after expansion, or some of its locations.  Those beyond MOST are counted.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/diag.h"
#include "base/tags/probe.h"
#include "translator/ir/ir.h"

#define MOST 20			/* notes; further probes are only counted */

enum { MEMORY = 1, REGISTERS = 2, PACKETS = 4, IN_C = 8 };

static const char *const words[] = { "memory", "registers", "packets",
				     "what its C changes" };
#define N_WORDS (sizeof(words) / sizeof(words[0]))

static unsigned of_instruction(const struct ir_unit *u,
			       const struct ir_ins *in, const unsigned *known)
{
	switch (in->op) {
	case IR_STORE:
		return MEMORY;
	case IR_SETREG:
		return REGISTERS;
	case IR_INTRIN:
		return strcmp(ir_intrinsic((int)in->imm)->name, "set_verdict")
			       ? 0 : PACKETS;
	case IR_EMBED:
		return program_c_says(u->cs.at[in->imm]->text, "guru") ? IN_C
								       : 0;
	case IR_CALL:
		return known[in->imm];
	default:
		return 0;
	}
}

static unsigned of_function(const struct ir_unit *u, const struct ir_func *f,
			    const unsigned *known)
{
	unsigned ret = f->entry ? known[f->entry->index] : 0;

	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			ret |= of_instruction(u, &f->blocks.at[b].ins.at[i],
					      known);
	return ret;
}

/* Returns what each function changes, itself or through calls.  Repeats until
 * no caller gets more from the functions that it calls. */
static unsigned *of_all(const struct ir_unit *u)
{
	unsigned *ret = xcalloc(u->funcs.n + 1, sizeof(*ret));

	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < u->funcs.n; i++) {
			unsigned now = of_function(u, u->funcs.at[i], ret);

			more |= now != ret[i];
			ret[i] = now;
		}
	}
	return ret;
}

static void put_words(unsigned what, struct buf *b)
{
	for (size_t i = 0; i < N_WORDS; i++)
		if (what & 1u << i)
			buf_printf(b, "%s%s", b->n ? ", " : "", words[i]);
}

static void tell(struct diags *d, const struct ir_row *row, size_t n,
		 unsigned what)
{
	const char *name = row->probe->alias ? row->probe->alias
					     : row->location->name;
	_cleanup_buf_ struct buf b = BUF_INIT;

	put_words(what, &b);
	if (n > 1)
		diag_remark(d, DIAG_CHANGES_SYSTEM, row->probe->span,
			    "the probe changes the system at %zu locations, "
			    "first at '%s': %s", n, name, b.p);
	else
		diag_remark(d, DIAG_CHANGES_SYSTEM, row->probe->span,
			    "'%s' changes the system: %s", name, b.p);
}

/* Makes one note for all rows of a struct probe, which are next to each other. */
void ir_changes_tell(const struct ir_unit *u, struct diags *d)
{
	unsigned *known = of_all(u);
	size_t told = 0, next;

	for (size_t i = 0; i < u->rows.n; i = next) {
		const struct ir_row *row = &u->rows.at[i];
		unsigned what = 0;

		for (next = i; next < u->rows.n &&
		     u->rows.at[next].probe == row->probe; next++)
			what |= known[u->handlers.at[
					u->rows.at[next].handler]->index];
		if (what && told++ < MOST)
			tell(d, row, next - i, what);
	}
	if (told > MOST)
		diag_remark(d, DIAG_CHANGES_SYSTEM, SPAN_NONE,
			    "%zu more probes change the system",
			    told - MOST);
	free(known);
}
