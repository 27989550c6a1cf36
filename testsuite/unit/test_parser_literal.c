/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Spelling of numbers and strings, both ways.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/escape.h"
#include "parser/literal.h"

static void numbers(void **state)
{
	static const struct {
		const char *text;
		bool good;
		int64_t value;
	} t[] = {
		{ "0", true, 0 },
		{ "00", true, 0 },
		{ "10", true, 10 },
		{ "010", true, 8 },
		{ "0x10", true, 16 },
		{ "0XaF", true, 175 },
		{ "9223372036854775807", true, INT64_MAX },
		{ "9223372036854775808", true, INT64_MIN },
		{ "18446744073709551615", true, -1 },
		{ "0xffffffffffffffff", true, -1 },
		{ "01777777777777777777777", true, -1 },
		{ "18446744073709551616", false, 0 },
		{ "0x10000000000000000", false, 0 },
		{ "02000000000000000000000", false, 0 },
		{ "99999999999999999999999999", false, 0 },
		{ "0x", false, 0 },
		{ "08", false, 0 },
		{ "1a", false, 0 },
		{ "0xg", false, 0 },
		{ "1L", false, 0 },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
		int64_t value = 0;

		if (literal_number(t[i].text, strlen(t[i].text), &value) !=
		    t[i].good)
			fail_msg("%s", t[i].text);
		assert_int_equal(value, t[i].value);
	}
}

static void escapes(void **state)
{
	static const struct {
		const char *text;
		const char *bytes;
		size_t n;
	} t[] = {
		{ "", "", 0 },
		{ "abc", "abc", 3 },
		{ "\\a\\b\\t\\n\\v\\f\\r", "\a\b\t\n\v\f\r", 7 },
		{ "\\\\ \\\" \\' \\q", "\\ \" ' q", 7 },
		{ "\\0", "\0", 1 },
		{ "a\\0b", "a\0b", 3 },
		{ "\\101\\7\\08", "A\a\0" "8", 4 },
		{ "\\1234", "S4", 2 },
		{ "\\777", "\xff", 1 },
		{ "\\x41", "A", 1 },
		{ "\\x41B", "AB", 2 },
		{ "\\xfg", "\x0f" "g", 2 },
		{ "\\xz", "xz", 2 },
		{ "\\x", "x", 1 },
		{ "end\\", "end\\", 4 },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
		_cleanup_buf_ struct buf b = BUF_INIT;

		escape_decode(&b, t[i].text, strlen(t[i].text), true);
		if (b.n != t[i].n || memcmp(b.p, t[i].bytes, b.n))
			fail_msg("%s", t[i].text);
	}
}

static void hex_is_newer_than_2_3(void **state)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	escape_decode(&b, "\\x41", 4, false);
	assert_string_equal(b.p, "x41");
}

static void quoting_is_undone_by_decoding(void **state)
{
	_cleanup_buf_ struct buf quoted = BUF_INIT, back = BUF_INIT;
	char all[512];

	for (size_t i = 0; i < 256; i++) {
		all[2 * i] = (char)i;
		all[2 * i + 1] = '1';	/* must not join an octal escape */
	}
	literal_quote(&quoted, all, sizeof(all));
	assert_null(memchr(quoted.p, '\n', quoted.n));
	escape_decode(&back, quoted.p + 1, quoted.n - 2, true);
	assert_int_equal(back.n, sizeof(all));
	assert_memory_equal(back.p, all, sizeof(all));
}

static void quoting_is_readable(void **state)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	literal_quote(&b, "a\"b\\c\n\x1b\xc3\xa4", 9);
	assert_string_equal(b.p, "\"a\\\"b\\\\c\\n\\033\xc3\xa4\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(escapes),
		cmocka_unit_test(hex_is_newer_than_2_3),
		cmocka_unit_test(quoting_is_undone_by_decoding),
		cmocka_unit_test(quoting_is_readable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
