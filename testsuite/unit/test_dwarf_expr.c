/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: expressions of DWARF as ops, one by one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "testsuite/unit/test_binary.h"
#include "testsuite/unit/test_location.h"
#include "translator/target/types/access_path.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* ---- expressions -------------------------------------------------------- */

/**
 * A variable of 8 bytes in a function whose frame base is register 6 and
 * which is at its second instruction; `i` and `u` are the offsets of types of
 * four bytes, signed and not, `U` of one of eight.
 */
struct expression {
	const char *assembly;	/* of its location */
	const char *location;
};

#define HEAD "	.text\n"						\
	"start:	nop\nhere:	nop\nend:\n"				\
	"	.section .debug_abbrev,\"\",@progbits\n"			\
	"	.byte 1, 0x11, 1, 0x11, 1, 0x12, 7, 0x13, 11, 0, 0\n"	\
	"	.byte 2, 0x2e, 1, 3, 8, 0x11, 1, 0x12, 7, 0x40, 0x18, 0, 0\n" \
	"	.byte 3, 0x34, 0, 3, 8, 0x49, 0x13, 2, 0x18, 0, 0\n"	\
	"	.byte 4, 0x24, 0, 0xb, 0xb, 0x3e, 0xb, 0, 0, 0\n"		\
	"	.section .debug_info,\"\",@progbits\n"			\
	"unit:	.4byte stop - 1f\n"					\
	"1:	.2byte 4\n	.4byte .debug_abbrev\n	.byte 8\n"		\
	"	.uleb128 1\n	.8byte start, end - start\n	.byte 12\n"	\
	"int:	.uleb128 4\n	.byte 4, 5\n"				\
	"unsig:	.uleb128 4\n	.byte 4, 7\n"				\
	"ulong:	.uleb128 4\n	.byte 8, 7\n"				\
	"float:	.uleb128 4\n	.byte 8, 4\n"				\
	"	.set i, int - unit\n	.set u, unsig - unit\n"		\
	"	.set U, ulong - unit\n	.set F, float - unit\n"		\
	"	.uleb128 2\n	.asciz \"f\"\n	.8byte start, end - start\n"	\
	"	.uleb128 1\n	.byte 0x56\n"

