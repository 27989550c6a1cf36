/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Checks what the language can know of embedded C: where it is allowed, the
 * globals that it names, the comments that make promises about it.
 */
#include "base/arena.h"
#include "base/tags/sema.h"
#include <string.h>

#include "translator/sema/check.h"

/* ---- names -------------------------------------------------------------- */

static const char *nearest(struct program *p, const char *name)
{
	const char **names = arena_alloc(p->arena, sizeof(*names) *
					 (p->globals.n + 1));

	for (size_t i = 0; i < p->globals.n; i++)
		names[i] = p->globals.at[i]->sym.name;
	return diag_nearest(name, names, p->globals.n);
}

static void unknown(struct program *p, const struct c_use *u, struct span sp)
{
	struct diag *e = diag_error(p->diags, DIAG_UNKNOWN_GLOBAL,
				    program_c_span(p, sp, u->off),
				    "there is no global '%s'", u->name);
	const char *near = nearest(p, u->name);

	if (near)
		diag_hint(e, "did you mean \"%s\"?", near);
	else
		diag_hint(e, "embedded C can use only the globals of the "
			     "script; declare it: global %s", u->name);
}

void sema_bind_c(struct program *p, const struct ast_file *file,
		 const char *text, struct span sp)
{
	c_use_vec uses = { 0 };

	program_c_uses(p, file, text, &uses);
	for (size_t i = 0; i < uses.n; i++) {
		const struct c_use *u = &uses.at[i];

		if (!u->global) {
			unknown(p, u, sp);
			continue;
		}
		u->global->sym.is_read |= u->read;
		u->global->sym.is_written |= u->write;
		u->global->in_c = true;
	}
}

/* ---- where C is allowed ------------------------------------------------- */

static void want_guru(struct checker *ck, struct span sp, const char *what)
{
	if (!program_is_guru(ck->p, sp))
		diag_hint(diag_error(ck->p->diags, DIAG_GURU_ONLY, sp,
				     "%s can do anything to the kernel", what),
			  "add -g if you trust it");
}

static void check_aggregates(struct checker *ck, const struct ast_file *file,
			     const char *text, struct span sp)
{
	c_use_vec uses = { 0 };

	program_c_uses(ck->p, file, text, &uses);
	for (size_t i = 0; i < uses.n; i++) {
		struct global *g = uses.at[i].global;

		if (!g || type_base(g->sym.tv) != TYPE_STATS)
			continue;
		diag_hint(diag_error(ck->p->diags, DIAG_RAW_AGGREGATE,
				     program_c_span(ck->p, sp, uses.at[i].off),
				     "embedded C cannot use the aggregate "
				     "'%s'", g->sym.name),
			  "pass the values you need as arguments: @count(%s)",
			  g->sym.name);
		return;
	}
}

/* Checks the promise "stable" of C, as far as its text shows it. */
static void check_stable(struct checker *ck, const struct function *f)
{
	if (program_c_says(f->ast->c_text, "stable") &&
	    !program_c_says(f->ast->c_text, "pure"))
		diag_error(ck->p->diags, DIAG_BAD_PRAGMA, f->sym.span,
			   "function '%s' cannot be /* stable */ without /* "
			   "pure */", f->sym.name);
}

void check_c_function(struct checker *ck, const struct function *f)
{
	check_stable(ck, f);
	check_aggregates(ck, f->file, f->ast->c_text, f->ast->c_span);
}

void check_c_expr(struct checker *ck, const struct ast_expr *e)
{
	want_guru(ck, e->span, e->kind == EXPR_ATOP ? "@const" : "embedded C");
}

/* Returns the public function that leads to the call of @name, if @name begins
 * with __, so that it is internal to the library. */
static const char *public_name(const struct checker *ck, const char *name)
{
	for (const struct function *f = ck->fn; f && !strncmp(name, "__", 2);
	     f = f->caller)
		name = f->sym.name;
	return name;
}

/* Reports a call of a "guru" function in a script without -g. */
void check_c_call(struct checker *ck, const struct ast_expr *e)
{
	const struct ast_function *f = e->sym->function->ast;

	if (ck->p->guru || !f->c_text || !program_c_says(f->c_text, "guru"))
		return;
	diag_hint(diag_error(ck->p->diags, DIAG_GURU_ONLY, e->span,
			     "function '%s' can be used only in guru mode",
			     public_name(ck, f->name)),
		  "add -g to allow it");
}

static void check_item(struct checker *ck, const struct ast_item *it)
{
	if (it->kind == ITEM_EMBEDDED)
		want_guru(ck, it->embedded->span, "embedded C");
	else if (it->kind == ITEM_FUNCTION && it->function->c_text)
		want_guru(ck, it->function->span, "a function in C");
}

void check_c_items(struct checker *ck)
{
	for (size_t i = 0; i < ck->p->files.n; i++) {
		const struct ast_file *f = ck->p->files.at[i];

		for (size_t k = 0; k < f->items.n; k++)
			check_item(ck, &f->items.at[k]);
	}
}

void check_c_changes(const struct program *p, const struct function *f,
		     bool *changes)
{
	c_use_vec uses = { 0 };

	program_c_uses(p, f->file, f->ast->c_text, &uses);
	for (size_t i = 0; i < uses.n; i++)
		if (uses.at[i].global && uses.at[i].write)
			changes[uses.at[i].global->index] = true;
}
