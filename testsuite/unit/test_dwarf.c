/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: functions, inlined copies and lines of programs that are compiled
 * here in all the forms that compilers write, against nm, readelf, objdump
 * and addr2line.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <dwarf.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "testsuite/unit/test_binary.h"
#include "testsuite/unit/test_program.h"
#include "translator/target/dwarf/dwarf_line.h"
#include "translator/target/dwarf/dwarf_thing.h"

/* ---- functions ---------------------------------------------------------- */

static bool get_code(struct dwarf *d, const struct dwarf_func *f, size_t i,
		     struct dwarf_code *ret)
{
	*ret = dwarf_func_code(d, f, i);
	return dwarf_code_die(d, ret);
}

static bool has_entry(struct dwarf *d, const char *name, uint64_t addr)
{
	struct dwarf_funcs all = find(d, name, NULL, 0);
	bool found = false;

	for (size_t i = 0; i < all.n; i++)
		for (size_t k = 0; k < all.at[i].n_bodies; k++)
			found |= dwarf_func_code(d, &all.at[i], k).entry == addr;
	vec_free(&all);
	return found;
}

/* What the compiler adds for itself has no DWARF. */
static bool is_ours(const char *name)
{
	static const char *const ours[] = {
		"main", "labelled", "second", "same_name",
	};

	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		if (!strcmp(name, ours[i]))
			return true;
	return false;
}

static void check_functions(struct dwarf *d)
{
	_cleanup_buf_ struct buf out = binary_output("nm program");
	char *at = out.p, *line;
	size_t n = 0;

	while ((line = binary_line(&at))) {
		unsigned long long addr;
		char type, name[256];

		if (sscanf(line, "%llx %c %255s", &addr, &type, name) != 3 ||
		    !is_ours(name))
			continue;
		n++;
		if (!has_entry(d, name, addr))
			fail_msg("no %s at %#llx", name, addr);
	}
	assert_int_equal(n, 5);
	assert_int_equal(index_of(d)->head->n_bodies, 5);
}

static void check_places(struct dwarf *d)
{
	struct dwarf_funcs all = find(d, "same_name", NULL, 0);

	assert_int_equal(all.n, 2);
	assert_false(all.at[0].is_external);
	assert_true(dwarf_file_fits(all.at[0].file, "first.c"));
	assert_int_equal(all.at[0].line, 4);
	assert_true(dwarf_file_fits(all.at[1].file, "second.c"));
	assert_int_equal(all.at[1].line, 2);
	vec_free(&all);
	all = find(d, "same_name", "second.c", 0);
	assert_int_equal(all.n, 1);
	vec_free(&all);
	all = find(d, "same_*", "first.c", 4);
	assert_int_equal(all.n, 1);
	vec_free(&all);
	all = find(d, "same_name", "first.c", 5);
	assert_int_equal(all.n, 0);
	all = find(d, "*", NULL, 0);
	assert_true(all.n >= 6);
	assert_true(all.at[0].n_bodies);
	vec_free(&all);
	all = find(d, "main", NULL, 0);
	assert_true(all.at[0].is_external);
	vec_free(&all);
	assert_string_equal(dwarf_func_nearest(d, "labeled"), "labelled");
}

