/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes the string of an object: a format, and the ops of the values in it.
 *
 *	$x$	one level: {.mode=420, .name="x", .list={...}, .ids=[...]}
 *	$x$$	structures and arrays inside, too
 *
 * If the object is a pointer to a structure, the pointer is followed; pointers inside
 * objects are not.  A script's string is short, so at most ARGS values and ELEMENTS of
 * an array are shown; "..." stands for the others.
 */
#include <string.h>

#include "base/arena.h"
#include "translator/target/path/pretty_private.h"
#include "translator/target/types/types.h"

enum { ARGS = 32, ELEMENTS = 8, DEPTH = 16, FORMAT = 4000 };

static void print_object(struct printer *p, struct walk *w, unsigned depth);

/* ---- leaves ------------------------------------------------------------- */

void pretty_literal(struct printer *p, const char *s)
{
	for (; *s; s++) {
		if (*s == '%')
			buf_putc(&p->format, '%');
		buf_putc(&p->format, *s);
	}
}

static bool is_full(const struct printer *p)
{
	return p->args.n >= ARGS || p->format.n > FORMAT;
}

static void put_arg(struct printer *p, const struct walk *w, const char *conv)
{
	struct path_arg arg = { .ops = w->ops, .n_ops = w->n_ops,
				.is_whole = p->is_whole,
				.is_string = !strcmp(conv, "%s") };

	buf_puts(&p->format, conv);
	vec_push_in(p->arena, &p->args, arg);
}

void pretty_number(struct printer *p, struct walk *w, const char *conv)
{
	if (walk_read(w))
		put_arg(p, w, conv);
	else
		buf_putc(&p->format, '?');
}

/* Adds the string that @w is at, in quotes; at most @max bytes if that is not 0. */
static void put_text(struct printer *p, struct walk *w, uint64_t max)
{
	struct path_op text = { .kind = PATH_TEXT, .user = w->user,
				.k = (int64_t)max };

	if (walk_read(w) && walk_op(w, text))
		put_arg(p, w, "%s");
	else
		buf_putc(&p->format, '?');
}

static void print_int(struct printer *p, struct walk *w, const struct ctype *t)
{
	if (walk_is_char(t) && !w->bit_size)
		pretty_number(p, w, "'%#c'");
	else
		pretty_number(p, w, t->is_signed ? "%i" : "%u");
}

/* Adds the number that a reference of C++ refers to: no string begins at a "char &".  Of an
 * object with parts it is the address. */
static void print_reference(struct printer *p, const struct walk *w,
			    const struct ctype *t, unsigned depth)
{
	struct walk at = *w;

	if (walk_follow(&at) && ctype_is_scalar(ctype_target(t)))
		print_object(p, &at, depth);
	else if (!at.reason && walk_address(&at))
		put_arg(p, &at, "%p");
	else
		buf_putc(&p->format, '?');
}

static void print_pointer(struct printer *p, struct walk *w,
			  const struct ctype *t, unsigned depth)
{
	if (t->reference)
		print_reference(p, w, t, depth);
	else if (walk_is_char(ctype_target(t)))
		put_text(p, w, 0);
	else
		pretty_number(p, w, "%p");
}

static void print_float(struct printer *p, struct walk *w,
			const struct ctype *t)
{
	bool is_long = cc_is_long_double(t);
	bool is_known = is_long || t->size == 4 || t->size == 8;
	struct path_op op = { .kind = PATH_FLOAT, .user = w->user,
			      .size = is_long ? 10 : (unsigned)t->size };

	if (!t->is_complex && !t->is_decimal && is_known &&
	    (is_long ? walk_in_memory(w) : walk_read(w)) && walk_op(w, op))
		put_arg(p, w, "%s");
	else
		buf_putc(&p->format, '?');
}

/* ---- what has parts ----------------------------------------------------- */

static struct walk to_member(const struct walk *w, const struct ctype_member *m)
{
	struct walk at = *w;

	at.type = m->type;
	at.bit += (int64_t)m->bit_offset;
	at.bit_size = m->bit_size;
	return at;
}

static void print_member(struct printer *p, const struct walk *w,
			 const struct ctype_member *m, unsigned depth)
{
	struct walk at = to_member(w, m);

	if (*m->name) {
		buf_putc(&p->format, '.');
		pretty_literal(p, m->name);
		buf_putc(&p->format, '=');
	}
	print_object(p, &at, depth);
}

/* ---- enums of Rust ------------------------------------------------------ */

/** One of the variants of a Rust enum: @m of @t, with the discriminant @which. */
struct variant {
	const struct ctype *t;
	const struct ctype_member *which, *m;
};

/* Sets the values of the discriminant that select a variant, as unsigned numbers of
 * its size.  For the variant of all other values (is_none), sets the values that do not. */
