/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: which variables of a library may be elsewhere, and the word that
 * says where; compared with readelf.
 */
#include <stdio.h>

#include "base/cleanup.h"
#include "testsuite/unit/test_binary.h"
#include "testsuite/unit/test_elf_open.h"
#include "translator/target/elf/elf_words.h"

static const char text[] =
	"int first[3] = { 1 }, second = 2;\n"
	"extern int third __attribute__((alias(\"second\")));\n"
	"static int kept = 3;\n"
	"__attribute__((visibility(\"hidden\"))) int hidden = 4;\n"
	"int unused = 5;\n"
	"int *keeper = &unused;\n"
	"int f(int n) { kept += n; hidden += n; second = n;\n"
	"	return first[n] + kept + hidden; }\n";

static uint64_t answer(const char *command, const char *name)
{
	_cleanup_buf_ struct buf out = binary_output(command, name);
	unsigned long long ret = 0;

	if (!out.p || sscanf(out.p, "%llx", &ret) != 1)
		fail_msg("no %s", name);
	return ret;
}

static uint64_t symbol(const char *name)
{
	return answer("nm w | awk '$3 == \"%s\" { print $1 }'", name);
}

/* The word of @name; 0: it has none.  @more bytes in. */
static uint64_t word_of(const char *name, uint64_t more)
{
	uint64_t word = 0, distance = more;
	struct elf_file *e = open_file("w");

	if (!elf_word_of(e, symbol(name) + more, &word, &distance))
		word = 0;
	elf_file_close(e);
	assert_int_equal(distance, more);
	return word;
}

static void test_library(void **state)
{
	binary_write("w.c", text);
	binary_run("gcc -O1 -fPIC -shared -o w w.c");
	assert_int_equal(word_of("first", 0),
			 answer("readelf -rW w | awk '$5 == \"%s\" "
				"{ print $1 }'", "first"));
	assert_int_equal(word_of("first", 8), word_of("first", 0));
	assert_int_equal(word_of("first", 12) == word_of("first", 0), false);
	assert_int_not_equal(word_of("second", 0), 0);
	assert_int_equal(word_of("third", 0), word_of("second", 0));
	assert_int_equal(word_of("kept", 0), 0);
	assert_int_equal(word_of("hidden", 0), 0);
	assert_int_equal(word_of("unused", 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_library),
	};

	return cmocka_run_group_tests(tests, binary_setup, binary_teardown);
}
