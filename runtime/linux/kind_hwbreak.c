/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind hwbreak: the processor watches some bytes of the kernel's
 * memory, on every CPU.  Hits come like NMIs, after the instruction that accesses
 * the bytes.
 */
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>

#include "runtime/linux/gate.h"
#include "runtime/linux/kaslr.h"
#include "runtime/linux/perf_percpu.h"

static STP_FN void on_hit(struct perf_event *event,
			  struct perf_sample_data *data, struct pt_regs *regs)
{
	const struct stp_percpu *p = event->overflow_handler_context;

	stp_gate(p->site, regs);
}

static bool is_atomic(const struct stp_row *row)
{
	return true;
}

static u64 address_of(const struct stp_site *site)
{
	const struct stp_row *r = site->row;

	if (r->hwbreak.addr)
		return r->hwbreak.addr;
	return stp_kaslr_address(stp_blob_location(stp_run.blob, r->location));
}

static int add(struct stp_site *site)
{
	struct stp_percpu *p = site->priv;
	int err;

	hw_breakpoint_init(&p->attr);
	p->attr.bp_addr = address_of(site);
	p->attr.bp_len = site->row->hwbreak.len;
	p->attr.bp_type = site->row->hwbreak.reads ? HW_BREAKPOINT_RW
						   : HW_BREAKPOINT_W;
	p->hit = on_hit;
	if (!p->attr.bp_addr)
		return -EINVAL;
	err = stp_percpu_add(p);
	if (!err)
		site->addr = p->attr.bp_addr;
	return err;
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

const struct stp_kind stp_kind_hwbreak = {
	.id = STP_KIND_HWBREAK,
	.name = "hwbreak",
	.is_atomic = is_atomic,
	.prepare = stp_percpu_prepare,
	.attach = attach,
	.arm = stp_percpu_arm,
	.disarm = stp_percpu_disarm,
	.detach = stp_percpu_detach,
	.free = stp_percpu_free,
	.missed = stp_percpu_missed,
};
