/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind perf: an event of the kernel's perf on every CPU, whose
 * overflow is the hit.  Hits come like interrupts, those of hardware like
 * NMIs.  Registers are those of the interrupted code, the kernel's or a program's.
 *
 * Rows that are counters (row->perf.counter) have no hits: their events only count,
 * and handlers of any probe read them.  So they exist from before anything is
 * attached until everything is detached.
 *
 * Rows that have a location belong to the threads of a program: perf_task.c.
 * Some of these watch bytes of its memory.
 */
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>

#include "runtime/core/fn.h"
#include "runtime/linux/gate.h"
#include "runtime/linux/perf_percpu.h"
#include "runtime/linux/perf_task.h"

static STP_FN void on_task_overflow(struct perf_event *event,
				    struct perf_sample_data *data,
				    struct pt_regs *regs)
{
	stp_gate(event->overflow_handler_context, regs);
}

/* Does nothing.  The event of a thread's counter is found by its
 * overflow_handler_context, which the kernel only keeps for an event with a
 * handler. */
static STP_FN void on_no_overflow(struct perf_event *event,
				  struct perf_sample_data *data,
				  struct pt_regs *regs)
{
}

static STP_FN void on_overflow(struct perf_event *event,
			       struct perf_sample_data *data,
			       struct pt_regs *regs)
{
	const struct stp_percpu *p = event->overflow_handler_context;

	stp_gate(p->site, regs);
}

/* ---- counters ----------------------------------------------------------- */

static struct stp_site **all;	/* sites of this kind */
static u32 n_all;

static bool is_counter(const struct stp_site *site)
{
	return site->row->perf.counter;
}

static const struct stp_site *find_counter(s64 n)
{
	u32 i;

	for (i = 0; i < n_all; i++)
		if (all[i]->row->perf.counter == n && all[i]->attached > 0)
			return all[i];
	return NULL;
}

/* Returns the counter's event of this CPU, or, if the row has a program, of this
 * thread.  NULL: there is none, or it cannot be found in an NMI.  Interrupts are off. */
static struct perf_event *event_here(const struct stp_site *site)
{
	const struct stp_percpu *p = site->priv;

	if (stp_perf_of_program(site))
		return in_nmi() ? NULL : stp_perf_task_event(site);
	return READ_ONCE(p->events[smp_processor_id()]);
}

/* Reads an event as the kernel's own reader does, which modules may not call.
 * Interrupts are off, so the event stays on its CPU. */
static bool read_event(struct perf_event *event, s64 *ret)
{
	if (!event || event->state == PERF_EVENT_STATE_ERROR)
		return false;
	if (event->oncpu == smp_processor_id())
		event->pmu->read(event);
	*ret = local64_read(&event->count);
	return true;
}

STP_INTRINSIC stp_s64 stp_fn_perf_counter(struct stp_ctx *c, stp_s64 n)
{
	const struct stp_site *site = find_counter(n);
	unsigned long flags;
	bool known = false;
	s64 ret = 0;

	local_irq_save(flags);
	if (site)
		known = read_event(event_here(site), &ret);
	local_irq_restore(flags);
	if (known)
		return ret;
	if (site && stp_perf_of_program(site))
		stp_fail_str(c, STP_LIT("@perf: the counter does not belong to "
					"the current thread"));
	else
		stp_fail_str(c, STP_LIT("@perf: the counter does not count on "
					"this CPU"));
	return 0;
}

/* ---- attaching ---------------------------------------------------------- */

static bool is_atomic(const struct stp_row *row)
{
	return true;
}

/* Describes a watchpoint at the address that the row has.  If that is relative,
 * perf_task.c adds the address where the program is loaded. */
static void describe_watch(const struct stp_row *r,
			   struct perf_event_attr *attr)
{
	hw_breakpoint_init(attr);
	attr->bp_addr = r->watch.addr;
	attr->bp_len = r->watch.len;
	attr->bp_type = r->watch.reads ? HW_BREAKPOINT_RW : HW_BREAKPOINT_W;
}

static void describe_event(const struct stp_site *site,
			   struct perf_event_attr *attr)
{
	const struct stp_row *r = site->row;
	u64 every = r->perf.every ? r->perf.every : NSEC_PER_SEC / HZ;

