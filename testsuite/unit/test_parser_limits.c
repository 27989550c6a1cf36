/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Input that was not meant well: too deep, too long, no text at all.  All of
 * it runs on a stack of 8 MB, and against the clock: what is not linear does
 * not end.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/deep.h"
#include "base/diag.h"
#include "base/tags/base.h"
#include "base/tags/parser.h"
#include "parser/ast_walk.h"
#include "testsuite/compiler/parse_session.h"

#define N(array) (sizeof(array) / sizeof(*(array)))

static struct ast_file *parse(struct parse_session *s, const struct buf *b)
{
	return parse_source(&s->env, parse_session_text(s, b->p, b->n));
}

static void repeat(struct buf *b, const char *piece, size_t n)
{
	while (n--)
		buf_puts(b, piece);
}

/* ---- nesting ---- */

struct nest {
	const char *before, *core, *after;
	unsigned cost;		/* levels of one repetition */
};

static const struct nest nests[] = {
	{ "- ", "1", "", 1 },
	{ "!", "1", "", 1 },
	{ "a = ", "1", "", 1 },
	{ "a <<< ", "1", "", 1 },
	{ "a + ", "1", "", 1 },
	{ "a && ", "1", "", 1 },
	{ "a . (", "1", ")", 1 },
	{ "a ? b : ", "1", "", 1 },
	{ "a ? ", "b", " : c", 1 },
	{ "(", "1", ")", 1 },
	{ "a[", "1", "]", 1 },
	{ "$a[", "1", "]", 1 },
	{ "f(", "1", ")", 1 },
	{ "@count(", "1", ")", 1 },
	{ "@defined(", "1", ")", 1 },
	{ "print(", "1", ")", 1 },
	{ "[a, ", "1", "] in b", 1 },
	{ "{", "a", "}", 1 },
	{ "if (a) ", "b", "", 1 },
	{ "if (a) {} else ", "b", "", 1 },
	{ "while (a) ", "b", "", 1 },
	{ "for (;;) ", "b", "", 1 },
	{ "foreach (a in b) ", "c", "", 1 },
	{ "foreach ([a, b] in c[*, 1] @sum + limit 2) {", "d", "}", 2 },
	{ "try {", "a", "} catch {}", 2 },
	{ "try {} catch {", "a", "}", 2 },
	{ "", "a", " =~ \"x\"", 1 },
	{ "", "a", " in b", 1 },
	{ "", "a", " == 1", 1 },
	{ "", "1", " - 1", 1 },
	{ "&(a ? $b : (", "$c", "))", 2 },
};

static void put_nest(struct buf *b, const struct nest *t, size_t levels)
{
	buf_puts(b, "probe p { ");
	repeat(b, t->before, levels / t->cost);
	buf_puts(b, t->core);
	repeat(b, t->after, levels / t->cost);
	buf_puts(b, " }");
}

static bool clone_whole(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct arena *a = arena_create();

	if (!ast_same_stmt(ast_clone_stmt(a, *slot), *slot))
		fail();
	arena_destroy(a);
	return false;
}

static bool see(struct ast_visitor *v, struct ast_expr **slot)
{
	return true;
}

static void walk_all(struct ast_file *f)
{
	struct ast_visitor walker = { .expr_pre = see };
	struct ast_visitor cloner = { .stmt_pre = clone_whole };

	parse_session_walk(&walker, f);
	parse_session_walk(&cloner, f);
}

static void deep_enough(void **state)
{
	for (size_t i = 0; i < N(nests); i++) {
		struct parse_session *s = parse_session_create();
		_cleanup_buf_ struct buf b = BUF_INIT, out = BUF_INIT;
		struct ast_file *f;

		put_nest(&b, &nests[i], 990);
		f = parse(s, &b);
		if (diags_errors(s->env.diags))
			fail_msg("%s", nests[i].before);
		if (!parse_session_round_trip(s, f, &out))
			fail_msg("%s: no round trip", nests[i].before);
		walk_all(f);
		parse_session_destroy(s);
	}
}

/* Is it bounded by its depth alone? */
static bool is_chain(const struct nest *t)
{
	return !strpbrk(t->after, ")]}") && *t->before != '-' &&
	       *t->before != '!';
}

