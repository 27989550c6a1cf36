/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes globals as metrics.  A number is a counter if it only grows, else a gauge.  An aggregate
 * is a histogram if its script collects buckets, else a summary.  A string is information.  An
 * array has a series for each element.
 */
#include "export/metrics.h"

#include <stdlib.h>
#include <string.h>

struct metrics {
	enum metrics_form form;
	size_t limit;
	FILE *f;
	char *text;
	size_t len;
	bool ended;
	char **names;		/* the names of the families so far */
	size_t *hidden, n_names;	/* for each family: how many elements are not written */
};

/* ---- names -------------------------------------------------------------- */

static bool is_taken(const struct metrics *m, const char *name)
{
	for (size_t i = 0; i < m->n_names; i++)
		if (!strcmp(m->names[i], name))
			return true;
	return !strncmp(name, "tapster_", 8);
}

/* Returns @wanted, or a longer name, which no other global has and which does not begin like the
 * session's own metrics.  Two globals may want the same name, such as `n`, which grows, and
 * `n_total`. */
static char *own_name(struct metrics *m, const char *wanted)
{
	char *name = strdup(wanted), *longer;

	while (name && is_taken(m, name)) {
		if (asprintf(&longer, "%s_global", name) < 0)
			abort();
		free(name);
		name = longer;
	}
	if (!name)
		abort();
	m->names = export_alloc(m->names, m->n_names + 1, sizeof(*m->names));
	m->hidden = export_alloc(m->hidden, m->n_names + 1,
				 sizeof(*m->hidden));
	m->hidden[m->n_names] = 0;
	m->names[m->n_names++] = name;
	return name;
}

/* ---- bounds of buckets -------------------------------------------------- */

/* The upper bounds of the buckets of a family.  All its series have the same bounds.  Bounds are
 * added only when values need them. */
struct bounds {
	int64_t first, last, step;	/* step: the width of linear buckets; 0: not known */
	bool any;
};

static void reach(struct bounds *b, int64_t bound)
{
	if (!b->any || bound < b->first)
		b->first = bound;
	if (!b->any || bound > b->last)
		b->last = bound;
	b->any = true;
}

static void add_bucket(struct bounds *b, enum tapster_scale scale,
		       const struct tapster_bucket *bucket)
{
	bool ends = bucket->hi != INT64_MAX, begins = bucket->lo != INT64_MIN;

	if (ends)
		reach(b, bucket->hi);
	if (begins && !ends)
		reach(b, bucket->lo - 1);
	if (ends && begins && scale == TAPSTER_LINEAR)
		b->step = bucket->hi - bucket->lo + 1;
}

static struct bounds find_bounds(const struct tapster_snapshot *sn)
{
	struct bounds b = { 0 };

	for (size_t i = 0; i < sn->n_entries; i++) {
		const struct tapster_aggregate *a = metric_value(sn, i)->aggregate;

		if (a->scale == TAPSTER_LOG)
			reach(&b, 0);
		for (size_t k = 0; k < a->n_buckets; k++)
			add_bucket(&b, a->scale, &a->buckets[k]);
	}
	return b;
}

/* Moves *@at to the next bound; false: *@at is the last one. */
static bool next_bound(const struct bounds *b, enum tapster_scale scale,
		       int64_t *at)
{
	if (*at >= b->last)
		return false;
	if (scale == TAPSTER_LINEAR)
		*at = b->step && *at <= b->last - b->step ? *at + b->step
							  : b->last;
	else
		*at = *at < -1 ? *at / 2 : *at <= 0 ? *at + 1 : *at * 2 + 1;
	return true;
}

static size_t count_bounds(const struct bounds *b, enum tapster_scale scale)
{
	int64_t at = b->first;
	size_t n = b->any;

	while (b->any && next_bound(b, scale, &at))
		n++;
	return n;
}

/* ---- samples ------------------------------------------------------------ */

struct family {
	struct metrics *m;
	const struct metric *metric;
	const struct tapster_snapshot *sn;
	struct bounds bounds;
};

