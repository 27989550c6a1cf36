/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind ftrace: a handler at the entry of a function that the kernel's
 * tracer has a hook in.  All functions of a session hang on one hook of the
 * kernel, or two: handlers that read arguments only get by with fewer
 * registers.  So a thousand of them come and go in one pass over the kernel's
 * text, and a hit finds its site in a table by its address.
 *
 * Others may trace the same functions at the same time.
 */
#include <linux/hash.h>
#include <linux/log2.h>

#include "runtime/compat/ftrace.h"
#include "runtime/linux/gate.h"
#include "runtime/linux/slide.h"

struct probe {
	struct stp_site *site;
	struct probe *next;	/* at the same function, in the rows' order */
	struct hook *hook;
	struct slot *slot;
};

/** A function.  Of each there is one slot, in one of the hooks. */
struct slot {
	unsigned long ip;	/* of the hook; 0: free */
	const struct stp_site *site;	/* of the first probe, or NULL */
	struct probe *first;	/* of those that are attached */
	u32 armed;		/* how many of its probes are */
};

struct hook {
	struct ftrace_ops ops;
	struct slot *slots;	/* found by their ip's hash, or behind it */
	u32 n_slots, shift, mask;
	bool is_on;		/* registered */
	bool changed;		/* since apply() */
};

enum { ALL_REGS, ARGS, N_HOOKS };

static void on_args(unsigned long ip, unsigned long parent,
		    struct ftrace_ops *ops, struct ftrace_regs *fregs);
static void on_regs(unsigned long ip, unsigned long parent,
		    struct ftrace_ops *ops, struct ftrace_regs *fregs);

/* Permanent: it is refused where function tracing is switched off, and not
 * switched off under us, instead of being without hits. */
static struct hook hooks[N_HOOKS] = {
	[ALL_REGS] = { .ops = {
		.func = on_regs,
		.flags = FTRACE_OPS_FL_PERMANENT | STP_FTRACE_ALL_REGS,
	} },
	[ARGS] = { .ops = {
		.func = on_args,
		.flags = FTRACE_OPS_FL_PERMANENT | STP_FTRACE_ARGS,
	} },
};
static struct probe *probes;
static unsigned long *ips;	/* for calls that take many */

/* ---- hits --------------------------------------------------------------- */

static __always_inline struct slot *look_up(const struct hook *h,
					    unsigned long ip)
{
	u32 i = ip * GOLDEN_RATIO_64 >> h->shift;

	while (h->slots[i].ip != ip && h->slots[i].ip)
		i = (i + 1) & h->mask;
	return &h->slots[i];
}

static noinline STP_FN void hit_others(const struct probe *p,
				       struct pt_regs *regs)
{
	for (; p; p = p->next)
		stp_gate(p->site, regs);
}

static __always_inline void hit(const struct hook *h, unsigned long ip,
				struct pt_regs *regs)
{
	const struct slot *s = look_up(h, ip);

	if (unlikely(!s->site))
		return;
	stp_gate(s->site, regs);
	if (unlikely(s->first->next))
		hit_others(s->first->next, regs);
}

static STP_FN void on_args(unsigned long ip, unsigned long parent,
			   struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	preempt_disable_notrace();
	hit(container_of(ops, struct hook, ops), ip, stp_ftrace_regs(fregs));
	preempt_enable_notrace();
}

/* The instruction pointer is the function's, not what goes on behind us. */
static STP_FN void on_regs(unsigned long ip, unsigned long parent,
			   struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct pt_regs *regs = stp_ftrace_regs(fregs);
	unsigned long next = instruction_pointer(regs);

	preempt_disable_notrace();
	instruction_pointer_set(regs, ip);
	hit(container_of(ops, struct hook, ops), ip, regs);
	instruction_pointer_set(regs, next);
	preempt_enable_notrace();
}

/* ---- the table ---------------------------------------------------------- */

static bool wants_all(const struct stp_site *site)
{
	return site->row->flags & STP_ROW_ALL_REGS;
}

static unsigned long hook_of(const struct stp_site *site)
{
	const struct stp_place *p =
		stp_blob_place(stp_session.blob, site->row->place);
	unsigned long addr = stp_slide_address(p);

	return addr ? stp_arch_entry_hook(addr) : 0;
}

static int make_table(struct hook *h, u32 n)
{
	u32 bits = ilog2(n) + 2;	/* half of them stay free, or more */

	h->n_slots = 1u << bits;
	h->mask = h->n_slots - 1;
	h->shift = 64 - bits;
	h->slots = stp_os_alloc((u64)h->n_slots * sizeof(*h->slots));
	return h->slots ? 0 : -ENOMEM;
}

static bool has(const struct hook *h, unsigned long ip)
{
	return h->slots && look_up(h, ip)->ip;
}

static void put(struct hook *h, struct probe *p, unsigned long ip)
{
	p->hook = h;
	p->slot = look_up(h, ip);
	p->slot->ip = ip;
}

/* There may be hits of others at the same function. */
static void link(struct probe *p)
{
	struct probe **end = &p->slot->first;

	while (*end)
		end = &(*end)->next;
	smp_store_release(end, p);
	smp_store_release(&p->slot->site, p->slot->first->site);
}

/* What wants all registers goes first: of a function with both, both hang on
 * that hook. */
static void fill_tables(u32 n)
{
	struct hook *h;
	u32 i;

	for (i = 0; i < n; i++)
		if (wants_all(probes[i].site) && ips[i])
			put(&hooks[ALL_REGS], &probes[i], ips[i]);
	for (i = 0; i < n; i++) {
		if (wants_all(probes[i].site) || !ips[i])
			continue;
		h = &hooks[has(&hooks[ALL_REGS], ips[i]) ? ALL_REGS : ARGS];
		put(h, &probes[i], ips[i]);
	}
}