static void set_values(struct printer *p, const struct variant *v,
		       unsigned size, struct path_when *ret)
{
	const struct ctype_member *all = ctype_members(v->t);
	uint64_t mask = size < 8 ? (1ull << 8 * size) - 1 : ~0ull;
	int64_t *values = arena_alloc(p->arena, v->t->n * sizeof(*values));

	ret->is_none = v->m->when == CTYPE_OTHERWISE;
	for (uint64_t i = 0; i < v->t->n; i++)
		if (all[i].when == CTYPE_VARIANT &&
		    (ret->is_none || &all[i] == v->m))
			values[ret->n_values++] =
				(int64_t)((uint64_t)all[i].variant & mask);
	ret->values = values;
}

static struct path_when *when_of(struct printer *p, const struct walk *w,
				 const struct variant *v)
{
	struct walk at = to_member(w, v->which);
	unsigned size = (unsigned)ctype_size(at.type);
	struct path_op narrow = { .kind = PATH_BITFIELD, .size = 8 * size };
	struct path_when *ret;

	if (!size || size > 8 || !walk_read(&at) ||
	    (size < 8 && !walk_op(&at, narrow)))
		return NULL;
	ret = arena_new(p->arena, struct path_when);
	*ret = (struct path_when){ .ops = at.ops, .n_ops = at.n_ops };
	set_values(p, v, size, ret);
	return ret;
}

/* Adds a variant, as a string that is only shown if the object is this variant.
 * False: how to find that out is not known, or @depth is too large.  The contents of
 * a variant are not a level of their own. */
static bool print_variant(struct printer *p, const struct walk *w,
			  const struct variant *v, unsigned depth)
{
	struct printer in = { .arena = p->arena, .format = BUF_INIT,
			      .all = p->all, .is_whole = p->is_whole,
			      .from = p->from, .n_from = p->n_from };
	struct path_arg arg = { .is_whole = p->is_whole, .is_string = true,
				.when = when_of(p, w, v) };

	if (!arg.when || depth > DEPTH)
		return false;
	print_member(&in, w, v->m, depth);
	arg.part = pretty_finish(&in, p->from, p->n_from);
	buf_puts(&p->format, "%s");
	vec_push_in(p->arena, &p->args, arg);
	return true;
}

/* ---- structures and arrays ---------------------------------------------- */

/** A list of the members of a class, and of the classes that it inherits. */
struct listing {
	struct printer *p;
	unsigned depth, n_bases;	/* number of objects around; of classes
					   that inherit this one */
	VEC(const struct ctype *) shared;	/* virtual bases seen */
	bool any, is_full;
};

/* Begins the next entry of a list; false if there is no room for one more. */
static bool next_in_list(struct listing *l)
{
	buf_puts(&l->p->format, l->any ? ", " : "");
	l->any = true;
	l->is_full = is_full(l->p);
	if (l->is_full)
		buf_puts(&l->p->format, "...");
	return !l->is_full;
}

static void list_own(struct listing *l, const struct walk *w,
		     const struct ctype *t)
{
	const struct ctype_member *m = ctype_members(t), *which = NULL;

	for (uint64_t i = 0; m && i < t->n && !l->is_full; i++) {
		if (m[i].when == CTYPE_DISCRIMINANT)
			which = &m[i];
		if (m[i].when == CTYPE_DISCRIMINANT || m[i].is_base ||
		    !strncmp(m[i].name, "_vptr", 5))
			continue;
		if (m[i].when && which && !is_full(l->p) &&
		    print_variant(l->p, w, &(struct variant){ t, which, &m[i] },
				  l->depth)) {
			l->any = true;
			continue;
		}
		if (next_in_list(l))
			print_member(l->p, w, &m[i], l->depth + 1);
	}
}

/* Returns true for a virtual base that was listed before: an object has it only
 * once, however many classes inherit it. */
static bool is_again(struct listing *l, const struct ctype_member *m)
{
	const struct ctype *t = ctype_strip(m->type);

	for (size_t i = 0; m->is_virtual && i < l->shared.n; i++)
		if (l->shared.at[i] == t)
			return true;
	if (m->is_virtual)
		vec_push_in(l->p->arena, &l->shared, t);
	return false;
}

/* Lists the members of a class; its own come first, as in SystemTap. */
static void list_class(struct listing *l, const struct walk *w,
		       const struct ctype *t)
{
	const struct ctype_member *m = ctype_members(t);
	struct walk at;

	list_own(l, w, t);
	if (l->n_bases == DEPTH)
		return;
	l->n_bases++;
	for (uint64_t i = 0; m && i < t->n && !l->is_full; i++) {
		if (!m[i].is_base || is_again(l, &m[i]))
			continue;
		at = *w;
		if (!at.reason)
			walk_base(&at, &m[i]);
		list_class(l, &at, ctype_strip(m[i].type));
	}
	l->n_bases--;
}

