/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A global is a list of entries and a table that finds them by their keys'
 * bytes.  All memory is the merge's arena's.  Counts of buckets are kept by the
 * range that the bucket stands for, so that hosts need not agree about their
 * number.
 */
#include "remote/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/vec.h"
#include "remote/wide.h"

struct value {
	enum tapster_arg_kind kind;
	s128 number;			/* or the sum of an aggregate */
	struct tapster_arg string;
	int64_t count, min, max;
	struct wide squares;
	bool has_variance;
	enum tapster_scale scale;
	VEC(struct tapster_bucket) buckets;	/* the lowest first */
};

struct entry {
	struct tapster_arg *keys;
	struct value value;
	size_t at;		/* in which order they came */
};

struct global {
	struct tapster_snapshot about;	/* its name and types */
	bool by_host;
	struct hash *found;		/* keys' bytes to entries */
	VEC(struct entry *) entries;
};

struct merge {
	struct arena *arena;
	bool by_host;
	struct hash *globals;		/* by name */
};

struct merge *merge_create(bool by_host)
{
	struct merge *m = xcalloc(1, sizeof(*m));

	m->arena = arena_create();
	m->by_host = by_host;
	m->globals = hash_create();
	return m;
}

static struct global *global_at(const struct merge *m, size_t i)
{
	return hash_at(m->globals, i, NULL, NULL);
}

static void free_global(struct global *g)
{
	for (size_t i = 0; i < g->entries.n; i++)
		vec_free(&g->entries.at[i]->value.buckets);
	vec_free(&g->entries);
	hash_destroy(g->found);
}

void merge_free(struct merge *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < hash_count(m->globals); i++)
		free_global(global_at(m, i));
	hash_destroy(m->globals);
	arena_destroy(m->arena);
	free(m);
}

/* ---- values ------------------------------------------------------------- */

static u128 squares_of(const struct tapster_aggregate *a)
{
	return (u128)a->squares_high << 64 | a->squares_low;
}

/* The bucket of @v that begins at @lo; it is made where there is none. */
static struct tapster_bucket *bucket_at(struct value *v,
					const struct tapster_bucket *like)
{
	struct tapster_bucket fresh = { like->lo, like->hi, 0 };
	size_t i = v->buckets.n;

	while (i && v->buckets.at[i - 1].lo > like->lo)
		i--;
	if (i && v->buckets.at[i - 1].lo == like->lo)
		return &v->buckets.at[i - 1];
	vec_push(&v->buckets, fresh);
	memmove(v->buckets.at + i + 1, v->buckets.at + i,
		(v->buckets.n - 1 - i) * sizeof(fresh));
	v->buckets.at[i] = fresh;
	return &v->buckets.at[i];
}

static void add_buckets(struct value *v, const struct tapster_bucket *b,
			size_t n)
{
	for (size_t i = 0; i < n; i++)
		bucket_at(v, &b[i])->count += b[i].count;
}

/* Neither has to have values. */
static void add_range(struct value *v, int64_t count, int64_t min, int64_t max)
{
	if (!count)
		return;
	if (!v->count || min < v->min)
		v->min = min;
	if (!v->count || max > v->max)
		v->max = max;
	v->count += count;
}

static void add_aggregate(struct value *v, const struct tapster_aggregate *a)
{
	add_range(v, a->count, a->min, a->max);
	v->number += a->sum;
	v->squares = wide_add(v->squares, wide_of(squares_of(a)));
	v->has_variance |= a->has_variance;
	v->scale = a->scale;
	add_buckets(v, a->buckets, a->n_buckets);
}

/* A string's bytes are copied. */
static struct tapster_arg keep_arg(struct merge *m, struct tapster_arg a)
{
	if (a.kind == TAPSTER_ARG_STRING || a.kind == TAPSTER_ARG_MEMORY)
		a.bytes = arena_strndup(m->arena, a.bytes, a.len);
	return a;
}

static void add_arg(struct merge *m, struct value *v,
		    const struct tapster_arg *a)
{
	v->kind = a->kind;
	if (a->kind == TAPSTER_ARG_NUMBER)
		v->number += a->number;
	else if (a->kind == TAPSTER_ARG_AGGREGATE)
		add_aggregate(v, a->aggregate);
	else
		v->string = keep_arg(m, *a);
}

static void add_value(struct merge *m, struct value *v, const struct value *w)
{
	v->kind = w->kind;
	if (w->kind == TAPSTER_ARG_STRING || w->kind == TAPSTER_ARG_MEMORY)
		v->string = keep_arg(m, w->string);
	add_range(v, w->count, w->min, w->max);
	v->number += w->number;
	v->squares = wide_add(v->squares, w->squares);
	v->has_variance |= w->has_variance;
	v->scale = w->scale;
	add_buckets(v, w->buckets.at, w->buckets.n);
}

