/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Disarms probes whose condition is false, so that they cost nothing.
 *
 * A handler that changes a global of some condition calls ask(), and so does a switch.
 * Soon after that, in task context, look() evaluates all conditions; it runs at most once
 * in STP_ON_THE_FLY_INTERVAL.  A hit of an armed probe evaluates its condition in any
 * case, so no handler runs wrongly because look() is late.
 */
#include "runtime/core/handler.h"

static bool ready;	/* between begin() and end(): look() may arm and disarm */
static bool asked;	/* ask() was called, and look() has not begun after it */

static STP_FN void ask(void)
{
	if (!__atomic_exchange_n(&asked, true, __ATOMIC_SEQ_CST))
		stp_os_look_soon();
}

/* ---- evaluating --------------------------------------------------------- */

enum answer { NO, YES, BUSY };	/* BUSY: the condition's globals could not be
				   locked or frozen now */

/* The handler and site of the context that evaluates a condition.  They are not on
 * the stack, because freezers on other CPUs look at the site of a context. */
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
	/* after an error the site is armed; its next hit reports the error */
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

/* Returns true if the site is to be armed.  If its condition cannot be evaluated now,
 * the site stays armed or disarmed, and another look is asked for. */
static bool is_wanted(const struct stp_site *site)
{
	enum answer wanted = site->off ? NO :
			     site->look ? ask_condition(site->look) : YES;

	if (wanted == BUSY)
		ask();
	return wanted == BUSY ? !site->disarmed : wanted == YES;
}

/* ---- arming ------------------------------------------------------------- */

static void decide(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i;

	for (i = 0; i < n; i++)
		sites[i]->disarmed = sites[i]->look && sites[i]->kind->arm &&
				     ask_condition(sites[i]->look) == NO;
}

static bool can_change(const struct stp_site *site)
{
	return site->attached > 0 && site->kind->arm && !site->gone &&
	       (site->look || site->off || site->disarmed);
}

static void look(void)
{
	stp_u32 i;

	__atomic_store_n(&asked, false, __ATOMIC_SEQ_CST);
	if (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
		return;
	for (i = 0; i < stp_run.n_sites && stp_is_running(); i++)
		if (can_change(&stp_run.sites[i]))
			stp_site_arm(&stp_run.sites[i],
				     is_wanted(&stp_run.sites[i]));
	stp_kinds_settle();
}

/* Asks for a look at once, because globals may have changed since decide() evaluated the
 * conditions. */
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
