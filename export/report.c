/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Collects a report while the session runs: the values of the globals now and
 * at each interval; the state of the probes; output and messages.
 *
 * There are at most REPORT_MOMENTS values over time.  When there are more,
 * every second one is removed, and the interval is doubled.
 */
#include <stdlib.h>
#include <string.h>

#include "export/metrics.h"
#include "export/report.h"

static char *copy(const char *s, size_t n)
{
	char *p = export_alloc(NULL, n + 1, 1);

	for (size_t i = 0; i < n; i++)
		p[i] = s[i] ? s[i] : '?';
	p[n] = '\0';
	return p;
}

static char *copy_string(const char *s)
{
	return copy(s ? s : "", s ? strlen(s) : 0);
}

/* ---- buckets ------------------------------------------------------------ */

void report_add_bucket(struct buckets *b, const struct tapster_bucket *from)
{
	size_t i = b->n;

	while (i && b->at[i - 1].lo > from->lo)
		i--;
	if (i && b->at[i - 1].lo == from->lo) {
		b->at[i - 1].count += from->count;
		return;
	}
	b->at = export_alloc(b->at, b->n + 1, sizeof(*b->at));
	memmove(b->at + i + 1, b->at + i, (b->n - i) * sizeof(*b->at));
	b->at[i] = *from;
	b->n++;
}

static void add_buckets(struct buckets *b, const struct tapster_aggregate *a)
{
	for (size_t i = 0; i < a->n_buckets; i++)
		report_add_bucket(b, &a->buckets[i]);
}

/* ---- globals ------------------------------------------------------------ */

static char *stack_text(const struct tapster_stack *st)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		abort();
	for (size_t i = 0; i < st->n_frames; i++) {
		const struct tapster_frame *fr = &st->frames[i];

		fputs(i ? " < " : "", f);
		if (*fr->function)
			fputs(fr->function, f);
		else
			fprintf(f, "0x%llx", (unsigned long long)fr->address);
	}
	if (fclose(f))
		abort();
	return text;
}

static void set_cell(struct cell *c, const struct tapster_arg *a)
{
	*c = (struct cell){ .kind = a->kind };
	if (a->kind == TAPSTER_ARG_NUMBER) {
		c->number = a->number;
	} else if (a->kind == TAPSTER_ARG_AGGREGATE) {
		c->number = a->aggregate->count;
		c->sum = a->aggregate->sum;
		c->min = a->aggregate->min;
		c->max = a->aggregate->max;
		c->avg = a->aggregate->avg;
		add_buckets(&c->buckets, a->aggregate);
	} else {
		c->text = a->stack ? stack_text(a->stack)
				   : copy(a->bytes, a->len);
	}
}

static void free_cells(struct report_global *g)
{
	for (size_t i = 0; i < g->n_entries * (g->n_keys + 1); i++) {
		free(g->cells[i].text);
		free(g->cells[i].buckets.at);
	}
	free(g->cells);
	g->cells = NULL;
	g->n_entries = 0;
}

/* Sets the comment and the names of the keys like help and labels of a metric: from the comment
 * of the global. */
static void name_keys(struct report_global *g,
		      const struct tapster_snapshot *sn)
{
	struct metric m;

	metric_init(&m, sn);
	g->comment = copy_string(*sn->comment ? m.help : "");
	g->keys = export_alloc(NULL, g->n_keys + 1, sizeof(*g->keys));
	for (size_t i = 0; i < g->n_keys; i++)
		g->keys[i] = copy_string(m.labels[i]);
	metric_deinit(&m);
}

static struct report_global *global_of(struct export_report *r,
				       const struct tapster_snapshot *sn)
{
	struct report_global *g;

	for (size_t i = 0; i < r->n_globals; i++)
		if (!strcmp(r->globals[i].name, sn->global))
			return &r->globals[i];
	r->globals = export_alloc(r->globals, r->n_globals + 1,
				  sizeof(*r->globals));
	g = &r->globals[r->n_globals++];
	*g = (struct report_global){
		.name = copy_string(sn->global),
		.n_keys = sn->n_keys,
		.is_array = sn->is_array,
		.value_type = sn->value_type,
	};
	name_keys(g, sn);
	return g;
}

