/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind ftrace: a handler at the entry of a function that can call the
 * kernel's tracer.  All functions of a run share one ftrace_ops (struct hook),
 * or two: handlers that only read arguments need fewer registers.  So a
 * thousand functions are attached or detached in one pass over the kernel's
 * text, and a hit finds its site in a table by its address.  The *tracer call*
 * of a function is the address at which it calls the tracer: hook_of() and
 * stp_arch_entry_hook() return it.  A test call of stp_traced() checks that
 * hits arrive; if its hit does not, all rows become kprobes: fall_back().
 *
 * Functions of modules come and go with the modules, which kprobe_attach.c
 * watches.  Other users may trace the same functions at the same time.
 */
#include <linux/hash.h>
#include <linux/log2.h>

#include "runtime/compat/ftrace.h"
#include "runtime/linux/gate.h"
#include "runtime/linux/kaslr.h"
#include "runtime/linux/kprobe.h"
#include "runtime/linux/module_symbol.h"
#include "runtime/linux/strays.h"
#include "runtime/linux/traced.h"
#include "runtime/linux/tracing.h"

struct probe {
	struct stp_site *site;
	struct probe *next;	/* the next probe at the same function, in the
				   rows' order */
	struct hook *hook;	/* NULL: the probe has no slot */
	struct slot *slot;
	unsigned long ip;	/* the tracer call; 0: not known, because its
				   module is not loaded, or after forget() */
	bool armed;
};

/** A slot of a hook's table: one probed function.  A function has one slot, in
 *  one of the hooks; but see hook_for(). */
struct slot {
	unsigned long ip;	/* the key: key_of(); 0: free */
	const struct stp_site *site;	/* of the first probe; NULL: none */
	struct probe *others;	/* the other probes of the function */
	u32 armed;		/* how many of its probes are armed */
	bool filtered;		/* in the filter; only with
				   STP_FTRACE_ONE_BY_ONE */
};

/** An ftrace_ops of the run and the functions that call it. */
struct hook {
	struct ftrace_ops ops;
	struct slot *slots;	/* the table: each function is at its ip's hash,
				   or in the next free slot after that */
	u32 n_slots, shift, mask;
	u32 n_used;		/* includes slots of modules that are gone */
	bool is_on;		/* registered */
	bool changed;		/* since the last apply() */
	bool was_on;		/* it was registered, and proves() has run */
	bool has_hit;		/* the call of stp_traced() has arrived */
};

enum { ALL_REGS, ARGS, N_HOOKS };

static struct stp_kprobe_way way;	/* how probes are attached now */

static void on_args(unsigned long ip, unsigned long parent,
		    struct ftrace_ops *ops, struct ftrace_regs *fregs);
static void on_regs(unsigned long ip, unsigned long parent,
		    struct ftrace_ops *ops, struct ftrace_regs *fregs);

/*
 * The hooks of the kernel's tracer.  They are permanent: registering one fails
 * if function tracing is switched off, and tracing cannot be switched off while
 * one is registered.  So nobody can end the hits of a registered hook unnoticed.
 */
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
static u32 n_probes;
static unsigned long *ips;	/* for kernel calls that take many addresses */
static unsigned long proof;	/* the tracer call of stp_traced() */
static bool has_fallen_back;	/* to kprobes: ftrace brought no hits */

/* ---- hits --------------------------------------------------------------- */

static __always_inline struct slot *
find(const struct hook *h, struct slot *slots, unsigned long ip)
{
	u32 i = ip * GOLDEN_RATIO_64 >> h->shift;

	while (slots[i].ip != ip && slots[i].ip)
		i = (i + 1) & h->mask;
	return &slots[i];
}

static __always_inline struct slot *look_up(const struct hook *h,
					    unsigned long ip)
{
	return find(h, READ_ONCE(h->slots), ip);
}

