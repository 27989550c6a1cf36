/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: the index of a binary's DWARF as a file, also one that is damaged
 * or lies, and what it leaves out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <dwarf.h>

#include "base/checksum.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "testsuite/unit/test_binary.h"
#include "testsuite/unit/test_program.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_line.h"
#include "translator/target/dwarf/dwarf_thing.h"
#include "translator/target/elf/elf_symbols.h"

/* ---- what is not there -------------------------------------------------- */

static void test_missing_units(void **state)
{
	struct dwarf *d;
	struct dwarf_funcs all;
	const char *first;

	compile("gcc", "-gdwarf-5 -gsplit-dwarf -O2 -Wl,--build-id");
	binary_run("mv second.dwo away && rm -rf index");
	d = open_dwarf("program", "index");
	assert_int_equal(dwarf_missing_units(d, &first), 1);
	assert_string_equal(first, "second.dwo");
	all = find(d, "same_name", NULL, 0);
	assert_int_equal(all.n, 1);
	vec_free(&all);
	dwarf_close(d);
	/* nothing of that is kept */
	binary_run("mv away second.dwo");
	d = open_dwarf("program", "index");
	assert_int_equal(dwarf_missing_units(d, &first), 0);
	all = find(d, "same_name", NULL, 0);
	assert_int_equal(all.n, 2);
	vec_free(&all);
	dwarf_close(d);
}

/*
 * A package has what the files had.  A libdw that is too old for that says
 * which version is needed, and that the package is there.
 */
static void test_packages(void **state)
{
	struct dwarf *d;
	struct dwarf_funcs all;
	const char *first;

	/* dwp of binutils does not know version 5 */
	compile("gcc", "-gdwarf-4 -gsplit-dwarf -O2");
	binary_run("timeout 20 dwp -e program -o program.dwp && rm *.dwo");
	d = open_dwarf("program", NULL);
	all = find(d, "same_name", NULL, 0);
	if (dwarf_reads_packages()) {
		assert_int_equal(all.n, 2);
		assert_int_equal(dwarf_missing_units(d, &first), 0);
	} else {
		assert_int_equal(dwarf_missing_units(d, &first), 2);
		assert_non_null(strstr(dwarf_missing_hint(d),
				       "'program.dwp', which needs "
				       "elfutils 0.191 or newer"));
	}
	vec_free(&all);
	dwarf_close(d);
	binary_run("rm program.dwp");
	d = open_dwarf("program", NULL);
	assert_null(dwarf_missing_hint(d));
	dwarf_close(d);
}

/* Where in the file the byte at @offset of .debug_info lies. */
static uint64_t info_place(const struct dwarf *d, uint64_t offset)
{
	return elf_file_section(d->debug, ".debug_info")->offset + offset;
}

/* Offset of the last child of the first unit, which is first.c. */
static uint64_t last_of_first(struct dwarf *d)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die unit, child;

	assert_int_equal(dwarf_get_units(d->dw, NULL, &cu, NULL, NULL, &unit,
					 NULL), 0);
	assert_int_equal(dwarf_child(&unit, &child), 0);
	while (!dwarf_siblingof(&child, &child))
		;
	return dwarf_dieoffset(&child);
}

static void check_damage(uint64_t offset)
{
	struct dwarf *d = open_dwarf("program", "index");
	struct dwarf_things things = { 0 };
	struct dwarf_funcs all;
	const char *first;
	char place[32];

	assert_int_equal(dwarf_damaged_units(d, &first), 1);
	snprintf(place, sizeof(place), "%#llx", (unsigned long long)offset);
	assert_non_null(strstr(first, "'program' is damaged"));
	assert_non_null(strstr(first, place));
	/* before the damage, and in the unit after it */
	all = find(d, "labelled", "first.c", 0);
	assert_int_equal(all.n, 1);
	vec_free(&all);
	all = find(d, "second", "second.c", 0);
	assert_int_equal(all.n, 1);
	vec_free(&all);
	must(dwarf_things_find(d, "int", &things));
	assert_int_equal(things.n, 1);
	vec_free(&things);
	dwarf_close(d);
}

/* What comes before the damage serves, and all other units. */
static void test_damaged_unit(void **state)
{
	struct dwarf *d;
	uint64_t offset;

	compile("gcc", "-g -O0 -Wl,--build-id");
	binary_run("rm -rf index");
	d = open_dwarf("program", NULL);
	offset = last_of_first(d);
	/* no unit has so many abbreviations */
	binary_run("printf '\\177' | dd of=program bs=1 seek=%llu "
		   "conv=notrunc 2>/dev/null",
		   (unsigned long long)info_place(d, offset));
	dwarf_close(d);
	check_damage(offset);
	/* the same from the index that is kept */
	check_damage(offset);
}

