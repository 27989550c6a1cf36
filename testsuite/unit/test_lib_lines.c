/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Source lines of addresses that a run prints: of a module, by the words that
 * the kernel has for them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "libtapster/run.h"
#include "testsuite/unit/test_binary.h"
#include "translator/session.h"
#include "translator/target/modules.h"

static unsigned n_warnings;
static char warning[512];

static void on_diagnostic(void *data, const struct tapster_diagnostic *d,
			  const char *text)
{
	n_warnings += d->severity == TAPSTER_WARNING;
	snprintf(warning, sizeof(warning), "%s", text);
}

static const char *here(const char *name)
{
	static char path[4096];

	assert_non_null(getcwd(path, sizeof(path) - 64));
	return strcat(strcat(path, "/"), name);
}

/* A run of a kernel that has this module, and nothing else. */
static struct run begin(const char *file)
{
	struct tapster_callbacks cb = { .size = sizeof(cb),
					.diagnostic = on_diagnostic };
	struct tapster_session *s = tapster_new();
	struct module *m;

	tapster_set_callbacks(s, &cb, NULL);
	s->kernel_release = "9.9-test";
	s->cache_dir = "cache";
	s->modules = modules_open("nowhere", NULL);
	assert_null(modules_get(s->modules, here(file), &m));
	assert_non_null(m);
	n_warnings = 0;
	return (struct run){ .s = s, .line = BUF_INIT };
}

static void end(struct run *r)
{
	buf_free(&r->line);
	tapster_free(r->s);
}

static const char *line_of(struct run *r, const char *symbol)
{
	const char *line = run_source_line(r, 0xffffffffc0001000, symbol);

	return line ? line : "none";
}

static int setup(void **state)
{
	if (binary_setup(state))
		return -1;
	binary_write("one.c", "static int twin(int n)\n"
			      "{\n"
			      "	return n + 1;\n"
			      "}\n"
			      "\n"
			      "int first(int n)\n"
			      "{\n"
			      "	return twin(n);\n"
			      "}\n");
	binary_write("two.c", "static int twin(int n)\n"
			      "{\n"
			      "	return n + 2;\n"
			      "}\n"
			      "int second(int n) { return twin(n); }\n");
	binary_run("gcc -g -O0 -fcf-protection=none -c one.c two.c && "
		   "ld -r -o unit.ko one.o two.o && "
		   "strip --strip-debug -o bare.ko unit.ko");
	return 0;
}

static void test_module(void **state)
{
	struct run r = begin("unit.ko");

	assert_string_equal(line_of(&r, "first+0x0/0x17 [unit]"), "one.c:7");
	assert_string_equal(line_of(&r, "first+0x1/0x17 [unit]"), "one.c:7");
	assert_string_equal(line_of(&r, "second+0x0/0x17 [unit]"), "two.c:5");
	/* the leave and the return are behind all else */
	assert_string_equal(line_of(&r, "first+0x16/0x17 [unit]"), "one.c:9");
	assert_int_equal(n_warnings, 0);
	end(&r);
}

/* Two of a name, none of it, another module, no words of the kernel's. */
static void test_unknown(void **state)
{
	struct run r = begin("unit.ko");

	assert_string_equal(line_of(&r, "twin+0x0/0xf [unit]"), "none");
	assert_string_equal(line_of(&r, "third+0x0/0xf [unit]"), "none");
	assert_string_equal(line_of(&r, "first+0x0/0x17 [other]"), "none");
	assert_string_equal(line_of(&r, "first+0x5000/0x17 [unit]"), "none");
	assert_string_equal(line_of(&r, "first+/ [unit]"), "none");
	assert_string_equal(line_of(&r, ""), "none");
	assert_int_equal(n_warnings, 0);
	end(&r);
}

static void test_told_once(void **state)
{
	struct run r = begin("bare.ko");

	assert_string_equal(line_of(&r, "first+0x0/0x17 [bare]"), "none");
	assert_string_equal(line_of(&r, "second+0x0/0x17 [bare]"), "none");
	assert_int_equal(n_warnings, 1);
	assert_non_null(strstr(warning, "source lines are not known: "));
	end(&r);
}

/* The kernel's own, "9.9-test": its image only has to be there. */
static bool has_index_after(bool shows_lines)
{
	struct run r = begin("unit.ko");
	bool ret;

	r.s->core = session_create();
	r.s->core->shows_lines = shows_lines;
	run_prepare_lines(&r);
	assert_int_equal(n_warnings, 0);
	ret = binary_try("ls cache/symbols/* >list 2>&1");
	end(&r);
	return ret;
}

static void test_prepared(void **state)
{
	assert_false(has_index_after(true));
	binary_run("mkdir -p cache/kernels/9.9-test && "
		   "cd cache/kernels/9.9-test && "
		   "gcc -g -O0 -nostdlib -static -Wl,--build-id,-e,first "
		   "-o vmlinux ../../../one.c && cp -p vmlinux vmlinuz");
	assert_false(has_index_after(false));
	assert_true(has_index_after(true));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_module),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_told_once),
		cmocka_unit_test(test_prepared),
	};

	return cmocka_run_group_tests(tests, setup, binary_teardown);
}
