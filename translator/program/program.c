/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Keeps the declarations of all files and looks names up.  A private name is
 * found only for a use in the file that declares it.
 */
#include "translator/program/program.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/tags/parser.h"
#include "base/tags/sema.h"
#include "parser/parser.h"

struct program *program_create(struct arena *a, struct intern *names,
			       struct sources *sources, struct diags *diags)
{
	struct program *p = arena_new(a, struct program);

	p->arena = a;
	p->names = names;
	p->sources = sources;
	p->diags = diags;
	p->global_names = hash_create();
	p->alias_heads = hash_create();
	p->function_names = hash_create();
	p->missing = hash_create();
	p->patterns = hash_create();
	return p;
}

void program_destroy(struct program *p)
{
	if (!p)
		return;
	hash_destroy(p->global_names);
	hash_destroy(p->alias_heads);
	hash_destroy(p->function_names);
	hash_destroy(p->missing);
	hash_destroy(p->patterns);
}

bool program_is_guru(const struct program *p, struct span sp)
{
	const struct source *src;

	if (p->guru)
		return true;
	src = sp.src ? sources_get(p->sources, sp.src) : NULL;
	return src && (src->kind == SOURCE_TAPSET ||
		       src->kind == SOURCE_EVENTS);
}

struct span program_text_at(const struct program *p, struct span sp)
{
	const struct expansion *x;

	for (; sp.origin; sp = x->use) {
		x = sources_expansion(p->sources, sp.origin);
		if (x->kind == EXPANSION_ALIAS)
			break;
	}
	return sp;
}

bool program_is_users(const struct program *p, struct span sp)
{
	struct span at = program_text_at(p, sp);
	const struct source *src = at.src ? sources_get(p->sources, at.src)
					  : NULL;

	return src && !source_is_library(src);
}

const struct ast_file *program_file_at(const struct program *p,
				       struct span sp)
{
	struct span at = program_text_at(p, sp);

	for (size_t i = 0; i < p->files.n; i++)
		if (p->files.at[i]->source->id == at.src)
			return p->files.at[i];
	return NULL;
}

unsigned program_find_counter(const struct program *p, const char *name)
{
	for (size_t i = 0; i < p->counters.n; i++)
		if (!strcmp(p->counters.at[i], name))
			return (unsigned)i + 1;
	return 0;
}

bool program_is_news(struct program *p, const char *kind, const char *name)
{
	const char *key = arena_printf(p->arena, "%s %s", kind, name);

	if (hash_find_str(p->missing, key))
		return false;
	hash_set_str(p->missing, key, (void *)key);
	return true;
}

/* ---- globals ------------------------------------------------------------ */

struct global *program_find_global(const struct program *p, const char *name,
				   const struct ast_file *file)
{
	for (size_t i = 0; i < p->private_globals.n; i++) {
		struct global *g = p->private_globals.at[i];

		if (g->file == file && g->sym.name == name)
			return g;
	}
	return hash_find_str(p->global_names, name);
}

struct global *program_global_of(const struct ast_expr *e)
{
	if (e->kind == EXPR_INDEX)
		e = e->index.array;
	if (e->kind != EXPR_SYMBOL || !e->sym || e->sym->kind != SYM_GLOBAL)
		return NULL;
	return e->sym->global;
}

static bool same_scope(const struct global *g, const struct ast_global *ast,
		       const struct ast_file *file)
{
	if (!g)
		return false;
	return !ast->is_private || g->file == file;
}

static void add_global(struct program *p, struct ast_global *ast,
		       struct ast_file *file)
{
	struct global *old = program_find_global(p, ast->name, file);
	struct global *g;

	if (same_scope(old, ast, file)) {
		struct diag *e = diag_error(p->diags, DIAG_DUPLICATE_NAME,
					    ast->span,
					    "global '%s' is declared twice",
					    ast->name);

		diag_note(e, old->sym.span, "the first declaration is here");
		return;
	}
	g = arena_new(p->arena, struct global);
	g->sym.kind = SYM_GLOBAL;
	g->sym.name = ast->name;
	g->sym.span = ast->span;
	g->sym.global = g;
	g->sym.tv = type_new(p);
	g->ast = ast;
	g->file = file;
	g->index = p->globals.n;
	vec_push_in(p->arena, &p->globals, g);
	if (ast->is_private)
		vec_push_in(p->arena, &p->private_globals, g);
	else
		hash_set_str(p->global_names, g->sym.name, g);
}

