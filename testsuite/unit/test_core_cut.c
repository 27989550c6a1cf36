/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Formats that are cut: which ones are, that they look as the formatter makes
 * them, in a sink of any size, and that a wrong length is still refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "runtime/core/record.h"
#include "testsuite/unit/blob_make.h"

#define MIN ((stp_s64)(1ull << 63))

static const struct {
	const char *text, *kinds;
	bool is_cut;
	stp_s64 args[3];
	const char *shown;
} table[] = {
	{ "%d %d\n", "nn", true, { 4711, -7 }, "4711 -7\n" },
	{ "%d", "n", true, { 0 }, "0" },
	{ "%d%d%d", "nnn", true, { 9, 10, 99 }, "91099" },
	{ "%i.%ld", "nn", true, { 100, 999 }, "100.999" },
	{ "%d,%d,%d", "nnn", true, { 1000, 1009, 9999 }, "1000,1009,9999" },
	{ "%d %d", "nn", true, { 10000, -12345678 }, "10000 -12345678" },
	{ "%d", "n", true, { MIN }, "-9223372036854775808" },
	{ "%d", "n", true, { ~MIN }, "9223372036854775807" },
	{ "nothing but words\n", "", true, { 0 }, "nothing but words\n" },
	{ "exactly sixteen!%d", "n", true, { 5 }, "exactly sixteen!5" },
	{ "%d and seventeen..%d", "nn", true, { 1, 2 },
	  "1 and seventeen..2" },
	{ "%d%%%d 100%", "nn", true, { 5, 6 }, "5%6 100%" },
	{ "%5d", "n", false, { 5 }, "    5" },
	{ "%-d", "n", false, { 5 }, "5" },
	{ "%+d", "n", false, { 5 }, "+5" },
	{ "% d", "n", false, { 5 }, " 5" },
	{ "%.2d", "n", false, { 5 }, "05" },
	{ "%0d", "n", false, { 5 }, "5" },
	{ "%*d", "nn", false, { 3, 5 }, "  5" },
	{ "%x", "n", false, { 255 }, "ff" },
	/* a blob may say what it likes */
	{ "%d %d", "n", false, { 1 }, "1 ?" },
	{ "%d", "nn", false, { 1, 2 }, "1" },
};
#define N (sizeof(table) / sizeof(*table))

static struct stp_blob *blob;
static struct stp_cuts *cuts;

static int setup(void **state)
{
	struct blob_make m = { 0 };
	size_t size;

	blob_probe(&m, "begin", "x.stp", 1, 1);
	blob_row(&m, STP_KIND_BEGIN, 0, 0);
	for (size_t i = 0; i < N; i++)
		blob_fmt(&m, table[i].text, table[i].kinds);
	blob = blob_finish(&m, 0, &size);
	assert_null(stp_blob_check(blob, size));
	cuts = malloc(stp_cuts_size(blob));
	stp_cuts_init(cuts, blob);
	return 0;
}

static int teardown(void **state)
{
	free(cuts);
	free(blob);
	return 0;
}

static void test_which(void **state)
{
	for (size_t i = 0; i < N; i++) {
		stp_u32 len = 8 * (stp_u32)strlen(table[i].kinds);

		if (stp_is_cut(cuts, (stp_u32)i, len) != table[i].is_cut)
			fail_msg("'%s'", table[i].text);
		assert_false(stp_is_cut(cuts, (stp_u32)i, len + 8));
		assert_false(stp_is_cut(NULL, (stp_u32)i, len));
	}
}

/* ---- records of one item ------------------------------------------------ */

static struct {
	struct stp_rec rec;
	struct stp_item item;
	stp_s64 args[4];
} r;

static stp_u32 make(size_t fmt, stp_u32 n_args)
{
	memset(&r, 0, sizeof(r));
	r.rec.len = (stp_u32)(sizeof(r.rec) + sizeof(r.item)) + 8 * n_args;
	r.rec.type = STP_REC_OUT;
	r.rec.n_items = 1;
	r.item.id = (stp_u32)fmt;
	r.item.len = 8 * n_args;
	memcpy(r.args, table[fmt].args, sizeof(table[fmt].args));
	return r.rec.len;
}

/* Into exactly @cap bytes, so that a sanitizer sees the first after them. */
static void check_shown(size_t i, stp_u32 cap)
{
	struct stp_fmt_opts opts = STP_FMT_OPTS_DEFAULT;
	struct stp_sink s = { malloc(cap), 0, cap, false, NULL, NULL };
	stp_u32 n = (stp_u32)strlen(table[i].shown);

	assert_true(stp_render_out(&s, blob, cuts, &r.rec, &opts));
	if (s.len != stp_min_u32(n, cap) || s.cut != (n > cap) ||
	    memcmp(s.p, table[i].shown, s.len))
		fail_msg("'%s' in %u bytes: '%.*s'", table[i].text, cap,
			 (int)s.len, s.p);
	free(s.p);
}

static void test_shown(void **state)
{
	for (size_t i = 0; i < N; i++) {
		stp_u32 len = make(i, (stp_u32)strlen(table[i].kinds));

		assert_null(stp_rec_check(blob, cuts, &r, len));
		for (stp_u32 cap = 1; cap < 128; cap++)
			check_shown(i, cap);
	}
}

static void test_wrong_length(void **state)
{
	for (size_t i = 0; i < N; i++) {
		stp_u32 n = (stp_u32)strlen(table[i].kinds);

		assert_non_null(stp_rec_check(blob, cuts, &r,
					      make(i, n + 1)));
		if (n)
			assert_non_null(stp_rec_check(blob, cuts, &r,
						      make(i, n - 1)));
	}
	make(0, 2);
	r.item.id = N;
	assert_string_equal(stp_rec_check(blob, cuts, &r, r.rec.len),
			    "record: unknown format");
}

/* ---- a sink that is emptied when it is full ----------------------------- */

static char shown[4096];

static bool flush(struct stp_sink *s, stp_u32 n)
{
	strncat(shown, s->p, s->len);
	s->len = 0;
	return true;
}

static void test_flushing_sink(void **state)
{
	struct stp_fmt_opts opts = STP_FMT_OPTS_DEFAULT;
	char buf[100], want[4096] = "";
	struct stp_sink s = { buf, 0, sizeof(buf), false, flush, NULL };

	make(0, 2);
	for (int i = 0; i < 100; i++) {
		assert_true(stp_render_out(&s, blob, cuts, &r.rec, &opts));
		strcat(want, table[0].shown);
	}
	flush(&s, 0);
	assert_string_equal(shown, want);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_which),
		cmocka_unit_test(test_shown),
		cmocka_unit_test(test_wrong_length),
		cmocka_unit_test(test_flushing_sink),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
