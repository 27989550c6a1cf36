/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Addresses and stacks as text, and the table of symbols that readers keep.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "runtime/core/symtab.h"

static char out[4096];

static struct stp_symtab *table(void)
{
	struct stp_symtab *t = calloc(1, sizeof(*t));

	assert_non_null(t);
	return t;
}

static void know(struct stp_symtab *t, stp_u64 addr, const char *text)
{
	stp_symtab_put(t, addr, text, (stp_u32)strlen(text));
}

static const char *show(struct stp_symtab *t, const char *text,
			const char *kinds, const struct stp_val *v)
{
	struct stp_fmt_opts opts = STP_FMT_OPTS_DEFAULT;
	struct stp_sink s = { out, 0, sizeof(out) - 1, false, NULL, NULL };

	if (t)
		stp_symtab_use(t, &opts);
	stp_fmt(&s, text, (stp_u32)strlen(text), kinds, v, &opts);
	out[s.len] = 0;
	return out;
}

#define STACK(...)                                                             \
	((struct stp_val){ { .p = (const char *)(stp_u64[]){ __VA_ARGS__ } },  \
			   sizeof((stp_u64[]){ __VA_ARGS__ }) })

/* ---- text --------------------------------------------------------------- */

static void test_addresses(void **state)
{
	struct stp_symtab *t = table();

	know(t, 0x1000, "one+0x0/0x20");
	know(t, 0x1012, "one+0x12/0x20 [mod]");
	know(t, 0x2000, "");
	assert_string_equal(show(t, "[%k]", "k", &STP_NUM(0x1000)), "[one]");
	assert_string_equal(show(t, "%K", "k", &STP_NUM(0x1000)),
			    "one+0x0/0x20 [kernel]");
	assert_string_equal(show(t, "%K", "k", &STP_NUM(0x1012)),
			    "one+0x12/0x20 [mod]");
	assert_string_equal(show(t, "%k", "k", &STP_NUM(0x2000)), "0x2000");
	assert_string_equal(show(t, "%K", "k", &STP_NUM(0x3000)), "0x3000");
	assert_string_equal(show(NULL, "%k", "k", &STP_NUM(0)), "0x0");
	know(t, 0x4000, "three+0x0/0x9 [/bin/x] 0x4000 ab12 77");
	know(t, 0x4001, "three+0x1/0x9 [/bin/x] 0x4001 - 77");
	assert_string_equal(show(t, "%I", "k", &STP_NUM(0x4000)), "ab12");
	assert_string_equal(show(t, "%I", "k", &STP_NUM(0x4001)), "");
	assert_string_equal(show(t, "%I", "k", &STP_NUM(0x1012)), "");
	assert_string_equal(show(t, "%I", "k", &STP_NUM(0x3000)), "");
	assert_string_equal(show(t, "%k", "n", &STP_NUM(0x1000)), "?");
	free(t);
}

/* All addresses but the first follow a call, which may be the last of its
 * function: they are looked up one byte before. */
static void test_stacks(void **state)
{
	struct stp_symtab *t = table();
	struct stp_val v = STACK(0x1000, 0x1020, 0x5000), none = { { 0 }, 0 };

	know(t, 0x1000, "one+0x0/0x20");
	know(t, 0x101f, "one+0x1f/0x20 [mod]");
	know(t, 0x1020, "two+0x0/0x20 [mod]");
	assert_string_equal(show(t, "%h", "K", &v), "0x1000 0x1020 0x5000");
	assert_string_equal(show(t, "%L", "K", &v),
			    "one+0x0 [kernel]\none+0x20 [mod]\n0x5000\n");
	assert_string_equal(show(t, "%B", "K", &v),
			    " 0x1000 : one+0x0/0x20 [kernel]\n"
			    " 0x1020 : one+0x20/0x20 [mod]\n 0x5000\n");
	none.p = "";
	assert_string_equal(show(t, "[%h%L%B]", "KKK",
				 (struct stp_val[]){ none, none, none }),
			    "[]");
	v.len = 15;	/* half an address is none */
	assert_string_equal(show(t, "%h", "K", &v), "0x1000");
	free(t);
}

static void test_returns(void **state)
{
	struct stp_symtab *t = table();
	struct stp_val v = STACK(STP_STACK_RETURN, 0x1000, 0x2010, 0x3010);

	know(t, 0x1000, "returns+0x0/0x20");
	know(t, 0x200f, "calls+0xf/0x20");
	know(t, 0x300f, "main+0xf/0x20");
	assert_string_equal(show(t, "%h", "K", &v), "0x2010 0x3010");
	assert_string_equal(show(t, "%L", "K", &v),
			    "calls+0x10 [kernel]\nmain+0x10 [kernel]\n");
	assert_string_equal(show(t, "%B", "K", &v),
			    "Returning from:  0x1000 : returns+0x0/0x20 "
			    "[kernel]\nReturning to  :  0x2010 : calls+0x10/0x20 "
			    "[kernel]\n 0x3010 : main+0x10/0x20 [kernel]\n");
	free(t);
}

