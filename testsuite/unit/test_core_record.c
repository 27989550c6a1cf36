/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Records and blobs from hands that may not mean well.  Records are written in
 * hex, as they stand on the wire; then every length in them is made wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "runtime/core/record.h"
#include "runtime/core/stat.h"
#include "testsuite/unit/blob_make.h"

static struct stp_blob *blob;
static size_t blob_size;
static char out[65536];

/* Formats: 0 "%d %s\n", 1 "%H" of an aggregate, 2 "%m"; globals: 0 a map from
 * (number, string) to numbers; probes: 0. */
static void *make_blob(size_t *size)
{
	struct blob_make m = { 0 };

	blob_probe(&m, "timer.s(1)", "x.stp", 3, 7);
	blob_loc(&m, "x.stp", 4, 9);
	blob_library_loc(&m, "lib.stp", 5, 2, 1);
	blob_call_loc(&m, "x.stp", 6, 1, "f", ~0u);
	blob_call_loc(&m, "x.stp", 7, 1, "g", 3);
	blob_fmt(&m, "%d %s\n", "ns");
	blob_fmt(&m, "%H", "a");
	blob_fmt(&m, "%m", "m");
	blob_location(&m, STP_SPACE_VMLINUX, "vfs_read", 0);
	*blob_row(&m, STP_KIND_KPROBE, 0, 0) = (struct stp_row){
		.kind = STP_KIND_KPROBE, .entry_handler = STP_NONE,
		.cond = STP_NONE, .kprobe = { .n_callers = 2 },
	};
	blob_caller(&m, 0, 5);
	blob_caller(&m, 0, 9);
	blob_limit(&m, STP_LIM_HIST_WIDTH, 10);
	blob_global(&m, "seen", "ns", STP_G_NUM, STP_C_LOCKED, 0);
	return blob_finish(&m, 0, size);
}

static int setup(void **state)
{
	blob = make_blob(&blob_size);
	return 0;
}

static int teardown(void **state)
{
	free(blob);
	return 0;
}

/* ---- hex ---------------------------------------------------------------- */

/* Digits with blanks between; 8-aligned memory of exactly that size, so that
 * a sanitizer sees the first byte after it. */
static void *unhex(const char *hex, size_t *ret_n)
{
	static unsigned char tmp[4096];
	size_t n = 0;
	unsigned b;
	int used;
	void *p;

	while (sscanf(hex, " %2x%n", &b, &used) == 1) {
		tmp[n++] = (unsigned char)b;
		hex += used;
	}
	p = malloc(n);
	memcpy(p, tmp, n);
	*ret_n = n;
	return p;
}

/*              len      type lvl fl probe    n_items */
#define HEAD(len, type, items) HEAD_OF(len "000000 ", type, items)
#define HEAD_OF(len, type, items)                                              \
	len type "00 00 00 ffffffff " items "000000 "                \
	"0700000000000000 " /* seq */ "00e1f50500000000 " /* time */           \
	"02000000 00000000 " /* cpu */

/* One item of format 0: -2, "abc". */
#define OUT                                                                    \
	HEAD("48", "01", "02")                                                 \
	"00000000 10000000 feffffffffffffff 03000000 61626300 "                \
	"02ffffff 00000000"

/* Six counts of causes of which there are none. */
#define ZEROS "0000000000000000 0000000000000000 0000000000000000 "            \
	      "0000000000000000 0000000000000000 0000000000000000 "

static const struct {
	const char *name, *hex;
} good[] = {
	{ "pad", HEAD("28", "00", "00") },
	{ "out", OUT },
	{ "out, an error",
	  HEAD("48", "01", "01")
	  "01ffffff 12000000 01000000 01000000 ffffffff 00000000 "
	  "6f68 000000000000" },
	{ "map",
	  HEAD("48", "02", "01")
	  "00000000 18000000 0500000000000000 04000000 61626364 "
	  "0900000000000000" },
	{ "warning",
	  HEAD("38", "03", "01") "02ffffff 02000000 6f68 000000000000" },
	{ "error",
	  HEAD("38", "04", "01") "02ffffff 02000000 6f68 000000000000" },
	{ "system",
	  HEAD("38", "05", "01") "02ffffff 02000000 6c73 000000000000" },
	{ "exit", HEAD("28", "06", "00") },
	{ "loss",
	  HEAD("38", "07", "01") "01000000 08000000 0500000000000000" },
	{ "end",
	  HEAD("38", "09", "01") "00000000 08000000 0100000000000000" },
	{ "times",
	  HEAD_OF("10010000 ", "0a", "01") "00000000 e0000000 "
	  "0300000000000000 0200000000000000 0900000000000000 "
	  "0400000000000000 0500000000000000 " ZEROS ZEROS
	  "0700000000000000 " ZEROS "0000000000000000 0000000000000000 "
	  "0500000000000000 0600000000000000" },
	{ "symbol",
	  HEAD("38", "0b", "01") "00000000 08000000 000000a1ffffffff" },
	{ "memory",
	  HEAD("38", "0c", "01") "02000000 08000000 0010000000000000" },
	{ "out, an error with two calls",
	  HEAD("50", "01", "01")
	  "01ffffff 1a000000 00000000 01000000 ffffffff 02000000 "
	  "01000000 00000000 6f68 000000000000" },
};

