/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The life of a handler: conditions, budget, errors and catch, output in one
 * piece and in many, counters read and written while others count.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/core/fn.h"
#include "runtime/host/host.h"
#include "testsuite/unit/test_core_lib.h"

#define SAY(c, fmt, v) \
	stp_out(c, fmt, "n", (struct stp_val[]){ STP_NUM(v) })

/* ---- output ------------------------------------------------------------- */

static void say_two(struct stp_ctx *c)
{
	SAY(c, 0, 1);
	SAY(c, 0, 2);
}

static void test_one_record(void **state)
{
	struct blob_make m = { .frame = 64 };
	const struct stp_rec *r;
	size_t n;

	core_timer(&m, 0);
	blob_fmt(&m, "%d;", "n");
	core_body[0] = say_two;
	core_begin(&m);
	core_run(0);
	core_run(0);
	assert_string_equal(core_text(), "1;2;1;2;");
	r = core_records(&n);
	assert_int_equal(n, 2 * r->len);
	assert_int_equal(r->n_items, 2);
	assert_int_equal(r->flags, 0);
	assert_int_equal(r->seq + 1, ((const struct stp_rec *)
				((const char *)r + r->len))->seq);
	core_end();
}

static stp_s64 flood_lines;

static void flood(struct stp_ctx *c)
{
	for (stp_s64 i = 0; i < flood_lines; i++)
		SAY(c, 0, i);
}

/* Every line arrives, once, in order, whatever the buffer does. */
static void check_flood(stp_s64 lines)
{
	struct blob_make m = { .frame = 64 };
	const struct stp_rec *r;
	const char *p, *end;
	char line[32];
	stp_u64 seq = 0;
	size_t n, at;

	core_timer(&m, 0);
	blob_fmt(&m, "%d\n", "n");
	core_body[0] = flood;
	flood_lines = lines;
	core_begin(&m);
	core_run(0);
	p = core_text();
	for (stp_s64 i = 0; i < lines; i++) {
		snprintf(line, sizeof(line), "%lld\n", i);
		end = strchr(p, '\n');
		assert_non_null(end);
		assert_memory_equal(p, line, strlen(line));
		p = end + 1;
	}
	assert_int_equal(*p, 0);
	p = core_records(&n);
	for (at = 0; at < n; at += r->len) {
		r = (const void *)(p + at);
		assert_true(!seq || r->seq == seq);
		assert_true(r->len <= STP_REC_MAX);
		seq = r->seq;
		if (lines < 300)
			assert_int_equal(r->flags, 0);
		else
			assert_int_equal(r->flags,
					 at + r->len < n ? STP_REC_PART
							 : STP_REC_PART |
							    STP_REC_LAST);
	}
	core_end();
}

static void test_floods(void **state)
{
	check_flood(1);
	check_flood(200);
	check_flood(600);		/* over STP_REC_MAX */
	check_flood(40000);		/* over the session's buffer */
	check_flood(16384 - 340);	/* about as much as the buffer */
	check_flood(100000);
}

static char long_text[600];

static void say_strings(struct stp_ctx *c)
{
	stp_out(c, 0, "ss", (struct stp_val[]){
		{ { .p = long_text }, 600 }, { { .p = "" }, 0 } });
	stp_out(c, 1, "m", (struct stp_val[]){
		STP_UMEM((stp_s64)(uintptr_t)long_text, 3) });
}

static void test_strings_and_memory(void **state)
{
	struct blob_make m = { .frame = 64 };
	char expected[1024];

	core_timer(&m, 0);
	blob_fmt(&m, "%s|%s\n", "ss");
	blob_fmt(&m, "%m", "m");
	memset(long_text, 'x', sizeof(long_text));
	snprintf(expected, sizeof(expected), "%.600s|\nxxx", long_text);
	core_body[0] = say_strings;
	core_begin(&m);
	core_run(0);
	assert_string_equal(core_text(), expected);
	core_end();
}

static void say_bad_memory(struct stp_ctx *c)
{
	stp_out(c, 0, "m", (struct stp_val[]){ STP_KMEM(16, 8) });
}

