/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The driver.  stages[] is the table of contents of the compiler.
 *
 * Library, expansion and binding need each other: a body names a function,
 * whose file brings probes, whose points name aliases, whose bodies name
 * functions.  load() below is that worklist; the rooms do not call each other.
 */
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "parser/ast_walk.h"
#include "parser/parser.h"
#include "runtime/abi.h"
#include "translator/library.h"
#include "translator/pipeline.h"
#include "translator/probe/probe.h"
#include "translator/sema/sema.h"

struct pipeline {
	struct session *s;
	struct parse_env env;
	struct library *lib;
	struct ast_visitor puller;	/* must be named by pull_* through it */
	size_t files_seen, items_seen;
};

static struct pipeline *of_visitor(struct ast_visitor *v)
{
	return (struct pipeline *)((char *)v -
				   offsetof(struct pipeline, puller));
}

/* ---- parsing ------------------------------------------------------------ */

static void make_env(struct pipeline *p)
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
}

static const struct source *read_source(struct pipeline *p,
					enum source_kind kind, const char *path)
{
	const struct source *src = NULL;
	struct sys_error *err;

	err = sources_add_file(p->s->sources, kind, path, &src);
	if (err)
		diag_sys_error(p->s->diags, SPAN_NONE, err);
	return src;
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
		const struct source *src = read_source(p, f->kind, f->path);

		if (src)
			macros_load(&p->env, src);
	}
}

static void stage_parse(struct pipeline *p)
{
	struct session *s = p->s;

	open_library(p);
	load_macros(p);
	s->program = program_create(s->arena, s->names, s->sources, s->diags);
	s->program->guru = s->guru;
	s->program->library_functions =
		library_names(p->lib, LIBRARY_FUNCTION,
			      &s->program->n_library_functions);
	for (size_t i = 0; i < s->inputs.n; i++) {
		const struct session_input *in = &s->inputs.at[i];
		const struct source *src;

		if (in->path)
			src = read_source(p, in->kind, in->path);
		else
			src = sources_add_text(s->sources, in->kind, in->name,
					       in->text, in->len);
		if (src)
			program_add_file(s->program,
					 parse_source(&p->env, src));
	}
}

/* ---- the worklist ------------------------------------------------------- */

static bool load_file(struct pipeline *p, struct library_file *f)
{
	const struct source *src;

	f->loaded = true;
	src = read_source(p, f->kind, f->path);
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

static bool pull_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct pipeline *p = of_visitor(v);
	struct ast_expr *e = *slot;

	if (e->kind == EXPR_CALL && !program_functions_named(p->s->program,
							     e->call.name))
		pull_name(p, LIBRARY_FUNCTION, e->call.name);
	if (e->kind == EXPR_SYMBOL &&
	    !program_find_global(p->s->program, e->name, NULL))
		pull_name(p, LIBRARY_GLOBAL, e->name);
	return true;
}

static void pull_points(struct pipeline *p, const struct ast_points *points)
{
	for (size_t i = 0; i < points->n; i++)
		if (points->at[i]->comps.n)
			pull_name(p, LIBRARY_ALIAS,
				  points->at[i]->comps.at[0].name);
}

static void pull_item(struct pipeline *p, struct ast_item *it)
{
	if (it->kind == ITEM_PROBE)
		pull_points(p, &it->probe->points);
	else if (it->kind == ITEM_ALIAS)
		pull_points(p, &it->alias->points);
	ast_walk_item(&p->puller, it);
}

/* Load files until every name that the program uses is declared, or is
 * declared nowhere.  Files are only ever added, so this ends. */
static void load(struct pipeline *p)
{
	struct program *pr = p->s->program;

	p->puller = (struct ast_visitor){ .expr_pre = pull_expr };
	for (size_t f = 0; f < pr->files.n; f++)
		for (size_t i = 0; i < pr->files.at[f]->items.n; i++)
			pull_item(p, &pr->files.at[f]->items.at[i]);
}

static void stage_expand(struct pipeline *p)
{
	struct session *s = p->s;
	struct program *pr = s->program;
	struct probe_world world = {
		.kernel = s->runtime == SESSION_HOST ? NULL : s->kernel,
		.kernel_data = s->kernel_data,
		.host = s->runtime == SESSION_HOST,
	};
	size_t written = 0;

	load(p);
	for (size_t f = 0; f < pr->files.n; f++) {
		struct ast_file *file = pr->files.at[f];

		for (size_t i = 0; i < file->items.n; i++) {
			if (file->items.at[i].kind != ITEM_PROBE)
				continue;
			written++;
			probe_expand(pr, &world, file->items.at[i].probe,
				     file);
		}
	}
	if (!written && !diags_errors(s->diags))
		diag_hint(diag_error(s->diags, DIAG_NO_PROBES, SPAN_NONE,
				     "the script has no probe"),
			  "a script is a row of probes: "
			  "probe begin { println(\"hello\") }");
}