/* ---- functions ---------------------------------------------------------- */

struct function_set *program_functions_named(const struct program *p,
					     const char *name)
{
	return hash_find_str(p->function_names, name);
}

bool program_may_call(const struct function *f, const struct ast_file *file)
{
	return !f->ast->is_private || f->file == file;
}

/* Returns the name of the intrinsic that implements @ast, or NULL.  It is the X of a
 * comment `intrinsic:X` in the embedded C, or for a comment `intrinsic` the name of the
 * function. */
static const char *intrinsic_name(struct program *p,
				  const struct ast_function *ast)
{
	static const char mark[] = "/* intrinsic:";
	const char *s = ast->c_text ? strstr(ast->c_text, mark) : NULL;
	size_t n;

	if (!s)
		return ast->c_text && program_c_says(ast->c_text, "intrinsic")
			       ? ast->name : NULL;
	s += sizeof(mark) - 1;
	n = strcspn(s, " */");
	return intern_bytes(p->names, s, n);
}

static struct type_var *declared_type(struct program *p, enum ast_type type,
				      struct span why)
{
	struct type_var *t = type_new(p);

	if (type == AST_TYPE_NONE)
		return t;
	t->base = type == AST_TYPE_LONG ? TYPE_LONG : TYPE_STRING;
	t->is_declared = true;
	t->why = why;
	return t;
}

static void make_params(struct program *p, struct function *f)
{
	f->n_params = f->ast->params.n;
	f->params = arena_alloc(p->arena,
				sizeof(*f->params) * (f->n_params + 1));
	for (unsigned i = 0; i < f->n_params; i++) {
		const struct ast_param *ap = &f->ast->params.at[i];
		struct symbol *s = &f->params[i];

		s->kind = SYM_PARAM;
		s->name = ap->name;
		s->span = ap->span;
		s->index = i;
		s->tv = declared_type(p, ap->type, ap->span);
	}
}

/* ---- next --------------------------------------------------------------- */

struct next_scan {
	struct ast_visitor v;
	bool found;
};

static bool scan_next(struct ast_visitor *v, struct ast_stmt **slot)
{
	if ((*slot)->kind == STMT_NEXT)
		((struct next_scan *)v)->found = true;
	return true;
}

static bool uses_next(struct ast_function *f)
{
	struct next_scan s = { .v = { .stmt_pre = scan_next } };

	if (f->c_text)
		return strstr(f->c_text, "STAP_NEXT");
	ast_walk_stmt(&s.v, &f->body);
	return s.found;
}

static void add_function(struct program *p, struct ast_function *ast,
			 struct ast_file *file)
{
	struct function_set *set = program_functions_named(p, ast->name);
	struct function *f = arena_new(p->arena, struct function);

	f->sym.kind = SYM_FUNCTION;
	f->sym.name = ast->name;
	f->sym.span = ast->span;
	f->sym.function = f;
	f->sym.tv = declared_type(p, ast->type, ast->span);
	f->ast = ast;
	f->file = file;
	f->body = ast->body;
	f->intrinsic = intrinsic_name(p, ast);
	f->returns_value = ast->type != AST_TYPE_NONE;
	make_params(p, f);
	f->uses_next = uses_next(ast);
	f->index = p->functions.n;
	vec_push_in(p->arena, &p->functions, f);
	if (!set) {
		set = arena_new(p->arena, struct function_set);
		hash_set_str(p->function_names, f->sym.name, set);
	}
	vec_push_in(p->arena, &set->all, f);
}

/* ---- files -------------------------------------------------------------- */

/* Reports the first wildcard in the names of an alias, which is an error.  Returns
 * true if there is one. */
static bool refuse_wildcards(struct program *p, const struct ast_points *names)
{
	for (size_t i = 0; i < names->n; i++) {
		const struct ast_point *pt = names->at[i];

		for (size_t k = 0; k < pt->comps.n; k++) {
			if (!strpbrk(pt->comps.at[k].name, "*?"))
				continue;
			diag_hint(diag_error(p->diags, DIAG_BAD_POINT, pt->span,
					     "the name of an alias cannot "
					     "contain wildcards"),
				  "give the alias one name; a probe point can "
				  "use * to select several aliases");
			return true;
		}
	}
	return false;
}

static void add_alias(struct program *p, struct ast_alias *ast,
		      struct ast_file *file)
{
	struct alias *a = arena_new(p->arena, struct alias);