/* Change a byte of .debug_line. */
static void spoil_lines(uint64_t offset, unsigned byte)
{
	struct dwarf *d = open_dwarf("program", NULL);

	binary_run("printf '\\%o' | dd of=program bs=1 seek=%llu "
		   "conv=notrunc 2>/dev/null", byte, (unsigned long long)
		   elf_file_section(d->debug, ".debug_line")->offset + offset);
	dwarf_close(d);
}

static void check_spoilt(const char *why)
{
	struct dwarf *d = open_dwarf("program", NULL);
	struct dwarf_lines lines = { 0 };
	struct dwarf_funcs all;
	const char *first;

	assert_true(dwarf_damaged_units(d, &first));
	assert_non_null(strstr(first, "the line table at offset 0 "));
	assert_non_null(strstr(first, why));
	all = find(d, "labelled", NULL, 0);
	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].n_bodies, 1);
	vec_free(&all);
	must(dwarf_lines_find(d, "first.c", 0, UINT32_MAX, &lines));
	assert_int_equal(lines.n, 0);
	must(dwarf_lines_find(d, "second.c", 0, UINT32_MAX, &lines));
	assert_true(lines.n);
	vec_free(&lines);
	dwarf_close(d);
}

/* Without its lines, what a unit has is found all the same. */
static void test_damaged_lines(void **state)
{
	struct dwarf *d;
	struct range bytes;
	uint64_t end;

	compile("gcc", "-gdwarf-5 -O0");
	d = open_dwarf("program", NULL);
	assert_true(elf_file_bytes(d->debug, ".debug_line", &bytes));
	end = 4 + get_u32(bytes.p);
	dwarf_close(d);
	/* the end of its only sequence, 0 1 1, gets too long */
	spoil_lines(end - 2, 127);
	check_spoilt("is cut off");
	/* its line_range */
	spoil_lines(16, 0);
	check_spoilt("is invalid");
}

/* The code of the weak one is in the program, too. */
static void test_replaced_functions(void **state)
{
	struct dwarf_funcs all;
	struct dwarf *d;

	binary_write("weak.c", "__attribute__((weak)) int f(void)\n"
		     "{ return 1; }\nint main(void) { return f(); }\n");
	binary_write("strong.c", "int f(void) { return 2; }\n");
	binary_run("gcc -g -O1 -o replaced weak.c strong.c");
	d = open_dwarf("replaced", NULL);
	all = find(d, "f", "strong.c", 0);
	assert_int_equal(all.at[0].n_bodies, 1);
	vec_free(&all);
	all = find(d, "f", "weak.c", 0);
	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].n_bodies, 0);
	vec_free(&all);
	dwarf_close(d);
}

static void check_short(struct dwarf *d, const char *below, const char *want)
{
	char path[256];

	assert_non_null(getcwd(path, sizeof(path) - 40));
	strcat(path, below);
	assert_string_equal(dwarf_short_path(d, path), want);
}

static void test_short_paths(void **state)
{
	struct dwarf *d;

	compile("gcc", "-g -O2");
	d = open_dwarf("program", NULL);
	check_short(d, "/inc/twice.h", "inc/twice.h");
	assert_string_equal(dwarf_short_path(d, "/usr/x.h"), "/usr/x.h");
	dwarf_close(d);
	/* two names of one directory, and one that is built elsewhere */
	binary_run("mkdir -p build/out && "
		   "gcc -g -O2 -fdebug-prefix-map=$PWD=short/of -c first.c && "
		   "cd build/out && gcc -g -O2 -c ../../second.c && "
		   "gcc -o ../../program ../../first.o second.o");
	d = open_dwarf("program", NULL);
	check_short(d, "/second.c", "second.c");
	check_short(d, "/build/out/made.h", "made.h");
	assert_string_equal(dwarf_short_path(d, "short/of/first.c"),
			    "first.c");
	assert_string_equal(dwarf_short_path(d, "/usr/x.h"), "/usr/x.h");
	dwarf_close(d);
}

static void check_fits(const char *file, size_t n)
{
	struct dwarf *d = open_dwarf("program", NULL);
	struct dwarf_funcs all = find(d, "same_name", file, 0);

	assert_int_equal(all.n, n);
	vec_free(&all);
	dwarf_close(d);
}

