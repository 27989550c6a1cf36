/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Whole trees: walking, cloning, comparing, spans, the tables.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/vec.h"
#include "parser/ast_walk.h"
#include "testsuite/compiler/parse_session.h"

/* One expression and statement of each kind there is. */
static const char everything[] =
	"probe a if (q > 1) {\n"
	"  ; x = 1; $t->m[i]$ + @cast(e, \"t\")->n[j]; (b)->c\n"
	"  @count(s); print(@hist_log(s)); m[1, k]; f(a, \"s\"); -x; a + b\n"
	"  a < b; a && b; x++; c ? d : e; f . g; h =~ \"r\"; [i, 2] in m\n"
	"  sprint(z); %{ C %}\n"
	"  if (a) b else c while (a) b for (a; b; c) d\n"
	"  foreach (v = [k, l-] in m[*, n] limit o) { break; continue }\n"
	"  delete m[*, p] try { next } catch (w) { }\n"
	"}\n"
	"probe al = b { x }, { y }\n"
	"global g = 5\n"
	"function fn(p) { return p }\n"
	"%{ C %}\n";

static struct ast_file *parse(struct parse_session *s, const char *text)
{
	struct ast_file *f;

	f = parse_source(&s->env, parse_session_text(s, text, strlen(text)));
	if (diags_errors(s->env.diags)) {
		_cleanup_buf_ struct buf b = BUF_INIT;

		parse_session_render(s, &b);
		fail_msg("%s", b.p);
	}
	return f;
}

struct census {
	struct ast_visitor v;
	unsigned exprs[EXPR_N_KINDS], stmts[STMT_N_KINDS];
	int open;
	struct buf names;
};

static bool count_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct census *c = (struct census *)v;

	c->exprs[(*slot)->kind]++;
	c->open++;
	if ((*slot)->kind == EXPR_SYMBOL)
		buf_printf(&c->names, "%s ", (*slot)->name);
	return true;
}

static void close_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	((struct census *)v)->open--;
}

static bool count_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	((struct census *)v)->stmts[(*slot)->kind]++;
	return true;
}

static struct census take_census(struct ast_file *f)
{
	struct census c = {
		.v = {
			.expr_pre = count_expr,
			.expr_post = close_expr,
			.stmt_pre = count_stmt,
		},
		.names = BUF_INIT,
	};

	parse_session_walk(&c.v, f);
	return c;
}

static void the_walk_sees_every_kind(void **state)
{
	struct parse_session *s = parse_session_create();
	struct census c = take_census(parse(s, everything));

	for (int i = 0; i < EXPR_N_KINDS; i++)
		if (!c.exprs[i])
			fail_msg("no %s", ast_expr_name(i));
	for (int i = 0; i < STMT_N_KINDS; i++)
		if (!c.stmts[i])
			fail_msg("no statement of kind %d", i);
	assert_int_equal(c.open, 0);
	buf_free(&c.names);
	parse_session_destroy(s);
}

static void the_walk_follows_the_text(void **state)
{
	static const char text[] =
		"probe p if (a + b) { c = d ? e : f; g[h, i]; j in k\n"
		"foreach (l = [m, n] in o[q, *] limit r) s\n"
		"for (t; u; v) w; if (x) y; else z; f(a1 . a2 . a3)\n"
		"$t[b1]->m[b2]; (c1)[c2]; try { d1 } catch (d2) { d3 } }";
	static const char order[] =
		"a b c d e f g h i j k l m n o q r s t u v w x y z a1 a2 a3 "
		"b1 b2 c1 c2 d1 d2 d3 ";
	struct parse_session *s = parse_session_create();
	struct census c = take_census(parse(s, text));

	assert_string_equal(c.names.p, order);
	buf_free(&c.names);
	parse_session_destroy(s);
}

static bool skip_blocks(struct ast_visitor *v, struct ast_stmt **slot)
{
	return false;
}

static void pre_may_keep_children_out(void **state)
{
	struct parse_session *s = parse_session_create();
	struct ast_file *f = parse(s, "probe p { a = b + c }");
	struct census c = {
		.v = { .expr_pre = count_expr, .stmt_pre = skip_blocks },
	};

	parse_session_walk(&c.v, f);
	assert_int_equal(c.open, 0);
	parse_session_destroy(s);
}

struct replacer {
	struct ast_visitor v;
	struct ast_expr *by;
};

static void replace_a(struct ast_visitor *v, struct ast_expr **slot)
{
	if ((*slot)->kind == EXPR_SYMBOL && !strcmp((*slot)->name, "a"))
		*slot = ((struct replacer *)v)->by;
}

