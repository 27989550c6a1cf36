/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Any bytes at all, as a script and as a macro file.
 *
 * What parses without complaint must print, parse back to the same tree, and
 * print the same again; its clone must be the same; its walk must end.  What
 * does not parse must give messages that can be rendered.
 *
 * Linked with libFuzzer it searches; linked with parser_replay.c it runs the
 * corpus once more.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/diag.h"
#include "parser/ast_walk.h"
#include "testsuite/compiler/parse_session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const args[] = { "begin", "1", "a . \"b\"" };

static bool check_clone(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct arena *a = arena_create();
	struct ast_stmt *copy = ast_clone_stmt(a, *slot);

	if (copy == *slot || !ast_same_stmt(copy, *slot))
		abort();
	arena_destroy(a);
	return false;
}

static void check_good(struct parse_session *s, struct ast_file *f)
{
	struct ast_visitor cloner = { .stmt_pre = check_clone };
	_cleanup_buf_ struct buf out = BUF_INIT;

	if (!parse_session_round_trip(s, f, &out))
		abort();
	parse_session_walk(&cloner, f);
}

static void check_bad(struct parse_session *s, const struct ast_file *f)
{
	_cleanup_buf_ struct buf out = BUF_INIT;

	ast_print_file(&out, f);
	parse_session_render(s, &out);
	if (!diags_first(s->env.diags))
		abort();
}

static void run_script(const char *text, size_t n)
{
	struct parse_session *s = parse_session_create();
	struct ast_file *f;

	parse_session_set_args(s, 3, args);
	f = parse_source(&s->env, parse_session_text(s, text, n));
	if (diags_errors(s->env.diags))
		check_bad(s, f);
	else
		check_good(s, f);
	parse_session_destroy(s);
}

static void run_macros(const char *text, size_t n)
{
	struct parse_session *s = parse_session_create();

	macros_load(&s->env, parse_session_text(s, text, n));
	parse_source(&s->env, parse_session_text(s, text, n));
	parse_session_destroy(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	run_script((const char *)data, size);
	run_macros((const char *)data, size);
	return 0;
}
