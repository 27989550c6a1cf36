/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kprobe.function("NAME").offset(N): an instruction of a function, N bytes
 * after its start.
 *
 * Functions of the kernel's image are decoded to check that an instruction begins
 * there.  For modules, whose files may be gone, the kernel itself checks it.
 */
#include "translator/probe/functions.h"
#include "base/tags/probe.h"
#include "translator/probe/kinds.h"

static void not_there(struct resolve *r, const struct probe_location *pl,
		      const struct kernel_code_at *at)
{
	struct diag *e;

	e = diag_error(r->p->diags, DIAG_NOT_AN_INSTRUCTION, r->span,
		       "no instruction of '%s' starts at +%#llx", pl->symbol,
		       (unsigned long long)pl->row.kprobe.offset);
	if (at)
		diag_hint(e, "an instruction starts at +%#llx, the next at "
			     "+%#llx",
			  (unsigned long long)(at->before - pl->location.addr),
			  (unsigned long long)(at->after - pl->location.addr));
	else
		diag_hint(e, "the function ends before this offset");
}

static bool check(struct resolve *r, struct kernel *k,
		  const struct probe_location *pl)
{
	uint64_t addr = pl->location.addr + pl->row.kprobe.offset;
	struct kernel_code_at at;
	enum kernel_code what;

	if (!k || pl->location.space != STP_SPACE_VMLINUX)
		return true;
	what = kernel_code_at(k, addr, &at);
	if (what != KERNEL_NO_CODE && at.function->addr == pl->location.addr) {
		if (what == KERNEL_INSTRUCTION)
			return true;
		not_there(r, pl, &at);
		return false;
	}
	not_there(r, pl, NULL);
	return false;
}

static void resolve_offset(struct resolve *r, int64_t arg)
{
	int64_t off = resolve_number(r, (unsigned)arg + 1);
	struct functions f = { .r = r, .kind = STP_KIND_KPROBE,
			       .arg = (unsigned)arg };
	probe_location_vec *locations = &r->probe->locations;
	size_t i = locations->n;

	if (off < 0 || off > UINT32_MAX) {
		diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
			   "an offset into a function must be 0 or more, not "
			   "%lld",
			   (long long)off);
		return;
	}
	if (arg == 2)
		functions_of_modules(&f, 1);
	else
		functions_resolve(&f);
	for (; i < locations->n; i++) {
		locations->at[i].row.kprobe.offset += (uint64_t)off;
		if (off)
			locations->at[i].row.point = STP_POINT_OFFSET;
		locations->at[i].has_hook &= !off;
		if (!check(r, f.kernel, &locations->at[i]))
			return;
	}
}

const struct probe_pattern probe_patterns_offset[] = {
	{ "kprobe.function(s).offset(n)", resolve_offset, 1 },
	{ "kprobe.module(s).function(s).offset(n)", resolve_offset, 2 },
	{ 0 },
};
