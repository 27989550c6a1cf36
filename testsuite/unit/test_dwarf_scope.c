/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: expressions of DWARF as ops, one by one; what is visible where.
 */
#include <dwarf.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "testsuite/unit/test_binary.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/dwarf_type.h"
#include "translator/target/types/ctype.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

/** An open program. */
struct file {
	struct dwarf *d;
	struct dwarf_vars *vars;
};

static struct file open_file(const char *name, enum dwarf_space space)
{
	struct file f;

	assert_null(dwarf_open(name, NULL, &f.d));
	f.vars = dwarf_vars_create(f.d, space);
	return f;
}

static void close_file(struct file *f)
{
	dwarf_vars_destroy(f->vars);
	dwarf_close(f->d);
}

/* The function of that name that has code, or is inlined somewhere. */
static bool find_function(Dwarf_Die *parent, int tag, const char *name,
			  Dwarf_Die *ret)
{
	Dwarf_Die child;
	Dwarf_Addr pc;

	if (dwarf_child(parent, &child) != 0)
		return false;
	do {
		const char *own = dwarf_diename(&child);

		if (dwarf_tag(&child) == tag && own && !strcmp(own, name) &&
		    dwarf_entrypc(&child, &pc) == 0) {
			*ret = child;
			return true;
		}
		if (find_function(&child, tag, name, ret))
			return true;
	} while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

static Dwarf_Die function(const struct file *f, int tag, const char *name)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die unit, found;

	while (dwarf_get_units(f->d->dw, cu, &cu, NULL, NULL, &unit, NULL) == 0)
		if (find_function(&unit, tag, name, &found))
			return found;
	fail_msg("no function %s", name);
	return unit;
}

static Dwarf_Addr entry_of(Dwarf_Die *function)
{
	Dwarf_Addr pc;

	assert_int_equal(dwarf_entrypc(function, &pc), 0);
	return pc;
}

/* ---- locations as text -------------------------------------------------- */

static const char *const maths[] = {
	"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>",
	"==", "!=", "<", "<=", ">", ">=",
};

static void put_op(struct buf *b, const struct path_op *op)
{
	switch (op->kind) {
	case PATH_REG:
		buf_printf(b, " r%u", op->n);
		break;
	case PATH_ENTRY_SAVED:
		buf_printf(b, " saved%u", op->n);
		break;
	case PATH_CONST:
		buf_printf(b, " %lld", (long long)op->k);
		break;
	case PATH_SYMBOL:
		buf_printf(b, " at %s%#llx", op->name ? op->name : "",
			   (unsigned long long)op->k);
		break;
	case PATH_ADD:
		buf_printf(b, " +%lld", (long long)op->k);
		break;
	case PATH_LOAD:
		buf_printf(b, " load%s%u", op->sign ? "-" : "", op->size);
		break;
	case PATH_BITFIELD:
		buf_printf(b, " bits%s%u", op->sign ? "-" : "", op->size);
		break;
	case PATH_THREAD:
		buf_puts(b, " thread");
		break;
	case PATH_LOADED:
		buf_puts(b, " loaded");
		break;
	case PATH_PUSH:
		buf_puts(b, " push");
		break;
	case PATH_MATH:
		buf_printf(b, " %s", maths[op->n]);
		break;
	default:
		fail_msg("op %d", (int)op->kind);
	}
}

static void put_location(struct buf *b, const struct location *l)
{
	static const char *const kinds[] = {
		[LOCATION_ADDRESS] = "memory", [LOCATION_VALUE] = "value",
		[LOCATION_ABSENT] = "absent",
	};

	buf_reset(b);
	if (l->reason)
		buf_puts(b, l->reason);
	for (size_t i = 0; i < l->n; i++) {
		const struct location_piece *p = &l->pieces[i];

		buf_printf(b, "%s%s", i ? ", " : "", kinds[p->kind]);
		if (l->n > 1 || p->bit_size != 64)
			buf_printf(b, " %llu:%llu",
				   (unsigned long long)p->bit_offset,
				   (unsigned long long)p->bit_size);
		if (p->shift)
			buf_printf(b, " from %u", p->shift);
		for (size_t k = 0; k < p->n_ops; k++)
			put_op(b, &p->ops[k]);
	}
}

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

/* ---- scopes ------------------------------------------------------------- */

