/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Target variables: the IR of small scripts is compared with what the answers
 * of a provider mean, op by op: values, writes, texts, and what a return knows
 * of the entry.
 */
#include "testsuite/unit/answers.h"

/* ---- values ------------------------------------------------------------- */

/* The first handler, as it is lowered. */
static const struct {
	const char *script, *ir;
} value_cases[] = {
	{ "probe begin { println($reg) }",
	  "b0:\n\t%0:n = reg 5\n\tprint \"%d\\n\" %0\n\tret\n" },
	{ "probe begin { println($p->field) }",
	  "b0:\n\t%0:n = reg 7\n\t%1:n = num 16\n\t%2:n = add %0, %1\n"
	  "\t%3:n = load s32 %2\n\tprint \"%d\\n\" %3\n\tret\n" },
	{ "probe begin { println($bits) }",
	  "b0:\n\t%0:n = sym jiffies\n\t%1:n = load u8 %0\n"
	  "\t%2:n = num 56\n\t%3:n = shl %1, %2\n\t%4:n = num 59\n"
	  "\t%5:n = ushr %3, %4\n\tprint \"%d\\n\" %5\n\tret\n" },
	{ "probe begin { println(&$v[3]) }",
	  "b0:\n\t%0:n = num 3\n\t%1:n = reg 2\n\t%2:n = num 8\n"
	  "\t%3:n = mul %0, %2\n\t%4:n = add %1, %3\n"
	  "\tprint \"%d\\n\" %4\n\tret\n" },
	{ "probe begin { println($less) }",
	  "b0:\n\t%0:n = reg 3\n\t%1:n = reg 6\n\t%2:n = num 2\n"
	  "\t%3:n = ushr %1, %2\n\t%4:n = sub %0, %3\n"
	  "\tprint \"%d\\n\" %4\n\tret\n" },
	{ "probe begin { println($half, $one, $pieces) }",
	  "b0:\n\t%0:n = reg 4\n\t%1:n = num 32\n\t%2:n = shl %0, %1\n"
	  "\t%3:n = num 32\n\t%4:n = shr %2, %3\n\t%5:n = arg 1\n"
	  "\t%6:n = reg 0\n\t%7:n = reg 1\n\t%8:n = num 32\n"
	  "\t%9:n = shl %7, %8\n\t%10:n = or %6, %9\n"
	  "\tprint \"%d%d%d\\n\" %4, %5, %10\n\tret\n" },
	{ "probe kprobe.function(\"f\") "
	  "{ println(@kregister(3), @uregister(4), @kderef(2, 9)) }",
	  "b0:\n\t%0:n = wreg 5\n\t%1:n = ureg 4\n\t%2:n = num 9\n"
	  "\t%3:n = load u16 %2\n\tprint \"%d%d%d\\n\" %0, %1, %3\n"
	  "\tret\n" },
	{ "probe begin { p = 5; println(@cast(p, \"struct file\")->inode) }",
	  "b0:\n\t%0.p:n = num 0\n\t%1:n = num 5\n\t%0.p:n = move %1\n"
	  "\t%2:n = num 8\n\t%3:n = add %0.p, %2\n\t%4:n = load u64 %3\n"
	  "\tprint \"%d\\n\" %4\n\tret\n" },
	{ "probe begin { println(@cast(8, \"struct file\", \"kernel\")->inode->ino) }",
	  "b0:\n\t%0:n = num 8\n\t%1:n = num 8\n\t%2:n = add %0, %1\n"
	  "\t%3:n = load u64 %2\n\t%4:n = load u64 %3\n"
	  "\tprint \"%d\\n\" %4\n\tret\n" },
	{ "probe begin { println(@var(\"jiffies\"), @enum(\"PIPE\")) }",
	  "b0:\n\t%0:n = sym jiffies\n\t%1:n = load u8 %0\n"
	  "\t%2:n = num 56\n\t%3:n = shl %1, %2\n\t%4:n = num 59\n"
	  "\t%5:n = ushr %3, %4\n\t%6:n = num 7\n"
	  "\tprint \"%d%d\\n\" %5, %6\n\tret\n" },
};