/* Whole components from the end on, as many as one likes. */
static void test_names_of_files(void **state)
{
	binary_run("mkdir -p fs/deep && cp second.c fs/deep/ && "
		   "cp -r inc fs/deep/ && gcc -g -O2 "
		   "-fdebug-prefix-map=$PWD=build/amd64 -o program first.c "
		   "fs/deep/second.c");
	check_fits("second.c", 1);
	check_fits("deep/second.c", 1);
	check_fits("fs/deep/second.c", 1);
	check_fits("build/amd64/fs/deep/second.c", 1);
	check_fits("fs/*/second.c", 1);
	check_fits("eep/second.c", 0);
	check_fits("fs/second.c", 0);
	check_fits("*.c", 2);
}

/* ---- the index's file --------------------------------------------------- */

static char *index_path(const struct dwarf *d)
{
	static char path[256];

	snprintf(path, sizeof(path), "index/%s.dwarf", d->debug->build_id);
	return path;
}

static void test_index_file(void **state)
{
	struct dwarf_funcs all;
	struct dwarf *d;
	char path[256];

	compile("gcc", "-g -O2 -Wl,--build-id");
	d = open_dwarf("program", "index");
	assert_false(index_of(d)->mapped);
	strcpy(path, index_path(d));
	dwarf_close(d);
	d = open_dwarf("program", "index");
	assert_true(index_of(d)->mapped);
	all = find(d, "same_name", "second.c", 2);
	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].n_bodies, 1);
	vec_free(&all);
	dwarf_close(d);
	/* one damaged byte in the middle, then a file that is cut off */
	binary_run("printf '\\125' | dd of=%s bs=1 seek=1000 conv=notrunc "
		   "2>/dev/null", path);
	d = open_dwarf("program", "index");
	assert_false(index_of(d)->mapped);
	dwarf_close(d);
	binary_run("truncate -s -8 %s", path);
	d = open_dwarf("program", "index");
	assert_false(index_of(d)->mapped);
	dwarf_close(d);
	/* made anew meanwhile, and good again */
	d = open_dwarf("program", "index");
	assert_true(index_of(d)->mapped);
	dwarf_close(d);
	binary_run("cp %s keep && touch %s", path, path);
	/* another program with the build id of the first */
	binary_run("printf '\\0' >> program");
	d = open_dwarf("program", "index");
	assert_false(index_of(d)->mapped);
	dwarf_close(d);
}

/* Numbers that lie, under a checksum that fits: no answer, or a wrong one. */
static void lie(char *p, size_t n, unsigned seed)
{
	static const uint32_t odd[] = { 0, 1, 0x7fffffff, UINT32_MAX, 4096 };
	struct dwarf_index_head *head = (struct dwarf_index_head *)p;
	size_t skip = offsetof(struct dwarf_index_head, sum) + 8;

	srandom(seed);
	for (int i = 0; i < 4; i++) {
		size_t at = skip + (size_t)random() % (n - skip - 4);

		memcpy(p + at, &odd[random() % 5], 4);
	}
	head->sum = lane_checksum(p + skip, n - skip);
}

static bool get_code(struct dwarf *d, const struct dwarf_func *f, size_t i,
		     struct dwarf_code *ret)
{
	*ret = dwarf_func_code(d, f, i);
	return dwarf_code_die(d, ret);
}

static void ask_all(struct dwarf *d)
{
	struct dwarf_funcs all = find(d, "*", NULL, 0);
	struct dwarf_lines lines = { 0 };
	struct dwarf_code code;

	for (size_t i = 0; i < all.n; i++) {
		for (size_t k = 0; k < all.at[i].n_bodies; k++)
			get_code(d, &all.at[i], k, &code);
		for (size_t k = 0; k < all.at[i].n_copies; k++)
			get_code(d, &all.at[i], all.at[i].n_bodies + k, &code);
	}
	sys_error_free(dwarf_lines_find(d, "*", 0, UINT32_MAX, &lines));
	dwarf_lines_thin(d, &lines);
	vec_free(&lines);
	vec_free(&all);
}

/* Its build id is given to the linker, and its size does not change. */
static void test_rebuilt(void **state)
{
	static const char *const names[] = { "older", "newer" };

	binary_run("rm -rf index");
	for (int i = 0; i < 2; i++) {
		struct dwarf_funcs all;
		struct dwarf *d;

		binary_run("echo 'int %s; int f_%s(void) { return 1; } "
			   "int main(void) { return f_%s(); }' > r.c && "
			   "gcc -g -Wl,--build-id=0x1234567890 -o rebuilt r.c",
			   names[i], names[i], names[i]);
		d = open_dwarf("rebuilt", "index");
		all = find(d, i ? "f_newer" : "f_older", NULL, 0);
		assert_int_equal(all.n, 1);
		vec_free(&all);
		dwarf_close(d);
	}
}