/* (n * sum of squares - sum * sum) / (n * (n - 1)) */
static int64_t variance_of(const struct value *v)
{
	u128 sum = v->number < 0 ? -(u128)v->number : (u128)v->number;
	uint64_t n = (uint64_t)v->count;
	struct wide w;

	if (n < 2)
		return 0;
	w = wide_sub(wide_mul(v->squares, n), wide_square(sum));
	w = wide_div(wide_div(w, n), n - 1);
	return (int64_t)w.w[0];
}

/* ---- keys --------------------------------------------------------------- */

static void put_key(struct buf *b, const struct tapster_arg *a)
{
	uint64_t len = a->kind == TAPSTER_ARG_NUMBER ? 0 : a->len;

	buf_putc(b, a->kind);
	if (a->kind == TAPSTER_ARG_NUMBER) {
		buf_add(b, &a->number, sizeof(a->number));
		return;
	}
	buf_add(b, &len, sizeof(len));
	buf_add(b, a->bytes, a->len);
}

static const struct tapster_frame *keep_frames(struct merge *m,
					       const struct tapster_stack *st)
{
	struct tapster_frame *to =
		arena_alloc(m->arena, (st->n_frames + 1) * sizeof(*to));

	for (size_t i = 0; i < st->n_frames; i++) {
		to[i] = st->frames[i];
		to[i].function = arena_strdup(m->arena, to[i].function);
		to[i].module = arena_strdup(m->arena, to[i].module);
	}
	return to;
}

static const struct tapster_stack *keep_stack(struct merge *m,
					      const struct tapster_stack *st)
{
	struct tapster_stack *to;

	if (!st)
		return NULL;
	to = arena_new(m->arena, struct tapster_stack);
	*to = *st;
	to->frames = keep_frames(m, st);
	to->cut = st->cut ? arena_strdup(m->arena, st->cut) : NULL;
	return to;
}

static struct entry *make_entry(struct merge *m, struct global *g,
				const struct tapster_arg *keys)
{
	struct entry *e = arena_new(m->arena, struct entry);
	size_t n = g->about.n_keys;

	e->keys = arena_alloc(m->arena, (n + 1) * sizeof(*e->keys));
	for (size_t i = 0; i < n; i++) {
		e->keys[i] = keep_arg(m, keys[i]);
		e->keys[i].stack = keep_stack(m, keys[i].stack);
	}
	e->at = g->entries.n;
	vec_push(&g->entries, e);
	return e;
}

static struct entry *entry_of(struct merge *m, struct global *g,
			      const struct tapster_arg *keys)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct entry *e;

	for (size_t i = 0; i < g->about.n_keys; i++)
		put_key(&b, &keys[i]);
	e = hash_find(g->found, b.p, b.n);
	if (e)
		return e;
	e = make_entry(m, g, keys);
	hash_set(g->found, arena_memdup(m->arena, b.p, b.n), b.n, e);
	return e;
}

/* ---- globals ------------------------------------------------------------ */

static bool has_stack(const struct tapster_snapshot *sn)
{
	for (size_t i = 0; i < sn->n_keys; i++)
		if (sn->key_types[i] == TAPSTER_TYPE_STACK)
			return true;
	return false;
}

static bool adds_up(const struct tapster_snapshot *sn)
{
	return sn->value_type == TAPSTER_TYPE_STATS ||
	       (sn->value_type == TAPSTER_TYPE_LONG && sn->grows);
}

/* The types, with the host before them where it is a key. */
static const enum tapster_type *types_of(struct merge *m,
					 const struct tapster_snapshot *sn,
					 bool by_host)
{
	enum tapster_type *types = arena_alloc(
		m->arena, (sn->n_keys + 2) * sizeof(*types));

	types[0] = TAPSTER_TYPE_STRING;
	memcpy(types + by_host, sn->key_types, sn->n_keys * sizeof(*types));
	return types;
}

static struct global *make_global(struct merge *m,
				  const struct tapster_snapshot *sn,
				  bool by_host)
{
	struct global *g = arena_new(m->arena, struct global);

	g->about = *sn;
	g->about.global = arena_strdup(m->arena, sn->global);
	g->about.comment = arena_strdup(m->arena,
					sn->comment ? sn->comment : "");
	g->by_host = by_host;
	g->about.key_types = types_of(m, sn, by_host);
	g->about.n_keys += by_host;
	g->about.is_array |= by_host;
	g->about.args = NULL;
	g->found = hash_create();
	hash_set_str(m->globals, g->about.global, g);
	return g;
}