static const char program[] =
	"struct pair { long a, b; };\n"
	"struct same { char here; };\n"
	"int shared = 1;\n"
	"__attribute__((section(\".data..percpu\"))) int each = 4;\n"
	"__attribute__((section(\".init.data\"))) int early = 5;\n"
	"static int counter = 2;\n"
	"volatile int sink;\n"
	"static inline __attribute__((always_inline)) int\n"
	"twice(int number)\n"
	"{ int result = 2 * number; sink = result; return result; }\n"
	"__attribute__((noinline, noipa)) struct pair\n"
	"work(int count, struct pair p, long unused)\n"
	"{\n"
	"	struct same s = { 0 };\n"
	"	int outer = count + counter;\n"
	"	static int calls;\n"
	"	calls += s.here;\n"
	"	counter += calls;\n"
	"	sink = outer;\n"
	"	{ long outer = p.b; sink += outer; outer += twice(count);\n"
	"	  sink += outer; }\n"
	"	p.a += outer;\n"
	"	return p;\n"
	"}\n"
	"extern int other(int);\n"
	"int main(int argc, char **argv)\n"
	"{ struct pair p = { argc, 2 }; (void)argv;\n"
	"  return work(argc, p, 3).a + other(shared); }\n";

static const char other[] = "struct same { long there; };\n"
			    "static int counter = 7;\n"
			    "static int once = 3;\n"
			    "int far_away = 5;\n"
			    "struct same v_same;\n"
			    "int other(int x)\n"
			    "{ counter += x; once += x;\n"
			    "  return counter + far_away + once; }\n";

static int setup_programs(void **state)
{
	int status = binary_setup(state);

	binary_write("program.c", program);
	binary_write("other.c", other);
	binary_run("gcc -g -O0 -no-pie -Wl,--unique=.data..percpu -o plain "
		   "program.c other.c");
	/* at addresses as high as a kernel's; it never runs */
	binary_run("gcc -g -O2 -fPIE -no-pie -nostdlib -Wl,-e,main "
		   "-Wl,-Ttext-segment=0x7f0000000000 "
		   "-o fast program.c other.c");
	return status;
}

static void expect(const struct dwarf_address *at, const char *name,
		   const char *location)
{
	const struct dwarf_variable *v = dwarf_find_variable(at, name);
	_cleanup_buf_ struct buf got = BUF_INIT;
	struct location l;

	if (!v)
		fail_msg("%s is not visible", name);
	l = dwarf_variable_location(at, v);
	put_location(&got, &l);
	assert_string_equal(got.p, location);
}

/* Unoptimised code has not stored anything in its frame yet. */
static void test_entry(void **state)
{
	struct file f = open_file("plain", DWARF_USER);
	Dwarf_Die work = function(&f, DW_TAG_subprogram, "work");
	const struct dwarf_address *at;

	(void)state;
	at = dwarf_address_at(f.vars, entry_of(&work), NULL, DWARF_HERE);
	expect(at, "count", "value 0:32 r5");
	expect(at, "p", "value 0:64 r4, value 64:64 r1");
	expect(at, "unused", "value r2");
	at = dwarf_address_at(f.vars, 0, &work, DWARF_RETURN);
	expect(at, "count", "value 0:32 saved5");
	expect(at, "unused", "value saved2");
	expect(at, "s", "a local variable does not exist after its function "
			"has returned");
	close_file(&f);
}

static const struct dwarf_address *at_symbol(struct file *f, const char *file,
					     const char *name)
{
	_cleanup_buf_ struct buf out = binary_output("nm %s | grep ' %s$'",
						     file, name);

	return dwarf_address_at(f->vars, strtoull(out.p, NULL, 16), NULL,
				DWARF_HERE);
}

/* Code in pieces has no lowest address but a list of ranges. */
static void test_entry_of_pieces(void **state)
{
	_cleanup_buf_ struct buf out = BUF_INIT;
	struct file f;

	(void)state;
	binary_write("pieces.c",
		     "void look(int *p) { __asm__ volatile(\"\" : : \"r\"(p)); }\n"
		     "extern void use(int *p);\n"
		     "int work(int count) {\n"
		     "  int guard __attribute__((cleanup(look))) = count;\n"
		     "  use(&count); use(&guard); return count + guard; }\n");
	binary_run("gcc -c -g -O2 -fexceptions -fno-var-tracking "
		   "-fno-inline pieces.c");
	binary_run("ld -o pieces --defsym=use=0 --defsym=_Unwind_Resume=0 "
		   "--defsym=__gcc_personality_v0=0 -e 0 pieces.o");
	out = binary_output("nm pieces | grep -c 'work.cold'");
	assert_string_equal(out.p, "1\n");
	f = open_file("pieces", DWARF_USER);
	expect(at_symbol(&f, "pieces", "work"), "count", "value 0:32 r5");
	close_file(&f);
}

