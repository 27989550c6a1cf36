/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes the answer to a request of Prometheus: globals and the session as a text of metrics.
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

/** Describes the global of @sn; the caller calls metric_deinit().  `help` is not copied: it is a
 *  part of the snapshot, or a constant.  (metric.c) */
void metric_init(struct metric *m, const struct tapster_snapshot *sn);
void metric_deinit(struct metric *m);

/** The value of the element with index @i of a snapshot. */
static inline const struct tapster_arg *
metric_value(const struct tapster_snapshot *sn, size_t i)
{
	return &sn->args[i * (sn->n_keys + 1) + sn->n_keys];
}

struct metrics;

/** Begins a text.  @limit: the maximum number of series of one global. */
struct metrics *metrics_create(enum metrics_form form, size_t limit);
/** Writes the metrics of a global. */
void metrics_global(struct metrics *m, const struct tapster_snapshot *sn);
/** Writes the metrics of the session itself, and the end of the text. */
void metrics_state(struct metrics *m, const struct tapster_state *st);
/** Frees @m and returns its text, which the caller frees; its length is in *@len.  NULL:
 *  metrics_state() was not called. */
char *metrics_text(struct metrics *m, size_t *len);

/* ---- lines (metrics_text.c) */

/** Writes the lines HELP and TYPE of a family of metrics.  @name: without the type's suffix. */
void text_head(FILE *f, enum metrics_form form, const char *name,
	       enum metric_type type, const char *help);
/** The suffix of the samples of a type, such as "_total"; "": there is none, or several. */
const char *text_suffix(enum metric_type type);
/** Writes @len bytes as the value of a label, in quotes. */
void text_label(FILE *f, const char *bytes, size_t len);
/** Writes the functions of a stack as the value of a label, in quotes, the outermost first. */
void text_stack(FILE *f, const struct tapster_stack *st);

#endif