/* A host that says something else of it has another script: left out. */
static bool agrees(const struct global *g, const struct tapster_snapshot *sn)
{
	const enum tapster_type *types = g->about.key_types + g->by_host;

	return g->about.n_keys == sn->n_keys + g->by_host &&
	       g->about.value_type == sn->value_type &&
	       !memcmp(types, sn->key_types, sn->n_keys * sizeof(*types));
}

static struct global *global_of(struct merge *m,
				const struct tapster_snapshot *sn)
{
	struct global *g = hash_find_str(m->globals, sn->global);

	if (!g)
		return make_global(m, sn, m->by_host || has_stack(sn) ||
					  !adds_up(sn));
	return agrees(g, sn) ? g : NULL;
}

void merge_add(struct merge *m, const char *host,
	       const struct tapster_snapshot *sn)
{
	const struct tapster_arg first = {
		.kind = TAPSTER_ARG_STRING, .bytes = host, .len = strlen(host),
	};
	struct global *g = global_of(m, sn);
	struct tapster_arg *keys;

	if (!g)
		return;
	keys = xcalloc(sn->n_keys + 2, sizeof(*keys));
	keys[0] = first;
	g->about.time_ns = sn->time_ns;
	for (size_t i = 0; i < sn->n_entries; i++) {
		const struct tapster_arg *args =
			sn->args + i * (sn->n_keys + 1);

		memcpy(keys + g->by_host, args, sn->n_keys * sizeof(*keys));
		add_arg(m, &entry_of(m, g, keys)->value, &args[sn->n_keys]);
	}
	free(keys);
}

/* The same global in another merge. */
static struct global *twin_of(struct merge *m, const struct global *from)
{
	struct global *g = hash_find_str(m->globals, from->about.global);
	struct tapster_snapshot sn = from->about;

	sn.n_keys -= from->by_host;
	sn.key_types += from->by_host;
	if (!g)
		g = make_global(m, &sn, from->by_host);
	return agrees(g, &sn) && g->by_host == from->by_host ? g : NULL;
}

void merge_join(struct merge *m, const struct merge *from)
{
	for (size_t i = 0; i < hash_count(from->globals); i++) {
		struct global *f = global_at(from, i), *g = twin_of(m, f);

		for (size_t k = 0; g && k < f->entries.n; k++)
			add_value(m, &entry_of(m, g, f->entries.at[k]->keys)
					      ->value,
				  &f->entries.at[k]->value);
	}
}

/* ---- as snapshots ------------------------------------------------------- */

static int64_t fitting(s128 v)
{
	return v > INT64_MAX ? INT64_MAX : v < INT64_MIN ? INT64_MIN
							 : (int64_t)v;
}

static s128 average_of(const struct value *v)
{
	return v->count ? v->number / v->count : 0;
}

static void tell_value(const struct value *v, struct tapster_arg *to,
		       struct tapster_aggregate *a)
{
	*to = v->string;
	to->kind = v->kind;
	if (v->kind == TAPSTER_ARG_NUMBER)
		to->number = fitting(v->number);
	if (v->kind != TAPSTER_ARG_AGGREGATE)
		return;
	*a = (struct tapster_aggregate){
		.count = v->count, .sum = fitting(v->number),
		.min = v->min, .max = v->max,
		.avg = fitting(average_of(v)),
		.n_buckets = v->buckets.n, .buckets = v->buckets.at,
		.has_variance = v->has_variance, .variance = variance_of(v),
		.scale = v->scale,
		.squares_low = v->squares.w[0],
		.squares_high = v->squares.w[1],
	};
	to->aggregate = a;
}

void merge_tell(struct merge *m,
		void (*fn)(void *data, const struct tapster_snapshot *sn),
		void *data)
{
	for (size_t i = 0; i < hash_count(m->globals); i++) {
		struct global *g = global_at(m, i);
		struct tapster_snapshot sn = g->about;
		size_t n = sn.n_keys + 1;
		struct tapster_arg *args =
			xcalloc(g->entries.n * n + 1, sizeof(*args));
		struct tapster_aggregate *all =
			xcalloc(g->entries.n + 1, sizeof(*all));

		for (size_t k = 0; k < g->entries.n; k++) {
			memcpy(args + k * n, g->entries.at[k]->keys,
			       sn.n_keys * sizeof(*args));
			tell_value(&g->entries.at[k]->value,
				   &args[k * n + n - 1], &all[k]);
		}
		sn.args = args;
		sn.n_entries = sn.n_all = g->entries.n;
		fn(data, &sn);
		free(args);
		free(all);
	}
}

