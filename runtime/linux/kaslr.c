/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <linux/irq_work.h>
#include <linux/miscdevice.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "runtime/core/handler.h"
#include "runtime/linux/kaslr.h"

static const struct {
	const char *name;
	const void *addr;
} anchors[] = {
#define X(name) { #name, name },
	STP_ANCHORS(X)
#undef X
};

static bool known;
static u64 offset;

static const void *find_anchor(const char *name)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(anchors); i++)
		if (!strcmp(anchors[i].name, name))
			return anchors[i].addr;
	return NULL;
}

const char *stp_kaslr_init(const struct stp_blob *b)
{
	u32 i;

	for (i = 0; i < stp_blob_n(b, STP_SEC_LOCATIONS); i++) {
		const struct stp_location *p = stp_blob_location(b, i);
		const void *real = find_anchor(stp_blob_str(b, p->name));
		u64 moved;

		if (p->space != STP_SPACE_VMLINUX || !p->addr || !real)
			continue;
		moved = (u64)(unsigned long)real - p->addr;
		if (known && moved != offset)
			return "the module is built for another kernel";
		known = true;
		offset = moved;
	}
	return NULL;
}

STP_FN stp_u64 stp_kaslr_link(stp_u64 addr)
{
	return known && addr ? addr + offset : 0;
}

STP_FN stp_u64 stp_kaslr_address(const struct stp_location *p)
{
	return p->space == STP_SPACE_VMLINUX ? stp_kaslr_link(p->addr) : 0;
}

STP_FN stp_s64 stp_sym(struct stp_ctx *c, stp_u32 place)
{
	const struct stp_blob *b = stp_run.blob;

	if (place >= stp_blob_n(b, STP_SEC_LOCATIONS))
		return 0;
	return stp_kaslr_address(stp_blob_location(b, place));
}
