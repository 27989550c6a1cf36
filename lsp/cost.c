/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Describes the cost of a hit of a probe, by the form of its point.  doc/costs.md has the
 * measurements, which differ a little from kernel to kernel.
 */
#include <string.h>

#include "lsp/lsp_private.h"

static const struct class {
	const char *begins, *holds;	/* the beginning of a point, and a part of it */
	const char *text;
} classes[] = {
	{ "process", ".return", "high, two traps: about 2000 instructions for both" },
	{ "process", ".function(", "high, a trap: about 1000 instructions" },
	{ "process", ".statement(", "high, a trap: about 1000 instructions" },
	{ "process", ".mark(", "high, a trap: about 1000 instructions" },
	{ "process", ".plt", "high, a trap: about 1000 instructions" },
	{ "process", ".data(", "high, an exception of the processor; 4 addresses at a time" },
	{ "process", ".syscall", "medium, for each system call of the process" },
	{ "process", "", "once for each process or thread" },
	{ "kernel.data", "", "high, an exception of the processor; 4 addresses at a time" },
	{ "kernel.trace", "", "low, a call: below 100 instructions" },
	{ "kernel.statement", "", "medium, a kprobe: a few hundred instructions" },
	{ "kprobe.statement", "", "medium, a kprobe: a few hundred instructions" },
	{ "kernel.function", ".return", "low, about 50 instructions by a return trampoline; about 400 by a kretprobe" },
	{ "kprobe.", ".return", "low, about 50 instructions by a return trampoline; about 400 by a kretprobe" },
	{ "module", ".return", "low, about 50 instructions by a return trampoline; about 400 by a kretprobe" },
	{ "kernel.function", "", "low, about 90 instructions by ftrace; a few hundred if the handler needs a kprobe" },
	{ "kprobe.", "", "low, about 90 instructions by ftrace; a few hundred if the handler needs a kprobe" },
	{ "module", "", "low, about 90 instructions by ftrace; a few hundred if the handler needs a kprobe" },
	{ "timer.profile", "", "medium, an interrupt on each CPU, as often as the clock ticks" },
	{ "timer.", "", "low, a timer: as often as you say" },
	{ "perf.", "", "medium, an interrupt for each sample" },
	{ "netfilter.", "", "medium, for each packet" },
	{ "procfs", "", "none until the file is read or written" },
	{ "tp_syscall", "", "medium, for each system call on the host" },
	{ "begin", "", "once" },
	{ "end", "", "once" },
	{ "error", "", "once" },
};

const char *cost_of(const char *point)
{
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		if (!strncmp(point, classes[i].begins,
			     strlen(classes[i].begins)) &&
		    strstr(point, classes[i].holds))
			return classes[i].text;
	return NULL;
}
