/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * From a frame to its caller's, on stacks that are made here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "runtime/core/fmt.h"
#include "runtime/core/os.h"
#include "runtime/core/unwind.h"

#define BASE 0x7ffc00001000ull

static stp_u64 memory[64];	/* at BASE; the rest cannot be read */

bool stp_os_read(void *dst, stp_u64 addr, stp_u32 n, enum stp_space space)
{
	if (addr < BASE || addr + n > BASE + sizeof(memory))
		return false;
	memcpy(dst, (char *)memory + (addr - BASE), n);
	return space == STP_USER;
}

/* As if the kernel had put 0x666 where a function returns to. */
static stp_u64 unchanged(void *arg, stp_u64 at, stp_u64 found)
{
	return found == 0x666 ? 0x4000 + (at - BASE) : found;
}

static stp_u64 at(unsigned word)
{
	return BASE + 8 * word;
}

static stp_u32 step(struct stp_frame *f, stp_u32 how)
{
	return stp_unwind_step(f, how, unchanged, NULL);
}

static void check(const struct stp_frame *f, stp_u64 pc, stp_u64 sp,
		  stp_u64 bp)
{
	assert_int_equal(f->pc, pc);
	assert_int_equal(f->sp, sp);
	assert_int_equal(f->bp, bp);
	assert_true(f->is_call);
	assert_false(f->is_top);
}

/* ---- where frames are --------------------------------------------------- */

static void test_stack_pointer(void **state)
{
	struct stp_frame f = { .pc = 0x1000, .sp = at(2), .bp = 7 };

	memory[4] = 0x2000;
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_SP, 3, 0, 0)), 0);
	check(&f, 0x2000, at(5), 7);
	memory[7] = at(40);	/* the caller's bp, two words below its CFA */
	memory[8] = 0x3000;
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_SP, 4, 2, 0)), 0);
	check(&f, 0x3000, at(9), at(40));
}

static void test_frame_pointer(void **state)
{
	struct stp_frame f = { .sp = at(2), .bp = at(10) };

	memory[10] = at(20);
	memory[11] = 0x2000;
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_BP, 2, 2, 0)), 0);
	check(&f, 0x2000, at(12), at(20));
	memory[20] = 0;
	memory[21] = 0x3000;
	assert_int_equal(stp_unwind_by_bp(&f, unchanged, NULL), 0);
	check(&f, 0x3000, at(22), 0);
}

/* A frame that was aligned: its CFA is kept at bp - 8, its bp at bp. */
static void test_aligned(void **state)
{
	struct stp_frame f = { .sp = at(2), .bp = at(10) };

	memory[9] = at(16);
	memory[10] = at(33);
	memory[15] = 0x2000;
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_BP_DEREF, -1,
						 STP_UNWIND_BP_AT_BP, 0)), 0);
	check(&f, 0x2000, at(16), at(33));
}

/* r10 is known of the frame that was hit, and of no other. */
static void test_r10(void **state)
{
	struct stp_frame f = { .sp = at(2), .r10 = at(8), .is_top = true };

	memory[7] = 0x2000;
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_R10, 0, 0, 0)), 0);
	check(&f, 0x2000, at(8), 0);
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_R10, 0, 0, 0)),
			 STP_STACK_COMPLEX);
}

/* bx may have been saved by a frame further in, at its place or not at all. */
static void test_bx(void **state)
{
	struct stp_frame f = { .sp = at(2), .bx = at(9) }, g = f;

	memory[10] = 0x2000;
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_BX, 2, 0, 0)), 0);
	check(&f, 0x2000, at(11), 0);
	memory[2] = at(9);
	memory[3] = 0x3000;
	assert_int_equal(step(&g, STP_UNWIND_HOW(STP_CFA_SP, 2, 0, 2)), 0);
	memory[4] = 0x4000;
	assert_int_equal(step(&g, STP_UNWIND_HOW(STP_CFA_SP, 1, 0, 0)), 0);
	f = g;
	assert_int_equal(step(&g, STP_UNWIND_HOW(STP_CFA_BX, 2, 0, 0)), 0);
	check(&g, 0x2000, at(11), 0);
	memory[5] = 0x5000;
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_SP, 1, 0,
						 STP_UNWIND_BX_LOST)), 0);
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_BX, 2, 0, 0)),
			 STP_STACK_COMPLEX);
}

/* A stub has pushed a number from its byte 11 on. */
static void test_plt(void **state)
{
	struct stp_frame f = { .pc = 0x102a, .sp = at(2) }, g = f;

	memory[2] = 0x2000;
	memory[3] = 0x3000;
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_PLT, 11, 0, 0)), 0);
	check(&f, 0x2000, at(3), 0);
	g.pc = 0x102b;
	assert_int_equal(step(&g, STP_UNWIND_HOW(STP_CFA_PLT, 11, 0, 0)), 0);
	check(&g, 0x3000, at(4), 0);
}

