/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The token filter: what is left of a text after macros, conditionals and
 * script arguments, and which message it gives if something is wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/diag.h"
#include "base/tags/parser.h"
#include "testsuite/compiler/parse_session.h"

static const char *const args[] = { "one", "2", "a . \"b\"", "x$1" };

struct want {
	const char *text;
	const char *left;	/* the texts of the tokens, or the first tag */
};

/* "1:2 name foo\n" -> "foo " */
static void only_texts(const struct buf *dump, struct buf *ret)
{
	for (const char *p = dump->p; *p; p = strchr(p, '\n') + 1) {
		const char *text = strchr(strchr(p, ' ') + 1, ' ') + 1;

		if (ret->n)
			buf_putc(ret, ' ');
		buf_add(ret, text, strcspn(text, "\n"));
	}
}

static struct parse_session *new_session(void)
{
	static const char library[] =
		"@define twice(x) %( @x @x %)\n"
		"@define lib %( library %)\n"
		"@define uses_lib %( @lib @mine %)\n"
		"%( arch == \"x86_64\" %? @define here %( yes %) "
		"%: @define here %( no %) %)\n";
	struct parse_session *s = parse_session_create();

	macros_load(&s->env,
		    parse_session_text(s, library, sizeof(library) - 1));
	assert_int_equal(diags_errors(s->env.diags), 0);
	parse_session_set_args(s, 4, args);
	return s;
}

static void check(const struct want *w)
{
	struct parse_session *s = new_session();
	_cleanup_buf_ struct buf dump = BUF_INIT, left = BUF_INIT;
	const struct diag *e;

	parse_dump_tokens(&s->env,
			  parse_session_text(s, w->text, strlen(w->text)),
			  &dump);
	e = diags_first(s->env.diags);
	if (e)
		buf_puts(&left, diag_tag_name(e->tag));
	else
		only_texts(&dump, &left);
	if (strcmp(left.p, w->left))
		fail_msg("%s\n  leaves %s\n  not    %s", w->text, left.p,
			 w->left);
	parse_session_destroy(s);
}

#define CHECK(table)                                                           \
	for (size_t i = 0; i < sizeof(table) / sizeof(*(table)); i++)          \
	check(&(table)[i])

static void macros(void **state)
{
	static const struct want t[] = {
		{ "@define a %( 1 + 2 %) @a * @a", "1 + 2 * 1 + 2" },
		{ "@define f(x, y) %( @y @x %) @f(1, 2 3)", "2 3 1" },
		{ "@define f(x) %( [@x] %) @f(g(1, 2)[3, 4])",
		  "[ g ( 1 , 2 ) [ 3 , 4 ] ]" },
		{ "@define f(x) %( <@x> %) @f()", "< >" },
		{ "@define f() %( q %) @f()", "q" },
		{ "@define f %( q %) @f (1)", "q ( 1 )" },
		{ "@define f(x) %( @g(@x) %) @define g(x) %( {@x} %) @f(1)",
		  "{ 1 }" },
		/* x of the argument is the caller's, not the callee's */
		{ "@define in(x) %( (@x) %) @define out(x) %( @in(@x + 1) %) "
		  "@out(5)", "( 5 + 1 )" },
		{ "@define if %( q %) @if", "q" },
		{ "@define n(if) %( @if %) @n(1)", "1" },
		{ "@define a %( %( 1 == 1 %? x %: y %) %) @a", "x" },
		{ "@define a %( 5 %) %( @a > 4 %? x %: y %)", "x" },
		{ "@cast(1)", "@cast ( 1 )" },
		{ "@lib @twice(a b)", "library a b a b" },
		{ "@define lib %( own %) @lib", "own" },
		{ "@define f(x) %( @x %) @f(@lib) @f(@twice(1))",
		  "library 1 1" },
		{ "@here", "yes" },
		/* a macro of a branch that is not taken does not exist */
		{ "%( 1 == 2 %? @define a %( 1 %) %: @define a %( 2 %) %) @a",
		  "2" },
	};

	CHECK(t);
}

static void bad_macros(void **state)
{
	static const struct want t[] = {
		{ "@define", "bad-macro" },
		{ "@define 5 %( %)", "bad-macro" },
		{ "@define a 5", "bad-macro" },
		{ "@define a( %( %)", "bad-macro" },
		{ "@define a(b c) %( %)", "bad-macro" },
		{ "@define a(b, b) %( %)", "bad-macro" },
		{ "@define define %( %)", "bad-macro" },
		{ "@define a %( @define b %( %) %)", "bad-macro" },
		{ "@define a(x) %( %) @a(@define b %( %))", "bad-macro" },
		{ "@define a %( x", "bad-conditional" },
		{ "@define a %( %( %)", "bad-conditional" },
		{ "@define a(x) %( %) @a(1", "bad-macro" },
		{ "@define a(x) %( %) @a", "macro-arity" },
		{ "@define a(x) %( %) @a 5", "macro-arity" },
		{ "@define a(x) %( %) @a(1, 2)", "macro-arity" },
		{ "@define a(x, y) %( %) @a(1)", "macro-arity" },
		{ "@define a() %( %) @a(1)", "macro-arity" },
		{ "@define a %( 1 %) @define a %( 2 %)", "macro-twice" },
		{ "@define a %( @a %) @a", "macro-loop" },
		{ "@define a %( @b @b %) @define b %( @a @a %) @a",
		  "macro-loop" },
		{ "@define a(x) %( @x @a(@x @x) %) @a(1)", "file-too-large" },
		{ "@define count %( %)", "macro-shadows" },
		{ "@define mine %( 1 %) @uses_lib", "unknown-macro" },
		{ "@define f(x) %( %) @x", "unknown-macro" },
		{ "@cuont(x)", "unknown-macro" },
	};

	CHECK(t);
}

