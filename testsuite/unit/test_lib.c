/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The library without running anything: options, stages, dumps, diagnostics.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <tapster.h>

static struct tapster_session *session;

static int setup(void **state)
{
	session = tapster_new();
	return 0;
}

static int teardown(void **state)
{
	tapster_free(session);
	return 0;
}

static const struct tapster_diagnostic *last(void)
{
	size_t n = tapster_diagnostic_count(session);

	assert_true(n > 0);
	return tapster_diagnostic_at(session, n - 1);
}

static void expect_last(const char *tag, const char *part)
{
	assert_string_equal(last()->tag, tag);
	if (!strstr(last()->text, part))
		fail_msg("\"%s\" is not in \"%s\"", part, last()->text);
}

static void host_script(const char *text)
{
	assert_int_equal(tapster_set(session, "runtime", "host"), 0);
	assert_int_equal(tapster_add_text(session, "t.stp", text), 0);
}

/* ---- options ------------------------------------------------------------ */

static void test_unknown_option(void **state)
{
	assert_int_equal(tapster_set(session, "relase", "x"), -1);
	expect_last("bad-option", "relase");
	assert_non_null(strstr(last()->hint, "release"));
	assert_int_equal(tapster_unset(session, "nothing-like-it"), -1);
	expect_last("bad-option", "nothing-like-it");
	assert_null(last()->hint);
	assert_int_equal(tapster_status(session), 2);
}