static void test_values(void **state)
{
	for (size_t i = 0; i < sizeof(value_cases) / sizeof(*value_cases);
	     i++) {
		struct session *s = compile(value_cases[i].script);

		run(s);
		assert_string_equal(text_of(s, s->unit->handlers.at[0]),
				    value_cases[i].ir);
		session_destroy(s);
	}
}

/* ---- writing ------------------------------------------------------------ */

static const struct {
	const char *script, *ir;
} write_cases[] = {
	{ "probe begin { $p->field = 7 }",
	  "b0:\n\t%0:n = reg 7\n\t%1:n = num 16\n\t%2:n = add %0, %1\n"
	  "\t%3:n = num 7\n\tstore u32 %2, %3\n\tret\n" },
	{ "probe begin { $p->field++ }",
	  "b0:\n\t%0:n = reg 7\n\t%1:n = num 16\n\t%2:n = add %0, %1\n"
	  "\t%3:n = load s32 %2\n\t%4:n = num 1\n\t%5:n = add %3, %4\n"
	  "\tstore u32 %2, %5\n\tret\n" },
	{ "probe begin { println($p->field += 2) }",
	  "b0:\n\t%0:n = reg 7\n\t%1:n = num 16\n\t%2:n = add %0, %1\n"
	  "\t%3:n = num 2\n\t%4:n = load s32 %2\n\t%5:n = add %4, %3\n"
	  "\tstore u32 %2, %5\n\tprint \"%d\\n\" %5\n\tret\n" },
	/* bits among others; a number in a register; half of a register */
	{ "probe begin { $bits = 1 }",
	  "b0:\n\t%0:n = sym jiffies\n\t%1:n = num 1\n\t%2:n = num 31\n"
	  "\t%3:n = and %1, %2\n\t%4:n = num 3\n\t%5:n = shl %3, %4\n"
	  "\t%6:n = num -249\n\t%7:n = load u8 %0\n\t%8:n = and %7, %6\n"
	  "\t%9:n = or %8, %5\n\tstore u8 %0, %9\n\tret\n" },
	{ "probe begin { $half = 5 }",
	  "b0:\n\t%0:n = num 5\n\t%1:n = num 32\n\t%2:n = shl %0, %1\n"
	  "\t%3:n = num 32\n\t%4:n = shr %2, %3\n\tsetreg 4 %4\n\tret\n" },
	{ "probe begin { $upper = 5 }",
	  "b0:\n\t%0:n = num 5\n\t%1:n = num 4294967295\n"
	  "\t%2:n = and %0, %1\n\t%3:n = num 32\n\t%4:n = shl %2, %3\n"
	  "\t%5:n = num 4294967295\n\t%6:n = reg 4\n"
	  "\t%7:n = and %6, %5\n\t%8:n = or %7, %4\n\tsetreg 4 %8\n"
	  "\tret\n" },
	{ "probe kprobe.function(\"f\") "
	  "{ $reg = 1; @kregister(2) = 3; @kderef(4, 8) = 6 }",
	  "b0:\n\t%0:n = num 1\n\tsetreg 5 %0\n\t%1:n = num 3\n"
	  "\tsetreg 2 %1\n\t%2:n = num 8\n\t%3:n = num 6\n"
	  "\tstore u32 %2, %3\n\tret\n" },
	{ "probe begin { f = $file; f->inode = 9 }",
	  "b0:\n\t%0.f:n = num 0\n\t%1:n = reg 5\n\t%0.f:n = move %1\n"
	  "\t%2:n = num 8\n\t%3:n = add %0.f, %2\n\t%4:n = num 9\n"
	  "\tstore u64 %3, %4\n\tret\n" },
	{ "probe begin { @cast(5, \"struct file\")->inode = 9; @var(\"jiffies\")-- }",
	  "b0:\n\t%0:n = num 5\n\t%1:n = num 8\n\t%2:n = add %0, %1\n"
	  "\t%3:n = num 9\n\tstore u64 %2, %3\n\t%4:n = sym jiffies\n"
	  "\t%5:n = load u8 %4\n\t%6:n = num 56\n\t%7:n = shl %5, %6\n"
	  "\t%8:n = num 59\n\t%9:n = ushr %7, %8\n\t%10:n = num 1\n"
	  "\t%11:n = sub %9, %10\n\t%12:n = num 31\n"
	  "\t%13:n = and %11, %12\n\t%14:n = num 3\n"
	  "\t%15:n = shl %13, %14\n\t%16:n = num -249\n"
	  "\t%17:n = load u8 %4\n\t%18:n = and %17, %16\n"
	  "\t%19:n = or %18, %15\n\tstore u8 %4, %19\n\tret\n" },
};

