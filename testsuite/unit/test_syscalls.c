/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The table of system calls: what text comes of its lines, and once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "translator/syscalls/syscalls.h"

static const char table[] =
	"# a comment\n"
	"\n"
	"as d i :: %d :: $ :: $ = #\n"
	"as hidden z :: :: :: $ = #\n"
	"as flags u :: %s :: $_str :: $ = # $_str = __sc_flags_@(#)\n"
	"as mode h :: ~, %o :: # :: $ = #\n"
	"as word z :: %u :: __at(#-, #+, #1, %w, %t) :: $ = #\n"
	"result hex return_str(2, %r)\n"
	"flags how F_ZERO=0 F_TWO=2/3 F_EIGHT=8\n"
	"values what W_ONE=1 W_MINUS=-1\n"
	"call both x3:sys_both i6:compat_sys_both = fd:d flags:flags.how "
	"mode:mode quiet:hidden\n"
	"call bothers x4:sys_bothers hex =\n"
	"call old i5:sys_old:older t9:sys_new m7:sys_list = a:d b:word c:d\n"
	"call gone = fd:d\n"
	"call leave x60:sys_leave last = n:d\n"
	"narrow compat_both both\n"
	"also both old\n";

struct fixture {
	struct arena *arena;
	struct syscalls *t;
	struct buf text;
};

static int set_up(void **state)
{
	static struct fixture f;

	memset(&f, 0, sizeof(f));
	f.text = (struct buf)BUF_INIT;
	f.arena = arena_create();
	f.t = syscalls_create(f.arena, table);
	*state = &f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	syscalls_destroy(f->t);
	buf_free(&f->text);
	arena_destroy(f->arena);
	return 0;
}

/* The text of what a probe point begins with. */
static const char *aliases(struct fixture *f, const char *first,
			   const char *second)
{
	buf_reset(&f->text);
	syscalls_aliases(f->t, first, second, &f->text);
	return f->text.p;
}

static const char *function(struct fixture *f, const char *name)
{
	buf_reset(&f->text);
	syscalls_function(f->t, name, &f->text);
	return f->text.p;
}

static void has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no %s in:\n%s", part, text);
}

static void has_not(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("%s in:\n%s", part, text);
}

static void test_one_alias(void **state)
{
	const char *s = aliases(*state, "syscall", "both");

	has(s, "probe syscall.both = nd_syscall.both = dw_syscall.both = "
	    "kprobe.function(\"__x64_sys_both\") {\n"
	    "\t__regs = pointer_arg(1)\n"
	    "\tname = \"both\"\n"
	    "\t__a0 = @cast(__regs, \"pt_regs\", \"kernel\")->di"
	    " << 32 >> 32\n"
	    "\t__a1 = @cast(__regs, \"pt_regs\", \"kernel\")->si"
	    " & 0xffffffff\n"
	    "\t__a2 = @cast(__regs, \"pt_regs\", \"kernel\")->dx & 0xffff\n"
	    "\t__a3 = @cast(__regs, \"pt_regs\", \"kernel\")->r10\n"
	    "\tfd = __a0\n"
	    "\tflags = __a1 flags_str = __sc_flags_how(__a1)\n"
	    "\tmode = __a2\n"
	    "\tquiet = __a3\n"
	    "\targstr = sprintf(\"%d, %s, %o\", fd, flags_str, __a2)\n"
	    "}\n");
	has(s, "kprobe.function(\"__ia32_compat_sys_both\")? {\n");
	has(s, "kprobe.function(\"__x64_sys_both\").return {\n"
	    "\t__regs = @entry(pointer_arg(1))\n");
	has(s, "\tretval = returnval()\n"
	    "\t__a0 = ");
	has(s, "\tretstr = return_str(1, retval)\n"
	    "\targstr = ");
	has_not(s, "tp_syscall");
	has_not(s, "bothers");
}

