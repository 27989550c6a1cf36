/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes an answer to Prometheus: globals and the session as a text of metrics.
 */
#ifndef EXPORT_METRICS_H
#define EXPORT_METRICS_H

#include "export/stacks.h"

enum metrics_form {
	METRICS_PROMETHEUS,	/* text format 0.0.4 */
	METRICS_OPEN,		/* OpenMetrics 1.0.0 */
	METRICS_N_FORMS
};

enum metric_type { METRIC_GAUGE, METRIC_COUNTER, METRIC_HISTOGRAM,
		   METRIC_SUMMARY, METRIC_INFO };

/** The description of a global as a metric. */
struct metric {
	char *name;		/* without the suffix of its type */
	enum metric_type type;
	const char *help;
	size_t n_labels;
	char *labels[64];	/* one for each key */
};

/** Describes a global; the caller calls metric_deinit().  `help` points into the
 *  snapshot, or is a constant. (metric.c) */
void metric_init(struct metric *m, const struct tapster_snapshot *sn);
void metric_deinit(struct metric *m);

/** The value of element @i. */
static inline const struct tapster_arg *
metric_value(const struct tapster_snapshot *sn, size_t i)
{
	return &sn->args[i * (sn->n_keys + 1) + sn->n_keys];
}

struct metrics;

/** Creates a text.  @limit: the highest number of series of one global. */
struct metrics *metrics_create(enum metrics_form form, size_t limit);
void metrics_global(struct metrics *m, const struct tapster_snapshot *sn);
/** Writes the metrics of the session itself, and the end of the text. */
void metrics_state(struct metrics *m, const struct tapster_state *st);
/** Returns the text, which the caller frees, and frees @m.  NULL: metrics_state()
 *  was not called. */
char *metrics_text(struct metrics *m, size_t *len);

/* ---- lines (metrics_text.c) */

/** Writes HELP and TYPE of a family; @name has no suffix. */
void text_head(FILE *f, enum metrics_form form, const char *name,
	       enum metric_type type, const char *help);
/** The suffix of samples of a type; histograms have several. */
const char *text_suffix(enum metric_type type);
/** Writes the value of a label, quoted. */
void text_label(FILE *f, const char *bytes, size_t len);
/** Writes the frames of a stack as one value, the outermost first, quoted. */
void text_stack(FILE *f, const struct tapster_stack *st);

#endif
