/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes the probe of a definition.  It prints a line as the kernel's trace has it:
 *
 *	         cat-1234    [001]  1234.567890: name: (place) arg1=0x1 ...
 *
 * Arguments that read no memory share a printf, up to MAX_PRINTED of them.  Each argument
 * that reads memory has a try of its own, and prints (fault) if the read fails.  Values
 * that the filter needs are read before it, into variables; if a read fails, nothing is
 * printed.
 *
 * In an event of the kernel the address decides whether memory is a program's or the
 * kernel's, as in the kernel itself.  For +u and ustring it is always a program's.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/intern.h"
#include "events/events_private.h"

enum { REG_PLACE = 16 };

/** The maximum number of arguments of one printf. */
#define MAX_PRINTED 24

/** The names of the variables for the address in memory and for the time. */
#define ADDRESS "at"
#define NOW "now"

/** A body that is being made; format and values are those of the next printf. */
struct body {
	struct make m;
	const struct event *e;
	struct ast_stmt *block;
	struct buf format;
	struct ast_exprs values;
};

/* ---- printing ----------------------------------------------------------- */

static void flush(struct body *b)
{
	if (b->format.n)
		make_add(b->m, b->block,
			 make_do(b->m, make_printf(b->m, b->format.p,
						   b->values)));
	buf_reset(&b->format);
	b->values = (struct ast_exprs){ 0 };
}

static void say(struct body *b, const char *format)
{
	buf_add(&b->format, format, strlen(format));
}

static void value(struct body *b, struct ast_expr *v)
{
	vec_push_in(b->m.ev->env->arena, &b->values, v);
}


/* ---- memory ------------------------------------------------------------- */

static struct ast_expr *plus(struct make m, struct ast_expr *e, int64_t off)
{
	if (!off)
		return e;
	return off < 0 ? make_binary(m, OP_SUB, e, make_number(m, -off))
		       : make_binary(m, OP_ADD, e, make_number(m, off));
}

static struct ast_expr *follow(struct make m, struct ast_expr *e,
			       const struct event_deref *d)
{
	return d->member ? make_member(m, e, d->member) : plus(m, e, d->off);
}

static struct ast_expr *reg(struct make m, const struct event *e, int number)
{
	return make_atop(m, e->path ? ATOP_UREGISTER : ATOP_KREGISTER,
			 make_number(m, number), NULL);
}

/* Makes the address in memory where the event of a program is, also in the probe of its
 * return. */
static struct ast_expr *probe_address(struct make m, const struct event *e)
{
	struct ast_expr *here = reg(m, e, REG_PLACE);

	return e->is_return ? make_atop(m, ATOP_ENTRY, here, NULL) : here;
}

static struct ast_expr *at_hand(struct make m, const struct event *e,
				const struct event_arg *a)
{
	switch (a->from) {
	case FROM_REGISTER:
		return reg(m, e, (int)a->number);
	case FROM_FILE:
		return plus(m, probe_address(m, e), a->number - e->offset);
	case FROM_NUMBER:
		return make_number(m, a->number);
	case FROM_SYMBOL:
		return make_address(m, a->text);
	case FROM_TEXT:
		return make_text(m, a->text);
	default:
		return make_call(m, "execname", NULL);
	}
}

static struct ast_expr *of_program(struct make m)
{
	return make_binary(m, OP_GE, make_name(m, ADDRESS),
			   make_number(m, 0));
}

/* Makes the value of @size bytes at the address in the variable ADDRESS plus @off.  If @user
 * is false, the address decides whether it is in a program's memory. */
static struct ast_expr *load(struct make m, unsigned size, int64_t off,
			     bool user)
{
	struct ast_expr *there = make_atop(
		m, ATOP_UDEREF, make_number(m, size),
		plus(m, make_name(m, ADDRESS), off));

	if (user)
		return there;
	return make_choice(m, of_program(m), there,
			   make_atop(m, ATOP_KDEREF, make_number(m, size),
				     plus(m, make_name(m, ADDRESS), off)));
}

static struct ast_expr *string(struct make m, bool user)
{
	struct ast_expr *there = make_call(m, "user_string",
					   make_name(m, ADDRESS));

	if (user)
		return there;
	return make_choice(m, of_program(m), there,
			   make_call(m, "kernel_string",
				     make_name(m, ADDRESS)));
}

/* Adds statements to @block that set the variable ADDRESS to the address of the last step
 * of @a.  There must be a step. */