/* In split debug information, gcc gives the address of a thread variable's first
 * value instead of its offset. */
static void test_threads(void **state)
{
	static const char *const flags[] = { "", "-gsplit-dwarf",
					     "-gsplit-dwarf -gdwarf-4" };
	struct file f;

	(void)state;
	binary_write("threads.c", "__thread long before = 1, here = 2;\n"
				  "int main(void) { return before != here; }\n");
	for (size_t i = 0; i < N(flags); i++) {
		binary_run("gcc -g -no-pie %s -o threads threads.c", flags[i]);
		f = open_file("threads", DWARF_USER);
		expect(at_symbol(&f, "threads", "main"), "here",
		       "memory thread +-8");
		close_file(&f);
	}
}

static void test_result(void **state)
{
	struct file f = open_file("fast", DWARF_USER);
	Dwarf_Die work = function(&f, DW_TAG_subprogram, "work");
	_cleanup_buf_ struct buf got = BUF_INIT;
	const struct dwarf_address *at;
	const struct ctype *type;
	struct location l;

	(void)state;
	at = dwarf_address_at(f.vars, 0, &work, DWARF_RETURN);
	l = dwarf_result(at, &type);
	put_location(&got, &l);
	assert_string_equal(got.p, "value 0:64 r0, value 64:64 r1");
	assert_string_equal(type->name, "pair");
	assert_int_equal(dwarf_address_function(at)->n, 3);
	close_file(&f);
}

static void put_names(struct buf *b, const struct dwarf_address *at)
{
	const struct dwarf_variable *v;
	size_t n;

	buf_reset(b);
	v = dwarf_list_variables(at, &n);
	for (size_t i = 0; i < n; i++)
		buf_printf(b, "%s%s%s", i ? " " : "",
			   v[i].kind == DWARF_PARAMETER ? "$" : "", v[i].name);
}

static const struct ctype *type_at(const struct dwarf_address *at,
				   const char *name)
{
	const struct dwarf_variable *v = dwarf_find_variable(at, name);

	assert_non_null(v);
	return v->type;
}

/* The block's own `outer` hides the function's. */
static void test_hiding(void **state)
{
	struct file f = open_file("plain", DWARF_USER);
	Dwarf_Die work = function(&f, DW_TAG_subprogram, "work"), block;
	Dwarf_Die inlined = function(&f, DW_TAG_inlined_subroutine, "twice");
	_cleanup_buf_ struct buf names = BUF_INIT;
	const struct dwarf_address *at;

	(void)state;
	at = dwarf_address_at(f.vars, entry_of(&work), NULL, DWARF_HERE);
	assert_string_equal(type_at(at, "outer")->name, "int");
	put_names(&names, at);
	assert_string_equal(names.p, "$count $p $unused s outer calls");
	assert_int_equal(dwarf_child(&work, &block), 0);
	while (dwarf_tag(&block) != DW_TAG_lexical_block)
		assert_int_equal(dwarf_siblingof(&block, &block), 0);
	at = dwarf_address_at(f.vars, entry_of(&block), NULL, DWARF_HERE);
	assert_string_equal(type_at(at, "outer")->name, "long int");
	put_names(&names, at);
	assert_string_equal(names.p, "$count $p $unused outer s calls");
	/* what is inlined does not see the function around it */
	at = dwarf_address_at(f.vars, entry_of(&inlined), NULL, DWARF_HERE);
	put_names(&names, at);
	assert_string_equal(names.p, "$number result");
	assert_null(dwarf_find_variable(at, "outer"));
	/* unless that is what was asked for */
	at = dwarf_address_at(f.vars, entry_of(&inlined), &work, DWARF_HERE);
	assert_string_equal(type_at(at, "outer")->name, "long int");
	close_file(&f);
}

