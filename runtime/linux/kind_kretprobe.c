/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind kretprobe: a handler when a function returns.  If the row also has
 * a handler at the entry, that saves values for this call of the function.
 * If an entry finds no free slot, or its handler does not finish (skipped,
 * failed), no handler runs at the return of that call.
 *
 * Rows at the entry of the same function share the probe of the return row, and
 * run before a slot is taken.  This costs less than a second probe, and no hit at
 * the entry is missed for lack of a slot.
 */
#include <linux/cpumask.h>
#include <linux/slab.h>

#include "runtime/compat/kretprobe.h"
#include "runtime/linux/callers.h"
#include "runtime/linux/gate.h"
#include "runtime/linux/kprobe.h"
#include "runtime/linux/kretprobe_hook.h"
#include "runtime/linux/trampoline.h"

/** A row at the entry that shares a probe. */
struct at_entry {
	struct stp_site *site;
	struct at_entry *next;	/* in the rows' order */
};

struct probe {
	struct kretprobe rp;
	struct stp_site *site;		/* of the return row */
	const struct stp_site *one;	/* first->site, for
					   on_one_and_return() */
	struct at_entry *first;		/* NULL: no row at the entry shares it */
	kprobe_pre_handler_t enter;	/* the kernel's own pre-handler */
	u32 at;			/* its index in returns[] */
	u64 missed, no_slot;	/* sums of rp.kp.nmissed and rp.nmissed of its
				   earlier registrations */
};

static struct probe *probes;
static struct at_entry *entries;
static struct stp_site **returns;	/* the sites of return rows */
static u32 n_returns;
static struct kretprobe **list;

/* ---- hits --------------------------------------------------------------- */

/* Returns true if @rp is NULL: the probe was unregistered after the kernel last
 * looked at it.  That cannot be with rethooks, which hold the probe until all calls
 * have returned. */
static __always_inline bool is_away(const struct kretprobe *rp)
{
	return !IS_ENABLED(CONFIG_KRETPROBE_ON_RETHOOK) && unlikely(!rp);
}

static STP_FN int on_return(struct kretprobe_instance *ri,
			    struct pt_regs *regs)
{
	struct kretprobe *rp = stp_kretprobe_of(ri);

	return is_away(rp) ? 0 : stp_gate_saved(container_of(rp, struct probe,
							     rp)->site,
						regs, ri->data);
}

/* Handles the return of a call, for a row without a handler at the entry. */
static STP_FN int on_return_only(struct kretprobe_instance *ri,
				 struct pt_regs *regs)
{
	struct kretprobe *rp = stp_kretprobe_of(ri);

	return is_away(rp) ? 0 : stp_gate(container_of(rp, struct probe,
						       rp)->site, regs);
}

/* Runs the row's handler at the entry.  If it returns another value than 0, the kernel frees
 * the slot and ignores the return of this call. */
static STP_FN int on_entry(struct kretprobe_instance *ri,
			   struct pt_regs *regs)
{
	struct kretprobe *rp = stp_kretprobe_of(ri);

	if (unlikely(!rp))
		return 1;
	*(s64 *)ri->data = 0;
	stp_gate_saved(container_of(rp, struct probe, rp)->site->entry, regs,
		       ri->data);
	return !*(s64 *)ri->data;
}

/* Decides at the entry whether the return will be a hit, for a row that names
 * callers: it returns 1 for calls from other callers. */
static STP_FN int on_call(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = stp_kretprobe_of(ri);
	struct probe *p = container_of(rp, struct probe, rp);

	if (unlikely(!rp) ||
	    !stp_script.callers->are(p->site, (unsigned long)rp->kp.addr,
				     regs))
		return 1;
	return p->site->entry ? on_entry(ri, regs) : 0;
}

static noinline STP_FN void hit_others(const struct at_entry *e,
				       struct pt_regs *regs)
{
	for (; e; e = e->next)
		stp_gate(e->site, regs);
}

/* Replaces the kernel's own pre-handler (p->enter), which takes a slot and calls
 * the handlers above.  This one is for the common case: one row shares the probe at
 * the entry, and the return is armed. */
static STP_FN int on_one_and_return(struct kprobe *kp, struct pt_regs *regs)
{
	struct probe *p = container_of(kp, struct probe, rp.kp);

	stp_gate(p->one, regs);
	return p->enter(kp, regs);
}