static int prepare(struct stp_site **sites, u32 n)
{
	u32 i, n_all = 0;
	int err = 0;

	probes = stp_os_alloc((u64)n * sizeof(*probes));
	ips = stp_os_alloc((u64)n * sizeof(*ips));
	if (!probes || !ips)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		probes[i].site = sites[i];
		sites[i]->priv = &probes[i];
		ips[i] = hook_of(sites[i]);
		n_all += wants_all(sites[i]);
	}
	if (n_all)
		err = make_table(&hooks[ALL_REGS], n);
	if (n_all < n && !err)
		err = make_table(&hooks[ARGS], n - n_all);
	if (!err)
		fill_tables(n);
	return err;
}

/* ---- attaching ---------------------------------------------------------- */

static u32 gather(const struct hook *h)
{
	u32 i, n = 0;

	for (i = 0; i < h->n_slots; i++)
		if (h->slots[i].armed)
			ips[n++] = h->slots[i].ip;
	return n;
}

/* An empty list would mean all functions of the kernel. */
static int apply(struct hook *h)
{
	u32 n = h->changed ? gather(h) : 0;
	int err = 0;

	if (!h->changed)
		return 0;
	h->changed = false;
	if (n)
		err = ftrace_set_filter_ips(&h->ops, ips, n, 0, 1);
	if (err || !n == !h->is_on)
		return err;
	err = n ? register_ftrace_function(&h->ops)
		: unregister_ftrace_function(&h->ops);
	if (!err)
		h->is_on = n;
	return err;
}

static int apply_all(void)
{
	int err = apply(&hooks[ALL_REGS]), err2 = apply(&hooks[ARGS]);

	return err ? err : err2;
}

static void change(struct probe *p, int armed)
{
	p->slot->armed += armed;
	p->hook->changed = true;
}

/* A filter that nothing is registered with says which functions the kernel
 * would take; where it does not take all, halve until they are alone. */
static int try(struct ftrace_ops *trial, struct stp_site **sites, u32 n)
{
	int err = 0, err2;
	u32 i;

	for (i = 0; i < n; i++) {
		const struct probe *p = sites[i]->priv;

		ips[i] = p->slot ? p->slot->ip : 0;
		err = p->slot ? err : -ENOENT;
	}
	if (!err)
		err = ftrace_set_filter_ips(trial, ips, n, 0, 1);
	if (!err)
		return 0;
	if (n == 1)
		return stp_site_refused(sites[0], err);
	err = try(trial, sites, n / 2);
	err2 = try(trial, sites + n / 2, n - n / 2);
	return err ? err : err2;
}

static int try_all(struct stp_site **sites, u32 n)
{
	static struct ftrace_ops trial;
	int err;

	trial = (struct ftrace_ops){ .func = on_args };
	err = try(&trial, sites, n);
	ftrace_free_filter(&trial);
	return err;
}

static void arm_good(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++) {
		struct probe *p = sites[i]->priv;

		if (sites[i]->attached)
			continue;
		sites[i]->attached = 1;
		sites[i]->addr = p->slot->ip;
		link(p);
		if (!sites[i]->disarmed)
			change(p, 1);
	}
}

static int refuse_good(struct stp_site **sites, u32 n, int err)
{
	int ret = 0;
	u32 i;

	for (i = 0; i < n && !ret; i++) {
		if (sites[i]->attached != 1)
			continue;
		if (!sites[i]->disarmed)
			change(sites[i]->priv, -1);
		ret = stp_site_refused(sites[i], err);
	}
	return ret;
}

static int attach(struct stp_site **sites, u32 n)
{
	int err = try_all(sites, n);

	if (err)
		return err;
	arm_good(sites, n);
	err = apply_all();
	return err ? refuse_good(sites, n, err) : 0;
}

static int arm(struct stp_site *site)
{
	change(site->priv, 1);
	return 0;
}

static void disarm(struct stp_site *site)
{
	change(site->priv, -1);
}

static void detach(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; i < N_HOOKS; i++)
		if (hooks[i].is_on && !unregister_ftrace_function(&hooks[i].ops))
			hooks[i].is_on = false;
}

static void give_back(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; i < N_HOOKS; i++) {
		struct hook *h = &hooks[i];

		ftrace_free_filter(&h->ops);
		stp_os_free(h->slots, (u64)h->n_slots * sizeof(*h->slots));
		h->slots = NULL;
	}
	stp_os_free(probes, (u64)n * sizeof(*probes));
	stp_os_free(ips, (u64)n * sizeof(*ips));
	probes = NULL;
	ips = NULL;
}

static bool is_atomic(const struct stp_row *row)
{
	return true;
}

static const char *reason(int err)
{
	switch (err) {
	case -EBUSY:
		return "function tracing is switched off: sysctl "
		       "kernel.ftrace_enabled is 0";
	case -ENODEV:
		return "function tracing has failed in this kernel; its log "
		       "says why";
	default:
		return NULL;
	}
}

const struct stp_kind stp_kind_ftrace = {
	.id = STP_KIND_FTRACE,
	.name = "ftrace",
	.is_atomic = is_atomic,
	.reason = reason,
	.prepare = prepare,
	.attach = attach,
	.arm = arm,
	.disarm = disarm,
	.settle = apply_all,
	.detach = detach,
	.free = give_back,
};