static void take_cells(struct report_global *g,
		       const struct tapster_snapshot *sn)
{
	size_t n = sn->n_entries * (sn->n_keys + 1);

	free_cells(g);
	g->n_entries = sn->n_entries;
	g->n_all = sn->n_total;
	g->cells = export_alloc(NULL, n + 1, sizeof(*g->cells));
	for (size_t i = 0; i < n; i++)
		set_cell(&g->cells[i], &sn->args[i]);
}

/* Returns the sum over the elements of a snapshot.  Sums wrap like those of a script. */
static struct moment moment_of(struct report_global *g,
			       const struct tapster_snapshot *sn)
{
	struct moment m = { .time_ns = sn->time_ns };

	for (size_t i = 0; i < sn->n_entries; i++) {
		const struct tapster_arg *a =
			&sn->args[i * (sn->n_keys + 1) + sn->n_keys];
		const struct tapster_aggregate *agg = a->aggregate;

		if (a->kind == TAPSTER_ARG_NUMBER) {
			m.number = (int64_t)((uint64_t)m.number +
					     (uint64_t)a->number);
		} else if (a->kind == TAPSTER_ARG_AGGREGATE) {
			m.number += agg->count;
			m.sum = (int64_t)((uint64_t)m.sum +
					  (uint64_t)agg->sum);
			add_buckets(&m.buckets, agg);
			if (agg->scale)
				g->scale = agg->scale;
		}
	}
	return m;
}

static void thin_out(struct export_report *r)
{
	r->interval_ns *= 2;
	for (size_t i = 0; i < r->n_globals; i++) {
		struct report_global *g = &r->globals[i];
		size_t n = 0;

		for (size_t k = 0; k < g->n_moments; k++)
			if (k % 2)
				free(g->moments[k].buckets.at);
			else
				g->moments[n++] = g->moments[k];
		g->n_moments = n;
	}
}

static void keep_moment(struct report_global *g, struct moment m)
{
	g->moments = export_alloc(g->moments, g->n_moments + 1,
				  sizeof(*g->moments));
	g->moments[g->n_moments++] = m;
}

void export_report_global(struct export_report *r,
			  const struct tapster_snapshot *sn)
{
	struct report_global *g = global_of(r, sn);
	struct moment m = moment_of(g, sn);

	take_cells(g, sn);
	export_stacks_free(g->stacks);
	g->stacks = export_stacks_of(sn);
	free(g->whole.buckets.at);
	g->whole = m;
	if (!r->samples || sn->value_type == TAPSTER_TYPE_STRING)
		return;
	m.buckets = (struct buckets){ 0 };
	for (size_t i = 0; i < g->whole.buckets.n; i++)
		report_add_bucket(&m.buckets, &g->whole.buckets.at[i]);
	keep_moment(g, m);
}

/* ---- state -------------------------------------------------------------- */

static void free_probes(struct export_report *r)
{
	for (size_t i = 0; i < r->n_probes; i++) {
		free(r->probes[i].name);
		free(r->probes[i].by);
	}
	free(r->probes);
}

static void take_probes(struct export_report *r,
			const struct tapster_state *st)
{
	free_probes(r);
	r->n_probes = st->n_probes;
	r->probes = export_alloc(NULL, st->n_probes + 1, sizeof(*r->probes));
	for (size_t i = 0; i < st->n_probes; i++) {
		const struct tapster_probe *p = &st->probes[i];

		r->probes[i] = (struct report_probe){
			copy_string(p->name), copy_string(p->mechanism),
			p->location.line, p->state, p->hits, p->missed, p->timed,
			p->total_ns, p->max_ns,
		};
	}
}