/* Replaces the kernel's own pre-handler in all other cases. */
static STP_FN int on_both(struct kprobe *kp, struct pt_regs *regs)
{
	struct probe *p = container_of(kp, struct probe, rp.kp);

	stp_gate(p->first->site, regs);
	if (unlikely(p->first->next))
		hit_others(p->first->next, regs);
	return unlikely(p->site->disarmed) ? 0 : p->enter(kp, regs);
}

/* ---- attaching ---------------------------------------------------------- */

static bool is_at_entry(const struct stp_site *site)
{
	return site->row->point == STP_POINT_ENTRY;
}

/* Returns true if the return and all rows at the entry are disarmed. */
static bool is_disarmed(const struct probe *p)
{
	const struct at_entry *e;

	for (e = p->first; e; e = e->next)
		if (!e->site->disarmed)
			return false;
	return p->site->disarmed;
}

static int slots(const struct stp_row *row)
{
	u64 n = row->kprobe.maxactive;

	if (!n)
		n = stp_run.limits[STP_LIM_KRETACTIVE];
	if (!n)
		n = max(15u, 6 * num_possible_cpus());
	return n;
}

static int fill(struct probe *p)
{
	int err = stp_kprobe_callers(p->site);

	if (err)
		return err;
	p->missed += p->rp.kp.nmissed;
	p->no_slot += p->rp.nmissed;
	memset(&p->rp, 0, sizeof(p->rp));
	p->rp.handler = p->site->entry ? on_return : on_return_only;
	if (p->site->row->kprobe.n_callers)
		p->rp.entry_handler = on_call;
	else if (p->site->entry)
		p->rp.entry_handler = on_entry;
	p->rp.maxactive = slots(p->site->row);
	p->rp.data_size = p->site->row->kprobe.data_size;
	p->rp.kp.flags = KPROBE_FLAG_DISABLED;
	stp_kprobe_set_address(&p->rp.kp, p->site);
	return 0;
}

/* Chooses the pre-handler by what is armed.  The probe, which rows at the entry
 * share, may be hit meanwhile. */
static void enter_as_armed(struct probe *p)
{
	bool is_simple = !p->first->next && !p->site->disarmed;

	smp_store_release(&p->rp.kp.pre_handler,
			  is_simple ? on_one_and_return : on_both);
}

/* Prepares the rows at the entry, and puts our pre-handler in if there are any. */
static void enter_by_us(struct probe *p)
{
	struct at_entry *e;

	for (e = p->first; e; e = e->next)
		e->site->addr = p->site->addr;
	if (!p->first)
		return;
	p->enter = p->rp.kp.pre_handler;
	p->one = p->first->site;
	enter_as_armed(p);
}

static void set_attached(struct probe *p)
{
	struct at_entry *e;

	p->site->attached = 1;
	for (e = p->first; e; e = e->next)
		e->site->attached = 1;
}

static int enable(struct stp_site *site)
{
	struct probe *p = site->priv;

	if (p->first)
		enter_as_armed(p);
	return stp_hooked_add(&p->rp.kp) ? 0 : enable_kretprobe(&p->rp);
}

static int enable_all(struct stp_site **sites, u32 n)
{
	u32 i;
	int err = 0;

	for (i = 0; i < n && !err; i++)
		if (!is_disarmed(sites[i]->priv))
			err = enable(sites[i]);
	for (; err && i-- > 0;)
		stp_hooked_remove(&list[i]->kp);
	if (err)
		unregister_kretprobes(list, n);
	return err;
}

/* Registers the probes disabled, so that none is hit before its pre-handler is
 * set, and enables them then. */
static int add(struct stp_site **sites, u32 n)
{
	u32 i;
	int err;

	for (i = 0; i < n; i++) {
		struct probe *p = sites[i]->priv;

		err = fill(p);
		if (err)
			return err;
		list[i] = &p->rp;
	}
	err = register_kretprobes(list, n);
	for (i = 0; i < n && !err; i++) {
		sites[i]->addr = (unsigned long)list[i]->kp.addr;
		enter_by_us(sites[i]->priv);
	}
	if (!err)
		err = enable_all(sites, n);
	for (i = 0; i < n && !err; i++)
		set_attached(sites[i]->priv);
	return err;
}

/* Refuses probes that the kernel registered but did not arm: the code at their
 * address shows that. */
