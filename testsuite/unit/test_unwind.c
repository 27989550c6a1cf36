/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: unwind data of programs, row by row against readelf; and what is made
 * of data that is damaged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "testsuite/unit/test_binary.h"
#include "testsuite/unit/test_elf_open.h"
#include "translator/target/elf/unwind.h"

static uint32_t how_at(const struct unwind_rows *rows, uint64_t pc)
{
	uint32_t ret = STP_CFA_UNKNOWN;

	for (size_t i = 0; i < rows->n && rows->at[i].pc <= pc; i++)
		ret = rows->at[i].how;
	return ret;
}

/* ---- against readelf ---------------------------------------------------- */

/* A row of "readelf -wF": where, and three of its columns. */
struct told {
	char cfa[32], bp[32], bx[32], ra[32];
};

static uint32_t told_cfa(const char *cfa)
{
	static const struct {
		const char *name;
		enum stp_cfa cfa;
	} regs[] = { { "rsp", STP_CFA_SP }, { "rbp", STP_CFA_BP },
		     { "r10", STP_CFA_R10 }, { "rbx", STP_CFA_BX } };

	for (size_t i = 0; i < 4; i++)
		if (!strncmp(cfa, regs[i].name, 3))
			return STP_UNWIND_HOW(regs[i].cfa,
					      atoi(cfa + 3) / 8, 0, 0);
	return STP_CFA_UNKNOWN;
}

/* Expressions are left to the tests below. */
static bool is_plain(const struct told *t)
{
	return strcmp(t->cfa, "exp") && strcmp(t->cfa, "vexp") &&
	       !strstr(t->bp, "exp") && !strcmp(t->ra, "c-8");
}

static uint32_t told_saved(const char *reg)
{
	return reg[0] == 'c' ? (uint32_t)(-atoi(reg + 1) / 8)
			     : *reg == 'u' || *reg == 's' ? 0 : 63;
}

static void check_row(const char *path, uint64_t addr, uint32_t how,
		      const struct told *t)
{
	uint32_t want = told_cfa(t->cfa);

	if (!strcmp(t->ra, "u"))
		want = STP_CFA_END;
	else if (!is_plain(t))
		return;
	else if (want != STP_CFA_UNKNOWN)
		want |= told_saved(t->bp) << STP_UNWIND_BP_SHIFT |
			told_saved(t->bx) << STP_UNWIND_BX_SHIFT;
	if (how != want)
		fail_msg("%s: at %#llx %#x, not %#x (%s %s %s %s)", path,
			 (unsigned long long)addr, how, want, t->cfa, t->bp,
			 t->bx, t->ra);
}

/* The columns of the last "LOC CFA rbx rbp ... ra". */
struct columns {
	int bp, bx, ra, n;
};

static void read_head(char *line, struct columns *c)
{
	char *save, *word = strtok_r(line, " ", &save);

	*c = (struct columns){ -1, -1, -1, 0 };
	for (; word; word = strtok_r(NULL, " ", &save), c->n++) {
		if (!strcmp(word, "rbp"))
			c->bp = c->n;
		if (!strcmp(word, "rbx"))
			c->bx = c->n;
		if (!strcmp(word, "ra"))
			c->ra = c->n;
	}
}

static bool read_row(char *line, const struct columns *c, uint64_t *addr,
		     struct told *t)
{
	char *save, *word = strtok_r(line, " ", &save), *end;
	int n = 0;

	*t = (struct told){ "", "u", "u", "u" };
	if (!word || strlen(word) != 16)
		return false;
	*addr = strtoull(word, &end, 16);
	for (; word && !*end; word = strtok_r(NULL, " ", &save), n++) {
		if (n == 1)
			snprintf(t->cfa, sizeof(t->cfa), "%s", word);
		if (n == c->bp)
			snprintf(t->bp, sizeof(t->bp), "%s", word);
		if (n == c->bx)
			snprintf(t->bx, sizeof(t->bx), "%s", word);
		if (n == c->ra)
			snprintf(t->ra, sizeof(t->ra), "%s", word);
	}
	return !*end && n == c->n;
}