/* The number that readelf sees, and each inside of the code of a body. */
static void check_copies(struct dwarf *d, bool is_split)
{
	_cleanup_buf_ struct buf out = binary_output(
		"readelf -W --debug-dump=info %s 2>/dev/null | "
		"grep -c 'DW_TAG_inlined_subroutine)'", is_split ?
		"first.dwo second.dwo" : "program");
	struct dwarf_funcs all = find(d, "twice", "inc/twice.h", 2);

	assert_int_equal(atoi(out.p), 4);
	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].n_bodies, 0);
	assert_int_equal(all.at[0].n_copies, 4);
	assert_true(index_of(d)->head->n_copies >= 4);
	for (size_t i = 0; i < 4; i++) {
		struct dwarf_scopes scopes = { 0 };
		struct dwarf_spans spans = { 0 };
		struct dwarf_code code;
		struct dwarf_func back;

		assert_true(get_code(d, &all.at[0], all.at[0].n_bodies + i, &code));
		assert_true(code.is_copy);
		assert_string_equal(dwarf_name(&code.die), "twice");
		dwarf_spans_of(&code.die, &spans);
		assert_true(spans.n);
		dwarf_scopes_find(d, spans.at[0].low, &scopes);
		assert_true(scopes.n >= 3);
		assert_int_equal(dwarf_tag(&vec_last(&scopes)),
				 DW_TAG_compile_unit);
		assert_int_equal(dwarf_tag(&scopes.at[scopes.n - 2]),
				 DW_TAG_subprogram);
		assert_true(dwarf_func_of(d, &code.die, &back));
		assert_int_equal(back.number, all.at[0].number);
		vec_free(&scopes);
		vec_free(&spans);
	}
	vec_free(&all);
}

static void check_inside(struct dwarf *d)
{
	struct dwarf_funcs all = find(d, "labelled", NULL, 0);
	struct dwarf_labels labels = { 0 };
	struct dwarf_calls calls = { 0 };
	struct dwarf_func callee;
	struct dwarf_code code;

	assert_true(get_code(d, &all.at[0], 0, &code));
	assert_true(dwarf_file_fits(code.unit, "first.c"));
	dwarf_labels_find(d, &code.die, "ag*", &labels);
	assert_int_equal(labels.n, 1);
	assert_string_equal(labels.at[0].name, "again");
	assert_int_equal(labels.at[0].line, 10);
	assert_true(dwarf_file_fits(labels.at[0].file, "first.c"));
	assert_true(dwarf_haspc(&code.die, labels.at[0].addr) > 0);
	dwarf_calls_find(d, &code.die, "same_*", &calls);
	if (calls.n) {
		assert_true(dwarf_func_of(d, &calls.at[0].callee, &callee));
		assert_string_equal(callee.name, "same_name");
		assert_true(dwarf_file_fits(callee.file, "first.c"));
	}
	vec_free(&labels);
	vec_free(&calls);
	vec_free(&all);
}

/* ---- lines -------------------------------------------------------------- */

static bool has_line(const struct dwarf_lines *l, const char *file,
		     unsigned line, uint64_t addr)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->at[i].addr == addr && l->at[i].line == line &&
		    dwarf_file_fits(l->at[i].file, file))
			return true;
	return false;
}

/* objdump: "first.c   6   0x1139   1   x", x: is_stmt; END ends. */
static void check_rows(struct dwarf *d)
{
	_cleanup_buf_ struct buf out = binary_output(
		"objdump --dwarf=decodedline program 2>/dev/null");
	struct dwarf_lines all = { 0 };
	char *at = out.p, *line;
	size_t n = 0;

	must(dwarf_lines_find(d, "*", 0, UINT32_MAX, &all));
	while ((line = binary_line(&at))) {
		unsigned long long addr;
		char file[256];
		unsigned number;

		if (sscanf(line, "%255s %u %llx", file, &number, &addr) != 3 ||
		    !strchr(file, '.'))
			continue;
		n++;
		if (line[strlen(line) - 1] != 'x')
			continue;
		if (!has_line(&all, file, number, addr))
			fail_msg("no %s:%u at %#llx", file, number, addr);
	}
	assert_true(n > 10);
	assert_true(all.n <= n);
	vec_free(&all);
}

