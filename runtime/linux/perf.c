/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind perf: an event of the kernel's perf on every CPU, whose
 * overflow is the hit.  Hits come like interrupts, those of hardware like
 * NMIs.  Registers are those of the interrupted code if that is the kernel's.
 */
#include <linux/cpu.h>
#include <linux/perf_event.h>

#include "runtime/linux/gate.h"

struct probe {
	struct stp_site *site;
	struct perf_event **events;	/* by CPU; NULL: it was not online */
};

static struct probe *probes;
static struct perf_event **all_events;

static u64 events_bytes(u32 n)
{
	return (u64)n * nr_cpu_ids * sizeof(*all_events);
}

static STP_FN void on_overflow(struct perf_event *event,
			       struct perf_sample_data *data,
			       struct pt_regs *regs)
{
	const struct probe *p = event->overflow_handler_context;

	stp_gate(p->site, user_mode(regs) ? NULL : regs);
}

static bool is_atomic(const struct stp_row *row)
{
	return true;
}

static void give_back(struct stp_site **sites, u32 n)
{
	stp_os_free(probes, (u64)n * sizeof(*probes));
	stp_os_free(all_events, events_bytes(n));
	probes = NULL;
	all_events = NULL;
}

static int prepare(struct stp_site **sites, u32 n)
{
	u32 i;

	probes = stp_os_alloc((u64)n * sizeof(*probes));
	all_events = stp_os_alloc(events_bytes(n));
	if (!probes || !all_events) {
		give_back(sites, n);
		return -ENOMEM;
	}
	for (i = 0; i < n; i++) {
		probes[i].site = sites[i];
		probes[i].events = all_events + (u64)i * nr_cpu_ids;
		sites[i]->priv = &probes[i];
	}
	return 0;
}

/* ---- events ------------------------------------------------------------- */

static void describe(const struct stp_site *site, struct perf_event_attr *attr)
{
	const struct stp_row *r = site->row;
	u64 every = r->perf.every ? r->perf.every : NSEC_PER_SEC / HZ;

	*attr = (struct perf_event_attr){
		.type = r->perf.type,
		.size = sizeof(*attr),
		.config = r->perf.config,
		.freq = r->perf.is_freq,
		.disabled = site->disarmed,
	};
	if (r->perf.is_freq)
		attr->sample_freq = every;
	else
		attr->sample_period = every;
}

static void on_each(struct stp_site *site, void (*change)(struct perf_event *))
{
	struct probe *p = site->priv;
	int cpu;

	for_each_possible_cpu(cpu)
		if (p->events[cpu])
			change(p->events[cpu]);
}

static void release(struct probe *p)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		if (p->events[cpu])
			perf_event_release_kernel(p->events[cpu]);
		p->events[cpu] = NULL;
	}
}

/*
 * CPUs may come and go meanwhile: perf itself takes the lock against that, so
 * it is not held here.
 */
static int add_all(struct probe *p, struct perf_event_attr *attr)
{
	struct perf_event *event;
	int cpu;

	for_each_online_cpu(cpu) {
		event = perf_event_create_kernel_counter(attr, cpu, NULL,
							 on_overflow, p);
		if (!IS_ERR(event))
			p->events[cpu] = event;
		else if (cpu_online(cpu))
			return PTR_ERR(event);
	}
	return 0;
}

static int add(struct stp_site *site)
{
	struct perf_event_attr attr;
	int err;

	describe(site, &attr);
	err = add_all(site->priv, &attr);
	if (err)
		release(site->priv);
	else
		site->attached = 1;
	return err;
}

/* ---- the kind ----------------------------------------------------------- */

static int attach(struct stp_site **sites, u32 n)
{
	int err = 0, now;
	u32 i;

	for (i = 0; i < n; i++) {
		now = add(sites[i]);
		if (now)
			now = stp_site_refused(sites[i], now);
		err = err ? err : now;
	}
	return err;
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

static int arm(struct stp_site *site)
{
	on_each(site, perf_event_enable);
	return 0;
}

static void disarm(struct stp_site *site)
{
	on_each(site, perf_event_disable);
}

static void detach(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++)
		release(sites[i]->priv);
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
};