/* ---- analysis ----------------------------------------------------------- */

static void bind_user_functions(struct pipeline *p)
{
	struct program *pr = p->s->program;

	for (size_t i = 0; i < pr->functions.n; i++)
		if (pr->functions.at[i]->file->source->kind == SOURCE_USER)
			sema_bind_function(pr, pr->functions.at[i]);
}

static void stage_bind(struct pipeline *p)
{
	struct program *pr = p->s->program;

	for (size_t i = 0; i < pr->probes.n; i++)
		sema_bind_probe(pr, pr->probes.at[i]);
	bind_user_functions(p);
}

static struct global *global_named(struct program *pr, const char *name)
{
	for (size_t i = 0; i < pr->globals.n; i++)
		if (!strcmp(pr->globals.at[i]->sym.name, name))
			return pr->globals.at[i];
	return NULL;
}

/* -G NAME=VALUE: by the global's type. */
static void set_global(struct pipeline *p, const struct session_define *d)
{
	struct program *pr = p->s->program;
	struct global *g = global_named(pr, d->name);
	char *end;

	if (!g || g->is_array || type_base(g->sym.tv) == TYPE_STATS) {
		diag_error(pr->diags, DIAG_NO_SUCH_GLOBAL, SPAN_NONE,
			   "-G %s: the script has no global number or string "
			   "of this name", d->name);
		return;
	}
	if (type_base(g->sym.tv) == TYPE_STRING) {
		g->init_str = intern_str(pr->names, d->value);
		return;
	}
	g->init_num = strtoll(d->value, &end, 0);
	if (!*d->value || *end)
		diag_error(pr->diags, DIAG_BAD_OPTION, SPAN_NONE,
			   "-G %s=%s: the global is a number", d->name,
			   d->value);
}

static void stage_infer(struct pipeline *p)
{
	sema_infer(p->s->program);
	for (size_t i = 0; i < p->s->globals.n; i++)
		set_global(p, &p->s->globals.at[i]);
}

static void stage_check(struct pipeline *p)
{
	sema_check(p->s->program);
}

/* ---- translation -------------------------------------------------------- */

static const struct {
	enum stp_limit_id id;
	const char *name;
	uint64_t dflt;
} limits[] = {
#define LIMIT(sym, dflt, name) { STP_LIM_##sym, name, dflt },
	STP_LIMITS(LIMIT)
#undef LIMIT
};

/* -D NAME=VALUE: a limit; anything else means nothing without embedded C. */
static void set_limit(struct pipeline *p, const struct session_define *d)
{
	struct emit_limit l;
	char *end;

	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		if (strcmp(limits[i].name, d->name))
			continue;
		l.id = limits[i].id;
		l.value = strtoull(d->value, &end, 0);
		if (!*d->value || *end)
			diag_error(p->s->diags, DIAG_BAD_OPTION, SPAN_NONE,
				   "-D %s=%s: the value must be a number",
				   d->name, d->value);
		vec_push_in(p->s->arena, &p->s->limits, l);
		return;
	}
	diag_warning(p->s->diags, DIAG_UNUSED_DEFINE, SPAN_NONE,
		     "-D %s: nothing in this script has this name", d->name);
}

static uint64_t limit_of(const struct pipeline *p, enum stp_limit_id id)
{
	for (size_t i = p->s->limits.n; i-- > 0;)
		if (p->s->limits.at[i].id == id)
			return p->s->limits.at[i].value;
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
		if (limits[i].id == id)
			return limits[i].dflt;
	return 0;
}

static bool in_range(struct pipeline *p, enum stp_limit_id id, uint64_t lo,
		     uint64_t hi)
{
	uint64_t v = limit_of(p, id);

	if (v >= lo && v <= hi)
		return true;
	diag_error(p->s->diags, DIAG_BAD_OPTION, SPAN_NONE,
		   "%s must be %llu to %llu, not %llu", limits[id].name,
		   (unsigned long long)lo, (unsigned long long)hi,
		   (unsigned long long)v);
	return false;
}

static void stage_limits(struct pipeline *p)
{
	for (size_t i = 0; i < p->s->defines.n; i++)
		set_limit(p, &p->s->defines.at[i]);
	in_range(p, STP_LIM_STRINGLEN, 8, 65536);
	in_range(p, STP_LIM_NESTING, 1, 1000);
}

static void stage_lower(struct pipeline *p)
{
	struct ir_options o = {
		.string_len = limit_of(p, STP_LIM_STRINGLEN),
		.max_nesting = limit_of(p, STP_LIM_NESTING),
		.paths = p->s->paths,
	};

	p->s->unit = ir_lower(p->s->program, &o);
}