static void print_members(struct printer *p, const struct walk *w,
			  const struct ctype *t, unsigned depth)
{
	struct listing l = { .p = p, .depth = depth };

	list_class(&l, w, t);
}

static void print_struct(struct printer *p, const struct walk *w,
			 const struct ctype *t, unsigned depth)
{
	if (depth && (!p->all || depth > DEPTH)) {
		buf_puts(&p->format, "{...}");
		return;
	}
	buf_putc(&p->format, '{');
	print_members(p, w, t, depth);
	buf_putc(&p->format, '}');
}

static void print_elements(struct printer *p, const struct walk *w,
			   const struct ctype *t, unsigned depth)
{
	uint64_t size = t->stride ? t->stride : ctype_size(ctype_target(t));

	for (uint64_t i = 0; i < t->n; i++) {
		struct walk at = *w;

		buf_puts(&p->format, i ? ", " : "");
		if (i == ELEMENTS || is_full(p)) {
			buf_puts(&p->format, "...");
			return;
		}
		at.type = ctype_target(t);
		at.bit += (int64_t)(i * size * 8);
		print_object(p, &at, depth + 1);
	}
}

static void print_array(struct printer *p, struct walk *w,
			const struct ctype *t, unsigned depth)
{
	if (walk_is_char(ctype_target(t)) && w->at != WALK_ROOT) {
		put_text(p, w, t->n);
	} else if (depth && (!p->all || depth > DEPTH)) {
		buf_puts(&p->format, "[...]");
	} else {
		buf_putc(&p->format, '[');
		print_elements(p, w, t, depth);
		buf_putc(&p->format, ']');
	}
}

static void print_object(struct printer *p, struct walk *w, unsigned depth)
{
	const struct ctype *t = ctype_strip(w->type);

	if (w->reason) {
		buf_putc(&p->format, '?');
		return;
	}
	switch (t->kind) {
	case CTYPE_INT:
		print_int(p, w, t);
		break;
	case CTYPE_BOOL:
	case CTYPE_ENUM:
		pretty_number(p, w, "%i");
		break;
	case CTYPE_FLOAT:
		print_float(p, w, t);
		break;
	case CTYPE_POINTER:
		print_pointer(p, w, t, depth);
		break;
	case CTYPE_ARRAY:
		print_array(p, w, t, depth);
		break;
	case CTYPE_STRUCT:
	case CTYPE_UNION:
		print_struct(p, w, t, depth);
		break;
	default:
		buf_putc(&p->format, '?');
	}
}

/* ---- one object --------------------------------------------------------- */

struct path *pretty_finish(struct printer *p, const struct path_op *ops,
			   size_t n_ops)
{
	struct path *path = arena_new(p->arena, struct path);

	path->ops = ops;
	path->n_ops = n_ops;
	path->format = arena_strdup(p->arena, p->format.p);
	path->args = p->args.at;
	path->n_args = p->args.n;
	buf_free(&p->format);
	return path;
}

static bool has_parts(const struct ctype *t)
{
	t = ctype_strip(t);
	return t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION ||
	       t->kind == CTYPE_ARRAY;
}

static bool is_incomplete(struct walk *w)
{
	const struct ctype *t = ctype_strip(w->type);

	if (t->kind == CTYPE_VOID)
		return !walk_refuse(w, "give it a type: @cast(..., \"TYPE\")",
				    "its type is void");
	if (!has_parts(t) || !t->is_declared)
		return false;
	return !walk_refuse_declared(w);
}

/* Goes to the object that is shown, and computes its address, if it has one, once
 * for all values.  False with a reason in @w. */
static bool go_there(struct printer *p, struct walk *w)
{
	const struct ctype *t = ctype_strip(w->type);

	if (t->kind == CTYPE_POINTER && has_parts(ctype_target(t)) &&
	    !walk_follow(w))
		return false;
	if (is_incomplete(w))
		return false;
	p->is_whole = !has_parts(w->type) ||
		      (w->at == WALK_ROOT &&
		       (w->root.n != 1 || w->root.pieces[0].kind !=
						  LOCATION_ADDRESS));
	return p->is_whole || walk_in_memory(w);
}

const struct path *pretty_object(struct resolver *r, struct walk *w,
				 const struct path_query *q)
{
	struct printer p = { .arena = r->arena, .format = BUF_INIT,
			     .all = q->pretty > 1 };
	const struct path_op *ops = NULL;
	size_t n_ops = 0;

	w->span = q->span;
	if (!go_there(&p, w))
		return NULL;
	if (!p.is_whole) {
		ops = w->ops;
		n_ops = w->n_ops;
		w->ops = NULL;
		w->n_ops = 0;
		p.from = ops;
		p.n_from = n_ops;
	}
	print_object(&p, w, 0);
	return pretty_finish(&p, ops, n_ops);
}
