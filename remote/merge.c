/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Merges globals of many hosts.  A global is a table of entries, found by the
 * bytes of their keys.  Entries are in the merge's arena.  They must be small,
 * because each of a thousand hosts has a merge: keys are stored as bytes only, and
 * an entry holds a number; an aggregate or a string has its own memory.
 * Counts of buckets are stored with the range of the bucket, so hosts may have
 * different numbers of buckets.
 */
#include "remote/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "remote/wide.h"

/* The part of an aggregate besides its sum. */
struct stats {
	int64_t count, min, max;
	struct wide squares;
	bool has_variance;
	enum tapster_scale scale;
	uint32_t n_buckets, room;
	struct tapster_bucket *buckets;		/* the lowest first */
};

struct value {
	s128 number;			/* of a number, or the sum of an aggregate */
	union {
		struct stats *stats;			/* of an aggregate */
		const struct tapster_arg *string;	/* of a string */
	};
	enum tapster_arg_kind kind;
};

struct entry {
	struct value value;
	const char *key;	/* as put_key() writes them */
	const struct tapster_stack *const *stacks;	/* [n_keys]; or NULL */
	size_t at;		/* its index in the order of creation */
};

struct global {
	struct tapster_snapshot about;	/* its name and types */
	bool by_host;			/* the host is the first key */
	bool has_stacks;		/* a key is a stack */
	struct hash *entries;		/* struct entry by the bytes of its keys */
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

static struct entry *entry_at(const struct global *g, size_t i)
{
	return hash_at(g->entries, i, NULL, NULL);
}

void merge_free(struct merge *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < hash_count(m->globals); i++)
		hash_destroy(global_at(m, i)->entries);
	hash_destroy(m->globals);
	arena_destroy(m->arena);
	free(m);
}

/* ---- values ------------------------------------------------------------- */

static u128 squares_of(const struct tapster_aggregate *a)
{
	return (u128)a->squares_high << 64 | a->squares_low;
}

/* Makes room for @n more buckets. */
static void make_room(struct merge *m, struct stats *st, size_t n)
{
	struct tapster_bucket *old = st->buckets;
	size_t needed = st->n_buckets + n;

	if (needed <= st->room)
		return;
	st->room = (uint32_t)(needed + st->n_buckets);
	st->buckets = arena_alloc(m->arena, st->room * sizeof(*old));
	if (st->n_buckets)
		memcpy(st->buckets, old, st->n_buckets * sizeof(*old));
}

/* Returns the bucket that begins at the `lo` of @like; creates it if there is
 * none. */
static struct tapster_bucket *bucket_at(struct merge *m, struct stats *st,
					const struct tapster_bucket *like)
{
	size_t i = st->n_buckets;

	while (i && st->buckets[i - 1].lo > like->lo)
		i--;
	if (i && st->buckets[i - 1].lo == like->lo)
		return &st->buckets[i - 1];
	make_room(m, st, 1);
	memmove(st->buckets + i + 1, st->buckets + i,
		(st->n_buckets++ - i) * sizeof(*like));
	st->buckets[i] = (struct tapster_bucket){ like->lo, like->hi, 0 };
	return &st->buckets[i];
}

static void add_buckets(struct merge *m, struct stats *st,
			const struct tapster_bucket *b, size_t n)
{
	if (!st->n_buckets)
		make_room(m, st, n);
	for (size_t i = 0; i < n; i++)
		bucket_at(m, st, &b[i])->count += b[i].count;
}

/* Adds to @st the count and the range of @count other values.  @count and st->count
 * may be 0. */
static void add_range(struct stats *st, int64_t count, int64_t min,
		      int64_t max)
{
	if (!count)
		return;
	if (!st->count || min < st->min)
		st->min = min;
	if (!st->count || max > st->max)
		st->max = max;
	st->count += count;
}

/* Returns the aggregate of @v; makes @v an aggregate if it is none. */
static struct stats *stats_of(struct merge *m, struct value *v)
{
	if (v->kind != TAPSTER_ARG_AGGREGATE)
		v->stats = arena_new(m->arena, struct stats);
	v->kind = TAPSTER_ARG_AGGREGATE;
	return v->stats;
}

