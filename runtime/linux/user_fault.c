/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lets handlers sleep until memory of their program is present.  A handler
 * sleeps only where it holds nothing.  Its counts are in cells of its context,
 * and its output is in the context's buffer; both stay its own.  Between two
 * sleeps it keeps the CPU, as every handler does.  So after a sleep it uses the
 * cells of arrays and the ring of the CPU on which it woke up.
 */
#include <linux/uaccess.h>

#include "runtime/arch/arch.h"
#include "runtime/linux/uprobe.h"
#include "runtime/linux/user_fault.h"

/* Returns a spare context that was not used, or NULL. */
static STP_FN struct stp_workspace *take_spare(void)
{
	u32 i;

	for (i = 1; i < stp_run.n_workspaces; i++) {
		struct stp_workspace *c = stp_run.workspaces[i];

		if (READ_ONCE(c->spare) == STP_SPARE_FREE &&
		    cmpxchg(&c->spare, STP_SPARE_FREE, STP_SPARE_NOT) ==
			    STP_SPARE_FREE)
			return c;
	}
	return NULL;
}

/* Makes @c a context of this CPU. */
static STP_FN void belong_here(struct stp_workspace *c)
{
	c->cpu = raw_smp_processor_id();
	c->pub.me = 1 + c->cpu;
	c->cell = 1 + c->cpu;
}

/* Gives this CPU a spare context instead of @c, at the first sleep of the handler.
 * Returns false if there is none. */
static STP_FN bool step_aside(struct stp_workspace *c)
{
	struct stp_workspace *other;

	if (c->spare == STP_SPARE_LENT)
		return true;
	other = take_spare();
	if (!other)
		return false;
	belong_here(other);
	raw_cpu_write(stp_cpu_workspaces.level[STP_TASK], other);
	WRITE_ONCE(c->spare, STP_SPARE_LENT);
	return true;
}

/* Returns true if the handler holds nothing, and preemption is disabled once. */
static STP_FN bool may_sleep(const struct stp_workspace *c)
{
	return c->pub.level == STP_TASK && !c->pub.irqs && !c->held &&
	       !c->frozen && preempt_count() == PREEMPT_DISABLE_OFFSET &&
	       !irqs_disabled();
}

/* Values of a handler that its context does not keep while it sleeps. */
struct away {
	u64 since;		/* when it fell asleep, ns */
	unsigned long function;	/* stp_uprobe_function of its CPU then */
};

/* Prepares for reading or writing memory at @addr that may sleep, until
 * come_back().  Returns false if the handler must not sleep, or no spare context is
 * free. */
static STP_FN bool go_away(struct stp_workspace *c, u64 addr, struct away *a)
{
	if (!stp_arch_is_user(addr) || !stp_fault_asks(c->pub.site) ||
	    !may_sleep(c) || !step_aside(c))
		return false;
	a->function = raw_cpu_read(stp_uprobe_function);
	a->since = stp_os_now();
	preempt_enable_notrace();
	return true;
}

/* Ends a sleep.  The time is not counted as the handler's own. */
static STP_FN void come_back(struct stp_workspace *c, const struct away *a)
{
	u64 waited;

	preempt_disable_notrace();
	belong_here(c);
	raw_cpu_write(stp_uprobe_function, a->function);
	waited = stp_os_now() - a->since;
	c->waited_ns += waited;
	if (c->start_ns)
		c->start_ns += waited;
}

STP_FN bool stp_fault_read(struct stp_workspace *c, void *to, stp_u64 addr,
			   stp_u32 n)
{
	struct away a;
	bool ok;

	if (!go_away(c, addr, &a))
		return false;
	ok = !copy_from_user(to, (const void __user *)(unsigned long)addr, n);
	come_back(c, &a);
	return ok;
}

STP_FN bool stp_fault_write(struct stp_workspace *c, stp_u64 addr,
			    const void *from, stp_u32 n)
{
	struct away a;
	bool ok;

	if (!go_away(c, addr, &a))
		return false;
	ok = !copy_to_user((void __user *)(unsigned long)addr, from, n);
	come_back(c, &a);
	return ok;
}

STP_FN void stp_fault_back(struct stp_workspace *c)
{
	smp_store_release(&c->spare, STP_SPARE_FREE);
}