static const char *check_hex(const char *hex)
{
	size_t n;
	void *p = unhex(hex, &n);
	const char *bad = stp_rec_check(blob, NULL, p, n);

	free(p);
	return bad;
}

static void test_good(void **state)
{
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		const char *bad = check_hex(good[i].hex);

		if (bad)
			fail_msg("%s: %s", good[i].name, bad);
	}
}

/* ---- everything that may be wrong --------------------------------------- */

/* Long and flat: a table. */
static void test_bad(void **state)
{
	static const char *const bad[][2] = {
		{ "record: bad length", HEAD("20", "00", "00") },
		{ "record: bad length", HEAD("29", "00", "00") },
		{ "record: longer than what is there",
		  HEAD("30", "00", "00") },
		{ "record: unknown type", HEAD("28", "0f", "00") },
		{ "record: item longer than the record",
		  HEAD("28", "06", "01") },
		{ "record: bytes after the last item",
		  HEAD("30", "06", "00") "0000000000000000" },
		{ "record: item longer than the record",
		  HEAD("30", "06", "01") "00000000 ffffffff" },
		{ "record: item missing", HEAD("28", "04", "00") },
		{ "record: malformed loss",
		  HEAD("38", "07", "01") "01000000 04000000 0500000000000000" },
		{ "record: malformed number",
		  HEAD("30", "09", "01") "01000000 00000000" },
		{ "record: item missing", HEAD("28", "0a", "00") },
		{ "record: malformed times",
		  HEAD("38", "0a", "01") "00000000 08000000 0500000000000000" },
		{ "record: item missing", HEAD("28", "0b", "00") },
		{ "record: malformed symbol",
		  HEAD("38", "0b", "01") "00000000 07000000 0500000000000000" },
		{ "record: item missing", HEAD("28", "0c", "00") },
		{ "record: malformed number",
		  HEAD("38", "0c", "01") "01000000 04000000 0500000000000000" },
		{ "record: unknown format",
		  HEAD("30", "01", "01") "03000000 00000000" },
		{ "record: malformed arguments",
		  HEAD("30", "01", "01") "00000000 00000000" },
		{ "record: malformed error",
		  HEAD("38", "01", "01") "01ffffff 04000000 0100000000000000" },
		{ "record: malformed error",	/* place 3 is none */
		  HEAD("40", "01", "01")
		  "01ffffff 10000000 05000000 01000000 ffffffff 00000000" },
		{ "record: malformed error",
		  HEAD("40", "01", "01")
		  "01ffffff 10000000 01000000 01000000 05000000 00000000" },
		{ "record: malformed error",	/* a call that is not there */
		  HEAD("40", "01", "01")
		  "01ffffff 10000000 01000000 01000000 ffffffff 01000000" },
		{ "record: malformed error",	/* more than the item has */
		  HEAD("48", "01", "01")
		  "01ffffff 14000000 01000000 01000000 ffffffff ffffffff "
		  "01000000 00000000" },
		{ "record: malformed error",	/* a call at place 5 */
		  HEAD("48", "01", "01")
		  "01ffffff 14000000 01000000 01000000 ffffffff 01000000 "
		  "05000000 00000000" },
		{ "record: malformed error",	/* no place */
		  HEAD("48", "01", "01")
		  "01ffffff 14000000 01000000 01000000 ffffffff 01000000 "
		  "ffffffff 00000000" },
		{ "record: unknown global",
		  HEAD("30", "02", "01") "01000000 00000000" },
		{ "record: malformed arguments",
		  HEAD("30", "02", "01") "00000000 00000000" },
		/* a string longer than its item */
		{ "record: malformed arguments",
		  HEAD("40", "01", "01")
		  "00000000 10000000 feffffffffffffff 05000000 61626300" },
		{ "record: malformed arguments",
		  HEAD("40", "01", "01")
		  "00000000 10000000 feffffffffffffff ffffffff 61626300" },
		/* bytes after the last argument */
		{ "record: malformed arguments",
		  HEAD("48", "01", "01")
		  "00000000 18000000 feffffffffffffff 00000000 00000000 "
		  "0000000000000000" },
		/* an aggregate that is too short for one */
		{ "record: malformed arguments",
		  HEAD("40", "01", "01")
		  "01000000 10000000 08000000 00000000 0000000000000000" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		const char *said = check_hex(bad[i][1]);

		if (!said || strcmp(said, bad[i][0]))
			fail_msg("%zu: expected '%s', got '%s'", i, bad[i][0],
				 said ? said : "(fine)");
	}
}

static void test_bad_header(void **state)
{
	size_t n;
	char *p = unhex(OUT, &n);
	struct stp_rec *r = (struct stp_rec *)p;

	assert_non_null(stp_rec_check(blob, NULL, p, sizeof(*r) - 1));
	assert_string_equal(stp_rec_check(blob, NULL, p, n - 1),
			    "record: longer than what is there");
	r->probe = 1;
	assert_string_equal(stp_rec_check(blob, NULL, p, n),
			    "record: unknown probe");
	r->probe = 0;
	assert_null(stp_rec_check(blob, NULL, p, n));
	r->level = 4;
	assert_string_equal(stp_rec_check(blob, NULL, p, n),
			    "record: unknown level");
	r->level = 3;
	assert_string_equal(stp_rec_check(NULL, NULL, p, n),
			    "record: stream does not begin with the blob");
	free(p);
}

/* Every 32-bit word of every good record, at values that hurt. */
static void test_any_word(void **state)
{
	static const stp_u32 hurt[] = { 0, 1, 7, 8, 0x7fffffff, 0x80000000,
					0xfffffff8, 0xffffffff };
	struct stp_fmt_opts opts = stp_blob_fmt_opts(blob);
	struct stp_sink s = { out, 0, sizeof(out), false, NULL, NULL };

	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		size_t n;
		char *p = unhex(good[i].hex, &n);

		for (size_t w = 0; w < n; w += 4)
			for (size_t h = 0; h < 8; h++) {
				stp_u32 old = stp_get_u32(p + w);

				memcpy(p + w, &hurt[h], 4);
				s.len = 0;
				if (!stp_rec_check(blob, NULL, p, n))
					stp_render_json(&s, blob, (void *)p,
							&opts);
				memcpy(p + w, &old, 4);
			}
		free(p);
	}
}

