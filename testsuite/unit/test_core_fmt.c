/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The formatter: against libc where both mean the same, by hand where they do
 * not; histograms by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "runtime/core/fmt.h"
#include "runtime/core/stat.h"

#define N(x) STP_NUM(x)
#define S(s) ((struct stp_val){ { .p = (s) }, sizeof(s) - 1 })

static const struct stp_fmt_opts defaults = STP_FMT_OPTS_DEFAULT;
static char out[65536 * 2];

static stp_u32 format_n(const char *text, stp_u32 len, const char *kinds,
			const struct stp_val *v)
{
	struct stp_sink s = { out, 0, sizeof(out) - 1, false, NULL, NULL };

	stp_fmt(&s, text, len, kinds, v, &defaults);
	out[s.len] = 0;
	return s.len;
}

static const char *format(const char *text, const char *kinds,
			  const struct stp_val *v)
{
	format_n(text, strlen(text), kinds, v);
	return out;
}

#define FMT(text, kinds, ...) \
	format(text, kinds, (struct stp_val[]){ __VA_ARGS__ })

/* ---- against libc ------------------------------------------------------- */

static const long long numbers[] = {
	0, 1, -1, 7, 8, 9, 10, -10, 255, 256, 4096, 65535, 1234567890,
	-1234567890, 0x7fffffff, 0x80000000ll, 0xffffffffll,
	INT64_MAX, INT64_MIN, INT64_MIN + 1,
};
static const char *const flags[] = { "", "0", "+", "-", " ", "#", "-0", "+0" };
static const char *const widths[] = { "", "1", "5", "12", "30" };
static const char *const precs[] = { "", ".0", ".1", ".5", ".25" };

/*
 * Where SystemTap's numbers are not C's: 0 has a digit whatever the precision
 * is, "%#x" of it is 0x0, "%#o" always writes a 0 before the digits, and the flag
 * 0 fills the width although there is a precision.
 */
static bool differs(const char *conversion, long long v)
{
	const char *flag = conversion + strcspn(conversion, "%") + 1;
	const char *digits = flag + strspn(flag, "0+- #");
	bool has_precision = strchr(conversion, '.');

	flag = memchr(flag, '0', digits - flag) ? "0"
	     : memchr(flag, '#', digits - flag) ? "#" : "";
	return (*flag == '#' && (!v || strchr(conversion, 'o'))) ||
	       (has_precision && (*flag == '0' || !v));
}

static void compare_num(const char *flag, const char *width,
			const char *prec, char conv)
{
	char ours[64], theirs[64], expected[256];

	snprintf(ours, sizeof(ours), "[%%%s%s%s%c]", flag, width, prec, conv);
	snprintf(theirs, sizeof(theirs), "[%%%s%s%sll%c]", flag, width, prec,
		 conv);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		if (differs(ours, numbers[i]))
			continue;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		snprintf(expected, sizeof(expected), theirs, numbers[i]);
#pragma GCC diagnostic pop
		assert_string_equal(FMT(ours, "n", N(numbers[i])), expected);
	}
}

static void test_numbers_like_libc(void **state)
{
	for (size_t f = 0; f < sizeof(flags) / sizeof(*flags); f++)
		for (size_t w = 0; w < sizeof(widths) / sizeof(*widths); w++)
			for (size_t p = 0; p < 5; p++)
				for (const char *c = "diuxXo"; *c; c++)
					compare_num(flags[f], widths[w],
						    precs[p], *c);
}

static void test_strings_like_libc(void **state)
{
	static const char *const fmts[] = { "[%s]", "[%8s]", "[%-8s]",
					    "[%.2s]", "[%8.2s]", "[%-8.0s]" };
	char expected[64];

	for (size_t i = 0; i < sizeof(fmts) / sizeof(*fmts); i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		snprintf(expected, sizeof(expected), fmts[i], "hello");
#pragma GCC diagnostic pop
		assert_string_equal(FMT(fmts[i], "s", S("hello")), expected);
	}
	assert_string_equal(FMT("[%5c|%-3c|%c]", "nnn", N('a'), N('b'),
				N('c')),
			    "[    a|b  |c]");
}