static void test_index_that_lies(void **state)
{
	_cleanup_buf_ struct buf good = BUF_INIT;
	struct dwarf *d;
	char path[256];

	compile("gcc", "-g -O2 -Wl,--build-id");
	d = open_dwarf("program", "index");
	index_of(d);
	strcpy(path, index_path(d));
	dwarf_close(d);
	good = binary_output("cat %s", path);
	for (unsigned i = 0; i < 1000; i++) {
		_cleanup_fclose_ FILE *f = fopen(path, "w");
		_cleanup_buf_ struct buf bad = BUF_INIT;

		buf_add(&bad, good.p, good.n);
		lie(bad.p, bad.n, i);
		assert_int_equal(fwrite(bad.p, 1, bad.n, f), bad.n);
		fflush(f);
		d = open_dwarf("program", "index");
		ask_all(d);
		dwarf_close(d);
	}
}

/* A table that does not fit, and empty ones after it. */
static void test_index_too_short(void **state)
{
	struct dwarf_index_head head;
	size_t skip = offsetof(struct dwarf_index_head, sum) + 8;
	struct dwarf *d;

	compile("gcc", "-g -O2 -Wl,--build-id");
	d = open_dwarf("program", "index");
	head = *index_of(d)->head;
	head.size = sizeof(head);
	head.n_units = 0;
	head.n_spans = 1;
	head.n_funcs = head.n_names = head.n_bodies = head.n_copies = 0;
	head.n_files = head.n_file_units = head.n_things = head.n_info = 0;
	head.n_strings = 0;
	head.sum = lane_checksum((char *)&head + skip, sizeof(head) - skip);
	{
		_cleanup_fclose_ FILE *f = fopen(index_path(d), "w");

		assert_int_equal(fwrite(&head, sizeof(head), 1, f), 1);
	}
	dwarf_close(d);
	d = open_dwarf("program", "index");
	assert_false(index_of(d)->mapped);
	dwarf_close(d);
}

/* ---- a program of some size --------------------------------------------- */

/* Where copies begin is in the index as their DIEs say it. */
static size_t check_copies(struct dwarf *d, const struct dwarf_func *f)
{
	for (size_t i = 0; i < f->n_copies; i++) {
		struct dwarf_code code = dwarf_func_code(d, f, f->n_bodies + i);
		uint64_t entry;

		assert_true(code.is_copy);
		assert_null(code.die.addr);
		assert_true(dwarf_code_die(d, &code));
		assert_int_equal(dwarf_tag(&code.die),
				 DW_TAG_inlined_subroutine);
		assert_true(die_entry(&code.die, &entry));
		assert_int_equal(code.entry, entry);
	}
	return f->n_copies;
}

/* Each body of this test itself begins where a symbol of its name does. */
static void test_itself(void **state)
{
	struct dwarf *d = open_dwarf("/proc/self/exe", NULL);
	struct dwarf_funcs all = find(d, "*", NULL, 0);
	size_t n = 0, n_copies = 0;

	for (size_t i = 0; i < all.n; i++)
		n_copies += check_copies(d, &all.at[i]);
	assert_true(n_copies);
	for (size_t i = 0; i < all.n; i++)
		for (size_t k = 0; k < all.at[i].n_bodies; k++) {
			uint64_t addr = dwarf_func_code(d, &all.at[i], k).entry;
			struct dwarf_code code;
			size_t first;

			n++;
			assert_true(get_code(d, &all.at[i], k, &code));
			assert_true(dwarf_haspc(&code.die, addr) > 0);
			if (!elf_symbols_named(d->elf, all.at[i].name, &first))
				continue;
			assert_int_equal(elf_symbol_at(d->elf, addr)->addr,
					 addr);
		}
	assert_true(n > 100);
	vec_free(&all);
	dwarf_close(d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_missing_units),
		cmocka_unit_test(test_damaged_unit),
		cmocka_unit_test(test_damaged_lines),
		cmocka_unit_test(test_replaced_functions),
		cmocka_unit_test(test_short_paths),
		cmocka_unit_test(test_names_of_files),
		cmocka_unit_test(test_packages),
		cmocka_unit_test(test_index_file),
		cmocka_unit_test(test_rebuilt),
		cmocka_unit_test(test_index_that_lies),
		cmocka_unit_test(test_index_too_short),
		cmocka_unit_test(test_itself),
	};

	return cmocka_run_group_tests(tests, program_setup, binary_teardown);
}
