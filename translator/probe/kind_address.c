/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Code by its address: kernel.statement(ADDRESS), an address of the kernel as
 * it is linked, which is checked; and .absolute, one of the running kernel,
 * which only that kernel can check, and -g must allow.
 */
#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

static const struct target_place *known_there(struct resolve *r,
					      const char *function,
					      uint64_t addr)
{
	struct target_place *at = arena_new(r->p->arena, struct target_place);

	at->when = PLACE_INSIDE;
	at->function = function;
	at->module = "kernel";
	at->addr = addr;
	at->no_types = "variables inside a function are known from debuginfo "
		       "only";
	return at;
}

/* ---- of the running kernel ---------------------------------------------- */

static void resolve_absolute(struct resolve *r, int64_t data)
{
	uint64_t addr = (uint64_t)resolve_number(r, 1);
	struct probe_place *pl;

	if (!r->p->guru) {
		diag_hint(diag_error(r->p->diags, DIAG_GURU_ONLY, r->span,
				     "an absolute address is for guru mode"),
			  "-g allows it; without .absolute it is an address "
			  "of the kernel as it is linked, and checked");
		return;
	}
	if (!addr) {
		diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
			   "there is no code at address 0");
		return;
	}
	pl = resolve_add(r, STP_KIND_KPROBE, resolve_hex_name(r, 1));
	pl->row.kprobe.addr = addr;
	pl->target = known_there(r, "", addr);
}

/* ---- of the kernel as it is linked -------------------------------------- */

static struct kernel *symbols(struct resolve *r)
{
	struct kernel *k = NULL;
	struct sys_error *err = NULL;

	if (r->world->kernel)
		err = r->world->kernel(r->world->kernel_data, &k);
	if (err)
		diag_sys_error(r->p->diags, r->span, err);
	return k;
}

static void not_an_instruction(struct resolve *r, uint64_t addr,
			       const struct kernel_code_at *at)
{
	const char *name = at->function->name;
	uint64_t start = at->function->addr;
	struct diag *e;

	e = diag_error(r->p->diags, DIAG_NOT_AN_INSTRUCTION,
		       functions_span(r, 1),
		       "no instruction begins at %#llx, %s+%#llx",
		       (unsigned long long)addr, name,
		       (unsigned long long)(addr - start));
	diag_hint(e, "one begins at %#llx (%s+%#llx), the next at %#llx "
		  "(%s+%#llx)", (unsigned long long)at->before, name,
		  (unsigned long long)(at->before - start),
		  (unsigned long long)at->after, name,
		  (unsigned long long)(at->after - start));
}

static void no_code(struct resolve *r, uint64_t addr)
{
	diag_hint(diag_error(r->p->diags, DIAG_NOT_AN_INSTRUCTION,
			     functions_span(r, 1),
			     "there is no code of the kernel at %#llx",
			     (unsigned long long)addr),
		  "it is an address of the kernel as it is linked; of the "
		  "running kernel, moved at its start, it is .absolute");
}

static const struct kernel_symbol *check(struct resolve *r, struct kernel *k,
					 uint64_t addr)
{
	struct kernel_code_at at;

	switch (kernel_code_at(k, addr, &at)) {
	case KERNEL_INSTRUCTION:
		return at.function;
	case KERNEL_NOT_INSTRUCTION:
		not_an_instruction(r, addr, &at);
		return NULL;
	default:
		no_code(r, addr);
		return NULL;
	}
}

static void resolve_linked(struct resolve *r, int64_t data)
{
	uint64_t addr = (uint64_t)resolve_number(r, 1);
	struct kernel *k = symbols(r);
	const struct kernel_symbol *s = k ? check(r, k, addr) : NULL;
	struct probe_place *pl;

	if (!s)
		return;
	pl = resolve_add(r, STP_KIND_KPROBE, resolve_hex_name(r, 1));
	pl->symbol = intern_str(r->p->names, s->name);
	pl->place.space = STP_SPACE_VMLINUX;
	pl->place.addr = s->addr;
	pl->row.kprobe.offset = addr - s->addr;
	pl->build_id = kernel_build_id(k);
	pl->target = known_there(r, pl->symbol, addr);
}

const struct probe_pattern probe_patterns_address[] = {
	{ "kernel.statement(n)", resolve_linked, 0 },
	{ "kernel.statement(n).absolute", resolve_absolute, 0 },
	{ "kprobe.statement(n).absolute", resolve_absolute, 0 },
	{ 0 },
};