static void walk(struct make m, struct ast_stmt *block,
		 const struct event *of, const struct event_arg *a)
{
	struct ast_expr *e = at_hand(m, of, a);

	for (size_t i = 0; i < a->n_derefs; i++) {
		if (i)
			e = load(m, 8, 0, of->path || a->derefs[i - 1].user);
		make_add(m, block, make_set(m, ADDRESS,
					    follow(m, e, &a->derefs[i])));
	}
}

static bool user_of(const struct event *e, const struct event_arg *a)
{
	return e->path || a->type.show == TYPE_USER_TEXT ||
	       a->derefs[a->n_derefs - 1].user;
}

/* ---- values ------------------------------------------------------------- */

static bool is_text(const struct event_arg *a)
{
	return a->type.show == TYPE_TEXT || a->type.show == TYPE_USER_TEXT;
}

/* Makes a value of type @t from the number @e, which may have other bits above those of
 * the type. */
static struct ast_expr *narrowed(struct make m, const struct event_type *t,
				 struct ast_expr *e)
{
	struct ast_expr *n;

	if (t->show == TYPE_SYMBOL_TEXT)
		return make_call(m, "symdata", e);
	if (t->size == 8 && !t->bits)
		return e;
	if (t->show == TYPE_SIGNED) {
		n = make_number(m, 64 - 8 * t->size);
		e = make_binary(m, OP_SHL, e, n);
		n = make_number(m, 64 - 8 * t->size);
		return make_binary(m, OP_SHR, e, n);
	}
	if (t->shift)
		e = make_binary(m, OP_USHR, e, make_number(m, t->shift));
	n = make_number(m, (int64_t)(~0ull >> (64 - (t->bits ? t->bits
							     : 8 * t->size))));
	return t->bits == 64 ? e : make_binary(m, OP_AND, e, n);
}

/* Makes the value of element @n, from 0, of the array of numbers at ADDRESS.  A single
 * number is element 0. */
static struct ast_expr *number_at(struct make m, const struct event *of,
				  const struct event_arg *a, unsigned n)
{
	struct ast_expr *e = load(m, a->type.size, (int64_t)n * a->type.size,
				  user_of(of, a));

	if (a->type.size == 8 || a->type.show == TYPE_SIGNED || a->type.bits)
		return narrowed(m, &a->type, e);
	return e;
}

/* Makes the argument's value, at the address that walk() has computed. */
static struct ast_expr *in_memory(struct make m, const struct event *e,
				  const struct event_arg *a)
{
	return is_text(a) ? string(m, user_of(e, a)) : number_at(m, e, a, 0);
}

static struct ast_expr *in_register(struct make m, const struct event *e,
				    const struct event_arg *a)
{
	struct ast_expr *v = at_hand(m, e, a);

	return is_text(a) ? v : narrowed(m, &a->type, v);
}

static const char *conversion(const struct event_type *t)
{
	switch (t->show) {
	case TYPE_UNSIGNED:
		return "%u";
	case TYPE_SIGNED:
		return "%d";
	case TYPE_CHAR:
		return "'%c'";
	case TYPE_SYMBOL:
		return "%s";
	case TYPE_SYMBOL_TEXT:
	case TYPE_TEXT:
	case TYPE_USER_TEXT:
		return "\"%s\"";
	default:
		return "0x%x";
	}
}

/* ---- arguments ---------------------------------------------------------- */

static void show(struct body *b, const struct event_arg *a,
		 struct ast_expr *v)
{
	say(b, conversion(&a->type));
	if (a->type.show == TYPE_SYMBOL)
		v = make_call(b->m, "symdata", v);
	value(b, v);
}

static struct ast_stmt *fault(struct make m, const char *before,
			      const char *name)
{
	const char *text = arena_printf(m.ev->env->arena, "%s%s(fault)",
					before, name);
	struct ast_stmt *block = make_block(m);

	make_add(m, block, make_do(m, make_printf(m, text,
						  (struct ast_exprs){ 0 })));
	return block;
}

/* Begins the try in which an argument that reads memory is printed, so that a failure
 * can be shown; returns the block around the try. */
static struct ast_stmt *begin_try(struct body *b)
{
	struct ast_stmt *outer = b->block;

	flush(b);
	b->block = make_block(b->m);
	return outer;
}

static void end_try(struct body *b, struct ast_stmt *outer,
		    struct ast_stmt *handler)
{
	struct ast_stmt *body;

	flush(b);
	body = b->block;
	b->block = outer;
	make_add(b->m, outer, make_try(b->m, body, handler));
}

