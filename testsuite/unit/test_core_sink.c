/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The sinks that the formatter writes to: those that cut, flush, and move when they grow.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/core/fmt.h"

#define N(x) STP_NUM(x)
#define S(s) ((struct stp_val){ { .p = (s) }, sizeof(s) - 1 })

static const struct stp_fmt_opts defaults = STP_FMT_OPTS_DEFAULT;

static void test_cut(void **state)
{
	char small[8] = "zzzzzzz";
	struct stp_sink s = { small, 0, 5, false, NULL, NULL };
	struct stp_val v = S("hello, world");

	stp_fmt(&s, "%s!", 3, "s", &v, &defaults);
	assert_int_equal(s.len, 5);
	assert_true(s.cut);
	assert_memory_equal(small, "helloz", 6);
}

static bool flush(struct stp_sink *s, stp_u32 n)
{
	char *to = s->arg;

	memcpy(to + strlen(to), s->p, s->len);
	s->len = 0;
	return true;
}

static void test_flushing_sink(void **state)
{
	char small[4], all[64] = "";
	struct stp_sink s = { small, 0, sizeof(small), false, flush, all };
	struct stp_val v[] = { S("hello, world"), N(-1234567) };

	stp_fmt(&s, "<%15s|%d>", 9, "sn", v, &defaults);
	flush(&s, 0);
	assert_false(s.cut);
	assert_string_equal(all, "<   hello, world|-1234567>");
}

/* However near its end a sink is: the same bytes, cut or flushed. */
static void test_every_size(void **state)
{
	const char *text = "%d|%d of %s\n%d%%";
	const char *all = "-9223372036854775808|99 of some words\n100%";
	struct stp_val v[] = { N(INT64_MIN), N(99), S("some words"), N(100) };
	char small[64], flushed[128];

	for (stp_u32 cap = 0; cap < sizeof(small) - 1; cap++) {
		struct stp_sink s = { small, 0, cap, false, NULL, NULL };
		stp_u32 want = cap < strlen(all) ? cap : (stp_u32)strlen(all);

		memset(small, 'z', sizeof(small));
		stp_fmt(&s, text, strlen(text), "nnsn", v, &defaults);
		assert_int_equal(s.len, want);
		assert_memory_equal(small, all, want);
		assert_int_equal(s.cut, want < strlen(all));
		assert_int_equal(small[cap], 'z');

		memset(flushed, 0, sizeof(flushed));
		s = (struct stp_sink){ small, 0, cap + 1, false, flush,
				       flushed };
		stp_fmt(&s, text, strlen(text), "nnsn", v, &defaults);
		flush(&s, 0);
		assert_string_equal(flushed, all);
	}
}

/* ---- a sink that moves -------------------------------------------------- */

enum { LOW = 1024, HIGH = 65536 };

/* The sink grows from the high part of this memory to the low one. */
static char memory[HIGH + 512];

static bool move_down(struct stp_sink *s, stp_u32 n)
{
	if (s->p == memory || n > LOW - s->len)
		return false;
	memcpy(memory, s->p, s->len);
	s->p = memory;
	s->cap = LOW;
	return true;
}

/* After a string for which the sink moved to a lower address, the rest of the format stays
 * in its room. */
static void test_moving_sink(void **state)
{
	static char text[4096], strings[511];
	struct stp_sink s = { memory + HIGH, 0, 512, false, move_down, NULL };
	struct stp_val v[] = { { { .p = strings }, 400 },
			       { { .p = strings }, 511 } };

	memset(strings, 's', sizeof(strings));
	memset(text, 't', sizeof(text));
	memcpy(text, "%s%s", 4);
	memset(memory, 'z', sizeof(memory));
	stp_fmt(&s, text, sizeof(text), "ss", v, &defaults);
	assert_ptr_equal(s.p, memory);
	assert_int_equal(s.len, LOW);
	assert_true(s.cut);
	assert_memory_equal(memory + 905, "sssssstttttt", 12);
	assert_int_equal(memory[LOW], 'z');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_flushing_sink),
		cmocka_unit_test(test_every_size),
		cmocka_unit_test(test_moving_sink),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
