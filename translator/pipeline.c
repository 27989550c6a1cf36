/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Runs the stages of the compiler; stages[] is its table of contents.
 *
 * Library, expansion and binding need each other.  The rooms do not call each
 * other: load.c has the worklist.
 */
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/deep.h"
#include "base/error.h"
#include "base/tags/probe.h"
#include "base/tags/session.h"
#include "events/events.h"
#include "translator/pipeline_private.h"
#include "translator/probe/probe.h"
#include "translator/sema/sema.h"
#include "translator/target/kernel/kernel.h"

/* ---- parsing ------------------------------------------------------------ */

static void stage_parse(struct pipeline *p)
{
	struct events *events = events_create(&p->env);
	struct ast_file *of_events;
	struct session *s = p->s;
	VEC(const struct source *) sources = { .n = 0 };

	load_open(p);
	for (size_t i = 0; i < s->inputs.n; i++) {
		const struct source *src = load_input(p, &s->inputs.at[i]);

		vec_push_in(s->arena, &sources, src);
	}
	options_take(p, sources.at, sources.n);
	for (size_t i = 0; i < sources.n; i++) {
		const struct source *src = sources.at[i];

		if (src && src->kind == SOURCE_EVENTS)
			events_add(events, src);
		else if (src)
			program_add_file(s->program,
					 parse_source(&p->env, src));
	}
	of_events = events_finish(events);
	if (of_events)
		program_add_file(s->program, of_events);
}

static void provide_paths(struct session *s)
{
	if (s->paths || !s->world.kernel)
		return;
	s->target_vars = target_vars_create(s->arena, &s->world,
					    s->keep_paths ? TARGET_VARS_KEEP
							  : TARGET_VARS_FORGET);
	s->paths = target_vars_provider(s->target_vars);
}

/* Adds to s->kinds the forms of kinds that a point of @probe matches, if it is a pattern
 * of names.  They need arguments, which a pattern does not give.  A point that matches
 * some becomes optional: it need not have a location. */
static void list_kinds(struct session *s, struct ast_probe *probe)
{
	for (size_t i = 0; s->kinds && i < probe->points.n; i++) {
		size_t before = s->kinds->n;

		probe_print_types(s->program, probe->points.at[i], s->kinds);
		probe->points.at[i]->optional |= s->kinds->n > before;
	}
}

static const char *root_of(struct session *s)
{
	int64_t pid = s->namespaces ? s->namespaces : s->world.pid;

	return pid ? arena_printf(s->arena, "/proc/%lld/root",
				  (long long)pid) : NULL;
}

static void stage_expand(struct pipeline *p)
{
	struct session *s = p->s;
	struct program *pr = s->program;
	size_t written = 0;

	s->world.viewer = (struct binary_viewer){ root_of(s), s->world.pid };
	provide_paths(s);
	pr->paths = s->paths;
	load_library(p);
	load_check_args(p);
	for (size_t f = 0; f < pr->files.n; f++) {
		struct ast_file *file = pr->files.at[f];

		for (size_t i = 0; i < file->items.n; i++) {
			if (!session_goes_on(s))
				return;
			if (file->items.at[i].kind != ITEM_PROBE)
				continue;
			written++;
			list_kinds(s, file->items.at[i].probe);
			probe_expand(pr, &s->world, file->items.at[i].probe,
				     file);
		}
	}
	/* in a replay nothing is probed */
	if (!s->until && !s->tape)
		probe_remark(pr);
	if (!written && !diags_errors(s->diags))
		diag_hint(diag_error(s->diags, DIAG_NO_PROBES, SPAN_NONE,
				     "the script has no probe"),
			  "add a probe: probe begin { println(\"hello\") }");
}

static void stage_defined(struct pipeline *p)
{
	sema_defined(p->s->program, p->s->paths);
}

/* ---- analysis ----------------------------------------------------------- */

static void bind_user_functions(struct pipeline *p)
{
	struct program *pr = p->s->program;

	/* of a cloned function only the clones are bound */
	for (size_t i = 0; i < pr->functions.n; i++)
		if (pr->functions.at[i]->file->source->kind == SOURCE_USER &&
		    (pr->functions.at[i]->context ||
		     !pr->functions.at[i]->clone))
			sema_bind_function(pr, pr->functions.at[i]);
}

static void stage_bind(struct pipeline *p)
{
	struct program *pr = p->s->program;

	for (size_t i = 0; i < pr->probes.n; i++)
		sema_bind_probe(pr, pr->probes.at[i]);
	bind_user_functions(p);
}

/* Removes statements that do nothing, but not for listings, which show
 * everything. */
