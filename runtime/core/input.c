/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The kind input: gives its rows what the user of the script types, as single
 * characters or as lines.  A line includes its newline; a long line is cut to the size
 * of a string.
 */
#include "runtime/core/handler.h"

static struct stp_value *values;
static stp_u32 n_values;
static char *room;

static stp_u32 line_bytes(void)
{
	return stp_run.limits[STP_LIM_STRINGLEN] - 1;
}

static void give_back(struct stp_site **sites, stp_u32 n)
{
	stp_os_free(values, (stp_u64)n_values * sizeof(*values));
	stp_os_free(room, (stp_u64)n_values * line_bytes());
	values = NULL;
	room = NULL;
	n_values = 0;
}

static int prepare(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i;

	n_values = n;
	values = stp_os_alloc((stp_u64)n * sizeof(*values));
	room = stp_os_alloc((stp_u64)n * line_bytes());
	if (!values || !room) {
		give_back(sites, n);
		return -STP_ENOMEM;
	}
	for (i = 0; i < n; i++) {
		values[i].p = room + (stp_u64)i * line_bytes();
		values[i].cap = line_bytes();
		sites[i]->priv = &values[i];
	}
	return 0;
}

static int attach(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i;

	for (i = 0; i < n; i++)
		sites[i]->attached = 1;
	return 0;
}

static void take(struct stp_site *site, char ch)
{
	struct stp_value *v = site->priv;

	if (v->len < v->cap)
		v->p[v->len++] = ch;
	else
		v->is_cut = true;
	if (site->row->input.is_line && ch != '\n')
		return;
	stp_run_serial(site);
	v->len = 0;
	v->is_cut = false;
}

/* Gives each character to all probes, in the order of the script, before the next
 * character. */
static void input(struct stp_site **sites, stp_u32 n_sites, const char *p,
		  stp_u32 n)
{
	stp_u32 i, k;

	for (i = 0; i < n; i++)
		for (k = 0; k < n_sites && stp_is_running(); k++)
			if (sites[k]->attached > 0)
				take(sites[k], p[i]);
}

const struct stp_kind stp_kind_input = {
	.id = STP_KIND_INPUT,
	.name = "input",
	.has = STP_HAS_VALUE,
	.prepare = prepare,
	.attach = attach,
	.input = input,
	.free = give_back,
};
