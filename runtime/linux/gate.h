/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The gate: from a hit to a handler in a claimed context.
 *
 * Inlined into the callback of each atomic kind, because it is what a hit
 * costs.  The caller has preemption disabled.  Order of the looks: session
 * state, level, the context's claim (a full barrier), frozen sets.
 */
#ifndef STP_LINUX_GATE_H
#define STP_LINUX_GATE_H

#include <linux/percpu.h>
#include <linux/preempt.h>

#include "runtime/core/run.h"

struct stp_cpu_cxts {
	struct stp_cxt *level[STP_N_LEVELS];
};
DECLARE_PER_CPU(struct stp_cpu_cxts, stp_cpu_cxts);

/** Where an interrupt, or an NMI in it, may find another handler running. */
static __always_inline struct stp_cxt *stp_gate_cxt(void)
{
	u32 level = 0;

	if (unlikely(preempt_count() &
		     (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET)))
		level = interrupt_context_level();
	return raw_cpu_read(stp_cpu_cxts.level[level]);
}

static __always_inline bool stp_gate_is_special(struct stp_cxt *c,
						const struct stp_site *site)
{
	return site->slow | (--c->sample < 0) |
	       !!(READ_ONCE(stp_session.frozen) & site->counts);
}

static __always_inline void stp_gate(const struct stp_site *site, void *regs)
{
	struct stp_cxt *c;

	if (unlikely(READ_ONCE(stp_session.state) != STP_RUNNING))
		return;
	c = stp_gate_cxt();
	if (unlikely(cmpxchg(&c->site, NULL, site))) {
		stp_recursion(c, site);
		return;
	}
	c->regs = regs;
	if (unlikely(stp_gate_is_special(c, site)))
		stp_run_slow(c, site);
	else
		stp_run_body(c, site);
	if (unlikely(c->dirty))
		stp_leave(c);
	smp_store_release(&c->site, NULL);
}

#endif
