/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Attaches sites to trampolines, and handles their hits.  trampoline_set.c
 * registers the functions.  Functions of a module are registered when the module
 * is loaded, and unregistered when it is unloaded.
 */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/rcupdate.h>

#include "runtime/linux/gate.h"
#include "runtime/linux/module_symbol.h"
#include "runtime/linux/trampoline_set.h"

#if STP_DIRECT_CALLS && defined(CONFIG_UNWINDER_ORC)

static const char **names;	/* by function: "module:function" while that is
				   loaded, else NULL */
static u64 *unreturned;		/* calls of each function that had not returned
				   at the end */
static struct stp_trampoline_link *links;	/* two for each row */
static bool tried, has_room;	/* begin() was called; there is memory */

static const struct stp_trampolines *all(void)
{
	return stp_script.trampolines;
}

/* ---- hits --------------------------------------------------------------- */

/* The numbers of calls that have entered a stub, and of those that have returned to
 * one.  A call that never returns (its task ends) makes them differ for ever. */
DEFINE_PER_CPU(unsigned long, stp_trampoline_in);
static DEFINE_PER_CPU(unsigned long, out);

/* Takes a hit of the link's site through the gate, if the site is armed. */
static __always_inline void hit(const struct stp_trampoline_link *l,
				struct pt_regs *regs)
{
	const struct stp_site *site = READ_ONCE(l->site);

	if (likely(site))
		stp_gate_saved(site, regs, (char *)regs + l->saved);
}

/* Handles a return.  It is ignored if the first of the saved values is 0: the handler at the
 * entry has not finished. */
static __always_inline void hit_return(const struct stp_trampoline_link *l,
				       struct pt_regs *regs)
{
	if (likely(*(s64 *)((char *)regs + l->saved)))
		hit(l, regs);
}

STP_FN STP_CALLED void stp_trampoline_entry(struct pt_regs *regs,
					    const struct stp_trampoline_link *l)
{
	preempt_disable_notrace();
	hit(l, regs);
	preempt_enable_notrace();
}

STP_FN void stp_trampoline_entries(struct pt_regs *regs,
				   const struct stp_trampoline_link *l)
{
	preempt_disable_notrace();
	for (; l; l = READ_ONCE(l->next))
		hit(l, regs);
	preempt_enable_notrace();
}

STP_FN STP_CALLED void stp_trampoline_exit(struct pt_regs *regs,
					   const struct stp_trampoline_link *l)
{
	preempt_disable_notrace();
	hit_return(l, regs);
	__this_cpu_inc(out);
	preempt_enable_notrace();
}

STP_FN void stp_trampoline_exits(struct pt_regs *regs,
				 const struct stp_trampoline_link *l)
{
	preempt_disable_notrace();
	for (; l; l = READ_ONCE(l->next))
		hit_return(l, regs);
	__this_cpu_inc(out);
	preempt_enable_notrace();
}

/* ---- memory ------------------------------------------------------------- */

static bool make_room(void)
{
	u64 n = all()->n;

	names = stp_os_alloc(n * sizeof(*names));
	unreturned = stp_os_alloc(n * sizeof(*unreturned));
	links = stp_os_alloc(2 * all()->n_rows * sizeof(*links));
	return stp_set_alloc(all()) && names && unreturned && links;
}

static void give_back(void)
{
	u64 n = all()->n;

	has_room = false;
	stp_set_free();
	stp_os_free(names, n * sizeof(*names));
	stp_os_free(unreturned, n * sizeof(*unreturned));
	stp_os_free(links, 2 * all()->n_rows * sizeof(*links));
	names = NULL;
	unreturned = NULL;
	links = NULL;
}

/* ---- sites -------------------------------------------------------------- */

/* Returns "module:function", or the name of a function of the kernel itself, or
 * "" if the row has no location. */
static const char *name_of(const struct stp_site *site)
{
	const struct stp_blob *b = stp_run.blob;

	return site->row->location == ~0u ? "" : stp_blob_str(b,
			stp_blob_location(b, site->row->location)->name);
}

