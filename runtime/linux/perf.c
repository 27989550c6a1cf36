/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind perf: an event of the kernel's perf on every CPU, whose
 * overflow is the hit.  Hits come like interrupts, those of hardware like
 * NMIs.  Registers are those of the interrupted code if that is the kernel's.
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
	};
	if (r->perf.is_freq)
		attr->sample_freq = every;
	else
		attr->sample_period = every;
}

static int add(struct stp_site *site)
{
	struct stp_percpu *p = site->priv;

	describe(site, &p->attr);
	p->hit = on_overflow;
	return stp_percpu_add(p);
}

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

const struct stp_kind stp_kind_perf = {
	.id = STP_KIND_PERF,
	.name = "perf",
	.is_atomic = is_atomic,
	.prepare = stp_percpu_prepare,
	.attach = attach,
	.reason = reason,
	.arm = stp_percpu_arm,
	.disarm = stp_percpu_disarm,
	.detach = stp_percpu_detach,
	.free = stp_percpu_free,
	.missed = stp_percpu_missed,
};
