/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers many functions with the function tracer in one step, because
 * removing a registration waits for a grace period of all tasks.  A function
 * that has a direct call of another user makes the kernel refuse the whole
 * set.  Then the set is halved until such functions are alone.  Their sites get no
 * trampoline: their kinds attach them by kprobes and kretprobes.
 *
 * If the kernel's table of direct calls is too small for a run, the other
 * functions of the kernel itself are redirected: stp_redirect_register().
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "runtime/linux/kprobe.h"
#include "runtime/linux/strays.h"
#include "runtime/linux/trampoline_set.h"

#if STP_DIRECT_CALLS && defined(CONFIG_UNWINDER_ORC)
#include "runtime/compat/ftrace.h"

#define MAX_SETS 256	/* registrations at a time */
/* The most functions of the kernel itself that use direct calls.  Functions of
 * modules come later and cannot be redirected, so room is kept for them. */
#define MOST_OWN (STP_DIRECT_MOST / 4 * 3)
#define GONE 1ul	/* a slot that is free, but does not end a search */

/** Functions that were registered together. */
struct set {
	struct ftrace_ops ops;
	u32 n;			/* 0: it is free */
	const char *name;	/* "module:" and one of the functions; NULL:
				   they are of the kernel itself */
	bool is_redirected;
};

static const struct stp_trampolines *table;
static struct set *sets;
static unsigned long *hooks;	/* by function: where it calls its stub; 0: it
				   is not attached */
static u32 n_slots;		/* slots that are not empty */
static u32 n_direct;		/* functions that use direct calls */
static bool has_told;		/* the user has been warned of refused functions */
static bool has_failed;		/* registered functions did not call us */

/* The functions that are being registered. */
static struct batch {
	u32 *functions;		/* indices */
	unsigned long *ips;	/* where they call the tracer */
	u32 n, n_refused;
	int refused;		/* the error of the last refused one */
	const char *name;	/* as in struct set */
} batch;

/* ---- the dispatcher's table --------------------------------------------- */

static __always_inline u64 slot_mask(void)
{
	return (1ull << table->slot_bits) - 1;
}

/* Returns the key of function @i in the table: see struct stp_trampoline_slot. */
static unsigned long address_after(u32 i)
{
	return stp_key_of_hook(table->all[i].site, STP_UNPLUG_LOOKUP) +
	       STP_TRAMPOLINE_SITE;
}

/* Returns the slot at which the search for @after begins. */
static __always_inline u32 hash_of(unsigned long after)
{
	return ((u32)after * STP_TRAMPOLINE_HASH) >> (32 - table->slot_bits);
}

/* Adds function @i.  Returns false if the table is full: one slot must stay empty,
 * which ends all searches.  Other functions may be looked up at the same time. */
static bool put_slot(u32 i)
{
	struct stp_trampoline_slot *slots = table->slots;
	u32 at = hash_of(address_after(i));

	while (slots[at].after > GONE)
		at = (at + 1) & slot_mask();
	if (!slots[at].after && n_slots == slot_mask())
		return false;
	n_slots += !slots[at].after;
	WRITE_ONCE(slots[at].stub, table->all[i].stub);
	smp_store_release(&slots[at].after, address_after(i));
	return true;
}

/* Removes function @i, if it is in the table. */
static void drop_slot(u32 i)
{
	struct stp_trampoline_slot *slots = table->slots;
	u32 at = hash_of(address_after(i));

	while (slots[at].after != address_after(i)) {
		if (!slots[at].after)
			return;
		at = (at + 1) & slot_mask();
	}
	WRITE_ONCE(slots[at].after, GONE);
	while (slots[at].after == GONE &&
	       !slots[(at + 1) & slot_mask()].after) {
		WRITE_ONCE(slots[at].after, 0);
		n_slots--;
		at = (at - 1) & slot_mask();
	}
}