/* Addresses of programs are shown as they are, and known by their space; what
 * a signal has interrupted is not after a call; the last word says why. */
static void test_programs(void **state)
{
	struct stp_symtab *t = table();
	stp_u64 one = stp_addr_in(1, 0x1000), two = stp_addr_in(2, 0x1000);
	stp_u64 lost = stp_addr_in(0, 0x1000);
	struct stp_val v = STACK(one, one + 0x20, two | STP_ADDR_EXACT,
				 STP_ADDR_END | STP_STACK_UNREADABLE);
	struct stp_val kernel = STP_NUM(0xffffffff81000000ll);

	know(t, one, "main+0x0/0x20 [/bin/a]");
	know(t, one + 0x1f, "main+0x1f/0x20 [/bin/a]");
	know(t, two | STP_ADDR_EXACT, "+0x1000/0x5000 [/lib/b.so]");
	assert_string_equal(show(t, "%h", "K", &v), "0x1000 0x1020 0x1000");
	assert_string_equal(show(t, "%B", "K", &v),
			    " 0x1000 : main+0x0/0x20 [/bin/a]\n"
			    " 0x1020 : main+0x20/0x20 [/bin/a]\n"
			    " 0x1000 : [/lib/b.so+0x1000/0x5000]\n"
			    " (the stack continues: the memory of the stack is "
			    "not present)\n");
	assert_string_equal(show(t, "%B", "K", &STACK(lost)),
			    " 0x1000 : [module?+0x1000]\n");
	assert_string_equal(show(t, "%e", "K", &STACK(lost)),
			    "[module?+0x1000]\n");
	assert_string_equal(show(t, "%K", "k", &STP_NUM((stp_s64)lost)),
			    "0x1000");
	assert_string_equal(show(t, "%e", "K", &v),
			    "main+0x0\n"
			    "main+0x20\n"
			    "[/lib/b.so+0x1000/0x5000]\n"
			    " (the stack continues: the memory of the stack is "
			    "not present)\n");
	assert_string_equal(show(t, "%v", "k", &STP_NUM(one)), "a");
	assert_string_equal(show(t, "%k", "k", &STP_NUM(two)), "0x1000");
	assert_false(stp_addr_is_user(kernel.n));
	assert_true(stp_addr_in(1, kernel.n) == (stp_u64)kernel.n);
	free(t);
}

/* ---- source lines ------------------------------------------------------- */

static struct stp_str line_of(void *arg, stp_u64 addr, struct stp_str symbol)
{
	++*(int *)arg;
	if (addr == 0x1000)
		return STP_LIT("a/b:c.c:17");
	return addr == 0x1011 ? STP_LIT("d.c:4") : (struct stp_str){ "", 0 };
}

static const char *show_lines(struct stp_symtab *t, int *asked,
			      const char *text, const char *kinds,
			      const struct stp_val *v)
{
	struct stp_fmt_opts opts = STP_FMT_OPTS_DEFAULT;
	struct stp_sink s = { out, 0, sizeof(out) - 1, false, NULL, NULL };

	stp_symtab_use(t, &opts);
	opts.line = line_of;
	opts.line_arg = asked;
	stp_fmt(&s, text, (stp_u32)strlen(text), kinds, v, &opts);
	out[s.len] = 0;
	return out;
}

static void test_lines(void **state)
{
	const struct stp_val three[] = { STP_NUM(0x1000), STP_NUM(0x1000),
					 STP_NUM(0x1000) };
	struct stp_val v = STACK(0x1000, 0x1012, 0x2011, 0x5001);
	struct stp_symtab *t = table();
	int asked = 0;

	know(t, 0x1000, "one+0x0/0x20");
	know(t, 0x1011, "one+0x11/0x20 [mod]");
	know(t, 0x2010, "two+0x10/0x20");
	assert_string_equal(show_lines(t, &asked, "%f %n %F", "kkk", three),
			    "a/b:c.c 17 a/b:c.c:17");
	assert_int_equal(asked, 3);
	/* a line that nobody knows, a symbol that nobody knows */
	assert_string_equal(show_lines(t, &asked, "%F", "k",
				       &STP_NUM(0x2010)), "two+0x10");
	assert_string_equal(show_lines(t, &asked, "%n", "k",
				       &STP_NUM(0x3000)), "0x3000");
	assert_string_equal(show(t, "%f %n %F", "kkk", three),
			    "one+0x0 one+0x0 one+0x0");
	assert_string_equal(show_lines(t, &asked, "%A", "K", &v),
			    " 0x1000 : one+0x0/0x20 at a/b:c.c:17 [kernel]\n"
			    " 0x1012 : one+0x12/0x20 at d.c:4 [mod]\n"
			    " 0x2011 : two+0x11/0x20 [kernel]\n 0x5001\n");
	asked = 0;
	show_lines(t, &asked, "%B%L", "KK", (struct stp_val[]){ v, v });
	show_lines(t, &asked, "%k%K", "kk", three);
	assert_int_equal(asked, 0);
	v = (struct stp_val)STACK(STP_STACK_RETURN, 0x1000, 0x1012);
	assert_string_equal(show_lines(t, &asked, "%A", "K", &v),
			    "Returning from:  0x1000 : one+0x0/0x20 at "
			    "a/b:c.c:17 [kernel]\nReturning to  :  0x1012 : "
			    "one+0x12/0x20 at d.c:4 [mod]\n");
	free(t);
}

