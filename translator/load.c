/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Loads the sources, and the files of the library that they need, by a worklist:
 * a body names a function, whose file adds probes, whose points name aliases,
 * whose bodies name functions.  Files are only added, so the worklist ends.
 */
#include <fnmatch.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/session.h"
#include "translator/pipeline_private.h"
#include "translator/probe/probe.h"
#include "translator/syscalls/syscalls.h"

#define SYSCALLS_FILE "syscalls.tbl"

void load_env(struct pipeline *p)
{
	struct session *s = p->s;

	p->env = (struct parse_env){
		.arena = s->arena,
		.names = s->names,
		.sources = s->sources,
		.diags = s->diags,
		.macros = macros_create(),
		.kernel_vr = s->release,
		.arch = s->arch,
		.runtime = "kernel",
		.compatible = s->compatible,
		.guru = s->guru,
		.config = s->config,
		.config_data = s->config_data,
		.argc = s->args.n,
		.argv = s->args.at,
		.used = arena_alloc(s->arena, s->args.n + 1),
	};
	parse_check_version(&p->env);
}

const struct source *load_source(struct pipeline *p, enum source_kind kind,
				 const char *path)
{
	const struct source *src = NULL;
	struct sys_error *err;

	err = sources_add_file(p->s->sources, kind, path, &src);
	if (err)
		diag_sys_error(p->s->diags, SPAN_NONE, err);
	return src;
}

const struct source *load_input(struct pipeline *p,
				const struct session_input *in)
{
	if (in->path)
		return load_source(p, in->kind, in->path);
	return sources_add_text(p->s->sources, in->kind, in->name, in->text,
				in->len);
}

static void open_library(struct pipeline *p)
{
	struct session *s = p->s;
	struct sys_error *err = NULL;

	p->lib = library_create(s->arena);
	for (size_t i = 0; i < s->include_dirs.n && !err; i++)
		err = library_add_tree(p->lib, s->include_dirs.at[i],
				       s->release, s->arch, SOURCE_EXTRA);
	if (!err && s->tapset_dir)
		err = library_add_tree(p->lib, s->tapset_dir, s->release,
				       s->arch, SOURCE_TAPSET);
	if (err)
		diag_sys_error(s->diags, SPAN_NONE, err);
}

static void load_macros(struct pipeline *p)
{
	struct library_file *f;

	for (size_t i = 0; (f = library_macros(p->lib, i)); i++) {
		const struct source *src = load_source(p, f->kind, f->path);

		if (src)
			macros_load(&p->env, src);
	}
}

void load_open(struct pipeline *p)
{
	struct session *s = p->s;
	struct program *pr;

	open_library(p);
	load_macros(p);
	pr = program_create(s->arena, s->names, s->sources, s->diags);
	pr->guru = s->guru;
	pr->strict = s->strict;
	pr->compatible = s->compatible;
	pr->names_only = s->names_only;
	pr->all_offered = s->all_offered;
	pr->library_functions = library_names(p->lib, LIBRARY_FUNCTION,
					      &pr->n_library_functions);
	s->program = pr;
}

void load_close(struct pipeline *p)
{
	syscalls_destroy(p->syscalls);
	library_destroy(p->lib);
	macros_destroy(p->env.macros);
}

static struct pipeline *of_visitor(struct ast_visitor *v)
{
	return (struct pipeline *)((char *)v -
				   offsetof(struct pipeline, puller));
}

/* ---- the worklist ------------------------------------------------------- */

static bool load_file(struct pipeline *p, struct library_file *f)
{
	const struct source *src;

	f->loaded = true;
	src = load_source(p, f->kind, f->path);
	if (src)
		program_add_file(p->s->program, parse_source(&p->env, src));
	return src;
}

static void pull_name(struct pipeline *p, enum library_kind kind,
		      const char *name)
{
	struct library_file *f;

	while ((f = library_next(p->lib, kind, name)))
		load_file(p, f);
}

/* ---- the table of system calls ------------------------------------------ */

static bool open_syscalls(struct pipeline *p)
{
	const struct source *src;

	if (p->syscalls_seen)
		return p->syscalls;
	p->syscalls_seen = true;
	if (!p->s->tapset_dir)
		return false;
	src = load_source(p, SOURCE_TAPSET,
			  arena_printf(p->s->arena, "%s/" SYSCALLS_FILE,
				       p->s->tapset_dir));
	if (src)
		p->syscalls = syscalls_create(p->s->arena, src->text);
	p->s->program->syscalls = p->syscalls;
	return p->syscalls;
}

