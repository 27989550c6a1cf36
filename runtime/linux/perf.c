/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind perf: an event of the kernel's perf on every CPU, whose
 * overflow is the hit.  Hits come like interrupts, those of hardware like
 * NMIs.  Registers are those of the interrupted code if that is the kernel's.
 *
 * Others only count, and are read by handlers of any probe: they are there
 * before anything is attached, and until everything is detached.
 */
#include <linux/perf_event.h>

#include "runtime/linux/gate.h"
#include "runtime/linux/percpu.h"

static STP_FN void on_overflow(struct perf_event *event,
			       struct perf_sample_data *data,
			       struct pt_regs *regs)
{
	const struct stp_percpu *p = event->overflow_handler_context;

	stp_gate(p->site, user_mode(regs) ? NULL : regs);
}

/* ---- counters ----------------------------------------------------------- */

static struct stp_site **all;	/* sites of this kind */
static u32 n_all;

static bool is_counter(const struct stp_site *site)
{
	return site->row->perf.counter;
}

static const struct stp_percpu *find_counter(s64 n)
{
	u32 i;

	for (i = 0; i < n_all; i++)
		if (all[i]->row->perf.counter == n && all[i]->attached > 0)
			return all[i]->priv;
	return NULL;
}

/* What the kernel's own reader does, which modules may not call.  Interrupts
 * are off: the event stays where it is. */
static bool read_event(struct perf_event *event, s64 *ret)
{
	if (!event || event->state == PERF_EVENT_STATE_ERROR)
		return false;
	if (event->oncpu == smp_processor_id())
		event->pmu->read(event);
	*ret = local64_read(&event->count);
	return true;
}

STP_FN s64 stp_fn_perf_counter(struct stp_ctx *c, s64 n)
{
	const struct stp_percpu *p = find_counter(n);
	unsigned long flags;
	bool known = false;
	s64 ret = 0;

	local_irq_save(flags);
	if (p)
		known = read_event(READ_ONCE(p->events[smp_processor_id()]),
				   &ret);
	local_irq_restore(flags);
	if (!known)
		stp_fail_str(c, STP_LIT("@perf: the counter does not count on "
					"this CPU"));
	return ret;
}

/* ---- attaching ---------------------------------------------------------- */

static bool is_atomic(const struct stp_row *row)
{
	return true;
}

static void describe(const struct stp_site *site, struct perf_event_attr *attr)
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

static int add(struct stp_site *site)
{
	struct stp_percpu *p = site->priv;

	describe(site, &p->attr);
	p->hit = is_counter(site) ? NULL : on_overflow;
	return stp_percpu_add(p);
}

/* Whether a counter can be had is told when it is attached. */
static int prepare(struct stp_site **sites, u32 n)
{
	int err = stp_percpu_prepare(sites, n), now;
	u32 i;

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

/* Counters count on for those that are behind. */
static void detach(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; i < n && sites[i]->priv; i++)
		if (!is_counter(sites[i]))
			stp_percpu_detach(&sites[i], 1);
}

static void give_back(struct stp_site **sites, u32 n)
{
	n_all = 0;
	if (n && sites[0]->priv)
		stp_percpu_detach(sites, n);
	stp_percpu_free(sites, n);
}

static const char *reason(int err)
{
	switch (err) {
	case -ENOENT:
	case -ENODEV:
	case -EOPNOTSUPP:
		return "this machine has no such event";
	case -EINVAL:
		return "the kernel knows no such event, or not so often";
	case -EBUSY:
		return "the processor's counters are all in use";
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
	.arm = stp_percpu_arm,
	.disarm = stp_percpu_disarm,
	.detach = detach,
	.free = give_back,
	.missed = stp_percpu_missed,
};
