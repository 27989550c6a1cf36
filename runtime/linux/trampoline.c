/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Attaching trampolines, and their hits.
 *
 * One registration is for many functions, because taking one away waits for
 * a grace period of all tasks.  A function that somebody else calls directly
 * makes the kernel refuse the whole set: it is halved until the culprits are
 * alone, and their sites stay for who attaches them otherwise.  Functions of a
 * module are registered when it comes, and go with it.
 */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/rcupdate.h>

#include "runtime/linux/gate.h"
#include "runtime/linux/kprobe.h"
#include "runtime/linux/module_symbol.h"
#include "runtime/linux/trampoline.h"

#if defined(CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS) &&                        \
	defined(CONFIG_UNWINDER_ORC)
#include "runtime/compat/direct.h"

#define MAX_SETS 256	/* registrations */
#define GONE 1ul	/* a slot that only leads on to others */

/** Functions that were registered together. */
struct set {
	struct ftrace_ops ops;
	u32 n;			/* 0: it is free */
	const char *name;	/* "module:" and one of them; NULL: they are
				   the kernel's own */
};

static struct set *sets;
static unsigned long *places;	/* of all functions; 0: not attached */
static const char **names;	/* "module:function" of those in modules */
static u64 *unreturned;		/* calls of theirs that missed the end */
static struct stp_trampoline_link *links;	/* two of each row */
static bool tried, has_room, was_on;
static u32 n_slots;		/* that are not empty */

/* What is registered now. */
static struct batch {
	u32 *functions;
	unsigned long *ips;
	u32 n, n_refused;
	int refused;		/* with that, the last of them */
	const char *name;	/* as in struct set */
} batch;

static const struct stp_trampolines *all(void)
{
	return stp_script.trampolines;
}

/* ---- hits --------------------------------------------------------------- */

/* Calls that have entered a stub, and that came back to it; one that never
 * comes back (its task ends) makes them differ for ever. */
DEFINE_PER_CPU(unsigned long, stp_trampoline_in);
static DEFINE_PER_CPU(unsigned long, out);

static __always_inline void hit(const struct stp_trampoline_link *l,
				struct pt_regs *regs)
{
	const struct stp_site *site = READ_ONCE(l->site);

	if (likely(site))
		stp_gate_saved(site, regs, (char *)regs + l->saved);
}

/* Saved values begin with whether their entry came to its end. */
static __always_inline void hit_return(const struct stp_trampoline_link *l,
				       struct pt_regs *regs)
{
	if (likely(*(s64 *)((char *)regs + l->saved)))
		hit(l, regs);
}

