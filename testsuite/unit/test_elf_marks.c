/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: stubs of the PLT against objdump, static markers against readelf,
 * and the operands of their arguments.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "testsuite/unit/test_binary.h"
#include "testsuite/unit/test_elf_open.h"
#include "translator/target/elf/elf_plt.h"
#include "translator/target/elf/elf_sdt.h"
#include "translator/target/elf/elf_symbols.h"

/* ---- PLT ---------------------------------------------------------------- */

static const char caller[] =
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"	int (*p)(const char *) = argc > 1 ? puts : 0;\n"
	"	printf(\"%d\\n\", atoi(argv[0]));\n"
	"	return p ? p(getenv(\"X\")) : puts(\"y\");\n"
	"}\n";

static bool has_stub(const struct elf_plts *all, const char *name,
		     uint64_t addr)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].addr == addr && !strcmp(all->at[i].name, name))
			return true;
	return false;
}

/* objdump: "0000000000001030 <puts@plt>:" */
static void check_plt(const char *path, size_t at_least)
{
	_cleanup_buf_ struct buf out = binary_output(
		"objdump -d -j .plt -j .plt.sec -j .plt.got %s 2>/dev/null "
		"|| :", path);
	struct elf_file *e = open_file(path);
	struct elf_plts all = { 0 };
	char *at = out.p, *line;
	size_t n = 0;

	elf_plt_read(e, &all);
	while ((line = binary_line(&at))) {
		unsigned long long addr;
		char name[256], *end;

		if (sscanf(line, "%llx <%255s", &addr, name) != 2)
			continue;
		end = strchr(name, '@');
		/* *ABS*+0x123@plt is a function without a name */
		if (!end || strncmp(end, "@plt>:", 6) || *name == '*')
			continue;
		*end = '\0';
		n++;
		if (!has_stub(&all, name, addr))
			fail_msg("%s: no %s at %#llx", path, name, addr);
	}
	assert_true(n >= at_least);
	assert_int_equal(all.n, n);
	vec_free(&all);
	elf_file_close(e);
}

static void test_plt(void **state)
{
	static const char *const flags[] = {
		"-O2", "-O2 -no-pie", "-O2 -fcf-protection -Wl,-z,ibtplt",
		"-O2 -Wl,-z,now", "-O2 -Wl,-z,lazy", "-O0 -Wl,-z,bndplt",
	};

	binary_write("caller.c", caller);
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		print_message("%s\n", flags[i]);
		binary_run("gcc %s -o caller caller.c", flags[i]);
		check_plt("caller", 3);
	}
}

static void test_plt_of_itself(void **state)
{
	char path[4096] = "";

	assert_true(readlink("/proc/self/exe", path, sizeof(path) - 1) > 0);
	check_plt(path, 10);
}

/* ---- markers ------------------------------------------------------------ */

/* What <sys/sdt.h> leaves behind, written by hand. */
static const char marked[] =
	"	.text\n	.globl main\nmain:\n"
	"990:	nop\n"
	"	.pushsection .note.stapsdt,\"\",\"note\"\n"
	"	.balign 4\n	.4byte 992f-991f, 994f-993f, 3\n"
	"991:	.asciz \"stapsdt\"\n992:	.balign 4\n"
	"993:	.8byte 990b, _.stapsdt.base, counter\n"
	"	.asciz \"prov\"\n	.asciz \"first\"\n"
	"	.asciz \"-4@%edi 8@$-7\"\n"
	"994:	.balign 4\n	.popsection\n"
	"	ret\n"
	"890:	nop\n"
	"	.pushsection .note.stapsdt,\"\",\"note\"\n"
	"	.balign 4\n	.4byte 892f-891f, 894f-893f, 3\n"
	"891:	.asciz \"stapsdt\"\n892:	.balign 4\n"
	"893:	.8byte 890b, _.stapsdt.base, 0\n"
	"	.asciz \"prov\"\n	.asciz \"bare\"\n	.asciz \"\"\n"
	"894:	.balign 4\n	.popsection\n"
	"	.section .stapsdt.base,\"aG\",\"progbits\","
	".stapsdt.base,comdat\n"
	"	.weak _.stapsdt.base\n_.stapsdt.base:	.space 1\n"
	"	.section .probes, \"aw\"\n	.globl counter\n"
	"	.type counter, @object\n	.size counter, 2\n"
	"counter:	.zero 2\n"
	"	.section .note.GNU-stack,\"\",@progbits\n";