/* Rows of CIEs have no place: they begin at 0. */
static void check_file(const char *path, size_t at_least)
{
	_cleanup_buf_ struct buf out = binary_output(
		"readelf -wF %s 2>/dev/null || :", path);
	struct elf_file *e = open_file(path);
	struct unwind_rows rows = { 0 };
	struct columns c = { -1, -1, -1, 0 };
	char *at = out.p, *line;
	size_t n = 0;

	unwind_read(e, &rows);
	for (size_t i = 1; i < rows.n; i++)
		assert_true(rows.at[i - 1].pc < rows.at[i].pc);
	while ((line = binary_line(&at))) {
		uint64_t addr, offset;
		struct told t;

		if (strstr(line, "LOC"))
			read_head(line, &c);
		else if (read_row(line, &c, &addr, &t) && addr &&
			 elf_file_offset(e, addr, &offset) && ++n % 7 == 0)
			check_row(path, addr, how_at(&rows, offset), &t);
	}
	if (n < at_least)
		fail_msg("%s: only %zu rows", path, n);
	vec_free(&rows);
	elf_file_close(e);
}

static const char functions[] =
	"#include <alloca.h>\n"
	"#include <string.h>\n"
	"int f(int n) { char *p = alloca(n); memset(p, n, n); return p[0]; }\n"
	"int g(int n) { return n ? g(n - 1) + f(n) : 0; }\n"
	"int main(int argc, char **argv) { return g(argc) + f(3); }\n";

static void test_compilers(void **state)
{
	static const char *const flags[] = {
		"-O0", "-O2", "-O2 -fno-omit-frame-pointer", "-O2 -static",
		"-O2 -fno-pie -no-pie",
		"-O2 -g -fno-unwind-tables -fno-asynchronous-unwind-tables",
	};

	binary_write("f.c", functions);
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		binary_run("gcc %s -o f f.c", flags[i]);
		check_file("f", 7);
	}
}

static void test_distribution(void **state)
{
	check_file("/bin/sh", 100);
	if (binary_try("test -e /lib/x86_64-linux-gnu/libc.so.6"))
		check_file("/lib/x86_64-linux-gnu/libc.so.6", 10000);
}

/* ---- expressions, by hand ----------------------------------------------- */

static const char assembly[] =
	"	.text\n"
	"	.globl _start\n"
	"_start:	.cfi_startproc\n"
	"	.cfi_undefined rip\n"
	"	nop\n"
	"	.cfi_endproc\n"
	"	.globl drap\n"
	"drap:	.cfi_startproc\n"
	"	nop\n"
	"	.cfi_def_cfa r10, 0\n"
	"	nop\n"
	"	.cfi_escape 0x10,0x6,0x2,0x76,0\n"
	"	nop\n"
	"	.cfi_escape 0xf,0x3,0x76,0x78,0x6\n"
	"	nop\n"
	"	.cfi_remember_state\n"
	"	.cfi_def_cfa rsp, 24\n"
	"	.cfi_restore rbp\n"
	"	nop\n"
	"	.cfi_restore_state\n"
	"	nop\n"
	"	.cfi_def_cfa rbx, 16\n"
	"	nop\n"
	"	.cfi_def_cfa rsp, 24\n"
	"	.cfi_restore rbp\n"
	"	.cfi_offset rbx, -24\n"
	"	nop\n"
	"	.cfi_register rbx, r11\n"
	"	nop\n"
	"	.cfi_def_cfa r11, 16\n"
	"	nop\n"
	"	.cfi_endproc\n"
	"	.skip 16, 0x90\n"
	"	.globl sig\n"
	"sig:	.cfi_startproc\n"
	"	.cfi_signal_frame\n"
	"	nop\n"
	"	.cfi_endproc\n";