void export_report_state(struct export_report *r,
			 const struct tapster_state *st)
{
	take_probes(r, st);
	r->hits = st->hits;
	r->handled = st->handled;
	r->errors = st->errors;
	r->records = st->records;
	r->memory = st->memory;
	r->last_ns = st->time_ns;
	if (!r->first_ns)
		r->first_ns = st->began_ns ? st->began_ns : st->time_ns;
	if (r->samples)
		r->sampled_ns = st->time_ns;
	r->samples = false;
	for (size_t i = 0; i < r->n_globals; i++)
		if (r->globals[i].n_moments >= REPORT_MOMENTS) {
			thin_out(r);
			break;
		}
}

uint64_t export_report_sample(struct export_report *r)
{
	r->samples = true;
	return r->interval_ns;
}

/* ---- output and messages ------------------------------------------------ */

void export_report_text(struct export_report *r, const char *text, size_t len)
{
	size_t n = REPORT_TEXT - r->head_len;

	n = n < len ? n : len;
	memcpy(r->head + r->head_len, text, n);
	r->head_len += n;
	for (; n < len; n++)
		r->tail[r->tail_len++ % REPORT_TEXT] = text[n];
}

void export_report_message(struct export_report *r,
			   const struct tapster_diagnostic *d,
			   const char *text)
{
	r->all_messages++;
	if (r->n_messages == REPORT_MESSAGES)
		return;
	r->messages = export_alloc(r->messages, r->n_messages + 1,
				   sizeof(*r->messages));
	r->messages[r->n_messages++] = (struct message){
		copy_string(text), d->severity,
		d->location.file && r->about.script &&
			!strcmp(d->location.file, r->about.script)
			? d->location.line : 0,
	};
}

void export_report_loss(struct export_report *r, const char *cause,
			uint64_t count)
{
	r->losses = export_alloc(r->losses, r->n_losses + 1,
				 sizeof(*r->losses));
	r->losses[r->n_losses++] = (struct report_loss){ copy_string(cause),
							 count };
}

void report_finish(struct export_report *r)
{
	for (size_t i = 0; i < r->n_globals; i++) {
		struct report_global *g = &r->globals[i];
		struct moment m = g->whole;

		if (!g->n_moments ||
		    g->moments[g->n_moments - 1].time_ns >= m.time_ns)
			continue;
		m.buckets = (struct buckets){ 0 };
		for (size_t k = 0; k < g->whole.buckets.n; k++)
			report_add_bucket(&m.buckets, &g->whole.buckets.at[k]);
		keep_moment(g, m);
	}
}

/* ---- the report --------------------------------------------------------- */

struct export_report *
export_report_create(const struct export_report_about *about,
		     uint64_t interval_ns)
{
	struct export_report *r = export_alloc(NULL, 1, sizeof(*r));

	*r = (struct export_report){ .interval_ns = interval_ns };
	export_report_about(r, about);
	r->head = export_alloc(NULL, REPORT_TEXT, 1);
	r->tail = export_alloc(NULL, REPORT_TEXT, 1);
	return r;
}

void export_report_about(struct export_report *r,
			 const struct export_report_about *about)
{
	r->about = *about;
	if (!r->about.title)
		r->about.title = about->script ? about->script : "";
}

static void free_global(struct report_global *g)
{
	free_cells(g);
	for (size_t i = 0; i < g->n_moments; i++)
		free(g->moments[i].buckets.at);
	free(g->moments);
	free(g->whole.buckets.at);
	export_stacks_free(g->stacks);
	for (size_t i = 0; i < g->n_keys; i++)
		free(g->keys[i]);
	free(g->keys);
	free(g->name);
	free(g->comment);
}

void export_report_free(struct export_report *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->n_globals; i++)
		free_global(&r->globals[i]);
	free(r->globals);
	free_probes(r);
	for (size_t i = 0; i < r->n_messages; i++)
		free(r->messages[i].text);
	free(r->messages);
	for (size_t i = 0; i < r->n_losses; i++)
		free(r->losses[i].cause);
	free(r->losses);
	free(r->head);
	free(r->tail);
	free(r);
}
