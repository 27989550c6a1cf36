/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The kinds begin, end and error: their handlers run when a run starts and stops, in the
 * serial context.  No other probe is armed then, except if a begin probe is an alternative
 * to others.  `never` has no row.
 */
#include "runtime/core/handler.h"

/* Sorts sites by the N of begin(N).  It must be stable; there are few of them. */
static void sort(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i, k;

	for (i = 1; i < n; i++) {
		struct stp_site *s = sites[i];

		for (k = i; k && sites[k - 1]->row->begin_end.order >
					 s->row->begin_end.order; k--)
			sites[k] = sites[k - 1];
		sites[k] = s;
	}
}

static int begin_attach(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i;

	sort(sites, n);
	for (i = 0; i < n && stp_is_running(); i++) {
		sites[i]->attached = 1;
		stp_run_serial(sites[i]);
	}
	return 0;
}

static void run_all(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i;

	sort(sites, n);
	for (i = 0; i < n; i++) {
		if (sites[i]->left_out)
			continue;
		sites[i]->attached = 1;
		stp_run_serial(sites[i]);
	}
}

static void end_finish(struct stp_site **sites, stp_u32 n, bool failed)
{
	if (!failed)
		run_all(sites, n);
}

static void error_finish(struct stp_site **sites, stp_u32 n, bool failed)
{
	if (failed)
		run_all(sites, n);
}

const struct stp_kind stp_kind_begin = {
	.id = STP_KIND_BEGIN,
	.name = "begin",
	.attach = begin_attach,
};

const struct stp_kind stp_kind_end = {
	.id = STP_KIND_END,
	.name = "end",
	.finish = end_finish,
};

const struct stp_kind stp_kind_error = {
	.id = STP_KIND_ERROR,
	.name = "error",
	.finish = error_finish,
};