/* ---- properties --------------------------------------------------------- */

/* The same numbers in every run. */
static uint64_t seed = 20260101;

static uint64_t draw(uint64_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % n;
}

/* Small ones, large ones, and those at the borders of the types. */
static long long draw_number(void)
{
	uint64_t bits = draw(64) + 1, v = seed * 0x9e3779b97f4a7c15ull;

	v = bits == 64 ? v : v & ((1ull << bits) - 1);
	return draw(2) ? (long long)v : -(long long)v;
}

static const char *draw_string(void)
{
	static char s[40];
	size_t n = draw(sizeof(s) - 1);

	for (size_t i = 0; i < n; i++)
		s[i] = (char)(' ' + draw(95));
	s[n] = 0;
	return s;
}

/* A conversion as both understand it, and what its stars take. */
struct drawn {
	char ours[32], theirs[32];
	int stars[2], n_stars;
	char conv;
};

static void add_size(struct drawn *d, const char *before, int limit)
{
	char text[16] = "";

	if (draw(3) == 0) {
		d->stars[d->n_stars++] = (int)draw(2 * limit) - limit;
		snprintf(text, sizeof(text), "%s*", before);
	} else if (draw(2)) {
		snprintf(text, sizeof(text), "%s%d", before,
			 (int)draw(limit) + (*before ? 0 : 1));
	}
	strcat(d->ours, text);
	strcat(d->theirs, text);
}

static struct drawn draw_conversion(void)
{
	static const char any[] = "0+- #";
	struct drawn d = { .ours = "<%", .theirs = "<%" };
	char flag = draw(2) ? any[draw(5)] : 0;
	char tail[8];

