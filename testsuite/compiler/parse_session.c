/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "testsuite/compiler/parse_session.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/error.h"
#include "base/intern.h"

static const char *config(void *data, const char *name)
{
	if (!strcmp(name, "CONFIG_SMP"))
		return "y";
	if (!strcmp(name, "CONFIG_HZ"))
		return "250";
	if (!strcmp(name, "CONFIG_NR_CPUS"))
		return "8192";
	return NULL;
}

struct parse_session *parse_session_create(void)
{
	struct parse_session *s = xcalloc(1, sizeof(*s));
	struct parse_env *env = &s->env;

	env->arena = arena_create();
	env->names = intern_create(env->arena);
	env->sources = sources_create(env->arena);
	env->diags = diags_create(env->arena, env->sources);
	env->macros = macros_create();
	env->kernel_vr = "6.1.0-56-amd64";
	env->arch = "x86_64";
	env->runtime = "kernel";
	env->config = config;
	return s;
}

void parse_session_destroy(struct parse_session *s)
{
	if (!s)
		return;
	macros_destroy(s->env.macros);
	sources_destroy(s->env.sources);
	arena_destroy(s->env.arena);
	free(s);
}

void parse_session_set_args(struct parse_session *s, int argc,
			    const char *const *argv)
{
	s->env.argc = argc;
	s->env.argv = argv;
	s->env.used = arena_alloc(s->env.arena,
				  (size_t)argc * sizeof(*s->env.used) + 1);
}

const struct source *parse_session_text(struct parse_session *s,
					const char *text, size_t len)
{
	return sources_add_text(s->env.sources, SOURCE_USER, "<input>", text,
				len);
}

const struct source *parse_session_file(struct parse_session *s,
					const char *path)
{
	const struct source *src = NULL;
	struct sys_error *err;

	err = sources_add_file(s->env.sources, SOURCE_USER, path, &src);
	if (err)
		diag_sys_error(s->env.diags, SPAN_NONE, err);
	return src;
}

void parse_session_render(const struct parse_session *s, struct buf *out)
{
	const struct diag *e = diags_first(s->env.diags);

	for (; e; e = e->next)
		diag_render(e, false, out);
	diags_render_rest(s->env.diags, out);
}

/* Script arguments are part of the text by now; they must not be missed. */
bool parse_session_round_trip(struct parse_session *s,
			      const struct ast_file *f, struct buf *out)
{
	_cleanup_buf_ struct buf again = BUF_INIT;
	size_t errors = diags_errors(s->env.diags);
	const struct ast_file *second;

	ast_print_file(out, f);
	if (!out->n)
		return true;
	second = parse_source(&s->env, parse_session_text(s, out->p, out->n));
	ast_print_file(&again, second);
	return diags_errors(s->env.diags) == errors &&
	       ast_same_file(f, second) && again.n == out->n &&
	       !memcmp(again.p, out->p, out->n);
}

void parse_session_walk(struct ast_visitor *v, struct ast_file *f)
{
	for (size_t i = 0; i < f->items.n; i++)
		ast_walk_item(v, &f->items.at[i]);
}
