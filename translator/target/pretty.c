/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Objects as strings: a format, and the ops of what stands in it.
 *
 *	$x$	one level: {.mode=420, .name="x", .list={...}, .ids=[...]}
 *	$x$$	structures and arrays inside, too
 *	$$parms	name=0x1f name=0xffff888003c00000
 *	$$parms$	name={.mode=420, ...} name=3
 *
 * A pointer to a structure is followed at the top, and nowhere else.  A string
 * of a script is short: no more than ARGS values and ELEMENTS of an array are
 * shown, the rest is an ellipsis.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"
#include "translator/target/resolver.h"

enum { ARGS = 32, ELEMENTS = 8, DEPTH = 16, FORMAT = 4000 };

struct printer {
	struct arena *arena;
	struct buf format;
	VEC(struct path_arg) args;
	bool all;		/* what is inside, too */
	bool is_whole;		/* ops of arguments start from 0 */
};

static void print_object(struct printer *p, struct walk *w, unsigned depth);

/* ---- leaves ------------------------------------------------------------- */

static void put_literal(struct printer *p, const char *s)
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

static void put_number(struct printer *p, struct walk *w, const char *conv)
{
	if (walk_read(w))
		put_arg(p, w, conv);
	else
		buf_putc(&p->format, '?');
}

/* At most @max bytes, if it is not 0. */
static void put_text(struct printer *p, struct walk *w, uint64_t max)
{
	struct path_op text = { .kind = PATH_TEXT, .user = w->user,
				.k = (int64_t)max };

	if (walk_read(w) && walk_op(w, text))
		put_arg(p, w, "%s");
	else
		buf_putc(&p->format, '?');
}

static void print_pointer(struct printer *p, struct walk *w,
			  const struct ctype *t)
{
	if (walk_is_char(ctype_target(t)))
		put_text(p, w, 0);
	else
		put_number(p, w, "%p");
}

static void print_int(struct printer *p, struct walk *w, const struct ctype *t)
{
	if (walk_is_char(t) && !w->bit_size)
		put_number(p, w, "'%#c'");
	else
		put_number(p, w, t->is_signed ? "%i" : "%u");
}

/* ---- what has parts ----------------------------------------------------- */

static void print_members(struct printer *p, const struct walk *w,
			  const struct ctype *t, unsigned depth)
{
	const struct ctype_member *m = ctype_members(t);

	for (uint64_t i = 0; m && i < t->n; i++) {
		struct walk at = *w;

		buf_puts(&p->format, i ? ", " : "");
		if (is_full(p)) {
			buf_puts(&p->format, "...");
			return;
		}
		if (*m[i].name) {
			buf_putc(&p->format, '.');
			put_literal(p, m[i].name);
			buf_putc(&p->format, '=');
		}
		at.type = m[i].type;
		at.bit += (int64_t)m[i].bit_offset;
		at.bit_size = m[i].bit_size;
		print_object(p, &at, depth + 1);
	}
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

	switch (t->kind) {
	case CTYPE_INT:
		print_int(p, w, t);
		break;
	case CTYPE_BOOL:
	case CTYPE_ENUM:
		put_number(p, w, "%i");
		break;
	case CTYPE_FLOAT:
		buf_puts(&p->format, "<float>");
		break;
	case CTYPE_POINTER:
		print_pointer(p, w, t);
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

static struct path *finish(struct printer *p, const struct path_op *ops,
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
		return !walk_refuse(w, "@cast(..., \"TYPE\") gives it a type",
				    "its type is void");
	if (!has_parts(t) || !t->is_declared)
		return false;
	return !walk_refuse_declared(w);
}

/* To the object that is shown; its address is made once, if it has one. */
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
	}
	print_object(&p, w, 0);
	return finish(&p, ops, n_ops);
}

/* ---- all of them -------------------------------------------------------- */

static bool touches_memory(const struct path_op *ops, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ops[i].kind == PATH_LOAD || ops[i].kind == PATH_STRING)
			return true;
	return false;
}

/* Can it be a plain piece of a larger string? */
static bool never_fails(const struct path *path)
{
	if (path->n_ops)
		return false;
	for (size_t i = 0; i < path->n_args; i++)
		if (touches_memory(path->args[i].ops, path->args[i].n_ops))
			return false;
	return true;
}

static void put_part(struct printer *p, const struct path *path)
{
	struct path_arg arg = { .is_string = true, .part = path };

	if (!never_fails(path)) {
		buf_puts(&p->format, "%s");
		vec_push_in(p->arena, &p->args, arg);
		return;
	}
	buf_puts(&p->format, path->format);
	for (size_t i = 0; i < path->n_args; i++)
		vec_push_in(p->arena, &p->args, path->args[i]);
}

static void put_variable(struct printer *p, struct resolver *r, struct walk *w,
			 const char *name, const struct path_query *q)
{
	const struct path *part;

	buf_puts(&p->format, p->format.n ? " " : "");
	put_literal(p, name);
	buf_putc(&p->format, '=');
	w->span = q->span;
	if (w->reason) {
		buf_putc(&p->format, '?');
	} else if (q->pretty) {
		part = pretty_object(r, w, q);
		if (part)
			put_part(p, part);
		else
			buf_putc(&p->format, '?');
	} else {
		put_number(p, w, "%#x");
	}
}