	d.conv = "diuoxXcs"[draw(8)];
	if (d.conv == 's' || d.conv == 'c')
		flag = flag == '-' ? flag : 0;	/* # escapes, here only */
	if (flag)
		d.ours[2] = d.theirs[2] = flag;
	add_size(&d, "", 40);
	if (d.conv != 'c')
		add_size(&d, ".", 30);
	snprintf(tail, sizeof(tail), "%s%c>", draw(4) ? "" : "l", d.conv);
	strcat(d.ours, tail);
	snprintf(tail, sizeof(tail), "%s%c>",
		 strchr("diuoxX", d.conv) ? "ll" : "", d.conv);
	strcat(d.theirs, tail);
	return d;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#define THEIRS(d, v)                                                           \
	((d)->n_stars == 2                                                     \
		? snprintf(theirs, sizeof(theirs), (d)->theirs, (d)->stars[0], \
			   (d)->stars[1], v)                                   \
	 : (d)->n_stars                                                        \
		? snprintf(theirs, sizeof(theirs), (d)->theirs, (d)->stars[0], \
			   v)                                                  \
		: snprintf(theirs, sizeof(theirs), (d)->theirs, v))

static void compare_drawn(const struct drawn *d)
{
	struct stp_val v[3];
	char kinds[4] = "nnn", theirs[256];
	const char *s = draw_string();
	long long n = draw_number();
	int k = d->n_stars, len;

	for (int i = 0; i < k; i++)
		v[i] = N(d->stars[i]);
	kinds[k] = d->conv == 's' ? 's' : 'n';
	kinds[k + 1] = 0;
	if (d->conv == 's')
		v[k] = (struct stp_val){ { .p = s }, strlen(s) };
	else
		v[k] = N(n);
	if (d->conv == 's')
		len = THEIRS(d, s);
	else if (d->conv == 'c')
		len = THEIRS(d, (int)(n & 0xff));
	else
		len = THEIRS(d, n);
	if (d->conv != 's' && d->conv != 'c' && differs(d->ours, n))
		return;
	if (k && d->stars[0] < 0)
		return;		/* no width */
	assert_int_equal(format_n(d->ours, strlen(d->ours), kinds, v), len);
	if (memcmp(out, theirs, len))
		fail_msg("%s of %lld or '%s': '%s', libc '%s'", d->ours, n, s,
			 out, theirs);
}
#pragma GCC diagnostic pop

static void test_random_like_libc(void **state)
{
	for (int i = 0; i < 200000; i++) {
		struct drawn d = draw_conversion();

		compare_drawn(&d);
	}
}

/* %b, %m and %M against what they are said to do, byte by byte. */
static void test_random_bytes(void **state)
{
	static const int sizes[] = { 1, 2, 4, 8 };
	char text[16], bytes[64], want[256];

	for (int i = 0; i < 20000; i++) {
		long long n = draw_number();
		int w = sizes[draw(4)], len = (int)draw(sizeof(bytes));
		int pad = (int)draw(100) + 1, k = 0;
		struct stp_val v = { { .p = bytes }, (stp_u32)len };

		snprintf(text, sizeof(text), "%%%db", w);
		assert_int_equal(format_n(text, strlen(text), "n", &N(n)), w);
		for (int b = 0; b < w; b++)
			assert_int_equal((unsigned char)out[b],
					 (unsigned long long)n >> 8 * b & 0xff);
		for (int b = 0; b < len; b++)
			bytes[b] = (char)draw(256);
		assert_int_equal(format_n("%m", 2, "m", &v), len);
		assert_memory_equal(out, bytes, len);
		for (; k < pad - 2 * len; k++)
			want[k] = ' ';
		for (int b = 0; b < len; b++)
			k += sprintf(want + k, "%02x", bytes[b] & 0xff);
		snprintf(text, sizeof(text), "%%%dM", pad);
		assert_int_equal(format_n(text, strlen(text), "m", &v), k);
		assert_memory_equal(out, want, k);
	}
}

/* ---- our own ------------------------------------------------------------ */

static void test_own_conversions(void **state)
{
	assert_string_equal(FMT("%p %#x %#X %#o", "nnnn", N(0), N(0), N(0),
				N(0)),
			    "0x0 0x0 0X0 00");
	assert_string_equal(FMT("%.0d|%+.0d|%.0x|%#.0X|%.0p", "nnnnn", N(0),
				N(0), N(0), N(0), N(0)), "0|+0|0|0X0|0x0");
	assert_string_equal(FMT("%08.4d|%08.4d|%02.1u|%08.4x|%08.4p", "nnnnn",
				N(42), N(-42), N(0), N(42), N(42)),
			    "00000042|-0000042|00|0000002a|0x00002a");
	assert_string_equal(FMT("%#o|%#6o|%#.4o|%#8.4o", "nnnn", N(42), N(42),
				N(42), N(42)), "052|   052|00052|   00052");
	assert_string_equal(FMT("%p", "n", N(-1)), "0xffffffffffffffff");
	assert_string_equal(FMT("%ld %lld %lu", "nnn", N(-5), N(6), N(7)),
			    "-5 6 7");
	assert_string_equal(FMT("100%% %d", "n", N(1)), "100% 1");
	assert_string_equal(FMT("ends in %", "n", N(1)), "ends in %");
	assert_string_equal(FMT("", "", N(0)), "");
	assert_string_equal(FMT("%#c%#c%4c|%#4c", "nnnn", N('\''), N('"'),
				N('\''), N('\'')), "\\'\"   '|  \\'");
	assert_string_equal(FMT("%#c%#c%#c", "nnn", N('\n'), N('a'), N(1)),
			    "\\na\\001");
	assert_string_equal(FMT("\"%#s\"", "s", S("a\"b\\\t\xff")),
			    "\"a\"b\\\t\xff\"");
	assert_string_equal(FMT("%8s|%-8s|", "ss", S("ab"), S("ab")),
			    "      ab|ab      |");
	assert_string_equal(FMT("[%#8s]", "s", S("\n")), "[       \n]");
}

static void test_stars(void **state)
{
	assert_string_equal(FMT("[%*d]", "nn", N(5), N(42)), "[   42]");
	assert_string_equal(FMT("[%*d]", "nn", N(-5), N(42)), "[42]");
	assert_string_equal(FMT("[%-*d]", "nn", N(-5), N(42)), "[42]");
	assert_string_equal(FMT("[%.*s]", "ns", N(2), S("abc")), "[ab]");
	assert_string_equal(FMT("[%*.*d]", "nnn", N(6), N(3), N(7)),
			    "[   007]");
	assert_string_equal(FMT("[%.*s]", "ns", N(-1), S("abc")), "[abc]");
}

static void test_binary_and_memory(void **state)
{
	static const char all[] = "\x88\x77\x66\x55\x44\x33\x22\x11"
				  "\x88\x88\x77\x88\x77\x66\x55";

	assert_int_equal(format_n("%b%1b%2b%4b", 11, "nnnn",
				  (struct stp_val[]){
					  N(0x1122334455667788),
					  N(0x1122334455667788),
					  N(0x1122334455667788),
					  N(0x1122334455667788) }),
			 15);
	assert_memory_equal(out, all, 15);
	assert_string_equal(FMT("%m|%M|%6M", "mmm", S("AB"), S("\x0f\xa0"),
				S("\1")),
			    "AB|0fa0|    01");
	assert_int_equal(format_n("%s", 2, "s",
				  (struct stp_val[]){ S("a\0b") }), 3);
	assert_memory_equal(out, "a\0b", 3);
}

/* A blob may lie about its formats: nothing is read that is not there. */
static void test_wrong_arguments(void **state)
{
	assert_string_equal(FMT("%d %s", "s", S("x")), "? x");
	assert_string_equal(FMT("%s", "n", N(5)), "?");
	assert_string_equal(FMT("%H%Y", "n", N(5)), "??");
	assert_string_equal(FMT("%d %d", "n", N(5)), "5 ?");
	assert_string_equal(FMT("%q", "n", N(5)), "?");
	assert_string_equal(FMT("%*d", "s", S("x")), "?");
}

static void test_widths_are_bounded(void **state)
{
	assert_int_equal(strlen(FMT("%99999999999999999999d", "n", N(1))),
			 65536);
	assert_int_equal(strlen(FMT("%*d", "nn", N(INT64_MAX), N(1))), 65536);
}

/* ---- pieces ------------------------------------------------------------- */

static void test_pieces(void **state)
{
	const char *text = "ab%-08.3dcd%s";
	stp_u32 len = strlen(text);
	struct stp_conv c;

	assert_true(stp_fmt_next(&text, &len, &c));
	assert_int_equal(c.lit_len, 2);
	assert_int_equal(c.conv, 'd');
	assert_true(c.minus && c.zero);
	assert_int_equal(c.width, 8);
	assert_int_equal(c.prec, 3);
	assert_true(stp_fmt_next(&text, &len, &c));
	assert_memory_equal(c.lit, "cd", 2);
	assert_int_equal(c.conv, 's');
	assert_int_equal(c.prec, -1);
	assert_false(stp_fmt_next(&text, &len, &c));
}

/* ---- aggregates --------------------------------------------------------- */

struct sample {
	struct stp_stat st;
	stp_s64 bucket[256];
};

static struct sample merged;

static void aggregate(struct stp_hist *h, const stp_s64 *v, size_t n)
{
	static struct {
		struct stp_stat_cell c;
		stp_s64 bucket[256];
	} cell;

	stp_cell_reset(&cell.c, h);
	for (size_t i = 0; i < n; i++) {
		unsigned __int128 sq = (__int128)v[i] * v[i];

		cell.c.count++;
		cell.c.sum += v[i];
		if (v[i] < cell.c.min)
			cell.c.min = v[i];
		if (v[i] > cell.c.max)
			cell.c.max = v[i];
		sq += (unsigned __int128)cell.c.sq_hi << 64 | cell.c.sq_lo;
		cell.c.sq_lo = (stp_u64)sq;
		cell.c.sq_hi = (stp_u64)(sq >> 64);
		if (h->n)
			cell.c.bucket[stp_hist_bucket(h, v[i])]++;
	}
	stp_stat_init(&merged.st, h);
	stp_stat_merge(&merged.st, &cell.c);
	stp_stat_finish(&merged.st);
}

#define AGG(h, ...)                                                            \
	do {                                                                   \
		const stp_s64 v_[] = { __VA_ARGS__ };                          \
		aggregate(&(h), v_, sizeof(v_) / sizeof(*v_));                 \
	} while (0)

static struct stp_hist none, hlog = { .kind = STP_HIST_LOG, .n = 128 };

static struct stp_hist linear(stp_s64 lo, stp_s64 hi, stp_s64 step)
{
	struct stp_global_info g = {
		.hist = STP_HIST_LINEAR, .lo = lo, .hi = hi, .step = step,
	};
	struct stp_hist h;

