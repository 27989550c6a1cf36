/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind tracepoint.  A tracepoint calls its listeners with their data
 * and its own arguments; here one callback for each number of arguments takes
 * them as words, and whoever reads a word cuts it to its type.
 *
 * Tracepoints are found by name, as hardly any is exported.
 */
#include <linux/preempt.h>
#include <linux/tracepoint.h>

#include "runtime/linux/gate.h"

struct probe {
	struct tracepoint *tp;
	struct stp_site *site;
};

static struct probe *probes;
static u32 n_probes;

/* ---- hits --------------------------------------------------------------- */

/* Some tracepoints are called with preemption on. */
static STP_FN void on_hit(const struct stp_site *site, const u64 *args)
{
	preempt_disable_notrace();
	stp_gate(site, (void *)args);
	preempt_enable_notrace();
}

STP_FN stp_s64 stp_arg(struct stp_ctx *c, stp_u32 n)
{
	const u64 *args = stp_cxt(c)->regs;

	if (c->site->kind->has != STP_HAS_ARGS ||
	    n >= c->site->row->tracepoint.n_args) {
		stp_fail(c, STP_ERR_NO_REGS, 0);
		return 0;
	}
	return args[n];
}

#define CALLBACK(n, params, words)                                            \
	static STP_FN void callback_##n(struct probe *p, params)               \
	{                                                                      \
		u64 args[] = { words };                                        \
									       \
		on_hit(p->site, args);                                         \
	}
#define LIST(...) __VA_ARGS__

static STP_FN void callback_0(struct probe *p)
{
	on_hit(p->site, NULL);
}

CALLBACK(1, u64 a, a)
CALLBACK(2, LIST(u64 a, u64 b), LIST(a, b))
CALLBACK(3, LIST(u64 a, u64 b, u64 c), LIST(a, b, c))
CALLBACK(4, LIST(u64 a, u64 b, u64 c, u64 d), LIST(a, b, c, d))
CALLBACK(5, LIST(u64 a, u64 b, u64 c, u64 d, u64 e), LIST(a, b, c, d, e))
CALLBACK(6, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f),
	 LIST(a, b, c, d, e, f))
CALLBACK(7, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g),
	 LIST(a, b, c, d, e, f, g))
CALLBACK(8, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h),
	 LIST(a, b, c, d, e, f, g, h))
CALLBACK(9, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h,
		 u64 i), LIST(a, b, c, d, e, f, g, h, i))
CALLBACK(10, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h,
		  u64 i, u64 j), LIST(a, b, c, d, e, f, g, h, i, j))
CALLBACK(11, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h,
		  u64 i, u64 j, u64 k), LIST(a, b, c, d, e, f, g, h, i, j, k))
CALLBACK(12, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h,
		  u64 i, u64 j, u64 k, u64 l),
	 LIST(a, b, c, d, e, f, g, h, i, j, k, l))

static void *const callbacks[STP_TRACE_ARGS + 1] = {
	callback_0, callback_1, callback_2, callback_3, callback_4,
	callback_5, callback_6, callback_7, callback_8, callback_9,
	callback_10, callback_11, callback_12,
};

/* ---- attaching ---------------------------------------------------------- */

static bool is_atomic(const struct stp_row *row)
{
	return true;
}

static const char *name_of(const struct stp_site *site)
{
	const struct stp_blob *b = stp_session.blob;

	return stp_blob_str(b, stp_blob_place(b, site->row->place)->name);
}

static void note(struct tracepoint *tp, void *unused)
{
	u32 i;

	for (i = 0; i < n_probes; i++)
		if (!strcmp(tp->name, name_of(probes[i].site)))
			probes[i].tp = tp;
}

static int prepare(struct stp_site **sites, u32 n)
{
	u32 i;

	probes = stp_os_alloc((u64)n * sizeof(*probes));
	if (!probes)
		return -ENOMEM;
	n_probes = n;
	for (i = 0; i < n; i++) {
		probes[i].site = sites[i];
		sites[i]->priv = &probes[i];
	}
	for_each_kernel_tracepoint(note, NULL);
	return 0;
}

static int arm(struct stp_site *site)
{
	struct probe *p = site->priv;

	if (!p->tp)
		return -ENOENT;
	return tracepoint_probe_register(
		p->tp, callbacks[site->row->tracepoint.n_args], p);
}

static void disarm(struct stp_site *site)
{
	struct probe *p = site->priv;

	tracepoint_probe_unregister(
		p->tp, callbacks[site->row->tracepoint.n_args], p);
}

static int attach(struct stp_site **sites, u32 n)
{
	int err = 0, now;
	u32 i;

	for (i = 0; i < n; i++) {
		struct probe *p = sites[i]->priv;

		now = sites[i]->disarmed && p->tp ? 0 : arm(sites[i]);
		if (now)
			now = stp_site_refused(sites[i], now);
		else
			sites[i]->attached = 1;
		err = err ? err : now;
	}
	return err;
}

static void detach(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (sites[i]->attached > 0 && !sites[i]->disarmed)
			disarm(sites[i]);
	tracepoint_synchronize_unregister();
}

static void give_back(struct stp_site **sites, u32 n)
{
	stp_os_free(probes, (u64)n * sizeof(*probes));
	probes = NULL;
	n_probes = 0;
}

const struct stp_kind stp_kind_tracepoint = {
	.id = STP_KIND_TRACEPOINT,
	.name = "tracepoint",
	.has = STP_HAS_ARGS,
	.is_atomic = is_atomic,
	.prepare = prepare,
	.attach = attach,
	.arm = arm,
	.disarm = disarm,
	.detach = detach,
	.free = give_back,
};