/* Words of four bytes, and times of eight where the call has them. */
static void test_narrow(void **state)
{
	const char *s = aliases(*state, "nd_syscall", "old");

	has(s, "kprobe.function(\"__ia32_sys_old\") {\n");
	has(s, "->bx << 32 >> 32\n");
	has(s, "->cx & 0xffffffff\n");
	has(s, "__at(__a0, __a2, __a0, 4, 4)");
	has(s, "kprobe.function(\"__ia32_sys_new\") {\n");
	has(s, "__at(__a0, __a2, __a0, 4, 8)");
	has(s, "kprobe.function(\"__ia32_sys_list\") {\n");
	has(s, "\t__a1 = user_uint32(@cast(__regs, \"pt_regs\", \"kernel\")"
	    "->bx + 4) & 0xffffffff\n");
	has_not(s, "__x64_");
}

/* Two numbers of one function are one place, which is hit once. */
static void test_two_numbers(void **state)
{
	struct fixture *f = *state;
	struct syscalls *t = syscalls_create(f->arena,
		"as d i :: %d :: $ :: $ = #\n"
		"call twice i55:sys_twice i221:sys_twice:twice64 i7:sys_two"
		" = fd:d\n");

	syscalls_aliases(t, "syscall", "twice", &f->text);
	has(f->text.p, "= kprobe.function(\"__ia32_sys_twice\"), "
	    "kprobe.function(\"__ia32_sys_two\") {\n");
	buf_reset(&f->text);
	syscalls_aliases(t, "tp_syscall", "twice", &f->text);
	has(f->text.p, "__id == 55 || __id == 221 || __id == 7");
	syscalls_destroy(t);
}

/* What a call fills in is shown in another way when it has returned. */
static void test_returned(void **state)
{
	struct fixture *f = *state;
	struct syscalls *t = syscalls_create(f->arena,
		"as d i :: %d :: $ :: $ = #\n"
		"as a z :: %p :: # :: $_uaddr = #\n"
		"as got= z :: %s :: $_str :: $_str = __got(#, #+, %r, %n)\n"
		"call fill x3:sys_fill = buf:a/got= n:d\n");

	syscalls_aliases(t, "syscall", "fill", &f->text);
	has(f->text.p, "\targstr = sprintf(\"%p, %d\", __a0, n)\n}\n");
	has(f->text.p, "\tbuf_str = __got(__a0, __a1, retval, @cast(__regs, "
	    "\"pt_regs\", \"kernel\")->orig_ax)\n\tn = __a1\n"
	    "\tretstr = return_str(1, retval)\n\targstr = sprintf(\"%s, %d\", buf_str, n)\n}\n");
	buf_reset(&f->text);
	syscalls_function(t, "__sc_show_back", &f->text);
	has(f->text.p, "(__got(v, next_arg, ret, nr))");
	buf_reset(&f->text);
	syscalls_function(t, "__sc_show", &f->text);
	has_not(f->text.p, "__got");
	syscalls_destroy(t);
}

static void test_events(void **state)
{
	const char *s = aliases(*state, "tp_syscall", "both");

	has(s, "probe tp_syscall.both = kernel.trace(\"sys_enter\") {\n"
	    "\t__regs = $regs\n\t__id = $id\n"
	    "\tif (__sc_narrow() || !(__id == 3))\n\t\tnext\n");
	has(s, "\tif (!__sc_narrow() || !(__id == 6))\n\t\tnext\n");
	has(s, "probe tp_syscall.both.return = kernel.trace(\"sys_exit\") {\n");
	has(s, "\tretval = $ret\n");
	has_not(s, "kprobe");
}

static void test_results(void **state)
{
	has(aliases(*state, "syscall", "bothers"), "\targstr = \"\"\n");
	has(((struct fixture *)*state)->text.p,
	    "kprobe.function(\"__x64_sys_bothers\") {\n"
	    "\tif (__sc_narrow())\n\t\tnext\n");
	has(aliases(*state, "tp_syscall", "bothers"),
	    "\tretstr = retval < 0 && retval >= -4095 ? "
	    "return_str(1, retval) : return_str(2, retval)\n");
	has(function(*state, "__sc_result"),
	    "if (!how || ret < 0 && ret >= -4095)\nreturn return_str(1, ret)\n");
	has(((struct fixture *)*state)->text.p, "return_str(2, ret)");
	has(aliases(*state, "syscall", "gone"), "= never {\n\t__regs = 0\n");
	has(aliases(*state, "syscall", "leave"),
	    "dw_syscall.leave.return = never {\n\t__regs = 0\n");
	has_not(aliases(*state, "tp_syscall", "leave"), ".return");
}