	stp_hist_init(&h, &g);
	return h;
}

static const char *hist(void)
{
	return FMT("%H", "a", STP_AGG(&merged.st));
}

static stp_s64 ask(enum stp_stat_op op)
{
	stp_s64 v;

	stp_stat_value(&merged.st, op, &v);
	return v;
}

static void test_summary(void **state)
{
	stp_s64 v;

	AGG(none, 5, -3, 10);
	assert_string_equal(FMT("%Y", "a", STP_AGG(&merged.st)),
			    "@count=3 @min=-3 @max=10 @sum=12 @avg=4");
	aggregate(&none, NULL, 0);
	assert_string_equal(FMT("%Y", "a", STP_AGG(&merged.st)),
			    "@count=0x0");
	assert_true(stp_stat_value(&merged.st, STP_COUNT, &v));
	assert_true(stp_stat_value(&merged.st, STP_SUM, &v) || !v);
	assert_false(stp_stat_value(&merged.st, STP_MIN, &v));
	assert_false(stp_stat_value(&merged.st, STP_AVG, &v));
}

static void test_variance(void **state)
{
	AGG(none, 2, 4, 4, 4, 5, 5, 7, 9);	/* 32 / 7 */
	assert_int_equal(ask(STP_VARIANCE), 4);
	AGG(none, 1, 2);			/* 0.5 */
	assert_int_equal(ask(STP_VARIANCE), 0);
	AGG(none, -10, 10);			/* 200 */
	assert_int_equal(ask(STP_VARIANCE), 200);
	AGG(none, 1000000000000, 1000000000004);	/* 8 */
	assert_int_equal(ask(STP_VARIANCE), 8);
	AGG(none, 3);
	assert_int_equal(ask(STP_VARIANCE), 0);
	AGG(none, -2147483647, 2147483647);
	assert_int_equal(ask(STP_VARIANCE), 2 * 2147483647ll * 2147483647ll);
	AGG(none, -2147483648ll, 2147483648ll);	/* 2^63, which does not fit */
	assert_int_equal(ask(STP_VARIANCE), INT64_MAX);
	AGG(none, INT64_MIN, INT64_MAX, 0);
	assert_int_equal(ask(STP_VARIANCE), INT64_MAX);
}

static void test_log_buckets(void **state)
{
	static const struct {
		stp_s64 v;
		stp_u32 bucket;
	} cases[] = {
		{ 0, 64 }, { 1, 65 }, { 2, 66 }, { 3, 66 }, { 4, 67 },
		{ 7, 67 }, { 8, 68 }, { INT64_MAX, 127 }, { -1, 63 },
		{ -2, 62 }, { -3, 62 }, { -4, 61 }, { INT64_MIN, 0 },
		{ INT64_MIN + 1, 1 },
	};
	struct stp_stat st = { .hist = STP_HIST_LOG, .n_buckets = 128 };
	stp_s64 lo, hi;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(stp_hist_bucket(&hlog, cases[i].v),
				 cases[i].bucket);
		stp_stat_bucket_range(&st, cases[i].bucket, &lo, &hi);
		assert_true(lo <= cases[i].v && cases[i].v <= hi);
	}
}

