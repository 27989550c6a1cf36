/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kprobe.function: functions of the kernel by name, without types.
 */
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

static void resolve_kprobe(struct resolve *r, int64_t kind)
{
	struct functions f = { .r = r, .kind = kind, .arg = 1 };

	functions_resolve(&f);
}

static void resolve_in_module(struct resolve *r, int64_t kind)
{
	struct functions f = { .r = r, .kind = kind, .arg = 2 };

	functions_of_modules(&f, 1);
}

const struct probe_pattern probe_patterns_kprobe[] = {
	{ "kprobe.function(s)", resolve_kprobe, STP_KIND_KPROBE },
	{ "kprobe.function(s).call", resolve_kprobe, STP_KIND_KPROBE },
	{ "kprobe.function(s).return", resolve_kprobe, STP_KIND_KRETPROBE },
	{ "kprobe.function(s).return.maxactive(n)", resolve_kprobe,
	  STP_KIND_KRETPROBE },
	{ "kprobe.module(s).function(s)", resolve_in_module, STP_KIND_KPROBE },
	{ "kprobe.module(s).function(s).call", resolve_in_module,
	  STP_KIND_KPROBE },
	{ "kprobe.module(s).function(s).return", resolve_in_module,
	  STP_KIND_KRETPROBE },
	{ "kprobe.module(s).function(s).return.maxactive(n)",
	  resolve_in_module, STP_KIND_KRETPROBE },
	{ 0 },
};
