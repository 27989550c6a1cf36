/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Functions on types that need only the nodes: sizes, members, comparison.
 */
#include <string.h>

#include "base/buf.h"
#include "base/nearest.h"
#include "translator/target/types/ctype.h"

const struct ctype ctype_void = { .kind = CTYPE_VOID, .name = "" };

const struct ctype *ctype_target(const struct ctype *t)
{
	const struct ctype *target = NULL;

	if (t->ops && t->ops->target)
		target = t->ops->target(t);
	return target ? target : &ctype_void;
}

static bool has_members(const struct ctype *t)
{
	return t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION;
}

const struct ctype_member *ctype_members(const struct ctype *t)
{
	return has_members(t) && t->n ? t->ops->members(t) : NULL;
}

const struct ctype_enumerator *ctype_enumerators(const struct ctype *t)
{
	return t->kind == CTYPE_ENUM && t->n ? t->ops->enumerators(t) : NULL;
}

const struct ctype_param *ctype_params(const struct ctype *t)
{
	return t->kind == CTYPE_FUNCTION && t->n ? t->ops->params(t) : NULL;
}

enum ctype_passing ctype_passing(const struct ctype *t)
{
	return has_members(t) && t->ops->passing ? t->ops->passing(t)
						 : CTYPE_BY_CONTENT;
}

static bool is_qualifier(const struct ctype *t)
{
	return t->kind == CTYPE_CONST || t->kind == CTYPE_VOLATILE ||
	       t->kind == CTYPE_RESTRICT || t->kind == CTYPE_ATOMIC;
}

const struct ctype *ctype_strip(const struct ctype *t)
{
	const struct ctype *definition;

	for (int depth = 0; is_qualifier(t) || t->kind == CTYPE_TYPEDEF;
	     depth++) {
		if (depth == CTYPE_DEPTH)
			return &ctype_void;
		t = ctype_target(t);
	}
	if (!t->is_declared)
		return t;
	definition = t->ops->definition(t);
	return definition ? definition : t;
}

bool ctype_is_scalar(const struct ctype *t)
{
	t = ctype_strip(t);
	return t->kind == CTYPE_INT || t->kind == CTYPE_BOOL ||
	       t->kind == CTYPE_FLOAT || t->kind == CTYPE_ENUM ||
	       t->kind == CTYPE_POINTER;
}

uint64_t ctype_size(const struct ctype *t)
{
	uint64_t elements = 1, size;

	for (int depth = 0; depth < CTYPE_DEPTH; depth++) {
		t = ctype_strip(t);
		if (t->kind != CTYPE_ARRAY || t->size)
			return __builtin_mul_overflow(t->size, elements, &size)
				       ? 0
				       : size;
		if (__builtin_mul_overflow(elements, t->n, &elements))
			return 0;
		t = ctype_target(t);
	}
	return 0;
}

/* ---- members ------------------------------------------------------------ */

/*
 * A walk over members.  A hostile structure may hold itself twice, so depth alone does
 * not bound the walk: `budget` is how many more members are looked at.
 */
struct walk {
	bool (*fn)(void *data, const struct ctype_member *m);
	void *data;
	size_t budget;
};

#define MEMBERS_MAX 100000

static bool walk_members(struct walk *w, const struct ctype *t,
			 uint64_t bit_offset, int depth);

/* Walks the members of @t that it declares itself, or, with @is_base, those of the
 * classes that it inherits, without virtual ones; true: w->fn returned true. */
static bool walk_some(struct walk *w, const struct ctype *t, bool is_base,
		      uint64_t bit_offset, int depth)
{
	const struct ctype_member *m = ctype_members(t);
	struct ctype_member at;

	for (size_t i = 0; m && i < t->n && w->budget; i++) {
		w->budget--;
		if (m[i].is_base != is_base || m[i].is_virtual)
			continue;
		at = m[i];
		at.bit_offset += bit_offset;
		if (*at.name ? w->fn(w->data, &at)
			     : depth < CTYPE_DEPTH &&
				       walk_members(w, at.type, at.bit_offset,
						    depth + 1))
			return true;
	}
	return false;
}

/* Calls w->fn for each named member of @t, also inside nameless ones, until it returns
 * true; then the result is true.  @bit_offset: of @t in the outermost structure. */
static bool walk_members(struct walk *w, const struct ctype *t,
			 uint64_t bit_offset, int depth)
{
	t = ctype_strip(t);
	return walk_some(w, t, false, bit_offset, depth) ||
	       walk_some(w, t, true, bit_offset, depth);
}

struct search {
	const char *name;
	struct ctype_member *ret;
};

static bool is_sought(void *data, const struct ctype_member *m)
{
	struct search *s = data;

	if (strcmp(m->name, s->name))
		return false;
	*s->ret = *m;
	return true;
}

bool ctype_find_member(const struct ctype *t, const char *name,
		       struct ctype_member *ret)
{
	struct search s = { name, ret };
	struct walk w = { is_sought, &s, MEMBERS_MAX };

	return *name && walk_members(&w, t, 0, 0);
}

struct best {
	struct nearest word;
	const char *name;
};

static bool is_perfect(void *data, const struct ctype_member *m)
{
	struct best *best = data;
	size_t d = nearest_distance(&best->word, m->name, strlen(m->name));

	if (d > best->word.limit)
		return false;
	best->name = m->name;
	if (!d)
		return true;
	best->word.limit = d - 1;
	return false;
}

const char *ctype_nearest_member(const struct ctype *t, const char *name)
{
	struct best best = { .name = NULL };
	struct walk w = { is_perfect, &best, MEMBERS_MAX };

	if (nearest_init(&best.word, name))
		walk_members(&w, t, 0, 0);
	return best.name;
}

/* ---- equality ----------------------------------------------------------- */

/* The most nodes of each type that are compared; types with more count as different. */
#define EQUAL_MAX 2000

static bool equal(const struct ctype *a, const struct ctype *b,
		  size_t *budget);

static bool equal_params(const struct ctype *a, const struct ctype *b,
			 size_t *budget)
{
	const struct ctype_param *x = ctype_params(a), *y = ctype_params(b);

	for (size_t i = 0; i < a->n; i++)
		if (!equal(x[i].type, y[i].type, budget))
			return false;
	return a->is_variadic == b->is_variadic;
}

static bool equal_members(const struct ctype *a, const struct ctype *b,
			  size_t *budget)
{
	const struct ctype_member *x = ctype_members(a), *y = ctype_members(b);

	for (size_t i = 0; i < a->n; i++)
		if (strcmp(x[i].name, y[i].name) ||
		    x[i].bit_offset != y[i].bit_offset ||
		    x[i].bit_size != y[i].bit_size ||
		    !equal(x[i].type, y[i].type, budget))
			return false;
	return true;
}

static bool equal(const struct ctype *a, const struct ctype *b,
		  size_t *budget)
{
	if (a == b)
		return true;
	if (!*budget || a->kind != b->kind || strcmp(a->name, b->name))
		return false;
	--*budget;
	if (has_members(a) && *a->name)
		return a->is_declared || b->is_declared || a->size == b->size;
	if (a->size != b->size || a->n != b->n ||
	    a->is_signed != b->is_signed)
		return false;
	if (has_members(a))
		return equal_members(a, b, budget);
	if (a->kind == CTYPE_FUNCTION && !equal_params(a, b, budget))
		return false;
	return equal(ctype_target(a), ctype_target(b), budget);
}

bool ctype_equal(const struct ctype *a, const struct ctype *b)
{
	size_t budget = EQUAL_MAX;

	return equal(a, b, &budget);
}
