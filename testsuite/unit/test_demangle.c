/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * base: names of C++ and Rust, as c++filt and the rules of both have them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/demangle.h"

static const struct {
	const char *name, *want;	/* NULL: it is no such name */
} names[] = {
	{ "_ZNK6shapes6square4areaEi", "shapes::square::area" },
	{ "_Z5twiceIiET_S0_", "twice<int>" },
	{ "_ZN1ApLERKS_", "A::operator+=" },
	{ "_ZNSt6vectorIiSaIiEE9push_backEOi",
	  "std::vector<int, std::allocator<int> >::push_back" },
	/* Rust, the older way: the hash is left out */
	{ "_ZN4rust6shapes6Square4grow17h0123456789abcdefE",
	  "rust::shapes::Square::grow" },
	{ "_ZN43_$LT$rust..Square$u20$as$u20$rust..Area$GT$4area"
	  "17h0123456789abcdefE", "<rust::Square as rust::Area>::area" },
	/* and the newer one */
	{ "_RNvCs15kBYyAo9fc_4rust4look", "rust::look" },
	{ "_RNvXs_Cs15kBYyAo9fc_4rustNtB4_6SquareNtB4_4Area4area",
	  "<rust::Square as rust::Area>::area" },
	{ "main", NULL },
	{ "", NULL },
	{ "_", NULL },
	{ "_Z", NULL },
	{ "_R", NULL },
	{ "_Zoo", "operator||" },
	{ "_RoadRunner", NULL },
	{ "_ZN999999999999999999999E", NULL },
	{ "_RNvCs15kBYyAo9fc_4rust9look", NULL },
};

static void test_names(void **state)
{
	char text[256];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t n = demangle(names[i].name, text, sizeof(text));

		if (!names[i].want) {
			assert_int_equal(n, 0);
			continue;
		}
		assert_int_equal(n, strlen(names[i].want));
		assert_string_equal(text, names[i].want);
	}
}

/* What does not fit is not cut: it would be another name. */
static void test_room(void **state)
{
	char text[32] = "untouched";

	assert_int_equal(demangle("_ZN1a1bEv", text, 5), 4);
	assert_string_equal(text, "a::b");
	assert_int_equal(demangle("_ZN1a1bEv", text, 4), 0);
	assert_int_equal(demangle("_ZN1a1bEv", text, 0), 0);
}

/* Pointers to pointers to ..., and back references that double each time. */
static void test_hostile(void **state)
{
	static char name[100000], text[100];

	memset(name, 'P', sizeof(name) - 1);
	memcpy(name, "_Z1f", 4);
	memcpy(name + sizeof(name) - 2, "i", 1);
	assert_true(demangle(name, text, sizeof(text)) <= 1);
	memset(name, 'R', sizeof(name) - 1);
	memcpy(name, "_RIC1a", 6);
	assert_int_equal(demangle(name, text, sizeof(text)), 0);
	assert_int_equal(demangle("_RMC0TTTTTTTTTTTTTTTTp_pB6_B5_B4_B3_B2_EEEEEE",
				  text, sizeof(text)), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_room),
		cmocka_unit_test(test_hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
