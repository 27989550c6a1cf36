/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * -t: what each probe cost and why its hits were skipped.  Each context has its own
 * numbers, at the end of its memory.  Without -t there is no memory for them, and the only
 * cost is the test of a pointer, on the slow path and at skipped hits.
 */
#include "runtime/core/handler.h"

stp_u64 stp_timing_bytes(void)
{
	if (!stp_run.limits[STP_LIM_TIMING])
		return 0;
	return (stp_u64)stp_run.n_sites * sizeof(struct stp_times);
}

/* The numbers of a site's row.  An entry handler is counted with its return probe. */
static STP_FN struct stp_times *times_of(struct stp_workspace *c,
					 const struct stp_site *site)
{
	return &c->times[site->row - stp_blob_row(stp_run.blob, 0)];
}

STP_FN void stp_timing_hit(struct stp_workspace *c, const struct stp_site *site,
			   stp_u64 ns)
{
	struct stp_times *t = times_of(c, site);

	if (!t->timed || ns < t->min_ns)
		t->min_ns = ns;
	if (ns > t->max_ns)
		t->max_ns = ns;
	t->timed++;
	t->total_ns += ns;
}

STP_FN void stp_timing_skip(struct stp_workspace *c,
			    const struct stp_site *site, enum stp_cause cause)
{
	/* the sites of arm.c and snapshot.c have no row */
	if (site && site->row)
		stp_os_add((stp_s64 *)&times_of(c, site)->causes[cause], 1);
}

void stp_timing_how(void)
{
	struct stp_site *site;
	stp_u32 i;

	for (i = 0; stp_timing_bytes() && i < stp_run.n_sites; i++) {
		site = &stp_run.sites[i];
		if (site->attached > 0 && !site->disarmed && site->kind->how)
			site->how = site->kind->how(site);
	}
}

static void add(struct stp_times *to, const struct stp_times *t)
{
	stp_u32 k;

	if (t->timed && (!to->timed || t->min_ns < to->min_ns))
		to->min_ns = t->min_ns;
	if (t->max_ns > to->max_ns)
		to->max_ns = t->max_ns;
	to->timed += t->timed;
	to->total_ns += t->total_ns;
	for (k = 0; k < STP_N_CAUSES; k++)
		to->causes[k] += t->causes[k];
}

int stp_run_times(struct stp_ioc_times *ret)
{
	struct stp_run *s = &stp_run;
	const struct stp_site *site;
	stp_u32 i;

	if (ret->row >= s->n_sites || !s->n_workspaces ||
	    !s->workspaces[0]->times)
		return -STP_EINVAL;
	site = &s->sites[ret->row];
	memset(&ret->times, 0, sizeof(ret->times));
	for (i = 0; i < s->n_workspaces; i++)
		add(&ret->times, &s->workspaces[i]->times[ret->row]);
	ret->times.hits = stp_run_hits(ret->row);
	ret->times.how = site->how;
	if (site->kind->missed)
		site->kind->missed(site, ret->times.causes);
	if (site->kind->unreturned)
		ret->times.unreturned = site->kind->unreturned(site);
	return 0;
}