static void too_deep(void **state)
{
	static const size_t levels[] = { 1010, 5000, 130000 };

	for (size_t i = 0; i < N(nests) * N(levels); i++) {
		struct parse_session *s = parse_session_create();
		const struct nest *t = &nests[i / N(levels)];
		_cleanup_buf_ struct buf b = BUF_INIT;
		struct ast_file *f;

		if (is_chain(t) != (levels[i % N(levels)] > AST_MAX_DEPTH)) {
			parse_session_destroy(s);
			continue;
		}
		put_nest(&b, t, levels[i % N(levels)] * t->cost);
		buf_puts(&b, " global after");
		f = parse(s, &b);
		if (diags_errors(s->env.diags) != 1 ||
		    diags_first(s->env.diags)->tag != DIAG_TOO_DEEP)
			fail_msg("%zu x %s: %zu errors, first %s",
				 levels[i % N(levels)], t->before,
				 diags_errors(s->env.diags),
				 diags_first(s->env.diags)
					 ? diags_first(s->env.diags)->text
					 : "none");
		/* what is too deep is not in the file, what follows is */
		assert_int_equal(f->items.n, 1);
		assert_int_equal(f->items.at[0].kind, ITEM_GLOBAL);
		parse_session_destroy(s);
	}
}

/* @piece N times before a number is taken up to N = @most and refused beyond. */
static void check_bound(const char *piece, size_t most)
{
	for (size_t n = most - 2; n < most + 3; n++) {
		struct parse_session *s = parse_session_create();
		_cleanup_buf_ struct buf b = BUF_INIT;

		buf_puts(&b, "probe p { ");
		repeat(&b, piece, n);
		buf_puts(&b, "1 }");
		parse(s, &b);
		assert_int_equal(diags_errors(s->env.diags), n > most);
		parse_session_destroy(s);
	}
}

static void exactly_so_deep(void **state)
{
	check_bound("! ", AST_MAX_NESTING);
}

/* Chains are as long as trees are deep; walking them wants a deep stack. */
static void check_chains(void *unused)
{
	for (size_t i = 0; i < N(nests); i++) {
		struct parse_session *s = parse_session_create();
		_cleanup_buf_ struct buf b = BUF_INIT, out = BUF_INIT;
		struct ast_file *f;

		if (is_chain(&nests[i])) {
			put_nest(&b, &nests[i], 100000);
			f = parse(s, &b);
			if (diags_errors(s->env.diags))
				fail_msg("%s", nests[i].before);
			ast_print_file(&out, f);
			walk_all(f);
		}
		parse_session_destroy(s);
	}
}

static void long_chains(void **state)
{
	deep_call(check_chains, NULL);
}

static void exactly_so_long(void **state)
{
	/* 1 for the number, 2 for its statement and the block around it */
	check_bound("1 + ", AST_MAX_DEPTH - 3);
}

static void braces_in_points(void **state)
{
	static const struct {
		size_t n;
		unsigned errors;
	} t[] = { { 900, 0 }, { 1100, 1 }, { 100000, 1 } };

	for (size_t i = 0; i < N(t); i++) {
		struct parse_session *s = parse_session_create();
		_cleanup_buf_ struct buf b = BUF_INIT;

		buf_puts(&b, "probe ");
		repeat(&b, "{", t[i].n);
		buf_puts(&b, "a");
		repeat(&b, "}", t[i].n);
		buf_puts(&b, "{}");
		parse(s, &b);
		assert_int_equal(diags_errors(s->env.diags), t[i].errors);
		if (t[i].errors)
			assert_int_equal(diags_first(s->env.diags)->tag,
					 DIAG_TOO_DEEP);
		parse_session_destroy(s);
	}
}

/* ---- length ---- */

