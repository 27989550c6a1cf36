/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: where parameters are at the entry of functions that compilers made: classes of
 * C++, code without location lists, copies whose parameters the compiler changed.
 */
#include <dwarf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/error.h"
#include "testsuite/unit/test_binary.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_scope.h"
#include "translator/target/types/ctype.h"

/* ---- programs ----------------------------------------------------------- */

/* Each class is in a function of the same name; what is passed by address and what is not
 * are what the ABI says. */
static const char classes[] =
	"#define OUT __attribute__((noinline, noipa))\n"
	"#define TAKE(class, name) \\\n"
	"OUT long name(class x, long y) { sink = x.a + y; return sink; }\n"
	"volatile long sink;\n"
	"struct plain { long a; };\n"
	"struct copied { long a; copied(); copied(const copied &); };\n"
	"copied::copied() : a(1) {}\n"
	"copied::copied(const copied &o) : a(o.a) {}\n"
	"struct moved { long a; moved() : a(1) {}\n"
	"	moved(const moved &) = default; moved(moved &&o) : a(o.a) {} };\n"
	"struct ended { long a; ~ended() { sink = 0; } };\n"
	"struct late { long a; late(); late(const late &); };\n"
	"late::late() : a(1) {}\n"
	"late::late(const late &) = default;\n"
	"struct early { long a; early() = default;\n"
	"	early(const early &) = default; ~early() = default; };\n"
	"struct moving { long a; moving() = default;\n"
	"	moving(const moving &) = delete; moving(moving &&) = default; };\n"
	"struct stuck { long a; stuck() = default;\n"
	"	stuck(const stuck &) = delete; stuck(stuck &&) = delete; };\n"
	"struct assigned { long a; assigned() = default;\n"
	"	assigned &operator=(assigned &&o) { a = o.a; return *this; } };\n"
	"struct other { long a; other() = default; explicit other(long v) : a(v) {}\n"
	"	other &operator=(long v) { a = v; return *this; } };\n"
	"struct acting { long a; virtual long act() { return a; } };\n"
	"struct inheriting : copied {};\n"
	"struct holding { long a; holding() = default; struct ended e[1]; };\n"
	"template <class T> struct box { T a; box() : a(1) {}\n"
	"	box(const box &o) : a(o.a) {} };\n"
	"typedef box<long> boxed;\n"
	"TAKE(plain, f_plain) TAKE(copied, f_copied) TAKE(moved, f_moved)\n"
	"TAKE(ended, f_ended) TAKE(late, f_late) TAKE(early, f_early)\n"
	"TAKE(moving, f_moving) TAKE(stuck, f_stuck)\n"
	"TAKE(assigned, f_assigned) TAKE(other, f_other)\n"
	"TAKE(acting, f_acting) TAKE(inheriting, f_inheriting)\n"
	"TAKE(holding, f_holding) TAKE(const boxed, f_box)\n"
	"OUT copied make(long y) { sink = y; return copied(); }\n"
	"OUT plain make_plain(long y) { sink = y; return plain(); }\n"
	"int main() { make(1); make_plain(1); return\n"
	"	f_plain(plain(), 1) + f_copied(copied(), 1) +\n"
	"	f_moved(moved(), 1) + f_ended(ended(), 1) + f_late(late(), 1) +\n"
	"	f_early(early(), 1) + f_moving(moving(), 1) +\n"
	"	f_stuck(stuck(), 1) + f_assigned(assigned(), 1) +\n"
	"	f_other(other(), 1) + f_acting(acting(), 1) +\n"
	"	f_inheriting(inheriting(), 1) + f_holding(holding(), 1) +\n"
	"	f_box(boxed(), 1); }\n";

/* A constructor that is a copy constructor only if its second parameter has a default. */
static const char unsure[] =
	"volatile long sink;\n"
	"struct copied { long a; copied() = default;\n"
	"	copied(const copied &o, int k) : a(o.a + k) {} };\n"
	"long take(copied x, long y) { sink = x.a + y; return sink; }\n"
	"int main() { return take(copied(copied(), 1), 1); }\n";

/* `held` has a part that is rarely run, somewhere else; `changed` has the name of a copy. */
static const char kept[] =
	"#define OUT __attribute__((noinline, noipa))\n"
	"volatile int sink;\n"
	"__attribute__((noinline, cold, noipa)) void fail(int x) { sink = x; }\n"
	"OUT void use(int *p) { sink = *p; }\n"
	"OUT int held(int x, int y)\n"
	"{\n"
	"	int *p = &y;\n"
	"	if (__builtin_expect(x > 1000, 0)) { fail(x); sink = 3; fail(y); }\n"
	"	for (int i = 0; i < x; i++) use(p);\n"
	"	return x + y;\n"
	"}\n"
	"int changed(int, int) __asm__(\"changed.constprop.0\");\n"
	"inline __attribute__((used)) int changed(int x, int y)\n"
	"{ use(&y); sink = x; return x + y; }\n"
	"int main(int argc, char **argv)\n"
	"{ return held(argc, 2) + changed(argc, argv[0][0]); }\n"
	"extern int changed(int, int);\n";