/* Returns the stub for the site @ip, as the dispatcher finds it, or 0 if there
 * is none, which is counted as a stray. */
static STP_FN unsigned long stub_of(unsigned long ip)
{
	const struct stp_trampoline_slot *slots = table->slots;
	unsigned long ret = ip + STP_TRAMPOLINE_SITE;
	u32 at = hash_of(ret);

	while (slots[at].after && slots[at].after != ret)
		at = (at + 1) & slot_mask();
	if (slots[at].after)
		return slots[at].stub;
	stp_count_stray();
	return 0;
}

/* ---- registering -------------------------------------------------------- */

/* Makes the function at @ip continue at its stub.  Called by the kernel,
 * instead of the stub, if another tracer is at the function as well. */
static STP_FN void redirect(unsigned long ip, unsigned long parent,
			    struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	unsigned long stub = stub_of(ip);

	if (stub)
		instruction_pointer_set(stp_ftrace_regs(fregs),
					stub - STP_TRAMPOLINE_REDIRECT);
}

static struct set *free_set(void)
{
	u32 i;

	for (i = 0; i < MAX_SETS; i++)
		if (!sets[i].n)
			return &sets[i];
	return NULL;
}

unsigned long stp_set_called(unsigned long code)
{
	return stp_is_unplugged(STP_UNPLUG_TRAMPOLINE)
		? (unsigned long)stp_trampoline_leave : code;
}

static int register_set(struct set *s)
{
	unsigned long called = stp_set_called(table->entry);

	return s->is_redirected
		? stp_redirect_register(&s->ops, redirect, called)
		: stp_direct_register(&s->ops, called);
}

/* Registers @n functions of the batch, from the one with index @first on, or none.
 * Returns 0 or -errno. */
static int add_set(u32 first, u32 n, bool is_redirected)
{
	struct set *s = free_set();
	int err;

	if (!s)
		return -ENOSPC;
	memset(s, 0, sizeof(*s));
	s->is_redirected = is_redirected;
	err = stp_ftrace_set_filter(&s->ops, batch.ips + first, n);
	if (!err)
		err = register_set(s);
	if (err) {
		stp_ftrace_free_filter(&s->ops);
		return err;
	}
	s->n = n;
	s->name = batch.name;
	n_direct += is_redirected ? 0 : n;
	return 0;
}

static int add_direct(void *unused, u32 first, u32 n)
{
	return add_set(first, n, false);
}

static int add_redirected(void *unused, u32 first, u32 n)
{
	if (batch.name || !table->has_redirects)
		return -ENOSPC;
	return add_set(first, n, true);
}

/* Notes that function @one of the batch was refused with @err.  Returns 0. */
static int leave_out(void *unused, u32 one, int err)
{
	u32 i = batch.functions[one];

	drop_slot(i);
	hooks[i] = 0;
	batch.n_refused++;
	batch.refused = err;
	return 0;
}

static const char *why_refused(int err)
{
	switch (err) {
	case -EBUSY:
		return "another tracer uses their entries";
	case -ENOEXEC:
		return "the kernel accepts them but does not call them";
	default:
		return "the kernel refuses them";
	}
}

/* Reports the refused functions of the batch, for the first batch that has some only:
 * modules that are loaded again would be reported again. */
static void tell_refused(void)
{
	char text[160];

	if (!batch.n_refused || has_told)
		return;
	has_told = true;
	snprintf(text, sizeof(text), "%u of %u functions have no trampoline "
				     "(%s, error %d): their return probes use "
				     "kretprobes",
		 batch.n_refused, batch.n,
		 why_refused(batch.refused), -batch.refused);
	stp_run_say(STP_REC_WARNING, ~0u, text);
}

/* ---- unregistering ------------------------------------------------------ */

bool stp_set_is_same_module(const char *a, const char *b)
{
	size_t n = strcspn(a, ":");

	return a[n] && !strncmp(a, b, n + 1);
}

