/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Runs a handler after the gate: condition, hold, body, leave.
 */
#include "runtime/core/handler.h"

struct stp_run stp_run;
stp_u64 stp_strays;

void stp_set_state(enum stp_state state)
{
	__atomic_store_n(&stp_run.state, state, __ATOMIC_SEQ_CST);
	if (state == STP_RUNNING)
		__atomic_store_n(&stp_run.gate, STP_GATE_SLOW,
				 __ATOMIC_SEQ_CST);
	else
		__atomic_or_fetch(&stp_run.gate, STP_GATE_STOPPED,
				  __ATOMIC_SEQ_CST);
}

/* ---- skipping ----------------------------------------------------------- */

STP_FN int stp_recursion(struct stp_workspace *c, const struct stp_site *site)
{
	if (site->off)
		return 0;
	stp_os_add(stp_hits(c, site->index), 1);
	stp_os_add(&c->causes[STP_CAUSE_RECURSION], 1);
	if (c->times)
		stp_timing_skip(c, site, STP_CAUSE_RECURSION);
	return 0;
}

STP_FN void stp_count(struct stp_workspace *c, enum stp_cause cause)
{
	stp_os_add(&c->causes[cause], 1);
	if (c->times)
		stp_timing_skip(c, c->pub.site, cause);
}

STP_FN void stp_cut(struct stp_ctx *c, struct stp_slot s)
{
	if (s.loc && !__atomic_load_n(&stp_run.cut_at, __ATOMIC_RELAXED))
		__atomic_store_n(&stp_run.cut_at, s.loc, __ATOMIC_RELAXED);
	stp_count(stp_workspace(c), STP_CAUSE_STRING_CUT);
}

STP_FN void stp_skip(struct stp_workspace *c, enum stp_cause cause)
{
	stp_s64 n = __atomic_add_fetch(&stp_run.n_skipped, 1, __ATOMIC_RELAXED);

	stp_count(c, cause);
	if (n > (stp_s64)stp_run.limits[STP_LIM_MAXSKIPPED] &&
	    !stp_run.limits[STP_LIM_QUIET_ERRORS])
		stp_run_end(c, "more probes were skipped than MAXSKIPPED "
			       "allows; for more, add -D MAXSKIPPED=N");
}

/* ---- overload ----------------------------------------------------------- */

static STP_FN bool is_overload(const struct stp_workspace *c)
{
	stp_u64 limit = stp_run.limits[STP_LIM_OVERLOAD_MS] * 1000000;

	return limit && c->n_timed >= 4 && c->busy_ns - c->longest_ns > limit;
}

/*
 * Returns the time of all hits that a timed hit, which took @ns, stands for.  That hit may
 * be slow for a reason of its own: it was interrupted, or the virtual CPU did not run.
 * So each of the other hits counts as STP_SLOW_NS at most, and after a slow hit each hit
 * is timed.
 */
static STP_FN stp_u64 for_all(const struct stp_workspace *c, stp_u64 ns)
{
	stp_u64 usual = ns < STP_SLOW_NS ? ns : STP_SLOW_NS;

	return ns + usual * (stp_u64)(c->weight - 1);
}

/* Adds a timed hit to the window of STP_OVERLOAD_INTERVAL, and ends the run at an
 * overload.  is_overload() does not count the longest hit of the window, because it may be
 * slow for a reason of its own, too. */
static STP_FN void account(struct stp_workspace *c, stp_u64 start, stp_u64 now)
{
	stp_u64 ns = for_all(c, now - start);
	stp_u64 per = stp_run.limits[STP_LIM_OVERLOAD_PER_MS] * 1000000;

	if (now - c->window_ns > per) {
		c->window_ns = now;
		c->busy_ns = c->longest_ns = c->n_timed = 0;
	}
	c->n_timed++;
	c->busy_ns += ns;
	if (ns > c->longest_ns)
		c->longest_ns = ns;
	if (!is_overload(c))
		return;
	stp_count(c, STP_CAUSE_OVERLOAD);
	stp_run_end(c, "overload: handlers took more time on one CPU than "
		       "STP_OVERLOAD_THRESHOLD allows");
}