static void test_bad_memory(void **state)
{
	struct blob_make m = { .frame = 64 };

	core_timer(&m, 0);
	blob_fmt(&m, "%M\n", "m");
	core_body[0] = say_bad_memory;
	core_begin(&m);
	core_run(0);
	assert_string_equal(core_text(),
			    "ERROR: cannot read target memory at 0x10 at "
			    "t.stp:1:1 [bad-read]\n");
	core_end();
}

/* ---- errors ------------------------------------------------------------- */

static void fails(struct stp_ctx *c)
{
	SAY(c, 0, 1);
	stp_div(c, 1, 0);
	assert_int_equal(c->err, STP_ERR_DIV_ZERO);
	stp_at(c, 1);
	stp_at(c, 0);		/* the innermost wins */
	stp_fail_str(c, STP_LIT("too late"));
}

static void test_error_ends_session(void **state)
{
	struct blob_make m = { .frame = 64 };

	core_timer(&m, 0);
	blob_loc(&m, "t.stp", 8, 9);
	blob_fmt(&m, "%d;", "n");
	core_body[0] = fails;
	core_begin(&m);
	core_run(0);
	assert_string_equal(core_text(),
			    "1;ERROR: division by 0 at t.stp:8:9 "
			    "[div-zero]\n");
	assert_int_equal(stp_run.state, STP_STOPPING);
	assert_true(stp_run.failed);
	core_end();
}

static void test_max_errors(void **state)
{
	struct blob_make m = { .frame = 64 };
	struct stp_ioc_stats stats;

	core_timer(&m, 0);
	blob_loc(&m, "t.stp", 8, 9);
	blob_fmt(&m, "%d;", "n");
	blob_limit(&m, STP_LIM_MAXERRORS, 2);
	core_body[0] = fails;
	core_begin(&m);
	core_run(0);
	core_run(0);
	assert_int_equal(stp_run.state, STP_RUNNING);
	core_run(0);
	assert_int_equal(stp_run.state, STP_STOPPING);
	stp_run_stats(&stats);
	assert_int_equal(stats.errors, 3);
	assert_int_equal(stats.hits, 3);
	assert_int_equal(stats.handled, 3);
	core_end();
}

static void catches(struct stp_ctx *c)
{
	char buf[64];
	struct stp_slot slot = { .p = buf, .cap = 63 };
	struct stp_str s;

	stp_fail_str(c, STP_LIT("my words"));
	s = stp_caught(c, slot);
	assert_int_equal(c->err, 0);
	assert_string_equal(s.p, "my words");
	stp_fail(c, STP_ERR_BUCKET, -5);
	slot.cap = 20;
	s = stp_caught(c, slot);
	assert_string_equal(s.p, "histogram index out ");
	assert_int_equal(s.len, 20);
	stp_fail(c, STP_ERR_READ, 0x1234);
	slot.cap = 63;
	assert_string_equal(stp_caught(c, slot).p,
			    "cannot read target memory at 0x1234");
	stp_fail(c, STP_ERR_WRITE, 0x10);
	assert_string_equal(stp_caught(c, slot).p,
			    "cannot write target memory at 0x10");
	stp_fail(c, STP_ERR_NO_REGS, 0);
	assert_string_equal(stp_caught(c, slot).p,
			    "no registers in this probe");
}

static void test_catch(void **state)
{
	struct blob_make m = { .frame = 64 };

	core_timer(&m, 0);
	core_body[0] = catches;
	core_begin(&m);
	core_run(0);
	assert_int_equal(stp_run.state, STP_RUNNING);
	assert_string_equal(core_text(), "");
	core_end();
}

/* ---- begin, end, error -------------------------------------------------- */

static void exits(struct stp_ctx *c)
{
	SAY(c, 0, 7);
	stp_exit(c);
	SAY(c, 0, 8);
}