static void test_linear_buckets(void **state)
{
	struct stp_hist h = linear(0, 100, 10);
	struct stp_stat st = {
		.hist = STP_HIST_LINEAR, .n_buckets = 13,
		.lo = 0, .hi = 100, .step = 10,
	};
	stp_s64 lo, hi;

	assert_int_equal(h.n, 13);
	assert_int_equal(stp_hist_bucket(&h, -1), 0);
	assert_int_equal(stp_hist_bucket(&h, 0), 1);
	assert_int_equal(stp_hist_bucket(&h, 9), 1);
	assert_int_equal(stp_hist_bucket(&h, 10), 2);
	assert_int_equal(stp_hist_bucket(&h, 109), 11);
	assert_int_equal(stp_hist_bucket(&h, 110), 12);
	assert_int_equal(stp_hist_bucket(&h, INT64_MAX), 12);
	stp_stat_bucket_range(&st, 0, &lo, &hi);
	assert_true(lo == INT64_MIN && hi == -1);
	stp_stat_bucket_range(&st, 11, &lo, &hi);
	assert_true(lo == 100 && hi == 109);
	stp_stat_bucket_range(&st, 12, &lo, &hi);
	assert_true(lo == 110 && hi == INT64_MAX);
}

#define DASHES "--------------------------------------------------"
#define SPACES "                                                  "