static void post_may_replace(void **state)
{
	struct parse_session *s = parse_session_create();
	struct ast_file *f = parse(s, "probe p { a + b }");
	struct ast_expr by = { .kind = EXPR_NUMBER, .depth = 1, .number = 7 };
	struct replacer r = { .v.expr_post = replace_a, .by = &by };
	_cleanup_buf_ struct buf b = BUF_INIT;

	parse_session_walk(&r.v, f);
	ast_print_file(&b, f);
	assert_string_equal(b.p, "probe p {\n\t7 + b;\n}\n");
	parse_session_destroy(s);
}

static struct ast_stmt *body_of(const struct ast_file *f)
{
	return f->items.at[0].probe->body;
}

struct collector {
	struct ast_visitor v;
	VEC(const void *) nodes;
};

static bool collect_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	vec_push(&((struct collector *)v)->nodes, *slot);
	return true;
}

static bool collect_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	vec_push(&((struct collector *)v)->nodes, *slot);
	return true;
}

static struct collector collect(struct ast_stmt *s)
{
	struct collector c = {
		.v = { .expr_pre = collect_expr, .stmt_pre = collect_stmt },
	};

	ast_walk_stmt(&c.v, &s);
	return c;
}

static void a_clone_shares_no_node(void **state)
{
	struct parse_session *s = parse_session_create();
	struct ast_stmt *body = body_of(parse(s, everything));
	struct collector before = collect(body), after, copy;

	copy = collect(ast_clone_stmt(s->env.arena, body));
	after = collect(body);
	assert_int_equal(after.nodes.n, before.nodes.n);
	assert_int_equal(copy.nodes.n, before.nodes.n);
	for (size_t i = 0; i < before.nodes.n; i++) {
		assert_ptr_equal(after.nodes.at[i], before.nodes.at[i]);
		for (size_t j = 0; j < copy.nodes.n; j++)
			assert_ptr_not_equal(copy.nodes.at[j],
					     before.nodes.at[i]);
	}
	vec_free(&before.nodes);
	vec_free(&after.nodes);
	vec_free(&copy.nodes);
	parse_session_destroy(s);
}

static void a_clone_is_the_same_and_apart(void **state)
{
	struct parse_session *s = parse_session_create();
	struct arena *a = arena_create();
	struct ast_file *f = parse(s, everything);
	struct ast_stmt *copy = ast_clone_stmt(a, body_of(f));
	struct ast_expr *cond, *cond_copy;
	_cleanup_buf_ struct buf x = BUF_INIT, y = BUF_INIT;

	assert_true(ast_same_stmt(copy, body_of(f)));
	assert_ptr_not_equal(copy, body_of(f));
	cond = f->items.at[0].probe->points.at[0]->condition;
	cond->sym = (struct symbol *)cond;
	cond_copy = ast_clone_expr(a, cond);
	assert_null(cond_copy->sym);
	assert_true(ast_same_expr(cond, cond_copy));
	assert_ptr_not_equal(cond->binary.left, cond_copy->binary.left);

	/* nothing of the copy may be the original's */
	ast_print_stmt(&x, copy, 0);
	parse_session_destroy(s);
	s = parse_session_create();
	f = parse(s, everything);
	ast_print_stmt(&y, body_of(f), 0);
	assert_string_equal(x.p, y.p);
	parse_session_destroy(s);
	arena_destroy(a);
}

static void points_are_cloned_whole(void **state)
{
	struct parse_session *s = parse_session_create();
	struct ast_file *f = parse(s, "probe a(1).b(\"x\")! if (c) { }");
	struct ast_point *p = f->items.at[0].probe->points.at[0];
	struct ast_point *copy = ast_clone_point(s->env.arena, p);
	_cleanup_buf_ struct buf b = BUF_INIT;

	assert_ptr_not_equal(copy->comps.at, p->comps.at);
	assert_ptr_not_equal(copy->condition, p->condition);
	p->comps.at[0].number = 9;
	p->condition->name = "other";
	ast_print_point(&b, copy);
	assert_string_equal(b.p, "a(1).b(\"x\")! if (c)");
	parse_session_destroy(s);
}

