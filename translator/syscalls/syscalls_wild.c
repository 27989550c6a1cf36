/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the probes of syscall.* that need only the variables that all calls
 * have: name, argstr, retval, retstr.  These probe two tracepoints instead: a
 * handler for each of some hundred calls would take seconds to compile and to
 * attach.
 */
#include <fnmatch.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "parser/parser.h"
#include "translator/program/program.h"
#include "translator/syscalls/syscalls_table.h"

struct scan {
	struct ast_visitor v;
	struct hash *variables;		/* of the arguments of calls */
	bool in_function;		/* a function is walked, whose names are
					   not the alias's */
	bool fits;
};

/* Functions whose results depend on the probe point, its registers or its
 * stack. */
static const char *const special[] = {
	"pn", "pp", "ppfunc", "probe_type", "probefunc", "probemod",
	"*register*", "*_arg", "*regs*", "*stack*", "*backtrace*", "callers",
	"caller*", "returnval", "returnstr", "symfile*", "asmlinkage",
	"fastcall", "regparm", "*addr", "syscall_*", "__*",
};

static bool is_special(const char *name)
{
	for (size_t i = 0; i < sizeof(special) / sizeof(special[0]); i++)
		if (!fnmatch(special[i], name, 0))
			return true;
	return false;
}

static bool scan_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct scan *s = (struct scan *)v;
	const struct ast_expr *e = *slot;

	if (e->kind == EXPR_TARGET || e->kind == EXPR_ATOP)
		s->fits = false;
	else if (e->kind == EXPR_SYMBOL && !s->in_function)
		s->fits &= !hash_find_str(s->variables, e->name);
	else if (e->kind == EXPR_CALL)
		s->fits &= !is_special(e->call.name);
	return s->fits;
}

/* ---- variables of arguments --------------------------------------------- */

/* Adds the names A and B of "A = VALUE B = VALUE"; a `$` in them is replaced by
 * the variable of @arg. */
static void add_names(struct syscalls *t, const char *code, const char *arg,
		      struct hash *to)
{
	for (const char *p = code; (p = strstr(p, " = ")); p += 3) {
		const char *from = p;
		const char *name;

		while (from > code && from[-1] != ' ')
			from--;
		name = arena_strndup(t->arena, from, p - from);
		if (*name == '$')
			name = arena_printf(t->arena, "%.*s%s",
					    (int)strcspn(arg, ":"), arg,
					    name + 1);
		hash_set_str(to, name, t);
	}
}

static void add_args(struct syscalls *t, const struct words *args,
		     struct hash *to)
{
	for (size_t i = 0; i < args->at.n; i++)
		add_names(t, syscalls_shown_of(t, args->at.at[i])->code,
			  args->at.at[i], to);
}

static void add_variables(struct syscalls *t, struct hash *to)
{
	for (size_t i = 0; i < t->lines.n; i++) {
		struct call c = syscalls_read_call(t, t->lines.at[i]);

		add_args(t, &c.args, to);
		add_args(t, &c.returned, to);
	}
}

/* ---- probes ------------------------------------------------------------- */

static bool is_plain(const struct ast_component *c, const char *name)
{
	return c->arg == COMP_PLAIN && !strcmp(c->name, name);
}

/* Returns true for syscall.* and syscall.*.return, and for the same of
 * nd_syscall and tp_syscall. */
static bool is_all(const struct ast_point *pt)
{
	const struct ast_component *c = pt->comps.at;

	if (pt->comps.n < 2 || pt->comps.n > 3 || !is_plain(&c[1], "*"))
		return false;
	if (!is_plain(&c[0], "syscall") && !is_plain(&c[0], "nd_syscall") &&
	    !is_plain(&c[0], "tp_syscall"))
		return false;
	return pt->comps.n == 2 || is_plain(&c[2], "return");
}

static bool any_is_all(const struct ast_probe *pr)
{
	for (size_t i = 0; i < pr->points.n; i++)
		if (is_all(pr->points.at[i]))
			return true;
	return false;
}

static bool fits(struct syscalls *t, const struct ast_file *file,
		 struct ast_probe *pr)
{
	struct scan s = { .v = { .expr_pre = scan_expr }, .fits = true };

	s.variables = hash_create();
	add_variables(t, s.variables);
	ast_walk_stmt(&s.v, &pr->body);
	s.in_function = true;
	for (size_t i = 0; i < file->items.n && s.fits; i++)
		if (file->items.at[i].kind == ITEM_FUNCTION)
			ast_walk_item(&s.v, &file->items.at[i]);
	hash_destroy(s.variables);
	return s.fits;
}

bool syscalls_join(struct syscalls *t, struct program *p,
		   const struct ast_file *file, struct ast_probe *pr)
{
	if (p->names_only || p->all_offered || !any_is_all(pr) ||
	    !fits(t, file, pr))
		return false;
	for (size_t i = 0; i < pr->points.n; i++) {
		struct ast_components *c = &pr->points.at[i]->comps;

		if (!is_all(pr->points.at[i]))
			continue;
		c->at[0].name = intern_str(p->names, SYSCALLS_ALL);
		memmove(c->at + 1, c->at + 2, (c->n - 2) * sizeof(*c->at));
		c->n--;
	}
	return true;
}