/* Calls in another way, of which gcc says nothing. */
static const char others[] =
	"typedef int wide __attribute__((vector_size(32)));\n"
	"volatile long sink;\n"
	"__attribute__((ms_abi, noipa)) long in_frame(wide x, long y)\n"
	"{ sink = x[0] + y; return sink; }\n"
	"__attribute__((ms_abi, noipa)) long in_register(double x, long y)\n"
	"{ sink = y; return (long)x; }\n"
	"int main(void)\n"
	"{ wide w = { 1 }; return in_frame(w, 2) + in_register(1, 2); }\n";

static const char hidden[] =
	"volatile int sink;\n"
	"namespace n {\n"
	"__attribute__((always_inline)) inline int f(int x)\n"
	"{ sink = x; return x * x; }\n"
	"}\n"
	"namespace m {\n"
	"__attribute__((noinline)) int f(long x, int y)\n"
	"{ return n::f(y) + x; }\n"
	"}\n"
	"int main(int argc, char **) { return m::f(argc, 5); }\n";

static int setup(void **state)
{
	int status = binary_setup(state);

	binary_write("classes.cc", classes);
	binary_write("unsure.cc", unsure);
	binary_write("kept.c", kept);
	binary_write("others.c", others);
	binary_write("hidden.cc", hidden);
	return status;
}

/* ---- what is found ------------------------------------------------------ */

/** An open program. */
struct file {
	struct dwarf *d;
	struct dwarf_vars *vars;
};

static struct file open_file(const char *name)
{
	struct file f;

	assert_null(dwarf_open(name, NULL, &f.d));
	f.vars = dwarf_vars_create(f.d, DWARF_USER);
	return f;
}

static void close_file(struct file *f)
{
	dwarf_vars_destroy(f->vars);
	dwarf_close(f->d);
}

static struct dwarf_code code_of(const struct file *f, const char *function)
{
	struct dwarf_funcs all = { 0 };
	struct dwarf_code code;

	assert_null(dwarf_funcs_find(f->d, function, NULL, 0, &all));
	if (all.n != 1)
		fail_msg("%zu functions %s", all.n, function);
	code = dwarf_func_code(f->d, &all.at[0], 0);
	vec_free(&all);
	return code;
}

static void put_piece(struct buf *b, const struct location_piece *p)
{
	buf_puts(b, p->kind == LOCATION_ADDRESS ? "memory" : "value");
	for (size_t i = 0; i < p->n_ops; i++) {
		const struct path_op *op = &p->ops[i];

		if (op->kind == PATH_REG || op->kind == PATH_ENTRY_SAVED)
			buf_printf(b, " %s%u",
				   op->kind == PATH_REG ? "r" : "saved", op->n);
		else if (op->kind == PATH_ADD)
			buf_printf(b, " +%lld", (long long)op->k);
		else
			buf_puts(b, " ...");
	}
}

static void put_location(struct buf *b, const struct location *l)
{
	buf_puts(b, l->reason ? l->reason : "");
	for (size_t i = 0; i < l->n; i++)
		put_piece(b, &l->pieces[i]);
}

/* Compares the location of @name at the entry of @function with @location. */
static void expect(const struct file *f, const char *function,
		   enum dwarf_when when, const char *name, const char *location)
{
	struct dwarf_code code = code_of(f, function);
	const struct dwarf_address *at = dwarf_address_of(f->vars, &code, when);
	const struct dwarf_variable *v = dwarf_find_variable(at, name);
	_cleanup_buf_ struct buf got = BUF_INIT;
	struct location l;

	assert_non_null(v);
	l = dwarf_variable_location(at, v);
	put_location(&got, &l);
	if (strcmp(got.p, location))
		fail_msg("%s of %s: %s, expected %s", name, function, got.p,
			 location);
}

static void expect_result(const struct file *f, const char *function,
			  const char *location)
{
	struct dwarf_code code = code_of(f, function);
	const struct dwarf_address *at = dwarf_address_of(f->vars, &code,
							  DWARF_RETURN);
	_cleanup_buf_ struct buf got = BUF_INIT;
	const struct ctype *type;
	struct location l = dwarf_result(at, &type);

	put_location(&got, &l);
	assert_string_equal(got.p, location);
}

/* ---- classes ------------------------------------------------------------ */

static void check_class(const struct file *f, const char *function,
			const char *location)
{
	expect(f, function, DWARF_HERE, "x", location);
	expect(f, function, DWARF_HERE, "y", "value r4");
}

static void check_classes(const char *name)
{
	static const char *const by_content[] = {
		"f_plain", "f_early", "f_moving", "f_other",
	};
	static const char *const by_address[] = {
		"f_copied", "f_moved", "f_ended", "f_late", "f_stuck",
		"f_assigned", "f_acting", "f_inheriting", "f_holding", "f_box",
	};
	struct file f = open_file(name);

	for (size_t i = 0; i < sizeof(by_content) / sizeof(*by_content); i++)
		check_class(&f, by_content[i], "value r5");
	for (size_t i = 0; i < sizeof(by_address) / sizeof(*by_address); i++)
		check_class(&f, by_address[i], "memory r5");
	expect(&f, "make", DWARF_HERE, "y", "value r4");
	expect(&f, "make", DWARF_RETURN, "y", "value saved4");
	expect_result(&f, "make", "memory r0");
	expect(&f, "make_plain", DWARF_HERE, "y", "value r5");
	expect_result(&f, "make_plain", "value r0");
	close_file(&f);
}