	*attr = (struct perf_event_attr){
		.type = r->perf.type,
		.size = sizeof(*attr),
		.config = r->perf.config,
		.freq = r->perf.is_freq,
		.pinned = is_counter(site),
	};
	if (is_counter(site))
		return;
	if (r->perf.is_freq)
		attr->sample_freq = every;
	else
		attr->sample_period = every;
}

static void describe(const struct stp_site *site, struct perf_event_attr *attr)
{
	if (site->row->flags & STP_ROW_WATCH)
		describe_watch(site->row, attr);
	else
		describe_event(site, attr);
}

static int add(struct stp_site *site)
{
	struct stp_percpu *p = site->priv;

	describe(site, &p->attr);
	if (stp_perf_of_program(site))
		return stp_perf_tasks_add(site, &p->attr,
					  is_counter(site) ? on_no_overflow
							   : on_task_overflow);
	p->hit = is_counter(site) ? NULL : on_overflow;
	return stp_percpu_add(p);
}

/* Allocates memory, and already adds the counters.  A counter that the kernel
 * refuses is no error here: attach() reports it.  Returns 0 or -ENOMEM. */
static int prepare(struct stp_site **sites, u32 n)
{
	int err = stp_percpu_prepare(sites, n), now;
	u32 i;

	if (!err)
		err = stp_perf_tasks_prepare(sites, n);
	if (err)
		return err;
	all = sites;
	n_all = n;
	for (i = 0; i < n; i++) {
		now = is_counter(sites[i]) ? add(sites[i]) : 0;
		if (now)
			sites[i]->attached = now;
	}
	return 0;
}

static int attach(struct stp_site **sites, u32 n)
{
	int err = 0, now;
	u32 i;

	for (i = 0; i < n; i++) {
		now = is_counter(sites[i]) ? min(sites[i]->attached, 0)
					   : add(sites[i]);
		if (now)
			now = stp_site_refused(sites[i], now);
		err = err ? err : now;
	}
	return err;
}

static void remove(struct stp_site *site)
{
	stp_perf_tasks_remove(site);
	stp_percpu_detach(&site, 1);
}

/* Detaches all sites but the counters, which count on for handlers that run
 * later. */
static void detach(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; i < n && sites[i]->priv; i++)
		if (!is_counter(sites[i]))
			remove(sites[i]);
}

static void give_back(struct stp_site **sites, u32 n)
{
	u32 i;

	n_all = 0;
	for (i = 0; i < n && sites[0]->priv; i++)
		remove(sites[i]);
	stp_perf_tasks_free();
	stp_percpu_free(sites, n);
}

/* Arms the site.  The events of a program's threads are always on: the gate ignores
 * hits of a site that is off, and each hit evaluates the site's condition. */
static int arm(struct stp_site *site)
{
	return stp_perf_of_program(site) ? 0 : stp_percpu_arm(site);
}

static void disarm(struct stp_site *site)
{
	if (!stp_perf_of_program(site))
		stp_percpu_disarm(site);
}

static void missed(const struct stp_site *site, u64 causes[STP_N_CAUSES])
{
	stp_percpu_missed(site, causes);
	causes[STP_CAUSE_KERNEL] += stp_perf_tasks_missed(site);
}

static const char *reason(int err)
{
	switch (err) {
	case -ENOENT:
	case -ENODEV:
	case -EOPNOTSUPP:
		return "this machine does not have this event";
	case -ENOSYS:
		return "this kernel does not end events when a process "
		       "executes another program";
	case -EINVAL:
		return "the kernel does not support this event, or not this "
		       "rate";
	case -EBUSY:
		return "all counters of the processor are in use";
	case -ENOSPC:
		return "the processor can watch four addresses, and others use "
		       "some of them";
	case -ESTALE:
		return "the file is another build than the script was "
		       "compiled for; compile it again";
	default:
		return NULL;
	}
}

const struct stp_kind stp_kind_perf = {
	.id = STP_KIND_PERF,
	.name = "perf",
	.is_atomic = is_atomic,
	.prepare = prepare,
	.attach = attach,
	.reason = reason,
	.arm = arm,
	.disarm = disarm,
	.detach = detach,
	.free = give_back,
	.missed = missed,
};