static void long_chains_without_depth(void **state)
{
	static const struct {
		const char *before, *piece, *after;
	} t[] = {
		{ "probe p { a", " . b", "}" },
		{ "probe p { \"a\"", " \"b\"", "}" },
		{ "probe p { $a", "->b", "}" },
		{ "probe p { $a", "[1]", "}" },
		{ "probe p { ", "a;", "}" },
		{ "probe p { f(1", ", 2", ")}" },
		{ "probe p { print(1", ", 2", ")}" },
		{ "probe p { foreach ([a", ", b", "] in c) d }" },
		{ "probe a", ".b", " {}" },
		{ "probe a", ", b", " {}" },
		{ "probe {a", ", b", "} {}" },
		{ "probe a", " = b", " {}" },
		{ "global a", ", b", "" },
		{ "global a ", "; ", "" },
		{ "", "global a ", "" },
		{ "", "probe a { } ", "" },
		{ "", "function f() { return 1 } ", "" },
		{ "", "%{ C %}\n", "" },
		{ "", "%( 1 == 1 %? global a %: x %) ", "" },
		{ "@define m(x) %( @x %) ", "@m(global a) ", "" },
	};

	for (size_t i = 0; i < N(t); i++) {
		struct parse_session *s = parse_session_create();
		_cleanup_buf_ struct buf b = BUF_INIT, out = BUF_INIT;
		struct ast_file *f;

		buf_puts(&b, t[i].before);
		repeat(&b, t[i].piece, 100000);
		buf_puts(&b, t[i].after);
		f = parse(s, &b);
		if (diags_errors(s->env.diags))
			fail_msg("%s: %s", t[i].piece,
				 diags_first(s->env.diags)->text);
		if (!parse_session_round_trip(s, f, &out))
			fail_msg("%s: no round trip", t[i].piece);
		parse_session_destroy(s);
	}
}

#define SAME (512u << 10)

/* Whatever it says, it must say it soon, and within the memory there is. */
static void much_of_the_same(void **state)
{
	static const char *const t[] = {
		"x ", "x", "1", "1 ", "(", ")", "{", "}", "[", "]", "\"", "'",
		"\"\\", "\"\" ", "/*", "*/", "/", "*", "#", "//\n", "\n", " ",
		"%", "%{", "%}", "%( ", "%) ", "%? ", "%: ", "%( 1 == 2 %? ",
		"%( 1 == 1 %? ", "@", "@a ", "@define ", "@define a ",
		"@define a %( ", "@count(", "$", "$$ ", "$1 ", "@1 ", "$# ",
		"probe ", "probe a ", "probe a { ", "probe {a,b}.",
		"probe a.", "global ", "global a ", "global a = ",
		"function ", "function f(", "private ", "; ", ", ", "- ", "++",
		"--> ", "a = ", "a ? ", "a[", "$a[", "a -> ", "if (a) ",
		"if (", "else ", "try { ", "foreach (", "return ", "\x80",
		"\x80 ", "\xff\x01 x ", "a.b*", "** ", "limit ", "\\", "`",
		"\r", "\v\f", "=~ ", "a =~ ", "@hist_linear(", ".=", "<<<",
	};

	for (size_t i = 0; i < N(t); i++) {
		struct parse_session *s = parse_session_create();
		_cleanup_buf_ struct buf b = BUF_INIT, out = BUF_INIT;

		alarm(60);
		repeat(&b, t[i], SAME / strlen(t[i]));
		parse(s, &b);
		buf_reset(&b);
		buf_puts(&b, "probe p { ");
		repeat(&b, t[i], SAME / strlen(t[i]));
		parse(s, &b);
		parse_session_render(s, &out);
		if (out.n > 1000000)
			fail_msg("%s: %zu bytes of complaints", t[i], out.n);
		parse_session_destroy(s);
	}
	alarm(0);
}

static void no_bytes_at_all(void **state)
{
	static const struct {
		const char *text;
		unsigned tag;
	} t[] = {
		{ "", DIAG_EMPTY_FILE },
		{ " ", DIAG_EMPTY_FILE },
		{ "\n\n", DIAG_EMPTY_FILE },
		{ "# x", DIAG_EMPTY_FILE },
		{ "/* x */", DIAG_EMPTY_FILE },
		{ "/* x", DIAG_UNCLOSED_COMMENT },
	};

	for (size_t i = 0; i < N(t); i++) {
		struct parse_session *s = parse_session_create();
		struct buf b = BUF_INIT;

		buf_puts(&b, t[i].text);
		parse(s, &b);
		assert_int_equal(diags_errors(s->env.diags), 1);
		assert_int_equal(diags_first(s->env.diags)->tag, t[i].tag);
		buf_free(&b);
		parse_session_destroy(s);
	}
}

static void an_empty_tapset_is_fine(void **state)
{
	struct parse_session *s = parse_session_create();

	parse_source(&s->env, sources_add_text(s->env.sources, SOURCE_TAPSET,
					       "x.stp", "# x", 3));
	assert_int_equal(diags_errors(s->env.diags), 0);
	parse_session_destroy(s);
}