static noinline STP_FN void hit_others(const struct probe *p,
				       struct pt_regs *regs)
{
	for (; p; p = READ_ONCE(p->next))
		stp_gate(p->site, regs);
}

/* Handles a hit at an address without an attached probe.  If it is the call of
 * stp_traced(), the proof has arrived.  Any other hit is a stray if its address is
 * in no slot.  Strays are counted only after the proof.  The slot of a function
 * whose module has gone stays until renew(), so a late hit there is no stray. */
static noinline STP_FN void hit_none(const struct hook *h,
				     const struct slot *s, unsigned long ip,
				     const struct pt_regs *regs)
{
	if (ip != proof) {
		if (!s->ip && READ_ONCE(h->has_hit))
			stp_count_stray();
	} else if (s->ip && stp_arch_first_argument(regs) == STP_TRACED_WORD) {
		WRITE_ONCE(((struct hook *)h)->has_hit, true);
	}
}

static __always_inline void hit(const struct hook *h, unsigned long ip,
				struct pt_regs *regs)
{
	const struct slot *s = look_up(h, ip);
	const struct stp_site *site = READ_ONCE(s->site);
	const struct probe *others;

	if (unlikely(!site)) {
		hit_none(h, s, ip, regs);
		return;
	}
	stp_gate(site, regs);
	others = READ_ONCE(s->others);
	if (unlikely(others))
		hit_others(others, regs);
}

static STP_FN void on_args(unsigned long ip, unsigned long parent,
			   struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	preempt_disable_notrace();
	hit(container_of(ops, struct hook, ops), ip, stp_ftrace_regs(fregs));
	preempt_enable_notrace();
}

/* Handlers see the function's tracer call as the instruction pointer, not the
 * address after it, where the function continues. */
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

/* Returns the address at which a function of the kernel itself calls the tracer;
 * 0 for a function of a module, for which locate() finds it. */
static unsigned long hook_of(const struct stp_site *site)
{
	const struct stp_location *p =
		stp_blob_location(stp_run.blob, site->row->location);
	unsigned long addr = stp_kaslr_address(p);

	return addr ? stp_arch_entry_hook(addr) : 0;
}

/* Returns the key by which the probe's slot is found; with STP_UNPLUG a wrong
 * one. */
static unsigned long key_of(const struct probe *p)
{
	return stp_key_of_hook(p->ip, STP_UNPLUG_LOOKUP | STP_UNPLUG_FTRACE);
}

/* Allocates a table for @n functions and the proof, @n not 0.  At least half of
 * its slots are free at first. */
static int make_table(struct hook *h, u32 n)
{
	u32 bits = ilog2(n) + 2;

	h->n_slots = 1u << bits;
	h->mask = h->n_slots - 1;
	h->shift = 64 - bits;
	h->slots = stp_os_alloc((u64)h->n_slots * sizeof(*h->slots));
	return h->slots ? 0 : -ENOMEM;
}

/* Returns true if @h has a table with a slot for key @ip. */
static bool has(const struct hook *h, unsigned long ip)
{
	return h->slots && look_up(h, ip)->ip;
}

/* Returns the struct hook for the probe.  If one probe of a function needs all
 * registers, all probes of that function use the hook with all registers.  So
 * put_all() first places the probes that need all registers.  But if halving
 * (stp_kprobe_halve()) adds a probe with few registers first, the function gets
 * a slot in both hooks. */
static struct hook *hook_for(const struct probe *p)
{
	bool all = wants_all(p->site) || has(&hooks[ALL_REGS], key_of(p));

	return &hooks[all ? ALL_REGS : ARGS];
}

/* Gives the probe a slot.  Hits of other functions may look at the slot at the
 * same time. */
static void put(struct probe *p)
{
	p->hook = hook_for(p);
	p->slot = look_up(p->hook, key_of(p));
	if (p->slot->ip)
		return;
	p->hook->n_used++;
	smp_store_release(&p->slot->ip, key_of(p));
}

