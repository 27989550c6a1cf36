/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes tables that can be searched from what the walk found.
 *
 * Functions are sorted by name, file and line, and get new numbers; bodies
 * and copies are sorted by these, so that those of one function are a run;
 * files are sorted by their last component, which is what people write.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "translator/target/dwarf/dwarf_index_private.h"

struct maker {
	struct index_raw *raw;
	const char *text;
	uint32_t *order;	/* new number -> number in raw->funcs */
	uint32_t *number;	/* the inverse of order */
	VEC(struct index_name) names;
	VEC(struct index_file) files;
	VEC(uint32_t) file_units;
	size_t n_copies;
};

/* ---- orders ------------------------------------------------------------- */

static int by_number(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int by_func(const void *a, const void *b, void *data)
{
	const struct maker *m = data;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
	const struct raw_func *x = &m->raw->funcs.at[i];
	const struct raw_func *y = &m->raw->funcs.at[k];
	int c = x->name == y->name ? 0 :
		strcmp(m->text + x->name, m->text + y->name);

	if (!c && x->file != y->file)
		c = strcmp(m->text + x->file, m->text + y->file);
	if (!c)
		c = by_number(x->line, y->line);
	/* nothing else matters, but the order must be the same each time */
	return c ? c : by_number(i, k);
}

static int by_name(const void *a, const void *b, void *data)
{
	const struct index_name *x = a, *y = b;
	const char *text = data;
	int c = x->name == y->name ? 0 :
		strcmp(text + x->name, text + y->name);

	return c ? c : by_number(x->func, y->func);
}

static int by_body(const void *a, const void *b)
{
	const struct raw_body *x = a, *y = b;
	int c = by_number(x->is_copy, y->is_copy);

	if (!c)
		c = by_number(x->func, y->func);
	if (!c)
		c = by_number(x->entry, y->entry);
	if (!c)
		c = by_number(x->unit, y->unit);
	return c ? c : by_number(x->at, y->at);
}

static int by_span(const void *a, const void *b)
{
	const struct index_span *x = a, *y = b;
	int c = by_number(x->low, y->low);

	return c ? c : by_number(x->high, y->high);
}

static int by_path(const void *a, const void *b, void *data)
{
	const struct raw_use *x = a, *y = b;
	const char *text = data;
	int c = 0;

	if (x->path != y->path) {
		const char *p = text + x->path, *q = text + y->path;

		c = strcmp(basename(p), basename(q));
		if (!c)
			c = strcmp(p, q);
	}
	return c ? c : by_number(x->unit, y->unit);
}

static int by_thing(const void *a, const void *b, void *data)
{
	const struct index_thing *x = a, *y = b;
	const char *text = data;
	int c = x->name == y->name ? 0 :
		strcmp(text + x->name, text + y->name);

	if (!c)
		c = by_number(x->tag, y->tag);
	if (!c)
		c = by_number(x->unit, y->unit);
	return c ? c : by_number(x->at, y->at);
}

/* ---- functions and names ------------------------------------------------ */

static void order_funcs(struct maker *m)
{
	size_t n = m->raw->funcs.n;

	m->order = xcalloc(n + 1, sizeof(*m->order));
	m->number = xcalloc(n + 1, sizeof(*m->number));
	for (size_t i = 0; i < n; i++)
		m->order[i] = (uint32_t)i;
	qsort_r(m->order, n, sizeof(*m->order), by_func, m);
	for (size_t i = 0; i < n; i++)
		m->number[m->order[i]] = (uint32_t)i;
}

static void add_name(struct maker *m, uint32_t name, uint32_t func)
{
	if (name)
		vec_push(&m->names, ((struct index_name){ name, func }));
}

static void order_names(struct maker *m)
{
	for (uint32_t i = 0; i < m->raw->funcs.n; i++) {
		const struct raw_func *f = &m->raw->funcs.at[m->order[i]];

		add_name(m, f->name, i);
		if (f->plain != f->name)
			add_name(m, f->plain, i);
		if (f->linkage != f->name && f->linkage != f->plain)
			add_name(m, f->linkage, i);
	}
	if (m->names.n)
		qsort_r(m->names.at, m->names.n, sizeof(m->names.at[0]),
			by_name, (void *)m->text);
}

/* Sorts code: first that of functions themselves, then copies. */
static void order_bodies(struct maker *m)
{
	size_t n = m->raw->bodies.n;

	for (size_t i = 0; i < n; i++) {
		struct raw_body *b = &m->raw->bodies.at[i];

		b->func = m->number[b->func];
		m->n_copies += b->is_copy;
	}
	if (n)
		qsort(m->raw->bodies.at, n, sizeof(m->raw->bodies.at[0]),
		      by_body);
}

/* ---- files -------------------------------------------------------------- */

/* Sorts the uses by path and unit, and makes the tables of files from them. */
static void order_uses(struct maker *m)
{
	struct index_raw *raw = m->raw;
	size_t n = raw->uses.n;

	if (n)
		qsort_r(raw->uses.at, n, sizeof(raw->uses.at[0]), by_path,
			(void *)m->text);
	for (size_t i = 0; i < n; i++) {
		const struct raw_use *u = &raw->uses.at[i];
		uint32_t at = (uint32_t)m->file_units.n;

		if (!m->files.n || vec_last(&m->files).path != u->path)
			vec_push(&m->files,
				 ((struct index_file){ u->path, at, 0 }));
		vec_last(&m->files).n++;
		vec_push(&m->file_units, u->unit);
	}
}

/* ---- laying out --------------------------------------------------------- */

static size_t size_of_all(const struct dwarf_index_head *h)
{
	return sizeof(*h) + h->n_units * sizeof(struct index_unit) +
	       h->n_spans * sizeof(struct index_span) +
	       h->n_funcs * sizeof(struct index_func) +
	       h->n_names * sizeof(struct index_name) +
	       h->n_bodies * sizeof(struct index_body) +
	       h->n_copies * sizeof(struct index_body) +
	       h->n_things * sizeof(struct index_thing) +
	       h->n_files * sizeof(struct index_file) +
	       h->n_file_units * sizeof(uint32_t) + h->n_strings;
}

static void fill_head(struct dwarf_index_head *h, const struct maker *m,
		      const struct dwarf *d)
{
	h->n_units = (uint32_t)m->raw->units.n;
	h->n_spans = (uint32_t)m->raw->spans.n;
	h->n_funcs = (uint32_t)m->raw->funcs.n;
	h->n_names = (uint32_t)m->names.n;
	h->n_copies = (uint32_t)m->n_copies;
	h->n_bodies = (uint32_t)(m->raw->bodies.n - m->n_copies);
	h->n_things = (uint32_t)m->raw->things.n;
	h->n_files = (uint32_t)m->files.n;
	h->n_file_units = (uint32_t)m->file_units.n;
	h->n_info = m->raw->n_info;
	h->n_missing = m->raw->n_missing;
	h->missing = m->raw->missing;
	h->n_damaged = m->raw->n_damaged;
	h->damage = m->raw->damage;
	h->n_strings = (uint32_t)m->raw->texts.bytes.n;
	h->size = size_of_all(h);
	memcpy(h->build_id, d->debug->build_id, sizeof(h->build_id));
}

static void copy(const void *to, const void *from, size_t n)
{
	if (n)
		memcpy((void *)to, from, n);
}

static void fill_funcs(struct index_func *ret, const struct maker *m)
{
	for (size_t i = 0; i < m->raw->funcs.n; i++) {
		const struct raw_func *f = &m->raw->funcs.at[m->order[i]];

		ret[i] = (struct index_func){
			.name = f->name, .linkage = f->linkage,
			.file = f->file, .line = f->line, .flags = f->flags,
		};
	}
}

static void fill_bodies(const struct dwarf_index *ix, const struct maker *m)
{
	struct index_func *funcs = (struct index_func *)ix->funcs;
	struct index_body *bodies = (struct index_body *)ix->bodies;
	struct index_body *copies = (struct index_body *)ix->copies;
	uint32_t n_bodies = 0, n_copies = 0;

	for (size_t i = 0; i < m->raw->bodies.n; i++) {
		const struct raw_body *b = &m->raw->bodies.at[i];
		struct index_body row = { b->entry, b->unit, b->at };
		struct index_func *f = &funcs[b->func];

		if (b->is_copy) {
			if (!f->n_copies++)
				f->first_copy = n_copies;
			copies[n_copies++] = row;
		} else {
			if (!f->n_bodies++)
				f->first_body = n_bodies;
			bodies[n_bodies++] = row;
		}
	}
}

static void fill(struct dwarf_index *ix, const struct maker *m)
{
	const struct index_raw *raw = m->raw;

	copy(ix->units, raw->units.at, raw->units.n * sizeof(*ix->units));
	copy(ix->spans, raw->spans.at, raw->spans.n * sizeof(*ix->spans));
	copy(ix->names, m->names.at, m->names.n * sizeof(*ix->names));
	copy(ix->things, raw->things.at,
	     raw->things.n * sizeof(*ix->things));
	copy(ix->files, m->files.at, m->files.n * sizeof(*ix->files));
	copy(ix->file_units, m->file_units.at,
	     m->file_units.n * sizeof(*ix->file_units));
	copy(ix->strings, raw->texts.bytes.p, raw->texts.bytes.n);
	fill_funcs((struct index_func *)ix->funcs, m);
	fill_bodies(ix, m);
}

static void lay_out(struct dwarf_index *ix, const struct maker *m,
		    const struct dwarf *d)
{
	struct dwarf_index_head h = { 0 };
	struct dwarf_index_head *all;

	fill_head(&h, m, d);
	all = xcalloc(1, h.size);
	*all = h;
	*ix = (struct dwarf_index){ .head = all };
	dwarf_index_tables(ix);
	fill(ix, m);
	dwarf_index_seal(all, d);
}

void dwarf_index_make(struct dwarf_index *ret, struct index_raw *raw,
		      const struct dwarf *d)
{
	struct maker m = { .raw = raw };

	/* so that the pool has a "" in any case */
	text_pool_add(&raw->texts, "", 0);
	m.text = raw->texts.bytes.p;
	if (raw->spans.n)
		qsort(raw->spans.at, raw->spans.n, sizeof(raw->spans.at[0]),
		      by_span);
	if (raw->things.n)
		qsort_r(raw->things.at, raw->things.n,
			sizeof(raw->things.at[0]), by_thing, (void *)m.text);
	order_funcs(&m);
	order_names(&m);
	order_bodies(&m);
	order_uses(&m);
	lay_out(ret, &m, d);
	free(m.order);
	free(m.number);
	vec_free(&m.names);
	vec_free(&m.files);
	vec_free(&m.file_units);
}