/* A hundred megabytes of each of these. */
static void huge_files(void **state)
{
	static const struct {
		const char *before;
		char fill;
		unsigned tag;
	} t[] = {
		{ "", '\0', DIAG_JUNK_BYTE },
		{ "", ' ', DIAG_EMPTY_FILE },
		{ "/*", '*', DIAG_UNCLOSED_COMMENT },
		{ "%{", '%', DIAG_UNCLOSED_EMBEDDED },
		{ "\"", 'x', DIAG_UNCLOSED_STRING },
		{ "", 'x', DIAG_SYNTAX },
		{ "probe p { ", '(', DIAG_TOO_DEEP },
		{ "probe p { ", ';', DIAG_FILE_TOO_LARGE },
	};

	for (size_t i = 0; i < N(t); i++) {
		struct parse_session *s = parse_session_create();
		_cleanup_buf_ struct buf b = BUF_INIT;

		alarm(120);
		buf_puts(&b, t[i].before);
		buf_fill(&b, t[i].fill, 100u << 20);
		parse(s, &b);
		if (!diags_errors(s->env.diags) ||
		    diags_first(s->env.diags)->tag != t[i].tag)
			fail_msg("%zu: not %s", i, diag_tag_name(t[i].tag));
		parse_session_destroy(s);
	}
	alarm(0);
}

static void braces_that_explode(void **state)
{
	struct parse_session *s = parse_session_create();
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct ast_file *f;

	buf_puts(&b, "probe {a,b}");
	repeat(&b, ".{a,b}", 40);
	buf_puts(&b, " { } global after");
	f = parse(s, &b);
	assert_int_equal(diags_errors(s->env.diags), 1);
	assert_int_equal(diags_first(s->env.diags)->tag, DIAG_BAD_POINT);
	assert_int_equal(f->items.n, 1);
	parse_session_destroy(s);
}

static void check_explosion(const char *m0, unsigned tag)
{
	struct parse_session *s = parse_session_create();
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_printf(&b, "@define m0 %%( %s %%) ", m0);
	for (int i = 1; i < 40; i++)
		buf_printf(&b, "@define m%d %%( @m%d @m%d %%) ", i, i - 1, i - 1);
	buf_puts(&b, "probe p { @m39 }");
	alarm(60);
	parse(s, &b);
	alarm(0);
	assert_int_equal(diags_first(s->env.diags)->tag, tag);
	parse_session_destroy(s);
}

/* Into many tokens, or into none for ever. */
static void macros_that_explode(void **state)
{
	check_explosion("a", DIAG_FILE_TOO_LARGE);
	check_explosion("", DIAG_MACRO_LOOP);
}

/* 512 times 512 tokens, and 16 for each of `probe`, `p`, `{`; one more. */
static void just_so_many_tokens(void **state)
{
	for (size_t more = 48; more < 50; more++) {
		struct parse_session *s = parse_session_create();
		_cleanup_buf_ struct buf b = BUF_INIT;

		buf_puts(&b, "@define m %(");
		repeat(&b, " a", 512);
		buf_puts(&b, "%) @define n %(");
		repeat(&b, " a", more);
		buf_puts(&b, "%) probe p {");
		repeat(&b, " @m", 512);
		buf_puts(&b, " @n }");
		parse(s, &b);
		assert_int_equal(diags_errors(s->env.diags) > 0, more == 49);
		parse_session_destroy(s);
	}
}

/* ---- the stack ---- */

static int failed;

static void *run(void *unused)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deep_enough),
		cmocka_unit_test(too_deep),
		cmocka_unit_test(exactly_so_deep),
		cmocka_unit_test(long_chains),
		cmocka_unit_test(exactly_so_long),
		cmocka_unit_test(braces_in_points),
		cmocka_unit_test(long_chains_without_depth),
		cmocka_unit_test(much_of_the_same),
		cmocka_unit_test(no_bytes_at_all),
		cmocka_unit_test(an_empty_tapset_is_fine),
		cmocka_unit_test(huge_files),
		cmocka_unit_test(braces_that_explode),
		cmocka_unit_test(macros_that_explode),
		cmocka_unit_test(just_so_many_tokens),
	};

	failed = cmocka_run_group_tests(tests, NULL, NULL);
	return NULL;
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 8u << 20);
	if (pthread_create(&thread, &attr, run, NULL))
		return 99;
	pthread_join(thread, NULL);
	return failed;
}