static const struct expression expressions[] = {
	{ "0x55", "value r5" },
	{ "0x75, 0x78", "memory r5 +-8" },
	{ "0x75, 8, 0x9f", "value r5 +8" },
	{ "0x91, 0x70", "memory r6 +-16" },
	{ "0x91, 0x70, 6", "memory r6 +-16 load8" },
	{ "0x91, 0x70, 0x94, 4, 0x23, 4, 0x9f", "value r6 +-16 load4 +4" },
	{ "0x92, 8, 4", "memory r8 +4" },
	{ "0x90, 15", "value r15" },
	{ "3, 0, 0x10, 0, 0, 1, 0, 0, 0, 0x23, 8",
	  "memory at 0x100001000 +8" },
	/* constants are folded */
	{ "8, 40, 0x32, 0x1c, 0x9f", "value 38" },
	{ "0x35, 0x33, 0x1e, 0x31, 0x24, 0x1f, 0x9f", "value -30" },
	{ "9, 0x80, 0x20, 0x9f", "value 127" },
	{ "0xa, 0xe8, 3, 0x33, 0x25, 0x9f", "value 125" },
	{ "0xa, 0xe8, 3, 0x37, 0x1b, 0x9f", "value 142" },
	{ "0xa, 0xe8, 3, 0x37, 0x1d, 0x9f", "value 6" },
	{ "9, 0x80, 0x33, 0x26, 0x9f", "value -16" },
	{ "9, 0x80, 8, 70, 0x26, 0x9f", "value -1" },
	{ "9, 0x80, 8, 60, 0x25, 0x9f", "value 15" },
	{ "0x33, 8, 64, 0x25, 0x9f", "value 0" },
	{ "9, 0x80, 0x37, 0x1b, 0x9f", "value -18" },
	{ "9, 0x80, 9, 0xff, 0x1b, 0x9f", "value 128" },
	{ "0x37, 0x30, 0x1b, 0x9f", "value 7 push 0 /" },
	/* a remainder is of unsigned numbers if they have no type */
	{ "9, 0xff, 0x3a, 0x1d, 0x9f", "value 5" },
	{ "0x35, 9, 0xff, 0x1d, 0x9f", "value 5" },
	{ "9, 0xfe, 9, 0x80, 0x1d, 0x9f", "value 126" },
	{ "9, 0xff, 0xa8, U, 8, 10, 0xa8, U, 0x1d, 0x9f", "value 5" },
	{ "9, 0xff, 0xa8, i, 8, 10, 0xa8, i, 0x1d, 0x9f", "value -1" },
	{ "9, 0xfe, 0xa8, U, 9, 0x80, 0xa8, U, 0x1b, 0x9f", "value 1" },
	/* shifts of four bytes */
	{ "9, 0x80, 0xa8, i, 8, 28, 0xa8, i, 0x25, 0x9f", "value 15" },
	{ "9, 0x80, 0xa8, u, 0x33, 0x26, 0x9f", "value 4294967280" },
	{ "0xa5, 3, i, 0x33, 0x25, 0x9f",
	  "value r3 bits-32 bits32 push 3 >>> bits32 bits-32" },
	{ "0x70, 0, 0x31, 0x22, 0x33, 0x22, 0x31, 0x1c, 0x9f", "value r0 +3" },
	/* two registers */
	{ "0x70, 0, 0x71, 0, 0x1c, 0x9f", "value r0 push r1 -" },
	{ "0x70, 0, 0x12, 0x33, 0x24, 0x22, 0x9f",
	  "value r0 push r0 push 3 << +" },
	{ "0x70, 0, 0x71, 0, 0x16, 0x1c, 0x9f", "value r1 push r0 -" },
	{ "0x70, 0, 0x71, 0, 0x14, 0x13, 0x1c, 0x9f", "value r0 push r1 -" },
	{ "0x70, 0, 8, 0xff, 0x1a, 0x9f", "value r0 push 255 &" },
	{ "0x70, 0, 0x33, 0x25, 0x9f", "value r0 push 3 >>>" },
	{ "0x70, 0, 0x33, 0x26, 0x9f", "value r0 push 3 >>" },
	{ "0x70, 0, 0x33, 0x2d, 0x9f", "value r0 push 3 <" },
	/* absolute values; of unsigned numbers these are themselves */
	{ "9, 0x80, 0x19, 0x9f", "value 128" },
	{ "8, 40, 0x19, 0x9f", "value 40" },
	{ "0x70, 0, 0x19, 0x9f",
	  "value r0 push r0 push 63 >> ^ push r0 push 63 >> -" },
	{ "0xa5, 3, i, 0x19, 0x9f",
	  "value r3 bits-32 push r3 bits-32 push 63 >> bits-32 ^ bits-32 push "
	  "r3 bits-32 push 63 >> bits-32 - bits-32" },
	{ "0xa5, 3, u, 0x19, 0x9f", "value r3 bits32" },
	/* types: regval_type, convert, deref_type, const_type */
	{ "0xa5, 3, i, 0x31, 0x22, 0x9f", "value r3 bits-32 +1 bits-32" },
	{ "0x70, 0, 0xa8, u, 0xa8, 0, 0x9f", "value r0 bits32" },
	{ "0x70, 0, 0xa6, 4, i, 0x9f", "value r0 load-4" },
	{ "0xa4, i, 4, 0xfe, 0xff, 0xff, 0xff, 0x9f", "value -2" },
	{ "0x70, 0, 0xa8, U, 0x71, 0, 0xa8, U, 0x2d, 0x9f",
	  "value r0 push -9223372036854775808 ^ push "
	  "r1 push -9223372036854775808 ^ <" },
	{ "0x70, 0, 0x3a, 0x1d, 0x9f",
	  "value r0 push r0 push 1 >>> push 10 / push 1 << push 10 * - push "
	  "r0 push r0 push 1 >>> push 10 / push 1 << push 10 * - push 10 >= "
	  "push 10 * -" },
	{ "0xa5, 17, F, 0x9f", "it is computed from floating-point or wide "
			       "numbers" },
	/* the lower half of a vector register */
	{ "0x61", "value r17" },
	{ "0x90, 32", "value r32" },
	/* values that are written down */
	{ "0x9e, 8, 1, 2, 0, 0, 0, 0, 0, 0", "value 513" },
	/* parts */
	{ "0x50, 0x93, 4, 0x51, 0x93, 4", "value 0:32 r0, value 32:32 r1" },
	{ "0x50, 0x93, 4, 0x93, 4", "value 0:32 r0, absent 32:32" },
	{ "0x50, 0x93, 4", "value 0:32 r0, absent 32:32" },
	{ "0x93, 4, 0x91, 0, 0x93, 4", "absent 0:32, memory 32:32 r6" },
	{ "0x61, 0x93, 4, 0x50, 0x93, 4", "value 0:32 r17, value 32:32 r0" },
	{ "0x90, 33, 0x93, 4, 0x50, 0x93, 4", "absent 0:32, value 32:32 r0" },
	{ "0x50, 0x9d, 5, 3, 0x34, 0x9f, 0x9d, 59, 0",
	  "value 0:5 from 3 r0, value 5:59 4" },
	/* jumps: one way if it is known which, else a choice */
	{ "0x70, 0, 0x2f, 2, 0, 0x23, 5, 0x9f", "value r0" },
	{ "0x70, 0, 0x2f, 1, 0, 0x9f", "memory r0" },
	{ "0x70, 0, 0x31, 0x28, 2, 0, 0x23, 5, 0x9f", "value r0" },
	{ "0x70, 0, 0x30, 0x28, 2, 0, 0x23, 5, 0x9f", "value r0 +5" },
	{ "0x70, 0, 0x71, 0, 0x28, 1, 0, 0x96, 0x9f", "value r0" },
	{ "0x70, 0, 0x12, 0x71, 0, 0x16, 0x14, 0x2d, 0x28, 1, 0, 0x16, 0x13, "
	  "0x9f",
	  "value r0 push r1 ^ push r0 push r1 < push 0 != push -1 * & push "
	  "r1 ^" },
	/* either ... or: 7 if r1 is not 0, else 9 */
	{ "0x71, 0, 0x28, 4, 0, 0x39, 0x2f, 1, 0, 0x37, 0x9f",
	  "value 14 push r1 push 0 != push -1 * & push 9 ^" },
	/* a loop that counts from 3 to 0 */
	{ "0x70, 0, 0x33, 0x16, 0x23, 2, 0x16, 0x31, 0x1c, 0x12, 0x28, 0xf6, "
	  "0xff, 0x13, 0x9f", "value r0 +6" },
	{ "0x70, 0, 0x12, 0x28, 0xfc, 0xff, 0x9f",
	  "its location depends on a loop" },
	{ "0x70, 0, 0x2f, 0xfd, 0xff, 0x9f",
	  "its location is too complicated" },
	{ "0x70, 0, 0x71, 0, 0x28, 1, 0, 6, 0x9f",
	  "it is read from memory only if a condition holds" },
	{ "0x70, 0, 0x71, 0, 0x28, 1, 0, 0x9f",
	  "its location depends on a condition" },
	/* memory of a thread */
	{ "0xe, 16, 0, 0, 0, 0, 0, 0, 0, 0xe0",
	  "the file does not say where its thread-local memory is" },
	/* what there are no ops for */
	{ "0x90, 33", "it is in a floating-point register, which a probe "
		      "cannot read" },
	{ "0x90, 60", "it is in a register that a probe cannot read" },
	{ "0xa3, 1, 0x55, 0x9f", "the compiler keeps only its value at the "
				 "function's entry, and not all calls of the "
				 "function are known" },
	{ "0xf2, 1, 0, 0, 0, 0", "it points to something that the compiler "
				 "does not keep in memory" },
	{ "0x9c", "there is no unwind information for this address" },
	{ "0xfa, i, 0, 0, 0, 0x9f", "the compiler does not pass it to this "
				    "copy of the function" },
	{ "0x97", "its location needs an unknown operation: 0x97" },
	/* what no compiler writes */
	{ "0x70, 0, 0x28, 1, 0, 0x96, 0x9f",
	  "the debug information is damaged here" },
	{ "0x70, 0, 0x2f, 1, 0, 0x23, 5, 0x9f",
	  "the debug information is damaged here" },
	{ "0x70, 0, 0x2f, 0xf0, 0xff, 0x9f",
	  "the debug information is damaged here" },
	{ "0x22", "the debug information is damaged here" },
	{ "0x31, 0x15, 9", "the debug information is damaged here" },
	{ "0x31, 0x13, 0x9f", "the debug information is damaged here" },
};