static void life(void (*first)(struct stp_ctx *), const char *expected)
{
	struct blob_make m = { .frame = 64 };
	stp_u32 p = blob_probe(&m, "begin", "t.stp", 1, 1);

	blob_loc(&m, "t.stp", 8, 9);
	blob_fmt(&m, "%d;", "n");
	blob_row(&m, STP_KIND_BEGIN, 1, p)->begin_end.order = 5;
	blob_row(&m, STP_KIND_BEGIN, 0, p)->begin_end.order = -5;
	blob_row(&m, STP_KIND_END, 2, p);
	blob_row(&m, STP_KIND_ERROR, 3, p);
	core_body[0] = first;
	core_body[1] = say_two;
	core_body[2] = say_two;
	core_body[3] = flood;
	flood_lines = 1;
	core_begin(&m);
	assert_int_equal(stp_run_start(), 0);
	stp_run_stop(true);
	assert_int_equal(stp_run.state, STP_STOPPED);
	assert_string_equal(core_text(), expected);
	core_end();
}

static void test_life(void **state)
{
	life(say_two, "1;2;1;2;1;2;");
	/* exit() lets its handler finish; other begin handlers do not run */
	life(exits, "7;8;1;2;");
	life(fails, "1;ERROR: division by 0 at t.stp:8:9 [div-zero]\n0;");
}

/* ---- counters ----------------------------------------------------------- */

static stp_s64 seen[4];

static void count(struct stp_ctx *c)
{
	*stp_cell(c, 1) += 1;
	*stp_cell(c, 2) += 10;
}

/* Reads as generated code does: num and the own cell. */
static void read_and_reset(struct stp_ctx *c)
{
	seen[0] = core_globals[0].num + *stp_cell(c, 1);
	seen[1] = core_globals[1].num + *stp_cell(c, 2);
	/* another counts */
	*stp_cell(&stp_run.workspaces[1]->pub, 1) += 1;
	core_globals[0].num = 0;
	*stp_cell(c, 2) += 3;
	seen[2] = core_globals[1].num + *stp_cell(c, 2);
}

/* Another context, with two cells in front and hits after it. */
struct other {
	stp_s64 cells[8];
	struct stp_workspace workspace;
	stp_s64 hits[8];
} __attribute__((aligned(64)));

static void test_counters(void **state)
{
	struct blob_make m = { .frame = 64, .n_counters = 2 };
	struct other other = { .workspace.slot = 1,
			       .cells = { [6] = 1000, 100 } };
	struct stp_workspace *both[2], **own;

	core_timer(&m, 0);
	core_timer(&m, 1);
	blob_global(&m, "n", "", STP_G_NUM, STP_C_COUNTER, 5)->counter = 1;
	blob_global(&m, "m", "", STP_G_NUM, STP_C_COUNTER, 6)->counter = 2;
	core_handlers[1].freezes = 1 << 5 | 1 << 6;
	core_body[0] = count;
	core_body[1] = read_and_reset;
	core_begin(&m);
	assert_int_equal(stp_run.solo, 1 << 5 | 1 << 6);
	own = stp_run.workspaces;
	both[0] = own[0];
	both[1] = &other.workspace;
	stp_run.workspaces = both;
	stp_run.n_workspaces = 2;
	core_run(0);
	core_run(0);
	core_run(1);
	assert_int_equal(seen[0], 102);
	assert_int_equal(seen[1], 1020);
	assert_int_equal(seen[2], 1023);
	core_run(1);	/* what was counted beside the reset is kept */
	assert_int_equal(seen[0], 1);
	assert_int_equal(seen[1], 1023);
	stp_run.workspaces = own;
	stp_run.n_workspaces = 1;
	core_end();
}

/* A set with two members is frozen; handlers inside are waited for. */
static void hold(struct stp_ctx *c)
{
	seen[3] = (stp_s64)(stp_run.gate & STP_GATE_SETS);
}

static void test_freeze_bits(void **state)
{
	struct blob_make m = { .frame = 64, .n_counters = 2 };

	core_timer(&m, 0);
	blob_global(&m, "n", "", STP_G_NUM, STP_C_COUNTER, 63)->counter = 1;
	blob_global(&m, "m", "", STP_G_NUM, STP_C_COUNTER, 63)->counter = 2;
	core_handlers[0].freezes = 1ull << 63;
	core_handlers[0].locks = 1ull << 63 | 1;
	core_body[0] = hold;
	core_begin(&m);
	assert_int_equal(stp_run.solo, 0);
	core_run(0);
	assert_int_equal(seen[3], 1ll << 60);
	assert_int_equal(stp_run.gate, STP_GATE_SLOW);
	assert_int_equal(stp_run.freezer.owner, 0);
	assert_int_equal(core_locks[0].owner, 0);
	assert_int_equal(core_locks[63].owner, 0);
	core_end();
}