static void stage_elide(struct pipeline *p)
{
	const struct session *s = p->s;

	if (diags_errors(s->diags) || s->all_offered)
		return;
	sema_absorb(s->program);
	if (!s->no_optimise)
		sema_elide(s->program);
}

static struct global *global_named(struct program *pr, const char *name)
{
	for (size_t i = 0; i < pr->globals.n; i++)
		if (!strcmp(pr->globals.at[i]->sym.name, name))
			return pr->globals.at[i];
	return NULL;
}

static bool has_first_value(const struct global *g)
{
	return !g->is_array && type_base(g->sym.tv) != TYPE_STATS;
}

static void no_such_global(struct program *pr, const char *name)
{
	VEC(const char *) names = { 0 };

	for (size_t i = 0; i < pr->globals.n; i++)
		if (has_first_value(pr->globals.at[i]))
			vec_push_in(pr->arena, &names,
				    pr->globals.at[i]->sym.name);
	diag_suggest(diag_error(pr->diags, DIAG_NO_SUCH_GLOBAL, SPAN_NONE,
				"-G %s: the script has no global number or "
				"string with this name", name),
		     name, names.at, names.n);
}

/* Sets the first value of a global for -G NAME=VALUE, by the global's type. */
static void set_global(struct pipeline *p, const struct session_define *d)
{
	struct program *pr = p->s->program;
	struct global *g = global_named(pr, d->name);
	char *end;

	if (!g || !has_first_value(g)) {
		no_such_global(pr, d->name);
		return;
	}
	if (type_base(g->sym.tv) == TYPE_STRING) {
		g->init_str = intern_str(pr->names, d->value);
		return;
	}
	g->init_num = strtoll(d->value, &end, 0);
	if (!*d->value || *end)
		diag_error(pr->diags, DIAG_BAD_OPTION, SPAN_NONE,
			   "-G %s=%s: the value must be a number", d->name,
			   d->value);
}

static void stage_infer(struct pipeline *p)
{
	sema_infer(p->s->program);
	if (diags_errors(p->s->diags))
		return;
	sema_ctypes(p->s->program);
	for (size_t i = 0; i < p->s->globals.n; i++)
		set_global(p, &p->s->globals.at[i]);
}

static void stage_check(struct pipeline *p)
{
	sema_check(p->s->program);
	sema_metrics(p->s->program);
	patterns_compile(p);
}

static void stage_unused(struct pipeline *p)
{
	struct session *s = p->s;

	if (diags_errors(s->diags))
		return;
	if (!s->no_optimise)
		sema_unused(s->program);
	if (!s->program->probes.n)
		diag_hint(diag_error(s->diags, DIAG_NO_PROBES, SPAN_NONE,
				     "the script has no probe that has an "
				     "effect"),
			  "a probe has an effect if it prints, counts or calls "
			  "exit(); -u keeps the others");
}

/* ---- translation -------------------------------------------------------- */

/* Returns true for --compatible=1.7 and less, where embedded C names its
 * arguments THIS->x. */
static bool before_mangling(const char *compatible)
{
	return compatible && strverscmp(compatible, "1.8") < 0;
}

static void stage_reach(struct pipeline *p)
{
	struct reach_options o = {
		.skip_badvars = p->s->skip_badvars,
		.string_len = limits_get(p, STP_LIM_STRINGLEN),
	};

	p->reach = sema_reach_create(p->s->program, p->s->paths, &o);
	sema_reach_check(p->reach);
}

static void stage_lower(struct pipeline *p)
{
	struct ir_options o = {
		.string_len = limits_get(p, STP_LIM_STRINGLEN),
		.backtrace = limits_get(p, STP_LIM_BACKTRACE),
		.max_nesting = limits_get(p, STP_LIM_NESTING),
		.reach = p->reach,
		.events = p->s->events,
		.no_timeline = p->s->no_timeline,
		.record = p->s->record,
		.tape = p->s->tape,
		.plain_names = before_mangling(p->s->compatible),
	};

	p->s->unit = ir_lower(p->s->program, &o);
}

static void stage_optimise(struct pipeline *p)
{
	ir_passes(p->s->unit, p->s->diags, IR_SMALLER, !p->s->no_optimise);
}

static void stage_frames(struct pipeline *p)
{
	ir_passes(p->s->unit, p->s->diags, IR_LAID_OUT, !p->s->no_optimise);
}

/* Returns the link address of a symbol in the kernel for which probe points were
 * resolved; 0 if it is not known. */
static uint64_t link_address(void *session, const char *name)
{
	struct session *s = session;
	const struct kernel_symbol *sym = NULL;
	struct kernel *k = NULL;

	if (s->world.kernel)
		sys_error_free(s->world.kernel(s->world.kernel_data, &k));
	if (k)
		sym = kernel_find(k, name);
	return sym ? sym->addr : 0;
}