static int refuse_dead(struct stp_site **sites, u32 n)
{
	u32 i, dead = 0;

	for (i = 0; i < n; i++) {
		struct probe *p = sites[i]->priv;

		if (sites[i]->attached != 1 || is_disarmed(p) ||
		    stp_kprobe_is_there(sites[i]))
			continue;
		sites[i]->attached = -STP_ENOLINK;
		list[dead++] = &p->rp;
	}
	if (!dead)
		return 0;
	unregister_kretprobes(list, dead);
	return stp_kprobe_refuse_dead(sites, n);
}

/* Lets the kernel itself arm the kretprobes of @sites, after the shared hook was
 * refused or brought no hits.  Returns 0, or the first result of
 * stp_site_refused() that was not 0. */
static int arm_by_kernel(struct stp_site **sites, u32 n)
{
	int ret = 0, now;
	u32 i;

	for (i = 0; i < n; i++) {
		struct probe *p = sites[i]->priv;

		if (sites[i]->attached != 1)
			continue;
		stp_hooked_remove(&p->rp.kp);
		now = is_disarmed(p) ? 0 : enable_kretprobe(&p->rp);
		if (now)
			now = stp_site_refused(sites[i], now);
		ret = ret ? ret : now;
	}
	return ret;
}

static int settle(struct stp_site **sites, u32 n)
{
	int err = stp_hooked_apply(), err2;

	if (!n)
		return err;
	err = err ? arm_by_kernel(sites, n) : 0;
	err2 = refuse_dead(sites, n);
	return err ? err : err2;
}

/* Marks the rows at the entry that share @p as awaited: their module goes. */
static void await_entries(struct probe *p)
{
	struct at_entry *e;

	for (e = p->first; e; e = e->next)
		e->site->attached = STP_AWAITED;
}

/* Unhooks the first @n probes of list[].  At the end of the run, unregisters the
 * shared hook instead, which unhooks all probes at once. */
static void unhook(u32 n)
{
	u32 i;

	if (!stp_is_running()) {
		stp_hooked_end();
		return;
	}
	for (i = 0; i < n; i++)
		stp_hooked_remove(&list[i]->kp);
	stp_hooked_apply();
}

/* Unregisters those of @sites that are attached.  One that was refused must
 * not be unregistered, as it has no slots. */
static void remove(struct stp_site **sites, u32 n)
{
	u32 i, armed = 0;

	for (i = 0; i < n; i++)
		if (sites[i]->attached > 0)
			list[armed++] = &((struct probe *)sites[i]->priv)->rp;
	unhook(armed);
	if (armed)
		unregister_kretprobes(list, armed);
	for (i = 0; i < n && stp_is_running(); i++)
		await_entries(sites[i]->priv);
}

/* Disables the probe if neither its return nor a row at its entry is armed.  Calls
 * that have entered the function by then still come to on_return(). */
static void disable(struct stp_site *site)
{
	struct probe *p = site->priv;

	if (p->first)
		enter_as_armed(p);
	if (!is_disarmed(p))
		return;
	stp_hooked_remove(&p->rp.kp);
	disable_kretprobe(&p->rp);
}

/* Makes the rows at the entry follow their return row @site, which has got a
 * trampoline, or lost it. */
static void follow_direct(struct stp_site *site)
{
	struct probe *p = site->priv;
	struct at_entry *e;

	for (e = p->first; e; e = e->next) {
		e->site->direct = false;
		if (site->direct)
			stp_script.trampolines->ops->attach(&e->site, 1);
		e->site->attached = site->attached;
		e->site->addr = site->addr;
	}
}

static const struct stp_kprobe_way way = {
	.add = add,
	.remove = remove,
	.enable = enable,
	.disable = disable,
	.settle = settle,
	.step = 32,
	.follow = follow_direct,
};

static struct probe *probe_of(const struct stp_site *site)
{
	if (is_at_entry(site))
		site = &stp_run.sites[site->row->kprobe.with];
	return site->priv;
}

static void hang_on(struct probe *p, struct at_entry *e)
{
	struct at_entry **end = &p->first;

	while (*end)
		end = &(*end)->next;
	*end = e;
}

static void connect(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++) {
		if (is_at_entry(sites[i]))
			continue;
		probes[i].site = sites[i];
		probes[i].at = n_returns;
		sites[i]->priv = &probes[i];
		returns[n_returns++] = sites[i];
	}
	for (i = 0; i < n; i++) {
		if (!is_at_entry(sites[i]))
			continue;
		entries[i].site = sites[i];
		hang_on(probe_of(sites[i]), &entries[i]);
	}
}