/* Somebody who never leaves: the freezer gives up, counts it, stays whole. */
static void test_freeze_gives_up(void **state)
{
	struct blob_make m = { .frame = 64, .n_counters = 2 };
	struct stp_site inside = { .counts = 4 };
	struct other other = { .workspace.slot = 1,
			       .workspace.pub.site = &inside };
	struct stp_workspace *both[2], **own;
	struct stp_ioc_stats stats;

	core_timer(&m, 0);
	blob_global(&m, "n", "", STP_G_NUM, STP_C_COUNTER, 2)->counter = 1;
	blob_global(&m, "m", "", STP_G_NUM, STP_C_COUNTER, 2)->counter = 2;
	core_handlers[0].freezes = 4;
	core_body[0] = hold;
	core_begin(&m);
	own = stp_run.workspaces;
	both[0] = own[0];
	both[1] = &other.workspace;
	stp_run.workspaces = both;
	stp_run.n_workspaces = 2;
	seen[3] = -1;
	core_run(0);
	assert_int_equal(seen[3], -1);
	assert_int_equal(stp_run.gate, STP_GATE_SLOW);
	stp_run_stats(&stats);
	assert_int_equal(stats.causes[STP_CAUSE_FROZEN], 1);
	assert_int_equal(stats.hits, 1);
	assert_int_equal(stats.handled, 0);
	other.workspace.pub.site = NULL;
	core_run(0);
	assert_int_equal(seen[3], 4);
	stp_run.workspaces = own;
	stp_run.n_workspaces = 1;
	core_end();
}

static void test_lock_busy(void **state)
{
	struct blob_make m = { .frame = 64 };
	struct stp_ioc_stats stats;

	core_timer(&m, 0);
	blob_limit(&m, STP_LIM_MAXSKIPPED, 1);
	core_handlers[0].locks = 1 << 3 | 1 << 9;
	core_body[0] = hold;
	core_begin(&m);
	core_locks[9].owner = 77;	/* some other CPU's */
	core_run(0);
	assert_int_equal(core_locks[3].owner, 0);
	stp_run_stats(&stats);
	assert_int_equal(stats.causes[STP_CAUSE_LOCK], 1);
	assert_int_equal(stp_run.state, STP_RUNNING);
	core_run(0);
	assert_int_equal(stp_run.state, STP_STOPPING);
	assert_string_equal(core_text(),
			    "ERROR: more probes were skipped than MAXSKIPPED "
			    "allows; for more, add -D MAXSKIPPED=N\n");
	core_end();
}

static void count_three(struct stp_ctx *c)
{
	struct stp_val k = STP_NUM(0);

	for (k.n = 0; k.n < 3; k.n++)
		stp_map_stat_add(c, core_globals[0].map, &k, 1);
}

/* A handler that cannot insert elements has run all the same. */
static void test_elements_not_made(void **state)
{
	struct blob_make m = { .frame = 64, .key_bytes = 64 };
	struct stp_ioc_stats stats;

	core_timer(&m, 0);
	blob_global(&m, "a", "n", STP_G_STAT, STP_C_COUNTER, 0)->entries = 9;
	core_body[0] = count_three;
	core_begin(&m);
	core_globals[0].map->lock.owner = 77;	/* some other CPU's */
	core_run(0);
	core_globals[0].map->lock.owner = 0;
	stp_run_stats(&stats);
	assert_int_equal(stats.causes[STP_CAUSE_LOCK], 3);
	assert_int_equal(stats.hits, 1);
	assert_int_equal(stats.handled, 1);
	core_end();
}

static void see_lock(struct stp_ctx *c)
{
	seen[3] = core_locks[3].owner;
}