static void test_hist_small(void **state)
{
	AGG(hlog, 1, 2, 2, 3);
	assert_string_equal(hist(),
		"value |" DASHES " count\n"
		"    0 |" SPACES " 0\n"
		"    1 |@                                                  1\n"
		"    2 |@@@                                                3\n"
		"    4 |" SPACES " 0\n"
		"    8 |" SPACES " 0\n"
		"\n");
}

/* Rows more than two away from any in use are left out. */
static void test_hist_gap(void **state)
{
	AGG(hlog, 8, 4096);
	assert_string_equal(hist(),
		"value |" DASHES " count\n"
		"    2 |" SPACES " 0\n"
		"    4 |" SPACES " 0\n"
		"    8 |@                                                  1\n"
		"   16 |" SPACES " 0\n"
		"   32 |" SPACES " 0\n"
		"      ~\n"
		" 1024 |" SPACES " 0\n"
		" 2048 |" SPACES " 0\n"
		" 4096 |@                                                  1\n"
		" 8192 |" SPACES " 0\n"
		"16384 |" SPACES " 0\n"
		"\n");
}

static void test_hist_negative(void **state)
{
	AGG(hlog, -2, 0);
	assert_string_equal(hist(),
		"value |" DASHES " count\n"
		"   -8 |" SPACES " 0\n"
		"   -4 |" SPACES " 0\n"
		"   -2 |@                                                  1\n"
		"   -1 |" SPACES " 0\n"
		"    0 |@                                                  1\n"
		"    1 |" SPACES " 0\n"
		"    2 |" SPACES " 0\n"
		"\n");
}

/* Above 50 a column stands for more than one: 120 / 3 = 40 columns. */
static void test_hist_scale(void **state)
{
	stp_s64 v[123];

	for (int i = 0; i < 123; i++)
		v[i] = i < 120 ? 5 : 25;
	struct stp_hist h = linear(0, 20, 10);

	aggregate(&h, v, 123);
	assert_string_equal(hist(),
		"value |" DASHES " count\n"
		"    0 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           "
		"120\n"
		"   10 |" SPACES "   0\n"
		"   20 |@                                                  "
		"  3\n"
		"\n");
}

static void test_hist_linear_ends(void **state)
{
	struct stp_hist h = linear(0, 20, 10);

	AGG(h, -5, 30, 31);
	assert_string_equal(hist(),
		"value |" DASHES " count\n"
		"   <0 |@                                                  1\n"
		"    0 |" SPACES " 0\n"
		"   10 |" SPACES " 0\n"
		"   20 |" SPACES " 0\n"
		"  >20 |@@                                                 2\n"
		"\n");
}

static void test_hist_nothing(void **state)
{
	aggregate(&hlog, NULL, 0);
	assert_string_equal(hist(), "");
	AGG(none, 1);
	assert_string_equal(hist(), "");
}

static void test_hist_options(void **state)
{
	struct stp_fmt_opts opts = { .hist_width = 4, .hist_elision = 0 };
	struct stp_sink s = { out, 0, sizeof(out) - 1, false, NULL, NULL };

	AGG(hlog, 1, 1, 1, 1, 1, 1, 1, 1, 8);
	stp_hist_print(&s, &merged.st, &opts);
	out[s.len] = 0;
	assert_string_equal(out,
		"value |---- count\n"
		"      ~\n"
		"    1 |@@@@ 8\n"
		"      ~\n"
		"    8 |     1\n"
		"      ~\n"
		"\n");
}