static void test_writes(void **state)
{
	for (size_t i = 0; i < sizeof(write_cases) / sizeof(*write_cases);
	     i++) {
		struct session *s = compile(write_cases[i].script);

		run(s);
		assert_string_equal(text_of(s, s->unit->handlers.at[0]),
				    write_cases[i].ir);
		session_destroy(s);
	}
}

/* ---- texts -------------------------------------------------------------- */

/* Optimised: what is left are the pieces, and where failures lead. */
static const struct {
	const char *script, *ir;
} text_cases[] = {
	{ "probe begin { println($file$) }",
	  "b0:\t; on error b1\n\t%1:n = reg 5\n\t%2:n = num 8\n"
	  "\t%3:n = add %1, %2\n\t%4:n = load u64 %3\n"
	  "\t%5:n = load u64 %1\n\t%6:s = loadt 0 user %5\t; slot +0\n"
	  "\t%0:s = format \"{.inode=%p, .name=%s}\" %4, %6\t; slot +512\n"
	  "\tjump b2\nb1:\n\t%7:s = catch\t; slot +0\n"
	  "\t%0:s = str \"ERROR\"\n\tjump b2\nb2:\n"
	  "\tprint \"%s\\n\" %0\n\tret\n" },
	{ "probe begin { s = $$vars . \"!\"; println(s, $$name) }",
	  "b0:\n\t%0:n = reg 5\n\t%1:n = reg 4\n\t%2:n = num 32\n"
	  "\t%3:n = shl %1, %2\n\t%4:n = num 32\n\t%5:n = shr %3, %4\n"
	  "\t%6:s = format \"a=%#x b=%i\" %0, %5\t; slot +0\n"
	  "\t%7:s = str \"!\"\n\t%8:s = concat %6, %7\t; slot +512\n"
	  "\t%9:s = format \"vfs_read\"\t; slot +0\n"
	  "\tprint \"%s%s\\n\" %8, %9\n\tret\n" },
	{ "probe begin { println($$parms$) }",
	  "b0:\n\t%0:n = reg 5\n\tjump b3\nb1:\n"
	  "\t%6:s = catch\t; slot +0\n\t%1:s = str \"ERROR\"\n"
	  "\tjump b2\nb2:\n"
	  "\t%7:s = format \"a=%#x p=%s\" %0, %1\t; slot +32\n"
	  "\tprint \"%s\\n\" %7\n\tret\nb3:\t; on error b1\n"
	  "\t%2:n = reg 7\n\t%3:n = num 16\n\t%4:n = add %2, %3\n"
	  "\t%5:n = load s32 %4\n"
	  "\t%1:s = format \"{.a=%i}\" %5\t; slot +0\n\tjump b2\n" },
	{ "probe begin { println($$locals) }",
	  "b0:\n\t%0:n = reg 5\n\tjump b3\nb1:\n"
	  "\t%6:s = catch\t; slot +0\n\t%1:s = str \"?\"\n"
	  "\tjump b2\nb2:\n"
	  "\t%7:s = format \"a=%#x b=%s\" %0, %1\t; slot +512\n"
	  "\tprint \"%s\\n\" %7\n\tret\nb3:\t; on error b1\n"
	  "\t%2:n = reg 7\n\t%3:n = num 16\n\t%4:n = add %2, %3\n"
	  "\t%5:n = load s32 %4\n"
	  "\t%1:s = format \"%#x\" %5\t; slot +0\n\tjump b2\n" },
	{ "probe begin { f = $file; println(f $) }",
	  "b0:\n\t%0:n = reg 5\n\tjump b3\nb1:\n"
	  "\t%7:s = catch\t; slot +0\n\t%1:s = str \"ERROR\"\n"
	  "\tjump b2\nb2:\n\tprint \"%s\\n\" %1\n\tret\n"
	  "b3:\t; on error b1\n\t%2:n = num 8\n\t%3:n = add %0, %2\n"
	  "\t%4:n = load u64 %3\n\t%5:n = load u64 %0\n"
	  "\t%6:s = loadt 0 user %5\t; slot +512\n"
	  "\t%1:s = format \"{.inode=%p, .name=%s}\" %4, %6\t; slot +0\n"
	  "\tjump b2\n" },
};

