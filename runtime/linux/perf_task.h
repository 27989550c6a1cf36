/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Perf events of the threads of one program, for rows of kind perf that have a
 * location: the program, and where its own code begins.
 *
 * Each thread of the processes that run the program has an event.  Threads and
 * processes that it starts inherit the event, until they execute another
 * program.  A process that executes this one gets its event at the program's
 * first instruction, after the dynamic linker.
 */
#ifndef STP_LINUX_PERF_TASK_H
#define STP_LINUX_PERF_TASK_H

#include <linux/perf_event.h>

#include "runtime/core/types.h"

struct stp_site;

/** Returns true if @site belongs to the threads of a program: its row has a
 *  location. */
bool stp_perf_of_program(const struct stp_site *site);

/** Allocates memory for those of @n sites that belong to a program.  Returns 0
 *  or -ENOMEM. */
int stp_perf_tasks_prepare(struct stp_site **sites, u32 n);
/** Frees the memory.  Call it after stp_perf_tasks_remove() of all sites. */
void stp_perf_tasks_free(void);

/**
 * Gives all threads of the program, now and later, an event as @attr describes
 * it.  @hit is called at an overflow, with the site as the event's context.
 * Returns 0, or -errno: then there is no event.  May sleep.
 */
int stp_perf_tasks_add(struct stp_site *site, const struct perf_event_attr *attr,
		       perf_overflow_handler_t hit);
/** Removes the events of @site, if it has any.  May sleep. */
void stp_perf_tasks_remove(struct stp_site *site);

/** Returns the current thread's event of @site, or NULL.  Interrupts must be
 *  off; the event is valid until they are on again. */
struct perf_event *stp_perf_task_event(const struct stp_site *site);

/** Returns the number of threads that began without an event after @site was
 *  attached, plus the number of times that the program began without one. */
u64 stp_perf_tasks_missed(const struct stp_site *site);

#endif
