/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Decides which return probes use trampolines instead of kretprobes.  Probes of
 * the entries of those functions use them, too, because a function has one kind
 * of call at its entry.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/probe.h"
#include "translator/pipeline_private.h"
#include "translator/target/kernel/kernel.h"

/* The most bytes that a trampoline saves for its handlers: its frame is on the
 * stack of the function's caller. */
#define MOST_SAVED 1024
#define MOST_TOLD 5

/* The kernel symbol from which the addresses of functions are counted. */
static const char anchor[] = "misc_register";

struct stubs {
	struct pipeline *p;
	struct ir_unit *u;
	struct kernel *k;
	uint64_t anchor;
	/* functions -> index in u->trampolines + 1: those of the kernel by
	   address, those of modules by name */
	struct hash *by_address, *by_name;
	uint32_t *reads;		/* ir_reads() */
	struct hash *told;		/* functions without a trampoline that
					   are reported */
	size_t n_told;
};

/* ---- which functions ---------------------------------------------------- */

static bool is_in_kernel(const struct probe_location *at)
{
	return at->location.space == STP_SPACE_VMLINUX && at->location.addr;
}

/* Returns true for a module's function that may have a trampoline.  A function
 * that shares its name with others has an anchor, and may not. */
static bool is_in_module(const struct probe_location *at)
{
	return at->location.space == STP_SPACE_MODULE && at->has_hook &&
	       !at->anchor;
}

static bool is_entry_of_function(const struct probe_location *at)
{
	return (is_in_kernel(at) || is_in_module(at)) &&
	       !at->row.kprobe.offset && !at->row.kprobe.addr && !at->n_callers;
}

static uint32_t saved_bytes(const struct ir_unit *u, const struct ir_row *r)
{
	return r->entry == IR_NONE
		? 0 : (u->handlers.at[r->entry]->saved_bytes + 7) & ~7u;
}

static const char *refusal_in_module(struct stubs *s, const char *symbol,
				     struct ir_trampoline *ret)
{
	struct session *from = s->p->s;
	struct modules *modules = NULL;
	struct sys_error *err = NULL;
	struct kernel_direct direct = { 0 };
	const char *why = "the files of modules are missing";

	ret->is_in_module = true;
	if (from->world.modules)
		err = from->world.modules(from->world.kernel_data, &modules);
	sys_error_free(err);
	if (modules)
		why = module_direct_refusal(modules, s->k, symbol, &direct);
	ret->n_args = direct.n_args;
	ret->n_words = direct.n_words;
	return why;
}

/* Returns the symbol of the location's name and address: several symbols may
 * have the name. */
static const struct kernel_symbol *symbol_of(const struct stubs *s,
					     const struct probe_location *at)
{
	const struct kernel_symbol *ret;
	size_t i = 0;

	do
		ret = kernel_named(s->k, at->symbol, i++);
	while (ret && ret->addr != at->location.addr);
	return ret;
}

static const char *refusal_in_kernel(struct stubs *s,
				     const struct probe_location *at,
				     struct ir_trampoline *ret)
{
	const struct kernel_symbol *sym = symbol_of(s, at);
	struct kernel_direct direct = { 0 };
	const char *why;

	if (!sym)
		return "the image has another function with its name";
	why = kernel_direct_refusal(s->k, sym, &direct);
	ret->site = (int64_t)(direct.site - s->anchor);
	ret->n_args = direct.n_args;
	ret->n_words = direct.n_words;
	return why;
}

/* Returns why no trampoline can be called from the location, for which
 * is_entry_of_function() is false. */
static const char *refusal_of_location(const struct probe_location *at)
{
	if (at->n_callers)
		return "only some of its calls are probed";
	if (at->anchor)
		return "several functions of its module have its name";
	return "ftrace does not hook it";
}

/* Returns why the function of @r cannot have a trampoline; NULL: it can, and @ret has
 * its site and its arguments. */
