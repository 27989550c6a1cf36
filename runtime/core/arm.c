/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Probes whose condition is false are disarmed, so that they cost nothing.
 *
 * A handler that changes a global of some condition asks for a look; the look
 * comes soon, in task context, at most once in STP_ON_THE_FLY_INTERVAL.  What
 * is armed asks its condition at each hit in any case, so a look that is late
 * never lets a handler run that should not.
 */
#include "runtime/core/handler.h"

static bool ready;	/* everything is attached, nothing is detached */
static bool asked;	/* a look is on its way */

static STP_FN void ask(void)
{
	if (!__atomic_exchange_n(&asked, true, __ATOMIC_SEQ_CST))
		stp_os_look_soon();
}

/* ---- asking ------------------------------------------------------------- */

enum answer { NO, YES, BUSY };	/* BUSY: what it reads could not be had */

/* Not on the stack: freezers on other CPUs look at the site of a context. */
static struct stp_handler looking;
static struct stp_site look_site = { .handler = &looking };

static enum answer evaluate(struct stp_workspace *c,
			    const struct stp_cond *cond)
{
	bool yes;

	if (stp_try_hold(c, &look_site) != STP_N_CAUSES)
		return BUSY;
	c->pub.budget = stp_run.chunk;
	yes = cond->fn(&c->pub) || c->pub.err;
	/* one that fails lets the hit tell so */
	c->pub.err = 0;
	c->pub.dirty &= ~STP_D_ERR;
	return yes ? YES : NO;
}

static enum answer ask_condition(const struct stp_cond *cond)
{
	struct stp_workspace *c = stp_run.workspaces[0];
	enum answer ret;

	stp_os_enter_serial();
	looking.locks = cond->locks;
	look_site.freezes = stp_gate_sets(cond->freezes);
	__atomic_store_n(&c->pub.site, &look_site, __ATOMIC_SEQ_CST);
	ret = evaluate(c, cond);
	stp_finish(&c->pub);
	stp_os_leave_serial();
	return ret;
}

/* Has its condition another opinion than its state?  If that is not known now,
 * it is asked later. */
static bool is_changed(const struct stp_site *site)
{
	enum answer wanted = ask_condition(site->look);

	if (wanted == BUSY)
		ask();
	return wanted == (site->disarmed ? YES : NO);
}

/* ---- arming ------------------------------------------------------------- */

static void decide(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i;

	for (i = 0; i < n; i++)
		sites[i]->disarmed = sites[i]->look && sites[i]->kind->arm &&
				     ask_condition(sites[i]->look) == NO;
}

/* A module that was probed went away, say.  Not asked for again. */
static void gone(struct stp_site *site)
{
	site->disarmed = site->gone = true;
	stp_run_say(STP_REC_WARNING, site->probe,
		    "a probe could not be armed again");
}

static void look_at(struct stp_site *site)
{
	if (!site->look || site->attached <= 0 || !site->kind->arm ||
	    site->gone || !is_changed(site))
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

/* Kinds that arm many at once wait for the last one. */
static void settle(void)
{
	stp_u32 i;

	for (i = 0; i < stp_script.n_kinds; i++) {
		const struct stp_kind *k = stp_script.kinds[i];

		if (k->settle && k->settle())
			stp_run_say(STP_REC_WARNING, ~0u,
				    "some probes could not be armed again");
	}
}

static void look(void)
{
	stp_u32 i;

	__atomic_store_n(&asked, false, __ATOMIC_SEQ_CST);
	if (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
		return;
	for (i = 0; i < stp_run.n_sites && stp_is_running(); i++)
		look_at(&stp_run.sites[i]);
	settle();
}

/* A global may have changed since its condition decided how to attach. */
static void begin(void)
{
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
