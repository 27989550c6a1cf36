/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind netfilter: a hook in every network namespace, also in those that
 * come later.  The hook returns the verdict that the handler leaves.
 */
#include <linux/netfilter.h>
#include <linux/preempt.h>
#include <net/net_namespace.h>

#include "runtime/linux/gate.h"

struct probe {
	struct stp_site *site;
	struct nf_hook_ops ops;
};

static struct probe *probes;
static u32 n_probes;

static STP_FN unsigned int on_packet(void *priv, struct sk_buff *skb,
				     const struct nf_hook_state *state)
{
	const struct probe *p = priv;
	u64 args[] = { (unsigned long)skb, (unsigned long)state, NF_ACCEPT };

	preempt_disable_notrace();
	stp_gate(p->site, args);
	preempt_enable_notrace();
	return args[2];
}

static bool is_atomic(const struct stp_row *row)
{
	return true;
}

static int prepare(struct stp_site **sites, u32 n)
{
	u32 i;

	probes = stp_os_alloc((u64)n * sizeof(*probes));
	if (!probes)
		return -ENOMEM;
	n_probes = n;
	for (i = 0; i < n; i++) {
		const struct stp_row *r = sites[i]->row;

		probes[i].site = sites[i];
		probes[i].ops = (struct nf_hook_ops){
			.hook = on_packet,
			.priv = &probes[i],
			.pf = r->netfilter.pf,
			.hooknum = r->netfilter.hook,
			.priority = r->netfilter.priority,
		};
		sites[i]->priv = &probes[i];
	}
	return 0;
}

/* ---- namespaces --------------------------------------------------------- */

static void remove_first(struct net *net, u32 n)
{
	while (n--)
		if (probes[n].site->attached > 0)
			nf_unregister_net_hook(net, &probes[n].ops);
}

static int on_net(struct net *net)
{
	u32 i;
	int err;

	for (i = 0; i < n_probes; i++) {
		if (probes[i].site->attached <= 0)
			continue;
		err = nf_register_net_hook(net, &probes[i].ops);
		if (err) {
			remove_first(net, i);
			return err;
		}
	}
	return 0;
}

static void on_net_exit(struct net *net)
{
	remove_first(net, n_probes);
}

/* The callbacks for network namespaces.  While they are registered, the kernel calls
 * on_net() for each namespace that exists or is made, and on_net_exit() for each that
 * goes, or when the callbacks are unregistered. */
static struct pernet_operations in_each_net = {
	.init = on_net,
	.exit = on_net_exit,
};
static bool is_told;		/* the callbacks are registered */

static void forget(void)
{
	if (is_told)
		unregister_pernet_subsys(&in_each_net);
	is_told = false;
}

/* ---- the kind ----------------------------------------------------------- */

/* Registers the hook once in the initial namespace, to see whether the kernel accepts
 * it.  Then the site counts as attached.  Returns 0, or the result of
 * stp_site_refused(). */
static int try(struct stp_site *site)
{
	struct probe *p = site->priv;
	int err = nf_register_net_hook(&init_net, &p->ops);

	if (err)
		return stp_site_refused(site, err);
	nf_unregister_net_hook(&init_net, &p->ops);
	site->attached = 1;
	return 0;
}

static int attach(struct stp_site **sites, u32 n)
{
	int err = 0, now;
	u32 i;

	forget();
	for (i = 0; i < n; i++) {
		now = try(sites[i]);
		err = err ? err : now;
	}
	now = register_pernet_subsys(&in_each_net);
	is_told = !now;
	return err ? err : now;
}

/* Removes the hooks, and waits for packets that are still on their way through
 * them. */
static void detach(struct stp_site **sites, u32 n)
{
	forget();
	synchronize_net();
}

static void give_back(struct stp_site **sites, u32 n)
{
	stp_os_free(probes, (u64)n_probes * sizeof(*probes));
	probes = NULL;
	n_probes = 0;
}

static const char *reason(int err)
{
	switch (err) {
	case -EINVAL:
	case -EOPNOTSUPP:
	case -ENOENT:
		return "this kernel has no such hook";
	default:
		return NULL;
	}
}

const struct stp_kind stp_kind_netfilter = {
	.id = STP_KIND_NETFILTER,
	.name = "netfilter",
	.has = STP_HAS_ARGS,
	.is_atomic = is_atomic,
	.prepare = prepare,
	.attach = attach,
	.reason = reason,
	.detach = detach,
	.free = give_back,
};