static bool is_meant(const struct set *s, const char *name)
{
	return s->n && (!name || (s->name &&
				  stp_set_is_same_module(s->name, name)));
}

static void unregister_set(struct set *s)
{
	if (s->is_redirected) {
		stp_redirect_unregister(&s->ops);
	} else {
		stp_direct_unregister(&s->ops, stp_set_called(table->entry));
		n_direct -= s->n;
	}
	s->n = 0;
}

bool stp_set_unregister(const char *name)
{
	bool had = has_failed;
	u32 i;

	for (i = 0; i < MAX_SETS; i++) {
		if (!is_meant(&sets[i], name))
			continue;
		unregister_set(&sets[i]);
		had = true;
	}
	return had;
}

void stp_set_drop(u32 function)
{
	drop_slot(function);
	hooks[function] = 0;
}

/* ---- sets --------------------------------------------------------------- */

void stp_set_begin(const char *name)
{
	batch.n = 0;
	batch.n_refused = 0;
	batch.name = name;
}

void stp_set_add(u32 function, unsigned long site)
{
	if (!put_slot(function))
		return;
	hooks[function] = site;
	batch.ips[batch.n] = site;
	batch.functions[batch.n++] = function;
}

static void register_all(void)
{
	static const struct stp_halving direct = { add_direct, leave_out };
	static const struct stp_halving redirected = { add_redirected,
						       leave_out };
	u32 most = batch.name ? STP_DIRECT_MOST : MOST_OWN;
	u32 n = min(batch.n, most - min(most, n_direct));

	if (n)
		stp_kprobe_halve(&direct, NULL, 0, n);
	if (n < batch.n)
		stp_kprobe_halve(&redirected, NULL, n, batch.n - n);
}

/* Moves the hooks of the registered functions to the front of batch.ips, and
 * returns their number. */
static u32 gather_hooks(void)
{
	u32 i, n = 0;

	for (i = 0; i < batch.n; i++)
		if (hooks[batch.functions[i]])
			batch.ips[n++] = hooks[batch.functions[i]];
	return n;
}

static void leave_all_out(void)
{
	u32 i;

	batch.n_refused = 0;
	for (i = 0; i < batch.n; i++)
		leave_out(NULL, i, -ENOEXEC);
}

/* Unregisters the functions of the batch's module (or all, if it has none), and
 * counts those of the batch as refused.  None of their sites is attached yet, so a
 * stub that is called nevertheless does nothing. */
static void take_back(void)
{
	stp_set_unregister(batch.name);
	has_failed = true;
	leave_all_out();
}

void stp_set_end(void)
{
	u32 n;

	register_all();
	n = gather_hooks();
	if (!stp_trampoline_is_called(batch.ips, n, table->entry))
		take_back();
	tell_refused();
}

bool stp_set_has_failed(void)
{
	return has_failed;
}

unsigned long stp_set_hook_address(u32 function)
{
	return hooks[function];
}

/* ---- memory ------------------------------------------------------------- */

bool stp_set_alloc(const struct stp_trampolines *t)
{
	table = t;
	sets = stp_os_alloc(MAX_SETS * sizeof(*sets));
	hooks = stp_os_alloc(t->n * sizeof(*hooks));
	batch.functions = stp_os_alloc(t->n * sizeof(*batch.functions));
	batch.ips = stp_os_alloc(t->n * sizeof(*batch.ips));
	return sets && hooks && batch.functions && batch.ips;
}

void stp_set_free(void)
{
	if (!table)
		return;
	stp_os_free(sets, MAX_SETS * sizeof(*sets));
	stp_os_free(hooks, table->n * sizeof(*hooks));
	stp_os_free(batch.functions, table->n * sizeof(*batch.functions));
	stp_os_free(batch.ips, table->n * sizeof(*batch.ips));
	sets = NULL;
	hooks = NULL;
	batch.functions = NULL;
	batch.ips = NULL;
	table = NULL;
}
#endif
