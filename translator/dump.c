/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * --dump=STAGE: any stage in its stable text form.
 */
#include <string.h>

#include "base/buf.h"
#include "translator/run.h"
#include "translator/sema/sema.h"

static void dump_tokens(struct session *s, struct buf *out)
{
	struct pipeline p = { .s = s };

	load_env(&p);
	for (size_t i = 0; i < s->inputs.n; i++) {
		const struct source *src = load_input(&p, &s->inputs.at[i]);

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