static void put_key(FILE *f, const struct tapster_arg *key)
{
	if (key->kind == TAPSTER_ARG_NUMBER)
		fprintf(f, "\"%lld\"", (long long)key->number);
	else if (key->stack)
		text_stack(f, key->stack);
	else
		text_label(f, key->bytes, key->len);
}

/* Writes the name and labels of the series of element @i.  If @more is not NULL, it is the name
 * of one more label, which comes last; the caller writes its value and the '}'. */
static void put_series(const struct family *fam, size_t i, const char *suffix,
		       const char *more)
{
	const struct tapster_snapshot *sn = fam->sn;
	const struct tapster_arg *keys = &sn->args[i * (sn->n_keys + 1)];
	FILE *f = fam->m->f;

	fprintf(f, "%s%s", fam->metric->name, suffix);
	if (!sn->n_keys && !more)
		return;
	putc('{', f);
	for (size_t k = 0; k < sn->n_keys; k++) {
		fprintf(f, "%s%s=", k ? "," : "", fam->metric->labels[k]);
		put_key(f, &keys[k]);
	}
	if (more)
		fprintf(f, "%s%s=", sn->n_keys ? "," : "", more);
	else
		putc('}', f);
}

static void put_number(const struct family *fam, size_t i, const char *suffix,
		       int64_t value)
{
	put_series(fam, i, suffix, NULL);
	fprintf(fam->m->f, " %lld\n", (long long)value);
}

static void put_info(const struct family *fam, size_t i)
{
	const struct tapster_arg *v = metric_value(fam->sn, i);

	put_series(fam, i, text_suffix(METRIC_INFO), "value");
	text_label(fam->m->f, v->bytes, v->len);
	fputs("} 1\n", fam->m->f);
}

static void put_bucket(const struct family *fam, size_t i, const int64_t *le,
		       int64_t count)
{
	FILE *f = fam->m->f;

	put_series(fam, i, "_bucket", "le");
	if (le)
		fprintf(f, "\"%lld%s\"} %lld\n", (long long)*le,
			fam->m->form == METRICS_OPEN ? ".0" : "",
			(long long)count);
	else
		fprintf(f, "\"+Inf\"} %lld\n", (long long)count);
}

static void put_buckets(const struct family *fam, size_t i,
			const struct tapster_aggregate *a)
{
	int64_t at = fam->bounds.first, n = 0;
	bool more = fam->bounds.any;

	for (size_t k = 0; more; more = next_bound(&fam->bounds, a->scale,
						   &at)) {
		while (k < a->n_buckets && a->buckets[k].hi <= at)
			n += a->buckets[k++].count;
		put_bucket(fam, i, &at, n);
	}
	put_bucket(fam, i, NULL, a->count);
}

/* Writes an aggregate.  In OpenMetrics, a histogram with a negative bound has no sum, because its
 * values may be negative. */
static void put_aggregate(const struct family *fam, size_t i)
{
	const struct tapster_aggregate *a = metric_value(fam->sn, i)->aggregate;

	if (fam->metric->type == METRIC_HISTOGRAM)
		put_buckets(fam, i, a);
	if (fam->m->form != METRICS_OPEN || fam->bounds.first >= 0)
		put_number(fam, i, "_sum", a->sum);
	put_number(fam, i, "_count", a->count);
}

static void put_element(const struct family *fam, size_t i)
{
	const struct tapster_arg *v = metric_value(fam->sn, i);

	switch (fam->metric->type) {
	case METRIC_HISTOGRAM:
	case METRIC_SUMMARY:
		put_aggregate(fam, i);
		break;
	case METRIC_INFO:
		put_info(fam, i);
		break;
	default:
		put_number(fam, i, text_suffix(fam->metric->type), v->number);
	}
}

/* Returns how many elements may be written within the limit of series.  These are the first ones
 * of the snapshot, which are the oldest, so that series do not disappear. */
static size_t fitting(const struct family *fam)
{
	size_t lines = 1, n = fam->sn->n_entries;

	if (fam->metric->type == METRIC_HISTOGRAM)
		lines = 3 + count_bounds(&fam->bounds,
					 metric_value(fam->sn, 0)->aggregate->scale);
	else if (fam->metric->type == METRIC_SUMMARY)
		lines = 2;
	return n < fam->m->limit / lines ? n : fam->m->limit / lines;
}

