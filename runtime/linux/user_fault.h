/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Waits for memory of a program that is not present: a page of its file that
 * nobody has touched, one that was swapped out, or one that it has not written
 * yet.
 *
 * The task sleeps, with the context of its handler, and leaves its CPU a spare
 * one, so that other hits are handled meanwhile.  It may continue on another
 * CPU, to which the context then belongs.
 */
#ifndef STP_LINUX_FAULT_H
#define STP_LINUX_FAULT_H

#include "runtime/linux/gate.h"

/**
 * As `read` of struct stp_kind; for kinds whose hits come from where a program
 * may sleep, with preemption disabled once, and through stp_fault_hit().
 */
bool stp_fault_read(struct stp_workspace *c, void *to, stp_u64 addr, stp_u32 n);
/** The same as `write`. */
bool stp_fault_write(struct stp_workspace *c, stp_u64 addr, const void *from,
		     stp_u32 n);

/** A handler that has slept is done: its context becomes a spare one. */
void stp_fault_back(struct stp_workspace *c);

/** May a handler of @site wait, or ask where its program is mapped? */
static inline bool stp_fault_asks(const struct stp_site *site)
{
	return site->handler->flags & STP_H_ASKS_PROGRAM;
}

/** A hit of @site; preemption is disabled once.  @saved: as of the gate. */
static __always_inline void stp_fault_hit(const struct stp_site *site,
					  void *regs, char *saved)
{
	struct stp_workspace *c =
		raw_cpu_read(stp_cpu_workspaces.level[STP_TASK]);

	stp_gate_of_saved(c, site, regs, saved);
	if (unlikely(READ_ONCE(c->spare)))
		stp_fault_back(c);
}

/** A hit of @site, whose handler neither asks nor has saved anything; from the
 *  task itself, with preemption enabled. */
static __always_inline int stp_fault_hit_plain(const struct stp_site *site,
					       void *regs)
{
	preempt_disable_notrace();
	stp_gate_of(raw_cpu_read(stp_cpu_workspaces.level[STP_TASK]), site,
		    regs);
	preempt_enable_notrace();
	return 0;
}

#endif