STP_FN void stp_trampoline_entry(struct pt_regs *regs,
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

STP_FN void stp_trampoline_exit(struct pt_regs *regs,
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

/* ---- the dispatcher's table --------------------------------------------- */

static u64 slot_mask(void)
{
	return (1ull << all()->slot_bits) - 1;
}

static unsigned long behind(u32 i)
{
	return all()->all[i].site + STP_TRAMPOLINE_SITE;
}

/* Where the search for a function begins. */
static u32 first_slot(u32 i)
{
	return ((u32)behind(i) * STP_TRAMPOLINE_HASH) >>
	       (32 - all()->slot_bits);
}

/* Others may be looked up at the same time.  An empty slot has to stay, which
 * ends all searches. */
static bool put_slot(u32 i)
{
	struct stp_trampoline_slot *slots = all()->slots;
	u32 at = first_slot(i);

	while (slots[at].behind > GONE)
		at = (at + 1) & slot_mask();
	if (!slots[at].behind && n_slots == slot_mask())
		return false;
	n_slots += !slots[at].behind;
	WRITE_ONCE(slots[at].stub, all()->all[i].stub);
	smp_store_release(&slots[at].behind, behind(i));
	return true;
}

static void drop_slot(u32 i)
{
	struct stp_trampoline_slot *slots = all()->slots;
	u32 at = first_slot(i);

	while (slots[at].behind != behind(i)) {
		if (!slots[at].behind)
			return;
		at = (at + 1) & slot_mask();
	}
	WRITE_ONCE(slots[at].behind, GONE);
	while (slots[at].behind == GONE &&
	       !slots[(at + 1) & slot_mask()].behind) {
		WRITE_ONCE(slots[at].behind, 0);
		n_slots--;
		at = (at - 1) & slot_mask();
	}
}

/* ---- registering -------------------------------------------------------- */

static struct set *free_set(void)
{
	u32 i;

	for (i = 0; i < MAX_SETS; i++)
		if (!sets[i].n)
			return &sets[i];
	return NULL;
}

static int add_set(void *unused, u32 first, u32 n)
{
	struct set *s = free_set();
	int err;

	if (!s)
		return -ENOSPC;
	memset(s, 0, sizeof(*s));
	err = ftrace_set_filter_ips(&s->ops, batch.ips + first, n, 0, 1);
	if (!err)
		err = stp_direct_register(&s->ops, all()->entry);
	if (err) {
		ftrace_free_filter(&s->ops);
		return err;
	}
	s->n = n;
	s->name = batch.name;
	was_on = true;
	return 0;
}

static int leave_out(void *unused, u32 one, int err)
{
	u32 i = batch.functions[one];

	drop_slot(i);
	places[i] = 0;
	batch.n_refused++;
	batch.refused = err;
	return 0;
}

static void tell_refused(void)
{
	char text[160];

	if (!batch.n_refused)
		return;
	snprintf(text, sizeof(text), "%u of %u functions have no trampoline "
		 "(%s, error %d): probes of their returns are kretprobes",
		 batch.n_refused, batch.n,
		 batch.refused == -EBUSY
			? "another tracer holds their entries"
			: "the kernel refuses them", -batch.refused);
	stp_session_say(STP_REC_WARNING, ~0u, text);
}

static void begin_batch(const char *name)
{
	batch.n = 0;
	batch.n_refused = 0;
	batch.name = name;
}

static void add_function(u32 i)
{
	places[i] = all()->all[i].site;
	batch.ips[batch.n] = places[i];
	batch.functions[batch.n++] = i;
	if (put_slot(i))
		return;
	batch.n--;
	places[i] = 0;
}

static void end_batch(void)
{
	static const struct stp_halving halving = { add_set, leave_out };

	if (batch.n)
		stp_kprobe_halve(&halving, NULL, 0, batch.n);
	tell_refused();
}

static bool make_room(void)
{
	u64 n = all()->n;

	sets = stp_os_alloc(MAX_SETS * sizeof(*sets));
	places = stp_os_alloc(n * sizeof(*places));
	names = stp_os_alloc(n * sizeof(*names));
	unreturned = stp_os_alloc(n * sizeof(*unreturned));
	links = stp_os_alloc(2 * all()->n_rows * sizeof(*links));
	batch.functions = stp_os_alloc(n * sizeof(*batch.functions));
	batch.ips = stp_os_alloc(n * sizeof(*batch.ips));
	return sets && places && names && unreturned && links &&
	       batch.functions && batch.ips;
}

/* Those of the kernel itself. */
static void begin(void)
{
	u32 i;

	if (tried)
		return;
	tried = true;
	has_room = make_room();
	if (!has_room)
		return;
	begin_batch(NULL);
	for (i = 0; i < all()->n; i++)
		if (all()->all[i].site)
			add_function(i);
	end_batch();
}

/* ---- sites -------------------------------------------------------------- */

/* "module:function", or a function's name. */
static const char *name_of(const struct stp_site *site)
{
	const struct stp_blob *b = stp_session.blob;

	return site->row->place == ~0u ? "" : stp_blob_str(b,
			stp_blob_place(b, site->row->place)->name);
}

static bool is_same_module(const char *a, const char *b)
{
	size_t n = strcspn(a, ":");

	return a[n] && !strncmp(a, b, n + 1);
}

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
	return site->row->kind != STP_KIND_KRETPROBE ||
	       site->row->flags & STP_ROW_AT_ENTRY;
}

static bool take(struct stp_site *site)
{
	const struct stp_trampoline_row *row = row_of(site);
	struct stp_trampoline_calls *calls;
	struct stp_trampoline_link *own;

	if (!row || !places[row->trampoline])
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
	site->addr = places[row->trampoline];
	return true;
}

/* The function of a module that @site is of and that was not looked for yet,
 * or has come since: where its site is is noted.  all()->n: none. */
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

/* Those of the module of the first of @sites, which is there. */
static void add_module(struct stp_site **sites, u32 n, u32 first)
{
	const char *name = names[first];
	u32 i, found;

	begin_batch(name);
	add_function(first);
	for (i = 1; i < n; i++) {
		if (!is_same_module(name_of(sites[i]), name))
			continue;
		found = find_new(sites[i]);
		if (found < all()->n)
			add_function(found);
	}
	end_batch();
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

/* Whoever was in code of ours is through, or sleeps below it.  Idle tasks,
 * which the first does not wait for, are never preempted there. */
static void settle(void)
{
	synchronize_rcu_tasks();
	synchronize_rcu();
}

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

/* Some task could not be made to return past us: the module has to stay for
 * it, inert, until it has gone on. */
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
	pr_notice("%s: %u tasks are below probed functions and may return to "
		  "this module; it stays until they have\n",
		  THIS_MODULE->name, tasks);
	waiter = kthread_run(wait_for_the_last, NULL, "stp_trampolines");
	if (IS_ERR(waiter))
		pr_warn("%s: it stays for good: error %ld\n",
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

static void unregister(struct set *s)
{
	stp_direct_unregister(&s->ops, all()->entry);
	s->n = 0;
}

/* Nobody is in a function of a module that goes, so nobody is between its
 * entry and its return. */
static void go(const char *module)
{
	u32 i;

	for (i = 0; has_room && i < MAX_SETS; i++)
		if (sets[i].n && sets[i].name &&
		    is_same_module(sets[i].name, module))
			unregister(&sets[i]);
	for (i = 0; has_room && i < all()->n; i++) {
		if (!names[i] || !is_same_module(names[i], module))
			continue;
		clear_calls(i);
		drop_slot(i);
		names[i] = NULL;
		places[i] = 0;
		all()->all[i].site = 0;
	}
}

static void detach(void)
{
	u32 i, left = 0;

	if (!was_on)
		return;
	was_on = false;
	for (i = 0; i < all()->n; i++)
		clear_calls(i);
	for (i = 0; i < MAX_SETS; i++)
		if (sets[i].n)
			unregister(&sets[i]);
	settle();
	if (is_anybody_below())
		left = stp_trampoline_switch(all(), unreturned);
	settle();
	if (left)
		stay_loaded(left);
}

static void give_back(void)
{
	u64 n = all()->n;

	has_room = false;
	stp_os_free(sets, MAX_SETS * sizeof(*sets));
	stp_os_free(places, n * sizeof(*places));
	stp_os_free(names, n * sizeof(*names));
	stp_os_free(unreturned, n * sizeof(*unreturned));
	stp_os_free(links, 2 * all()->n_rows * sizeof(*links));
	stp_os_free(batch.functions, n * sizeof(*batch.functions));
	stp_os_free(batch.ips, n * sizeof(*batch.ips));
	sets = NULL;
	places = NULL;
	names = NULL;
	unreturned = NULL;
	links = NULL;
	batch.functions = NULL;
	batch.ips = NULL;
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
	.free = give_back,
};
#endif
