/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Attaching trampolines, and their hits.
 *
 * One registration is for many functions, because taking one away waits for
 * a grace period of all tasks.  A function that somebody else calls directly
 * makes the kernel refuse the whole set: it is halved until the culprits are
 * alone, and their sites stay for who attaches them otherwise.
 */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/rcupdate.h>

#include "runtime/linux/gate.h"
#include "runtime/linux/trampoline.h"

#if defined(CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS) &&                        \
	defined(CONFIG_UNWINDER_ORC)
#include "runtime/compat/direct.h"

#define MAX_SETS 64	/* registrations, and what is refused */

struct set {
	struct ftrace_ops ops;
	u32 first, n;		/* of its functions */
};

static struct set *sets;
static u32 n_sets, n_refused;
static int refused;		/* with that, the last of them */
static unsigned long *places;	/* of all functions */
static struct stp_trampoline_link *links;
static u32 n_links;
static bool tried;

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

/* ---- registering -------------------------------------------------------- */

static struct set *new_set(u32 first, u32 n)
{
	if (n_sets == MAX_SETS)
		return NULL;
	sets[n_sets].first = first;
	sets[n_sets].n = n;
	return &sets[n_sets];
}

static int try_set(struct set *s)
{
	int err = ftrace_set_filter_ips(&s->ops, places + s->first, s->n, 0,
					1);

	if (err)
		return err;
	err = stp_direct_register(&s->ops, all()->entry);
	n_sets += !err;
	return err;
}

/* What is left out has no place any more. */
static void leave_out(u32 first, u32 n, int err)
{
	memset(places + first, 0, n * sizeof(*places));
	n_refused += n;
	refused = err;
}

static void add(u32 first, u32 n)
{
	struct set *s = new_set(first, n);
	u32 half = n / 2;
	int err = s ? try_set(s) : -ENOSPC;

	if (!err)
		return;
	if (s)
		ftrace_free_filter(&s->ops);
	if (s)
		memset(s, 0, sizeof(*s));
	if (n == 1 || !s) {
		leave_out(first, n, err);
		return;
	}
	add(first, half);
	add(first + half, n - half);
}

static void fill_slots(void)
{
	const struct stp_trampolines *t = all();
	u64 mask = (1ull << t->slot_bits) - 1;
	u32 i, at;

	for (i = 0; i < t->n; i++) {
		unsigned long behind = t->all[i].site + STP_TRAMPOLINE_SITE;

		at = ((u32)behind * STP_TRAMPOLINE_HASH) >>
		     (32 - t->slot_bits);
		while (t->slots[at].behind)
			at = (at + 1) & mask;
		t->slots[at].stub = t->all[i].stub;
		t->slots[at].behind = behind;
		places[i] = t->all[i].site;
	}
}

static void tell_refused(void)
{
	char text[160];

	if (!n_refused)
		return;
	snprintf(text, sizeof(text), "%u of %llu functions have no trampoline "
		 "(%s, error %d): probes of their returns are kretprobes",
		 n_refused, (unsigned long long)all()->n,
		 refused == -EBUSY ? "another tracer holds their entries"
				   : "the kernel refuses them", -refused);
	stp_session_say(STP_REC_WARNING, ~0u, text);
}

static bool make_room(void)
{
	u64 n = all()->n;

	sets = stp_os_alloc(MAX_SETS * sizeof(*sets));
	places = stp_os_alloc(n * sizeof(*places));
	links = stp_os_alloc(2 * all()->n_rows * sizeof(*links));
	return sets && places && links;
}

static bool register_all(void)
{
	if (!tried && make_room()) {
		fill_slots();
		add(0, all()->n);
		tell_refused();
	}
	tried = true;
	return n_sets;
}

/* ---- sites -------------------------------------------------------------- */

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

static struct stp_trampoline_link *new_link(struct stp_trampoline_link *first)
{
	struct stp_trampoline_link *l = first;

	if (!first->armed)
		return first;
	while (l->next)
		l = l->next;
	smp_store_release(&l->next, &links[n_links]);
	return &links[n_links++];
}

static void arm_link(struct stp_trampoline_link *l)
{
	smp_store_release(&l->site, l->row->disarmed ? NULL : l->armed);
}

static void add_link(struct stp_trampoline_link *first,
		     const struct stp_site *site, const struct stp_site *row,
		     u64 saved)
{
	struct stp_trampoline_link *l = new_link(first);

	l->armed = site;
	l->row = row;
	l->saved = saved;
	arm_link(l);
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

	if (!row || !places[row->trampoline])
		return false;
	calls = &all()->calls[row->trampoline];
	if (site->entry)
		add_link(&calls->entry, site->entry, site, row->saved);
	add_link(is_at_entry(site) ? &calls->entry : &calls->exit, site, site,
		 row->saved);
	site->attached = 1;
	site->direct = true;
	site->addr = places[row->trampoline];
	return true;
}

static u32 attach(struct stp_site **sites, u32 n)
{
	u32 i, others = 0;

	if (!register_all())
		return n;
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
	} while (stp_trampoline_switch(all()));
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
}

static void clear_calls(void)
{
	u32 i;

	for (i = 0; i < all()->n; i++) {
		clear(&all()->calls[i].entry);
		clear(&all()->calls[i].exit);
	}
}

static void detach(void)
{
	u32 left = 0;

	if (!n_sets)
		return;
	clear_calls();
	while (n_sets)
		stp_direct_unregister(&sets[--n_sets].ops, all()->entry);
	settle();
	if (is_anybody_below())
		left = stp_trampoline_switch(all());
	settle();
	if (left)
		stay_loaded(left);
}

static void give_back(void)
{
	stp_os_free(sets, MAX_SETS * sizeof(*sets));
	stp_os_free(places, all()->n * sizeof(*places));
	stp_os_free(links, 2 * all()->n_rows * sizeof(*links));
	sets = NULL;
	places = NULL;
	links = NULL;
}

const struct stp_trampoline_ops stp_trampoline_ops = {
	.attach = attach,
	.arm = arm,
	.detach = detach,
	.free = give_back,
};
#endif