static void test_bad_values(void **state)
{
	static const struct {
		const char *name, *value, *said;
	} rows[] = {
		{ "guru", "maybe", "yes or no" },
		{ "guru", "yes no", "yes or no" },
		{ "pid", "abc", "a number" },
		{ "pid", "-1", "a number" },
		{ "pid", "", "a number" },
		{ "time", "99999999999999999999999", "a number" },
		{ "runtime", "dyninst", "kernel host" },
		{ "runtime", "kern", "kernel host" },
		{ "runtime", "", "kernel host" },
		{ "define", "5=x", "NAME=VALUE" },
		{ "define", "a b=1", "NAME=VALUE" },
		{ "global", "x", "NAME=VALUE" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(tapster_set(session, rows[i].name,
					     rows[i].value), -1);
		expect_last("bad-option", rows[i].said);
		expect_last("bad-option", rows[i].name);
	}
	assert_int_equal(tapster_diagnostic_count(session),
			 sizeof(rows) / sizeof(rows[0]));
}

static void test_good_values(void **state)
{
	assert_int_equal(tapster_set(session, "guru", NULL), 0);
	assert_int_equal(tapster_set(session, "guru", "no"), 0);
	assert_int_equal(tapster_set(session, "define", "MAXACTION=5"), 0);
	assert_int_equal(tapster_set(session, "define", "X"), 0);
	assert_int_equal(tapster_set(session, "global", "x=a=b"), 0);
	assert_int_equal(tapster_set(session, "vm", NULL), 0);
	assert_int_equal(tapster_unset(session, "vm"), 0);
	assert_int_equal(tapster_diagnostic_count(session), 0);
	assert_int_equal(tapster_status(session), 0);
}

static void test_table(void **state)
{
	const struct tapster_option *a, *b;
	size_t n = 0;

	for (; (a = tapster_option_at(n)); n++) {
		assert_true(strlen(a->help) > 5);
		assert_int_equal(a->kind == TAPSTER_CHOICE, a->values != NULL);
		for (size_t i = 0; i < n; i++) {
			b = tapster_option_at(i);
			assert_string_not_equal(a->name, b->name);
		}
	}
	assert_true(n > 20);
	assert_null(tapster_option_at(n + 1));
}

static void test_too_late(void **state)
{
	host_script("probe begin { exit() }");
	assert_int_equal(tapster_compile(session, TAPSTER_PARSE), 0);
	assert_int_equal(tapster_set(session, "guru", "yes"), -1);
	expect_last("bad-option", "cannot be changed");
	assert_int_equal(tapster_set(session, "module-name", "x"), 0);
	assert_int_equal(tapster_set(session, "format", "json"), 0);
}

/* What an option does: -D, -G, arguments, extra text, warnings. */
/* The kernel's release is found once. */
static void test_too_late_for_a_release(void **state)
{
	const char *text;
	size_t len;

	host_script("probe begin { exit() }");
	assert_int_equal(tapster_dump(session, "ast", &text, &len), 0);
	assert_int_equal(tapster_set(session, "release", "9.9"), -1);
	expect_last("bad-option", "cannot be changed");
}

static void test_options_reach_compiler(void **state)
{
	const char *text;
	size_t len;

	host_script("global g = 1\nprobe begin { print(g, $1, @2, f()) exit() }");
	tapster_set(session, "global", "g=77");
	tapster_add_arg(session, "123");
	tapster_add_arg(session, "some words");
	tapster_add_extra(session, "more", "function f:long() { return 5 }");
	assert_int_equal(tapster_dump(session, "ast", &text, &len), 0);
	assert_non_null(strstr(text, "123"));
	assert_non_null(strstr(text, "\"some words\""));
	assert_int_equal(strlen(text), len);
	assert_int_equal(tapster_compile(session, TAPSTER_TRANSLATE), 0);
}

static void test_global_option_checked(void **state)
{
	host_script("global g = 1\nprobe begin { print(g) exit() }");
	tapster_set(session, "global", "g=notanumber");
	assert_int_equal(tapster_compile(session, TAPSTER_TRANSLATE), -1);
	expect_last("bad-option", "g=notanumber");
	assert_int_equal(tapster_status(session), 2);
}

/* ---- stages ------------------------------------------------------------- */

static void test_each_stage(void **state)
{
	host_script("global n\nprobe begin { n++ println(n) exit() }");
	assert_int_equal(tapster_compile(session, TAPSTER_PARSE), 0);
	assert_int_equal(tapster_compile(session, TAPSTER_ANALYSE), 0);
	assert_int_equal(tapster_compile(session, TAPSTER_TRANSLATE), 0);
	assert_null(tapster_module(session));
	assert_int_equal(tapster_compile(session, TAPSTER_BUILD), 0);
	assert_non_null(tapster_module(session));
	assert_string_equal(tapster_module(session)->release, "");
	assert_true(tapster_seconds(session, TAPSTER_BUILD) > 0);
	/* and once more: nothing is done */
	assert_int_equal(tapster_compile(session, TAPSTER_BUILD), 0);
	assert_int_equal(tapster_diagnostic_count(session), 0);
}

/* What cannot be reached at a location is found before anything is lowered. */
static void test_no_lowering_after_errors(void **state)
{
	enum tapster_stage stage;
	const char *name, *last_stage = "";
	double seconds;

	host_script("probe begin { println(@cast(1, \"struct s\")->x) }");
	assert_int_equal(tapster_compile(session, TAPSTER_TRANSLATE), -1);
	expect_last("no-target-variable", "no target is known here");
	for (size_t i = 0; tapster_timing(session, i, &stage, &name, &seconds);
	     i++)
		last_stage = name;
	assert_string_equal(last_stage, "reach");
}

static void test_every_dump(void **state)
{
	static const struct {
		const char *what, *holds;
	} rows[] = {
		{ "tokens", "begin" }, { "ast", "probe begin" },
		{ "probes", "begin" }, { "types", "long" },
		{ "ir", "n" }, { "c", "stp_script" }, { "rows", "begin" },
	};
	const char *text;
	size_t len;

	host_script("global n\nprobe begin { n++ println(n) exit() }");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(tapster_dump(session, rows[i].what, &text,
					      &len), 0);
		if (!strstr(text, rows[i].holds))
			fail_msg("no \"%s\" in %s:\n%s", rows[i].holds,
				 rows[i].what, text);
	}
	assert_int_equal(tapster_dump(session, "tokenz", &text, &len), -1);
	expect_last("bad-option", "tokenz");
	/* a dump leaves the session as it was */
	assert_int_equal(tapster_compile(session, TAPSTER_TRANSLATE), 0);
}