static void test_markers(void **state)
{
	struct elf_sdts all = { 0 };
	struct elf_file *e;
	uint64_t main_at, counter_at;
	size_t first, n;

	binary_write("marked.s", marked);
	binary_run("gcc -o marked marked.s");
	e = open_file("marked");
	assert_true(elf_symbols_named(e, "main", &first));
	main_at = elf_symbols(e, &n)[first].addr;
	assert_true(elf_symbols_named(e, "counter", &first));
	counter_at = elf_symbols(e, &n)[first].addr;
	elf_sdt_read(e, &all);
	assert_int_equal(all.n, 2);
	assert_string_equal(all.at[0].name, "bare");
	assert_string_equal(all.at[0].args, "");
	assert_int_equal(all.at[0].addr, main_at + 2);
	assert_int_equal(all.at[0].semaphore, 0);
	assert_string_equal(all.at[1].provider, "prov");
	assert_string_equal(all.at[1].name, "first");
	assert_string_equal(all.at[1].args, "-4@%edi 8@$-7");
	assert_int_equal(all.at[1].addr, main_at);
	assert_int_equal(all.at[1].semaphore, counter_at);
	vec_free(&all);
	elf_file_close(e);
}

/* As prelink does it: all sections move, the notes do not know. */
static void test_moved_markers(void **state)
{
	struct elf_sdts all = { 0 };
	const struct elf_section *base;
	struct elf_file *e;
	uint64_t before, offset;

	binary_write("marked.s", marked);
	binary_run("gcc -no-pie -o marked marked.s && objcopy "
		   "--change-section-address .stapsdt.base+0x1000 marked "
		   "2>/dev/null");
	e = open_file("marked");
	base = elf_file_section(e, ".stapsdt.base");
	assert_non_null(base);
	elf_sdt_read(e, &all);
	before = all.at[0].addr - 0x1000;
	assert_string_equal(elf_file_section_at(e, before, &offset)->name, ".text");
	vec_free(&all);
	elf_file_close(e);
}

static bool has_marker(const struct elf_sdts *all, const char *provider,
		       const char *name, uint64_t addr)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].addr == addr &&
		    !strcmp(all->at[i].name, name) &&
		    !strcmp(all->at[i].provider, provider))
			return true;
	return false;
}

/* That of C++ has three, whose arguments are all understood. */
static void test_markers_of_a_library(void **state)
{
	_cleanup_buf_ struct buf path = binary_output(
		"gcc -print-file-name=libstdc++.so.6");
	char *at = path.p, *line = binary_line(&at);
	_cleanup_buf_ struct buf out = binary_output(
		"readelf -n %s | awk '/Provider:/ { p = $2 } /Name:/ { n = $2 }"
		" /Location:/ { sub(\",\", \"\", $2); print p, n, $2 }'", line);
	struct elf_file *e = open_file(line);
	struct elf_sdts all = { 0 };
	struct elf_sdt_args args = { 0 };
	size_t n = 0;

	elf_sdt_read(e, &all);
	for (at = out.p; (line = binary_line(&at)); n++) {
		unsigned long long addr;
		char provider[64], name[64];

		assert_int_equal(sscanf(line, "%63s %63s %llx", provider, name,
					&addr), 3);
		if (!has_marker(&all, provider, name, addr))
			fail_msg("no %s", line);
	}
	assert_int_equal(all.n, n);
	assert_true(n >= 3);
	for (size_t i = 0; i < all.n; i++)
		elf_sdt_parse(e, all.at[i].args, &args);
	assert_true(args.n >= 6);
	for (size_t i = 0; i < args.n; i++)
		assert_int_not_equal(args.at[i].kind, SDT_OTHER);
	vec_free(&args);
	vec_free(&all);
	elf_file_close(e);
}

/* ---- operands ----------------------------------------------------------- */

#define NO SDT_NO_REGISTER
#define REG(bytes, sign, fp, number, from, whole)                              \
	{ .kind = SDT_REGISTER, .size = bytes, .is_signed = sign,              \
	  .is_float = fp, .reg = number, .base = NO, .index = NO,              \
	  .shift = from, .reg_size = whole, .scale = 1 }
#define CONST(bytes, sign, n)                                                  \
	{ .kind = SDT_CONSTANT, .size = bytes, .is_signed = sign, .reg = NO,   \
	  .base = NO, .index = NO, .scale = 1, .value = n }
#define MEM(bytes, sign, b, i, times, n)                                       \
	{ .kind = SDT_MEMORY, .size = bytes, .is_signed = sign, .reg = NO,     \
	  .base = b, .index = i, .scale = times, .value = n }

