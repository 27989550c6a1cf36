/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Floating-point arithmetic by hand, against the machine's own: the numbers
 * that are special with each other, and random ones, among them such that are
 * near to each other.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/core/fn.h"

#define N_RANDOM 200000

static uint64_t state = 88172645463325252ull;

static uint64_t random_bits(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static double as_double(uint64_t bits)
{
	double d;

	memcpy(&d, &bits, sizeof(d));
	return d;
}

static uint64_t as_bits(double d)
{
	uint64_t bits;

	memcpy(&bits, &d, sizeof(bits));
	return bits;
}

static const uint64_t special[] = {
	0, 1, 2, 0x000fffffffffffff, 0x0010000000000000, 0x0010000000000001,
	0x3fefffffffffffff, 0x3ff0000000000000, 0x3ff0000000000001,
	0x3ff8000000000000, 0x4000000000000000, 0x4008000000000000,
	0x433fffffffffffff, 0x4340000000000000, 0x43e0000000000000,
	0x7fe0000000000000, 0x7fefffffffffffff, 0x7ff0000000000000,
	0x7ff8000000000000,
};
#define N_SPECIAL (sizeof(special) / sizeof(special[0]))

static void same(const char *what, uint64_t a, uint64_t b, double want,
		 stp_s64 got)
{
	if (isnan(want) ? isnan(as_double(got)) : as_bits(want) == (uint64_t)got)
		return;
	fail_msg("%s(%016llx, %016llx): %016llx, not %016llx", what,
		 (unsigned long long)a, (unsigned long long)b,
		 (unsigned long long)as_bits(want), (unsigned long long)got);
}

static void two(uint64_t a, uint64_t b)
{
	double x = as_double(a), y = as_double(b);

	same("add", a, b, x + y, stp_fn_fp_add(NULL, a, b));
	same("sub", a, b, x - y, stp_fn_fp_sub(NULL, a, b));
	same("mul", a, b, x * y, stp_fn_fp_mul(NULL, a, b));
	same("div", a, b, x / y, stp_fn_fp_div(NULL, a, b));
	same("rem", a, b, remainder(x, y), stp_fn_fp_rem(NULL, a, b));
	assert_int_equal(stp_fn_fp_eq(NULL, a, b), x == y);
	assert_int_equal(stp_fn_fp_le(NULL, a, b), x <= y);
	assert_int_equal(stp_fn_fp_lt(NULL, a, b), x < y);
}

static void one(uint64_t a)
{
	same("sqrt", a, 0, sqrt(as_double(a)), stp_fn_fp_sqrt(NULL, a));
}

static void test_special(void **unused)
{
	for (size_t i = 0; i < 2 * N_SPECIAL; i++) {
		uint64_t a = special[i / 2] | (uint64_t)(i & 1) << 63;

		one(a);
		for (size_t k = 0; k < 2 * N_SPECIAL; k++)
			two(a, special[k / 2] | (uint64_t)(k & 1) << 63);
	}
}

static void test_random(void **unused)
{
	for (int i = 0; i < N_RANDOM; i++) {
		uint64_t a = random_bits(), b = random_bits();

		if (i & 1)	/* exponents that are near to each other */
			b = (b & ~(0x7c0ull << 52)) | (a & 0x7c0ull << 52);
		two(a, b);
		one(a);
	}
}

static void test_whole_numbers(void **unused)
{
	for (int i = 0; i < N_RANDOM; i++) {
		int64_t v = (int64_t)random_bits() >> (i & 63);
		double d = (double)v / 8;
		stp_s64 bits = (stp_s64)as_bits(d);

		assert_int_equal(stp_fn_long_to_fp(NULL, v),
				 as_bits((double)v));
		assert_int_equal(stp_fn_fp_to_long(NULL, bits, 0, 0),
				 (int64_t)nearbyint(d));
		assert_int_equal(stp_fn_fp_to_long(NULL, bits, 1, 0),
				 (int64_t)trunc(d));
		assert_int_equal(stp_fn_fp_to_long(NULL, bits, 2, 0),
				 (int64_t)floor(d));
		assert_int_equal(stp_fn_fp_to_long(NULL, bits, 3, 0),
				 (int64_t)ceil(d));
		assert_int_equal(stp_fn_fp_to_long(NULL, bits, 4, 0),
				 (int64_t)round(d));
	}
	assert_int_equal(stp_fn_fp_to_long(NULL, as_bits(1e300), 0, 0),
			 INT64_MAX);
	assert_int_equal(stp_fn_fp_to_long(NULL, as_bits(-1e300), 0, 0),
			 INT64_MIN);
	assert_int_equal(stp_fn_fp_to_long(NULL, as_bits(0x1p-70), 3, 0), 1);
	assert_int_equal(stp_fn_fp_to_long(NULL, as_bits(2.5), 6, 0), 3);
	assert_int_equal(stp_fn_fp_to_long(NULL, as_bits(3.5), 6, 0), 3);
}

static void test_from_32_bits(void **unused)
{
	for (int i = 0; i < N_RANDOM; i++) {
		uint32_t bits = (uint32_t)random_bits();
		float f;

		if (i < 1000)
			bits &= 0x807fffff;	/* smaller than normal */
		memcpy(&f, &bits, sizeof(f));
		same("fp32", bits, 0, f, stp_fn_fp32_to_fp64(NULL, bits));
	}
}

static void shows(double d, int n)
{
	char want[512], got[512];
	struct stp_str s;

	if (isnan(d))
		strcpy(want, "NaN");
	else if (isinf(d))
		strcpy(want, d < 0 ? "-Infinity" : "Infinity");
	else
		snprintf(want, sizeof(want), "%.*f", n, d);
	s = stp_fn_fp_to_string(NULL, (struct stp_slot){ .p = got, .cap = 511 },
				(stp_s64)as_bits(d), n);
	assert_string_equal(want, got);
	assert_int_equal(s.len, strlen(got));
}

static void test_to_text(void **unused)
{
	for (size_t i = 0; i < N_SPECIAL; i++)
		for (int n = 0; n <= 100; n += 20)
			shows(as_double(special[i]), n);
	for (int i = 0; i < 4000; i++)
		shows(as_double(random_bits()), i % 30);
	shows(2.5, 0);
	shows(3.5, 0);
	shows(-0.125, 2);
	shows(999.9996, 3);
}

static void shows_short(double d)
{
	char want[64], got[64];
	struct stp_str s;

	snprintf(want, sizeof(want), "%g", d);
	s = stp_fn_fp_short(NULL, (struct stp_slot){ .p = got, .cap = 13 },
			    (stp_s64)as_bits(d));
	assert_string_equal(isnan(d) ? "nan" : want, got);
	assert_int_equal(s.len, strlen(got));
}

/* As C's own %g, which rounds the exact value, too. */
static void test_to_short_text(void **unused)
{
	static const double some[] = {
		1, 0.5, 2.5, 1e5, 1e6, 999999.5, 999999.4, 123456.5, 123457.5,
		1e-4, 1e-5, 0.00099999949, 1e100, -1e-308, 4.9e-324, 1e22,
		100000, 1234565, 12345650, 0.1, 1.0 / 3, 1e15, 3.25, -0.0,
	};

	for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++)
		shows_short(some[i]);
	for (size_t i = 0; i < N_SPECIAL; i++)
		shows_short(as_double(special[i]));
	for (int i = 0; i < 20000; i++)
		shows_short(as_double(random_bits()));
	for (int i = 0; i < 20000; i++)
		shows_short((double)(int32_t)random_bits() / (1 << (i & 15)));
	for (int i = 0; i < 20000; i++)
		shows_short((double)(random_bits() % 100000000) / 10);
}