static bool count_down(void *data)
{
	return (*(int *)data)-- > 0;
}

/* Given up at any moment: it fails, says nothing, and stays so. */
static void test_given_up(void **state)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;
	int left;

	cb.keep_going = count_down;
	for (int asked = 0; asked < 5; asked++) {
		left = asked;
		host_script("global n\nprobe begin { n++ println(n) exit() }");
		tapster_set_callbacks(session, &cb, &left);
		assert_int_equal(tapster_compile(session, TAPSTER_TRANSLATE),
				 -1);
		assert_int_equal(tapster_diagnostic_count(session), 0);
		assert_int_equal(left, -1);
		tapster_free(session);
		session = tapster_new();
	}
	left = 1000;
	host_script("probe begin { exit() }");
	tapster_set_callbacks(session, &cb, &left);
	assert_int_equal(tapster_compile(session, TAPSTER_TRANSLATE), 0);
	assert_true(left < 1000);
}

/* The script's own names, also if it has an error. */
static void test_symbols(void **state)
{
	const char *text;
	size_t len;

	host_script("global a\nfunction f(x) { return x . \"\" }\n"
		    "probe begin { n = 1; a[f(\"b\")] = n; g() }");
	assert_int_equal(tapster_dump(session, "symbols", &text, &len), -1);
	assert_string_equal(text, "7 a [string]:long\n18 f :string\n"
			    "20 x :string\n55 n :long\n");
}

static void test_conversions(void **state)
{
	char letters[32] = "", letter;
	const char *help;
	bool is_string;
	size_t i;

	for (i = 0; tapster_conversion(i, &letter, &is_string, &help); i++) {
		assert_true(is_string == (letter == 's'));
		assert_true(*help);
		letters[i] = letter;
	}
	assert_string_equal(letters, "diuxXopscbmM");
}

static void test_nothing_to_compile(void **state)
{
	assert_int_equal(tapster_compile(session, TAPSTER_PARSE), -1);
	expect_last("bad-option", "no script is given");
}

static void test_stays_failed(void **state)
{
	host_script("probe begin {");
	assert_int_equal(tapster_compile(session, TAPSTER_PARSE), -1);
	assert_int_equal(tapster_compile(session, TAPSTER_PARSE), -1);
	assert_int_equal(tapster_run_start(session), -1);
	assert_int_equal(tapster_run_fd(session), -1);
	assert_int_equal(tapster_diagnostic_count(session), 1);
	assert_int_equal(tapster_status(session), 1);
}

/* ---- diagnostics -------------------------------------------------------- */

static void test_structure(void **state)
{
	const struct tapster_diagnostic *d;
	const char *text, *json;

	host_script("probe begin {\n\tx = nosuch(1)\n\tprint(x) exit()\n}");
	assert_int_equal(tapster_compile(session, TAPSTER_ANALYSE), -1);
	d = tapster_diagnostic_at(session, 0);
	assert_int_equal(d->severity, TAPSTER_ERROR);
	assert_string_equal(d->tag, "unknown-function");
	assert_string_equal(d->location.file, "t.stp");
	assert_int_equal(d->location.line, 2);
	assert_int_equal(d->location.col, 6);
	assert_false(d->run_time);
	text = tapster_render(session, 0, TAPSTER_TEXT);
	assert_ptr_equal(strstr(text, "t.stp:2:6: error: "), text);
	assert_non_null(strstr(text, "^~"));
	assert_non_null(strstr(text, "[unknown-function]\n"));
	assert_null(strchr(text, '\033'));
	assert_non_null(strchr(tapster_render(session, 0, TAPSTER_COLOUR),
			       '\033'));
	json = tapster_render(session, 0, TAPSTER_JSON);
	assert_int_equal(json[0], '{');
	assert_string_equal(json + strlen(json) - 2, "}\n");
	assert_ptr_equal(strchr(json, '\n'), json + strlen(json) - 1);
	assert_null(tapster_diagnostic_at(session, 99));
	assert_string_equal(tapster_render(session, 99, TAPSTER_TEXT), "");
}