static void test_operands(void **state)
{
	static const struct {
		const char *text;
		struct elf_sdt_arg arg;
	} cases[] = {
		{ "-4@%edi", REG(4, 1, 0, 5, 0, 4) },
		{ "8@%r15", REG(8, 0, 0, 15, 0, 8) },
		{ "1@%ah", REG(1, 0, 0, 0, 8, 1) },
		{ "-2@%r9w", REG(2, 1, 0, 9, 0, 2) },
		{ "-1@%sil", REG(1, 1, 0, 4, 0, 1) },
		{ "8f@%xmm3", REG(8, 0, 1, 20, 0, 16) },
		{ "%rbx", REG(8, 1, 0, 3, 0, 8) },
		{ "-4@$-5", CONST(4, 1, -5) },
		{ "8@$0x10", CONST(8, 0, 16) },
		{ "8@$18446744073709551615", CONST(8, 0, -1) },
		{ "8@-24(%rbp)", MEM(8, 0, 6, NO, 1, -24) },
		{ "4@(%rsp)", MEM(4, 0, 7, NO, 1, 0) },
		{ "-8@16(%rax,%rcx,8)", MEM(8, 1, 0, 2, 8, 16) },
		{ "2@(,%rdx,4)", MEM(2, 0, NO, 1, 4, 0) },
		{ "2@8(%rdx,%rsi)", MEM(2, 0, 1, 4, 1, 8) },
		{ "8@4096", MEM(8, 0, NO, NO, 1, 4096) },
	};
	struct elf_file *e = open_file("/proc/self/exe");

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct elf_sdt_arg *want = &cases[i].arg, *a;
		struct elf_sdt_args all = { 0 };

		elf_sdt_parse(e, cases[i].text, &all);
		assert_int_equal(all.n, 1);
		a = all.at;
		if (a->kind != want->kind || a->size != want->size ||
		    a->is_signed != want->is_signed ||
		    a->is_float != want->is_float || a->reg != want->reg ||
		    a->base != want->base || a->index != want->index ||
		    a->shift != want->shift ||
		    a->reg_size != want->reg_size ||
		    a->scale != want->scale || a->value != want->value)
			fail_msg("%s", cases[i].text);
		assert_string_equal(a->text, cases[i].text);
		vec_free(&all);
	}
	elf_file_close(e);
}

int public_counter[4];

static void test_symbols_in_operands(void **state)
{
	struct elf_file *e = open_file("/proc/self/exe");
	struct elf_sdt_args all = { 0 };
	const struct elf_symbol *s;
	size_t first, n;

	assert_true(elf_symbols_named(e, "public_counter", &first));
	s = elf_symbols(e, &n) + first;
	elf_sdt_parse(e, "4@public_counter(%rip) 4@public_counter+8(%rip) "
		      "4@16+public_counter(%rip) 8@$public_counter", &all);
	assert_int_equal(all.n, 4);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(all.at[i].kind, SDT_MEMORY);
		assert_int_equal(all.at[i].base, NO);
		assert_int_equal(all.at[i].value, s->addr + 8 * i);
	}
	assert_int_equal(all.at[3].kind, SDT_CONSTANT);
	assert_int_equal(all.at[3].value, s->addr);
	vec_free(&all);
	elf_file_close(e);
}

static void test_bad_operands(void **state)
{
	static const char *const bad[] = {
		"4@", "3@%eax", "0@%eax", "16@%xmm0", "4@%foo", "4@%eaxx",
		"4@(%rax", "4@4(%rax,%rbx,3)", "4@4(%rax)x", "4@$",
		"4@8(%rip)", "4@no_such_symbol(%rip)", "x@%eax", "4@%",
		"8@%xmm16", "4@(%xmm0)", "4@$1x", "99999999999999999999@%eax",
		"-9223372036854775808@%eax", "@", "4@-", "4@foo+",
		"4@8+(%rip)", "4@8+no_such_symbol(%rip)", "4@8+%rax",
	};
	struct elf_file *e = open_file("/proc/self/exe");

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct elf_sdt_args all = { 0 };
		_cleanup_buf_ struct buf text = BUF_INIT;

		/* and the one after it is none the worse */
		buf_printf(&text, "%s  8@%%rax", bad[i]);
		elf_sdt_parse(e, text.p, &all);
		assert_int_equal(all.n, 2);
		if (all.at[0].kind != SDT_OTHER)
			fail_msg("%s was understood", bad[i]);
		assert_int_equal(all.at[1].kind, SDT_REGISTER);
		vec_free(&all);
	}
	elf_file_close(e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plt),
		cmocka_unit_test(test_plt_of_itself),
		cmocka_unit_test(test_markers),
		cmocka_unit_test(test_moved_markers),
		cmocka_unit_test(test_markers_of_a_library),
		cmocka_unit_test(test_operands),
		cmocka_unit_test(test_symbols_in_operands),
		cmocka_unit_test(test_bad_operands),
	};

	return cmocka_run_group_tests(tests, binary_setup, binary_teardown);
}
