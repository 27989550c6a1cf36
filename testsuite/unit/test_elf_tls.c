/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: where thread-local variables are, in the forms in which compilers
 * ask for them; which word of a library is meant is compared with readelf.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "testsuite/unit/test_binary.h"
#include "testsuite/unit/test_elf_open.h"
#include "translator/target/elf/elf_tls.h"

static const char own[] =
	"__thread int first = 1;\n"
	"__thread long second = 2;\n"
	"__thread char rest[5];\n"
	"long f(void) { return first + second + rest[0]; }\n"
	"int main(void) { return 0; }\n";

static const char others[] =
	"extern __thread int elsewhere;\n"
	"extern int shared, constant, pointed;\n"
	"int *const words = &constant;\n"
	"int *pointer = &pointed;\n"
	"long f(void) { return elsewhere + shared; }\n";

static struct elf_tls tls_of(const char *flags, const char *text)
{
	struct elf_tls ret;
	struct elf_file *e;

	binary_write("t.c", text);
	binary_run("gcc -O1 %s -o t t.c", flags);
	e = open_file("t");
	ret = elf_tls(e);
	elf_file_close(e);
	return ret;
}

/* What "readelf -rW" says of the first relocation of that type: where, and in
 * *more what is added. */
static uint64_t relocation(const char *type, int64_t *more)
{
	_cleanup_buf_ struct buf out = binary_output(
		"readelf -rW t | awk '$3 == \"%s\" { print $1, $4; exit }'",
		type);
	unsigned long long at = 0, value = 0;

	if (!out.p || sscanf(out.p, "%llx %llx", &at, &value) < 1)
		fail_msg("no %s", type);
	*more = (int64_t)value;
	return at;
}

/* The block ends where the thread pointer points to, as large as it is
 * aligned: 4 + 4 + 8 + 5 bytes, by 8. */
static void check_fixed(const char *flags, const char *text, int64_t offset)
{
	struct elf_tls t = tls_of(flags, text);

	assert_int_equal(t.kind, ELF_TLS_FIXED);
	assert_int_equal(t.offset, offset);
}

static void test_programs(void **state)
{
	static const char aligned[] =
		"__thread char a __attribute__((aligned(64))) = 1;\n"
		"__thread char b;\n"
		"int main(void) { return a + b; }\n";

	check_fixed("", own, -24);
	check_fixed("-no-pie", own, -24);
	check_fixed("", aligned, -64);
	check_fixed("-static-pie -nostdlib -Wl,-e,main", aligned, -64);
	check_fixed("", "__thread long a = 1;\n"
		    "int main(void) { return (int)a; }\n", -8);
	assert_int_equal(tls_of("", "int main(void) { return 0; }\n").kind,
			 ELF_TLS_NONE);
}

static void test_by_number(void **state)
{
	struct elf_tls t = tls_of("-fPIC -shared", own);
	int64_t unused;

	assert_int_equal(t.kind, ELF_TLS_NUMBER);
	assert_int_equal(t.word, relocation("R_X86_64_DTPMOD64", &unused));
	assert_int_equal(t.offset, 0);
	t = tls_of("-fPIC -shared -ftls-model=local-dynamic "
		   "-fvisibility=hidden", own);
	assert_int_equal(t.kind, ELF_TLS_NUMBER);
	assert_int_equal(t.word, relocation("R_X86_64_DTPMOD64", &unused));
}

/* The word is the distance of one variable, which lies in the block itself. */
static void test_by_distance(void **state)
{
	struct elf_tls t = tls_of("-fPIC -shared -ftls-model=initial-exec",
				  own);
	int64_t in_block;

	assert_int_equal(t.kind, ELF_TLS_DISTANCE);
	assert_int_equal(t.word, relocation("R_X86_64_TPOFF64", &in_block));
	assert_int_equal(t.offset, -in_block);
}

/* A descriptor is about a section of the block, or about one variable. */
static void test_by_descriptor(void **state)
{
	struct elf_tls t = tls_of("-fPIC -shared -mtls-dialect=gnu2", own);
	int64_t in_block;

	assert_int_equal(t.kind, ELF_TLS_DESCRIPTOR);
	assert_int_equal(t.word, relocation("R_X86_64_TLSDESC", &in_block));
	assert_int_equal(t.offset, -in_block);
}

/* Words about what others have say nothing of the file's own block. */
static void test_none(void **state)
{
	assert_int_equal(tls_of("-fPIC -shared", others).kind, ELF_TLS_NONE);
	assert_int_equal(tls_of("-fPIC -shared -mtls-dialect=gnu2",
				others).kind, ELF_TLS_NONE);
}

/* ---- of others ---------------------------------------------------------- */

static void check_other(const char *flags, const char *name,
			enum elf_tls_kind kind, const char *type)
{
	struct elf_file *e;
	struct elf_tls t;
	int64_t unused;

	tls_of(flags, others);
	e = open_file("t");
	t = elf_tls_of_other(e, name);
	elf_file_close(e);
	assert_int_equal(t.kind, kind);
	if (!kind)
		return;
	assert_int_equal(t.word, relocation(type, &unused));
	assert_int_equal(t.offset, 0);
}

static void test_of_others(void **state)
{
	check_other("-fPIC -shared", "elsewhere", ELF_TLS_PAIR,
		    "R_X86_64_DTPMOD64");
	check_other("-fPIC -shared -ftls-model=initial-exec", "elsewhere",
		    ELF_TLS_DISTANCE, "R_X86_64_TPOFF64");
	check_other("-fPIC -shared -mtls-dialect=gnu2", "elsewhere",
		    ELF_TLS_DESCRIPTOR, "R_X86_64_TLSDESC");
	check_other("-fPIC -shared -nostdlib", "shared", ELF_TLS_SHARED,
		    "R_X86_64_GLOB_DAT");
	check_other("-fPIC -shared", "constant", ELF_TLS_SHARED,
		    "R_X86_64_64");
	check_other("-fPIC -shared", "pointed", ELF_TLS_NONE, NULL);
	check_other("-fPIC -shared", "nobody", ELF_TLS_NONE, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_programs),
		cmocka_unit_test(test_by_number),
		cmocka_unit_test(test_by_distance),
		cmocka_unit_test(test_by_descriptor),
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_of_others),
	};

	return cmocka_run_group_tests(tests, binary_setup, binary_teardown);
}
