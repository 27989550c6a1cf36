/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Waits for memory of a program that is not present: a page of its file that
 * was not accessed yet, one that was swapped out, or one that the program has
 * not written yet.
 *
 * The task sleeps, with the context of its handler, and leaves its CPU a spare
 * one, so that other hits are handled meanwhile.  It may continue on another
 * CPU, to which the context then belongs.
 */
#ifndef STP_LINUX_FAULT_H
#define STP_LINUX_FAULT_H

#include "runtime/linux/gate.h"

/**
 * The member `read` of struct stp_kind, for kinds whose hits come where the
 * program may sleep, with preemption disabled once, and through
 * stp_fault_hit().
 */
bool stp_fault_read(struct stp_workspace *c, void *to, stp_u64 addr, stp_u32 n);
/** The member `write`, for the same kinds. */
bool stp_fault_write(struct stp_workspace *c, stp_u64 addr, const void *from,
		     stp_u32 n);

/** Makes @c a spare context: its handler, which has slept, is done. */
void stp_fault_back(struct stp_workspace *c);

/** Returns true if the handler of @site may wait, or ask where its program is
 *  mapped. */
static inline bool stp_fault_asks(const struct stp_site *site)
{
	return site->handler->flags & STP_H_ASKS_PROGRAM;
}

/** Takes a hit of @site through the gate; preemption is disabled once.  @saved:
 *  as in stp_gate_of_saved(); NULL: no values are saved. */
static __always_inline void stp_fault_hit(const struct stp_site *site,
					  void *regs, char *saved)
{
	struct stp_workspace *c =
		raw_cpu_read(stp_cpu_workspaces.level[STP_TASK]);

	stp_gate_of_saved(c, site, regs, saved);
	if (unlikely(READ_ONCE(c->spare)))
		stp_fault_back(c);
}

/** Takes a hit of @site through the gate.  Only for sites for which
 *  stp_fault_asks() is false, and whose calls save nothing.  Called by the task
 *  itself, with preemption enabled.  Returns 0. */
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
