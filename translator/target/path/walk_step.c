/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Goes from an object to one of its members or elements, or to what it points to.
 */
#include "base/arena.h"
#include "translator/target/path/walk_private.h"

bool walk_follow(struct walk *w)
{
	const struct ctype *t = ctype_strip(w->type);

	if (w->at != WALK_VALUE && !walk_take(w, false))
		return false;
	walk_become(w, ctype_target(t));
	w->at = WALK_MEMORY;
	return true;
}

static const char *did_you_mean(struct walk *w, const struct ctype *t,
				const char *name)
{
	const char *near = ctype_nearest_member(t, name);

	return near ? arena_printf(w->arena, "did you mean '%s'?", near)
		    : NULL;
}

static bool move(struct walk *w, int64_t bits)
{
	if (__builtin_add_overflow(w->bit, bits, &w->bit) ||
	    w->bit > INT64_MAX / 4 || w->bit < INT64_MIN / 4)
		return walk_refuse(w, NULL, "its offset is too large");
	return true;
}

static bool no_members(struct walk *w, const struct ctype *t, const char *name)
{
	if (t->kind == CTYPE_VOID)
		return walk_refuse(w, "give it a type: @cast(..., \"struct "
				      "...\")",
				   "it points to void, which has no "
				   "member '%s'", name);
	if (t->kind == CTYPE_POINTER)
		return walk_refuse(w, "use [0] for what it points to",
				   "it is a pointer to a pointer, which has "
				   "no member '%s'", name);
	if (t->kind == CTYPE_ARRAY)
		return walk_refuse(w, "use [0] for its first element",
				   "it is a "
				   "'%s', which has elements, not members",
				   walk_own_text(w));
	return walk_refuse(w, NULL, "a '%s' has no members", walk_own_text(w));
}

static bool no_member(struct walk *w, const struct ctype *t, const char *name)
{
	const char *type = walk_type_text(w->arena, t);

	return walk_refuse(w, did_you_mean(w, t, name),
			   "there is no member '%s' in '%s'", name, type);
}

/* Goes to a virtual base.  The object begins with the address of its virtual table;
 * the base's distance from the object is @in_vtable bytes from that address. */
static bool to_virtual_base(struct walk *w, int64_t in_vtable)
{
	struct path_op load = { .kind = PATH_LOAD, .size = 8,
				.user = w->user };

	if (!in_vtable)
		return walk_refuse(w, NULL, "the location of the virtual base "
					    "is unknown");
	return walk_in_memory(w) &&
	       walk_op(w, (struct path_op){ .kind = PATH_DUP }) &&
	       walk_op(w, load) &&
	       walk_op(w, (struct path_op){ .kind = PATH_ADD,
					    .k = in_vtable }) &&
	       walk_op(w, load) &&
	       walk_op(w, (struct path_op){ .kind = PATH_MATH,
					    .n = PATH_MATH_ADD });
}

bool walk_base(struct walk *w, const struct ctype_member *m)
{
	w->type = m->type;
	w->bit_size = 0;
	return m->is_virtual ? to_virtual_base(w, m->in_vtable)
			     : move(w, (int64_t)m->bit_offset);
}

#define BASES_MAX 8		/* classes that inherit each other */

/* The inherited classes on the way to the member `name`, the outermost first. */
struct way {
	const char *name;
	const struct ctype_member *at[BASES_MAX];
	size_t n, budget;
};

static bool find_way(struct way *way, const struct ctype *t,
		     struct ctype_member *ret)
{
	const struct ctype_member *m = ctype_members(t);

	if (ctype_find_member(t, way->name, ret))
		return true;
	for (uint64_t i = 0; m && i < t->n && way->n < BASES_MAX &&
			     way->budget; i++) {
		if (!m[i].is_base)
			continue;
		way->budget--;
		way->at[way->n++] = &m[i];
		if (find_way(way, ctype_strip(m[i].type), ret))
			return true;
		way->n--;
	}
	return false;
}

/* Goes to the inherited class that has a member; *@ret is the member.  It is for
 * members of virtual bases. */
static bool take_by_bases(struct walk *w, const struct ctype *t,
			  const char *name, struct ctype_member *ret)
{
	struct way way = { .name = name, .budget = 1000 };

	if (!find_way(&way, t, ret))
		return no_member(w, t, name);
	for (size_t i = 0; i < way.n; i++)
		if (!walk_base(w, way.at[i]))
			return false;
	return true;
}

static bool take_member(struct walk *w, const char *name)
{
	const struct ctype *t = ctype_strip(w->type);
	struct ctype_member m;

	if (t->kind == CTYPE_POINTER) {
		if (!walk_follow(w))
			return false;
		t = ctype_strip(w->type);
	}
	if (t->kind != CTYPE_STRUCT && t->kind != CTYPE_UNION)
		return no_members(w, t, name);
	if (t->is_declared)
		return walk_refuse_whole(w, t);
	if (!ctype_find_member(t, name, &m) &&
	    !take_by_bases(w, t, name, &m))
		return false;
	w->type = m.type;
	w->bit_size = m.bit_size;
	return move(w, (int64_t)m.bit_offset);
}

/* Takes an element by an index that the script computes, which is possible in
 * memory only. */
static bool take_computed(struct walk *w, unsigned index, uint64_t size)
{
	if (w->at == WALK_ROOT && !walk_enter_memory(w, 1))
		return false;
	return walk_op(w, (struct path_op){ .kind = PATH_INDEX, .n = index,
					    .k = (int64_t)size });
}

static bool take_known(struct walk *w, int64_t number, uint64_t size)
{
	int64_t bits;

	if (__builtin_mul_overflow(number, (int64_t)size * 8, &bits))
		return walk_refuse(w, NULL, "its offset is too large");
	return move(w, bits);
}

static bool take_element(struct walk *w, const struct path_step *s)
{
	const struct ctype *t = ctype_strip(w->type);
	uint64_t size = 0;

	if (t->kind == CTYPE_POINTER) {
		if (!walk_follow(w))
			return false;
	} else if (t->kind == CTYPE_ARRAY) {
		w->type = ctype_target(t);
		size = t->stride;
	} else {
		return walk_refuse(w, NULL, "a '%s' has no elements",
				   walk_own_text(w));
	}
	if (!size)
		size = ctype_size(w->type);
	if (!size || size > INT32_MAX)
		return walk_refuse(w, "give it another type: @cast(..., "
				      "\"TYPE\")",
				   "the size of its elements, '%s', is "
					   "unknown", walk_own_text(w));
	return s->is_number ? take_known(w, s->number, size)
			    : take_computed(w, s->index, size);
}

bool walk_step(struct walk *w, const struct path_step *s)
{
	w->span = s->span;
	if (w->bit_size)
		return walk_refuse(w, NULL, "a bit-field has no members or "
					    "elements");
	if (!walk_see_through(w))
		return false;
	if (s->kind == PATH_ELEMENT)
		return take_element(w, s);
	return take_member(w, s->member);
}