static void add_aggregate(struct merge *m, struct value *v,
			  const struct tapster_aggregate *a)
{
	struct stats *st = stats_of(m, v);

	v->number += a->sum;
	add_range(st, a->count, a->min, a->max);
	st->squares = wide_add(st->squares, wide_of(squares_of(a)));
	st->has_variance |= a->has_variance;
	st->scale = a->scale;
	add_buckets(m, st, a->buckets, a->n_buckets);
}

static void add_stats(struct merge *m, struct value *v, const struct stats *w)
{
	struct stats *st = stats_of(m, v);

	add_range(st, w->count, w->min, w->max);
	st->squares = wide_add(st->squares, w->squares);
	st->has_variance |= w->has_variance;
	st->scale = w->scale;
	add_buckets(m, st, w->buckets, w->n_buckets);
}

/* Sets @v to a string, whose bytes are copied. */
static void set_string(struct merge *m, struct value *v,
		       const struct tapster_arg *a)
{
	struct tapster_arg *to = arena_new(m->arena, struct tapster_arg);

	*to = *a;
	to->stack = NULL;
	to->bytes = arena_memdup(m->arena, a->bytes, a->len);
	v->string = to;
	v->kind = a->kind;
}

static void add_arg(struct merge *m, struct value *v,
		    const struct tapster_arg *a)
{
	if (a->kind == TAPSTER_ARG_AGGREGATE)
		add_aggregate(m, v, a->aggregate);
	else if (a->kind == TAPSTER_ARG_NUMBER)
		v->number += a->number;
	else
		set_string(m, v, a);
}

static void add_value(struct merge *m, struct value *v, const struct value *w)
{
	v->number += w->number;
	if (w->kind == TAPSTER_ARG_AGGREGATE)
		add_stats(m, v, w->stats);
	else if (w->kind != TAPSTER_ARG_NUMBER)
		set_string(m, v, w->string);
}

/* Returns the variance: (n * sum of squares - sum * sum) / (n * (n - 1)); 0 for
 * fewer than two values. */
static int64_t variance_of(const struct value *v)
{
	u128 sum = v->number < 0 ? -(u128)v->number : (u128)v->number;
	uint64_t n = (uint64_t)v->stats->count;
	struct wide w;

	if (n < 2)
		return 0;
	w = wide_sub(wide_mul(v->stats->squares, n), wide_square(sum));
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
	buf_putc(b, '\0');
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

/* Decodes the key at @p to @ret.  Returns the start of the next key. */
static const char *get_key(const char *p, struct tapster_arg *ret)
{
	uint64_t n;

	*ret = (struct tapster_arg){ .kind = (enum tapster_arg_kind)*p++ };
	memcpy(&n, p, sizeof(n));
	p += sizeof(n);
	if (ret->kind == TAPSTER_ARG_NUMBER) {
		ret->number = (int64_t)n;
		return p;
	}
	ret->bytes = p;
	ret->len = n;
	return p + n + 1;
}

static void get_keys(const struct global *g, const struct entry *e,
		     struct tapster_arg *keys)
{
	const char *p = e->key;

	for (size_t i = 0; i < g->about.n_keys; i++) {
		p = get_key(p, &keys[i]);
		keys[i].stack = e->stacks ? e->stacks[i] : NULL;
	}
}

static const struct tapster_stack *const *
keep_stacks(struct merge *m, const struct tapster_arg *keys, size_t n)
{
	const struct tapster_stack **stacks =
		arena_alloc(m->arena, (n + 1) * sizeof(*stacks));

	for (size_t i = 0; i < n; i++)
		stacks[i] = keep_stack(m, keys[i].stack);
	return stacks;
}

/* Creates the entry with the @n bytes of @key, which must live as long as @m. */
static struct entry *make_entry(struct merge *m, struct global *g,
			      const char *key, size_t n)
{
	struct entry *e = arena_new(m->arena, struct entry);

	e->key = key;
	e->at = hash_count(g->entries);
	hash_set(g->entries, key, n, e);
	return e;
}

static struct entry *entry_of_keys(struct merge *m, struct global *g,
				   const struct tapster_arg *keys)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t n = g->about.n_keys;
	struct entry *e;

	for (size_t i = 0; i < n; i++)
		put_key(&b, &keys[i]);
	e = hash_find(g->entries, b.p, b.n);
	if (e)
		return e;
	e = make_entry(m, g, arena_memdup(m->arena, b.p, b.n), b.n);
	if (g->has_stacks)
		e->stacks = keep_stacks(m, keys, n);
	return e;
}