static bool is_wanted(const struct target_place *at, size_t i,
		      const char *which)
{
	if (!strcmp(which, "$$vars"))
		return true;
	return entry_is_local(at, i) == !strcmp(which, "$$locals");
}

static void put_variables(struct printer *p, struct resolver *r,
			  const struct target_place *at,
			  const struct path_query *q)
{
	for (size_t i = 0; i < entry_count(at); i++) {
		const char *name = entry_name(at, i);
		struct walk w;

		if (!*name || !is_wanted(at, i, q->name))
			continue;
		w = entry_variable(r, at, i);
		put_variable(p, r, &w, name, q);
	}
}

static void put_result(struct printer *p, struct resolver *r,
		       const struct target_place *at,
		       const struct path_query *q)
{
	struct walk w = entry_root(r, at, "$return");

	if (entry_has_result(at))
		put_variable(p, r, &w, "return", q);
}

static const struct path *unknown(struct resolver *r, const char *reason,
				  const char *hint)
{
	struct path *path = arena_new(r->arena, struct path);

	path->reason = reason;
	path->hint = hint;
	return path;
}

static bool is_one_of(const char *name, const char *const *names)
{
	while (*names && strcmp(name, *names))
		names++;
	return *names;
}

static const char *locals_hint(struct resolver *r,
			       const struct target_place *at)
{
	const char *how, *parms = at->when == PLACE_INSIDE ? "" :
				  "$$parms has the parameters";

	resolver_debug(r, at->module, &how);
	if (!how)
		return *parms ? parms : NULL;
	return *parms ? arena_printf(r->arena, "%s; %s", parms, how) : how;
}

/* NULL: it can be made. */
static const struct path *refuse_special(struct resolver *r,
					 const struct target_place *at,
					 const char *name)
{
	static const char *const of_trace[] = { "$$name", "$$system", NULL };
	static const char *const of_mark[] = { "$$name", "$$provider", NULL };
	static const char *const of_stub[] = { "$$name", NULL };
	static const char *const all[] = { "$$vars", "$$parms", "$$locals",
					   "$$return", NULL };

	if (at->when == PLACE_TRACEPOINT && is_one_of(name, of_trace))
		return NULL;
	if (at->when == PLACE_GIVEN && !at->is_unnamed &&
	    is_one_of(name, at->group ? of_mark : of_stub))
		return NULL;
	if (!is_one_of(name, all))
		return unknown(r, "there is no such name here",
			       "$$vars, $$parms, $$locals, $$return");
	if (!strcmp(name, "$$return") && at->when != PLACE_RETURN)
		return unknown(r, "there is a result only where a function "
			       "returns", "probe .return");
	if (at->dwarf)
		return NULL;
	if (!strcmp(name, "$$locals") || at->when == PLACE_INSIDE)
		return unknown(r, "local variables are known from debuginfo "
			       "only", locals_hint(r, at));
	return at->proto || !at->no_types ? NULL
		: unknown(r, at->no_types, entry_hint(r, at));
}

static bool is_for_rows(const struct target_place *at,
			const struct path_query *q)
{
	return (at->when == PLACE_ENTRY || at->when == PLACE_INSIDE) &&
	       !q->pretty;
}

/* "%#x" of a value that may not be there, else "?". */
static void unread_alone(struct arena *a, struct path_arg *arg)
{
	struct path *part = arena_new(a, struct path);

	part->format = "%#x";
	part->unread = "?";
	part->args = arena_memdup(a, arg, sizeof(*arg));
	part->n_args = 1;
	*arg = (struct path_arg){ .is_string = true, .part = part };
}

/* In a text of "NAME=%#x" all others stay what they are. */
static const struct path *unread_apart(struct arena *a, const struct path *of)
{
	struct path *path = arena_memdup(a, of, sizeof(*of));
	struct path_arg *args = arena_memdup(a, of->args,
					     sizeof(*args) * of->n_args);
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t n = 0;

	for (const char *p = of->format; *p; p++) {
		buf_putc(&b, *p);
		if (*p != '%')
			continue;
		if (p[1] == '%') {
			buf_putc(&b, *++p);
			continue;
		}
		if (touches_memory(args[n].ops, args[n].n_ops)) {
			unread_alone(a, &args[n]);
			buf_putc(&b, 's');
			p += strlen("#x");
		}
		n++;
	}
	path->format = arena_strdup(a, b.p ? b.p : "");
	path->args = args;
	return path;
}

const struct path *pretty_special(struct resolver *r,
				  const struct target_place *at,
				  const struct path_query *q)
{
	struct printer p = { .arena = r->arena, .format = BUF_INIT,
			     .is_whole = true };
	const struct path *no = refuse_special(r, at, q->name);
	struct path *path;

	if (no)
		return no;
	if (!strcmp(q->name, "$$name"))
		put_literal(&p, at->function);
	else if (!strcmp(q->name, "$$system") ||
		 !strcmp(q->name, "$$provider"))
		put_literal(&p, at->group ? at->group : "");
	else if (!strcmp(q->name, "$$return"))
		put_result(&p, r, at, q);
	else
		put_variables(&p, r, at, q);
	path = finish(&p, NULL, 0);
	if (!is_for_rows(at, q))
		return path;
	path->row_text = row_text_of(r->arena, path);
	return never_fails(path) ? path : unread_apart(r->arena, path);
}