static void test_aggregate_lies(void **state)
{
	struct sample {
		struct stp_stat st;
		stp_s64 bucket[128];
	} x = { .st = { .count = 1, .hist = STP_HIST_LOG,
			.n_buckets = 128 } };

	assert_true(stp_stat_check(&x.st, sizeof(x)));
	assert_false(stp_stat_check(&x.st, sizeof(x) - 8));
	assert_false(stp_stat_check(&x.st, sizeof(x.st) - 1));
	x.st.n_buckets = 127;
	assert_false(stp_stat_check(&x.st, sizeof(x) - 8));
	x.st.n_buckets = 0xffffffff;
	assert_false(stp_stat_check(&x.st, sizeof(x)));
	x.st.hist = STP_HIST_NONE;
	x.st.n_buckets = 0;
	assert_true(stp_stat_check(&x.st, sizeof(x.st)));
	x.st.hist = STP_HIST_LINEAR;
	x.st.n_buckets = 3;
	assert_false(stp_stat_check(&x.st, sizeof(x.st) + 24));
	x.st.step = 1;
	assert_true(stp_stat_check(&x.st, sizeof(x.st) + 24));
	x.st.hist = 3;
	assert_false(stp_stat_check(&x.st, sizeof(x.st) + 24));
}

/* ---- arguments ---------------------------------------------------------- */