/* Each pair differs in one thing only. */
static const char *const different[][2] = {
	{ "probe a {}", "probe b {}" },
	{ "probe a {}", "probe a? {}" },
	{ "probe a? {}", "probe a! {}" },
	{ "probe a {}", "probe a if (x) {}" },
	{ "probe a(1) {}", "probe a(2) {}" },
	{ "probe a(\"1\") {}", "probe a(\"2\") {}" },
	{ "probe a(1) {}", "probe a {}" },
	{ "probe a {}", "probe a, a {}" },
	{ "probe a {}", "probe a = a {}" },
	{ "probe a = b {}", "probe a += b {}" },
	{ "probe a = b {}", "probe a = b {}, {}" },
	{ "global a", "global b" },
	{ "global a", "private global a" },
	{ "global a", "global a[1]" },
	{ "global a", "global a%" },
	{ "global a", "global a = 0" },
	{ "global a = 0", "global a = \"\"" },
	{ "function f() {}", "function g() {}" },
	{ "function f() {}", "function f:long() {}" },
	{ "function f() {}", "function f():1 {}" },
	{ "function f() {}", "function f(a) {}" },
	{ "function f(a) {}", "function f(b) {}" },
	{ "function f(a) {}", "function f(a:long) {}" },
	{ "function f() {}", "private function f() {}" },
	{ "function f() {}", "function f() %{ %}" },
	{ "function f() %{ %}", "function f() %{%}" },
	{ "%{ %}", "%{%}" },
	{ "probe a { b }", "probe a { b b }" },
	{ "probe a { if (b) c }", "probe a { if (b) c else d }" },
	{ "probe a { print(b) }", "probe a { println(b) }" },
	{ "probe a { b = print(c) }", "probe a { b = sprint(c) }" },
	{ "probe a { printf(\"b\") }", "probe a { printf(\"c\") }" },
	{ "probe a { b++ }", "probe a { ++b }" },
	{ "probe a { b++ }", "probe a { b-- }" },
	{ "probe a { $b$ }", "probe a { $b$$ }" },
	{ "probe a { $b }", "probe a { &$b }" },
	{ "probe a { $b->c }", "probe a { $b->d }" },
	{ "probe a { $b->c }", "probe a { $b[c] }" },
	{ "probe a { $b[c] }", "probe a { $b[d] }" },
	{ "probe a { b + c }", "probe a { b - c }" },
	{ "probe a { b . c . d }", "probe a { b . (c . d) }" },
	{ "probe a { b =~ \"c\" }", "probe a { b !~ \"c\" }" },
	{ "probe a { b =~ \"c\" }", "probe a { b =~ \"d\" }" },
	{ "probe a { [b] in c }", "probe a { [*] in c }" },
	{ "probe a { @min(b) }", "probe a { @max(b) }" },
	{ "probe a { @variance(b, 1) }", "probe a { @variance(b) }" },
	{ "probe a { @enum(\"b\") }", "probe a { @const(\"b\") }" },
	{ "probe a { @hist_log(b)[0] }",
	  "probe a { @hist_linear(b, 0, 1, 1)[0] }" },
	{ "probe a { @hist_linear(b, 0, 1, 1)[0] }",
	  "probe a { @hist_linear(b, 0, 1, 2)[0] }" },
	{ "probe a { foreach (b in c) d }",
	  "probe a { foreach (b+ in c) d }" },
	{ "probe a { foreach (b+ in c) d }",
	  "probe a { foreach (b in c+) d }" },
	{ "probe a { foreach (b in c+) d }",
	  "probe a { foreach (b in c-) d }" },
	{ "probe a { foreach (b in c) d }",
	  "probe a { foreach (b in c limit 1) d }" },
	{ "probe a { foreach (b in c) d }",
	  "probe a { foreach (b in c[*]) d }" },
	{ "probe a { foreach (b in c @sum+) d }",
	  "probe a { foreach (b in c @min+) d }" },
	{ "probe a { foreach (b in c) d }",
	  "probe a { foreach (e = b in c) d }" },
	{ "probe a { try { } catch { } }",
	  "probe a { try { } catch (b) { } }" },
	{ "probe a { for (b;;) c }", "probe a { for (;b;) c }" },
	{ "function f() { return }", "function f() { return 0 }" },
};

static void comparing_sees_every_difference(void **state)
{
	for (size_t i = 0; i < sizeof(different) / sizeof(*different); i++) {
		const char *const *t = different[i];
		struct parse_session *s = parse_session_create();
		struct ast_file *x = parse(s, t[0]), *y = parse(s, t[1]);

		if (!ast_same_file(x, x) || ast_same_file(x, y) ||
		    ast_same_file(y, x))
			fail_msg("%s | %s", t[0], t[1]);
		parse_session_destroy(s);
	}
}

static void check_span(struct parse_session *s, struct span sp,
		       const char *want)
{
	const struct source *src = sources_get(s->env.sources, sp.src);

	assert_non_null(src);
	assert_int_equal(sp.len, strlen(want));
	assert_memory_equal(src->text + sp.off, want, sp.len);
}

