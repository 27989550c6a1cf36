/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: what is visible where, and where it is.
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
#include "testsuite/unit/test_location.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/dwarf_type.h"
#include "translator/target/types/ctype.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

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
		     "long work(int count, long more) {\n"
		     "  int guard __attribute__((cleanup(look))) = count;\n"
		     "  use(&count); use(&guard); return count + guard + more; }\n");
	binary_run("gcc -c -g -O2 -fexceptions -fno-var-tracking "
		   "-fno-inline pieces.c");
	binary_run("ld -o pieces --defsym=use=0 --defsym=_Unwind_Resume=0 "
		   "--defsym=__gcc_personality_v0=0 -e 0 pieces.o");
	out = binary_output("nm pieces | grep -c 'work.cold'");
	assert_string_equal(out.p, "1\n");
	f = open_file("pieces", DWARF_USER);
	expect(at_symbol(&f, "pieces", "work"), "count", "value 0:32 r5");
	/* only later in the register that it has for the whole function */
	expect(at_symbol(&f, "pieces", "work"), "more", "value r4");
	close_file(&f);
}

/* Fortran passes the address of what it names. */
static void test_entry_of_fortran(void **state)
{
	struct file f;

	(void)state;
	if (!binary_try("gfortran --version >/dev/null 2>&1")) {
		print_message("no gfortran here\n");
		skip();
	}
	binary_write("fortran.f90", "subroutine work(count, factor)\n"
				    "  integer :: count\n"
				    "  integer(8), value :: factor\n"
				    "  count = count * int(factor)\n"
				    "end subroutine\n");
	binary_run("gfortran -c -g -O0 fortran.f90 && "
		   "ld -e 0 -o fortran fortran.o");
	f = open_file("fortran", DWARF_USER);
	expect(at_symbol(&f, "fortran", "work_"), "count", "memory 0:32 r5");
	expect(at_symbol(&f, "fortran", "work_"), "factor", "value r4");
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
		cmocka_unit_test(test_entry),
		cmocka_unit_test(test_entry_of_pieces),
		cmocka_unit_test(test_entry_of_fortran),
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