static const char *refusal(struct stubs *s, const struct ir_row *r,
			   struct ir_trampoline *ret)
{
	const struct probe_location *at = r->location;

	if (!is_entry_of_function(at))
		return refusal_of_location(at);
	if (at->row.kprobe.maxactive)
		return "maxactive is given";
	if (saved_bytes(s->u, r) > MOST_SAVED)
		return "its entry saves more than the stack can hold";
	return is_in_module(at) ? refusal_in_module(s, at->symbol, ret)
				: refusal_in_kernel(s, at, ret);
}

static void tell(struct stubs *s, const struct ir_row *r, const char *why)
{
	const char *name = r->location->symbol;

	if (!s->p->s->tell_providers || hash_find_str(s->told, name))
		return;
	hash_set_str(s->told, name, (void *)name);
	if (++s->n_told <= MOST_TOLD)
		diag_remark(s->u->program->diags, DIAG_NO_TRAMPOLINE,
			    r->probe->span, "%s uses a kretprobe for its "
					    "return: %s",
			    name, why);
}

static void tell_more(struct stubs *s)
{
	if (s->n_told > MOST_TOLD)
		diag_remark(s->u->program->diags, DIAG_NO_TRAMPOLINE,
			    SPAN_NONE, "%zu more functions use kretprobes for "
				       "their returns", s->n_told - MOST_TOLD);
}

/* ---- making ------------------------------------------------------------- */

static uintptr_t stub_at(const struct stubs *s, const struct probe_location *at)
{
	if (!is_entry_of_function(at))
		return 0;
	if (is_in_module(at))
		return (uintptr_t)hash_find_str(s->by_name, at->symbol);
	return (uintptr_t)hash_find(s->by_address, &at->location.addr,
				    sizeof(at->location.addr));
}

static void note_stub(struct stubs *s, const struct probe_location *at)
{
	void *stub = (void *)(uintptr_t)s->u->trampolines.n;

	if (is_in_module(at))
		hash_set_str(s->by_name, at->symbol, stub);
	else
		hash_set(s->by_address, &at->location.addr,
			 sizeof(at->location.addr), stub);
}

static void add_function(struct stubs *s, const struct ir_row *r)
{
	const struct probe_location *at = r->location;
	struct ir_trampoline t = { .name = at->symbol };
	const char *why;

	if (stub_at(s, at))
		return;
	why = refusal(s, r, &t);
	if (why) {
		tell(s, r, why);
		return;
	}
	vec_push_in(s->u->arena, &s->u->trampolines, t);
	note_stub(s, at);
}

static void add_handler(const struct stubs *s, struct ir_stub_side *side,
			uint32_t handler)
{
	side->n++;
	side->reads |= s->reads[s->u->handlers.at[handler]->index];
}

static void add_handlers(const struct stubs *s, struct ir_trampoline *t,
			 const struct ir_row *r)
{
	struct ir_stub_side *side = ir_is_kernel_return(r) ? &t->ret : &t->entry;

	add_handler(s, side, r->handler);
	side->reads |= ir_reads_text(r->text);
	if (r->cond != IR_NONE)
		side->reads |= s->reads[s->u->conds.at[r->cond]->index];
	if (r->entry != IR_NONE)
		add_handler(s, &t->entry, r->entry);
}

static void add_row(struct stubs *s, uint32_t index)
{
	struct ir_row *r = &s->u->rows.at[index];
	uintptr_t stub = stub_at(s, r->location);
	struct ir_trampoline_row row = { .row = index };
	struct ir_trampoline *t;

	if (!stub || r->location->row.kprobe.maxactive)
		return;
	row.trampoline = (uint32_t)stub - 1;
	row.saved_bytes = saved_bytes(s->u, r);
	t = &s->u->trampolines.at[row.trampoline];
	if (t->saved_bytes + row.saved_bytes > MOST_SAVED)
		return;
	row.saved = t->saved_bytes;
	t->saved_bytes += row.saved_bytes;
	if (row.saved_bytes)
		vec_push_in(s->u->arena, &t->saved, row.saved);
	add_handlers(s, t, r);
	if (r->kind == STP_KIND_FTRACE)
		r->kind = STP_KIND_KPROBE;
	vec_push_in(s->u->arena, &s->u->trampoline_rows, row);
}