static void spans_cover_what_they_name(void **state)
{
	static const char text[] =
		"probe a.b(1) if (x), c {\n"
		" y = f(1) + $t->m[2];\n"
		" if (z) w\n"
		"}\n"
		"global g = -1, h[2]\n"
		"function fn:long(p:string) %{ C %}\n";
	struct parse_session *s = parse_session_create();
	struct ast_file *f = parse(s, text);
	const struct ast_probe *p = f->items.at[0].probe;
	const struct ast_expr *sum = p->body->block.at[0]->expr->binary.right;
	const struct ast_function *fn = f->items.at[3].function;

	check_span(s, p->span, "probe a.b(1) if (x), c");
	check_span(s, p->points.at[0]->comps.at[1].span, "b(1)");
	check_span(s, p->points.at[0]->condition->span, "x");
	check_span(s, sum->span, "f(1) + $t->m[2]");
	check_span(s, sum->binary.left->span, "f(1)");
	check_span(s, sum->binary.right->span, "$t->m[2]");
	check_span(s, sum->binary.right->target.path.at[0].span, "m");
	check_span(s, p->body->block.at[1]->span, "if (z)");
	check_span(s, f->items.at[1].global->span, "g");
	check_span(s, f->items.at[2].global->span, "h");
	check_span(s, fn->span, "fn");
	check_span(s, fn->params.at[0].span, "p");
	check_span(s, fn->c_span, "%{ C %}");
	parse_session_destroy(s);
}

static void macro_spans_know_their_use(void **state)
{
	static const char text[] =
		"@define one(x) %( f(@x) %)\n"
		"probe a { @one(5) }\n";
	struct parse_session *s = parse_session_create();
	struct ast_file *f = parse(s, text);
	const struct ast_expr *call = body_of(f)->block.at[0]->expr;
	const struct expansion *x =
		sources_expansion(s->env.sources, call->span.origin);

	assert_int_equal(call->kind, EXPR_CALL);
	assert_non_null(x);
	assert_string_equal(x->what, "@one");
	check_span(s, x->use, "@one");
	assert_int_equal(sources_location(s->env.sources, call->span).line, 1);
	/* the argument is where the user wrote it */
	assert_int_equal(sources_location(s->env.sources,
				       call->call.args.at[0]->span).line, 2);
	parse_session_destroy(s);
}

static void errors_do_not_stop_the_rest(void **state)
{
	static const char text[] =
		"global a\n"
		"probe x { ( }\n"
		"function f() { return 1 }\n"
		"probe y.function { = } }\n"
		"global b\n"
		"probe z { } ;\n"
		"probe = y.function(1).probe, a->private { }\n"
		"private global c\n";
	struct parse_session *s = parse_session_create();
	struct ast_file *f = parse_source(
		&s->env, parse_session_text(s, text, sizeof(text) - 1));
	_cleanup_buf_ struct buf b = BUF_INIT;

	assert_int_equal(diags_errors(s->env.diags), 4);
	ast_print_file(&b, f);
	assert_string_equal(b.p, "global a\n"
				 "function f () {\n\treturn 1;\n}\n"
				 "global b\n"
				 "probe z {\n}\n"
				 "private global c\n");
	parse_session_destroy(s);
}

static void *parse_a_hundred_times(void *ret)
{
	for (int i = 0; i < 100; i++) {
		struct parse_session *s = parse_session_create();
		struct ast_file *f = parse(s, everything);

		buf_reset(ret);
		ast_print_file(ret, f);
		parse_session_destroy(s);
	}
	return NULL;
}

static void threads_do_not_meet(void **state)
{
	struct buf out[4] = { BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT };
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL,
						parse_a_hundred_times,
						&out[i]), 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 4; i++) {
		assert_string_equal(out[i].p, out[0].p);
		assert_true(out[i].n > 100);
	}
	for (int i = 0; i < 4; i++)
		buf_free(&out[i]);
}

static void tables_are_complete(void **state)
{
	for (int i = 0; i < EXPR_N_KINDS; i++)
		assert_true(*ast_expr_name(i));
	for (int i = 0; i < OP_N_OPS; i++)
		assert_in_range(ast_op_level(i), 1, 15);
	for (int i = 0; i < ATOP_N_OPS; i++)
		assert_int_equal(*ast_atop_text(i), '@');
	assert_string_equal(ast_statop_text(STATOP_VARIANCE), "@variance");
	assert_string_equal(ast_type_text(AST_TYPE_STRING), "string");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_walk_sees_every_kind),
		cmocka_unit_test(the_walk_follows_the_text),
		cmocka_unit_test(pre_may_keep_children_out),
		cmocka_unit_test(post_may_replace),
		cmocka_unit_test(a_clone_is_the_same_and_apart),
		cmocka_unit_test(a_clone_shares_no_node),
		cmocka_unit_test(points_are_cloned_whole),
		cmocka_unit_test(comparing_sees_every_difference),
		cmocka_unit_test(spans_cover_what_they_name),
		cmocka_unit_test(macro_spans_know_their_use),
		cmocka_unit_test(errors_do_not_stop_the_rest),
		cmocka_unit_test(threads_do_not_meet),
		cmocka_unit_test(tables_are_complete),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
