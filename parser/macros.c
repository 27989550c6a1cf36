/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads library macros from files that hold @define and conditionals, nothing else.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/tags/parser.h"
#include "parser/grammar.h"
#include "parser/pp.h"

struct macro_table *macros_create(void)
{
	struct macro_table *m = xcalloc(1, sizeof(*m));

	m->macros = hash_create();
	return m;
}

void macros_destroy(struct macro_table *m)
{
	if (!m)
		return;
	hash_destroy(m->macros);
	free(m);
}

void macros_load(const struct parse_env *env_of_all, const struct source *src)
{
	struct parse_env of = parse_env_of(env_of_all, src), *env = &of;
	struct pp *pp = pp_create(env, src);
	struct token t;

	pp_set_library(pp, env->macros);
	pp_next(pp, &t);
	if (t.kind != TOK_EOF) {
		token_report(env, &t);
		diag_error(env->diags, DIAG_BAD_MACRO, t.span,
			   "a macro file can contain only macro definitions");
	}
	pp_destroy(pp);
}
