/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Probes that are a perf event on every CPU: watchpoints, counters, and events
 * that overflow.  A CPU that comes online gets its events; the events of a CPU
 * that goes offline are released.
 */
#ifndef STP_LINUX_PERCPU_H
#define STP_LINUX_PERCPU_H

#include <linux/list.h>
#include <linux/perf_event.h>

#include "runtime/core/types.h"

struct stp_site;

/** The events of one site.  site->priv and the context of the callback point to
 *  this struct. */
struct stp_percpu {
	struct stp_site *site;
	struct perf_event_attr attr;	/* filled in by the kind */
	perf_overflow_handler_t hit;	/* NULL: the event only counts */
	struct perf_event **events;	/* by CPU; NULL: none */
	struct list_head link;		/* in the list of attached sites */
	u64 late;			/* how often a CPU came online after the
					   site was attached */
};

/** Allocates memory for @n sites and sets their `priv`.  Returns 0 or
 *  -ENOMEM. */
int stp_percpu_prepare(struct stp_site **sites, u32 n);

/** Frees the memory of stp_percpu_prepare(). */
void stp_percpu_free(struct stp_site **sites, u32 n);

/**
 * Adds an event on every CPU that is online, now or later, and sets the `attached`
 * of the site.  If the site is disarmed, its events are off.  Returns 0, or -errno:
 * then there is no event.  May sleep.
 */
int stp_percpu_add(struct stp_percpu *p);

/** Implement the members arm and disarm of struct stp_kind: switch all events of
 *  @site on or off. */
int stp_percpu_arm(struct stp_site *site);
void stp_percpu_disarm(struct stp_site *site);

/** Removes the events of all @sites; sites without events are allowed. */
void stp_percpu_detach(struct stp_site **sites, u32 n);

/** Adds to @causes[STP_CAUSE_CPU_LATE] how often a CPU came online after @site was
 *  attached: hits on such a CPU are lost until it has its event. */
void stp_percpu_missed(const struct stp_site *site, u64 causes[STP_N_CAUSES]);

#endif