/* What a terminal would obey is shown; what the format itself says is not. */
static void test_terminal(void **state)
{
	static const struct {
		const char *text, *kinds, *arg, *want;
	} all[] = {
		{ "\033[1m%s\033[0m", "s", "a\033[2Jb", "\033[1ma\\033[2Jb\033[0m" },
		{ "%s", "s", "plain\ttext\n", "plain\ttext\n" },
		{ "%s", "s", "\r\a\177", "\\015\\007\\177" },
		/* a character of two bytes that means ESC [ */
		{ "%s", "s", "\302\233x", "\302\\233x" },
		{ "%s", "s", "\303\233x", "\303\233x" },
		{ "%8s|", "s", "a\033", "   a\\033|" },
		{ "%-8s|", "s", "a\033", "a\\033   |" },
		{ "%.1s|", "s", "a\033", "a|" },
		{ "%5s|", "s", "a", "    a|" },
	};
	struct stp_fmt_opts opts = STP_FMT_OPTS_DEFAULT;
	char buf[128];

	opts.escapes = true;
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		struct stp_sink s = { buf, 0, sizeof(buf) - 1, false, NULL,
				      NULL };
		struct stp_val v = { .p = all[i].arg,
				     .len = (stp_u32)strlen(all[i].arg) };

		stp_fmt(&s, all[i].text, (stp_u32)strlen(all[i].text),
			all[i].kinds, &v, &opts);
		buf[s.len] = 0;
		assert_string_equal(buf, all[i].want);
	}
}

static void test_terminal_char(void **state)
{
	struct stp_fmt_opts opts = STP_FMT_OPTS_DEFAULT;
	char buf[64];
	struct stp_sink s = { buf, 0, sizeof(buf), false, NULL, NULL };

	opts.escapes = true;
	stp_fmt(&s, "%c%c", 4, "nn",
		(struct stp_val[]){ STP_NUM(27), STP_NUM('x') }, &opts);
	assert_int_equal(s.len, 5);
	assert_memory_equal(buf, "\\033x", 5);
}

/* Two texts whose bytes make one control character, where they meet. */
static void test_terminal_pieces(void **state)
{
	struct stp_fmt_opts opts = STP_FMT_OPTS_DEFAULT;
	char buf[64];
	struct stp_sink s = { buf, 0, sizeof(buf), false, NULL, NULL };
	struct stp_val v[] = { { .p = "a\xc2", .len = 2 },
			       { .p = "\x9bz", .len = 2 } };

	opts.escapes = true;
	stp_fmt(&s, "%s%s", 4, "ss", v, &opts);
	assert_int_equal(s.len, 7);
	assert_memory_equal(buf, "a\\302\x9bz", 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_terminal),
		cmocka_unit_test(test_terminal_char),
		cmocka_unit_test(test_terminal_pieces),
		cmocka_unit_test(test_numbers_like_libc),
		cmocka_unit_test(test_strings_like_libc),
		cmocka_unit_test(test_random_like_libc),
		cmocka_unit_test(test_random_bytes),
		cmocka_unit_test(test_own_conversions),
		cmocka_unit_test(test_stars),
		cmocka_unit_test(test_binary_and_memory),
		cmocka_unit_test(test_wrong_arguments),
		cmocka_unit_test(test_widths_are_bounded),
		cmocka_unit_test(test_pieces),
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_variance),
		cmocka_unit_test(test_log_buckets),
		cmocka_unit_test(test_linear_buckets),
		cmocka_unit_test(test_hist_small),
		cmocka_unit_test(test_hist_gap),
		cmocka_unit_test(test_hist_negative),
		cmocka_unit_test(test_hist_scale),
		cmocka_unit_test(test_hist_linear_ends),
		cmocka_unit_test(test_hist_nothing),
		cmocka_unit_test(test_hist_options),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
