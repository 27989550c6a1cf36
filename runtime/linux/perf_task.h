/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Events of perf that belong to the threads of one program, for rows of kind
 * perf that have a place: the program, and where its own code begins.
 *
 * Threads of processes that run it have an event each; what they start inherits
 * it, until it executes another program.  A process that executes this one gets
 * its event at the program's first instruction, after the dynamic linker.
 */
#ifndef STP_LINUX_PERF_TASK_H
#define STP_LINUX_PERF_TASK_H

#include <linux/perf_event.h>

#include "runtime/core/types.h"

struct stp_site;

/** Returns true if @site is one of these. */
bool stp_perf_of_program(const struct stp_site *site);

/** Memory for those of @n sites that are; the sites' order stays.  -ENOMEM. */
int stp_perf_tasks_prepare(struct stp_site **sites, u32 n);
/** Frees it, after stp_perf_tasks_remove(). */
void stp_perf_tasks_free(void);

/**
 * From now on the threads have events as @attr says, and others that come.
 * @hit is called at an overflow, with the site as the event's context.  0 or
 * -errno, and there is none.  May sleep.
 */
int stp_perf_tasks_add(struct stp_site *site, const struct perf_event_attr *attr,
		       perf_overflow_handler_t hit);
/** Take them away; if there are none, too.  May sleep. */
void stp_perf_tasks_remove(struct stp_site *site);

/** The current thread's event, or NULL.  Interrupts are off, and it is good
 *  until they are on. */
struct perf_event *stp_perf_task_event(const struct stp_site *site);

/** Processes that had no event because the kernel refused it. */
u64 stp_perf_tasks_missed(const struct stp_site *site);

#endif