static void test_globals(void **state)
{
	struct file f = open_file("fast", DWARF_KERNEL);
	Dwarf_Die work = function(&f, DW_TAG_subprogram, "work");
	const struct dwarf_variable *mine, *theirs;
	const struct dwarf_address *at;
	struct location l;

	(void)state;
	at = dwarf_address_at(f.vars, entry_of(&work), NULL, DWARF_HERE);
	assert_non_null(dwarf_find_variable(at, "far_away"));
	assert_null(dwarf_find_variable(at, "nowhere"));
	assert_string_equal(dwarf_nearest_variable(at, "coumt"), "count");
	assert_string_equal(dwarf_nearest_variable(at, "shard"), "shared");
	mine = dwarf_find_variable(at, "counter");
	theirs = dwarf_find_global(f.vars, "counter", "other.c");
	assert_non_null(mine);
	assert_non_null(theirs);
	assert_ptr_not_equal(mine->die.addr, theirs->die.addr);
	assert_null(dwarf_find_global(f.vars, "counter", "ther.c"));
	assert_null(dwarf_find_global(f.vars, "counter", NULL));
	assert_null(dwarf_find_static(f.vars, "counter", NULL));
	assert_non_null(dwarf_find_static(f.vars, "counter", "other.c"));
	assert_non_null(dwarf_find_static(f.vars, "once", NULL));
	assert_non_null(dwarf_find_static(f.vars, "once", "other.c"));
	assert_null(dwarf_find_static(f.vars, "once", "ther.c"));
	assert_null(dwarf_find_variable(at, "once"));
	l = dwarf_variable_location(at, mine);
	assert_int_equal(l.n, 1);
	assert_int_equal(l.pieces[0].ops[0].kind, PATH_SYMBOL);
	assert_string_equal(l.pieces[0].ops[0].name, "counter");
	close_file(&f);
}

/* In the kernel, variables of two sections cannot be read at their addresses. */
static void test_per_cpu(void **state)
{
	struct file f = open_file("plain", DWARF_KERNEL);
	Dwarf_Die work = function(&f, DW_TAG_subprogram, "work");
	const struct dwarf_address *at = dwarf_address_at(
		f.vars, entry_of(&work), NULL, DWARF_HERE);

	(void)state;
	expect(at, "each", "it is a per-CPU variable, and the CPU is not given");
	expect(at, "early", "its memory is freed after the start of its module or "
			    "of the kernel");
	assert_null(dwarf_variable_location(
			at, dwarf_find_variable(at, "shared")).reason);
	close_file(&f);
}

/* Both files have a struct same. */
static void test_near(void **state)
{
	struct file f = open_file("plain", DWARF_USER);
	Dwarf_Die work = function(&f, DW_TAG_subprogram, "work");
	Dwarf_Die far = function(&f, DW_TAG_subprogram, "other");
	struct dwarf_types *types = dwarf_vars_types(f.vars);
	struct ctype_member m;

	(void)state;
	assert_true(ctype_find_member(
		dwarf_type_named(types, &work, "struct same"), "here", &m));
	assert_true(ctype_find_member(dwarf_type_named(types, &far, "same"),
				      "there", &m));
	assert_non_null(dwarf_type_named(types, NULL, "struct same"));
	assert_null(dwarf_type_named(types, NULL, "union same"));
	close_file(&f);
}

/* A parameter that is not used any more, where it was and why not. */
static void test_gone(void **state)
{
	struct file f = open_file("fast", DWARF_USER);
	Dwarf_Die work = function(&f, DW_TAG_subprogram, "work");
	const struct dwarf_address *at;
	const struct dwarf_variable *v;
	struct location l;

	(void)state;
	at = dwarf_address_at(f.vars, entry_of(&work), NULL, DWARF_HERE);
	v = dwarf_find_variable(at, "outer");
	assert_non_null(v);
	l = dwarf_variable_location(at, v);
	assert_string_equal(l.reason,
			    "the compiler does not keep it at this address");
	assert_true(l.is_elsewhere);
	assert_non_null(strstr(dwarf_variable_elsewhere(at, v),
			       "it can be read at program.c:"));
	/* what is forgotten is found out again */
	dwarf_vars_forget(f.vars);
	v = dwarf_find_variable(at, "outer");
	assert_non_null(v);
	assert_true(dwarf_variable_location(at, v).is_elsewhere);
	close_file(&f);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_expressions),
		cmocka_unit_test(test_unsigned),
		cmocka_unit_test(test_entry),
		cmocka_unit_test(test_entry_of_pieces),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_result),
		cmocka_unit_test(test_hiding),
		cmocka_unit_test(test_globals),
		cmocka_unit_test(test_per_cpu),
		cmocka_unit_test(test_near),
		cmocka_unit_test(test_gone),
	};

	return cmocka_run_group_tests(tests, setup_programs, binary_teardown);
}