/* Returns the entry with the key of entry @i of @from; creates it if there is none.
 * @from is a global of another merge, which must live as long as @m. */
static struct entry *entry_like(struct merge *m, struct global *g,
				const struct global *from, size_t i)
{
	const void *key;
	size_t n;
	const struct entry *f = hash_at(from->entries, i, &key, &n);
	struct entry *e = hash_find(g->entries, key, n);

	if (e)
		return e;
	e = make_entry(m, g, key, n);
	e->stacks = f->stacks;
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

/* Returns the types of the keys of @sn; with @by_host, the type of the host's name is
 * before them. */
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
	g->has_stacks = has_stack(sn);
	g->entries = hash_create();
	hash_set_str(m->globals, g->about.global, g);
	return g;
}

/* Returns true if @sn has the same types as @g.  If not, the host of @sn runs another
 * script, and the callers ignore the snapshot. */
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
		add_arg(m, &entry_of_keys(m, g, keys)->value, &args[sn->n_keys]);
	}
	free(keys);
}

/* Returns the global of @m with the name of @from, a global of another merge;
 * creates it if there is none.  NULL: their types differ. */
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

		for (size_t k = 0; g && k < hash_count(f->entries); k++)
			add_value(m, &entry_like(m, g, f, k)->value,
				  &entry_at(f, k)->value);
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
	return v->stats->count ? v->number / v->stats->count : 0;
}

static struct tapster_aggregate aggregate_of(const struct value *v)
{
	const struct stats *st = v->stats;

	return (struct tapster_aggregate){
		.count = st->count, .sum = fitting(v->number),
		.min = st->min, .max = st->max,
		.avg = fitting(average_of(v)),
		.n_buckets = st->n_buckets, .buckets = st->buckets,
		.has_variance = st->has_variance, .variance = variance_of(v),
		.scale = st->scale,
		.squares_low = st->squares.w[0],
		.squares_high = st->squares.w[1],
	};
}

static void tell_value(const struct value *v, struct tapster_arg *to,
		       struct tapster_aggregate *a)
{
	to->kind = v->kind;
	if (v->kind == TAPSTER_ARG_NUMBER) {
		to->number = fitting(v->number);
	} else if (v->kind == TAPSTER_ARG_AGGREGATE) {
		*a = aggregate_of(v);
		to->aggregate = a;
	} else {
		*to = *v->string;
	}
}

/* Returns how many struct tapster_aggregate a snapshot of @g needs: one per entry if
 * the values are aggregates, else 0. */
static size_t n_aggregates(const struct global *g)
{
	return g->about.value_type == TAPSTER_TYPE_STATS
		? hash_count(g->entries) : 0;
}

/* Returns true if "host" is one of the labels in @s, such as "[host, disk]: help". */
static bool has_host(const char *s)
{
	size_t end = strcspn(s, "]");

	for (const char *at = strstr(s, "host"); at && at < s + end;
	     at = strstr(at + 1, "host"))
		if (strchr(" [,", at[-1]) && strchr(" ,]", at[4]))
			return true;
	return false;
}

/* Writes the comment, such as "reads[comm]: help".  If the host is a key, a label is
 * put before the others: "host", or "from_host" if another label is "host". */
static void put_comment(struct buf *out, const struct global *g)
{
	const char *name = g->about.global, *help = g->about.comment;
	size_t n = strlen(name);

	if (g->by_host && !strncmp(help, name, n) && help[n] == '[')
		buf_printf(out, "%s[%s, %s", name,
			   has_host(help + n) ? "from_host" : "host",
			   help + n + 1);
	else if (g->by_host && g->about.n_keys == 1)
		buf_printf(out, "%s[host]: %s", name, help);
	else
		buf_puts(out, help);
}