/* What addr2line says of each address that has a line. */
static void check_addresses(struct dwarf *d)
{
	struct dwarf_lines all = { 0 };

	must(dwarf_lines_find(d, "*", 0, UINT32_MAX, &all));
	for (size_t i = 0; i < all.n; i++) {
		_cleanup_buf_ struct buf out = binary_output(
			"addr2line -e program %#llx",
			(unsigned long long)all.at[i].addr);
		char *colon = strrchr(out.p, ':');
		struct dwarf_line l;

		assert_true(dwarf_line_at(d, all.at[i].addr, &l));
		assert_non_null(colon);
		*colon = '\0';
		if (atoi(colon + 1) != (int)l.line ||
		    strcmp(strrchr(out.p, '/'), strrchr(l.file, '/')))
			fail_msg("%#llx: %s:%s, not %s:%u",
				 (unsigned long long)all.at[i].addr, out.p,
				 colon + 1, l.file, l.line);
	}
	vec_free(&all);
}

static bool is_in(const struct dwarf_spans *spans, uint64_t addr)
{
	for (size_t i = 0; i < spans->n; i++)
		if (addr >= spans->at[i].low && addr < spans->at[i].high)
			return true;
	return false;
}

/* A function's lines are those of its file that lie in its code. */
static size_t check_lines_of(struct dwarf *d, const struct dwarf_func *f,
			     const struct dwarf_lines *all)
{
	struct line_wish wish = { f->file, 0, UINT32_MAX };
	struct dwarf_spans spans = { 0 };
	struct dwarf_lines own = { 0 };
	struct dwarf_code code;
	size_t n;

	for (size_t i = 0; i < f->n_bodies + f->n_copies; i++) {
		code = dwarf_func_code(d, f, i);
		assert_true(dwarf_code_die(d, &code));
		dwarf_spans_of(&code.die, &spans);
	}
	must(dwarf_lines_within(d, &spans, &wish, &own));
	for (size_t i = 0; i < own.n; i++) {
		assert_string_equal(own.at[i].file, f->file);
		assert_true(is_in(&spans, own.at[i].addr));
	}
	for (size_t i = 0; i < all->n; i++)
		if (!strcmp(all->at[i].file, f->file) &&
		    is_in(&spans, all->at[i].addr))
			assert_true(has_line(&own, f->file, all->at[i].line,
					     all->at[i].addr));
	n = own.n;
	vec_free(&spans);
	vec_free(&own);
	return n;
}

static void check_lines_within(struct dwarf *d)
{
	struct dwarf_funcs funcs = find(d, "*", NULL, 0);
	struct dwarf_lines all = { 0 };
	size_t n = 0;

	must(dwarf_lines_find(d, "*", 0, UINT32_MAX, &all));
	for (size_t i = 0; i < funcs.n; i++)
		n += check_lines_of(d, &funcs.at[i], &all);
	assert_true(n > 10);
	vec_free(&all);
	vec_free(&funcs);
}

/* Outwards from a line, until there is one with code. */
static unsigned nearest_of(struct dwarf *d, unsigned line)
{
	struct dwarf_lines l = { 0 };
	unsigned away = 0, found = 0;

	while (!found) {
		unsigned tries[] = { line + away, line - away };

		away++;
		for (size_t i = 0; !found && i < 2; i++) {
			must(dwarf_lines_find(d, "first.c", tries[i],
					      tries[i], &l));
			found = l.n ? tries[i] : 0;
		}
	}
	vec_free(&l);
	return found;
}

static void check_questions(struct dwarf *d)
{
	struct dwarf_lines l = { 0 };
	unsigned line;

	must(dwarf_lines_find(d, "inc/twice.h", 4, 4, &l));
	/* one in each of the four copies, two of which clang merges */
	dwarf_lines_thin(d, &l);
	assert_in_range(l.n, 3, 4);
	l.n = 0;
	must(dwarf_lines_find(d, "first.c", 15, 16, &l));
	assert_int_equal(l.n, 0);
	must(dwarf_line_nearest(d, "first.c", 15, &line));
	assert_int_equal(line, nearest_of(d, 15));
	must(dwarf_line_nearest(d, "first.c", 16, &line));
	assert_int_equal(line, nearest_of(d, 16));
	must(dwarf_line_nearest(d, "first.c", 1000, &line));
	assert_in_range(line, 19, 21);
	must(dwarf_line_nearest(d, "absent.c", 16, &line));
	assert_int_equal(line, 0);
	vec_free(&l);
}