/* Adds the probe to its slot.  Other probes of the function may be hit
 * meanwhile. */
static void link(struct probe *p)
{
	struct probe **end = &p->slot->others;

	if (!p->slot->site) {
		smp_store_release(&p->slot->site, p->site);
		return;
	}
	while (*end)
		end = &(*end)->next;
	smp_store_release(end, p);
}

/* Notes that the probe is armed or disarmed; apply() tells the kernel. */
static void change(struct probe *p, bool armed)
{
	if (p->armed == armed)
		return;
	p->armed = armed;
	p->slot->armed += armed ? 1 : -1;
	p->hook->changed = true;
}

/* Gives slots to those of @sites whose tracer call is known and that have none yet.
 * Probes that need all registers go first: see hook_for(). */
static void put_all(struct stp_site **sites, u32 n)
{
	struct probe *p;
	u32 i;

	for (i = 0; i < n; i++) {
		p = sites[i]->priv;
		if (p->ip && !p->slot && wants_all(p->site))
			put(p);
	}
	for (i = 0; i < n; i++) {
		p = sites[i]->priv;
		if (p->ip && !p->slot)
			put(p);
	}
}

/* Builds the table of @h anew, without the slots of functions whose modules have
 * gone.  Returns 0 or -ENOMEM. */
static int renew(struct hook *h)
{
	u64 size = (u64)h->n_slots * sizeof(*h->slots);
	struct slot *old = h->slots, *slots = stp_os_alloc(size);
	u32 i;

	if (!slots)
		return -ENOMEM;
	h->n_used = 0;
	for (i = 0; i < n_probes; i++) {
		struct probe *p = &probes[i];
		struct slot *s = find(h, slots, key_of(p));

		if (p->hook != h)
			continue;
		if (!s->ip)
			h->n_used++;
		*s = s->ip ? *s : *p->slot;
		p->slot = s;
	}
	smp_store_release(&h->slots, slots);
	synchronize_rcu();
	stp_os_free(old, size);
	return 0;
}

/* Renews the tables of which more than half is used.  Returns 0 or -ENOMEM. */
static int make_room(void)
{
	int err = 0;
	u32 i;

	for (i = 0; i < N_HOOKS && !err; i++)
		if (hooks[i].n_used * 2 > hooks[i].n_slots)
			err = renew(&hooks[i]);
	return err;
}

static int make_probes(struct stp_site **sites, u32 n)
{
	u32 i, n_all = 0;
	int err = 0;

	for (i = 0; i < n; i++) {
		probes[i].site = sites[i];
		probes[i].ip = hook_of(sites[i]);
		sites[i]->priv = &probes[i];
		n_all += wants_all(sites[i]);
	}
	if (n_all)
		err = make_table(&hooks[ALL_REGS], n);
	if (n_all < n && !err)
		err = make_table(&hooks[ARGS], n - n_all);
	if (!err)
		put_all(sites, n);
	return err;
}

/* ---- what the kernel's tracer calls ------------------------------------- */

static unsigned long hook_at(const struct slot *s)
{
	return stp_hook_of_key(s->ip, STP_UNPLUG_LOOKUP | STP_UNPLUG_FTRACE);
}

/* Stores the functions that have an armed probe in ips[], and returns their
 * number. */
static u32 gather(const struct hook *h)
{
	u32 i, n = 0;

	for (i = 0; i < h->n_slots; i++)
		if (h->slots[i].armed)
			ips[n++] = hook_at(&h->slots[i]);
	return n;
}

/* Adds the functions that are newly armed to the filter, or (@armed false) removes
 * those that are newly disarmed, one by one.  Returns 0 or -errno. */
