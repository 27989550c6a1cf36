/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where instructions begin (translator/target/elf/insn.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "translator/target/elf/insn.h"

/* endbr64; push rbp; mov rbp,rsp; mov eax,0x12345678; leave; ret */
static const unsigned char code[] = {
	0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0x48, 0x89, 0xe5,
	0xb8, 0x78, 0x56, 0x34, 0x12, 0xc9, 0xc3,
};
static const struct range all = { code, sizeof(code) };

static void lengths_are_known(void **state)
{
	static const unsigned char n[] = { 4, 1, 3, 5, 1, 1 };
	size_t at = 0;

	for (size_t i = 0; i < sizeof(n); at += n[i++])
		assert_int_equal(insn_length((struct range){
					 code + at, sizeof(code) - at }),
				 n[i]);
	assert_int_equal(at, sizeof(code));
}

static void boundaries_are_found(void **state)
{
	/* the instruction that holds each byte begins there */
	static const unsigned char begins[] = { 0, 0, 0, 0, 4, 5, 5, 5, 8, 8,
						8, 8, 8, 13, 14 };
	uint64_t before, after;

	for (uint64_t at = 0; at < sizeof(code); at++) {
		enum insn_answer answer = insn_at(all, at, &before, &after);

		assert_int_equal(answer, before == at ? INSN_BEGINS
						      : INSN_INSIDE);
		assert_int_equal(before, begins[at]);
		assert_true(after > at);
	}
	assert_int_equal(insn_at(all, 10, &before, &after), INSN_INSIDE);
	assert_int_equal(before, 8);
	assert_int_equal(after, 13);
}

/* What is asked for one by one, for all at once. */
static void all_boundaries_agree(void **state)
{
	static const unsigned char bad[] = { 0x90, 0x48, 0x89, 0xe5, 0x06,
					     0x90, 0x90, 0x90, 0x90 };
	static const struct range codes[] = { { code, sizeof(code) },
					      { bad, sizeof(bad) } };

	for (size_t i = 0; i < 2; i++) {
		unsigned char starts[2] = { 0 };

		insn_starts(codes[i], starts);
		for (uint64_t at = 0; at < codes[i].n; at++)
			assert_int_equal(starts[at / 8] >> at % 8 & 1,
					 insn_at(codes[i], at, NULL, NULL) ==
						 INSN_BEGINS);
	}
}

static void what_is_no_instruction_is_unknown(void **state)
{
	/* nop; an opcode that 64-bit mode does not have; nop */
	static const unsigned char bad[] = { 0x90, 0x06, 0x90 };
	struct range r = { bad, sizeof(bad) };
	uint64_t before, after;

	assert_int_equal(insn_at(r, 0, NULL, NULL), INSN_BEGINS);
	assert_int_equal(insn_at(r, 2, &before, &after), INSN_UNKNOWN);
	assert_int_equal(after, 1);
	/* an instruction that is cut off; nothing at all; after the end */
	assert_int_equal(insn_at((struct range){ code, 9 }, 8, NULL, NULL),
			 INSN_UNKNOWN);
	assert_int_equal(insn_at((struct range){ code, 0 }, 0, NULL, NULL),
			 INSN_UNKNOWN);
	assert_int_equal(insn_at(all, sizeof(code), NULL, NULL), INSN_UNKNOWN);
	assert_int_equal(insn_length((struct range){ bad + 1, 2 }), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lengths_are_known),
		cmocka_unit_test(boundaries_are_found),
		cmocka_unit_test(all_boundaries_agree),
		cmocka_unit_test(what_is_no_instruction_is_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
