/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes a dashboard for Grafana: a panel for each global.  The type of the metric selects the
 * panel and its query.
 */
#include <stdlib.h>
#include <string.h>

#include "export/metrics.h"

struct export_dashboard {
	struct metric *metrics;	/* in the order in which the globals were added */
	size_t n;
};

static const struct {
	const char *panel, *query, *format;
} kinds[] = {
	[METRIC_GAUGE] = { "timeseries", "%s", "time_series" },
	[METRIC_COUNTER] = { "timeseries", "rate(%s_total[$__rate_interval])",
			     "time_series" },
	[METRIC_HISTOGRAM] = { "heatmap", "sum by (le) "
			       "(increase(%s_bucket[$__rate_interval]))",
			       "heatmap" },
	[METRIC_SUMMARY] = { "timeseries", "rate(%1$s_sum[$__rate_interval]) / "
			     "rate(%1$s_count[$__rate_interval])",
			     "time_series" },
	[METRIC_INFO] = { "table", "%s_info", "table" },
};

struct export_dashboard *export_dashboard_create(void)
{
	struct export_dashboard *d = calloc(1, sizeof(*d));

	if (!d)
		abort();
	return d;
}

void export_dashboard_free(struct export_dashboard *d)
{
	if (!d)
		return;
	for (size_t i = 0; i < d->n; i++) {
		free((char *)d->metrics[i].help);
		metric_deinit(&d->metrics[i]);
	}
	free(d->metrics);
	free(d);
}

/* Adds a global.  If it was added before, only its type is replaced: it may differ, because an
 * empty aggregate has no buckets yet. */
void export_dashboard_global(struct export_dashboard *d,
			     const struct tapster_snapshot *sn)
{
	struct metric m;

	metric_init(&m, sn);
	for (size_t i = 0; i < d->n; i++)
		if (!strcmp(d->metrics[i].name, m.name)) {
			d->metrics[i].type = m.type;
			metric_deinit(&m);
			return;
		}
	m.help = strdup(m.help);
	d->metrics = export_alloc(d->metrics, d->n + 1, sizeof(*d->metrics));
	d->metrics[d->n++] = m;
}

/* ---- the file ----------------------------------------------------------- */

static void put_source(FILE *f)
{
	fputs("\"datasource\":{\"type\":\"prometheus\","
	      "\"uid\":\"${datasource}\"}", f);
}

/* Writes the legend, such as "{{program}} {{disk}}", in which Grafana inserts the values of the
 * labels. */
static void put_legend(FILE *f, const struct metric *m)
{
	if (m->type == METRIC_HISTOGRAM)
		fputs("{{le}}", f);
	else if (!m->n_labels)
		fputs(m->name, f);
	else
		for (size_t i = 0; i < m->n_labels; i++)
			fprintf(f, "%s{{%s}}", i ? " " : "", m->labels[i]);
}

static void put_query(FILE *f, const struct metric *m)
{
	char query[512];

	snprintf(query, sizeof(query), kinds[m->type].query, m->name);
	fputs("\"targets\":[{\"refId\":\"A\",", f);
	put_source(f);
	fputs(",\"expr\":\"", f);
	export_put_json(f, query);
	fprintf(f, "\",\"format\":\"%s\",\"legendFormat\":\"",
		kinds[m->type].format);
	put_legend(f, m);
	fputs("\"}]", f);
}

static void put_panel(FILE *f, const struct metric *m, size_t i)
{
	fprintf(f, "{\"id\":%zu,\"type\":\"%s\",\"title\":\"%s\","
		"\"description\":\"", i + 1, kinds[m->type].panel, m->name);
	export_put_json(f, m->help);
	fprintf(f, "\",\"gridPos\":{\"h\":8,\"w\":12,\"x\":%zu,\"y\":%zu},",
		i % 2 * 12, i / 2 * 8);
	put_source(f);
	putc(',', f);
	put_query(f, m);
	putc('}', f);
}

void export_dashboard_write(const struct export_dashboard *d,
			    const char *title, FILE *f)
{
	fputs("{\"title\":\"", f);
	export_put_json(f, title);
	fputs("\",\"tags\":[\"tapster\"],\"schemaVersion\":36,"
	      "\"refresh\":\"5s\",\"time\":{\"from\":\"now-15m\","
	      "\"to\":\"now\"},\"templating\":{\"list\":[{\"type\":"
	      "\"datasource\",\"name\":\"datasource\","
	      "\"query\":\"prometheus\"}]},\"panels\":[", f);
	for (size_t i = 0; i < d->n; i++) {
		fputs(i ? ",\n" : "\n", f);
		put_panel(f, &d->metrics[i], i);
	}
	fputs("\n]}\n", f);
}