/* A variable that is no argument: no register is read for it, by any name. */
static void test_no_argument(void **state)
{
	struct fixture *f = *state;
	struct syscall_location place;
	struct syscalls *t = syscalls_create(f->arena,
		"as zero - :: :: :: $ = 0\n"
		"call plain x61:sys_plain i62:sys_plain = more:zero\n");

	syscalls_aliases(t, "syscall", "plain", &f->text);
	has(f->text.p, "\tif (__sc_narrow())\n\t\tnext\n"
		       "\t__regs = pointer_arg(1)\n\tname = \"plain\"\n"
		       "\tmore = 0\n\targstr = sprintf(\"\")\n");
	has_not(f->text.p, "__a0");
	assert_false(syscalls_param(t, "plain", "__x64_sys_plain", "more",
				    &place));
	syscalls_destroy(t);
}

/* The calls of 32-bit programs, by a name of their own. */
static void test_narrow_alias(void **state)
{
	const char *s = aliases(*state, "syscall", "compat_both");

	has(s, "probe syscall.compat_both = nd_syscall.compat_both = "
	       "dw_syscall.compat_both = "
	       "kprobe.function(\"__ia32_compat_sys_both\")? {\n");
	has(s, "\tname = \"both\"\n");
	has_not(s, "__x64_");
	has(aliases(*state, "tp_syscall", "compat_both"), "__id == 6");
	assert_true(syscalls_is_narrow("syscall", "compat_both"));
	assert_true(syscalls_is_narrow("nd_syscall", "ustat32"));
	assert_false(syscalls_is_narrow("syscall", "both"));
	assert_false(syscalls_is_narrow("vm", "compat_both"));
}

/* The alias of a call is of the call that succeeded it, too. */
static void test_also(void **state)
{
	const struct syscalls *t = ((struct fixture *)*state)->t;
	const char *s = aliases(*state, "syscall", "both");

	has(s, "probe syscall.both = nd_syscall.both = dw_syscall.both = "
	       "kprobe.function(\"__x64_sys_both\") {\n");
	has(s, "probe syscall.both = nd_syscall.both = dw_syscall.both = "
	       "kprobe.function(\"__ia32_sys_old\") {\n");
	has(s, "\tname = \"old\"\n");
	has_not(s, "probe syscall.old");
	assert_true(syscalls_is_part(t, "syscall", "old", "*"));
	assert_true(syscalls_is_part(t, "tp_syscall", "old", "bo*"));
	assert_false(syscalls_is_part(t, "syscall", "old", "o*"));
	assert_false(syscalls_is_part(t, "syscall", "both", "*"));
	assert_false(syscalls_is_part(t, "vm", "old", "*"));
}

static void test_patterns(void **state)
{
	struct fixture *f = *state;
	const char *s;

	assert_true(syscalls_are_named("syscall"));
	assert_true(syscalls_are_named("*_syscall"));
	assert_true(syscalls_are_named("tp_**"));
	assert_false(syscalls_are_named("syscalls"));
	assert_false(syscalls_are_named("vm"));
	s = aliases(f, "syscall", "both*");
	has(s, "syscall.both =");
	has(s, "syscall.bothers =");
	has_not(s, "leave");
	s = aliases(f, "**", NULL);
	has(s, "probe syscall.leave ");
	has(s, "probe tp_syscall.both ");
}

/* What has been given is not given again, by whatever name. */
static void test_once(void **state)
{
	struct fixture *f = *state;

	has(aliases(f, "syscall", "both"), "probe");
	assert_string_equal(aliases(f, "nd_syscall", "both"), "");
	has_not(aliases(f, "syscall", "*"), "syscall.both ");
	assert_string_equal(aliases(f, "syscall", "*"), "");
	has(function(f, "__sc_flags_how"), "function");
	assert_string_equal(function(f, "__sc_flags_how"), "");
}

