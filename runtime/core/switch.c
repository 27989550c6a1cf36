/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Arms and disarms probes while the script runs: as the user switches them, and
 * for arm.c as their conditions say.
 *
 * A hit of a site that is off takes the slow path, which ignores it.  So a switch works at
 * once; hits cost nothing as soon as the site's kind has disarmed it, if it can.
 */
#include "runtime/core/handler.h"

/* Gives up a site that could not be armed again: its module may have been unloaded.
 * Nothing tries to arm it again. */
static void gone(struct stp_site *site)
{
	site->disarmed = site->gone = true;
	stp_run_say(STP_REC_WARNING, site->probe,
		    "a probe could not be enabled again");
}

void stp_site_arm(struct stp_site *site, bool on)
{
	if (site->attached <= 0 || !site->kind->arm || site->gone ||
	    site->disarmed == !on)
		return;
	site->disarmed = !on;
	if (!on)
		site->kind->disarm(site);
	else if (site->kind->arm(site))
		gone(site);
}

/* Calls settle() of the kinds that arm and disarm many sites at once. */
void stp_kinds_settle(void)
{
	stp_u32 i;

	for (i = 0; i < stp_script.n_kinds; i++) {
		const struct stp_kind *k = stp_script.kinds[i];

		if (k->settle && k->settle())
			stp_run_say(STP_REC_WARNING, ~0u,
				    "some probes could not be enabled again");
	}
}

static void set_off(struct stp_site *site, bool off)
{
	__atomic_store_n(&site->off, off, __ATOMIC_RELEASE);
	__atomic_store_n(&site->gate,
			 off ? site->gate | STP_GATE_SLOW : site->usual_gate,
			 __ATOMIC_RELEASE);
}

int stp_run_switch(stp_u32 row, bool on)
{
	struct stp_site *site = &stp_run.sites[row];

	if (row >= stp_run.n_sites || !stp_is_running() ||
	    site->row->kind <= STP_KIND_ERROR)
		return -STP_EINVAL;
	set_off(site, !on);
	if (stp_script.arm) {
		stp_script.arm->ask();	/* only look() arms then */
		return 0;
	}
	stp_site_arm(site, on);
	stp_kinds_settle();
	return 0;
}