/* ---- as text ------------------------------------------------------------ */

static int larger_first(const void *x, const void *y)
{
	const struct entry *a = *(struct entry *const *)x;
	const struct entry *b = *(struct entry *const *)y;
	s128 v = a->value.number, w = b->value.number;

	if (a->value.kind == TAPSTER_ARG_AGGREGATE) {
		v = a->value.count;
		w = b->value.count;
	}
	if (v != w)
		return v < w ? 1 : -1;
	return (a->at > b->at) - (a->at < b->at);
}

static void put_wide_number(struct buf *b, s128 v)
{
	u128 n = v < 0 ? -(u128)v : (u128)v;
	char digits[48];
	size_t at = sizeof(digits);

	do
		digits[--at] = (char)('0' + (int)(n % 10));
	while (n /= 10);
	if (v < 0)
		digits[--at] = '-';
	buf_add(b, digits + at, sizeof(digits) - at);
}

static void put_arg(struct buf *b, const struct tapster_arg *a)
{
	if (a->kind == TAPSTER_ARG_NUMBER) {
		buf_printf(b, "%lld", (long long)a->number);
		return;
	}
	buf_putc(b, '"');
	buf_put_json(b, a->bytes, a->len);
	buf_putc(b, '"');
}

static void put_stats(struct buf *b, const struct value *v,
		      const char *const names[5])
{
	const s128 values[] = { v->count, v->min, v->max, v->number,
				average_of(v) };

	for (int i = 0; i < 5; i++) {
		buf_puts(b, names[i]);
		put_wide_number(b, values[i]);
	}
}

static void put_text_value(struct buf *b, const struct value *v)
{
	static const char *const names[5] = {
		" @count=", " @min=", " @max=", " @sum=", " @avg=",
	};

	if (v->kind == TAPSTER_ARG_AGGREGATE) {
		put_stats(b, v, names);
		return;
	}
	buf_putc(b, '=');
	if (v->kind == TAPSTER_ARG_NUMBER)
		put_wide_number(b, v->number);
	else
		put_arg(b, &v->string);
}

static void put_text(struct buf *b, const struct global *g,
		     const struct entry *e)
{
	buf_puts(b, g->about.global);
	for (size_t i = 0; i < g->about.n_keys; i++) {
		buf_putc(b, i ? ',' : '[');
		put_arg(b, &e->keys[i]);
	}
	if (g->about.n_keys)
		buf_putc(b, ']');
	put_text_value(b, &e->value);
	buf_putc(b, '\n');
}

static void put_json_value(struct buf *b, const struct value *v)
{
	static const char *const names[5] = {
		"{\"count\":", ",\"min\":", ",\"max\":", ",\"sum\":",
		",\"avg\":",
	};

	if (v->kind == TAPSTER_ARG_AGGREGATE) {
		put_stats(b, v, names);
		buf_putc(b, '}');
	} else if (v->kind == TAPSTER_ARG_NUMBER) {
		put_wide_number(b, v->number);
	} else {
		put_arg(b, &v->string);
	}
}

static void put_json(struct buf *b, const struct global *g,
		     const struct entry *e)
{
	buf_puts(b, "{\"type\":\"merged\",\"name\":\"");
	buf_put_json(b, g->about.global, strlen(g->about.global));
	buf_printf(b, "\",\"by_host\":%s,\"keys\":[",
		   g->by_host ? "true" : "false");
	for (size_t i = 0; i < g->about.n_keys; i++) {
		if (i)
			buf_putc(b, ',');
		put_arg(b, &e->keys[i]);
	}
	buf_puts(b, "],\"value\":");
	put_json_value(b, &e->value);
	buf_puts(b, "}\n");
}

static void print_global(struct global *g, FILE *f, enum merge_form form)
{
	size_t n = g->entries.n;
	struct entry **all = xcalloc(n + 1, sizeof(*all));

	memcpy(all, g->entries.at, n * sizeof(*all));
	qsort(all, n, sizeof(*all), larger_first);
	for (size_t i = 0; i < n; i++) {
		_cleanup_buf_ struct buf b = BUF_INIT;

		if (form == MERGE_JSON)
			put_json(&b, g, all[i]);
		else
			put_text(&b, g, all[i]);
		fwrite(b.p, 1, b.n, f);
	}
	free(all);
}

void merge_print(struct merge *m, FILE *f, enum merge_form form)
{
	for (size_t i = 0; i < hash_count(m->globals); i++)
		if (global_at(m, i)->about.is_shown)
			print_global(global_at(m, i), f, form);
}
