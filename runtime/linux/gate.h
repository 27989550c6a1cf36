/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The gate: from a hit to a handler in a claimed context.
 *
 * Inlined into the callback of each atomic kind, because it is what a hit
 * costs.  The caller has preemption disabled.  Order of the looks: the level,
 * the context's claim (a full barrier), the gate word.
 */
#ifndef STP_LINUX_GATE_H
#define STP_LINUX_GATE_H

#include <linux/percpu.h>
#include <linux/preempt.h>

#include "runtime/arch/arch.h"
#include "runtime/core/run.h"

struct stp_cpu_cxts {
	struct stp_cxt *level[STP_N_LEVELS];
};
DECLARE_PER_CPU(struct stp_cpu_cxts, stp_cpu_cxts);

/** The same for a hit in an interrupt or an NMI: found out of line. */
int stp_gate_inner(const struct stp_site *site, void *regs);

/** A hit that belongs to context @c. */
static __always_inline int stp_gate_of(struct stp_cxt *c,
					const struct stp_site *site,
					void *regs)
{
	const struct stp_site *free = NULL;

	if (unlikely(!try_cmpxchg(&c->pub.site, &free, site)))
		return stp_recursion(c, site);
	c->regs = regs;
	if (unlikely(stp_session.gate & site->gate) || unlikely(!--c->sample))
		return stp_run_special(c, site);
	stp_os_add(stp_hits(c, site->index), 1);
	return site->hit(&c->pub);
}

/** A hit of @site.  Always 0; in tail position it costs no return. */
static __always_inline int stp_gate(const struct stp_site *site, void *regs)
{
	if (unlikely(preempt_count() &
		     (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET)))
		return stp_gate_inner(site, regs);
	return stp_gate_of(raw_cpu_read(stp_cpu_cxts.level[STP_TASK]), site,
			   regs);
}

#endif