/* The stages are gone through again, warnings are not. */
static void test_said_once(void **state)
{
	size_t n;

	host_script("probe begin { print(1) exit() }");
	tapster_add_arg(session, "unused");
	tapster_set(session, "define", "NOT_A_LIMIT=1");
	tapster_compile(session, TAPSTER_PARSE);
	tapster_compile(session, TAPSTER_TRANSLATE);
	n = tapster_diagnostic_count(session);
	tapster_compile(session, TAPSTER_BUILD);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(
				tapster_render(session, i, TAPSTER_TEXT),
				tapster_render(session, j, TAPSTER_TEXT));
	assert_true(n >= 1);
}

static void test_warnings_off_and_errors(void **state)
{
	host_script("probe begin { print(1) exit() }");
	tapster_set(session, "define", "NOT_A_LIMIT=1");
	tapster_set(session, "warnings", "off");
	assert_int_equal(tapster_compile(session, TAPSTER_TRANSLATE), 0);
	assert_int_equal(tapster_diagnostic_count(session), 0);
	tapster_free(session);
	session = tapster_new();
	host_script("probe begin { print(1) exit() }");
	tapster_set(session, "define", "NOT_A_LIMIT=1");
	tapster_set(session, "warnings", "errors");
	assert_int_equal(tapster_compile(session, TAPSTER_TRANSLATE), -1);
	assert_string_equal(last()->tag, "unused-define");
}

static void count(void *data, const struct tapster_diagnostic *d,
		  const char *text)
{
	assert_string_equal(d->tag, "needs-root");
	assert_non_null(strstr(text, "because of 7"));
	++*(int *)data;
}

static void test_complain(void **state)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;
	int n = 0;

	cb.diagnostic = count;
	tapster_set_callbacks(session, &cb, &n);
	tapster_complain(session, TAPSTER_ERROR, "needs-root", "do this",
			 "because of %d", 7);
	assert_int_equal(n, 1);
	assert_string_equal(last()->hint, "do this");
	assert_int_equal(tapster_status(session), 1);
}

/* A client that was compiled against an older, shorter structure. */
static void test_old_callbacks(void **state)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;
	int n = 0;

	cb.size = offsetof(struct tapster_callbacks, diagnostic);
	cb.diagnostic = count;	/* after its end: not to be called */
	tapster_set_callbacks(session, &cb, &n);
	tapster_complain(session, TAPSTER_NOTE, "needs-root", NULL,
			 "because of %d", 7);
	assert_int_equal(n, 0);
	assert_int_equal(last()->severity, TAPSTER_NOTE);
	assert_int_equal(tapster_status(session), 0);
}

int main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_unknown_option),
		TEST(test_bad_values),
		TEST(test_good_values),
		TEST(test_table),
		TEST(test_too_late),
		TEST(test_too_late_for_a_release),
		TEST(test_options_reach_compiler),
		TEST(test_global_option_checked),
		TEST(test_each_stage),
		TEST(test_no_lowering_after_errors),
		TEST(test_every_dump),
		TEST(test_given_up),
		TEST(test_symbols),
		TEST(test_conversions),
		TEST(test_nothing_to_compile),
		TEST(test_stays_failed),
		TEST(test_structure),
		TEST(test_said_once),
		TEST(test_warnings_off_and_errors),
		TEST(test_complain),
		TEST(test_old_callbacks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
