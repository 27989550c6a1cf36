/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "testsuite/unit/test_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/error.h"
#include "testsuite/unit/test_binary.h"

static const char header[] =
	"extern volatile int sink;\n"
	"static inline __attribute__((always_inline)) int twice(int x)\n"
	"{\n"
	"	sink += x;\n"
	"	return 2 * x;\n"
	"}\n";

static const char first_unit[] =
	"#include \"inc/twice.h\"\n"
	"int second(int n);\n"
	"volatile int sink;\n"
	"__attribute__((noinline)) static int same_name(int n)\n"
	"{\n"
	"	return twice(n) + 1;\n"		/* line 6 */
	"}\n"
	"__attribute__((noinline)) int labelled(int n)\n"
	"{\n"
	"again:\n"				/* line 10 */
	"	if (sink++ < n)\n"
	"		goto again;\n"
	"	return same_name(n);\n"
	"}\n"
	"\n"					/* nothing here */
	"\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"	return labelled(argc) + second(argc) + twice(argc);\n"
	"}\n";

static const char second_unit[] =
	"#include \"inc/twice.h\"\n"
	"__attribute__((noinline)) static int same_name(int n)\n"
	"{\n"
	"	return twice(n) * 5 + twice(n + 1);\n"
	"}\n"
	"int second(int n) { return same_name(n); }\n";

static const char plus_plus[] =
	"namespace ns {\n"
	"namespace {\n"
	"__attribute__((noinline)) int hidden(int x) { return x * 3; }\n"
	"}\n"
	"template <class T> struct box {\n"
	"	T v;\n"
	"	__attribute__((noinline)) T get(int k) { return v * k; }\n"
	"	__attribute__((noinline)) static int count(int);\n"
	"};\n"
	"template <class T> int box<T>::count(int x)\n"
	"{\n"
	"	return hidden(x) + 1;\n"
	"}\n"
	"}\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"	ns::box<int> b = { argc };\n"
	"	return b.get(argc) + ns::box<int>::count(argc);\n"
	"}\n";

int program_setup(void **state)
{
	if (binary_setup(state))
		return -1;
	binary_run("mkdir -p inc");
	binary_write("inc/twice.h", header);
	binary_write("first.c", first_unit);
	binary_write("second.c", second_unit);
	binary_write("plus.cc", plus_plus);
	return 0;
}

void compile(const char *compiler, const char *flags)
{
	binary_run("rm -f *.dwo program && %s %s -c -o first.o first.c && "
		   "%s %s -c -o second.o second.c && "
		   "%s %s -o program first.o second.o", compiler, flags,
		   compiler, flags, compiler, flags);
}

struct dwarf *open_dwarf(const char *path, const char *index_dir)
{
	struct dwarf_options opt = { .index_dir = index_dir };
	struct dwarf *d;
	struct sys_error *err = dwarf_open(path, &opt, &d);

	if (err)
		fail_msg("%s", err->text);
	return d;
}

void must(struct sys_error *err)
{
	if (err)
		fail_msg("%s", err->text);
}

const struct dwarf_index *index_of(struct dwarf *d)
{
	const struct dwarf_index *ix;

	must(dwarf_index_get(d, &ix));
	return ix;
}

struct dwarf_funcs find(struct dwarf *d, const char *name, const char *file,
			unsigned line)
{
	struct dwarf_funcs all = { 0 };

	must(dwarf_funcs_find(d, name, file, line, &all));
	return all;
}