/* ---- all forms ---------------------------------------------------------- */

static void check_form(const char *compiler, const char *flags)
{
	struct dwarf *d;

	print_message("%s %s\n", compiler, flags);
	compile(compiler, flags);
	d = open_dwarf("program", NULL);
	check_functions(d);
	check_places(d);
	check_copies(d, strstr(flags, "split") != NULL);
	check_inside(d);
	check_rows(d);
	check_lines_within(d);
	/* binutils 2.40 misreads these two in version 5 */
	if (!strstr(flags, "split") && !strstr(flags, "dwarf64"))
		check_addresses(d);
	check_questions(d);
	dwarf_close(d);
}

static void test_forms(void **state)
{
	static const char *const forms[] = {
		"-g -O2", "-gdwarf-2 -O2", "-gdwarf-3 -O1", "-gdwarf-4 -O2",
		"-gdwarf-5 -O2", "-gdwarf-4 -gsplit-dwarf -O2",
		"-gdwarf-5 -gsplit-dwarf -O2", "-g -O2 -gz=zlib",
		"-gdwarf-4 -O2 -gz=zlib-gnu", "-g -O2 -ffunction-sections",
		"-g -O2 -fdebug-types-section", "-g -O2 -static",
		"-g -gdwarf64 -O2", "-g -O0",
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		check_form("gcc", forms[i]);
}

static void test_clang(void **state)
{
	if (!binary_try("clang --version >/dev/null 2>&1")) {
		print_message("no clang here\n");
		skip();
	}
	check_form("clang", "-g -O2");
	check_form("clang", "-gdwarf-4 -O1");
}

/* ---- C++ ---------------------------------------------------------------- */

static void test_qualified_names(void **state)
{
	static const struct {
		const char *asked, *name;
	} cases[] = {
		{ "get", "ns::box<int>::get" },
		{ "ns::box<int>::get", "ns::box<int>::get" },
		{ "_ZN2ns3boxIiE5countEi", "ns::box<int>::count" },
		{ "count", "ns::box<int>::count" },
		{ "ns::*::hidden", "ns::(anonymous namespace)::hidden" },
		{ "ma*n", "main" },
	};
	struct dwarf *d;

	binary_run("g++ -g -O2 -o plus plus.cc");
	d = open_dwarf("plus", NULL);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct dwarf_funcs all = find(d, cases[i].asked, NULL, 0);

		assert_int_equal(all.n, 1);
		assert_string_equal(all.at[0].name, cases[i].name);
		assert_int_equal(all.at[0].n_bodies, 1);
		vec_free(&all);
	}
	{
		/* the definition's line, not that in the class */
		struct dwarf_funcs all = find(d, "count", "plus.cc", 10);

		assert_int_equal(all.n, 1);
		/* what was found before does not matter */
		must(dwarf_funcs_find(d, "box<int>::get", NULL, 0, &all));
		assert_int_equal(all.n, 2);
		assert_string_equal(all.at[1].name, "ns::box<int>::get");
		vec_free(&all);
	}
	dwarf_close(d);
}

/* ---- the prologue ------------------------------------------------------- */

/* ---- types and variables ------------------------------------------------ */

static void check_thing(struct dwarf *d, const char *name, int tag,
			const char *unit)
{
	struct dwarf_things all = { 0 };
	bool found = false;

	must(dwarf_things_find(d, name, &all));
	for (size_t i = 0; i < all.n; i++) {
		const char *last = strrchr(name, ':');

		assert_string_equal(dwarf_name(&all.at[i].die),
				    last ? last + 1 : name);
		assert_int_equal(dwarf_tag(&all.at[i].die), all.at[i].tag);
		found |= all.at[i].tag == tag &&
			 !strcmp(all.at[i].unit, unit);
	}
	if (!found)
		fail_msg("no %s", name);
	vec_free(&all);
}

