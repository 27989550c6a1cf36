/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Probes whose condition is false are disarmed, so that they cost nothing.
 *
 * A handler that changes a global of some condition asks for a look; the look
 * comes soon, in task context, at most once in STP_ON_THE_FLY_INTERVAL.  What
 * is armed asks its condition at each hit in any case, so a look that is late
 * never lets a handler run that should not.
 */
#include "runtime/core/run.h"

static bool ready;	/* everything is attached, nothing is detached */
static bool asked;	/* a look is on its way */

/* Numbers only: no lock is needed.  One that fails lets the hit tell so. */
static bool is_wanted(const struct stp_site *site)
{
	struct stp_cxt *c = stp_session.cxts[0];
	bool yes;

	stp_os_enter_session();
	c->pub.budget = stp_session.chunk;
	yes = site->cond(&c->pub) || c->pub.err;
	c->pub.err = 0;
	c->pub.dirty = 0;
	stp_os_leave_session();
	return yes;
}

static void decide(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i;

	for (i = 0; i < n; i++)
		sites[i]->disarmed = sites[i]->cond && sites[i]->kind->arm &&
				     !is_wanted(sites[i]);
}

/* A module that was probed went away, say.  Not asked for again. */
static void gone(struct stp_site *site)
{
	site->disarmed = site->gone = true;
	stp_session_say(STP_REC_WARNING, site->probe,
			"a probe could not be armed again");
}

static void look_at(struct stp_site *site)
{
	if (!site->cond || site->attached <= 0 || !site->kind->arm ||
	    site->gone || is_wanted(site) != site->disarmed)
		return;
	if (!site->disarmed) {
		site->disarmed = true;
		site->kind->disarm(site);
		return;
	}
	site->disarmed = false;
	if (site->kind->arm(site))
		gone(site);
}

static void look(void)
{
	stp_u32 i;

	__atomic_store_n(&asked, false, __ATOMIC_SEQ_CST);
	if (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
		return;
	for (i = 0; i < stp_session.n_sites && stp_is_running(); i++)
		look_at(&stp_session.sites[i]);
}

static STP_FN void ask(void)
{
	if (!__atomic_exchange_n(&asked, true, __ATOMIC_SEQ_CST))
		stp_os_look_soon();
}

static bool has_conditions(void)
{
	stp_u32 i;

	for (i = 0; i < stp_session.n_sites; i++)
		if (stp_session.sites[i].cond)
			return true;
	return false;
}

/* A global may have changed since its condition decided how to attach. */
static void begin(void)
{
	if (!has_conditions())
		return;
	__atomic_store_n(&ready, true, __ATOMIC_RELEASE);
	__atomic_store_n(&asked, true, __ATOMIC_SEQ_CST);
	stp_os_look_soon();
}

static void end(void)
{
	__atomic_store_n(&ready, false, __ATOMIC_SEQ_CST);
	stp_os_look_never();
}

const struct stp_arm stp_arm = { decide, begin, end, ask, look };