static void test_texts(void **state)
{
	for (size_t i = 0; i < sizeof(text_cases) / sizeof(*text_cases); i++) {
		struct session *s = compile(text_cases[i].script);

		s->no_optimise = false;
		run(s);
		assert_string_equal(text_of(s, s->unit->handlers.at[0]),
				    text_cases[i].ir);
		session_destroy(s);
	}
}

/* ---- the function's entry ----------------------------------------------- */

/* The return's handler, then the entry's. */
static const struct {
	const char *script, *at_return, *at_entry;
} entry_cases[] = {
	{ RETURN "{ println(@entry(n), @entry(t)) }",
	  "b0:\n\t%0:n = eget e0 +8\n\t%1:s = egets e1 +16\n"
	  "\tprint \"%d%s\\n\" %0, %1\n\tret\n",
	  "b0:\n\t%0:n = gload @n\n\tesave e0 +8 %0\n"
	  "\t%1:s = gloads @t\t; slot +0\n\tesaves e1 +16 %1\n\tedone\n"
	  "\tret\n" },
	/* a value inside another is part of it */
	{ RETURN "{ println(@entry(@entry(n) + 1)) }",
	  "b0:\n\t%0:n = eget e0 +8\n\tprint \"%d\\n\" %0\n\tret\n",
	  "b0:\n\t%0:n = gload @n\n\t%1:n = num 1\n\t%2:n = add %0, %1\n"
	  "\tesave e0 +8 %2\n\tedone\n\tret\n" },
	/* a parameter is the entry's, and so is what it points at */
	{ RETURN "{ println($arg, @entry($arg), $argp->field) }",
	  "b0:\n\t%0:n = eget e0 +8\n\t%1:n = eget e1 +16\n"
	  "\t%2:n = eget e2 +24\n\tprint \"%d%d%d\\n\" %0, %1, %2\n"
	  "\tret\n",
	  "b0:\n\t%0:n = reg 6\n\tesave e0 +8 %0\n\t%1:n = reg 6\n"
	  "\tesave e1 +16 %1\n\t%2:n = reg 6\n\t%3:n = load u64 %2\n"
	  "\tesave e2 +24 %3\n\tedone\n\tret\n" },
	/* an index that the return knows: the register is saved */
	{ RETURN "{ println($argv[n]) }",
	  "b0:\n\t%0:n = gload @n\n\t%1:n = eget e0 +8\n\t%2:n = num 8\n"
	  "\t%3:n = mul %0, %2\n\t%4:n = add %1, %3\n"
	  "\t%5:n = load u64 %4\n\tprint \"%d\\n\" %5\n\tret\n",
	  "b0:\n\t%0:n = reg 6\n\tesave e0 +8 %0\n\tedone\n\tret\n" },
	/* an index that is written down: all is read at the entry */
	{ RETURN "{ println($argv[0]) }",
	  "b0:\n\t%0:n = eget e0 +8\n\tprint \"%d\\n\" %0\n\tret\n",
	  "b0:\n\t%0:n = num 0\n\t%1:n = reg 6\n\t%2:n = num 8\n"
	  "\t%3:n = mul %0, %2\n\t%4:n = add %1, %3\n"
	  "\t%5:n = load u64 %4\n\tesave e0 +8 %5\n\tedone\n\tret\n" },
	/* texts: of registers, of memory of the entry, of both */
	{ RETURN "{ println($$args) }",
	  "b0:\n\t%0:n = eget e0 +8\n\t%1:n = reg 5\n"
	  "\t%2:s = format \"%x %x\" %0, %1\t; slot +0\n"
	  "\tprint \"%s\\n\" %2\n\tret\n",
	  "b0:\n\t%0:n = reg 6\n\tesave e0 +8 %0\n\tedone\n\tret\n" },
	{ RETURN "{ println($$args$) }",
	  "b0:\n\t%0:s = egets e0 +8\n\tprint \"%s\\n\" %0\n\tret\n",
	  "b0:\n\tjump b3\nb1:\n\t%5:s = catch\t; slot +0\n"
	  "\t%6:s = str \"ERROR\"\n\t%0:s = smove %6\t; slot +0\n"
	  "\tjump b2\nb2:\n\tesaves e0 +8 %0\n\tedone\n\tret\n"
	  "b3:\t; on error b1\n\t%1:n = reg 6\n\t%2:n = load u64 %1\n"
	  "\t%3:n = reg 6\n"
	  "\t%4:s = format \"%x %x\" %2, %3\t; slot +512\n"
	  "\t%0:s = smove %4\t; slot +0\n\tjump b2\n" },
	{ RETURN "{ println($$args$$) }",
	  "b0:\n\tjump b3\nb1:\n\t%4:s = catch\t; slot +0\n"
	  "\t%5:s = str \"ERROR\"\n\t%0:s = smove %5\t; slot +0\n"
	  "\tjump b2\nb2:\n\tprint \"%s\\n\" %0\n\tret\n"
	  "b3:\t; on error b1\n\t%1:n = eget e0 +8\n\t%2:n = reg 5\n"
	  "\t%3:s = format \"%x %x\" %1, %2\t; slot +512\n"
	  "\t%0:s = smove %3\t; slot +0\n\tjump b2\n",
	  "b0:\n\tjump b3\nb1:\n\t%3:s = catch\t; slot +0\n"
	  "\t%4:n = num 0\n\t%0:n = move %4\n\tjump b2\nb2:\n"
	  "\tesave e0 +8 %0\n\tedone\n\tret\nb3:\t; on error b1\n"
	  "\t%1:n = reg 6\n\t%2:n = load u64 %1\n\t%0:n = move %2\n"
	  "\tjump b2\n" },
	/* @defined of the entry's is answered first */
	{ RETURN "{ println(@entry(@defined($arg)), @defined(@entry($gone))) }",
	  "b0:\n\t%0:n = eget e0 +8\n\t%1:n = num 0\n"
	  "\tprint \"%d%d\\n\" %0, %1\n\tret\n",
	  "b0:\n\t%0:n = num 1\n\tesave e0 +8 %0\n\tedone\n\tret\n" },
};

static void test_entries(void **state)
{
	for (size_t i = 0; i < sizeof(entry_cases) / sizeof(*entry_cases);
	     i++) {
		struct session *s = compile(entry_cases[i].script);
		const struct ir_row *row;

		run(s);
		row = &s->unit->rows.at[0];
		assert_string_equal(text_of(s, s->unit->handlers.at[row->handler]),
				    entry_cases[i].at_return);
		assert_string_equal(text_of(s, s->unit->handlers.at[row->entry]),
				    entry_cases[i].at_entry);
		session_destroy(s);
	}
}

/* Equal bodies at several places: one return handler, one entry handler. */
static void test_entries_merge(void **state)
{
	struct session *s = compile("global n = 1 "
				    "probe kprobe.function(\"f\").return, "
				    "kprobe.function(\"g\").return "
				    "{ println(@entry(n)) }");
	const struct ir_row *rows;

	run(s);
	rows = s->unit->rows.at;
	assert_int_equal(s->unit->handlers.n, 2);
	assert_int_equal(rows[0].handler, rows[1].handler);
	assert_int_equal(rows[0].entry, rows[1].entry);
	session_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_writes),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_entries),
		cmocka_unit_test(test_entries_merge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