void merge_tell(struct merge *m,
		void (*fn)(void *data, const struct tapster_snapshot *sn),
		void *data)
{
	for (size_t i = 0; i < hash_count(m->globals); i++) {
		struct global *g = global_at(m, i);
		struct tapster_snapshot sn = g->about;
		size_t n = sn.n_keys + 1, n_entries = hash_count(g->entries);
		struct tapster_arg *args =
			xcalloc(n_entries * n + 1, sizeof(*args));
		struct tapster_aggregate *all =
			xcalloc(n_aggregates(g) + 1, sizeof(*all));
		_cleanup_buf_ struct buf comment = BUF_INIT;

		put_comment(&comment, g);
		for (size_t k = 0; k < n_entries; k++) {
			const struct entry *e = entry_at(g, k);

			get_keys(g, e, args + k * n);
			tell_value(&e->value, &args[k * n + n - 1],
				   &all[n_aggregates(g) ? k : 0]);
		}
		sn.comment = comment.n ? comment.p : "";
		sn.args = args;
		sn.n_entries = sn.n_total = n_entries;
		fn(data, &sn);
		free(args);
		free(all);
	}
}

/* ---- as text ------------------------------------------------------------ */

/* Returns the number by which entries are sorted; for an aggregate, its count. */
static s128 rank_of(const struct value *v)
{
	return v->kind == TAPSTER_ARG_AGGREGATE ? v->stats->count : v->number;
}

static int larger_first(const void *x, const void *y)
{
	const struct entry *a = *(struct entry *const *)x;
	const struct entry *b = *(struct entry *const *)y;
	s128 v = rank_of(&a->value), w = rank_of(&b->value);

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
	const struct stats *st = v->stats;
	const s128 values[] = { st->count, st->min, st->max, v->number,
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
		put_arg(b, v->string);
}

static void put_text(struct buf *b, const struct global *g,
		     const struct entry *e, struct tapster_arg *keys)
{
	buf_puts(b, g->about.global);
	for (size_t i = 0; i < g->about.n_keys; i++) {
		buf_putc(b, i ? ',' : '[');
		put_arg(b, &keys[i]);
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
		put_arg(b, v->string);
	}
}

static void put_json(struct buf *b, const struct global *g,
		     const struct entry *e, struct tapster_arg *keys)
{
	buf_puts(b, "{\"type\":\"merged\",\"name\":\"");
	buf_put_json(b, g->about.global, strlen(g->about.global));
	buf_printf(b, "\",\"by_host\":%s,\"keys\":[",
		   g->by_host ? "true" : "false");
	for (size_t i = 0; i < g->about.n_keys; i++) {
		if (i)
			buf_putc(b, ',');
		put_arg(b, &keys[i]);
	}
	buf_puts(b, "],\"value\":");
	put_json_value(b, &e->value);
	buf_puts(b, "}\n");
}

static void print_global(struct global *g, FILE *f, enum merge_form form)
{
	size_t n = hash_count(g->entries);
	const struct entry **all = xcalloc(n + 1, sizeof(*all));
	struct tapster_arg *keys = xcalloc(g->about.n_keys + 1, sizeof(*keys));

	for (size_t i = 0; i < n; i++)
		all[i] = entry_at(g, i);
	qsort(all, n, sizeof(*all), larger_first);
	for (size_t i = 0; i < n; i++) {
		_cleanup_buf_ struct buf b = BUF_INIT;

		get_keys(g, all[i], keys);
		if (form == MERGE_JSON)
			put_json(&b, g, all[i], keys);
		else
			put_text(&b, g, all[i], keys);
		fwrite(b.p, 1, b.n, f);
	}
	free(keys);
	free(all);
}

void merge_print(struct merge *m, FILE *f, enum merge_form form)
{
	for (size_t i = 0; i < hash_count(m->globals); i++) {
		struct global *g = global_at(m, i);

		if (g->about.is_printed &&
		    !(form == MERGE_NO_STACKS && g->has_stacks))
			print_global(g, f, form);
	}
}