	if (refuse_wildcards(p, &ast->names))
		return;
	a->ast = ast;
	a->file = file;
	vec_push_in(p->arena, &p->aliases, a);
	for (size_t i = 0; i < ast->names.n; i++)
		hash_set_str(p->alias_heads,
			     ast->names.at[i]->comps.at[0].name, a);
}

void program_add_file(struct program *p, struct ast_file *f)
{
	vec_push_in(p->arena, &p->files, f);
	for (size_t i = 0; i < f->items.n; i++) {
		struct ast_item *it = &f->items.at[i];

		switch (it->kind) {
		case ITEM_GLOBAL:
			add_global(p, it->global, f);
			break;
		case ITEM_FUNCTION:
			add_function(p, it->function, f);
			break;
		case ITEM_ALIAS:
			add_alias(p, it->alias, f);
			break;
		default:	/* the pipeline expands probes; ir/ takes C */
			break;
		}
	}
}

/* ---- -p2 ---------------------------------------------------------------- */

static void print_global(const struct global *g, struct buf *out)
{
	buf_puts(out, g->sym.name);
	if (g->is_array) {
		buf_putc(out, '[');
		for (unsigned i = 0; i < g->n_keys; i++)
			buf_printf(out, "%s%s", i ? "," : "",
				   type_name(type_base(g->keys[i])));
		buf_putc(out, ']');
	}
	buf_printf(out, ":%s\n", type_name(type_base(g->sym.tv)));
}

void program_print_function(const struct function *f, struct buf *out)
{
	buf_puts(out, f->sym.name);
	if (f->context)
		buf_printf(out, "@%u", f->clone);
	buf_printf(out, ":%s (", type_name(type_base(f->sym.tv)));
	for (unsigned i = 0; i < f->n_params; i++)
		buf_printf(out, "%s%s:%s", i ? ", " : "", f->params[i].name,
			   type_name(type_base(f->params[i].tv)));
	buf_puts(out, ")\n");
}

static void print_probe(const struct probe *pr, struct buf *out)
{
	for (size_t i = 0; i < pr->locations.n; i++) {
		buf_puts(out, pr->locations.at[i].name);
		if (pr->condition) {
			buf_puts(out, " if (");
			ast_print_expr(out, pr->condition);
			buf_putc(out, ')');
		}
		buf_putc(out, '\n');
	}
	for (size_t i = 0; i < pr->locals.n; i++)
		buf_printf(out, "  # local %s:%s\n", pr->locals.at[i]->name,
			   type_name(type_base(pr->locals.at[i]->tv)));
}

void program_print(const struct program *p, struct buf *out)
{
	bool any = false;

	for (size_t i = 0; i < p->globals.n; i++) {
		if (!p->globals.at[i]->sym.is_read &&
		    !p->globals.at[i]->sym.is_written)
			continue;
		if (!any)
			buf_puts(out, "# globals\n");
		any = true;
		print_global(p->globals.at[i], out);
	}
	any = false;
	for (size_t i = 0; i < p->functions.n; i++) {
		if (!p->functions.at[i]->used)
			continue;
		if (!any)
			buf_puts(out, "# functions\n");
		any = true;
		program_print_function(p->functions.at[i], out);
	}
	if (p->probes.n)
		buf_puts(out, "# probes\n");
	for (size_t i = 0; i < p->probes.n; i++)
		print_probe(p->probes.at[i], out);
}

/* ---- what cannot be probed ---------------------------------------------- */

size_t program_left_out(const struct left_out *l)
{
	return l->init + l->blacklisted + l->notrace + l->no_return;
}

const char *program_left_out_words(struct arena *a, const struct left_out *l)
{
	const struct {
		size_t n;
		const char *one, *more;
	} reasons[] = {
		{ l->init, "is startup code", "are startup code" },
		{ l->blacklisted, "runs when the kernel is entered or at a probe",
		  "run when the kernel is entered or at a probe" },
		{ l->notrace, "has no hook for tracing",
		  "have no hook for tracing" },
		{ l->no_return, "has no return address, or uses it",
		  "have no return address, or use it" },
	};
	const char *text = "";

	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
		if (reasons[i].n)
			text = arena_printf(a, "%s%s%zu %s", text,
					    *text ? ", " : "", reasons[i].n,
					    reasons[i].n == 1
						    ? reasons[i].one
						    : reasons[i].more);
	return text;
}