/* Returns what the unit of trampolines has about the row of @site, or NULL. */
static const struct stp_trampoline_row *row_of(const struct stp_site *site)
{
	u64 lo = 0, hi = all()->n_rows;

	while (lo < hi) {
		u64 mid = (lo + hi) / 2;

		if (all()->rows[mid].row < site->index)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < all()->n_rows && all()->rows[lo].row == site->index
		? &all()->rows[lo] : NULL;
}

static void arm_link(struct stp_trampoline_link *l)
{
	smp_store_release(&l->site, l->row->disarmed ? NULL : l->armed);
}

static void append(struct stp_trampoline_link *first,
		   struct stp_trampoline_link *l)
{
	while (first->next)
		first = first->next;
	smp_store_release(&first->next, l);
}

/* Makes @site hit: by @first, the first link at an entry or return, or if that is
 * taken by @other, which is appended.  @row: see struct stp_trampoline_link. */
static void add_link(struct stp_trampoline_link *first,
		     struct stp_trampoline_link *other,
		     const struct stp_site *site, const struct stp_site *row,
		     u64 saved)
{
	struct stp_trampoline_link *l = first->armed ? other : first;

	l->next = NULL;
	l->armed = site;
	l->row = row;
	l->saved = saved;
	arm_link(l);
	if (l == other)
		append(first, l);
}

static void arm_links(struct stp_trampoline_link *l,
		      const struct stp_site *row)
{
	for (; l; l = l->next)
		if (l->row == row)
			arm_link(l);
}

static void arm(const struct stp_site *site)
{
	struct stp_trampoline_calls *calls =
		&all()->calls[row_of(site)->trampoline];

	arm_links(&calls->entry, site);
	arm_links(&calls->exit, site);
}

static bool is_at_entry(const struct stp_site *site)
{
	return site->row->point != STP_POINT_RETURN;
}

/* Attaches @site, if its function calls its stub.  Else returns false. */
static bool take(struct stp_site *site)
{
	const struct stp_trampoline_row *row = row_of(site);
	struct stp_trampoline_calls *calls;
	struct stp_trampoline_link *own;

	if (!row || !stp_set_hook_address(row->trampoline))
		return false;
	calls = &all()->calls[row->trampoline];
	own = &links[2 * (row - all()->rows)];
	if (site->entry)
		add_link(&calls->entry, own, site->entry, site, row->saved);
	add_link(is_at_entry(site) ? &calls->entry : &calls->exit, own + 1,
		 site, site, row->saved);
	site->attached = 1;
	site->direct = true;
	site->how = STP_HOW_TRAMPOLINE;
	site->addr = stp_set_hook_address(row->trampoline);
	return true;
}

/* Registers the functions of the kernel itself, in the first call. */
static void begin(void)
{
	u32 i;

	if (tried)
		return;
	tried = true;
	has_room = make_room();
	if (!has_room)
		return;
	stp_set_begin(NULL);
	for (i = 0; i < all()->n; i++)
		if (all()->all[i].site)
			stp_set_add(i, all()->all[i].site);
	stp_set_end();
}

/* Finds the address of the module's function of @site, if it is not known yet.
 * Returns the index of the function; or all()->n: @site has no trampoline, the
 * address is known already, or the module is not loaded. */
static u32 find_new(const struct stp_site *site)
{
	const struct stp_trampoline_row *row = row_of(site);
	struct stp_trampoline *t;
	unsigned long addr;

	if (!row || all()->all[row->trampoline].site)
		return all()->n;
	addr = stp_module_symbol(name_of(site));
	if (!addr)
		return all()->n;
	t = &all()->all[row->trampoline];
	t->site = stp_arch_entry_hook(addr);
	names[row->trampoline] = name_of(site);
	return row->trampoline;
}

/* Registers the functions of one loaded module: @first, which is that of the
 * first of @sites, and those of the other @sites in this module. */
static void add_module(struct stp_site **sites, u32 n, u32 first)
{
	const char *name = names[first];
	u32 i, found;

	stp_set_begin(name);
	stp_set_add(first, all()->all[first].site);
	for (i = 1; i < n; i++) {
		if (!stp_set_is_same_module(name, name_of(sites[i])))
			continue;
		found = find_new(sites[i]);
		if (found < all()->n)
			stp_set_add(found, all()->all[found].site);
	}
	stp_set_end();
}

static u32 attach(struct stp_site **sites, u32 n)
{
	u32 i, found, others = 0;

	begin();
	if (!has_room)
		return n;
	for (i = 0; i < n; i++) {
		found = find_new(sites[i]);
		if (found < all()->n)
			add_module(sites + i, n - i, found);
	}
	for (i = 0; i < n; i++) {
		struct stp_site *site = sites[i];

		if (take(site))
			continue;
		sites[i] = sites[others];
		sites[others++] = site;
	}
	return others;
}

/* ---- detaching ---------------------------------------------------------- */

/* Waits until each task that ran code of ours has left that code, or sleeps in a
 * function that the code called.  Idle tasks, which synchronize_rcu_tasks() does
 * not wait for, are never preempted in our code. */
static void settle(void)
{
	synchronize_rcu_tasks();
	synchronize_rcu();
}

/* Returns true if some call has entered a stub and not returned to it. */
static bool is_anybody_below(void)
{
	unsigned long in = 0, came_out = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		came_out += *per_cpu_ptr(&out, cpu);
		in += *per_cpu_ptr(&stp_trampoline_in, cpu);
	}
	return in != came_out;
}

