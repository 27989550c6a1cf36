/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: what a module's file says of it.  The module is made by a compiler
 * from a text whose sections are those of real ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "testsuite/unit/test_binary.h"
#include "translator/target/modules.h"

#define COMPILE "gcc -O1 -c -pg -mfentry -mrecord-mcount -fno-pic " \
		"-fno-pie -fno-toplevel-reorder "

static struct modules *open_modules(struct module **ret)
{
	struct modules *all;
	struct sys_error *err;

	binary_write("modules.order", "some/made.ko\n");
	all = modules_open(".");
	err = modules_get(all, "made", ret);
	if (err)
		fail_msg("%s", err->text);
	assert_non_null(*ret);
	return all;
}

/* ---- what can be probed ------------------------------------------------- */

static const char marked[] =
	"#define QUIET __attribute__((no_instrument_function))\n"
	"#define IN(s) __attribute__((used, section(s)))\n"
	"int plain(int x) { return x + 1; }\n"
	"QUIET int quiet(int x) { return x + 2; }\n"
	"int refused(int x) { return x + 3; }\n"
	"int after(int x) { return x + 4; }\n"
	"IN(\".noinstr.text\") QUIET int entry(int x) { return x + 5; }\n"
	"IN(\".kprobes.text\") int by_probes(int x) { return x + 6; }\n"
	"IN(\".init.text\") int starts(int x) { return x + 7; }\n"
	"static void *list IN(\"_kprobe_blacklist\") = refused;\n";

static void put(void *data, const struct module_function *f)
{
	buf_printf(data, "%s%s%s%s\n", f->name, f->is_init ? " init" : "",
		   f->is_blacklisted ? " blacklisted" : "",
		   f->is_notrace ? " notrace" : "");
}

static struct buf functions_of(const char *flags)
{
	struct buf b = BUF_INIT;
	struct modules *all;
	struct module *m;

	binary_write("made.c", marked);
	binary_run("mkdir -p some && %s %s -o some/made.ko made.c", COMPILE,
		   flags);
	all = open_modules(&m);
	module_match(m, "*", put, &b);
	modules_close(all);
	return b;
}

static void marks_are_read(void **state)
{
	_cleanup_buf_ struct buf b = functions_of("");

	assert_string_equal(b.p, "after\n"
				 "by_probes blacklisted\n"
				 "entry blacklisted notrace\n"
				 "plain\n"
				 "quiet notrace\n"
				 "refused blacklisted\n"
				 "starts init\n");
}

/* The call is the second instruction there. */
static void calls_stand_behind_endbr(void **state)
{
	_cleanup_buf_ struct buf b = functions_of("-fcf-protection=branch");

	assert_non_null(strstr(b.p, "\nplain\n"));
	assert_non_null(strstr(b.p, "quiet notrace\n"));
}

/* A module that was built without these lists says nothing. */
static void no_list_marks_nothing(void **state)
{
	_cleanup_buf_ struct buf b = functions_of("-mno-record-mcount");

	assert_non_null(strstr(b.p, "\nquiet\n"));
}

static void places_have_marks(void **state)
{
	struct modules *all;
	struct module *m;
	_cleanup_buf_ struct buf b = functions_of("");

	all = open_modules(&m);
	assert_true(module_place_is_blacklisted(m, ".noinstr.text", 2));
	assert_false(module_place_is_blacklisted(m, ".text", 0));
	assert_false(module_place_is_blacklisted(m, ".nothing", 0));
	modules_close(all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_are_read),
		cmocka_unit_test(calls_stand_behind_endbr),
		cmocka_unit_test(no_list_marks_nothing),
		cmocka_unit_test(places_have_marks),
	};

	return cmocka_run_group_tests(tests, binary_setup, binary_teardown);
}