static int change_some(struct hook *h, bool armed)
{
	int err = 0;
	u32 i;

	for (i = 0; i < h->n_slots && !err; i++) {
		struct slot *s = &h->slots[i];

		if (!!s->armed != armed || s->filtered == armed)
			continue;
		s->filtered = armed;
		err = ftrace_set_filter_ip(&h->ops, hook_at(s), !armed, 0);
	}
	return err;
}

static void note_filtered(struct hook *h)
{
	u32 i;

	for (i = 0; i < h->n_slots; i++)
		h->slots[i].filtered = h->slots[i].armed;
}

/* Sets the filter to the @n functions in ips[].  If functions must be added and
 * removed one by one (STP_FTRACE_ONE_BY_ONE) while @h is registered, they are added
 * first, so the filter is never empty.  Returns 0 or -errno. */
static int set_filter(struct hook *h, u32 n)
{
	int err;

	if (!STP_FTRACE_ONE_BY_ONE)
		return stp_ftrace_set_filter(&h->ops, ips, n);
	if (h->is_on) {
		err = change_some(h, true);
		return err ? err : change_some(h, false);
	}
	note_filtered(h);
	return stp_ftrace_set_filter(&h->ops, ips, n);
}

/* Adds the proof to the @n functions in ips[], and returns their new number.
 * The slot of the proof is never armed, so later calls of apply() leave it out. */
static u32 add_proof(struct hook *h, u32 n)
{
	unsigned long key = stp_key_of_hook(proof, STP_UNPLUG_FTRACE);
	struct slot *s = look_up(h, key);

	h->n_used += !s->ip;
	smp_store_release(&s->ip, key);
	ips[n] = proof;
	return n + 1;
}

/* Passes the armed functions of @h on to the kernel, if any were armed or disarmed.
 * If no function is armed, the hook is unregistered, as an empty filter would mean
 * all functions of the kernel.  Returns 0 or -errno. */
