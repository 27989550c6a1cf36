/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Probes that are an event of perf on every CPU: watchpoints, and what
 * overflows.  A CPU that comes gets its events, those of one that goes are
 * given back.
 */
#ifndef STP_LINUX_PERCPU_H
#define STP_LINUX_PERCPU_H

#include <linux/list.h>
#include <linux/perf_event.h>

#include "runtime/core/types.h"

struct stp_site;

/** One site's events; site->priv, and the context of the callback. */
struct stp_percpu {
	struct stp_site *site;
	struct perf_event_attr attr;	/* filled in by the kind */
	perf_overflow_handler_t hit;
	struct perf_event **events;	/* by CPU; NULL: none */
	struct list_head link;		/* of those that are attached */
	u64 late;			/* CPUs that came afterwards */
};

/** Memory for @n sites, their `priv` set; -ENOMEM. */
int stp_percpu_prepare(struct stp_site **sites, u32 n);

/** Give it back. */
void stp_percpu_free(struct stp_site **sites, u32 n);

/**
 * An event on every CPU that is online, now and later; they are off while the
 * site is disarmed.  Gives 0, or -errno and there is none.  May sleep.
 */
int stp_percpu_add(struct stp_percpu *p);

/** Switch them on or off; shaped as members of struct stp_kind. */
int stp_percpu_arm(struct stp_site *site);
void stp_percpu_disarm(struct stp_site *site);

/** Take all of them away; those that have none are fine. */
void stp_percpu_detach(struct stp_site **sites, u32 n);

/** What happened on a CPU before it had its event is one miss each. */
void stp_percpu_missed(const struct stp_site *site, u64 causes[STP_N_CAUSES]);

#endif