static int prepare(struct stp_site **sites, u32 n)
{
	probes = stp_os_alloc((u64)n * sizeof(*probes));
	entries = stp_os_alloc((u64)n * sizeof(*entries));
	returns = stp_os_alloc((u64)n * sizeof(*returns));
	list = stp_os_alloc((u64)n * sizeof(*list));
	if (!probes || !entries || !returns || !list)
		return -ENOMEM;
	connect(sites, n);
	if (stp_hooked_prepare(n))
		return -ENOMEM;
	return stp_kprobe_prepare(&way, returns, n_returns);
}

/* Attaches the sites of returns among @sites.  They are neighbours in
 * returns[]. */
static int attach_returns(struct stp_site **sites, u32 n)
{
	const struct probe *first = NULL;
	u32 i, n_own = 0;

	for (i = 0; i < n; i++) {
		if (is_at_entry(sites[i]))
			continue;
		first = first ? first : sites[i]->priv;
		n_own++;
	}
	return first ? stp_kprobe_attach(&way, returns + first->at, n_own) : 0;
}

/* Gives each row at the entry among @sites the result of the return row whose
 * probe it shares: attached, awaited or refused. */
static int follow(struct stp_site **sites, u32 n)
{
	int err = 0, now;
	u32 i;

	for (i = 0; i < n; i++) {
		const struct stp_site *with = probe_of(sites[i])->site;

		if (!is_at_entry(sites[i]))
			continue;
		sites[i]->addr = with->addr;
		sites[i]->attached = with->attached;
		now = with->attached < 0 && with->attached != STP_AWAITED
			? stp_site_refused(sites[i], with->attached) : 0;
		err = err ? err : now;
	}
	return err;
}

/* Attaches @sites: first those at returns, then those at entries.  Rows with
 * alternatives do not share probes, so the rows of a probe come in one call. */
static int attach(struct stp_site **sites, u32 n)
{
	int err = attach_returns(sites, n), err2 = follow(sites, n);

	return err ? err : err2;
}

static int arm(struct stp_site *site)
{
	return stp_kprobe_arm(&way, site->direct ? site
						 : probe_of(site)->site);
}

static void disarm(struct stp_site *site)
{
	stp_kprobe_disarm(&way, site->direct ? site : probe_of(site)->site);
}

static int settle_all(void)
{
	return stp_kprobe_settle(&way);
}

static void detach(struct stp_site **sites, u32 n)
{
	stp_kprobe_detach(&way, returns, n_returns);
}

static void give_back(struct stp_site **sites, u32 n)
{
	stp_kprobe_free(&way);
	stp_hooked_free();
	stp_os_free(probes, (u64)n * sizeof(*probes));
	stp_os_free(entries, (u64)n * sizeof(*entries));
	stp_os_free(returns, (u64)n * sizeof(*returns));
	stp_os_free(list, (u64)n * sizeof(*list));
	probes = NULL;
	entries = NULL;
	returns = NULL;
	list = NULL;
}

static void missed(const struct stp_site *site, u64 causes[STP_N_CAUSES])
{
	const struct probe *p = probe_of(site);

	if (!p)
		return;
	if (!is_at_entry(site))
		causes[STP_CAUSE_RETURN_SLOTS] += p->no_slot + p->rp.nmissed;
	causes[STP_CAUSE_KERNEL] += p->missed + p->rp.kp.nmissed;
}

static u64 unreturned(const struct stp_site *site)
{
	return site->direct ? stp_script.trampolines->ops->unreturned(site) : 0;
}

static enum stp_how how(const struct stp_site *site)
{
	if (site->direct)
		return STP_HOW_TRAMPOLINE;
	if (is_at_entry(site))
		return STP_HOW_OF_RETURN;
	if (site->row->flags & STP_ROW_NO_STUB)
		return STP_HOW_KRETPROBE_LEFT;
	if (!stp_script.trampolines)
		return STP_HOW_KRETPROBE;
	return stp_script.trampolines->ops->has_failed()
		? STP_HOW_KRETPROBE_FALLEN : STP_HOW_KRETPROBE_HELD;
}

const struct stp_kind stp_kind_kretprobe = {
	.id = STP_KIND_KRETPROBE,
	.name = "kretprobe",
	.is_atomic = stp_kprobe_is_atomic,
	.prepare = prepare,
	.attach = attach,
	.arm = arm,
	.disarm = disarm,
	.settle = settle_all,
	.detach = detach,
	.free = give_back,
	.missed = missed,
	.unreturned = unreturned,
	.reason = stp_kprobe_reason,
	.how = how,
};
