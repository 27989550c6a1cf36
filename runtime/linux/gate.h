/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The gate: takes a hit to its handler in a claimed context.
 *
 * It is inlined into the callback of each atomic kind, because the cost of a
 * hit depends on it.  The caller has preemption disabled.  Order of the tests:
 * the level (enum stp_level), the context's claim (a full barrier), the gate
 * word.  Each function that takes a hit returns 0, so that a callback which has
 * to return 0 can end with a call of such a function.
 */
#ifndef STP_LINUX_GATE_H
#define STP_LINUX_GATE_H

#include <linux/percpu.h>
#include <linux/preempt.h>

#include "runtime/arch/arch.h"
#include "runtime/core/handler.h"

/** The contexts of a CPU, through which its hits find them. */
struct stp_cpu_workspaces {
	struct stp_workspace *level[STP_N_LEVELS];
};
DECLARE_PER_CPU(struct stp_cpu_workspaces, stp_cpu_workspaces);

/** Takes a hit of @site through the gate in a softirq, a hardirq or an NMI.  It is
 *  not inlined.  @saved: as in stp_gate_of_saved(); NULL: no values
 *  are saved. */
int stp_gate_inner(const struct stp_site *site, void *regs, char *saved);

/** Claims @c for a hit of @site.  Returns false if @c is not free. */
static __always_inline bool stp_claim(struct stp_workspace *c,
				      const struct stp_site *site)
{
	const struct stp_site *free = NULL;

	return try_cmpxchg(&c->pub.site, &free, site);
}

/** Takes a hit of @site that has claimed @c from the gate word to its handler. */
static __always_inline int stp_hit_in(struct stp_workspace *c,
				      const struct stp_site *site, void *regs)
{
	c->regs = regs;
	if (unlikely(stp_run.gate & site->gate) || unlikely(!--c->sample))
		return stp_run_special(c, site);
	stp_os_add(stp_hits(c, site->index), 1);
	return site->hit(&c->pub);
}

/** Takes a hit of @site through the gate in context @c. */
static __always_inline int stp_gate_of(struct stp_workspace *c,
				       const struct stp_site *site, void *regs)
{
	if (unlikely(!stp_claim(c, site)))
		return stp_recursion(c, site);
	return stp_hit_in(c, site, regs);
}

/** Does what stp_gate_of() does, for a handler at the entry or the return of a
 *  call.  @saved: where the entry saves values for the return of the same call. */
static __always_inline int stp_gate_of_saved(struct stp_workspace *c,
					     const struct stp_site *site,
					     void *regs, char *saved)
{
	if (unlikely(!stp_claim(c, site)))
		return stp_recursion(c, site);
	c->pub.saved = saved;
	return stp_hit_in(c, site, regs);
}

/** Returns true in a softirq, a hardirq or an NMI. */
static __always_inline bool stp_is_inner(void)
{
	return preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET);
}

/** Takes a hit of @site through the gate, in the context of this CPU and level.
 *  Always returns 0. */
static __always_inline int stp_gate(const struct stp_site *site, void *regs)
{
	if (unlikely(stp_is_inner()))
		return stp_gate_inner(site, regs, NULL);
	return stp_gate_of(raw_cpu_read(stp_cpu_workspaces.level[STP_TASK]),
			   site, regs);
}

/** Does what stp_gate() does, with @saved as in stp_gate_of_saved(). */
static __always_inline int stp_gate_saved(const struct stp_site *site,
					   void *regs, char *saved)
{
	if (unlikely(stp_is_inner()))
		return stp_gate_inner(site, regs, saved);
	return stp_gate_of_saved(
		raw_cpu_read(stp_cpu_workspaces.level[STP_TASK]), site, regs,
		saved);
}

#endif