/* A begin probe that is an alternative runs while others are armed. */
static void test_begin_that_locks(void **state)
{
	struct blob_make m = { .frame = 64 };
	stp_u32 probe;

	core_timer(&m, 0);
	probe = blob_probe(&m, "begin", "t.stp", 1, 1);
	blob_row(&m, STP_KIND_BEGIN, 0, probe);
	blob_row(&m, STP_KIND_BEGIN, 0, probe)->alt_n = 1;
	core_handlers[0].locks = 1 << 3;
	core_body[0] = see_lock;
	core_begin(&m);
	core_run(1);
	assert_int_equal(seen[3], 0);
	core_run(2);
	assert_int_equal(seen[3], stp_os_cpu() + 1);
	assert_int_equal(core_locks[3].owner, 0);
	assert_int_equal(stp_run_switch(2, false), -STP_EINVAL);
	core_end();
}

static void say_and_warn(struct stp_ctx *c)
{
	int full = open("/dev/full", O_WRONLY);

	SAY(c, 0, 1);
	assert_int_equal(dup2(full, STP_HOST_FD), STP_HOST_FD);
	close(full);
	stp_fn_warn(c, STP_LIT("text"));
	see_lock(c);
}

/* A warning sends the output before it.  If there is no room for that, the handler still
 * keeps its locks: they are held until it ends. */
static void test_warning_keeps_locks(void **state)
{
	struct blob_make m = { .frame = 64 };
	struct stp_ioc_stats stats;

	core_timer(&m, 0);
	blob_fmt(&m, "%d;", "n");
	core_handlers[0].locks = 1 << 3;
	core_body[0] = say_and_warn;
	core_begin(&m);
	core_run(0);
	assert_int_equal(seen[3], stp_os_cpu() + 1);
	assert_int_equal(core_locks[3].owner, 0);
	stp_run_stats(&stats);
	assert_int_equal(stats.causes[STP_CAUSE_OUTPUT_FULL], 2);
	core_end();
}

/* ---- pausing ------------------------------------------------------------ */

/* A hit that is to be timed, but finds the run paused: the next one is timed. */
static void test_pause_keeps_timing(void **state)
{
	struct blob_make m = { .frame = 64 };
	struct stp_workspace *w;

	core_timer(&m, 0);
	core_begin(&m);
	w = stp_run.workspaces[0];
	assert_int_equal(stp_run_pause(), 0);
	w->pub.site = &stp_run.sites[0];
	w->sample = 0;
	stp_run_special(w, &stp_run.sites[0]);
	assert_int_equal(w->sample, 1);
	assert_null(w->pub.site);
	core_end();
}

/* stp_run_cease() takes no lock, so its bit may come while the run is resumed. */
static void test_resume_keeps_the_end(void **state)
{
	struct blob_make m = { .frame = 64 };

	core_timer(&m, 0);
	core_begin(&m);
	assert_int_equal(stp_run_pause(), 0);
	assert_true(stp_run.gate & stp_run.sites[0].gate);
	stp_run.gate |= STP_GATE_STOPPED;
	assert_int_equal(stp_run_resume(), 0);
	assert_int_equal(stp_run.gate, STP_GATE_SLOW | STP_GATE_STOPPED);
	stp_run.gate = STP_GATE_SLOW;
	assert_false(stp_run.gate & stp_run.sites[0].gate);
	core_end();
}

/* ---- strings and intrinsics --------------------------------------------- */

static struct stp_ctx *c;
static char buf[64];
static const struct stp_slot slot = { .p = buf, .cap = 8 };

static const char *sub(const char *s, stp_s64 start, stp_s64 len)
{
	return stp_fn_substr(c, slot,
			     (struct stp_str){ s, (stp_u32)strlen(s) }, start,
			     len).p;
}