/* ---- running ------------------------------------------------------------ */

static STP_FN void run_body(struct stp_workspace *c,
			    const struct stp_site *site)
{
	stp_u64 start = c->times ? stp_os_now() : 0;

	stp_os_add(stp_hits(c, site->index), 1);
	c->pub.budget = stp_run.chunk;
	site->fn(&c->pub);
	if (c->times)
		stp_timing_hit(c, site, stp_os_now() - start);
}

STP_FN void stp_run_slow(struct stp_workspace *c, const struct stp_site *site)
{
	if (site->cond) {
		c->pub.budget = stp_run.chunk;
		if (!site->cond(&c->pub) || c->pub.err)
			return;
	}
	if (stp_must_meet())
		stp_script.spaces->meet();
	if (!stp_hold(c, site)) {
		stp_os_add(stp_hits(c, site->index), 1);
		return;
	}
	run_body(c, site);
	if (site->handler->flags & STP_H_CHANGES_COND)
		stp_script.arm->ask();
}

static STP_FN void run_timed(struct stp_workspace *c,
			     const struct stp_site *site)
{
	stp_u64 start = stp_os_now(), now;

	c->waited_ns = 0;
	stp_run_slow(c, site);
	now = stp_os_now() - c->waited_ns;
	account(c, start, now);
	c->sample = c->weight =
		now - start < STP_SLOW_NS ? stp_sample(c) : 1;
}

STP_FN int stp_run_special(struct stp_workspace *c, const struct stp_site *site)
{
	if (!stp_is_running() || stp_run.paused || site->off) {
		if (c->sample <= 0)	/* it was to be timed: the next one is */
			c->sample = 1;
		return stp_done(&c->pub);
	}
	if (c->sample > 0 && --c->sample > 0)
		stp_run_slow(c, site);
	else
		run_timed(c, site);
	return stp_finish(&c->pub);
}

STP_FN void stp_leave(struct stp_ctx *ctx)
{
	struct stp_workspace *c = stp_workspace(ctx);

	if (stp_likely(ctx->dirty == STP_D_OUT)) {
		stp_out_finish(c);
		return;
	}
	if (stp_likely(ctx->dirty == STP_D_HELD)) {
		stp_unhold(c);
		return;
	}
	if (ctx->err)
		stp_error_finish(c);
	if (ctx->dirty & STP_D_OUT)
		stp_out_finish(c);
	if (ctx->dirty & STP_D_HELD)
		stp_unhold(c);
	if (c->note)
		stp_out_note(c, STP_REC_ERROR, ~0u, c->note);
	if (ctx->dirty & STP_D_EXIT)
		stp_out_note(c, STP_REC_EXIT, ~0u, NULL);
	c->note = NULL;
	c->spent = c->chunk = 0;
	ctx->dirty = 0;
}

static void set_limits(struct stp_workspace *c, const struct stp_site *site)
{
	stp_u64 *limits = stp_run.limits;

	c->max_actions = limits[STP_LIM_ACTION] * 10;
	c->max_ns = limits[STP_LIM_TIME_MS] * 10 * 1000000;
	c->can_wait = site->alone;
	if (!site->alone)
		return;
	c->max_ns = 0;
	if (site->row->kind != STP_KIND_BEGIN && c->max_actions < 10000000)
		c->max_actions = 10000000;
}

void stp_run_serial(const struct stp_site *site)
{
	struct stp_workspace *c = stp_run.workspaces[0];

	if ((stp_run.paused && !site->alone) || site->off)
		return;
	stp_os_enter_serial();
	set_limits(c, site);
	__atomic_store_n(&c->pub.site, site, __ATOMIC_SEQ_CST);
	stp_run_slow(c, site);
	stp_finish(&c->pub);
	stp_os_leave_serial();
}