static bool has_stub_kind(const struct ir_row *r)
{
	return r->kind == STP_KIND_KRETPROBE || r->kind == STP_KIND_KPROBE ||
	       r->kind == STP_KIND_FTRACE;
}

static void make_stubs(struct stubs *s)
{
	struct ir_unit *u = s->u;

	for (size_t i = 0; i < u->rows.n; i++)
		if (ir_is_kernel_return(&u->rows.at[i]))
			add_function(s, &u->rows.at[i]);
	for (size_t i = 0; i < u->rows.n && u->trampolines.n; i++)
		if (has_stub_kind(&u->rows.at[i]))
			add_row(s, (uint32_t)i);
	tell_more(s);
}

/* ---- whether they are possible ------------------------------------------ */

static bool has_returns(const struct ir_unit *u)
{
	for (size_t i = 0; i < u->rows.n; i++)
		if (ir_is_kernel_return(&u->rows.at[i]))
			return true;
	return false;
}

/* Opens the kernel.  Returns why no function can have a trampoline, or NULL. */
static const char *find_kernel(struct session *s, struct kernel **ret,
			       struct sys_error **err)
{
	if (!session_has_config(s, "CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS"))
		return "the kernel is built without direct calls of ftrace";
	if (!session_has_config(s, "CONFIG_UNWINDER_ORC"))
		return "the kernel is built without ORC";
	*err = s->world.kernel(s->world.kernel_data, ret);
	if (*err)
		return (*err)->text;
	if (!kernel_has_image(*ret))
		return "the kernel's image, which contains its code, is "
		       "missing";
	if (!kernel_find(*ret, "ftrace_set_filter_ips"))
		return "direct calls of ftrace take only one function each";
	return kernel_find(*ret, anchor) ? NULL
					 : "the kernel's image has no symbols";
}

static void tell_none(const struct session *s, const char *why)
{
	if (s->tell_providers)
		diag_remark(s->unit->program->diags, DIAG_NO_TRAMPOLINE,
			    SPAN_NONE, "kretprobes are used for returns: %s",
			    why);
}

static void make_all(struct pipeline *p, struct kernel *k)
{
	struct ir_unit *u = p->s->unit;
	struct stubs stubs = { .p = p, .u = u, .k = k };

	u->anchor = anchor;
	stubs.anchor = kernel_find(k, anchor)->addr;
	stubs.by_address = hash_create();
	stubs.by_name = hash_create();
	stubs.told = hash_create();
	stubs.reads = ir_reads(u);
	make_stubs(&stubs);
	free(stubs.reads);
	hash_destroy(stubs.by_address);
	hash_destroy(stubs.by_name);
	hash_destroy(stubs.told);
}

/* Sets STP_ROW_NO_STUB in the rows of kernel returns that have no trampoline.
 * u->trampoline_rows is in the order of the rows. */
static void mark_others(struct ir_unit *u)
{
	size_t k = 0;

	for (size_t i = 0; i < u->rows.n; i++) {
		if (k < u->trampoline_rows.n &&
		    u->trampoline_rows.at[k].row == i)
			k++;
		else if (ir_is_kernel_return(&u->rows.at[i]))
			u->rows.at[i].flags |= STP_ROW_NO_STUB;
	}
}

void trampolines_make(struct pipeline *p)
{
	struct session *s = p->s;
	struct sys_error *err = NULL;
	struct kernel *k = NULL;
	const char *why;

	if (!s->trampolines || !s->world.kernel || !has_returns(s->unit))
		return;
	why = find_kernel(s, &k, &err);
	if (why)
		tell_none(s, why);
	else
		make_all(p, k);
	mark_others(s->unit);
	sys_error_free(err);
}