/* Loads text that the table has made, as a file of the library. */
static void load_text(struct pipeline *p, const struct buf *text)
{
	const struct source *src;

	if (!text->n)
		return;
	src = sources_add_text(p->s->sources, SOURCE_TAPSET, SYSCALLS_FILE,
			       text->p, text->n);
	program_add_file(p->s->program, parse_source(&p->env, src));
}

/* If @pr probes all system calls, and uses only the variables that all calls have,
 * makes it use the alias SYSCALLS_ALL, which is loaded once. */
static void join_syscalls(struct pipeline *p, const struct ast_file *file,
			  struct ast_probe *pr)
{
	_cleanup_buf_ struct buf text = BUF_INIT;
	bool named = false;

	for (size_t i = 0; i < pr->points.n; i++)
		named |= pr->points.at[i]->comps.n > 1 &&
			 syscalls_are_named(pr->points.at[i]->comps.at[0].name);
	if (!named || !open_syscalls(p) ||
	    !syscalls_join(p->syscalls, p->s->program, file, pr) ||
	    p->syscalls_joined)
		return;
	p->syscalls_joined = true;
	syscalls_all_aliases(&text);
	load_text(p, &text);
}

/* Returns true for tp_syscall("LIST"). */
static bool has_list(const struct ast_component *c)
{
	return c->arg == COMP_STRING && !strcmp(c->name, "tp_syscall");
}

/* Loads the aliases of system calls that a point names.  If the table has no such
 * call, loads all of them, for suggestions. */
static void pull_syscalls(struct pipeline *p, const struct ast_point *pt)
{
	_cleanup_buf_ struct buf text = BUF_INIT;
	const struct ast_component *head = pt->comps.at;
	const char *second = pt->comps.n > 1 ? head[1].name : NULL;

	if (!syscalls_are_named(head->name) || !open_syscalls(p))
		return;
	if (has_list(head))
		syscalls_list_aliases(p->syscalls, head->text, &text);
	else if (!syscalls_aliases(p->syscalls, head->name, second, &text))
		syscalls_aliases(p->syscalls, head->name, NULL, &text);
	load_text(p, &text);
}

static void pull_syscall_function(struct pipeline *p, const char *name)
{
	_cleanup_buf_ struct buf text = BUF_INIT;

	if (!syscalls_has_function(name) || !open_syscalls(p))
		return;
	syscalls_function(p->syscalls, name, &text);
	load_text(p, &text);
}

/* ---- names -------------------------------------------------------------- */

/* Returns the pattern of first components that @name can mean: "f*" for `f**x`, because
 * ** may stand for several components. */
static const char *first_pattern(struct pipeline *p, const char *name)
{
	const char *wide = strstr(name, "**");

	return !wide ? name : arena_printf(p->s->arena, "%.*s*",
					   (int)(wide - name), name);
}

static void pull_aliases(struct pipeline *p, const char *name)
{
	const char *pattern = first_pattern(p, name);
	const char *const *names;
	size_t n;

	if (!strpbrk(name, "*?")) {
		pull_name(p, LIBRARY_ALIAS, name);
		return;
	}
	names = library_names(p->lib, LIBRARY_ALIAS, &n);
	for (size_t i = 0; i < n; i++)
		if (!fnmatch(pattern, names[i], 0))
			pull_name(p, LIBRARY_ALIAS, names[i]);
}

static bool pull_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct pipeline *p = of_visitor(v);
	struct ast_expr *e = *slot;

	if (e->kind == EXPR_CALL && !program_functions_named(p->s->program,
							     e->call.name)) {
		pull_name(p, LIBRARY_FUNCTION, e->call.name);
		pull_syscall_function(p, e->call.name);
	}
	if (e->kind == EXPR_SYMBOL &&
	    !program_find_global(p->s->program, e->name, NULL))
		pull_name(p, LIBRARY_GLOBAL, e->name);
	if (e->kind == EXPR_TARGET && !strcmp(e->target.name, "$value"))
		pull_name(p, LIBRARY_FUNCTION, PROBE_VALUE_FUNCTION);
	if (e->kind == EXPR_TARGET && !strcmp(e->target.name, "$verdict"))
		pull_name(p, LIBRARY_FUNCTION, PROBE_VERDICT_FUNCTION);
	return true;
}

