/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes types as C does: from the inside out.  The declarator starts as the
 * name.  Each step from the type towards its base adds something to the left or right
 * of the declarator; at the end, the base is put before it:
 *
 *	array of 4		fn[4]
 *	pointer			*fn[4]
 *	function		(*fn[4])(int)
 *	char			char (*fn[4])(int)
 */
#include "base/buf.h"
#include "translator/target/types/ctype.h"

/* The most steps for one type with all its parameters; after that "..." is written. */
#define PUT_STEPS 200

static void put(struct buf *b, const struct ctype *t, const char *name,
		size_t *steps);

static const char *qualifier(enum ctype_kind kind)
{
	switch (kind) {
	case CTYPE_CONST:
		return "const ";
	case CTYPE_VOLATILE:
		return "volatile ";
	case CTYPE_RESTRICT:
		return "restrict ";
	case CTYPE_ATOMIC:
		return "_Atomic ";
	default:
		return NULL;
	}
}

/* Puts @before and @after around the text in @b. */
static void wrap(struct buf *b, const char *before, const char *after)
{
	struct buf all = BUF_INIT;

	buf_printf(&all, "%s%s%s", before, b->p, after);
	buf_free(b);
	*b = all;
}

static void put_params(struct buf *b, const struct ctype *t, size_t *steps)
{
	const struct ctype_param *p = ctype_params(t);

	buf_putc(b, '(');
	for (size_t i = 0; i < t->n && *steps; i++) {
		buf_puts(b, i ? ", " : "");
		put(b, p[i].type, p[i].name, steps);
	}
	if (t->is_variadic)
		buf_puts(b, t->n ? ", ..." : "...");
	else if (!t->n)
		buf_puts(b, "void");
	buf_putc(b, ')');
}

static void add_pointer(struct buf *inner, const struct ctype *t)
{
	static const char *const signs[] = { "*", "&", "&&" };
	enum ctype_kind next = ctype_target(t)->kind;

	wrap(inner, signs[t->reference], "");
	if (next == CTYPE_ARRAY || next == CTYPE_FUNCTION)
		wrap(inner, "(", ")");
}

/* Adds the qualifier @t: after the star if it qualifies a pointer, else before the
 * base. */
static void add_qualifier(struct buf *inner, struct buf *base,
			  const struct ctype *t)
{
	const struct ctype *of = t;

	for (int i = 0; qualifier(of->kind) && i < CTYPE_DEPTH; i++)
		of = ctype_target(of);
	if (of->kind == CTYPE_POINTER)
		wrap(inner, qualifier(t->kind), "");
	else
		buf_puts(base, qualifier(t->kind));
}

/* Makes one step from @t towards its base; false if @t is the base. */
static bool add_step(struct buf *inner, struct buf *base,
		     const struct ctype *t, size_t *steps)
{
	struct buf params = BUF_INIT;

	switch (t->kind) {
	case CTYPE_POINTER:
		add_pointer(inner, t);
		return true;
	case CTYPE_ARRAY:
		buf_printf(inner, "[%llu]", (unsigned long long)t->n);
		return true;
	case CTYPE_FUNCTION:
		put_params(&params, t, steps);
		buf_puts(inner, params.p);
		buf_free(&params);
		return true;
	case CTYPE_CONST:
	case CTYPE_VOLATILE:
	case CTYPE_RESTRICT:
	case CTYPE_ATOMIC:
		add_qualifier(inner, base, t);
		return true;
	default:
		return false;
	}
}

static void put_base(struct buf *b, const struct ctype *t)
{
	const char *name = *t->name ? t->name : "{...}";

	switch (t->kind) {
	case CTYPE_VOID:
		buf_puts(b, "void");
		break;
	case CTYPE_STRUCT:
		buf_printf(b, "struct %s", name);
		break;
	case CTYPE_UNION:
		buf_printf(b, "union %s", name);
		break;
	case CTYPE_ENUM:
		buf_printf(b, "enum %s", name);
		break;
	default:
		buf_puts(b, name);
	}
}

static void put(struct buf *b, const struct ctype *t, const char *name,
		size_t *steps)
{
	struct buf inner = BUF_INIT, base = BUF_INIT;

	buf_puts(&inner, name);
	while (*steps && --*steps && add_step(&inner, &base, t, steps))
		t = ctype_target(t);
	if (*steps)
		put_base(&base, t);
	else
		buf_puts(&base, "...");
	buf_printf(b, "%s%s%s", base.p, inner.n ? " " : "", inner.p);
	buf_free(&inner);
	buf_free(&base);
}

void ctype_put(struct buf *b, const struct ctype *t, const char *name)
{
	size_t steps = PUT_STEPS;

	put(b, t, name, &steps);
}
