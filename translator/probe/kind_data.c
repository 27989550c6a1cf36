/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kernel.data("SYMBOL"), kernel.data(ADDRESS), each with .write or .rw: memory of
 * the kernel, watched by the processor's own watchpoints.
 *
 * Of a variable, the first bytes are watched: as many as one watchpoint can cover, up
 * to eight, and none after the variable's end.
 */
#include "base/error.h"
#include "base/tags/probe.h"
#include "base/tags/target.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

#define MAX_WATCHED 4		/* of x86 */

enum { WRITE, READ_WRITE };

bool kind_watches_too_much(struct resolve *r)
{
	if (r->p->n_watched < MAX_WATCHED) {
		r->p->n_watched++;
		return false;
	}
	if (!r->point->optional)
		diag_hint(diag_error(r->p->diags, DIAG_TOO_MANY_WATCHED,
				     r->span, "this is watched address %u, but "
					      "the processor can watch only "
					      "%d",
				     r->p->n_watched + 1, MAX_WATCHED),
			  "other users of the kernel and debuggers use them, "
			  "too; add `?` after a point to make it optional");
	return true;
}

static struct probe_location *add(struct resolve *r, const char *name,
			       int64_t what, uint64_t len)
{
	struct probe_location *pl = resolve_add(r, STP_KIND_HWBREAK, name);

	pl->row.hwbreak.len = (uint32_t)len;
	pl->row.hwbreak.reads = what == READ_WRITE;
	return pl;
}

/* ---- by name ------------------------------------------------------------ */

/* Returns the length of the largest aligned piece that begins at @addr and is
 * inside @size bytes. */
static uint64_t piece(uint64_t addr, uint64_t size)
{
	uint64_t len = 8;

	while (len > 1 && (addr % len || len > size))
		len /= 2;
	return len;
}

static void no_variable(struct resolve *r, const struct kernel *k,
			const char *name,
			const struct kernel_symbol *s)
{
	const char *near = kernel_nearest(k, name, KERNEL_VARIABLES);
	struct diag *e;

	if (r->point->optional)
		return;
	e = diag_error(r->p->diags, DIAG_NO_VARIABLE, functions_span(r, 1),
		       s ? "'%s' is a function, not a variable"
			 : "the kernel has no variable '%s'", name);
	if (s)
		diag_hint(e, "kernel.function(\"%s\") probes the function",
			  name);
	else if (near)
		diag_hint(e, "did you mean \"%s\"?", near);
	else
		diag_hint(e, "`grep -i ' [bdr] ' /proc/kallsyms` lists the "
			     "variables of the running kernel");
}

/* Returns true for a variable whose memory cannot be watched, which is reported. */
static bool is_unwatchable(struct resolve *r, const struct kernel_symbol *s)
{
	struct diag *e;

	if (!kernel_is_per_cpu(s) && !kernel_is_init(s))
		return false;
	if (r->point->optional)
		return true;
	e = diag_error(r->p->diags, DIAG_NO_VARIABLE, functions_span(r, 1),
		       "'%s' cannot be watched: %s", s->name,
		       kernel_is_per_cpu(s)
			       ? "it is a per-CPU variable, and the CPU is not given"
			       : "its memory is freed after the kernel has started");
	if (kernel_is_per_cpu(s))
		diag_hint(e, "kernel.data(ADDRESS).length(N).write watches the "
			     "copy of one CPU");
	return true;
}

static void resolve_symbol(struct resolve *r, int64_t what)
{
	const char *name = resolve_string(r, 1);
	const struct kernel_symbol *s;
	struct sys_error *err = NULL;
	struct probe_location *pl;
	struct kernel *k = NULL;

	if (r->world->kernel)
		err = r->world->kernel(r->world->kernel_data, &k);
	if (err || !k) {
		if (err)
			diag_sys_error(r->p->diags, r->span, err);
		return;
	}
	if (!kernel_has_variables(k)) {
		diag_hint(diag_error(r->p->diags, DIAG_NO_KERNEL_IMAGE,
				     functions_span(r, 1),
				     "the address of '%s' is unknown: the "
				     "running kernel does not show its "
				     "variables", name),
			  "use sudo; a kernel built without "
			  "CONFIG_KALLSYMS_ALL also needs its image in "
			  "/boot/vmlinuz-RELEASE");
		return;
	}
	s = kernel_find(k, name);
	if (!s || kernel_is_function(s)) {
		no_variable(r, k, name, s);
		return;
	}
	if (is_unwatchable(r, s) || kind_watches_too_much(r))
		return;
	pl = add(r, resolve_name(r, -1, NULL), what,
		 piece(s->addr, kernel_distance(k, s)));
	pl->symbol = name;
	pl->location.space = STP_SPACE_VMLINUX;
	pl->location.addr = s->addr;
	pl->build_id = kernel_build_id(k);
}

/* ---- by address --------------------------------------------------------- */

static bool is_bad(struct resolve *r, uint64_t addr, int64_t len)
{
	if (len != 1 && len != 2 && len != 4 && len != 8)
		diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
			   "length must be 1, 2, 4 or 8, not %lld",
			   (long long)len);
	else if (addr % (uint64_t)len)
		diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
			   "the address of %lld watched bytes must be a "
			   "multiple of that", (long long)len);
	else if ((int64_t)addr >= 0)
		diag_hint(diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
				     "%#llx is not an address of the kernel",
				     (unsigned long long)addr),
			  "`grep ' NAME$' /proc/kallsyms`, as root, shows the "
			  "address of a variable");
	else
		return false;
	return true;
}

static void resolve_address(struct resolve *r, int64_t what)
{
	int at = resolve_component(r, "length");
	uint64_t addr = (uint64_t)resolve_number(r, 1);
	int64_t len = at < 0 ? 1 : resolve_number(r, (unsigned)at);

	if (!is_bad(r, addr, len) && !kind_watches_too_much(r))
		add(r, resolve_hex_name(r, 1), what,
		    (uint64_t)len)->row.hwbreak.addr = addr;
}

const struct probe_pattern probe_patterns_data[] = {
	{ "kernel.data(s).write", resolve_symbol, WRITE },
	{ "kernel.data(s).rw", resolve_symbol, READ_WRITE },
	{ "kernel.data(n).write", resolve_address, WRITE },
	{ "kernel.data(n).rw", resolve_address, READ_WRITE },
	{ "kernel.data(n).length(n).write", resolve_address, WRITE },
	{ "kernel.data(n).length(n).rw", resolve_address, READ_WRITE },
	{ 0 },
};