/* clang has the definition of a static member before the class that declares it. */
static void test_members_of_clang(void **state)
{
	struct dwarf *d;

	(void)state;
	if (!binary_try("clang --version >/dev/null 2>&1")) {
		print_message("no clang here\n");
		skip();
	}
	binary_write("member.cc",
		     "namespace ns { struct box { static int count; int n; }; }\n"
		     "int ns::box::count = 3;\n"
		     "int main() { ns::box b = { 3 }; return b.n - b.count; }\n");
	binary_run("clang -g -O0 -o member member.cc");
	d = open_dwarf("member", NULL);
	check_thing(d, "ns::box::count", DW_TAG_variable, "member.cc");
	dwarf_close(d);
}

static void test_things(void **state)
{
	static const char a[] =
		"struct node { struct node *next; int v; };\n"
		"typedef unsigned long word;\nenum color { RED };\n"
		"union both { int i; float f; };\n"
		"static struct node first_one;\nstatic word twin = 1;\n"
		"union both both; enum color color;\n"
		"extern int elsewhere;\n"
		"void *a(void) { static int local; first_one.v = twin++;\n"
		"	local += elsewhere; return local ? &first_one : 0; }\n";
	static const char b[] =
		"struct opaque;\nstatic int twin = 2;\nint elsewhere;\n"
		"struct opaque *b(void) { twin++; elsewhere++; return 0; }\n"
		"void *a(void);\nint main(void) { return a() == b(); }\n";
	struct dwarf_things all = { 0 };
	struct dwarf *d;

	binary_write("a.c", a);
	binary_write("b.c", b);
	binary_run("gcc -g -O1 -o things a.c b.c && "
		   "g++ -g -O1 -o plus plus.cc");
	d = open_dwarf("things", NULL);
	check_thing(d, "node", DW_TAG_structure_type, "a.c");
	check_thing(d, "word", DW_TAG_typedef, "a.c");
	check_thing(d, "color", DW_TAG_enumeration_type, "a.c");
	check_thing(d, "both", DW_TAG_union_type, "a.c");
	check_thing(d, "both", DW_TAG_variable, "a.c");
	check_thing(d, "int", DW_TAG_base_type, "a.c");
	check_thing(d, "twin", DW_TAG_variable, "a.c");
	check_thing(d, "twin", DW_TAG_variable, "b.c");
	check_thing(d, "elsewhere", DW_TAG_variable, "b.c");
	must(dwarf_things_find(d, "elsewhere", &all));
	assert_int_equal(all.n, 1);
	/* one that is only declared, and one inside a function */
	must(dwarf_things_find(d, "opaque", &all));
	must(dwarf_things_find(d, "local", &all));
	assert_int_equal(all.n, 1);
	vec_free(&all);
	dwarf_close(d);
	d = open_dwarf("plus", NULL);
	check_thing(d, "ns::box<int>", DW_TAG_structure_type, "plus.cc");
	dwarf_close(d);
}

