/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind kprobe: a handler before an instruction of the kernel.  Also kprobes
 * for the rows of kind ftrace, if the hits of ftrace do not arrive.
 */
#include <linux/slab.h>

#include "runtime/linux/callers.h"
#include "runtime/linux/gate.h"
#include "runtime/linux/kprobe.h"

struct probe {
	struct kprobe kp;
	struct stp_site *site;
	u64 missed;	/* sum of kp.nmissed of its earlier registrations */
};

/** The kprobes of all rows of a kind. */
struct probes {
	struct probe *at;
	u32 n;
};

static struct probes own, stand_ins;	/* of kind kprobe; of kind ftrace */
static struct kprobe **list;	/* for kernel calls that take many kprobes */
static u32 n_list;

static STP_FN int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	return stp_gate(container_of(kp, struct probe, kp)->site, regs);
}

/* Handles a hit of a row that names callers. */
static STP_FN int on_call(struct kprobe *kp, struct pt_regs *regs)
{
	struct probe *p = container_of(kp, struct probe, kp);

	return stp_script.callers->are(p->site, (unsigned long)kp->addr, regs)
		? stp_gate(p->site, regs) : 0;
}

static int add(struct stp_site **sites, u32 n)
{
	u32 i;
	int err;

	for (i = 0; i < n; i++) {
		struct probe *p = sites[i]->priv;

		p->missed += p->kp.nmissed;
		memset(&p->kp, 0, sizeof(p->kp));
		err = stp_kprobe_callers(sites[i]);
		if (err)
			return err;
		p->kp.pre_handler = sites[i]->row->kprobe.n_callers
			? on_call : on_hit;
		if (sites[i]->disarmed)
			p->kp.flags = KPROBE_FLAG_DISABLED;
		stp_kprobe_set_address(&p->kp, sites[i]);
		list[i] = &p->kp;
	}
	err = register_kprobes(list, n);
	for (i = 0; i < n && !err; i++) {
		sites[i]->attached = 1;
		sites[i]->addr = (unsigned long)list[i]->addr;
	}
	return err;
}

static void remove(struct stp_site **sites, u32 n)
{
	u32 i, armed = 0;

	for (i = 0; i < n; i++)
		if (sites[i]->attached > 0)
			list[armed++] = &((struct probe *)sites[i]->priv)->kp;
	if (armed)
		unregister_kprobes(list, armed);
}

/* Refuses probes that the kernel registered but did not arm: the code at their
 * address shows that. */
static int refuse_dead(struct stp_site **sites, u32 n)
{
	u32 i, dead = 0;

	for (i = 0; i < n; i++) {
		if (sites[i]->attached != 1 || sites[i]->disarmed ||
		    stp_kprobe_is_there(sites[i]))
			continue;
		sites[i]->attached = -STP_ENOLINK;
		list[dead++] = &((struct probe *)sites[i]->priv)->kp;
	}
	if (!dead)
		return 0;
	unregister_kprobes(list, dead);
	return stp_kprobe_refuse_dead(sites, n);
}

static int enable(struct stp_site *site)
{
	return enable_kprobe(&((struct probe *)site->priv)->kp);
}

static void disable(struct stp_site *site)
{
	disable_kprobe(&((struct probe *)site->priv)->kp);
}

const struct stp_kprobe_way stp_kprobe_way = {
	.add = add,
	.remove = remove,
	.enable = enable,
	.disable = disable,
	.settle = refuse_dead,
	.step = 32,
};

static void free_list(void)
{
	stp_os_free(list, (u64)n_list * sizeof(*list));
	list = NULL;
	n_list = 0;
}

/* Makes room for @n probes in list[].  Returns 0 or -ENOMEM. */
static int make_list(u32 n)
{
	if (n <= n_list)
		return 0;
	free_list();
	list = stp_os_alloc((u64)n * sizeof(*list));
	n_list = list ? n : 0;
	return list ? 0 : -ENOMEM;
}

static int make_probes(struct probes *ps, struct stp_site **sites, u32 n)
{
	u32 i;

	ps->at = stp_os_alloc((u64)n * sizeof(*ps->at));
	if (!ps->at || make_list(n))
		return -ENOMEM;
	ps->n = n;
	for (i = 0; i < n; i++) {
		ps->at[i].site = sites[i];
		sites[i]->priv = &ps->at[i];
	}
	return 0;
}

static void free_probes(struct probes *ps)
{
	stp_os_free(ps->at, (u64)ps->n * sizeof(*ps->at));
	ps->at = NULL;
	ps->n = 0;
	free_list();
}

int stp_kprobe_stand_in(struct stp_site **sites, u32 n)
{
	return make_probes(&stand_ins, sites, n);
}

void stp_kprobe_free_stand_ins(void)
{
	free_probes(&stand_ins);
}

static int prepare(struct stp_site **sites, u32 n)
{
	int err = make_probes(&own, sites, n);

	return err ? err : stp_kprobe_prepare(&stp_kprobe_way, sites, n);
}

static int attach(struct stp_site **sites, u32 n)
{
	return stp_kprobe_attach(&stp_kprobe_way, sites, n);
}

static int arm(struct stp_site *site)
{
	return stp_kprobe_arm(&stp_kprobe_way, site);
}

static void disarm(struct stp_site *site)
{
	stp_kprobe_disarm(&stp_kprobe_way, site);
}

static void detach(struct stp_site **sites, u32 n)
{
	stp_kprobe_detach(&stp_kprobe_way, sites, n);
}

static void give_back(struct stp_site **sites, u32 n)
{
	stp_kprobe_free(&stp_kprobe_way);
	free_probes(&own);
}

static void missed(const struct stp_site *site, u64 causes[STP_N_CAUSES])
{
	const struct probe *p = site->priv;

	if (p)
		causes[STP_CAUSE_KERNEL] += p->missed + p->kp.nmissed;
}

static enum stp_how how(const struct stp_site *site)
{
	return site->direct ? STP_HOW_TRAMPOLINE
			    : stp_arch_kprobe_how(site->addr);
}

const struct stp_kind stp_kind_kprobe = {
	.id = STP_KIND_KPROBE,
	.name = "kprobe",
	.is_atomic = stp_kprobe_is_atomic,
	.prepare = prepare,
	.attach = attach,
	.arm = arm,
	.disarm = disarm,
	.detach = detach,
	.free = give_back,
	.missed = missed,
	.reason = stp_kprobe_reason,
	.how = how,
};
