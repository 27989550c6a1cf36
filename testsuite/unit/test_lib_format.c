/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A stream of records, whole, cut into pieces, and damaged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "format/format.h"
#include "runtime/core/record.h"
#include "testsuite/unit/blob_make.h"

/* ---- making a stream ---------------------------------------------------- */

static void put_record(struct buf *b, enum stp_rec_type type, stp_u32 probe,
		       stp_u32 n_items, const struct buf *items)
{
	struct stp_rec r = {
		.len = (stp_u32)(sizeof(r) + items->n),
		.type = (stp_u16)type,
		.probe = probe,
		.n_items = n_items,
		.seq = 9,
		.cpu = 3,
	};

	buf_add(b, &r, sizeof(r));
	buf_add(b, items->p, items->n);
}

static void put_item(struct buf *b, stp_u32 id, const void *p, size_t n)
{
	struct stp_item it = { id, (stp_u32)n };

	buf_add(b, &it, sizeof(it));
	buf_add(b, p, n);
	buf_align(b, 8);
}

static void put_one(struct buf *b, enum stp_rec_type type, stp_u32 probe,
		    stp_u32 id, const void *p, size_t n)
{
	struct buf items = BUF_INIT;

	put_item(&items, id, p, n);
	put_record(b, type, probe, 1, &items);
	buf_free(&items);
}

static void put_blob(struct buf *b)
{
	struct blob_make m = { 0 };
	size_t size;
	void *blob;

	blob_probe(&m, "timer.s(1)", "x.stp", 3, 7);
	blob_loc(&m, "x.stp", 4, 9);
	blob_library_loc(&m, "lib.stp", 5, 2, 1);
	blob_fmt(&m, "%d<%s>\n", "ns");
	blob_global(&m, "seen", "n", STP_G_NUM, STP_C_LOCKED, 0);
	blob = blob_finish(&m, 0, &size);
	put_one(b, STP_REC_BLOB, ~0u, 0, blob, size);
	free(blob);
}

/* Format 0 with a number and three letters. */
static void put_out(struct buf *b, stp_s64 n, const char *three)
{
	struct { stp_s64 n; stp_u32 len; char s[4]; } args = { n, 3, "" };

	memcpy(args.s, three, 3);
	put_one(b, STP_REC_OUT, 0, 0, &args, sizeof(args));
}

static void put_number(struct buf *b, enum stp_rec_type type, stp_u32 id,
		       stp_u64 v)
{
	put_one(b, type, ~0u, id, &v, 8);
}

static void put_error(struct buf *b)
{
	struct { struct stp_error_item at; char text[8]; } e = {
		{ 2, STP_ERR_DIV_ZERO, ~0u, 0 }, "by zero",
	};

	put_one(b, STP_REC_OUT, 0, STP_ITEM_ERROR, &e, sizeof(e.at) + 7);
}

static void put_map(struct buf *b)
{
	stp_s64 entries[2][2] = { { 1, 10 }, { 2, 20 } };
	struct buf items = BUF_INIT;

	put_item(&items, 0, entries[0], 16);
	put_item(&items, 0, entries[1], 16);
	put_record(b, STP_REC_MAP, ~0u, 2, &items);
	buf_free(&items);
}

static void put_stream(struct buf *b)
{
	put_blob(b);
	put_out(b, -7, "abc");
	put_error(b);
	put_map(b);
	put_number(b, STP_REC_LOSS, STP_CAUSE_OUTPUT_FULL, 5);
	put_number(b, STP_REC_LOSS, STP_CAUSE_LOCK, 2);
	put_number(b, STP_REC_END, 0, 1);
}

/* ---- hearing it --------------------------------------------------------- */

static struct buf heard = BUF_INIT;

static void on_text(void *arg, const char *p, size_t n)
{
	buf_puts(&heard, "text ");
	buf_add(&heard, p, n);
}

static void on_record(void *arg, const struct tapster_record *r)
{
	assert_int_equal(r->seq, 9);
	assert_int_equal(r->cpu, 3);
	assert_int_equal(r->n_args, 2);
	assert_int_equal(r->args[0].kind, TAPSTER_ARG_NUMBER);
	assert_int_equal(r->args[1].kind, TAPSTER_ARG_STRING);
	buf_printf(&heard, "record %s %s %lld %.*s %.*s", r->probe, r->format,
		   (long long)r->args[0].number, (int)r->args[1].len,
		   r->args[1].bytes, (int)r->text_len, r->text);
}

static void on_snapshot(void *arg, const struct tapster_snapshot *sn)
{
	buf_printf(&heard, "snapshot %s %zu keys", sn->global, sn->n_keys);
	for (size_t i = 0; i < sn->n_entries * (sn->n_keys + 1); i++)
		buf_printf(&heard, " %lld", (long long)sn->args[i].number);
	buf_putc(&heard, '\n');
}

static void on_message(void *arg, const struct format_message *m)
{
	buf_printf(&heard, "message %d [%s] %s:%u:%u ", m->is_error, m->tag,
		   m->location.file, m->location.line, m->location.col);
	if (m->hint)
		buf_printf(&heard, "(%.10s...) ", m->hint);
	if (m->library.line)
		buf_printf(&heard, "%s:%u:%u ", m->library.file,
			   m->library.line, m->library.col);
	buf_puts(&heard, m->line);
}

