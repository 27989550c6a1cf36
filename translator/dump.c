/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes the result of any stage in its stable text form, for --dump=STAGE.
 */
#include <string.h>

#include "base/buf.h"
#include "base/deep.h"
#include "base/tags/session.h"
#include "translator/pipeline_private.h"
#include "translator/probe/probe.h"
#include "translator/sema/sema.h"

static void dump_tokens(struct session *s, struct buf *out)
{
	struct pipeline p = { .s = s };

	load_env(&p);
	for (size_t i = 0; i < s->inputs.n; i++) {
		const struct source *src = load_input(&p, &s->inputs.at[i]);

		if (src && src->kind != SOURCE_EVENTS)
			parse_dump_tokens(&p.env, src, out);
	}
	load_close(&p);
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
	if (s->embed_text.n)
		buf_printf(out, "\n/* ---- the unit of embedded C ---- */\n%s",
			   s->embed_text.p);
	if (s->trampoline_text.n)
		buf_printf(out, "\n/* ---- the unit of trampolines ---- */\n%s",
			   s->trampoline_text.p);
}

static void dump_rows(struct session *s, struct buf *out)
{
	emit_print_rows(s->unit, out);
}

static void dump_target(struct session *s, struct buf *out)
{
	target_vars_print(s->target_vars, out);
}

static int by_function(const void *a, const void *b)
{
	const struct function *const *x = a, *const *y = b;
	int order = strcmp((*x)->sym.name, (*y)->sym.name);

	return order ? order : (int)(*x)->n_params - (int)(*y)->n_params;
}

/* Returns true for functions that scripts may use: names with __ in front are
 * internal to the library. */
static bool is_public(const struct function *f)
{
	return !f->ast->is_private && strncmp(f->sym.name, "__", 2);
}

static void dump_functions(struct session *s, struct buf *out)
{
	struct pipeline p = { .s = s };
	struct program *pr;

	load_env(&p);
	load_open(&p);
	load_all_functions(&p);
	load_library(&p);
	pr = s->program;
	for (size_t i = 0; i < pr->functions.n; i++)
		sema_bind_function(pr, pr->functions.at[i]);
	sema_infer(pr);
	if (pr->functions.n)
		qsort(pr->functions.at, pr->functions.n,
		      sizeof(*pr->functions.at), by_function);
	for (size_t i = 0; i < pr->functions.n; i++)
		if (is_public(pr->functions.at[i]))
			program_print_function(pr->functions.at[i], out);
	load_close(&p);
}

static const struct dump {
	const char *name;
	enum stage needs;	/* the last stage to run before; 0: none */
	void (*dump)(struct session *s, struct buf *out);
} dumps[] = {
	{ "tokens", 0, dump_tokens },
	{ "options", 0, options_help },
	{ "functions", 0, dump_functions },
	{ "locations", 0, list_locations },
	{ "variables", 0, list_variables },
	{ "members", 0, list_members },
	{ "enumerators", 0, list_enumerators },
	{ "prototypes", 0, list_prototypes },
	{ "symbols", 0, list_symbols },
	{ "probe-types", 0, list_types },
	{ "probe-aliases", 0, list_aliases },
	{ "points", 0, list_points },
	{ "ast", STAGE_PARSE, dump_ast },
	{ "probes", STAGE_ANALYSE, dump_probes },
	{ "types", STAGE_ANALYSE, dump_types },
	{ "target", STAGE_TRANSLATE, dump_target },
	{ "ir", STAGE_TRANSLATE, dump_ir },
	{ "c", STAGE_TRANSLATE, dump_c },
	{ "rows", STAGE_TRANSLATE, dump_rows },
};

struct task {
	const struct dump *dump;
	struct session *s;
	struct buf *out;
};

static void run_dump(void *arg)
{
	const struct task *t = arg;

	t->dump->dump(t->s, t->out);
}

bool pipeline_dump(struct session *s, const char *what, struct buf *out)
{
	struct task t = { NULL, s, out };

	for (size_t i = 0; i < sizeof(dumps) / sizeof(dumps[0]); i++) {
		if (strcmp(dumps[i].name, what))
			continue;
		s->keep_paths = dumps[i].dump == dump_target;
		if (dumps[i].needs && !pipeline_run(s, dumps[i].needs))
			return false;
		t.dump = &dumps[i];
		deep_call(run_dump, &t);
		return !diags_errors(s->diags) && !s->is_given_up;
	}
	diag_hint(diag_error(s->diags, DIAG_BAD_OPTION, SPAN_NONE,
			     "unknown stage '%s'", what),
		  "the stages are tokens, ast, probes, types, target, ir, c, "
		  "rows");
	return false;
}
