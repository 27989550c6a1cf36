/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind hwbreak: the processor watches some bytes of the kernel's
 * memory, on every CPU.  Hits come like NMIs, behind the instruction.
 */
#include <linux/cpu.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>

#include "runtime/linux/gate.h"
#include "runtime/linux/slide.h"

struct probe {
	struct perf_event *__percpu *events;
	struct stp_site *site;
};

static struct probe *probes;

static STP_FN void on_hit(struct perf_event *event,
			  struct perf_sample_data *data, struct pt_regs *regs)
{
	const struct probe *p = event->overflow_handler_context;

	stp_gate(p->site, regs);
}

static bool is_atomic(const struct stp_row *row)
{
	return true;
}

static int prepare(struct stp_site **sites, u32 n)
{
	u32 i;

	probes = stp_os_alloc((u64)n * sizeof(*probes));
	if (!probes)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		probes[i].site = sites[i];
		sites[i]->priv = &probes[i];
	}
	return 0;
}

static u64 address_of(const struct stp_site *site)
{
	const struct stp_row *r = site->row;

	if (r->hwbreak.addr)
		return r->hwbreak.addr;
	return stp_slide_address(stp_blob_place(stp_session.blob, r->place));
}

static int add(struct stp_site *site)
{
	struct perf_event_attr attr;
	struct probe *p = site->priv;

	hw_breakpoint_init(&attr);
	attr.bp_addr = address_of(site);
	attr.bp_len = site->row->hwbreak.len;
	attr.bp_type = site->row->hwbreak.reads ? HW_BREAKPOINT_RW
						: HW_BREAKPOINT_W;
	attr.disabled = site->disarmed;
	if (!attr.bp_addr)
		return -EINVAL;
	p->events = register_wide_hw_breakpoint(&attr, on_hit, p);
	if (IS_ERR((void __force *)p->events))
		return PTR_ERR((void __force *)p->events);
	site->addr = attr.bp_addr;
	site->attached = 1;
	return 0;
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

/* A CPU that came later has no event. */
static void on_each(struct stp_site *site, void (*change)(struct perf_event *))
{
	struct probe *p = site->priv;
	int cpu;

	cpus_read_lock();
	for_each_online_cpu(cpu) {
		struct perf_event *event = *per_cpu_ptr(p->events, cpu);

		if (event)
			change(event);
	}
	cpus_read_unlock();
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
		if (sites[i]->attached > 0)
			unregister_wide_hw_breakpoint(
				((struct probe *)sites[i]->priv)->events);
}

static void give_back(struct stp_site **sites, u32 n)
{
	stp_os_free(probes, (u64)n * sizeof(*probes));
	probes = NULL;
}

const struct stp_kind stp_kind_hwbreak = {
	.id = STP_KIND_HWBREAK,
	.name = "hwbreak",
	.is_atomic = is_atomic,
	.prepare = prepare,
	.attach = attach,
	.arm = arm,
	.disarm = disarm,
	.detach = detach,
	.free = give_back,
};
