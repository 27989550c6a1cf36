/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runtime/linux/kprobe.h"
#include "runtime/linux/slide.h"

void stp_kprobe_place(struct kprobe *kp, const struct stp_site *site)
{
	const struct stp_blob *b = stp_session.blob;
	const struct stp_place *p = stp_blob_place(b, site->row->place);
	u64 addr = stp_slide_address(p);

	if (addr)
		kp->addr = (void *)(unsigned long)addr;
	else
		kp->symbol_name = stp_blob_str(b, p->name);
	kp->offset = site->row->kprobe.offset;
}

static int refuse(struct stp_site *site, int err)
{
	return stp_site_refused(site, err);
}

int stp_kprobe_halve(struct stp_site **sites, stp_u32 n,
		     int (*reg)(struct stp_site **sites, stp_u32 n))
{
	int err = reg(sites, n), err2;
	stp_u32 half = n / 2;

	if (!err)
		return 0;
	if (n == 1)
		return refuse(sites[0], err);
	err = stp_kprobe_halve(sites, half, reg);
	err2 = stp_kprobe_halve(sites + half, n - half, reg);
	return err ? err : err2;
}