/* Nobody vouches for the words of a record. */
static void test_broken_words(void **state)
{
	static const char *const words[] = {
		"+", "a", "a+", "a+/", "a+0x/0x", "a+0x1/", "+0x1/0x2 [",
		"a+0xg/0x2 []", "/", "[", "a+0x1/0x2 [mod",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		struct stp_symtab *t = table();

		know(t, 0x10, words[i]);
		show(t, "%F", "k", &STP_NUM(0x10));
		show(t, "%k %K", "kk", (struct stp_val[]){ STP_NUM(0x10),
							   STP_NUM(0x10) });
		free(t);
	}
}

/* ---- the table ---------------------------------------------------------- */

static stp_u32 n_known(struct stp_symtab *t, stp_u64 from, stp_u64 to)
{
	stp_u32 n = 0;

	for (stp_u64 addr = from; addr < to; addr++)
		n += stp_symtab_has(t, addr);
	return n;
}

/* A full table forgets something, and the newest of it stay. */
static void test_table(void **state)
{
	const stp_u32 all = STP_SYMTAB_SETS * STP_SYMTAB_WAYS;
	struct stp_symtab *t = table();
	char long_text[STP_WORDS_MAX + 10];

	assert_false(stp_symtab_has(t, 0));
	for (stp_u64 addr = 0; addr < 4 * all; addr++) {
		know(t, addr, "a+0x0/0x1");
		assert_true(stp_symtab_has(t, addr));
	}
	assert_true(n_known(t, 0, 4 * all) <= all);
	assert_true(n_known(t, 4 * all - 64, 4 * all) == 64);
	know(t, 7, "b+0x0/0x1");
	know(t, 7, "c+0x0/0x1");
	assert_string_equal(show(t, "%k", "k", &STP_NUM(7)), "c");
	memset(long_text, 'x', sizeof(long_text));
	stp_symtab_put(t, 8, long_text, sizeof(long_text));
	assert_string_equal(show(t, "%k", "k", &STP_NUM(8)), "0x8");
	free(t);
}

/* ---- names that are shown in another way -------------------------------- */

static struct stp_str other_name(void *arg, struct stp_str name)
{
	static char text[64];

	return (struct stp_str){ text, (stp_u32)snprintf(text, sizeof(text),
							 "%s<%.*s>",
							 (char *)arg,
							 (int)name.len,
							 name.p) };
}

/* operator+= and operator+ contain what follows names. */
static void test_names(void **state)
{
	struct stp_fmt_opts opts = STP_FMT_OPTS_DEFAULT;
	struct stp_sink s = { out, 0, sizeof(out) - 1, false, NULL, NULL };
	struct stp_symtab *t = table();
	struct stp_val v[] = { STP_NUM(0x1000), STP_NUM(0x2000),
			       STP_NUM(0x3000) };

	know(t, 0x1000, "operator+=+0x12/0x20 [/bin/x]");
	know(t, 0x2000, "operator++0x1/0x20 [/bin/x]");
	know(t, 0x3000, "+0x1/0x20 [/bin/x]");
	assert_string_equal(show(t, "%k|%K|%k", "kkk", v),
			    "operator+=|operator++0x1/0x20 [/bin/x]|0x3000");
	stp_symtab_use(t, &opts);
	opts.name = other_name;
	opts.name_arg = "name";
	stp_fmt(&s, "%k|%K|%k", 8, "kkk", v, &opts);
	out[s.len] = 0;
	assert_string_equal(out, "name<operator+=>|name<operator+>+0x1/0x20 "
				 "[/bin/x]|0x3000");
	free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_stacks),
		cmocka_unit_test(test_programs),
		cmocka_unit_test(test_returns),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_broken_words),
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