static void test_unknown(void **state)
{
	struct fixture *f = *state;

	buf_reset(&f->text);
	assert_false(syscalls_aliases(f->t, "syscall", "neither", &f->text));
	assert_string_equal(f->text.p, "");
	assert_false(syscalls_has_function("sc_flags_how"));
	assert_string_equal(function(f, "__sc_flags_none"), "");
}

static void test_sets(void **state)
{
	assert_string_equal(
		function(*state, "__sc_flags_how"),
		"function __sc_flags_how:string (v:long)\n{\n"
		"\treturn __sc_bits(v, \" F_ZERO=0 F_TWO=2/3 F_EIGHT=8\")\n"
		"}\n");
	assert_string_equal(
		function(*state, "__sc_values_what"),
		"function __sc_values_what:string (v:long)\n{\n"
		"\treturn __sc_value(v, \" W_ONE=1 W_MINUS=-1\")\n}\n");
}

/* The names are those of the kernel's tables, where the line says so. */
static void test_numbers(void **state)
{
	has(function(*state, "__sc_number64"),
	    "if (s == \"both\") return 3\n"
	    "if (s == \"bothers\") return 4\n"
	    "if (s == \"leave\") return 60\n"
	    "return -1\n");
	has(function(*state, "__sc_number32"),
	    "if (s == \"older\") return 5\n"
	    "if (s == \"both\") return 6\n"
	    "if (s == \"old\") return 7\n"
	    "if (s == \"old\") return 9\n");
	has(function(*state, "__sc_name32"),
	    "if (n < 7) {\nif (n < 6) {\nif (n == 5) return \"older\"\n"
	    "} else {\nif (n == 6) return \"both\"\n}\n"
	    "} else {\nif (n < 8) {\nif (n == 7) return \"old\"\n"
	    "} else {\nif (n == 9) return \"old\"\n}\n}\n");
}

/* ---- all calls at once -------------------------------------------------- */

/* Nine bits for each argument, and above them: known, last, format of result. */
static void test_specs(void **state)
{
	const char *s = function(*state, "__sc_spec64");

	has(s, "function __sc_spec64:long (n:long)\n{\n"
	    "return __sc_packed_number(n, \""
	    "000000000000000000000000000000000000000000000000"
	    "80000000200c0401" "8040000000000000");
	has(s, "8800000000000001\")\n}\n");
	has(function(*state, "__sc_call32"),
	    "both                            "
	    "old                             "
	    "                                "
	    "old                             \")\n}\n");
}

/* HOWs are numbered from the narrow ones to the wide ones. */
static void test_widths(void **state)
{
	has(function(*state, "__sc_wide"),
	    "if (h < 2) return v << 32 >> 32\n"
	    "if (h < 3) return v & 0xffffffff\n"
	    "if (h < 4) return v & 0xffff\n"
	    "if (!narrow) return v\n"
	    "return h < 4 ? v << 32 >> 32 : v & 0xffffffff\n");
}

static void test_shown(void **state)
{
	const char *s = function(*state, "__sc_show");

	has(s, "if (n == 1) return sprintf(\"%s%d\", comma, (v))\n");
	has(s, "if (n == 3) return sprintf(\", %o\", v)\n");
	has(s, "if (n == 4) return \"\"\n");
	has(s, "if (n == 5) return sprintf(\"%s%u\", comma, "
	    "__at(prev_arg, next_arg, a0, word, time))\n");
	has(s, "packed = __sc_packed_number(n, \"0000000000000000"
	    "0000000000000000" "0000001d00000001" "0000000000000000");
	has(s, "__sc_set(v, packed, \" F_ZERO=0 F_TWO=2/3 F_EIGHT=8\"))");
	has_not(s, "n == 2)");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(test_one_alias), TEST(test_narrow), TEST(test_two_numbers),
		TEST(test_returned), TEST(test_events),
		TEST(test_results), TEST(test_no_argument),
		TEST(test_narrow_alias),
		TEST(test_also), TEST(test_patterns), TEST(test_once),
		TEST(test_unknown), TEST(test_sets), TEST(test_numbers),
		TEST(test_specs), TEST(test_widths), TEST(test_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