void metrics_global(struct metrics *m, const struct tapster_snapshot *sn)
{
	struct family fam = { .m = m, .sn = sn };
	struct metric metric;
	size_t n;
	char *own;

	metric_init(&metric, sn);
	own = own_name(m, metric.name);
	free(metric.name);
	metric.name = strdup(own);
	fam.metric = &metric;
	if (metric.type == METRIC_HISTOGRAM)
		fam.bounds = find_bounds(sn);
	text_head(m->f, m->form, metric.name, metric.type, metric.help);
	n = fitting(&fam);
	for (size_t i = 0; i < n; i++)
		put_element(&fam, i);
	m->hidden[m->n_names - 1] = sn->n_entries - n;
	metric_deinit(&metric);
}

/* ---- the session -------------------------------------------------------- */

static void put_own(struct metrics *m, const char *name, enum metric_type type,
		    const char *help, uint64_t value)
{
	text_head(m->f, m->form, name, type, help);
	fprintf(m->f, "%s%s %llu\n", name, text_suffix(type),
		(unsigned long long)value);
}

static void put_losses(struct metrics *m, const struct tapster_state *st)
{
	static const char name[] = "tapster_lost";

	text_head(m->f, m->form, name, METRIC_COUNTER,
		  "Hits that were skipped and output that was lost.");
	for (size_t i = 0; i < st->n_losses; i++) {
		const char *cause = st->losses[i].cause;

		fprintf(m->f, "%s_total{cause=", name);
		text_label(m->f, cause, strlen(cause));
		fprintf(m->f, "} %llu\n",
			(unsigned long long)st->losses[i].count);
	}
}

static void put_hidden(struct metrics *m)
{
	static const char name[] = "tapster_hidden_elements";

	text_head(m->f, m->form, name, METRIC_GAUGE,
		  "Elements beyond the limit of series, which are not "
		  "exported.");
	for (size_t i = 0; i < m->n_names; i++)
		fprintf(m->f, "%s{metric=\"%s\"} %zu\n", name, m->names[i],
			m->hidden[i]);
}

static void put_build(struct metrics *m)
{
	static const char name[] = "tapster_build";

	text_head(m->f, m->form, name, METRIC_INFO, "The program that exports "
						    "these metrics.");
	fprintf(m->f, "%s_info{version=\"%s\"} 1\n", name, tapster_version());
}

void metrics_state(struct metrics *m, const struct tapster_state *st)
{
	put_own(m, "tapster_hits", METRIC_COUNTER, "Hits of all probes.",
		st->hits);
	put_own(m, "tapster_handled", METRIC_COUNTER,
		"Hits whose handler was run.", st->handled);
	put_own(m, "tapster_errors", METRIC_COUNTER, "Errors of handlers.",
		st->errors);
	put_own(m, "tapster_records", METRIC_COUNTER,
		"Records of output.", st->records);
	put_own(m, "tapster_memory_bytes", METRIC_GAUGE,
		"Memory allocated by the session.", st->memory);
	put_losses(m, st);
	put_hidden(m);
	put_build(m);
	if (m->form == METRICS_OPEN)
		fputs("# EOF\n", m->f);
	m->ended = true;
}

struct metrics *metrics_create(enum metrics_form form, size_t limit)
{
	struct metrics *m = calloc(1, sizeof(*m));

	if (!m)
		abort();
	m->form = form;
	m->limit = limit;
	m->f = open_memstream(&m->text, &m->len);
	if (!m->f)
		abort();
	return m;
}

char *metrics_text(struct metrics *m, size_t *len)
{
	bool good = !fclose(m->f) && m->ended;
	char *text = m->text;

	*len = m->len;
	for (size_t i = 0; i < m->n_names; i++)
		free(m->names[i]);
	free(m->names);
	free(m->hidden);
	free(m);
	if (!good)
		free(text);
	return good ? text : NULL;
}