static void test_arguments_there_and_back(void **state)
{
	static char buf[4096] __attribute__((aligned(8)));
	struct stp_stat st = { .count = 3, .sum = 4 };
	struct stp_val in[] = { STP_NUM(-7), { { .p = "" }, 0 },
				{ { .p = "four" }, 4 }, STP_AGG(&st),
				{ { .p = "12345" }, 5 } };
	struct stp_val back[STP_MAX_ARGS];
	const char *kinds = "nssas";
	stp_u32 n = 0;

	for (int i = 0; kinds[i]; i++) {
		assert_int_equal(stp_arg_size(kinds[i], &in[i]) % 8, 0);
		n += stp_arg_encode(buf + n, kinds[i], &in[i]);
	}
	assert_true(stp_args_decode(kinds, buf, n, back));
	assert_int_equal(back[0].n, -7);
	assert_int_equal(back[1].len, 0);
	assert_int_equal(back[2].len, 4);
	assert_memory_equal(back[2].p, "four", 4);
	assert_int_equal(back[3].a->sum, 4);
	assert_int_equal(back[4].len, 5);
	assert_memory_equal(back[4].p, "12345\0\0", 7);
	for (stp_u32 k = 0; k < n; k++)
		assert_false(stp_args_decode(kinds, buf, k, back));
}

static void test_too_many_arguments(void **state)
{
	static char kinds[STP_MAX_ARGS + 2], buf[8 * (STP_MAX_ARGS + 1)];
	struct stp_val v[STP_MAX_ARGS];

	memset(kinds, 'n', STP_MAX_ARGS);
	assert_true(stp_args_decode(kinds, buf, 8 * STP_MAX_ARGS, v));
	kinds[STP_MAX_ARGS] = 'n';
	assert_false(stp_args_decode(kinds, buf, 8 * (STP_MAX_ARGS + 1), v));
}

/* ---- how it looks ------------------------------------------------------- */

static const char *text(const char *hex)
{
	struct stp_fmt_opts opts = stp_blob_fmt_opts(blob);
	struct stp_sink s = { out, 0, sizeof(out) - 1, false, NULL, NULL };
	struct stp_rec_error err;
	size_t n;
	void *p = unhex(hex, &n);

	assert_null(stp_rec_check(blob, NULL, p, n));
	stp_render_out(&s, blob, NULL, p, &opts);
	if (stp_rec_error(blob, p, &err))
		stp_render_error(&s, blob, p, &err);
	out[s.len] = 0;
	free(p);
	return out;
}

static const char *json(const char *hex)
{
	struct stp_fmt_opts opts = stp_blob_fmt_opts(blob);
	struct stp_sink s = { out, 0, sizeof(out) - 1, false, NULL, NULL };
	size_t n;
	void *p = unhex(hex, &n);

	assert_null(stp_rec_check(blob, NULL, p, n));
	stp_render_json(&s, blob, p, &opts);
	out[s.len] = 0;
	free(p);
	return out;
}

static void test_text(void **state)
{
	assert_string_equal(text(OUT), "-2 abc\n");
	assert_string_equal(text(good[2].hex),
			    "ERROR: oh at x.stp:4:9 [div-zero]\n");
	assert_string_equal(text(good[4].hex), "WARNING: oh\n");
	assert_string_equal(text(good[5].hex), "ERROR: oh\n");
	assert_string_equal(text(good[7].hex), "");
}

static void test_times(void **state)
{
	struct stp_sink s = { out, 0, sizeof(out) - 1, false, NULL, NULL };
	size_t n;
	void *p = unhex(good[10].hex, &n);

	stp_render_times_head(&s);
	stp_render_times(&s, blob, p);
	out[s.len] = 0;
	free(p);
	assert_string_equal(out,
		"        hits      min ns      avg ns      max ns      all us  "
		"probe\n"
		"           3           4           4           5           0  "
		"timer.s(1) at x.stp:3:7\n"
		"              by kprobe with a breakpoint: a jump does not "
		"fit at this address, or is not made yet\n"
		"           7  of them: probes of a pattern that could not be "
		"attached\n"
		"           6  more calls had not returned at the end\n");
	assert_string_equal(json(good[10].hex),
		"{\"type\":\"times\",\"seq\":7,\"t\":100000000,\"cpu\":2,"
		"\"probe\":\"timer.s(1)\",\"file\":\"x.stp\",\"line\":3,"
		"\"hits\":3,\"timed\":2,\"min_ns\":4,\"max_ns\":5,"
		"\"total_ns\":9,\"by\":\"kprobe with a breakpoint\","
		"\"why\":\"a jump does not fit at this address, or is not made yet\","
		"\"skipped\":{\"probes of a pattern that could not be "
		"attached\":7},\"unreturned\":6}\n");
}