static void tell(const struct session *s)
{
	target_vars_tell(s->target_vars, s->diags);
	ir_attach_tell(s->unit, s->diags);
}

static void stage_emit(struct pipeline *p)
{
	struct session *s = p->s;
	const struct source *first = sources_count(s->sources)
		? s->program->files.at[0]->source : NULL;
	struct emit_options o = {
		.script = first ? first->name : "",
		.release = s->runtime == SESSION_HOST ? "" : s->release,
		.recorded = s->tape ? s->tape->release : NULL,
		.version = s->compatible ?: PARSE_NEWEST,
		.limits = s->limits.at,
		.n_limits = s->limits.n,
		.defines = s->c_defines.at,
		.n_defines = s->c_defines.n,
		.link_address = link_address,
		.link_data = s,
	};

	limits_check_defines(p);
	if (!session_has_config(s, "CONFIG_KRETPROBE_ON_RETHOOK"))
		s->n_kretprobes = ir_attach_kretprobes(s->unit);
	s->shows_lines = s->unit->shows_lines;
	s->shows_program_lines = s->unit->shows_program_lines;
	if (p->s->tell_providers)
		tell(p->s);
	if (s->tell_changes)
		ir_changes_tell(s->unit, s->diags);
	emit_c(s->unit, &s->c_text);
	s->c_parts = emit_c_parts(s->unit);
	emit_embed(s->unit, &o, &s->embed_text);
	emit_trampolines(s->unit, &s->trampoline_text);
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
	{ STAGE_ANALYSE, "defined", stage_defined },
	{ STAGE_ANALYSE, "bind", stage_bind },
	{ STAGE_ANALYSE, "elide", stage_elide },
	{ STAGE_ANALYSE, "infer", stage_infer },
	{ STAGE_ANALYSE, "display", display_globals },
	{ STAGE_ANALYSE, "check", stage_check },
	{ STAGE_ANALYSE, "unused", stage_unused },
	{ STAGE_ANALYSE, "limits", limits_set },
	{ STAGE_ANALYSE, "reach", stage_reach },
	{ STAGE_ANALYSE, "lower", stage_lower },
	{ STAGE_TRANSLATE, "optimise", stage_optimise },
	{ STAGE_TRANSLATE, "frames, locks", stage_frames },
	{ STAGE_TRANSLATE, "trampolines", trampolines_make },
	{ STAGE_TRANSLATE, "objects", objects_find },
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

/* Returns true if the next stage runs although stage @i has reported errors: so
 * errors of binding do not hide errors of types.  Errors of binding do not cause errors
 * of types: a name that could not be bound has a type that fits everywhere. */
static bool continues_after(size_t i)
{
	return stages[i].run == stage_bind || stages[i].run == stage_elide;
}

/* ---- complaints --------------------------------------------------------- */

static bool is_function(void *data, const char *name)
{
	const struct program *p = data;

	for (size_t i = 0; i < p->n_library_functions; i++)
		if (!strcmp(p->library_functions[i], name))
			return *name != '_';
	return program_functions_named(p, name);
}

/* Rewords errors about the syntax of other languages. */
static void review(struct pipeline *p)
{
	const struct session *s = p->s;

	if (!s->program || (!diags_errors(s->diags) && !diags_warnings(s->diags)))
		return;
	for (size_t i = 0; i < s->program->files.n; i++) {
		const struct source *src = s->program->files.at[i]->source;

		if (src && src->kind == SOURCE_USER)
			foreign_review(&p->env, src, is_function, s->program);
	}
}

struct task {
	struct session *s;
	enum stage last;
};

static void run_stages(void *arg)
{
	const struct task *t = arg;
	struct session *s = t->s;
	struct pipeline p = { .s = s };
	size_t n = sizeof(stages) / sizeof(stages[0]);

	load_env(&p);
	for (size_t i = 0; i < n && stages[i].stage <= t->last &&
	     session_goes_on(s); i++) {
		run_stage(&p, i);
		if ((diags_errors(s->diags) && !continues_after(i)) ||
		    (s->until && !strcmp(s->until, stages[i].name)))
			break;
	}
	if (diags_errors(s->diags) && s->program && !s->is_given_up)
		sema_blame(s->program);
	review(&p);
	sema_reach_destroy(p.reach);
	load_close(&p);
}

bool pipeline_run(struct session *s, enum stage last)
{
	struct task t = { s, last };

	deep_call(run_stages, &t);
	return !diags_errors(s->diags) && !s->is_given_up;
}
