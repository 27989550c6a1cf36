/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Makes scripts that use everything that a file of the library declares.
 * --doctor compiles them to report which files work completely on a kernel.  The
 * table of system calls is left out: every kernel lacks some of its calls.
 */
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/deep.h"
#include "translator/pipeline_private.h"

/* The point of the probe that calls the functions: some of them need registers
 * or a return value. */
#define CALLER "kernel.function(\"vfs_read\").return"

/* Returns true for names that scripts may use.  Names that begin with __ are internal
 * to the library. */
static bool is_public(const char *name)
{
	return strncmp(name, "__", 2);
}

static void put_call(struct buf *b, const struct ast_function *f)
{
	if (f->is_private || !is_public(f->name))
		return;
	buf_printf(b, "%s%s(", b->n ? "\n" : "probe " CALLER " {\n", f->name);
	for (size_t i = 0; i < f->params.n; i++)
		buf_printf(b, "%s%s", i ? ", " : "",
			   f->params.at[i].type == AST_TYPE_STRING ? "\"\""
								   : "0");
	buf_puts(b, ")");
}

static void put_probes(struct buf *b, const struct ast_alias *al)
{
	for (size_t i = 0; i < al->names.n; i++) {
		if (!is_public(al->names.at[i]->comps.at[0].name))
			continue;
		buf_puts(b, "probe ");
		ast_print_point(b, al->names.at[i]);
		buf_puts(b, " { }\n");
	}
}

static void survey_file(const struct ast_file *file, survey_fn *fn, void *data)
{
	_cleanup_buf_ struct buf calls = BUF_INIT;
	_cleanup_buf_ struct buf probes = BUF_INIT;

	for (size_t i = 0; i < file->items.n; i++) {
		const struct ast_item *it = &file->items.at[i];

		if (it->kind == ITEM_FUNCTION)
			put_call(&calls, it->function);
		else if (it->kind == ITEM_ALIAS)
			put_probes(&probes, it->alias);
	}
	if (calls.n)
		buf_puts(&calls, "\n}\n");
	if (calls.n || probes.n)
		fn(data, file->source->path, calls.n ? calls.p : NULL,
		   probes.n ? probes.p : NULL);
}

struct task {
	struct session *s;
	survey_fn *fn;
	void *data;
};

static void survey(void *arg)
{
	const struct task *t = arg;
	struct pipeline p = { .s = t->s };
	struct program *pr;

	load_env(&p);
	load_open(&p);
	load_all_functions(&p);
	load_all_aliases(&p);
	pr = t->s->program;
	for (size_t i = 0; i < pr->files.n; i++)
		if (pr->files.at[i]->source->path)
			survey_file(pr->files.at[i], t->fn, t->data);
	load_close(&p);
}

void pipeline_survey(struct session *s, survey_fn *fn, void *data)
{
	struct task t = { s, fn, data };

	deep_call(survey, &t);
}
