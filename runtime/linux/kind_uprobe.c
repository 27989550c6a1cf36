/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind uprobe: a handler before an instruction of a program.
 */
#include "runtime/linux/uprobe.h"
#include "runtime/linux/user_fault.h"

static __always_inline int take_hit(const struct stp_uprobe *p,
				    struct pt_regs *regs)
{
	preempt_disable_notrace();
	stp_fault_hit(p->site, regs, NULL);
	preempt_enable_notrace();
	return 0;
}

static STP_FN int on_hit(STP_UPROBE_HIT(uc, regs))
{
	return take_hit(container_of(uc, struct stp_uprobe, uc), regs);
}

/* Handles a hit, for a row that wants all processes and callers and whose handler
 * needs nothing from the program: stp_fault_asks() is false. */
static STP_FN int on_plain_hit(STP_UPROBE_HIT(uc, regs))
{
	return stp_fault_hit_plain(container_of(uc, struct stp_uprobe,
						uc)->site, regs);
}

/* Handles a hit, for a row that wants certain processes or callers only. */
static STP_FN int on_some_hit(STP_UPROBE_HIT(uc, regs))
{
	const struct stp_uprobe *p = container_of(uc, struct stp_uprobe, uc);

	if (!stp_uprobe_wants(p) || !stp_uprobe_is_called(p->site->row, regs))
		return 0;
	return take_hit(p, regs);
}

typedef int on_hit_fn(STP_UPROBE_HIT(uc, regs));

static on_hit_fn *handler_of(const struct stp_site *site)
{
	const struct stp_row *row = site->row;

	if (stp_uprobe_chooses(row) || row->uprobe.caller)
		return on_some_hit;
	return stp_fault_asks(site) ? on_hit : on_plain_hit;
}

static int prepare(struct stp_site **sites, u32 n)
{
	int err = stp_uprobe_prepare(sites, n);
	u32 i;

	for (i = 0; i < n && !err; i++) {
		struct stp_uprobe *p = sites[i]->priv;

		p->uc.handler = handler_of(sites[i]);
	}
	return err;
}

const struct stp_kind stp_kind_uprobe = {
	.id = STP_KIND_UPROBE,
	.name = "uprobe",
	.is_of_program = true,
	.read = stp_fault_read,
	.write = stp_fault_write,
	.is_atomic = stp_uprobe_is_atomic,
	.prepare = prepare,
	.attach = stp_uprobe_attach,
	.reason = stp_uprobe_reason,
	.arm = stp_uprobe_arm,
	.disarm = stp_uprobe_disarm,
	.detach = stp_uprobe_detach,
	.free = stp_uprobe_free,
};
