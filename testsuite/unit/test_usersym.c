/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What staprun reads of symbols from the files of programs.
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

#include "staprun/usersym.h"
#include "testsuite/unit/test_binary.h"

static const char source[] =
	"	.text\n"
	"	.globl first\n"
	"	.type first, @function\n"
	"first:	nop\n"
	"	nop\n"
	"	.size first, 2\n"
	"	.skip 6, 0x90\n"
	"	.globl second, alias_of_second\n"
	"	.type second, @function\n"
	"alias_of_second:\n"
	"second: .skip 8, 0x90\n"
	"	.size second, 8\n"
	"inside:	nop\n"
	"	nop\n"
	"	.globl versioned_1\n"
	"	.type versioned_1, @function\n"
	"versioned_1: nop\n"
	"	.size versioned_1, 1\n"
	"	.symver versioned_1, versioned@V1, remove\n";

/* Where the code begins, in the file; and its build id. */
static uint64_t text_at;
static char build_id[44];

static void make(const char *flags)
{
	struct buf out;
	char *at;

	binary_write("s.s", source);
	binary_write("s.map", "V1 { global: *; };\n");
	binary_run("gcc -nostdlib -shared -Wl,--build-id=sha1 "
		   "-Wl,--version-script=s.map %s -o s.so s.s", flags);
	out = binary_output("readelf -SW s.so | sed -n "
			    "'s/.* .text  *PROGBITS  *[0-9a-f]*  *"
			    "\\([0-9a-f]*\\) .*/\\1/p'");
	text_at = strtoull(out.p, NULL, 16);
	buf_free(&out);
	out = binary_output("readelf -n s.so | sed -n 's/.*Build ID: //p'");
	at = out.p;
	snprintf(build_id, sizeof(build_id), "%s", binary_line(&at));
	buf_free(&out);
	assert_true(text_at);
	assert_int_equal(strlen(build_id), 40);
}

/* What is where @path has @offset, in full. */
static const char *place_of(const char *path, const char *id, uint64_t offset)
{
	static char text[STP_WORDS_MAX + 1];
	char *at, here[512];
	struct stp_ioc_mapped m = { .offset = offset, .size = 0x4000,
				    .tgid = 0x7fffffff };
	struct usersym *u = usersym_create();
	stp_u32 len;

	assert_non_null(getcwd(here, sizeof(here)));
	m.len = (stp_u32)snprintf(m.path, sizeof(m.path), "%s%s%s",
				  *path && *path != '/' ? here : "",
				  *path && *path != '/' ? "/" : "", path);
	snprintf(m.build_id, sizeof(m.build_id), "%s", id);
	len = usersym_words(u, &m, text);
	text[len] = 0;
	usersym_destroy(u);
	at = strstr(text, here);
	if (at)		/* names of files as they are given */
		memmove(at, at + strlen(here) + 1,
			strlen(at + strlen(here) + 1) + 1);
	return text;
}

/* The symbol alone. */
static const char *words_of(const char *path, const char *id, uint64_t offset)
{
	const char *text = place_of(path, id, offset);
	char *end = strrchr(text, ']');

	if (end)
		end[1] = 0;
	return text;
}

static const char *words(unsigned at)
{
	return words_of("s.so", build_id, text_at + at);
}

static void check_all(void)
{
	assert_string_equal(words(0), "first+0x0/0x2 [s.so]");
	assert_string_equal(words(1), "first+0x1/0x2 [s.so]");
	assert_string_equal(words(8), "second+0x0/0x8 [s.so]");
	assert_string_equal(words(15), "second+0x7/0x8 [s.so]");
	assert_string_equal(words(18), "versioned+0x0/0x1 [s.so]");
}

/* "+0x1002/0x4000 [s.so]" */
static void check_nothing(const char *text)
{
	assert_int_equal(text[0], '+');
	assert_string_equal(strchr(text, '/'), "/0x4000 [s.so]");
}

static void test_symtab(void **state)
{
	make("");
	check_all();
	assert_string_equal(words(17), "inside+0x1/0x2 [s.so]");
	check_nothing(words(2));	/* between two functions */
}

static void test_dynsym(void **state)
{
	make("-s");
	check_all();
	check_nothing(words(17));
}

/* Symbols of another build are those of other code. */
static void test_other_build(void **state)
{
	char other[44];

	make("");
	snprintf(other, sizeof(other), "%s", build_id);
	other[0] = other[0] == '0' ? '1' : '0';
	check_nothing(words_of("s.so", other, text_at));
	check_nothing(words_of("s.so", "", UINT64_MAX));
	assert_string_equal(words_of("none.so", build_id, 0x1234),
			    "+0x1234/0x4000 [none.so]");
	assert_string_equal(words_of("", build_id, 0x1234), "");
}

/* After that, for who knows the lines: as linked, which build, who has it. */
static void test_place(void **state)
{
	char want[STP_WORDS_MAX], path[STP_SYMBOL_MAX];
	struct buf out;
	uint64_t linked;

	make("-Wl,-Ttext-segment=0x40000");
	out = binary_output("nm s.so | sed -n 's/ T second.*//p'");
	linked = strtoull(out.p, NULL, 16);
	buf_free(&out);
	assert_true(linked > 0x40000);
	snprintf(want, sizeof(want), "second+0x7/0x8 [s.so] 0x%llx %s %u",
		 (unsigned long long)linked + 7, build_id, 0x7fffffff);
	assert_string_equal(place_of("s.so", build_id, text_at + 15), want);
	snprintf(want, sizeof(want), "second+0x7/0x8 [s.so] 0x%llx - %u",
		 (unsigned long long)linked + 7, 0x7fffffff);
	assert_string_equal(place_of("s.so", "", text_at + 15), want);
	/* what is cut says no place */
	memset(path, '/', sizeof(path));
	memcpy(path + sizeof(path) - 5, "s.so", 5);
	assert_int_equal(strlen(place_of(path, "", text_at)), STP_SYMBOL_MAX);
}

/* Whatever is in the file, it is no more than no symbols. */
static void test_damage(void **state)
{
	make("");
	for (unsigned i = 0; i < 150; i++) {
		binary_run("cp s.so d.so && printf '\\377\\377\\377\\377' | "
			   "dd of=d.so bs=1 seek=%u conv=notrunc 2>/dev/null",
			   4 + (i < 60 ? i : i * 97 % 12000));
		words_of("d.so", "", text_at);
		words_of("d.so", build_id, text_at);
	}
	binary_run("head -c 300 s.so >d.so");
	assert_string_equal(strchr(words_of("d.so", "", 16), '['), "[d.so]");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_symtab),
		cmocka_unit_test(test_dynsym),
		cmocka_unit_test(test_other_build),
		cmocka_unit_test(test_place),
		cmocka_unit_test(test_damage),
	};

	return cmocka_run_group_tests(tests, binary_setup, binary_teardown);
}