static int apply(struct hook *h)
{
	u32 n = h->changed ? gather(h) : 0;
	int err = 0;

	if (!h->changed)
		return 0;
	h->changed = false;
	if (n && !h->was_on)
		n = add_proof(h, n);
	if (n)
		err = set_filter(h, n);
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

/* ---- attaching ---------------------------------------------------------- */

/* Finds the address at which a module's function calls the tracer, if it is not
 * known yet.  Returns 0, or -ENOENT: the module is not loaded, or has no such
 * function. */
static int locate(struct probe *p)
{
	const struct stp_location *location =
		stp_blob_location(stp_run.blob, p->site->row->location);
	unsigned long addr;

	if (p->ip)
		return 0;
	if (location->space != STP_SPACE_MODULE)
		return -ENOENT;
	addr = stp_module_symbol(stp_blob_str(
		stp_run.blob, location->anchor ? location->anchor : location->name));
	if (!addr)
		return -ENOENT;
	p->ip = stp_arch_entry_hook(addr + location->addr);
	return 0;
}

/* Returns 0 if the kernel accepts all of @sites in a filter, or -errno.  The
 * ftrace_ops of this filter is never registered. */
static int try(struct stp_site **sites, u32 n)
{
	static struct ftrace_ops trial;
	u32 i;
	int err;

	trial = (struct ftrace_ops){ .func = on_args };
	for (i = 0; i < n; i++)
		ips[i] = ((struct probe *)sites[i]->priv)->ip;
	err = stp_ftrace_try_filter(&trial, ips, n);
	stp_ftrace_free_filter(&trial);
	return err;
}

/* Makes the site attached, and its probe one of those at its function. */
static void take(struct stp_site *site)
{
	struct probe *p = site->priv;

	site->attached = 1;
	site->addr = p->ip;
	link(p);
	change(p, !site->disarmed);
}

/* Takes all of @sites into the table, or none.  The kernel gets them later, in
 * one step: settle(). */
static int add(struct stp_site **sites, u32 n)
{
	int err = 0;
	u32 i;

	for (i = 0; i < n && !err; i++)
		err = locate(sites[i]->priv);
	if (!err)
		err = try(sites, n);
	if (!err)
		err = make_room();
	if (err)
		return err;
	put_all(sites, n);
	for (i = 0; i < n; i++)
		take(sites[i]);
	return 0;
}

/* Removes all probes from the slot of @p.  The caller forgets the other probes of
 * that function, too.  The slot stays, as hits under way may still look at it. */
static void forget(struct probe *p)
{
	if (!p->slot)
		return;
	WRITE_ONCE(p->slot->site, NULL);
	WRITE_ONCE(p->slot->others, NULL);
	WRITE_ONCE(p->next, NULL);
	p->slot = NULL;
	p->hook = NULL;
	p->ip = 0;
}

/* ---- proof that hits arrive --------------------------------------------- */

/* Tests a hook once, after it was registered for the first time, by a call of
 * stp_traced().  Returns false if the hit did not arrive. */
static bool proves(struct hook *h)
{
	if (!h->is_on || h->was_on)
		return true;
	h->was_on = true;
	stp_traced(STP_TRACED_WORD);
	return READ_ONCE(h->has_hit);
}

/* Detaches all attached sites, stores them in @ret and returns their number. */
static u32 let_go(struct stp_site **ret)
{
	u32 i, n = 0;

	for (i = 0; i < n_probes; i++)
		if (probes[i].site->attached == 1)
			change(&probes[i], false);
	apply_all();
	for (i = 0; i < n_probes; i++) {
		if (probes[i].site->attached != 1)
			continue;
		forget(&probes[i]);
		probes[i].site->attached = 0;
		ret[n++] = probes[i].site;
	}
	return n;
}

static void tell_fallen(u32 n)
{
	char text[160];

	snprintf(text, sizeof(text), "ftrace does not call its hooks: %u "
				     "function entries use kprobes, which cost "
				     "more", n);
	stp_run_say(STP_REC_WARNING, ~0u, text);
}

static int refuse_all(struct stp_site **sites, u32 n, int err)
{
	int ret = 0, now;
	u32 i;

	for (i = 0; i < n; i++) {
		now = stp_site_refused(sites[i], err);
		ret = ret ? ret : now;
	}
	return ret;
}

/* Makes all probes kprobes from now on, also those in modules that are not
 * loaded yet.  Returns 0, -ENOMEM, or the first result of stp_site_refused() that
 * was not 0. */
static int fall_back(void)
{
	u64 size = 2ull * n_probes * sizeof(struct stp_site *);
	struct stp_site **all = stp_os_alloc(size), **some = all + n_probes;
	u32 i, n;
	int err;

	if (!all)
		return -ENOMEM;
	for (i = 0; i < n_probes; i++)
		all[i] = probes[i].site;
	n = let_go(some);
	err = stp_kprobe_stand_in(all, n_probes);
	if (!err && stp_tracing_hold() == -EBUSY)
		err = -EBUSY;
	if (!err) {
		way = stp_kprobe_way;
		has_fallen_back = true;
		tell_fallen(n);
		err = stp_kprobe_add_all(&way, some, n);
	} else {
		err = refuse_all(some, n, err);
	}
	stp_os_free(all, size);
	return err;
}

/* Gives up the armed sites whose struct hook could not be registered again, because
 * they get no hits. */
static void give_up(void)
{
	u32 i;

	for (i = 0; i < n_probes; i++) {
		struct probe *p = &probes[i];

		if (!p->armed || p->hook->is_on)
			continue;
		change(p, false);
		p->site->disarmed = p->site->gone = true;
	}
}

static int settle(struct stp_site **sites, u32 n)
{
	int err = apply_all(), ret = 0;
	bool few = err || proves(&hooks[ARGS]);
	bool all = err || proves(&hooks[ALL_REGS]);
	u32 i;

	if (!few || !all)
		return fall_back();
	if (err && !n) {
		give_up();
		return err;
	}
	for (i = 0; err && i < n && !ret; i++) {
		if (sites[i]->attached != 1)
			continue;
		change(sites[i]->priv, false);
		ret = stp_site_refused(sites[i], err);
	}
	return ret;
}

static void remove(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (sites[i]->attached > 0)
			change(sites[i]->priv, false);
	apply_all();
	for (i = 0; i < n; i++)
		if (sites[i]->attached > 0)
			forget(sites[i]->priv);
}

static int enable(struct stp_site *site)
{
	change(site->priv, true);
	return 0;
}

static void disable(struct stp_site *site)
{
	change(site->priv, false);
}

static const struct stp_kprobe_way by_ftrace = {
	add, remove, enable, disable, settle
};

/* ---- as a kind ---------------------------------------------------------- */

static int prepare(struct stp_site **sites, u32 n)
{
	int err;

	n_probes = n;
	probes = stp_os_alloc((u64)n * sizeof(*probes));
	ips = stp_os_alloc((n + 1ull) * sizeof(*ips));
	proof = stp_arch_entry_hook((unsigned long)stp_traced);
	if (!probes || !ips)
		return -ENOMEM;
	way = by_ftrace;
	err = make_probes(sites, n);
	return err ? err : stp_kprobe_prepare(&way, sites, n);
}

static int attach(struct stp_site **sites, u32 n)
{
	return stp_kprobe_attach(&way, sites, n);
}

static int arm(struct stp_site *site)
{
	return stp_kprobe_arm(&way, site);
}

static void disarm(struct stp_site *site)
{
	stp_kprobe_disarm(&way, site);
}

static int settle_all(void)
{
	return stp_kprobe_settle(&way);
}

static void detach(struct stp_site **sites, u32 n)
{
	stp_kprobe_detach(&way, sites, n);
}

static void give_back(struct stp_site **sites, u32 n)
{
	u32 i;

	stp_kprobe_free(&way);
	for (i = 0; i < N_HOOKS; i++) {
		struct hook *h = &hooks[i];

		stp_ftrace_free_filter(&h->ops);
		stp_os_free(h->slots, (u64)h->n_slots * sizeof(*h->slots));
		h->slots = NULL;
	}
	stp_os_free(probes, (u64)n * sizeof(*probes));
	stp_os_free(ips, (n + 1ull) * sizeof(*ips));
	stp_kprobe_free_stand_ins();
	probes = NULL;
	ips = NULL;
}

static const char *reason(int err)
{
	if (has_fallen_back)
		return stp_kind_kprobe.reason(err);
	switch (err) {
	case -EBUSY:
		return "function tracing is disabled: sysctl "
		       "kernel.ftrace_enabled is 0";
	case -ENODEV:
		return "function tracing has failed in this kernel; the kernel "
		       "log has the reason";
	default:
		return NULL;
	}
}

static void missed(const struct stp_site *site, u64 causes[STP_N_CAUSES])
{
	if (has_fallen_back)
		stp_kind_kprobe.missed(site, causes);
}

static enum stp_how how_fallen(const struct stp_site *site)
{
	enum stp_how ret = stp_kind_kprobe.how(site);

	return ret == STP_HOW_KPROBE_TRACED ? STP_HOW_KPROBE_FALLEN : ret;
}

static enum stp_how how(const struct stp_site *site)
{
	if (has_fallen_back)
		return how_fallen(site);
	return wants_all(site) ? STP_HOW_FTRACE_REGS : STP_HOW_FTRACE;
}

const struct stp_kind stp_kind_ftrace = {
	.id = STP_KIND_FTRACE,
	.name = "ftrace",
	.is_atomic = stp_kprobe_is_atomic,
	.reason = reason,
	.missed = missed,
	.how = how,
	.prepare = prepare,
	.attach = attach,
	.arm = arm,
	.disarm = disarm,
	.settle = settle_all,
	.detach = detach,
	.free = give_back,
};
