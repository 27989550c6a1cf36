/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: which files names of programs and libraries mean, to us and inside
 * of another root; the names of symbols that modules keep.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/error.h"
#include "testsuite/unit/test_binary.h"
#include "translator/target/elf/binary.h"
#include "translator/target/elf/code_names.h"
#include "translator/target/elf/foreign_root.h"
#include "translator/target/elf/libraries.h"

static struct arena *arena;

/* ---- inside of a root --------------------------------------------------- */

/* The file as it is in the root, or "none". */
static const char *inside(const char *path)
{
	const char *ret = inside_find(arena, "root", path);

	if (!ret)
		return "none";
	assert_int_equal(strncmp(ret, "root/", 5), 0);
	return ret + 4;
}

static void make_root(void)
{
	binary_run("mkdir -p root/app/deep root/alternatives root/usr/bin");
	binary_write("root/app/x", "\x7f" "ELF");
	binary_write("root/app/script", "#!/usr/bin/env x\n");
	binary_run("chmod 755 root/app/x root/app/script");
	binary_run("ln -s /app/x root/alternatives/x");
	binary_run("ln -s ../../alternatives/x root/usr/bin/x");
	binary_run("ln -s /../../../app root/out");
	binary_run("ln -s loop root/loop");
	binary_run("ln -s /nowhere root/gone");
}

static void test_inside(void **state)
{
	make_root();
	assert_string_equal(inside("/app/x"), "/app/x");
	assert_string_equal(inside("//app/./deep/../x"), "/app/x");
	assert_string_equal(inside("/usr/bin/x"), "/app/x");
	assert_string_equal(inside("/out/x"), "/app/x");
	assert_string_equal(inside("/../app/x"), "/app/x");
	assert_string_equal(inside("/"), "/");
	assert_string_equal(inside("/loop"), "none");
	assert_string_equal(inside("/gone"), "none");
	assert_string_equal(inside("/app/x/y"), "none");
	assert_string_equal(inside("/bin/sh"), "none");
}

/* What both see is called as we do. */
static void test_inside_same(void **state)
{
	const char *root = arena_printf(arena, "/proc/%d/root", getpid());
	const char *sh = realpath("/bin/sh", NULL);

	assert_string_equal(inside_find(arena, root, "/bin/sh"), sh);
	assert_string_equal(inside_root_of(arena, "/proc/12/root/x"),
			    "/proc/12/root");
	assert_null(inside_root_of(arena, "/proc/12/rooted/x"));
	assert_null(inside_root_of(arena, "/proc/self/root/x"));
	assert_null(inside_root_of(arena, "/usr/bin/x"));
	free((char *)sh);
}

static void test_find_in(void **state)
{
	const char *path;
	struct sys_error *err;

	assert_null(binary_find_in(arena, "root", "/usr/bin/x", &path));
	assert_string_equal(path, "root/app/x");
	/* $PATH, and what runs a script, are looked up in there */
	assert_null(binary_find_in(arena, "root", "x", &path));
	assert_string_equal(path, "root/app/x");
	assert_null(binary_find_in(arena, "root", "/app/script", &path));
	assert_string_equal(path, "root/app/x");
	err = binary_find_in(arena, "root", "/bin/sh", &path);
	assert_non_null(err);
	sys_error_free(err);
}

/* A name that begins like the root is not below it. */
static void test_find_by(void **state)
{
	const struct binary_viewer by = { .root = "root" };
	char *real = realpath("root/app/x", NULL);
	const char *path;
	struct sys_error *err;

	assert_null(binary_find_by(arena, &by, "root/app/x", &path));
	assert_string_equal(path, real);
	free(real);
	assert_int_equal(mkdir("rooted", 0755), 0);
	assert_int_equal(link("root/app/x", "rooted/x"), 0);
	err = binary_find_by(arena, &by, "rooted/x", &path);
	assert_non_null(err);
	sys_error_free(err);
}

/* ---- libraries ---------------------------------------------------------- */

static bool has(const library_vec *all, const char *name, const char *path)
{
	for (size_t i = 0; i < all->n; i++)
		if (!strcmp(all->at[i].name, name) &&
		    !strcmp(all->at[i].path, path))
			return true;
	return false;
}

/* What the loader itself says, "name => path (address)". */
static size_t compare_with_loader(const char *program, const library_vec *all)
{
	struct buf said = binary_output("ldd %s", program);
	char *at = said.p, *line, name[256], path[256];
	size_t n = 0;

	while ((line = binary_line(&at))) {
		char *real;

		if (sscanf(line, " %255s => %255s (", name, path) != 2)
			continue;
		real = realpath(path, NULL);
		if (!real || !has(all, name, real))
			fail_msg("%s: %s", program, line);
		free(real);
		n++;
	}
	buf_free(&said);
	return n;
}