static void write_expressions(const struct expression *all, size_t n)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_puts(&b, HEAD);
	for (size_t i = 0; i < n; i++)
		buf_printf(&b, "\t.uleb128 3\n\t.asciz \"v%zu\"\n"
			       "\t.4byte ulong - unit\n"
			       "\t.uleb128 2f - 1f\n1:\t.byte %s\n2:\n",
			   i, all[i].assembly);
	buf_puts(&b, "\t.byte 0, 0\nstop:\n");
	binary_write("expressions.s", b.p);
	binary_run("gcc -c -o expressions.o expressions.s && "
		   "ld -Ttext=0x401000 -e 0 -o expressions expressions.o");
}

static void test_expressions(void **state)
{
	_cleanup_buf_ struct buf got = BUF_INIT;
	const struct dwarf_address *at;
	struct file f;

	(void)state;
	write_expressions(expressions, N(expressions));
	f = open_file("expressions", DWARF_USER);
	at = dwarf_address_at(f.vars, 0x401001, NULL, DWARF_HERE);
	for (size_t i = 0; i < N(expressions); i++) {
		char name[16];
		const struct dwarf_variable *v;
		struct location l;

		snprintf(name, sizeof(name), "v%zu", i);
		v = dwarf_find_variable(at, name);
		assert_non_null(v);
		l = dwarf_variable_location(at, v);
		put_location(&got, &l);
		if (strcmp(got.p, expressions[i].location))
			fail_msg("%s: %s, expected %s",
				 expressions[i].assembly, got.p,
				 expressions[i].location);
	}
	close_file(&f);
}