static void shows_long(uint64_t frac, unsigned high)
{
	union {
		long double v;
		struct {
			uint64_t frac;
			uint16_t high;
		};
	} x = { .v = 0 };
	char want[64], got[64];
	struct stp_str s;

	x.frac = frac;
	x.high = (uint16_t)high;
	snprintf(want, sizeof(want), "%Lg", x.v);
	s = stp_fn_fp_long_short(NULL, (struct stp_slot){ .p = got, .cap = 15 },
				 (stp_s64)frac, high);
	assert_string_equal(isnan(x.v) ? "nan" : want, got);
	assert_int_equal(s.len, strlen(got));
}

static void test_to_short_text_of_80_bits(void **unused)
{
	const uint64_t top = 1ull << 63;
	static const unsigned some[] = {
		1, 2, 0x3fff, 0x4000, 0x7ffe, 0x3fff - 901, 0x3fff + 901,
		0xbfff, 0x8001, 0xfffe, 0x3ffe, 0x4011,
	};

	for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++) {
		shows_long(top, some[i]);
		shows_long(~0ull, some[i]);
		shows_long(top | random_bits(), some[i]);
	}
	shows_long(0, 0);
	shows_long(0, 0x8000);
	shows_long(1, 0);
	shows_long(1000, 0);
	shows_long(top, 0x7fff);
	shows_long(top, 0xffff);
	shows_long(top | 1ull << 62, 0x7fff);
	for (int i = 0; i < 20000; i++)
		shows_long(top | random_bits(), 1 + (unsigned)random_bits() % 0x7ffe);
	for (int i = 0; i < 20000; i++)
		shows_long(top | random_bits(), 0x3fff - 100 + i % 200);
}

static void reads(const char *text)
{
	struct stp_str s = { text, (stp_u32)strlen(text) };

	same(text, 0, 0, strtod(text, NULL), stp_fn_string_to_fp(NULL, s));
}

static void test_from_text(void **unused)
{
	static const char *const texts[] = {
		"0", "-0.0", "1", "3.14", "-3.14", "0.1", "1e5", "2.5E-3",
		"123456789012345678", "9007199254740993", "0.000001", "1e400",
		"1e-400", ".5", "5.", "1e22", "1e23", "1e-5", " 7", "+7",
		"1e308", "4.9e-324", "100000000000000000000",
	};
	char text[64];

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		reads(texts[i]);
	for (int i = 0; i < N_RANDOM / 4; i++) {
		snprintf(text, sizeof(text), "%.*e", i % 18,
			 (double)(int64_t)random_bits() /
				 (double)(1ull << (i & 31)));
		reads(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_special),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_whole_numbers),
		cmocka_unit_test(test_from_32_bits),
		cmocka_unit_test(test_to_text),
		cmocka_unit_test(test_to_short_text),
		cmocka_unit_test(test_to_short_text_of_80_bits),
		cmocka_unit_test(test_from_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