/* What a program may leave out, and what is defined outside its class. */
static void test_nested_things(void **state)
{
	static const char text[] =
		"namespace ns {\n"
		"inline namespace v1 { struct in { int a; } in; }\n"
		"namespace { struct hid { volatile int b; } hid; }\n"
		"struct C {\n"
		"	static int count; struct inner; inner *p;\n"
		"	enum class E { A = 3, B } e; enum F { P = -4 } f;\n"
		"};\n}\n"
		"int ns::C::count = 7;\n"
		"struct ns::C::inner { long x; } in; ns::C c;\n"
		"int main() { return ns::hid.b++ + ns::C::count; }\n";
	struct dwarf_things all = { 0 };
	struct dwarf *d;
	int64_t v = 0;

	binary_write("nested.cc", text);
	binary_run("g++ -g -O1 -o nested nested.cc");
	d = open_dwarf("nested", NULL);
	check_thing(d, "ns::v1::in", DW_TAG_structure_type, "nested.cc");
	check_thing(d, "ns::in", DW_TAG_structure_type, "nested.cc");
	check_thing(d, "ns::hid", DW_TAG_structure_type, "nested.cc");
	check_thing(d, "ns::(anonymous namespace)::hid", DW_TAG_variable,
		    "nested.cc");
	check_thing(d, "ns::C::count", DW_TAG_variable, "nested.cc");
	check_thing(d, "ns::C::inner", DW_TAG_structure_type, "nested.cc");
	must(dwarf_things_find(d, "ns::hid", &all));
	for (size_t i = 0; i < all.n; i++)
		assert_false(all.at[i].is_external);
	all.n = 0;
	must(dwarf_things_find(d, "count", &all));
	must(dwarf_things_find(d, "inner", &all));
	assert_int_equal(all.n, 0);
	assert_true(dwarf_enumerator_find(d, "ns::C::E::B", &v));
	assert_int_equal(v, 4);
	assert_true(dwarf_enumerator_find(d, "ns::C::P", &v));
	assert_int_equal(v, -4);
	assert_false(dwarf_enumerator_find(d, "ns::C::B", &v));
	assert_false(dwarf_enumerator_find(d, "ns::C", &v));
	vec_free(&all);
	dwarf_close(d);
}

/* Types of their own units: in .debug_types, or among the others. */
static void test_things_in_type_units(void **state)
{
	static const char *const flags[] = { "-gdwarf-4", "-gdwarf-5" };
	struct dwarf_things all = { 0 };
	struct dwarf *d;

	binary_write("own.c", "struct own { struct own *next; int v; } own;\n"
		     "int main(void) { return own.v; }\n");
	for (size_t i = 0; i < 2; i++) {
		binary_run("gcc %s -fdebug-types-section -o own own.c",
			   flags[i]);
		d = open_dwarf("own", NULL);
		all.n = 0;
		must(dwarf_things_find(d, "own", &all));
		assert_int_equal(all.n, 2);
		assert_string_equal(dwarf_name(&all.at[0].die), "own");
		assert_int_equal(dwarf_bytesize(&all.at[0].die), 16);
		dwarf_close(d);
	}
	vec_free(&all);
}

/* ---- modules ------------------------------------------------------------ */

/* Not linked: places are what objdump -r says of sections. */
static void test_module(void **state)
{
	const struct elf_section *s;
	struct dwarf_funcs all;
	struct dwarf_line l;
	uint64_t offset, addr;
	struct dwarf *d;

	binary_run("gcc -g -O2 -ffunction-sections -c -o unit.ko first.c");
	d = open_dwarf("unit.ko", NULL);
	all = find(d, "labelled", NULL, 0);
	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].n_bodies, 1);
	addr = dwarf_func_code(d, &all.at[0], 0).entry;
	s = elf_file_section_at(d->debug, addr, &offset);
	assert_string_equal(s->name, ".text.labelled");
	assert_int_equal(offset, 0);
	/* the last of the three lines that begin here, as other tools say */
	assert_true(dwarf_line_at(d, addr, &l));
	assert_int_equal(l.line, 11);
	vec_free(&all);
	dwarf_close(d);
}

/* ---- split functions ---------------------------------------------------- */

static char *split;	/* the path of split.c */

static void check_split(struct dwarf *d, const char *name, size_t n_bodies,
			size_t n_copies)
{
	struct dwarf_funcs all = find(d, name, NULL, 0);

	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].n_bodies, n_bodies);
	assert_int_equal(all.at[0].n_copies, n_copies);
	vec_free(&all);
}

static void no_call_of_itself(struct dwarf *d)
{
	struct dwarf_funcs all = find(d, "inside", NULL, 0);
	struct dwarf_calls calls = { 0 };
	struct dwarf_code code;

	assert_true(get_code(d, &all.at[0], 0, &code));
	dwarf_calls_find(d, &code.die, "*", &calls);
	assert_int_equal(calls.n, 0);
	vec_free(&calls);
	vec_free(&all);
}