static void language(struct stp_ctx *ctx)
{
	struct stp_str parts[] = { STP_LIT("ab"), STP_LIT(""),
				   STP_LIT("cdef"), STP_LIT("ghijk") };

	c = ctx;
	assert_int_equal(stp_div(c, INT64_MIN, -1), INT64_MIN);
	assert_int_equal(stp_div(c, -7, 2), -3);
	assert_int_equal(stp_mod(c, INT64_MIN, -1), 0);
	assert_int_equal(stp_mod(c, -7, 2), -1);
	assert_int_equal(stp_ushr(-1, 60), 15);
	assert_true(stp_str_cmp(STP_LIT("a"), STP_LIT("ab")) < 0);
	assert_true(stp_str_cmp(STP_LIT("b"), STP_LIT("ab")) > 0);
	assert_int_equal(stp_str_cmp(STP_LIT("a\0b"), STP_LIT("a\0b")), 0);
	assert_string_equal(stp_str_concat(c, slot, 3, parts).p, "abcdef");
	assert_string_equal(stp_str_concat(c, slot, 4, parts).p, "abcdefgh");
	assert_int_equal(stp_workspace(c)->causes[STP_CAUSE_STRING_CUT], 1);
	assert_string_equal(sub("hello", 1, 3), "ell");
	assert_string_equal(sub("hello", 3, 100), "lo");
	assert_string_equal(sub("hello", 5, 1), "");
	assert_string_equal(sub("hello", -1, 2), "");
	assert_string_equal(sub("hello", 0, 0), "");
	assert_int_equal(stp_fn_isinstr(c, STP_LIT("hello"), STP_LIT("llo")),
			 1);
	assert_int_equal(stp_fn_isinstr(c, STP_LIT("hello"), STP_LIT("lx")),
			 0);
	assert_int_equal(stp_fn_isinstr(c, STP_LIT(""), STP_LIT("")), 1);
	assert_int_equal(stp_fn_isinstr(c, STP_LIT("a"), STP_LIT("ab")), 0);
	assert_int_equal(stp_fn_max_string(c),
			 stp_run.limits[STP_LIM_STRINGLEN]);
	assert_int_equal(stp_fn_strlen(c, STP_LIT("four")), 4);
	assert_string_equal(stp_fn_pp(c, (struct stp_slot){ .p = buf, .cap = 63 }).p,
			    "timer.s(1)");
	assert_string_equal(stp_fn_probefunc(c, slot).p, "");
	assert_int_equal(stp_fn_target(c), 4711);
	assert_int_equal(stp_fn_gettimeofday_s(c) / 60,
			 stp_fn_gettimeofday_ns(c) / 60000000000);
	assert_string_equal(stp_format(c, (struct stp_slot){ .p = buf, .cap = 63 }, 0,
				       "ns", (struct stp_val[]){
						STP_NUM(3),
						STP_STR(STP_LIT("x")) }).p,
			    "003-x");
}

static void test_language(void **state)
{
	struct blob_make m = { .frame = 64 };

	core_timer(&m, 0);
	blob_fmt(&m, "%03d-%s", "ns");
	blob_limit(&m, STP_LIM_TARGET, 4711);
	core_body[0] = language;
	core_begin(&m);
	core_run(0);
	assert_int_equal(stp_run.state, STP_RUNNING);
	core_end();
}

/* ---- snapshots ---------------------------------------------------------- */

static void fill(struct stp_ctx *ctx)
{
	struct stp_val k[] = { STP_NUM(7), { { .p = "seven" }, 5 } };

	*stp_cell(ctx, 1) += 42;
	stp_map_stat_add(ctx, core_globals[1].map, k, 5);
	stp_map_stat_add(ctx, core_globals[1].map, k, 6);
	k[0] = STP_NUM(8);
	stp_map_stat_add(ctx, core_globals[1].map, k, 9);
}

/* The items of global @g, decoded; the number of them. */
static stp_u32 snapshot(stp_u32 g, struct stp_val v[4][3])
{
	static char bytes[8192] __attribute__((aligned(8)));
	struct stp_items it = { bytes, 4 };
	const struct stp_item *item;
	char kinds[STP_MAX_KEYS + 2];
	stp_s64 need = stp_run_snapshot(g, bytes, 0);
	stp_u32 n = 0;

	assert_true(need > 0 && need <= (stp_s64)sizeof(bytes));
	memset(bytes, 0xff, sizeof(bytes));
	assert_int_equal(stp_run_snapshot(g, bytes, need), need);
	assert_int_equal((stp_u8)bytes[need], 0xff);
	stp_global_kinds(stp_run.blob, stp_blob_global(stp_run.blob, g), kinds);
	while (it.p < bytes + need && (item = stp_item_next(&it))) {
		assert_int_equal(item->id, g);
		assert_true(stp_args_decode(kinds, stp_item_bytes(item),
					    item->len, v[n++]));
	}
	return n;
}