/* The thread that keeps the module loaded, inert, until the last tasks have left our
 * code: those whose returns stp_trampoline_switch() could not change at first. */
static int wait_for_the_last(void *unused)
{
	unsigned int ms = 100;

	do {
		msleep(ms);
		ms = min(2 * ms, 60000u);
	} while (stp_trampoline_switch(all(), NULL));
	settle();
	module_put_and_kthread_exit(0);
	return 0;
}

static void stay_loaded(u32 tasks)
{
	struct task_struct *waiter;

	__module_get(THIS_MODULE);
	pr_notice("%s: %u tasks are inside probed functions and may return to "
		  "this module; it stays loaded until they have returned\n",
		  THIS_MODULE->name, tasks);
	waiter = kthread_run(wait_for_the_last, NULL, "stp_trampolines");
	if (IS_ERR(waiter))
		pr_warn("%s: it stays loaded permanently: error %ld\n",
			THIS_MODULE->name, PTR_ERR(waiter));
}

static void clear(struct stp_trampoline_link *l)
{
	WRITE_ONCE(l->site, NULL);
	WRITE_ONCE(l->next, NULL);
	l->armed = NULL;
}

static void clear_calls(u32 i)
{
	clear(&all()->calls[i].entry);
	clear(&all()->calls[i].exit);
}

/* Detaches the functions of a module that goes.  No task is in these functions, so
 * no task is in their stubs either. */
static void go(const char *module)
{
	u32 i;

	if (!has_room)
		return;
	stp_set_unregister(module);
	for (i = 0; i < all()->n; i++) {
		if (!names[i] || !stp_set_is_same_module(module, names[i]))
			continue;
		clear_calls(i);
		stp_set_drop(i);
		names[i] = NULL;
		all()->all[i].site = 0;
	}
}

static void detach(void)
{
	u32 i, left = 0;

	for (i = 0; has_room && i < all()->n; i++)
		clear_calls(i);
	if (!has_room || !stp_set_unregister(NULL))
		return;
	settle();
	if (is_anybody_below())
		left = stp_trampoline_switch(all(), unreturned);
	settle();
	if (left)
		stay_loaded(left);
}

static u64 count_unreturned(const struct stp_site *site)
{
	return has_room && !is_at_entry(site)
		? unreturned[row_of(site)->trampoline] : 0;
}

const struct stp_trampoline_ops stp_trampoline_ops = {
	.attach = attach,
	.arm = arm,
	.go = go,
	.detach = detach,
	.unreturned = count_unreturned,
	.has_failed = stp_set_has_failed,
	.free = give_back,
};
#endif