/* gcc splits a function: a call is one call, whatever code it runs. */
static void test_split(void **state)
{
	_cleanup_buf_ struct buf out = BUF_INIT;
	struct dwarf *d;

	assert_non_null(split);
	binary_run("gcc -g -O2 -o split %s", split);
	out = binary_output("nm split | grep -c 'outside.part.0\\|"
			    "everywhere.part.0'");
	assert_string_equal(out.p, "2\n");
	d = open_dwarf("split", NULL);
	check_split(d, "outside", 1, 2);
	check_split(d, "everywhere", 0, 2);
	check_split(d, "inside", 1, 2);
	no_call_of_itself(d);
	/* once inside itself, and once inside of that */
	check_split(d, "again", 1, 2);
	dwarf_close(d);
}

/* ---- a shared file ----------------------------------------------------- */

/* Two programs that share what dwz found in both. */
static void test_shared_file(void **state)
{
	struct dwarf_options opt = { .debug_dir = "nowhere" };
	_cleanup_error_ struct sys_error *err = NULL;
	struct dwarf *d;

	if (!binary_try("dwz --version >/dev/null 2>&1")) {
		print_message("no dwz here\n");
		skip();
	}
	binary_run("gcc -g -O2 -o program first.c second.c && "
		   "gcc -g -O2 -DX -o other first.c second.c && "
		   "dwz -m shared program other");
	d = open_dwarf("program", NULL);
	assert_non_null(d->alt);
	check_functions(d);
	check_places(d);
	check_copies(d, false);
	check_inside(d);
	check_rows(d);
	check_questions(d);
	dwarf_close(d);
	/* a file of another build, then none */
	binary_run("g++ -g -O2 -o third plus.cc && cp third fourth && "
		   "dwz -m unlike third fourth && mv unlike shared");
	err = dwarf_open("program", &opt, &d);
	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_WRONG_BUILD_ID);
	sys_error_free(err);
	binary_run("rm shared");
	err = dwarf_open("program", &opt, &d);
	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_NO_DEBUGINFO);
	assert_non_null(strstr(err->text, "shared"));
}

/* Debug files whose directory is elsewhere: so is the one that they share. */
static void test_moved(void **state)
{
	struct dwarf_options opt = { .debug_dir = "moved" };
	struct dwarf *d;
	struct sys_error *err;

	if (!binary_try("dwz --version >/dev/null 2>&1"))
		skip();
	binary_run("gcc -g -O2 -o program first.c second.c && "
		   "gcc -g -O2 -DX -o other first.c second.c && "
		   "mkdir -p moved/.dwz && dwz -m moved/.dwz/shared "
		   "-M /usr/lib/debug/.dwz/shared program other");
	err = dwarf_open("program", &opt, &d);
	assert_null(err);
	assert_non_null(d->alt);
	check_functions(d);
	dwarf_close(d);
}

int main(void)
{
	const char *srcdir = getenv("srcdir");
	char path[PATH_MAX];
	int failed;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms),
		cmocka_unit_test(test_clang),
		cmocka_unit_test(test_qualified_names),
		cmocka_unit_test(test_members_of_clang),
		cmocka_unit_test(test_things),
		cmocka_unit_test(test_nested_things),
		cmocka_unit_test(test_things_in_type_units),
		cmocka_unit_test(test_module),
		cmocka_unit_test(test_split),
		cmocka_unit_test(test_shared_file),
		cmocka_unit_test(test_moved),
	};

	snprintf(path, sizeof(path), "%s/testsuite/guest/split.c",
		 srcdir ? srcdir : ".");
	split = realpath(path, NULL);
	failed = cmocka_run_group_tests(tests, program_setup, binary_teardown);
	free(split);
	return failed;
}