static void conditionals(void **state)
{
	static const struct want t[] = {
		{ "%( kernel_v == \"6.1.0\" %? a %: b %)", "a" },
		{ "%( kernel_vr == \"6.1.0-56-amd64\" %? a %: b %)", "a" },
		{ "%( kernel_v >= \"5.10\" %? a %: b %)", "a" },
		{ "%( kernel_v < \"6.10\" %? a %: b %)", "a" },
		{ "%( kernel_v > \"6.1.0\" %? a %: b %)", "b" },
		{ "%( kernel_vr == \"6.1*\" %? a %: b %)", "a" },
		{ "%( kernel_vr != \"6.[2-9]*\" %? a %: b %)", "a" },
		{ "%( systemtap_v >= \"4.0\" %? a %: b %)", "a" },
		{ "%( systemtap_v <= \"4.0\" %? a %: b %)", "b" },
		{ "%( arch == \"x86_64\" %? a %: b %)", "a" },
		{ "%( arch == \"i?86\" %? a %: b %)", "b" },
		{ "%( runtime != \"dyninst\" %? a %: b %)", "a" },
		{ "%( systemtap_privilege == \"stapusr\" %? a %: b %)", "b" },
		{ "%( systemtap_privilege == \"stapdev\" %? a %: b %)", "a" },
		{ "%( guru_mode == 0 %? a %: b %)", "a" },
		{ "%( guru_mode != 1 %? a %: b %)", "a" },
		{ "%( CONFIG_SMP == \"y\" %? a %: b %)", "a" },
		{ "%( CONFIG_SMP == \"[ym]\" %? a %: b %)", "a" },
		{ "%( CONFIG_NONE == \"\" %? a %: b %)", "a" },
		{ "%( CONFIG_HZ > 100 %? a %: b %)", "a" },
		{ "%( CONFIG_HZ == 250 %? a %: b %)", "a" },
		{ "%( CONFIG_NONE > 100 %? a %: b %)", "b" },
		{ "%( CONFIG_NR_CPUS > CONFIG_HZ %? a %: b %)", "a" },
		{ "%( CONFIG_SMP > CONFIG_HZ %? a %: b %)", "a" },
		{ "%( \"abc\" < \"abd\" %? a %: b %)", "a" },
		{ "%( \"a*\" == \"abc\" %? a %: b %)", "b" },
		{ "%( 2 < 10 %? a %: b %)", "a" },
		{ "%( $# == 4 %? a %: b %)", "a" },
		{ "%( $2 == 2 %? a %: b %)", "a" },
		{ "%( @1 == \"one\" %? a %: b %)", "a" },
		{ "%( 1 == 1 || 1 == 2 && 1 == 2 %? a %: b %)", "a" },
		{ "%( 1 == 2 && 1 == 2 || 1 == 1 %? a %: b %)", "a" },
		{ "%( 1 == 1 && 1 == 2 %? a %: b %)", "b" },
		{ "%( 1 == 2 && 1 == 1 %? a %: b %)", "b" },
		{ "%( 1 == 2 || 1 == 1 %? a %: b %)", "a" },
		{ "%( 1 == 2 %? a %)", "" },
		{ "%( 1 == 1 %? a %) b", "a b" },
		{ "%( 1 == 1 %? %( 1 == 2 %? a %: b %) c %: d %)", "b c" },
		{ "%( 1 == 2 %? %( 1 == 2 %? a %: b %) c %: d %) e", "d e" },
		{ "%( 1 == 2 %? \x01 'x %)", "" },
		{ "%( 1 == 2 %? $9 %)", "" },
		{ "%( 1 == 2 %? @nothing(x %)", "" },
	};

	CHECK(t);
}

