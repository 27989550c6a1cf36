/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Probes code by its address.  kernel.statement(ADDRESS) takes a link address of the
 * kernel or a module, which is checked (address_functions.c).  .absolute takes an
 * address of the running kernel, which only that kernel can check and which needs -g.
 */
#include "base/arena.h"
#include "base/tags/probe.h"
#include "base/tags/sema.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

static const struct target_address *
known_there(struct resolve *r, uint64_t addr, enum target_when when)
{
	struct target_address *at = arena_new(r->p->arena, struct target_address);

	at->when = when;
	at->function = "";
	at->module = "kernel";
	at->addr = addr;
	at->no_types = "variables inside a function need debug information";
	return at;
}

/* ---- of the running kernel ---------------------------------------------- */

static void resolve_absolute(struct resolve *r, int64_t kind)
{
	uint64_t addr = (uint64_t)resolve_number(r, 1);
	bool is_return = kind == STP_KIND_KRETPROBE;
	struct probe_location *pl;

	if (!program_is_guru(r->p, r->span)) {
		diag_hint(diag_error(r->p->diags, DIAG_GURU_ONLY, r->span,
				     "an absolute address needs guru mode"),
			  "add -g; without .absolute, the address is a "
			  "link-time address of the kernel and is checked");
		return;
	}
	if (!addr) {
		diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
			   "there is no code at address 0");
		return;
	}
	if (functions_bad_maxactive(r))
		return;
	pl = resolve_add(r, (enum stp_kind_id)kind, resolve_hex_name(r, 1));
	if (!is_return)
		pl->row.point = STP_POINT_OFFSET;
	pl->row.kprobe.addr = addr;
	pl->row.kprobe.maxactive = functions_maxactive(r);
	pl->target = known_there(r, addr, is_return ? TARGET_RETURN
						    : TARGET_INSIDE);
}

/* ---- as it is linked ---------------------------------------------------- */

static void resolve_linked(struct resolve *r, int64_t in_module)
{
	struct functions f = {
		.r = r, .kind = STP_KIND_KPROBE, .when = TARGET_INSIDE,
		.arg = 1, .what = FUNCTIONS_TYPED, .of = FUNCTIONS_ADDRESS,
		.source = FUNCTIONS_CODE,
	};

	if (in_module)
		functions_of_modules(&f, 0);
	else
		functions_resolve(&f);
}

const struct probe_pattern probe_patterns_address[] = {
	{ "kernel.statement(n)", resolve_linked, 0 },
	{ "kernel.statement(n).nearest", resolve_linked, 0 },
	{ "module(s).statement(n)", resolve_linked, 1 },
	{ "module(s).statement(n).nearest", resolve_linked, 1 },
	{ "kernel.statement(n).absolute", resolve_absolute, STP_KIND_KPROBE },
	{ "kprobe.statement(n).absolute", resolve_absolute, STP_KIND_KPROBE },
	{ "kprobe.function(n).absolute.return", resolve_absolute,
	  STP_KIND_KRETPROBE },
	{ "kprobe.function(n).absolute.return.maxactive(n)", resolve_absolute,
	  STP_KIND_KRETPROBE },
	{ 0 },
};