static void say_name(struct body *b, const struct event_arg *a)
{
	buf_printf(&b->format, " %s=", a->name);
}

/* Adds a read of the last element of an array that takes several printfs, so that a fault
 * comes before the first printf.  If the first and the last element can be read, all can.
 * ADDRESS does not change. */
static void try_last(struct body *b, const struct event_arg *a)
{
	make_add(b->m, b->block,
		 make_set(b->m, ADDRESS,
			  make_choice(b->m, number_at(b->m, b->e, a,
						      a->type.count - 1),
				      make_name(b->m, ADDRESS),
				      make_name(b->m, ADDRESS))));
}

static void print_in_memory(struct body *b, const struct event_arg *a)
{
	const char *name = arena_printf(b->m.ev->env->arena, " %s=", a->name);
	struct ast_stmt *outer = begin_try(b);

	walk(b->m, b->block, b->e, a);
	if (a->type.count > MAX_PRINTED)
		try_last(b, a);
	say_name(b, a);
	if (a->type.count)
		say(b, "{");
	for (unsigned i = 0; i < a->type.count; i++) {
		if (b->values.n == MAX_PRINTED)
			flush(b);
		say(b, i ? "," : "");
		show(b, a, number_at(b->m, b->e, a, i));
	}
	if (a->type.count)
		say(b, "}");
	else
		show(b, a, in_memory(b->m, b->e, a));
	end_try(b, outer, fault(b->m, name, ""));
}

/* Prints string @i of an array of pointers to strings; each pointer may be invalid. */
static void print_string(struct body *b, const struct event_arg *a, unsigned i)
{
	struct ast_stmt *outer = begin_try(b);
	struct make m = b->m;

	walk(m, b->block, b->e, a);
	make_add(m, b->block, make_set(m, ADDRESS, load(m, 8, 8 * (int64_t)i,
							user_of(b->e, a))));
	say(b, i ? "," : "");
	show(b, a, string(m, user_of(b->e, a)));
	end_try(b, outer, fault(m, i ? "," : "", ""));
}

static void print_strings(struct body *b, const struct event_arg *a)
{
	say_name(b, a);
	say(b, "{");
	for (unsigned i = 0; i < a->type.count; i++)
		print_string(b, a, i);
	say(b, "}");
}

static void print_arg(struct body *b, const struct event_arg *a)
{
	b->m.span = a->span;
	if (b->values.n == MAX_PRINTED)
		flush(b);
	if (a->n_derefs && !a->is_filtered) {
		if (a->type.count && is_text(a))
			print_strings(b, a);
		else
			print_in_memory(b, a);
		return;
	}
	say_name(b, a);
	show(b, a, a->is_filtered ? event_arg_variable(b->m.ev, a)
				  : in_register(b->m, b->e, a));
}

/* ---- the filter --------------------------------------------------------- */

struct ast_expr *event_arg_variable(const struct events *ev,
				    const struct event_arg *a)
{
	struct make m = { ev, a->span };

	return make_name(m, arena_printf(ev->env->arena, "arg_%s", a->name));
}

static bool take_filtered(struct body *b, struct ast_stmt *block)
{
	bool may_fail = false;

	for (size_t i = 0; i < b->e->args.n; i++) {
		const struct event_arg *a = &b->e->args.at[i];
		struct make m = { b->m.ev, a->span };
		struct ast_expr *to = event_arg_variable(m.ev, a);

		if (!a->is_filtered)
			continue;
		if (a->n_derefs)
			walk(m, block, b->e, a);
		make_add(m, block, make_do(m, make_binary(
			m, OP_SET, to, a->n_derefs
				? in_memory(m, b->e, a)
				: in_register(m, b->e, a))));
		may_fail |= a->n_derefs > 0;
	}
	return may_fail;
}

static void add_filter(struct body *b)
{
	struct make m = { b->m.ev, b->e->filter->span };
	struct ast_stmt *to = make_block(m), *handler = make_block(m);
	bool may_fail = take_filtered(b, to);

	if (may_fail) {
		make_add(m, handler, make_stmt(m, STMT_NEXT));
		make_add(m, b->block, make_try(m, to, handler));
	} else {
		for (size_t i = 0; i < to->block.n; i++)
			make_add(m, b->block, to->block.at[i]);
	}
	make_add(m, b->block, make_if(m, make_not(m, b->e->filter),
				      make_stmt(m, STMT_NEXT)));
}

/* ---- the line ----------------------------------------------------------- */