static void on_loss(void *arg, const char *cause, uint64_t n)
{
	buf_printf(&heard, "loss %llu %s\n", (unsigned long long)n, cause);
}

static const struct format_ops ops = {
	.text = on_text,
	.record = on_record,
	.snapshot = on_snapshot,
	.message = on_message,
	.loss = on_loss,
};

static const char expected[] =
	"record timer.s(1) %d<%s>\n"
	" -7 abc -7<abc>\n"
	"text -7<abc>\n"
	"message 1 [div-zero] x.stp:4:9 (test the d...) lib.stp:5:2 ERROR: by "
	"zero at x.stp:4:9, in the library at lib.stp:5:2 [div-zero]\n"
	"  hint: test the divisor: d ? n / d : 0\n"
	"snapshot seen 1 keys 1 10 2 20\n"
	"message 0 [] :0:0 WARNING: Number of errors: 1, skipped probes: 2\n"
	"message 0 [] :0:0 (-s 16 give...) WARNING: 5: output buffer full\n"
	"  hint: -s 16 gives each CPU a buffer of 16 MB; what is counted in an "
	"array and printed at the end needs none\n"
	"loss 5 output buffer full\n"
	"message 0 [] :0:0 (variables ...) WARNING: 2: lock busy\n"
	"  hint: variables that are only counted with ++ or <<< need no lock; "
	"-D MAXTRYLOCK=N waits longer for one\n"
	"loss 2 lock busy\n";

static int teardown(void **state)
{
	buf_free(&heard);
	return 0;
}

/* ---- tests -------------------------------------------------------------- */

static void feed_in_pieces(size_t piece)
{
	struct format *f = format_create(&ops, NULL, FORMAT_TEXT);
	struct buf b = BUF_INIT;

	buf_reset(&heard);
	put_stream(&b);
	assert_int_equal(format_status(f), -1);
	for (size_t at = 0; at < b.n; at += piece)
		assert_null(format_feed(f, b.p + at, b.n - at < piece
					? b.n - at : piece));
	assert_int_equal(format_status(f), 1);
	assert_string_equal(heard.p, expected);
	format_destroy(f);
	buf_free(&b);
}

static void test_whole(void **state)
{
	feed_in_pieces(1 << 20);
}

static void test_pieces(void **state)
{
	feed_in_pieces(1);
	feed_in_pieces(7);
	feed_in_pieces(64);
}

/* A STATE record has numbers of the session, or of a row that there is. */
static void test_bad_state(void **state)
{
	static const stp_u32 ids[] = { STP_ITEM_STATS, 0 };

	for (size_t i = 0; i < 2; i++) {
		struct format *f = format_create(&ops, NULL, FORMAT_TEXT);
		struct buf b = BUF_INIT;

		put_blob(&b);
		put_number(&b, STP_REC_STATE, ids[i], 5);
		assert_string_equal(format_feed(f, b.p, b.n),
				    "record: malformed state");
		format_destroy(f);
		buf_free(&b);
	}
}

static void test_json(void **state)
{
	struct format_ops text_only = { .text = on_text };
	struct format *f = format_create(&text_only, NULL, FORMAT_JSON);
	struct buf b = BUF_INIT;

	buf_reset(&heard);
	put_stream(&b);
	assert_null(format_feed(f, b.p, b.n));
	assert_non_null(strstr(heard.p, "\"args\":[-7,\"abc\"]"));
	assert_non_null(strstr(heard.p, "\"type\":\"map\""));
	assert_non_null(strstr(heard.p, "\"type\":\"loss\""));
	format_destroy(f);
	buf_free(&b);
}

/* Each byte made wrong in turn: never a crash, and what is said stays whole. */
static void test_damage(void **state)
{
	struct buf good = BUF_INIT;
	struct format_ops silent = { .text = on_text };
	unsigned refused = 0;

	put_stream(&good);
	for (size_t i = 0; i < good.n; i++) {
		struct format *f = format_create(&silent, NULL, FORMAT_TEXT);

		buf_reset(&heard);
		good.p[i] ^= 0x80;
		refused += format_feed(f, good.p, good.n) != NULL;
		good.p[i] ^= 0x80;
		format_destroy(f);
	}
	assert_true(refused > 20);
	buf_free(&good);
}

static void test_refusals(void **state)
{
	struct format *f = format_create(&ops, NULL, FORMAT_TEXT);
	struct buf b = BUF_INIT;

	/* no blob first */
	put_out(&b, 1, "xyz");
	assert_non_null(format_feed(f, b.p, b.n));
	assert_null(format_feed(f, b.p, b.n));	/* said once */
	format_destroy(f);
	/* something after the end */
	buf_reset(&b);
	put_stream(&b);
	put_out(&b, 1, "xyz");
	f = format_create(&ops, NULL, FORMAT_TEXT);
	assert_non_null(strstr(format_feed(f, b.p, b.n), "after the last"));
	format_destroy(f);
	/* two blobs */
	buf_reset(&b);
	put_blob(&b);
	put_blob(&b);
	f = format_create(&ops, NULL, FORMAT_TEXT);
	assert_non_null(strstr(format_feed(f, b.p, b.n), "second blob"));
	format_destroy(f);
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_pieces),
		cmocka_unit_test(test_bad_state),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_refusals),
	};

	return cmocka_run_group_tests(tests, NULL, teardown);
}