static void test_snapshot(void **state)
{
	struct blob_make m = { .frame = 64, .n_counters = 1 };
	struct stp_global_info *g;
	struct stp_val v[4][3];

	core_timer(&m, 0);
	blob_global(&m, "n", "", STP_G_NUM, STP_C_COUNTER, 0)->counter = 1;
	g = blob_global(&m, "a", "ns", STP_G_STAT, STP_C_LOCKED, 1);
	g->hist = STP_HIST_LOG;
	g = blob_global(&m, "s", "", STP_G_STR, STP_C_CONST, 2);
	g->value_bytes = 7;
	core_body[0] = fill;
	core_begin(&m);
	core_run(0);
	assert_int_equal(stp_run_set_str(2, "text", 4), 0);
	assert_int_equal(snapshot(0, v), 1);
	assert_int_equal(v[0][0].n, 42);
	assert_int_equal(snapshot(1, v), 2);
	assert_int_equal(v[0][0].n, 7);
	assert_memory_equal(v[0][1].p, "seven", 5);
	assert_int_equal(v[0][2].a->sum, 11);
	assert_int_equal(v[1][0].n, 8);
	assert_int_equal(v[1][2].a->bucket[68], 1);
	assert_int_equal(snapshot(2, v), 1);
	assert_memory_equal(v[0][0].p, "text", 4);
	core_locks[1].owner = 77;
	assert_int_equal(stp_run_snapshot(1, NULL, 0), -STP_EBUSY);
	core_locks[1].owner = 0;
	core_end();
}

/* A reset sets a string to the value that -G gave it, or else to that of its
 * declaration. */
static void test_reset_string(void **state)
{
	struct blob_make m = { .frame = 64 };
	struct stp_global_info *g;
	char bytes[64] __attribute__((aligned(8)));

	core_timer(&m, 0);
	for (int i = 0; i < 2; i++) {
		g = blob_global(&m, "s", "", STP_G_STR, STP_C_LOCKED, i);
		g->init_str = blob_string(&m, "declared");
		g->init_len = 8;
		g->value_bytes = 16;
	}
	core_prepare(&m);
	assert_int_equal(stp_run_set_str(0, "given", 5), 0);
	core_start();
	for (int i = 0; i < 2; i++) {
		memcpy(core_globals[i].str, "changed value", 14);
		core_globals[i].len = 13;
		assert_true(stp_run_reset(i, bytes, sizeof(bytes)) > 0);
	}
	assert_string_equal(core_globals[0].str, "given");
	assert_int_equal(core_globals[0].len, 5);
	assert_string_equal(core_globals[1].str, "declared");
	core_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_record),
		cmocka_unit_test(test_floods),
		cmocka_unit_test(test_strings_and_memory),
		cmocka_unit_test(test_bad_memory),
		cmocka_unit_test(test_error_ends_session),
		cmocka_unit_test(test_max_errors),
		cmocka_unit_test(test_catch),
		cmocka_unit_test(test_life),
		cmocka_unit_test(test_counters),
		cmocka_unit_test(test_freeze_bits),
		cmocka_unit_test(test_freeze_gives_up),
		cmocka_unit_test(test_lock_busy),
		cmocka_unit_test(test_begin_that_locks),
		cmocka_unit_test(test_warning_keeps_locks),
		cmocka_unit_test(test_pause_keeps_timing),
		cmocka_unit_test(test_resume_keeps_the_end),
		cmocka_unit_test(test_language),
		cmocka_unit_test(test_snapshot),
		cmocka_unit_test(test_reset_string),
		cmocka_unit_test(test_elements_not_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
