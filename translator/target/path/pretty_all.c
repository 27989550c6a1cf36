/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes one string of all variables at a location:
 *
 *	$$parms		name=0x1f name=0xffff888003c00000
 *	$$parms$	name={.mode=420, ...} name=3
 */
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "translator/target/path/pretty_private.h"

/* ---- parts -------------------------------------------------------------- */

static bool touches_memory(const struct path_op *ops, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ops[i].kind == PATH_LOAD || ops[i].kind == PATH_STRING ||
		    ops[i].kind == PATH_CALLER || ops[i].kind == PATH_CHOOSE ||
		    (ops[i].kind == PATH_FLOAT && ops[i].size == 10))
			return true;
	return false;
}

/* Returns true if no value of the path is read from memory; then the path's format and
 * arguments can be a plain piece of a larger format. */
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

/* Adds "[...]" or "{...}" for an array or a structure, which is not a number;
 * false for others. */
static bool put_parts(struct printer *p, const struct walk *w)
{
	const struct ctype *t = ctype_strip(w->type);
	bool is_array = t->kind == CTYPE_ARRAY;

	if (!is_array && t->kind != CTYPE_STRUCT && t->kind != CTYPE_UNION)
		return false;
	buf_puts(&p->format, is_array ? "[...]" : "{...}");
	return true;
}

/* Adds a plain value.  A reference to an object with parts is shown as the
 * object's address. */
static void put_plain(struct printer *p, struct walk *w)
{
	const struct ctype *t = ctype_strip(w->type);
	bool is_reference = t->kind == CTYPE_POINTER && t->reference &&
			    !ctype_is_scalar(ctype_target(t));

	if (put_parts(p, w))
		return;
	if (is_reference && (!walk_follow(w) || !walk_address(w)))
		buf_putc(&p->format, '?');
	else
		pretty_number(p, w, "%#x");
}

static void put_variable(struct printer *p, struct resolver *r, struct walk *w,
			 const char *name, const struct path_query *q)
{
	const struct path *part;

	buf_puts(&p->format, p->format.n ? " " : "");
	pretty_literal(p, name);
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
		put_plain(p, w);
	}
}

static bool is_wanted(const struct target_address *at, size_t i,
		      const char *which)
{
	if (!strcmp(which, "$$vars"))
		return true;
	return entry_is_local(at, i) == !strcmp(which, "$$locals");
}

static void put_variables(struct printer *p, struct resolver *r,
			  const struct target_address *at,
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
		       const struct target_address *at,
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
			       const struct target_address *at)
{
	const char *how, *parms = at->when == TARGET_INSIDE ? "" :
				  "use $$parms for the parameters";

	resolver_debug(r, at->module, &how);
	if (!how)
		return *parms ? parms : NULL;
	return *parms ? arena_printf(r->arena, "%s; %s", parms, how) : how;
}

/* Returns a refusal of a name like $$vars that cannot be made here, or NULL. */
static const struct path *refuse_special(struct resolver *r,
					 const struct target_address *at,
					 const char *name)
{
	static const char *const of_trace[] = { "$$name", "$$system", NULL };
	static const char *const of_mark[] = { "$$name", "$$provider", NULL };
	static const char *const of_stub[] = { "$$name", NULL };
	static const char *const all[] = { "$$vars", "$$parms", "$$locals",
					   "$$return", NULL };

	if (at->when == TARGET_TRACEPOINT && is_one_of(name, of_trace))
		return NULL;
	if (at->when == TARGET_GIVEN && !at->is_unnamed &&
	    is_one_of(name, at->group ? of_mark : of_stub))
		return NULL;
	if (!is_one_of(name, all))
		return unknown(r, "there is no such name here",
			       "the names are $$vars, $$parms, $$locals, "
			       "$$return");
	if (!strcmp(name, "$$return") && at->when != TARGET_RETURN)
		return unknown(r, "a return value exists only where a function "
				  "returns", "use a .return probe");
	if (at->dwarf || (at->returns && !strcmp(name, "$$return")))
		return NULL;
	if (!strcmp(name, "$$locals") || at->when == TARGET_INSIDE)
		return unknown(r, "local variables need debug information",
			       locals_hint(r, at));
	return at->proto || !at->no_types ? NULL
		: unknown(r, at->no_types, entry_hint(r, at));
}

/* Returns true if the string may be described in rows: at entries and instructions, where
 * numbers are computed from the registers of the hit, and anywhere if it has no numbers. */
static bool is_for_rows(const struct target_address *at,
			const struct path *path)
{
	return at->when == TARGET_ENTRY || at->when == TARGET_INSIDE ||
	       !strchr(path->format, '%');
}

/* Makes one argument a part of its own: "%#x", or "?" if it cannot be read. */
static void unread_alone(struct arena *a, struct path_arg *arg)
{
	struct path *part = arena_new(a, struct path);

	part->format = "%#x";
	part->unread = "?";
	part->args = arena_memdup(a, arg, sizeof(*arg));
	part->n_args = 1;
	*arg = (struct path_arg){ .is_string = true, .part = part };
}

/* Returns the path with each value that may be unreadable as a part of its own, so
 * that in "NAME=%#x" texts the other values are still shown. */
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

/* Returns the address whose variables @name lists: at a marker, $$locals are
 * those of the function around it. */
static const struct target_address *listed_at(struct resolver *r,
					      const struct target_address *at,
					      const char *name)
{
	const struct dwarf_address *scope;
	struct target_address *inside;

	scope = strcmp(name, "$$locals") ? NULL : entry_around(r, at);
	if (!scope)
		return at;
	inside = arena_memdup(r->arena, at, sizeof(*at));
	inside->when = TARGET_INSIDE;
	inside->dwarf = scope;
	return inside;
}

static const struct path *list_special(struct resolver *r,
				       const struct target_address *at,
				       const struct path_query *q)
{
	struct printer p = { .arena = r->arena, .format = BUF_INIT,
			     .is_whole = true };
	const struct path *no = refuse_special(r, at, q->name);
	struct path *path;

	if (no)
		return no;
	if (!strcmp(q->name, "$$name"))
		pretty_literal(&p, at->function);
	else if (!strcmp(q->name, "$$system") ||
		 !strcmp(q->name, "$$provider"))
		pretty_literal(&p, at->group ? at->group : "");
	else if (!strcmp(q->name, "$$return"))
		put_result(&p, r, at, q);
	else
		put_variables(&p, r, at, q);
	path = pretty_finish(&p, NULL, 0);
	if (q->pretty)
		return path;
	if (is_for_rows(at, path))
		path->row_text = row_text_of(r->arena, path);
	return never_fails(path) ? path : unread_apart(r->arena, path);
}

const struct path *pretty_special(struct resolver *r,
				  const struct target_address *at,
				  const struct path_query *q)
{
	return list_special(r, listed_at(r, at, q->name), q);
}
