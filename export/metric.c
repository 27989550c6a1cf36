/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Describes a global as a metric: its name, its type, its help, and a label for each key.
 */
#include "export/metrics.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- comments ----------------------------------------------------------- */

static const char *skip_blanks(const char *s)
{
	return s + strspn(s, " \t");
}

/* Reads one label for each of @n_keys keys from "program, disk]: help" into @m.  Returns the text
 * after the bracket.  NULL: these are no labels; the caller drops those that were read. */
static const char *read_labels(struct metric *m, const char *s, size_t n_keys)
{
	for (size_t i = 0; i < n_keys; i++) {
		const char *start = s = skip_blanks(s);

		while (isalnum((unsigned char)*s) || *s == '_')
			s++;
		if (s == start || isdigit((unsigned char)*start) ||
		    !strncmp(start, "__", 2))
			return NULL;
		m->labels[m->n_labels++] = strndup(start, (size_t)(s - start));
		s = skip_blanks(s);
		if (*s++ != (i + 1 < n_keys ? ',' : ']'))
			return NULL;
	}
	return s;
}

static bool are_different(const struct metric *m)
{
	for (size_t i = 0; i < m->n_labels; i++)
		for (size_t k = 0; k < i; k++)
			if (!strcmp(m->labels[i], m->labels[k]))
				return false;
	return true;
}

static void drop_labels(struct metric *m)
{
	while (m->n_labels)
		free(m->labels[--m->n_labels]);
}

/* Reads labels and help from the comment of the global.  Without labels there, they are key1,
 * key2 ... */
static void read_comment(struct metric *m, const struct tapster_snapshot *sn)
{
	size_t n = strlen(sn->global);
	const char *s = sn->comment, *rest = NULL;

	if (!strncmp(s, sn->global, n) && s[n] == '[')
		rest = read_labels(m, s + n + 1, sn->n_keys);
	if (rest && are_different(m)) {
		s = skip_blanks(rest);
		s = skip_blanks(s + (*s == ':'));
	} else {
		drop_labels(m);
		for (size_t i = 1; i <= sn->n_keys; i++)
			if (asprintf(&m->labels[m->n_labels++], "key%zu", i) < 0)
				abort();
	}
	m->help = *s ? s : "A global variable of the script.";
}

/* ---- types -------------------------------------------------------------- */

/* Returns true if the global is a counter: it only grows, and none of its values is negative. */
static bool counts(const struct tapster_snapshot *sn)
{
	for (size_t i = 0; i < sn->n_entries; i++)
		if (metric_value(sn, i)->number < 0)
			return false;
	return sn->grows;
}

static bool has_buckets(const struct tapster_snapshot *sn)
{
	return sn->n_entries &&
	       metric_value(sn, 0)->aggregate->scale != TAPSTER_NO_BUCKETS;
}

static enum metric_type type_of(const struct tapster_snapshot *sn)
{
	switch (sn->value_type) {
	case TAPSTER_TYPE_LONG:
		return counts(sn) ? METRIC_COUNTER : METRIC_GAUGE;
	case TAPSTER_TYPE_STATS:
		return has_buckets(sn) ? METRIC_HISTOGRAM : METRIC_SUMMARY;
	default:
		return METRIC_INFO;
	}
}

/* Cuts @suffix off the name, because the type adds it again.  Returns true if the name had it. */
static bool cut(char *name, const char *suffix)
{
	size_t len = strlen(name), n = strlen(suffix);
	bool has = len > n && !strcmp(name + len - n, suffix);

	if (has)
		name[len - n] = '\0';
	return has;
}

void metric_init(struct metric *m, const struct tapster_snapshot *sn)
{
	static const char *const suffixes[] = { "_total", "_info", "_bucket",
						"_count", "_sum", "_created" };

	*m = (struct metric){ .type = type_of(sn) };
	m->name = strdup(sn->global);
	if (!m->name)
		abort();
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (cut(m->name, suffixes[i]))
			break;
	read_comment(m, sn);
}

void metric_deinit(struct metric *m)
{
	drop_labels(m);
	free(m->name);
}
