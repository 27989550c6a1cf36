/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kprobe.function: functions of the kernel by name, without types.
 */
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

static void resolve_kprobe(struct resolve *r, int64_t kind)
{
	struct functions f = { .r = r, .kind = kind };

	functions_resolve(&f);
}

const struct probe_pattern probe_patterns_kprobe[] = {
	{ "kprobe.function(s)", resolve_kprobe, STP_KIND_KPROBE },
	{ "kprobe.function(s).call", resolve_kprobe, STP_KIND_KPROBE },
	{ "kprobe.function(s).return", resolve_kprobe, STP_KIND_KRETPROBE },
	{ "kprobe.function(s).return.maxactive(n)", resolve_kprobe,
	  STP_KIND_KRETPROBE },
	{ 0 },
};