static void test_memory(void **state)
{
	struct stp_sink s = { out, 0, sizeof(out) - 1, false, NULL, NULL };
	size_t n;
	void *p = unhex(good[12].hex, &n);

	stp_render_memory(&s, p);
	out[s.len] = 0;
	free(p);
	assert_string_equal(out, "        4096  bytes of memory: "
				 "output buffers\n");
	assert_string_equal(json(good[12].hex),
		"{\"type\":\"memory\",\"of\":\"output buffers\","
		"\"bytes\":4096}\n");
}

/* An error without a place of its own is at its probe's. */
static void test_error_of_a_probe(void **state)
{
	assert_string_equal(
		text("38000000 0400 00 00 00000000 01000000 "
		     "0000000000000000 0000000000000000 00000000 00000000 "
		     "02ffffff 02000000 6f68 000000000000"),
		"ERROR: oh at x.stp:3:7\n");
}

/* What leads there is known of place 2, and is told of place 1. */
#define ERROR_AT(loc, from)                                                    \
	HEAD("48", "01", "01")                                                 \
	"01ffffff 12000000 " loc " 01000000 " from " 00000000 "                \
	"6f68 000000000000"

static void test_error_in_the_library(void **state)
{
	assert_string_equal(text(ERROR_AT("02000000", "ffffffff")),
		"ERROR: oh at x.stp:4:9, in the library at lib.stp:5:2 "
		"[div-zero]\n");
	assert_string_equal(text(ERROR_AT("01000000", "00000000")),
		"ERROR: oh at x.stp:3:7, in the library at x.stp:4:9 "
		"[div-zero]\n");
}

#define JSON_HINT "\"hint\":\"test the divisor: d ? n / d : 0\""
#define JSON_HEAD "\"seq\":7,\"t\":100000000,\"cpu\":2"

/* An error at place @loc, with @n calls, of which @calls are kept. */
#define CALLS_OF(loc, from, n, calls)                                          \
	HEAD("68", "01", "01")                                                 \
	"01ffffff 32000000 " loc " 01000000 " from " " n " " calls             \
	" 6f68 000000000000"
#define F "03000000 "		/* a call of f */
#define FG "04000000 "		/* one of g, which is a part of a call of f */
#define IN_F "  f() called from x.stp:6:1\n"
#define IN_G "  g() called from x.stp:7:1\n"

static void test_calls(void **state)
{
	/* those that a place knows, and those that were noted */
	assert_string_equal(text(HEAD("50", "01", "01")
		"01ffffff 1a000000 04000000 01000000 ffffffff 02000000 "
		F FG "6f68 000000000000"),
		"ERROR: oh at x.stp:7:1 [div-zero]\n"
		IN_F IN_F IN_G IN_F);
	/* eight of nine */
	assert_string_equal(text(CALLS_OF("00000000", "ffffffff", "09000000",
					  F F F F F F F F)),
		"ERROR: oh at x.stp:3:7 [div-zero]\n"
		IN_F IN_F IN_F IN_F IN_F IN_F IN_F IN_F "  ...\n");
	/* eight of eight, with one that a place knows */
	assert_string_equal(text(CALLS_OF("00000000", "ffffffff", "08000000",
					  F F F F F F FG F)),
		"ERROR: oh at x.stp:3:7 [div-zero]\n"
		IN_F IN_F IN_F IN_F IN_F IN_F IN_G IN_F "  ...\n");
	/* the library's own, up to the script's place that leads there */
	assert_string_equal(text(HEAD("50", "01", "01")
		"01ffffff 1e000000 02000000 01000000 ffffffff 03000000 "
		FG "01000000 " F "6f68 0000"),
		"ERROR: oh at x.stp:4:9, in the library at lib.stp:5:2 "
		"[div-zero]\n"
		IN_F);
}

static void test_json_calls(void **state)
{
	assert_string_equal(json(HEAD("48", "01", "01")
		"01ffffff 16000000 00000000 01000000 ffffffff 01000000 "
		FG "6f68 0000"),
		"{\"type\":\"error\"," JSON_HEAD ",\"text\":\"oh\","
		"\"tag\":\"div-zero\"," JSON_HINT ",\"file\":\"x.stp\",\"line\":3,"
		"\"col\":7,\"calls\":["
		"{\"function\":\"g\",\"file\":\"x.stp\",\"line\":7,\"col\":1},"
		"{\"function\":\"f\",\"file\":\"x.stp\",\"line\":6,\"col\":1}]}\n");
	assert_non_null(strstr(json(CALLS_OF("00000000", "ffffffff",
					     "09000000", F F F F F F F F)),
			       "\"col\":1}],\"calls_cut\":true}\n"));
}