static void test_libraries(void **state)
{
	library_vec all = { 0 };

	binary_write("lib.c", "int f(void) { return 1; }\n");
	binary_write("main.c", "int f(void); int main(void) { return f(); }\n");
	binary_run("mkdir -p libs && gcc -shared -fPIC -o libs/libown.so lib.c");
	binary_run("gcc -o linked main.c -Llibs -lown "
		   "-Wl,-rpath,'$ORIGIN/libs' -Wl,--no-as-needed -lm");
	libraries_of(arena, "./linked", &all);
	/* libown, libm, libc; and the loader, which ldd shows without an arrow */
	assert_int_equal(compare_with_loader("./linked", &all), 3);
	assert_int_equal(all.n, 4);
	assert_null(library_find(arena, "libown.so"));
	assert_non_null(library_find(arena, "libm.so.6"));
}

static void test_libraries_bad(void **state)
{
	library_vec all = { 0 };

	binary_write("text", "no program");
	libraries_of(arena, "text", &all);
	libraries_of(arena, "not-there", &all);
	assert_int_equal(all.n, 0);
}

/* ---- names -------------------------------------------------------------- */

static const struct code_name *named(const code_name_vec *all,
				     const char *name)
{
	for (size_t i = 0; i < all->n; i++)
		if (!strcmp(all->at[i].name, name))
			return &all->at[i];
	return NULL;
}

static struct elf_file *open_file(const char *path)
{
	struct elf_file *e;
	struct sys_error *err = elf_file_open(path, &e);

	if (err)
		fail_msg("%s", err->text);
	return e;
}

static void test_names(void **state)
{
	struct elf_file *e;
	code_name_vec all = { 0 };
	const struct code_name *one;

	/* one place with three names; one symbol without a size */
	binary_write("names.c",
		     "int own(void) { return 1; }\n"
		     "int other(void) __attribute__((alias(\"own\")));\n"
		     "static int local(void) __attribute__((alias(\"own\"), used));\n"
		     "__asm__(\".text\\n.type bare,@function\\nbare: nop; nop\\n\"\n"
		     "	\".globl after\\n.type after,@function\\nafter: ret\\n"
		     ".size after,1\\n\");\n"
		     "int main(void) { return own(); }\n");
	binary_run("gcc -O0 -no-pie -o names names.c");
	e = open_file("names");
	code_names_read(e, e, &all);
	for (size_t i = 1; i < all.n; i++)
		assert_true(all.at[i - 1].at < all.at[i].at);
	/* global ones first, then by name */
	assert_non_null(named(&all, "other"));
	assert_null(named(&all, "own"));
	assert_null(named(&all, "local"));
	one = named(&all, "bare");
	assert_non_null(one);
	assert_int_equal(one->size, 2);
	assert_int_equal(named(&all, "after")->at, one->at + 2);
	assert_int_equal(named(&all, "after")->size, 1);
	vec_free(&all);
	elf_file_close(e);
}

/* A stripped file has the names of its debug file, where they are in itself. */
static void test_code_names_of_debug_file(void **state)
{
	code_name_vec whole = { 0 }, split = { 0 };
	struct elf_file *e, *stripped, *debug;

	binary_run("objcopy --only-keep-debug names names.debug");
	binary_run("strip -o names.stripped names");
	e = open_file("names");
	stripped = open_file("names.stripped");
	debug = open_file("names.debug");
	code_names_read(e, e, &whole);
	code_names_read(stripped, debug, &split);
	assert_non_null(named(&split, "bare"));
	assert_int_equal(named(&split, "bare")->at, named(&whole, "bare")->at);
	vec_free(&whole);
	vec_free(&split);
	elf_file_close(e);
	elf_file_close(stripped);
	elf_file_close(debug);
}

/* Where Debian has what others have in directories of their own. */
static void test_multiarch(void **state)
{
	static const struct {
		const char *path, *there;
	} cases[] = {
		{ "/lib64/libc.so.6", "/usr/lib/x86_64-linux-gnu/libc.so.6" },
		{ "/lib*/libc.so.*", "/usr/lib/x86_64-linux-gnu/libc.so.*" },
		{ "/usr/lib*/a/b", "/usr/lib/x86_64-linux-gnu/a/b" },
		{ "/usr/libexec", NULL },
		{ "/opt/lib/libc.so.6", NULL },
		{ "/usr/bin/lib/x", NULL },
		{ "lib/x", NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *got = binary_multiarch(arena, cases[i].path);

		if (!cases[i].there)
			assert_null(got);
		else
			assert_string_equal(got, cases[i].there);
	}
}

static int setup(void **state)
{
	arena = arena_create();
	return binary_setup(state);
}

static int teardown(void **state)
{
	arena_destroy(arena);
	return binary_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_inside),
		cmocka_unit_test(test_inside_same),
		cmocka_unit_test(test_find_in),
		cmocka_unit_test(test_find_by),
		cmocka_unit_test(test_libraries),
		cmocka_unit_test(test_libraries_bad),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_code_names_of_debug_file),
		cmocka_unit_test(test_multiarch),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
