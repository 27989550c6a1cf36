/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Source lines of addresses that a run prints: of a module, by the words that
 * the kernel has for them; of a program, by those of staprun.
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
#include "libtapster/lib_run.h"
#include "testsuite/unit/test_binary.h"
#include "translator/session.h"
#include "translator/target/kernel/modules.h"

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
	return (struct run){ .s = s, .ops = &run_load_ops, .line = BUF_INIT };
}

static void end(struct run *r)
{
	buf_free(&r->line);
	vec_free(&r->line_sources);
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
	assert_non_null(strstr(warning, "the source lines are unknown: "));
	end(&r);
}

/* The kernel's own, "9.9-test": its image only has to be there. */
static bool has_index_after(bool shows_lines)
{
	struct run r = begin("unit.ko");
	bool ret;

	r.s->facts.shows_lines = shows_lines;
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

/* ---- programs ----------------------------------------------------------- */

/* The words for the code @at bytes after the symbol of the program. */
static const char *words_for(const char *file, const char *symbol, unsigned at,
			     const char *build_id)
{
	static char text[512];
	struct buf out = binary_output("nm %s | sed -n 's/ [Tt] %s$//p'", file,
				       symbol);

	snprintf(text, sizeof(text), "%s+0x%x/0x20 [%s] 0x%llx %s %d", symbol,
		 at, here(file), strtoull(out.p, NULL, 16) + at, build_id,
		 0x7fffffff);
	buf_free(&out);
	return text;
}

static char *build_id_of(const char *file)
{
	struct buf out = binary_output("readelf -n %s | "
				       "sed -n 's/.*Build ID: //p'", file);
	char *at = out.p, *ret = strdup(binary_line(&at));

	buf_free(&out);
	return ret;
}

static void make_program(const char *name, const char *flags)
{
	binary_run("gcc -O0 -fcf-protection=none -nostdlib -Wl,-e,first %s "
		   "-o %s one.c two.c", flags, name);
}

/* The address decides, not the name: there are two of it. */
static void test_program(void **state)
{
	struct run r = begin("unit.ko");
	char *id;

	make_program("prog", "-g -pie -Wl,--build-id=sha1");
	id = build_id_of("prog");
	assert_int_equal(strlen(id), 40);
	assert_string_equal(line_of(&r, words_for("prog", "first", 0, id)),
			    "one.c:7");
	assert_string_equal(line_of(&r, words_for("prog", "second", 1, id)),
			    "two.c:5");
	assert_string_equal(line_of(&r, words_for("prog", "first", 22, id)),
			    "one.c:9");
	assert_string_equal(line_of(&r, words_for("prog", "twin", 0, id)),
			    "one.c:2");
	assert_string_equal(line_of(&r, words_for("prog", "first", 0x8000,
						  id)), "none");
	assert_int_equal(n_warnings, 0);
	assert_int_equal(r.line_sources.n, 1);
	make_program("other", "-g -static -Wl,--build-id=none");
	assert_string_equal(line_of(&r, words_for("other", "second", 0, "-")),
			    "two.c:5");
	assert_int_equal(n_warnings, 0);
	end(&r);
	free(id);
}

/* Debug information that was split off is found by the build id. */
static void test_program_debug_file(void **state)
{
	struct run r = begin("unit.ko");
	char *id;

	make_program("split", "-g -pie -Wl,--build-id=sha1");
	id = build_id_of("split");
	binary_run("mkdir -p debug/.build-id/%.2s && objcopy "
		   "--only-keep-debug split debug/.build-id/%.2s/%s.debug && "
		   "objcopy --strip-debug split", id, id, id + 2);
	setenv("TAPSTER_DEBUG_DIR", here("debug"), 1);
	assert_string_equal(line_of(&r, words_for("split", "second", 0, id)),
			    "two.c:5");
	unsetenv("TAPSTER_DEBUG_DIR");
	assert_int_equal(n_warnings, 0);
	end(&r);
	free(id);
}

/* No debug information, another build, no file: told once. */
static void test_program_unknown(void **state)
{
	static const char id[] = "0123456789abcdef0123456789abcdef01234567";
	struct run r = begin("unit.ko");

	make_program("prog", "-g -pie -Wl,--build-id=sha1");
	assert_string_equal(line_of(&r, words_for("prog", "first", 0, id)),
			    "none");
	assert_int_equal(n_warnings, 1);
	assert_non_null(strstr(warning, "is another build than the one that ran"));
	make_program("bare", "-Wl,--build-id=none");
	assert_string_equal(line_of(&r, words_for("bare", "first", 0, "-")),
			    "none");
	assert_string_equal(line_of(&r, "f+0x0/0x1 [/none] 0x1000 - 1"),
			    "none");
	/* cut words */
	assert_string_equal(line_of(&r, "f+0x0/0x1 [/long/pa]"), "none");
	assert_string_equal(line_of(&r, "f+0x0/0x1 [/long/pa"), "none");
	assert_int_equal(n_warnings, 1);
	assert_int_equal(r.line_sources.n, 3);
	end(&r);
}

/* The programs of the script have their index before the run begins. */
static void test_program_prepared(void **state)
{
	struct run r = begin("unit.ko");
	struct binary *b;
	char *id;

	make_program("prog", "-g -pie -Wl,--build-id=sha1");
	id = build_id_of("prog");
	binary_run("rm -rf cache/symbols");
	assert_null(lib_program(r.s, here("prog"), &b));
	run_prepare_lines(&r);
	assert_false(binary_try("ls cache/symbols/%s* >list 2>&1", id));
	r.s->facts.shows_program_lines = true;
	run_prepare_lines(&r);
	assert_int_equal(n_warnings, 0);
	assert_true(binary_try("ls cache/symbols/%s* >list 2>&1", id));
	end(&r);
	free(id);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_module),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_told_once),
		cmocka_unit_test(test_prepared),
		cmocka_unit_test(test_program),
		cmocka_unit_test(test_program_debug_file),
		cmocka_unit_test(test_program_unknown),
		cmocka_unit_test(test_program_prepared),
	};

	return cmocka_run_group_tests(tests, setup, binary_teardown);
}