static void bad_conditionals(void **state)
{
	static const struct want t[] = {
		{ "%( kernel_v > \"6.*\" %? %)", "bad-conditional" },
		{ "%( kernel_v > 6 %? %)", "bad-conditional" },
		{ "%( arch < \"x\" %? %)", "bad-conditional" },
		{ "%( arch == x %? %)", "bad-conditional" },
		{ "%( arch = \"x\" %? %)", "bad-conditional" },
		{ "%( guru_mode == 2 %? %)", "bad-conditional" },
		{ "%( guru_mode == \"1\" %? %)", "bad-conditional" },
		{ "%( 1 == \"1\" %? %)", "bad-conditional" },
		{ "%( kernel == \"1\" %? %)", "bad-conditional" },
		{ "%( 1 == %? %)", "bad-conditional" },
		{ "%( %? %)", "bad-conditional" },
		{ "%( 1 == 1 2 == 2 %? %)", "bad-conditional" },
		{ "%( 1 == 1 && %? %)", "bad-conditional" },
		{ "%( 1 == 1 %)", "bad-conditional" },
		{ "%( 1 == 1", "bad-conditional" },
		{ "%( 1 == 1 %? x", "bad-conditional" },
		{ "%( 1 == 2 %? x", "bad-conditional" },
		{ "%( 1 == 1 %? x %: y", "bad-conditional" },
		{ "%( 1 == 2 %? x %: y", "bad-conditional" },
		{ "%( 1 == 2 %? x %: y %: z %)", "bad-conditional" },
		{ "%: x", "bad-conditional" },
		{ "%? x", "bad-conditional" },
		{ "x %)", "bad-conditional" },
		{ "%( $9 == 1 %? %)", "arg-out-of-range" },
	};

	CHECK(t);
}

static void arguments(void **state)
{
	static const struct want t[] = {
		{ "$1 $2", "one 2" },
		{ "@1 @2", "\"one2\"" },
		{ "@1 . @2", "\"one\" . \"2\"" },
		{ "$3", "a . \"b\"" },
		{ "@3 + 1", "\"a . \\\"b\\\"\" + 1" },
		{ "$# @#", "4 \"4\"" },
		{ "x$1", "x$1" },
		{ "\"$1\"", "\"$1\"" },
		{ "probe a.$1*.b", "probe a . one* . b" },
		{ "probe a.*$1", "probe a . *one" },
		{ "@twice($1)", "one one" },
		{ "# $9\n", "" },
		{ "$5", "arg-out-of-range" },
		{ "@0", "arg-out-of-range" },
		{ "$99999999999999999999", "arg-out-of-range" },
		{ "@4", "\"x$1\"" },
	};

	CHECK(t);
}

static void arguments_are_marked(void **state)
{
	static const char text[] = "$1 @3";
	struct parse_session *s = new_session();
	_cleanup_buf_ struct buf b = BUF_INIT;

	parse_dump_tokens(&s->env,
			  parse_session_text(s, text, sizeof(text) - 1), &b);
	assert_true(s->env.used[0]);
	assert_false(s->env.used[1]);
	assert_true(s->env.used[2]);
	assert_false(s->env.used[3]);
	parse_session_destroy(s);
}

static void argument_in_argument(void **state)
{
	static const char *const nested[] = { "a $1" };
	struct parse_session *s = parse_session_create();
	_cleanup_buf_ struct buf b = BUF_INIT;

	parse_session_set_args(s, 1, nested);
	parse_dump_tokens(&s->env, parse_session_text(s, "$1", 2), &b);
	assert_int_equal(diags_errors(s->env.diags), 1);
	assert_int_equal(diags_first(s->env.diags)->tag, DIAG_ARG_IN_ARG);
	parse_session_destroy(s);
}

static void macro_files(void **state)
{
	static const struct want t[] = {
		{ "", "" },
		{ "@define a %( 1 %)", "" },
		{ "@define a %( 1 %) probe", "bad-macro" },
		{ "@define a %( 1 %) @a", "bad-macro" },
		{ "@define a %( 1 %) @define a %( 1 %)", "macro-twice" },
		{ "%( 1 == 2 %? x %) @define a %( \"s\" %)", "" },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
		struct parse_session *s = parse_session_create();
		const struct diag *e;

		macros_load(&s->env, parse_session_text(s, t[i].text,
							strlen(t[i].text)));
		e = diags_first(s->env.diags);
		assert_string_equal(e ? diag_tag_name(e->tag) : "",
				    t[i].left);
		parse_session_destroy(s);
	}
}

static void older_languages(void **state)
{
	static const char text[] = "private \"\\x41\" @const";
	struct parse_session *s = parse_session_create();
	_cleanup_buf_ struct buf b = BUF_INIT;

	s->env.compatible = "2.2";
	parse_dump_tokens(&s->env,
			  parse_session_text(s, text, sizeof(text) - 1), &b);
	assert_string_equal(b.p, "1:1 name private\n1:9 string \"x41\"\n"
				 "1:16 name @const\n");
	assert_int_equal(diags_first(s->env.diags)->tag, DIAG_UNKNOWN_MACRO);
	parse_session_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(macros),
		cmocka_unit_test(bad_macros),
		cmocka_unit_test(conditionals),
		cmocka_unit_test(bad_conditionals),
		cmocka_unit_test(arguments),
		cmocka_unit_test(arguments_are_marked),
		cmocka_unit_test(argument_in_argument),
		cmocka_unit_test(macro_files),
		cmocka_unit_test(older_languages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