static void test_json(void **state)
{
	assert_string_equal(json(OUT),
		"{\"type\":\"print\"," JSON_HEAD ",\"text\":\"-2 abc\\n\","
		"\"args\":[-2,\"abc\"]}\n"
		"{\"type\":\"print\"," JSON_HEAD ",\"text\":\"\"}\n");
	assert_string_equal(json(good[2].hex),
		"{\"type\":\"error\"," JSON_HEAD ",\"text\":\"oh\","
		"\"tag\":\"div-zero\"," JSON_HINT ",\"file\":\"x.stp\",\"line\":4,"
		"\"col\":9}\n");
	assert_string_equal(json(ERROR_AT("02000000", "00000000")),
		"{\"type\":\"error\"," JSON_HEAD ",\"text\":\"oh\","
		"\"tag\":\"div-zero\"," JSON_HINT ",\"file\":\"x.stp\",\"line\":4,"
		"\"col\":9,\"library_file\":\"lib.stp\","
		"\"library_line\":5,\"library_col\":2}\n");
	assert_string_equal(json(good[3].hex),
		"{\"type\":\"map\"," JSON_HEAD ",\"name\":\"seen\","
		"\"key_types\":[\"long\",\"string\"],"
		"\"value_type\":\"long\",\"keys\":[[5,\"abcd\"]],\"values\":[9]}\n");
	assert_string_equal(json(good[8].hex),
		"{\"type\":\"loss\"," JSON_HEAD ",\"cause\":\"array full\","
		"\"n\":5,\"hint\":\"for larger arrays, add "
		"-D MAXMAPENTRIES=N, or write global a[N] for this one; "
		"global a%[N] replaces the oldest entry\"}\n");
	assert_string_equal(json(good[9].hex),
		"{\"type\":\"end\",\"status\":1}\n");
}

/* 61 c3 a9 ff 22: a, e acute, a byte that is no UTF-8, a quote. */
static void test_json_strings(void **state)
{
	assert_string_equal(
		json(HEAD("48", "01", "01")
		     "00000000 18000000 0100000000000000 "
		     "05000000 61c3a9ff 22 00000000000000"),
		"{\"type\":\"print\"," JSON_HEAD
		",\"text\":\"1 a\xc3\xa9\\u00ff\\\"\\n\",\"raw\":true,"
		"\"args\":[1,\"a\xc3\xa9\\u00ff\\\"\"]}\n");
}

static void test_json_hist(void **state)
{
	struct {
		struct stp_rec r;
		struct stp_item it;
		stp_u32 len, zero;
		struct stp_stat st;
		stp_s64 bucket[128];
	} x = {
		.r = { .len = sizeof(x), .type = STP_REC_OUT, .probe = 0,
		       .n_items = 1 },
		.it = { 1, sizeof(x) - sizeof(x.r) - sizeof(x.it) },
		.len = sizeof(x.st) + sizeof(x.bucket),
		.st = { .count = 1, .sum = 9, .min = 9, .max = 9,
			.hist = STP_HIST_LOG, .n_buckets = 128 },
	};
	struct stp_fmt_opts opts = stp_blob_fmt_opts(blob);
	struct stp_sink s = { out, 0, sizeof(out) - 1, false, NULL, NULL };

	x.bucket[68] = 1;
	assert_null(stp_rec_check(blob, NULL, &x, sizeof(x)));
	stp_render_json(&s, blob, &x.r, &opts);
	out[s.len] = 0;
	assert_string_equal(out,
		"{\"type\":\"hist\",\"seq\":0,\"t\":0,\"cpu\":0,"
		"\"probe\":\"timer.s(1)\",\"text\":\""
		"value |---------- count\\n"
		"    2 |           0\\n"
		"    4 |           0\\n"
		"    8 |@          1\\n"
		"   16 |           0\\n"
		"   32 |           0\\n\\n\","
		"\"count\":1,\"sum\":9,\"min\":9,\"max\":9,\"avg\":9,"
		"\"buckets\":[{\"lo\":8,\"hi\":15,\"n\":1}]}\n");
}