static void say_in_program(struct body *b)
{
	const struct event *e = b->e;

	say(b, e->is_return ? "(0x%x <- 0x%x)" : "(0x%x)");
	value(b, reg(b->m, e, REG_PLACE));
	if (e->is_return)
		value(b, probe_address(b->m, e));
}

static void say_location(struct body *b)
{
	const struct event *e = b->e;

	if (e->path)
		return say_in_program(b);
	if (e->is_return && e->symbol)
		buf_printf(&b->format, "(%%s <- %s)", e->symbol);
	else if (!e->symbol)
		buf_printf(&b->format, "(%s0x%llx)",
			   e->is_return ? "%s <- " : "",
			   (unsigned long long)e->address);
	else
		buf_printf(&b->format, "(%s+0x%llx%s%s%s)", e->symbol,
			   (unsigned long long)e->offset,
			   e->module ? " [" : "", e->module ? e->module : "",
			   e->module ? "]" : "");
	if (e->is_return)
		value(b, make_call(b->m, "symdata",
				   reg(b->m, e, REG_PLACE)));
}

static void add_head(struct body *b)
{
	struct make m = b->m;

	make_add(m, b->block, make_set(m, NOW, make_call(m, "local_clock_us",
							 NULL)));
	say(b, "%16s-%-7d [%03d] %5d.%06d: ");
	value(b, make_call(m, "execname", NULL));
	value(b, make_call(m, "tid", NULL));
	value(b, make_call(m, "cpu", NULL));
	value(b, make_binary(m, OP_DIV, make_name(m, NOW),
			     make_number(m, 1000000)));
	value(b, make_binary(m, OP_MOD, make_name(m, NOW),
			     make_number(m, 1000000)));
	say(b, b->e->name);
	say(b, ": ");
	say_location(b);
}

static struct ast_stmt *body_of(const struct events *ev,
				const struct event *e)
{
	struct make m = { ev, e->span };
	struct body b = { .m = m, .e = e, .block = make_block(m),
			  .format = BUF_INIT };

	if (e->filter)
		add_filter(&b);
	add_head(&b);
	for (size_t i = 0; i < e->args.n; i++)
		print_arg(&b, &e->args.at[i]);
	b.m.span = e->span;
	say(&b, "\n");
	flush(&b);
	buf_free(&b.format);
	return b.block;
}

/* ---- the probe ---------------------------------------------------------- */

static struct ast_component *component(struct make m, struct ast_point *p,
				       const char *name)
{
	struct ast_component c = { .span = m.span };

	c.name = intern_str(m.ev->env->names, name);
	vec_push_in(m.ev->env->arena, &p->comps, c);
	return &vec_last(&p->comps);
}

static void with_text(struct ast_component *c, const char *text)
{
	c->arg = COMP_STRING;
	c->text = text;
}

static void with_number(struct ast_component *c, int64_t number)
{
	c->arg = COMP_NUMBER;
	c->number = number;
}

static struct ast_point *point_in_program(struct make m, struct ast_point *p,
					  const struct event *e)
{
	with_text(component(m, p, "process"), e->path);
	with_number(component(m, p, "offset"), e->offset);
	if (e->counter)
		with_number(component(m, p, "counter"), (int64_t)e->counter);
	if (e->is_return)
		component(m, p, "return");
	return p;
}

static struct ast_point *point_of(const struct events *ev,
				  const struct event *e)
{
	struct make m = { ev, e->point_span };
	struct ast_point *p = arena_new(ev->env->arena, struct ast_point);

	p->span = e->point_span;
	if (e->path)
		return point_in_program(m, p, e);
	component(m, p, "kprobe");
	if (e->module)
		with_text(component(m, p, "module"), e->module);
	if (e->symbol) {
		with_text(component(m, p, "function"), e->symbol);
	} else {
		with_number(component(m, p, e->is_return ? "function"
							 : "statement"),
			    (int64_t)e->address);
		component(m, p, "absolute");
	}
	if (e->is_return)
		component(m, p, "return");
	if (e->maxactive)
		with_number(component(m, p, "maxactive"), e->maxactive);
	if (e->offset)
		with_number(component(m, p, "offset"), e->offset);
	return p;
}

struct ast_probe *event_probe(const struct events *ev, struct event *e)
{
	struct ast_probe *p = arena_new(ev->env->arena, struct ast_probe);
	struct ast_point *at = point_of(ev, e);

	p->span = e->span;
	vec_push_in(ev->env->arena, &p->points, at);
	p->body = body_of(ev, e);
	return p;
}