/* ---- values of expressions ---------------------------------------------- */

static int64_t math(unsigned n, int64_t a, int64_t b)
{
	switch (n) {
	case PATH_MATH_SUB:
		return (int64_t)((uint64_t)a - (uint64_t)b);
	case PATH_MATH_ADD:
		return (int64_t)((uint64_t)a + (uint64_t)b);
	case PATH_MATH_MUL:
		return (int64_t)((uint64_t)a * (uint64_t)b);
	case PATH_MATH_DIV:
		assert_int_not_equal(b, 0);
		return a / b;
	case PATH_MATH_AND:
		return a & b;
	case PATH_MATH_XOR:
		return a ^ b;
	case PATH_MATH_SHL:
		return (int64_t)((uint64_t)a << b);
	case PATH_MATH_SHR:
		return a >> b;
	case PATH_MATH_USHR:
		return (int64_t)((uint64_t)a >> b);
	case PATH_MATH_GE:
		return a >= b;
	default:
		fail_msg("operation %u", n);
		return 0;
	}
}

/* The value of @p if registers 0 and 1 have @r. */
static int64_t value_of(const struct location_piece *p, const int64_t *r)
{
	int64_t aside[PATH_PUSH_MAX], v = 0;
	size_t n = 0;

	for (size_t i = 0; i < p->n_ops; i++) {
		const struct path_op *op = &p->ops[i];

		if (op->kind == PATH_REG)
			v = r[op->n];
		else if (op->kind == PATH_CONST)
			v = op->k;
		else if (op->kind == PATH_ADD)
			v = math(PATH_MATH_ADD, v, op->k);
		else if (op->kind == PATH_PUSH && n < N(aside))
			aside[n++] = v;
		else if (op->kind == PATH_MATH && n)
			v = math(op->n, aside[--n], v);
		else
			fail_msg("op %d", (int)op->kind);
	}
	return v;
}

static int64_t variable_value(struct file *f, size_t i, const int64_t *r)
{
	const struct dwarf_address *at =
		dwarf_address_at(f->vars, 0x401001, NULL, DWARF_HERE);
	const struct dwarf_variable *v;
	struct location l;
	char name[16];

	snprintf(name, sizeof(name), "v%zu", i);
	v = dwarf_find_variable(at, name);
	assert_non_null(v);
	l = dwarf_variable_location(at, v);
	assert_null(l.reason);
	assert_int_equal(l.n, 1);
	return value_of(&l.pieces[0], r);
}

/* Divisions of unsigned numbers are made of operations on signed ones. */
static void test_unsigned(void **state)
{
	static const struct expression divisions[] = {
		{ "0x70, 0, 0x71, 0, 0x1d, 0x9f", "%" },
		{ "0x70, 0, 0xa8, U, 0x71, 0, 0xa8, U, 0x1d, 0x9f", "%" },
		{ "0x70, 0, 0xa8, U, 0x71, 0, 0xa8, U, 0x1b, 0x9f", "/" },
	};
	static const uint64_t numbers[] = {
		1, 2, 3, 7, 1000, INT64_MAX / 2, INT64_MAX / 2 + 1,
		INT64_MAX - 1, INT64_MAX, (uint64_t)INT64_MAX + 1,
		(uint64_t)INT64_MAX + 2, UINT64_MAX - 1, UINT64_MAX, 0,
	};
	struct file f;

	(void)state;
	write_expressions(divisions, N(divisions));
	f = open_file("expressions", DWARF_USER);
	for (size_t x = 0; x < N(numbers); x++)
		for (size_t d = 0; d < N(numbers) - 1; d++) {
			int64_t r[] = { (int64_t)numbers[x],
					(int64_t)numbers[d] };
			int64_t rest = (int64_t)(numbers[x] % numbers[d]);

			assert_int_equal(variable_value(&f, 0, r), rest);
			assert_int_equal(variable_value(&f, 1, r), rest);
			assert_int_equal(variable_value(&f, 2, r),
					 (int64_t)(numbers[x] / numbers[d]));
		}
	close_file(&f);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_expressions),
		cmocka_unit_test(test_unsigned),
	};

	return cmocka_run_group_tests(tests, binary_setup, binary_teardown);
}