/* ---- blobs -------------------------------------------------------------- */

static void test_blob_good(void **state)
{
	assert_null(stp_blob_check(blob, blob_size));
	assert_int_equal(stp_blob_limit_value(blob, STP_LIM_HIST_WIDTH), 10);
	assert_int_equal(stp_blob_limit_value(blob, STP_LIM_ACTION), 1000);
	assert_string_equal(stp_limit_infos[STP_LIM_ACTION].name, "MAXACTION");
	assert_string_equal(stp_kind_name(STP_KIND_TIMER), "timer");
	assert_string_equal(stp_kind_name(99), "?");
	assert_string_equal(stp_cause_words(STP_CAUSE_LOCK), "lock busy");
}

static char *err_hint(stp_u32 *said, stp_u32 err)
{
	static char text[512];
	struct stp_sink s = { text, 0, sizeof(text) - 1, false, NULL, NULL };

	stp_render_err_hint(&s, said, err);
	text[s.len] = 0;
	return text;
}

static void test_hints(void **state)
{
	stp_u32 said = 0;

	assert_string_equal(err_hint(&said, STP_ERR_DIV_ZERO),
			    "  hint: test the divisor: d ? n / d : 0\n");
	assert_string_equal(err_hint(&said, STP_ERR_NO_GROUP),
			    "  hint: ngroups() returns the number of groups\n");
	assert_string_equal(err_hint(&said, STP_ERR_DIV_ZERO), "");
	assert_string_equal(err_hint(&said, STP_ERR_SCRIPT), "");
	assert_string_equal(err_hint(&said, ~0u), "");
	assert_null(stp_cause_hint(STP_CAUSE_FROZEN));
	assert_null(stp_cause_hint(STP_N_CAUSES));
}

static void test_blob_short(void **state)
{
	for (size_t n = 0; n < blob_size; n++)
		assert_non_null(stp_blob_check(blob, n));
}

/* After a change that is let pass, everything can still be looked at. */
static void look_at_all(const struct stp_blob *b)
{
	volatile size_t sum = 0;

	for (stp_u32 i = 0; i < stp_blob_n(b, STP_SEC_ROWS); i++) {
		const struct stp_row *r = stp_blob_row(b, i);

		sum += stp_blob_probe(b, r->probe)->name;
		for (stp_u32 k = 0; r->kind == STP_KIND_KPROBE &&
				    k < r->kprobe.n_callers; k++)
			sum += stp_blob_location(b, stp_blob_caller(b,
					r->kprobe.callers + k)->location)->name;
	}
	for (stp_u32 i = 0; i < stp_blob_n(b, STP_SEC_LOCATIONS); i++)
		sum += strlen(stp_blob_str(b, stp_blob_location(b, i)->name));
	for (stp_u32 i = 0; i < stp_blob_n(b, STP_SEC_FORMATS); i++) {
		const struct stp_fmt *f = stp_blob_fmt(b, i);

		sum += (size_t)stp_blob_str(b, f->text)[f->len];
		sum += strlen(stp_blob_str(b, f->kinds));
	}
	for (stp_u32 i = 0; i < stp_blob_n(b, STP_SEC_GLOBALS); i++) {
		const struct stp_global_info *g = stp_blob_global(b, i);

		sum += strlen(stp_blob_str(b, g->name));
		sum += stp_global_buckets(g);
	}
	for (stp_u32 i = 0; i < stp_blob_n(b, STP_SEC_LOCS); i++)
		sum += strlen(stp_blob_str(b, stp_blob_loc(b, i)->file));
}

static void test_blob_any_word(void **state)
{
	static const stp_u32 hurt[] = { 0, 1, 7, 0x7fffffff, 0x80000000,
					0xfffffff8, 0xffffffff };
	char *p = malloc(blob_size);

	memcpy(p, blob, blob_size);
	for (size_t w = 0; w + 4 <= blob_size; w += 4)
		for (size_t h = 0; h < 7; h++) {
			stp_u32 old = stp_get_u32(p + w);

			memcpy(p + w, &hurt[h], 4);
			if (!stp_blob_check(p, blob_size))
				look_at_all((void *)p);
			memcpy(p + w, &old, 4);
		}
	free(p);
}