static void test_classes(void **state)
{
	(void)state;
	binary_run("g++ -std=c++17 -g -O0 -o classes classes.cc");
	check_classes("classes");
	binary_run("g++ -std=c++17 -g -gdwarf-4 -O0 -o classes4 classes.cc");
	check_classes("classes4");
	binary_run("g++ -std=c++17 -g -O2 -o classes2 classes.cc");
	check_classes("classes2");
	if (binary_try("clang++ -w -std=c++17 -g -O0 -o classesc classes.cc"))
		check_classes("classesc");
}

/* What is not known is no value, and neither is what follows it. */
static void test_unsure(void **state)
{
	struct file f;

	(void)state;
	binary_run("g++ -std=c++17 -g -O0 -o unsure unsure.cc");
	f = open_file("unsure");
	expect(&f, "take", DWARF_HERE, "x",
	       "the debug information does not say whether calls pass its "
	       "class by address");
	expect(&f, "take", DWARF_HERE, "y",
	       "the type of an earlier parameter has an unknown location");
	close_file(&f);
	/* an older DWARF does not tell what is defaulted */
	binary_run("g++ -std=c++17 -g -gdwarf-4 -gstrict-dwarf -O0 -o strict classes.cc");
	f = open_file("strict");
	expect(&f, "f_plain", DWARF_HERE, "x", "value r5");
	expect(&f, "f_early", DWARF_HERE, "y",
	       "the type of an earlier parameter has an unknown location");
	close_file(&f);
}

/* ---- places that hold later ----------------------------------------------- */

static const char changed[] =
	"the compiler has changed the parameters of this copy of the function, "
	"and the debug information says only where it is stored later";

static void test_later(void **state)
{
	struct file f;

	(void)state;
	binary_run("gcc -g -O2 -o kept kept.c");
	f = open_file("kept");
	expect(&f, "held", DWARF_HERE, "x", "value r5");
	expect(&f, "held", DWARF_HERE, "y", "value r4");
	expect(&f, "held", DWARF_RETURN, "y", "value saved4");
	/* a list holds at the entry, too */
	expect(&f, "changed", DWARF_HERE, "x", "value r5");
	expect(&f, "changed", DWARF_HERE, "y", "value r4");
	close_file(&f);
}

static void test_untracked(void **state)
{
	struct file f;

	(void)state;
	binary_run("gcc -g -O2 -fno-var-tracking -o untracked kept.c");
	f = open_file("untracked");
	expect(&f, "held", DWARF_HERE, "x", "value r5");
	expect(&f, "held", DWARF_HERE, "y", "value r4");
	expect(&f, "changed", DWARF_HERE, "x", changed);
	close_file(&f);
}

static void test_others(void **state)
{
	struct file f;

	(void)state;
	/* the caller leaves room for it, which the function fills */
	binary_run("gcc -w -g -O0 -o others others.c");
	f = open_file("others");
	expect(&f, "in_frame", DWARF_HERE, "y",
	       "the type of an earlier parameter has an unknown location");
	expect(&f, "in_register", DWARF_HERE, "y",
	       "the function has a calling convention of its own");
	close_file(&f);
	binary_run("gcc -w -g -O2 -fno-var-tracking -o others2 others.c");
	f = open_file("others2");
	expect(&f, "in_register", DWARF_HERE, "y",
	       "the debug information and the calling convention disagree "
	       "about its register");
	close_file(&f);
}

/* ---- by name -------------------------------------------------------------- */

/* The function that was named has the variables, not one inlined into it there. */
static void test_named(void **state)
{
	struct dwarf_funcs all = { 0 };
	const struct dwarf_address *at;
	const struct dwarf_variable *v;
	struct dwarf_code copy;
	struct file f;

	(void)state;
	binary_run("g++ -std=c++17 -g -O2 -o hidden hidden.cc");
	f = open_file("hidden");
	assert_null(dwarf_funcs_find(f.d, "n::f", NULL, 0, &all));
	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].n_copies, 1);
	copy = dwarf_func_code(f.d, &all.at[0], all.at[0].n_bodies);
	at = dwarf_address_in(f.vars, copy.entry, "m::f");
	v = dwarf_find_variable(at, "x");
	assert_non_null(v);
	assert_string_equal(v->type->name, "long int");
	assert_non_null(dwarf_find_variable(at, "y"));
	at = dwarf_address_in(f.vars, copy.entry, "n::f");
	v = dwarf_find_variable(at, "x");
	assert_non_null(v);
	assert_string_equal(v->type->name, "int");
	vec_free(&all);
	close_file(&f);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_unsure),
		cmocka_unit_test(test_later),
		cmocka_unit_test(test_untracked),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_named),
	};

	return cmocka_run_group_tests(tests, setup, binary_teardown);
}