/* What a signal has interrupted is at no call. */
static void test_signal(void **state)
{
	struct stp_frame f = { .pc = 0x1000, .sp = at(2), .is_call = true };

	memory[2 + 120 / 8] = at(50);
	memory[2 + 160 / 8] = at(48);
	memory[2 + 128 / 8] = at(44);
	memory[2 + 168 / 8] = 0x2222;
	assert_int_equal(step(&f, STP_CFA_SIGNAL), 0);
	assert_int_equal(f.pc, 0x2222);
	assert_int_equal(f.sp, at(48));
	assert_int_equal(f.bp, at(50));
	assert_false(f.is_call);
	memory[45] = 0x3333;
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_BX, 2, 0, 0)),
			 STP_STACK_BROKEN);	/* it lies below */
	f.sp = at(40);
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_BX, 2, 0, 0)), 0);
	assert_int_equal(f.pc, 0x3333);
}

/* ---- where they end ----------------------------------------------------- */

static void test_ends(void **state)
{
	const struct stp_frame f = { .sp = at(2), .bp = at(10) };
	struct stp_frame g = f;

	memset(memory, 0, sizeof(memory));
	assert_int_equal(step(&g, STP_CFA_END), STP_STACK_WHOLE);
	assert_int_equal(step(&g, STP_CFA_UNKNOWN), STP_STACK_COMPLEX);
	/* nobody returns to 0 */
	assert_int_equal(step(&g, STP_UNWIND_HOW(STP_CFA_SP, 1, 0, 0)),
			 STP_STACK_WHOLE);
	assert_int_equal(step(&g, STP_UNWIND_HOW(STP_CFA_SP, 100, 0, 0)),
			 STP_STACK_UNREADABLE);
	/* a frame that lies below, or is none */
	assert_int_equal(step(&g, STP_UNWIND_HOW(STP_CFA_SP, -1, 0, 0)),
			 STP_STACK_BROKEN);
	assert_int_equal(step(&g, STP_UNWIND_HOW(STP_CFA_BP, -8, 0, 0)),
			 STP_STACK_BROKEN);
	g.bp = 1;
	assert_int_equal(stp_unwind_by_bp(&g, unchanged, NULL),
			 STP_STACK_BROKEN);
	g.sp = at(2) + 1;	/* no word lies there */
	assert_int_equal(step(&g, STP_UNWIND_HOW(STP_CFA_SP, 1, 0, 0)),
			 STP_STACK_UNREADABLE);
}

/* ---- by what is known of the code --------------------------------------- */

static struct {
	struct stp_blob head;
	struct stp_unwind rows[3];
} blob = { .rows = {
	{ 0x100, STP_UNWIND_HOW(STP_CFA_SP, 2, 0, 0) },
	{ 0x200, STP_CFA_UNKNOWN },
	{ 0x300, STP_CFA_END },
} };

/* 0x10000 to 0x11000: a file with rows; 0x20000 one of which nothing is known;
 * 0x30000 no code. */
bool stp_os_code_at(stp_u32 space, stp_u64 pc, struct stp_code *ret)
{
	static const struct stp_object object = { .n = 3 };

	ret->is_code = pc >> 16 != 3;
	ret->offset = pc & 0xfff;
	ret->o = pc >> 16 == 1 ? &object : NULL;
	return space && pc >> 16 >= 1 && pc >> 16 <= 3;
}

static stp_u32 up(stp_u32 space, struct stp_frame *f)
{
	blob.head.sec[STP_SEC_UNWIND].off = offsetof(typeof(blob), rows);
	return stp_unwind_caller(&blob.head, space, f, unchanged, NULL);
}

static void test_caller(void **state)
{
	struct stp_frame f = { .pc = 0x10100, .sp = at(2), .bp = at(10) },
			 g = f, h = f;

	memory[3] = 0x10200;		/* after a call at the byte before */
	memory[4] = 0x10300;
	assert_int_equal(up(1, &f), 0);
	check(&f, 0x10200, at(4), at(10));
	assert_int_equal(up(0, &g), STP_STACK_BUSY);
	f.pc = 0x50000;
	assert_int_equal(up(1, &f), STP_STACK_NOT_CODE);
	/* by bp, where nothing or too little is known, and only to code */
	memory[10] = at(20);
	memory[11] = 0x10301;
	h.pc = 0x20000;
	g.pc = 0x10210;
	assert_int_equal(up(1, &h), 0);
	assert_int_equal(up(1, &g), 0);
	check(&h, 0x10301, at(12), at(20));
	check(&g, 0x10301, at(12), at(20));
	assert_int_equal(up(1, &g), STP_STACK_WHOLE);
	memory[20] = 0;
	memory[21] = 0x30001;
	h.pc = 0x20001;
	assert_int_equal(up(1, &h), STP_STACK_NO_TABLE);
	h.pc = 0x10210;
	assert_int_equal(up(1, &h), STP_STACK_COMPLEX);
}

static void test_changed_return(void **state)
{
	struct stp_frame f = { .sp = at(2) };

	memory[4] = 0x666;
	assert_int_equal(step(&f, STP_UNWIND_HOW(STP_CFA_SP, 3, 0, 0)), 0);
	check(&f, 0x4020, at(5), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stack_pointer),
		cmocka_unit_test(test_frame_pointer),
		cmocka_unit_test(test_aligned),
		cmocka_unit_test(test_r10),
		cmocka_unit_test(test_bx),
		cmocka_unit_test(test_plt),
		cmocka_unit_test(test_signal),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_caller),
		cmocka_unit_test(test_changed_return),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