static void test_expressions(void **state)
{
	static const uint32_t want[] = {
		STP_CFA_END,
		STP_UNWIND_HOW(STP_CFA_SP, 1, 0, 0),
		STP_UNWIND_HOW(STP_CFA_R10, 0, 0, 0),
		STP_UNWIND_HOW(STP_CFA_R10, 0, STP_UNWIND_BP_AT_BP, 0),
		STP_UNWIND_HOW(STP_CFA_BP_DEREF, -1, STP_UNWIND_BP_AT_BP, 0),
		STP_UNWIND_HOW(STP_CFA_SP, 3, 0, 0),
		STP_UNWIND_HOW(STP_CFA_BP_DEREF, -1, STP_UNWIND_BP_AT_BP, 0),
		STP_UNWIND_HOW(STP_CFA_BX, 2, STP_UNWIND_BP_AT_BP, 0),
		STP_UNWIND_HOW(STP_CFA_SP, 3, 0, 3),
		STP_UNWIND_HOW(STP_CFA_SP, 3, 0, STP_UNWIND_BX_LOST),
		STP_CFA_UNKNOWN,	/* by a register that is not followed */
		STP_CFA_UNKNOWN,	/* no function is there */
	};
	struct unwind_rows rows = { 0 };
	struct elf_file *e;
	uint64_t offset;

	binary_write("e.s", assembly);
	binary_run("gcc -nostdlib -static -o e e.s");
	e = open_file("e");
	unwind_read(e, &rows);
	assert_true(elf_file_offset(e, e->head.e_entry, &offset));
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++)
		if (how_at(&rows, offset + i) != want[i])
			fail_msg("at %zu: %#x, not %#x", i,
				 how_at(&rows, offset + i), want[i]);
	assert_int_equal(how_at(&rows, offset + 27), STP_CFA_SIGNAL);
	vec_free(&rows);
	elf_file_close(e);
}

/* Whatever the bytes are, rows are in order and reading ends. */
static void test_damage(void **state)
{
	binary_write("f.c", functions);
	binary_run("gcc -O2 -o f f.c");
	for (unsigned i = 0; i < 200; i++) {
		struct unwind_rows rows = { 0 };
		struct elf_file *e;

		binary_run("cp f g && at=$(readelf -SW f | sed -n "
			   "'s/.* .eh_frame  *PROGBITS  *[0-9a-f]* "
			   "\\([0-9a-f]*\\) .*/\\1/p') && printf '\\%03o' | "
			   "dd of=g bs=1 seek=$((0x$at + %u)) conv=notrunc "
			   "2>/dev/null", (i * 37) & 0xff, i);
		e = open_file("g");
		unwind_read(e, &rows);
		for (size_t k = 1; k < rows.n; k++)
			assert_true(rows.at[k - 1].pc < rows.at[k].pc);
		vec_free(&rows);
		elf_file_close(e);
	}
}

/* Of data without an entry, and of a common part that is no compiler's. */
static void test_nothing(void **state)
{
	static const char *const data[] = {
		".long 0\n",
		"a: .long c-b\nb: .long 0\n.byte 1\n.asciz \"zR\"\n"
		".byte 1, 0x78, 16, 1, 0x1b, 12, 7, 8, 0x90, 1\n"
		".fill 5000, 1, 0xc3\nc: .long e-d\nd: .long d-a, _start-., 4\n"
		".byte 0\ne: .long 0\n",
	};

	for (size_t i = 0; i < 2; i++) {
		struct unwind_rows rows = { 0 };
		_cleanup_free_ char *text = NULL;
		struct elf_file *e;

		assert_true(asprintf(&text, ".globl _start\n_start: nop\n"
				     "nop\nnop\nnop\n"
				     ".section .eh_frame,\"a\"\n%s",
				     data[i]) > 0);
		binary_write("n.s", text);
		binary_run("gcc -nostdlib -static -Wl,--build-id=none "
			   "-Wl,--no-ld-generated-unwind-info -o n n.s");
		e = open_file("n");
		unwind_read(e, &rows);
		assert_int_equal(rows.n, 0);
		vec_free(&rows);
		elf_file_close(e);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compilers),
		cmocka_unit_test(test_distribution),
		cmocka_unit_test(test_expressions),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_nothing),
	};

	return cmocka_run_group_tests(tests, binary_setup, binary_teardown);
}