#define BREAK(expected, change)                                                \
	do {                                                                   \
		struct stp_blob *b_ = make_blob(&size);                        \
		const char *bad_;                                              \
		change;                                                        \
		bad_ = stp_blob_check(b_, size);                               \
		assert_non_null(bad_);                                         \
		assert_string_equal(bad_, expected);                           \
		free(b_);                                                      \
	} while (0)
#define ROW ((struct stp_row *)stp_blob_row(b_, 0))
#define KRET(p) (ROW->kind = STP_KIND_KRETPROBE, ROW->point = STP_POINT_##p)
#define GLOBAL ((struct stp_global_info *)stp_blob_global(b_, 0))

static void test_blob_rules(void **state)
{
	size_t size;

	BREAK("blob: wrong magic number", b_->magic++);
	BREAK("blob: made for another version", b_->version++);
	BREAK("blob: wrong size", b_->hdr_size += 8);
	BREAK("blob: section outside", b_->sec[STP_SEC_ROWS].off += 4);
	BREAK("blob: section too long", b_->sec[STP_SEC_LOCS].n = 1000);
	BREAK("blob: strings are not terminated",
	      ((char *)b_)[size - 1] = 'x');
	BREAK("blob: unknown probe kind", ROW->kind = STP_N_KINDS);
	BREAK("blob: call after what it leads to",
	      ((struct stp_loc *)stp_blob_loc(b_, 3))->caller = 4);
	BREAK("blob: string outside",
	      ((struct stp_loc *)stp_blob_loc(b_, 3))->callee = 10000);
	BREAK("blob: row's probe outside", ROW->probe = 1);
	BREAK("blob: row's location outside", ROW->location = 1);
	BREAK("blob: row needs a location", ROW->location = ~0u);
	BREAK("blob: row needs a location",
	      (ROW->kind = STP_KIND_FTRACE, ROW->location = ~0u));
	BREAK("blob: row watches what cannot be", ROW->flags = STP_ROW_WATCH);
	BREAK("blob: row's return is none", KRET(ENTRY));
	BREAK("blob: row's return is none", (KRET(ENTRY), ROW->kprobe.with = 1));
	BREAK("blob: row's callers outside", ROW->kprobe.n_callers = 3);
	BREAK("blob: row's callers outside", ROW->kprobe.callers = 1);
	BREAK("blob: row's callers outside",
	      (KRET(RETURN), ROW->kprobe.callers = ~0u));
	BREAK("blob: row's point does not fit its kind", ROW->point = 2);
	BREAK("blob: row's point does not fit its kind", KRET(OFFSET));
	BREAK("blob: row has too many arguments",
	      (ROW->kind = STP_KIND_PROCESS, ROW->process.n_args = 13));
	BREAK("blob: row's event unknown",
	      (ROW->kind = STP_KIND_PROCESS,
	       ROW->process.event = STP_N_PROCESS_EVENTS));
	BREAK("blob: caller's location outside",
	      ((struct stp_caller *)stp_blob_caller(b_, 1))->location = 1);
	BREAK("blob: lock set outside", GLOBAL->set = 64);
	BREAK("blob: array without keys, or keys without array",
	      GLOBAL->is_map = 0);
	BREAK("blob: counter cell outside", GLOBAL->class = STP_C_COUNTER;
	      GLOBAL->is_map = 0; GLOBAL->keys = 0);
	BREAK("blob: wrapping array in counter class",
	      GLOBAL->wraps = 1; GLOBAL->class = STP_C_COUNTER);
	BREAK("blob: bad linear histogram",
	      GLOBAL->hist = STP_HIST_LINEAR);
	BREAK("blob: too many histogram buckets",
	      GLOBAL->hist = STP_HIST_LINEAR; GLOBAL->hi = 128;
	      GLOBAL->step = 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_good),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_bad_header),
		cmocka_unit_test(test_any_word),
		cmocka_unit_test(test_aggregate_lies),
		cmocka_unit_test(test_arguments_there_and_back),
		cmocka_unit_test(test_too_many_arguments),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_error_of_a_probe),
		cmocka_unit_test(test_error_in_the_library),
		cmocka_unit_test(test_calls),
		cmocka_unit_test(test_json_calls),
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_hints),
		cmocka_unit_test(test_json_strings),
		cmocka_unit_test(test_json_hist),
		cmocka_unit_test(test_blob_good),
		cmocka_unit_test(test_blob_short),
		cmocka_unit_test(test_blob_any_word),
		cmocka_unit_test(test_blob_rules),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
