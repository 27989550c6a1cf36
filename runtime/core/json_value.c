/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Puts values, and globals with their keys and values, as members of JSON objects.
 */
#include "runtime/core/json.h"

/* ---- values ------------------------------------------------------------- */

static void put_buckets(struct stp_sink *s, const struct stp_stat *st)
{
	stp_s64 lo, hi;
	stp_u32 i;
	bool more = false;

	stp_json_name(s, "buckets");
	stp_sink_putc(s, '[');
	for (i = 0; i < st->n_buckets; i++) {
		if (!st->bucket[i])
			continue;
		stp_stat_bucket_range(st, i, &lo, &hi);
		stp_sink_puts(s, more ? ",{\"lo\":" : "{\"lo\":");
		stp_sink_put_dec(s, lo);
		stp_json_num(s, "hi", hi);
		stp_json_num(s, "n", st->bucket[i]);
		stp_sink_putc(s, '}');
		more = true;
	}
	stp_sink_putc(s, ']');
}

void stp_json_stat(struct stp_sink *s, const struct stp_stat *st)
{
	stp_s64 avg;

	stp_sink_puts(s, "\"count\":");
	stp_sink_put_dec(s, st->count);
	stp_json_num(s, "sum", st->sum);
	if (st->count) {
		stp_stat_value(st, STP_AVG, &avg);
		stp_json_num(s, "min", st->min);
		stp_json_num(s, "max", st->max);
		stp_json_num(s, "avg", avg);
	}
	if (st->n_buckets)
		put_buckets(s, st);
}

static void put_value(struct stp_sink *s, char kind, const struct stp_val *v)
{
	switch (kind) {
	case 'n':
		stp_sink_put_dec(s, v->n);
		break;
	case 'a':
		stp_sink_putc(s, '{');
		stp_json_stat(s, v->a);
		stp_sink_putc(s, '}');
		break;
	case 'k':
		stp_sink_putc(s, '"');
		stp_fmt(s, "%#x", 3, "n", &STP_NUM(stp_addr_shown(v->n)), NULL);
		stp_sink_putc(s, '"');
		break;
	case 'K':
		stp_sink_putc(s, '"');
		stp_fmt_stack(s, 'h', v->p, v->len, NULL);
		stp_sink_putc(s, '"');
		break;
	default:
		stp_json_string(s, v->p, v->len);
	}
}

void stp_json_values(struct stp_sink *s, const char *kinds, stp_u32 n,
		       const struct stp_val *v)
{
	stp_u32 i;

	stp_sink_putc(s, '[');
	for (i = 0; i < n; i++) {
		if (i)
			stp_sink_putc(s, ',');
		put_value(s, kinds[i], &v[i]);
	}
	stp_sink_putc(s, ']');
}

/* ---- globals ------------------------------------------------------------ */

static const char *type_words(char kind)
{
	return kind == 's' ? "string" : kind == 'a' ? "stats" :
	       kind == 'K' ? "stack" : "long";
}

/* Puts the name of @g, the types of its keys and values. */
void stp_json_global(struct stp_sink *s, const struct stp_blob *b,
		       const struct stp_global_info *g, const char *kinds)
{
	stp_u32 i;

	stp_json_cstr(s, "name", stp_blob_str(b, g->name));
	stp_json_name(s, "key_types");
	stp_sink_putc(s, '[');
	for (i = 0; kinds[i + 1]; i++) {
		stp_sink_puts(s, i ? ",\"" : "\"");
		stp_sink_puts(s, type_words(kinds[i]));
		stp_sink_putc(s, '"');
	}
	stp_sink_putc(s, ']');
	stp_json_cstr(s, "value_type", type_words(kinds[i]));
}

void stp_json_keys(struct stp_sink *s, const char *kinds, stp_u32 n,
		     const struct stp_val *v)
{
	stp_json_name(s, "keys");
	stp_sink_putc(s, '[');
	stp_json_values(s, kinds, n, v);
	stp_sink_putc(s, ']');
	stp_json_name(s, "values");
}

/* Puts the aggregate that a probe shows at the end.  @v: the @n numbers that the probe
 * prints, in the order of names[]; fewer for an empty aggregate. */
static void put_shown_stat(struct stp_sink *s, const struct stp_val *v,
			   stp_u32 n)
{
	static const char *const names[] = {
		"{\"count\":", ",\"min\":", ",\"max\":", ",\"sum\":",
		",\"avg\":",
	};
	stp_u32 i;

	if (n < 5) {
		stp_sink_puts(s, "[{\"count\":0,\"sum\":0}]");
		return;
	}
	stp_sink_putc(s, '[');
	for (i = 0; i < 5; i++) {
		stp_sink_puts(s, names[i]);
		stp_sink_put_dec(s, v[i].n);
	}
	stp_sink_puts(s, "}]");
}

/* The values @v that a probe shows at the end are an entry's keys, then its value. */
void stp_json_shown(struct stp_sink *s, const struct stp_blob *b,
		      const struct stp_probe *p, const char *kinds,
		      const struct stp_val *v)
{
	const struct stp_global_info *g = stp_blob_global(b, p->shows - 1);
	char types[STP_MAX_KEYS + 2];
	stp_u32 n, n_args = strlen(kinds);

	stp_global_kinds(b, g, types);
	n = strlen(types) - 1;
	stp_json_global(s, b, g, types);
	if (n > n_args)
		n = n_args;
	stp_json_keys(s, kinds, n, v);
	if (types[strlen(types) - 1] == 'a')
		put_shown_stat(s, v + n, n_args - n);
	else
		stp_json_values(s, kinds + n, n_args - n, v + n);
}

const struct stp_probe *stp_json_shower(const struct stp_blob *b,
					const struct stp_rec *r)
{
	const struct stp_probe *p =
		r->probe == ~0u ? NULL : stp_blob_probe(b, r->probe);

	return p && p->shows ? p : NULL;
}