/* Loads, for `next` in a function, the library's functions of the same name:
 * `next` goes on with the next overload. */
static bool pull_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct pipeline *p = of_visitor(v);

	if ((*slot)->kind == STMT_NEXT && p->function)
		pull_name(p, LIBRARY_FUNCTION, p->function);
	return true;
}

/* Returns true for points that interrupt any running code. */
static bool is_of_clock(const struct ast_point *pt)
{
	const char *first = pt->comps.at[0].name;
	const char *second = pt->comps.n > 1 ? pt->comps.at[1].name : "";

	return !strcmp(first, "perf") ||
	       (!strcmp(first, "timer") && !strcmp(second, "profile")) ||
	       !strcmp(second, "data");
}

static void pull_point(struct pipeline *p, const struct ast_point *pt)
{
	pull_aliases(p, pt->comps.at[0].name);
	pull_syscalls(p, pt);
	if (is_of_clock(pt))
		pull_name(p, LIBRARY_FUNCTION, PROGRAM_HIT_FUNCTION);
}

static void pull_points(struct pipeline *p, const struct ast_points *points)
{
	for (size_t i = 0; i < points->n; i++)
		if (points->at[i]->comps.n)
			pull_point(p, points->at[i]);
}

static void pull_item(struct pipeline *p, const struct ast_file *file,
		      struct ast_item *it)
{
	if (it->kind == ITEM_PROBE) {
		join_syscalls(p, file, it->probe);
		pull_points(p, &it->probe->points);
	} else if (it->kind == ITEM_ALIAS) {
		pull_points(p, &it->alias->points);
	}
	p->function = it->kind == ITEM_FUNCTION ? it->function->name : NULL;
	ast_walk_item(&p->puller, it);
}

/* Warns of arguments on the command line that the script does not use. */
void load_check_args(const struct pipeline *p)
{
	const struct parse_env *env = &p->env;

	for (int i = 0; i < env->argc; i++) {
		struct diag *w;

		if (env->used[i])
			continue;
		w = diag_warning(env->diags, DIAG_UNUSED_ARGUMENT, SPAN_NONE,
				 "argument %d of the script, '%s', is not "
				 "used", i + 1, env->argv[i]);
		diag_hint(w, "the script can use it as $%d (a number or a "
			     "name) or @%d (a string); put options before the "
			     "script", i + 1, i + 1);
	}
}

void load_all_functions(struct pipeline *p)
{
	size_t n;
	const char *const *names = library_names(p->lib, LIBRARY_FUNCTION, &n);

	for (size_t i = 0; i < n; i++)
		pull_name(p, LIBRARY_FUNCTION, names[i]);
}

void load_all_aliases(struct pipeline *p)
{
	_cleanup_buf_ struct buf text = BUF_INIT;
	size_t n;
	const char *const *names = library_names(p->lib, LIBRARY_ALIAS, &n);

	for (size_t i = 0; i < n; i++)
		pull_name(p, LIBRARY_ALIAS, names[i]);
	if (!open_syscalls(p))
		return;
	syscalls_aliases(p->syscalls, "**", NULL, &text);
	load_text(p, &text);
}

void load_aliases_of(struct pipeline *p, const char *first, const char *second)
{
	_cleanup_buf_ struct buf text = BUF_INIT;

	pull_name(p, LIBRARY_ALIAS, first);
	if (!*second || !syscalls_are_named(first) || !open_syscalls(p))
		return;
	syscalls_aliases(p->syscalls, first,
			 arena_printf(p->s->arena, "%s*", second), &text);
	load_text(p, &text);
}

size_t load_syscall_names(struct pipeline *p, const char ***ret)
{
	return open_syscalls(p) ? syscalls_names(p->syscalls, ret) : 0;
}

void load_library(struct pipeline *p)
{
	struct program *pr = p->s->program;

	p->puller = (struct ast_visitor){ .expr_pre = pull_expr,
					  .stmt_pre = pull_stmt };
	for (size_t f = 0; f < pr->files.n; f++)
		for (size_t i = 0; i < pr->files.at[f]->items.n; i++)
			pull_item(p, pr->files.at[f],
				  &pr->files.at[f]->items.at[i]);
}