/* An IR pass, and the check behind it. */
static void stage_frames(struct pipeline *p)
{
	ir_frames(p->s->unit);
	ir_merge(p->s->unit);
	ir_locks(p->s->unit);
	ir_verify(p->s->unit, p->s->diags, "lowering");
}

static void stage_emit(struct pipeline *p)
{
	struct session *s = p->s;
	const struct source *first = sources_count(s->sources)
		? s->program->files.at[0]->source : NULL;
	struct emit_options o = {
		.script = first ? first->name : "",
		.release = s->runtime == SESSION_HOST ? "" : s->release,
		.limits = s->limits.at,
		.n_limits = s->limits.n,
	};

	emit_c(s->unit, &s->c_text);
	emit_blob(s->unit, &o, &s->blob);
}

/* ---- the list ----------------------------------------------------------- */

static const struct {
	enum stage stage;
	const char *name;
	void (*run)(struct pipeline *p);
} stages[] = {
	{ STAGE_PARSE, "parse", stage_parse },
	{ STAGE_ANALYSE, "expand", stage_expand },
	{ STAGE_ANALYSE, "bind", stage_bind },
	{ STAGE_ANALYSE, "infer", stage_infer },
	{ STAGE_ANALYSE, "check", stage_check },
	{ STAGE_TRANSLATE, "limits", stage_limits },
	{ STAGE_TRANSLATE, "lower", stage_lower },
	{ STAGE_TRANSLATE, "frames, locks", stage_frames },
	{ STAGE_TRANSLATE, "emit", stage_emit },
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void run_stage(struct pipeline *p, size_t i)
{
	struct session_timing t = { stages[i].stage, stages[i].name, now() };

	stages[i].run(p);
	t.seconds = now() - t.seconds;
	vec_push_in(p->s->arena, &p->s->timings, t);
}

bool pipeline_run(struct session *s, enum stage last)
{
	struct pipeline p = { .s = s };
	size_t n = sizeof(stages) / sizeof(stages[0]);

	make_env(&p);
	for (size_t i = 0; i < n && stages[i].stage <= last; i++) {
		run_stage(&p, i);
		if (diags_errors(s->diags))
			break;
	}
	library_destroy(p.lib);
	macros_destroy(p.env.macros);
	return !diags_errors(s->diags);
}

/* ---- dumps -------------------------------------------------------------- */

static void dump_tokens(struct session *s, struct buf *out)
{
	struct pipeline p = { .s = s };

	make_env(&p);
	for (size_t i = 0; i < s->inputs.n; i++) {
		const struct session_input *in = &s->inputs.at[i];
		const struct source *src;

		src = in->path ? read_source(&p, in->kind, in->path)
			       : sources_add_text(s->sources, in->kind,
						  in->name, in->text, in->len);
		if (src)
			parse_dump_tokens(&p.env, src, out);
	}
	macros_destroy(p.env.macros);
}

static void dump_ast(struct session *s, struct buf *out)
{
	for (size_t i = 0; i < s->program->files.n; i++)
		ast_print_file(out, s->program->files.at[i]);
}

static void dump_probes(struct session *s, struct buf *out)
{
	program_print(s->program, out);
}

static void dump_types(struct session *s, struct buf *out)
{
	sema_print_types(s->program, out);
}

static void dump_ir(struct session *s, struct buf *out)
{
	ir_print(s->unit, out);
}

static void dump_c(struct session *s, struct buf *out)
{
	buf_add(out, s->c_text.p, s->c_text.n);
}

static void dump_rows(struct session *s, struct buf *out)
{
	emit_print_rows(s->unit, out);
}

static const struct {
	const char *name;
	enum stage needs;	/* 0: nothing */
	void (*dump)(struct session *s, struct buf *out);
} dumps[] = {
	{ "tokens", 0, dump_tokens },
	{ "ast", STAGE_PARSE, dump_ast },
	{ "probes", STAGE_ANALYSE, dump_probes },
	{ "types", STAGE_ANALYSE, dump_types },
	{ "ir", STAGE_TRANSLATE, dump_ir },
	{ "c", STAGE_TRANSLATE, dump_c },
	{ "rows", STAGE_TRANSLATE, dump_rows },
};

bool pipeline_dump(struct session *s, const char *what, struct buf *out)
{
	for (size_t i = 0; i < sizeof(dumps) / sizeof(dumps[0]); i++) {
		if (strcmp(dumps[i].name, what))
			continue;
		if (dumps[i].needs && !pipeline_run(s, dumps[i].needs))
			return false;
		dumps[i].dump(s, out);
		return !diags_errors(s->diags);
	}
	diag_hint(diag_error(s->diags, DIAG_BAD_OPTION, SPAN_NONE,
			     "there is no stage '%s' to dump", what),
		  "tokens, ast, probes, types, ir, c, rows");
	return false;
}
