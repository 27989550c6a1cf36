/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What bounds a handler: budget, time, nesting, the stack, overload; and the
 * settings that change it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "runtime/core/fn.h"
#include "testsuite/unit/test_core_lib.h"

/* ---- budget ------------------------------------------------------------- */

static stp_s64 spent;

static void spend(struct stp_ctx *c)
{
	for (spent = 0;; spent++)
		if (--c->budget < 0 && stp_refill(c))
			return;
}

static void check_budget(stp_u64 limit, stp_s64 expected)
{
	struct blob_make m = { .frame = 64 };

	core_timer(&m, 0);
	if (limit)
		blob_limit(&m, STP_LIM_ACTION, limit);
	blob_limit(&m, STP_LIM_TIME_MS, 1000000);
	core_body[0] = spend;
	core_begin(&m);
	core_run(0);
	assert_int_equal(spent, expected);
	assert_non_null(strstr(core_text(), "MAXACTION exceeded ("));
	core_end();
}

/* Ten times the limit in the session context, to the very one. */
static void test_budget(void **state)
{
	check_budget(0, 10000);
	check_budget(1, 10);
	check_budget(25, 250);
	check_budget(26, 260);
	check_budget(777, 7770);
}

static void test_time(void **state)
{
	struct blob_make m = { .frame = 64 };

	core_timer(&m, 0);
	blob_limit(&m, STP_LIM_ACTION, 1ull << 50);
	blob_limit(&m, STP_LIM_TIME_MS, 2);
	core_body[0] = spend;
	core_begin(&m);
	core_run(0);
	assert_string_equal(core_text(),
			    "ERROR: MAXTIME exceeded (20 ms; "
			    "-DMAXTIME=N raises it) at t.stp:1:1 "
			    "[max-time]\n");
	core_end();
}

static void deep(struct stp_ctx *c)
{
	char *base = c->frame;

	assert_int_equal((uintptr_t)base % 16, 0);
	assert_ptr_equal(stp_enter(c, 48), base);
	assert_ptr_equal(stp_enter(c, 16), base + 48);
	assert_int_equal(c->err, 0);
	assert_null(stp_enter(c, 16));
	assert_int_equal(c->err, STP_ERR_NESTING);
}

static int again(struct stp_ctx *c, int n)
{
	char *f = stp_enter_again(c, 0, 3);
	int calls;

	if (!f)
		return 0;
	calls = 1 + (n > 1 ? again(c, n - 1) : 0);
	c->nesting--;
	c->deep--;
	return calls;
}

static __attribute__((noinline)) int once_more(struct stp_ctx *c)
{
	return stp_enter_again(c, 0, 9) != NULL;
}

static __attribute__((noinline)) int stack_hungry(struct stp_ctx *c)
{
	volatile char taken[STP_DEEP_BYTES];
	int entered;

	taken[0] = 1;
	entered = once_more(c);
	taken[sizeof(taken) - 1] = 1;
	return entered;
}

static void recursive(struct stp_ctx *c)
{
	assert_int_equal(again(c, 3), 3);
	assert_int_equal(c->err, 0);
	assert_int_equal(again(c, 4), 3);
	assert_int_equal(c->err, STP_ERR_NESTING);
	assert_int_equal(c->nesting, 0);
	c->err = 0;
	assert_non_null(stp_enter_again(c, 0, 9));
	assert_int_equal(stack_hungry(c), 0);
	assert_int_equal(c->err, STP_ERR_NESTING);
	c->nesting--;
	c->deep--;
	c->err = 0;
}

/* A stack whose end is near, or so far away that it does not matter. */
static void near_the_end(struct stp_ctx *c)
{
	const char *here = __builtin_frame_address(0);

	stp_host_stack_end = here - STP_STACK_RESERVE;
	assert_null(stp_enter_deep(c, 0));
	assert_int_equal(c->err, STP_ERR_NESTING);
	assert_int_equal(c->deep, 0);
	c->err = 0;
	stp_host_stack_end = here - STP_STACK_RESERVE - 1024;
	assert_non_null(stp_enter_deep(c, 0));
	assert_int_equal(c->deep, 1);
	c->deep--;
	stp_host_stack_end = NULL;
}

static void test_recursion(void **state)
{
	struct blob_make m = { .frame = 64 };

	core_timer(&m, 0);
	core_body[0] = recursive;
	core_begin(&m);
	core_run(0);
	core_end();
}

static void test_stack(void **state)
{
	struct blob_make m = { .frame = 64 };

	core_timer(&m, 0);
	core_body[0] = near_the_end;
	core_begin(&m);
	core_run(0);
	core_end();
}

static void test_nesting(void **state)
{
	struct blob_make m = { .frame = 64 };

	core_timer(&m, 0);
	core_body[0] = deep;
	core_begin(&m);
	core_run(0);
	assert_non_null(strstr(core_text(), "MAXNESTING exceeded"));
	core_end();
}

/* ---- overload ----------------------------------------------------------- */

static stp_u64 burn_ns;

static void burn(struct stp_ctx *ctx)
{
	stp_u64 start = stp_os_now();

	while (stp_os_now() - start < burn_ns)
		;
}

/* Hits of @ns each, as a probe that may be anywhere has them, at most @n. */
static unsigned hits_until_end(stp_u64 ns, stp_u64 limit_ms, unsigned n)
{
	struct blob_make m = { .frame = 64 };
	unsigned i;

	core_timer(&m, 0);
	blob_limit(&m, STP_LIM_OVERLOAD_MS, limit_ms);
	blob_limit(&m, STP_LIM_OVERLOAD_PER_MS, 1000000);
	core_body[0] = burn;
	core_begin(&m);
	burn_ns = ns;
	for (i = 0; i < n && stp_run.state == STP_RUNNING; i++)
		stp_run_special(stp_run.workspaces[0], &stp_run.sites[0]);
	if (i < n)
		assert_non_null(strstr(core_text(), "STP_OVERLOAD_THRESHOLD"));
	core_end();
	return i;
}

/* 256 hits go untimed; of the slow ones after it one may be an accident. */
static void test_overload(void **state)
{
	unsigned n = hits_until_end(200000, 10, 2000);

	assert_in_range(n, STP_SAMPLE + 2, STP_SAMPLE + 10 * 5 + 4);
	assert_int_equal(hits_until_end(200000, 0, 400), 400);
	assert_int_equal(hits_until_end(0, 100000, 5000), 5000);
}

/* ---- timing ------------------------------------------------------------- */

/* Each hit is timed; skips are the probe's for which they were. */
static void test_timing(void **state)
{
	struct blob_make m = { .frame = 64 };
	struct stp_ioc_times t[2] = { { .row = 0 }, { .row = 1 } };
	struct stp_ioc_times none = { .row = 2 };
	struct stp_workspace *c;

	core_timer(&m, 0);
	core_timer(&m, 1);
	blob_limit(&m, STP_LIM_TIMING, 1);
	core_body[0] = core_body[1] = burn;
	core_begin(&m);
	c = stp_run.workspaces[0];
	burn_ns = 1000;
	for (int i = 0; i < 300; i++)
		stp_run_special(c, &stp_run.sites[0]);
	burn_ns = 50000;
	core_run(0);
	core_run(1);
	stp_recursion(c, &stp_run.sites[1]);
	for (int i = 0; i < 2; i++)
		assert_int_equal(stp_run_times(&t[i]), 0);
	assert_int_equal(stp_run_times(&none), -STP_EINVAL);
	assert_int_equal(t[0].times.hits, 301);
	assert_int_equal(t[0].times.timed, 301);
	assert_in_range(t[0].times.min_ns, 1000, 49999);
	assert_in_range(t[0].times.max_ns, 50000, UINT64_MAX);
	assert_in_range(t[0].times.total_ns, 350000, UINT64_MAX);
	assert_int_equal(t[0].times.causes[STP_CAUSE_RECURSION], 0);
	assert_int_equal(t[1].times.hits, 2);
	assert_int_equal(t[1].times.timed, 1);
	assert_int_equal(t[1].times.min_ns, t[1].times.max_ns);
	assert_int_equal(t[1].times.causes[STP_CAUSE_RECURSION], 1);
	core_end();
}

static void test_not_timed(void **state)
{
	struct blob_make m = { .frame = 64 };
	struct stp_ioc_times t = { 0 };

	core_timer(&m, 0);
	core_body[0] = burn;
	core_begin(&m);
	core_run(0);
	assert_int_equal(stp_run_times(&t), -STP_EINVAL);
	core_end();
}

/* ---- settings ----------------------------------------------------------- */

static void test_settings(void **state)
{
	struct blob_make m = { .frame = 64 };
	struct stp_global_info *g;

	core_timer(&m, 0);
	blob_global(&m, "n", "", STP_G_NUM, STP_C_LOCKED, 0)->init_num = 5;
	g = blob_global(&m, "s", "", STP_G_STR, STP_C_LOCKED, 0);
	g->value_bytes = 7;
	core_body[0] = spend;
	core_begin(&m);
	assert_int_equal(core_globals[0].num, 5);
	assert_int_equal(stp_run_set_num(0, 9), 0);
	assert_int_equal(core_globals[0].num, 9);
	assert_int_equal(stp_run_set_num(1, 9), -STP_EINVAL);
	assert_int_equal(stp_run_set_num(99, 9), -STP_EINVAL);
	assert_int_equal(stp_run_set_str(1, "1234567", 7), 0);
	assert_string_equal(core_globals[1].str, "1234567");
	assert_int_equal(stp_run_set_str(1, "12345678", 8), -STP_EINVAL);
	assert_int_equal(stp_run_set_limit(STP_N_LIMITS, 1), -STP_EINVAL);
	assert_int_equal(stp_run_set_limit(STP_LIM_ACTION, -1), -STP_EINVAL);
	assert_int_equal(stp_run_set_limit(STP_LIM_STRINGLEN, 100),
			 -STP_EINVAL);
	assert_int_equal(stp_run_set_limit(STP_LIM_ACTION, 5), 0);
	core_end();
}

/* Wherever memory ends, all that was made is given back. */
static void test_no_memory(void **state)
{
	struct blob_make m = { .frame = 64, .key_bytes = 64,
			       .n_counters = 1 };
	struct stp_global_info *g;

	core_timer(&m, 0);
	blob_global(&m, "a", "n", STP_G_NUM, STP_C_LOCKED, 0)->entries = 90;
	g = blob_global(&m, "b", "ns", STP_G_STR, STP_C_LOCKED, 1);
	g->entries = g->key_bytes = 40;
	g->value_bytes = 15;
	g->iters = 2;
	blob_global(&m, "c", "", STP_G_STAT, STP_C_LOCKED, 2);
	blob_global(&m, "d", "", STP_G_STR, STP_C_LOCKED, 3)->value_bytes = 9;
	g = blob_global(&m, "e", "n", STP_G_STAT, STP_C_COUNTER, 4);
	g->entries = g->key_bytes = 50;
	g->hist = STP_HIST_LOG;
	blob_global(&m, "f", "", STP_G_NUM, STP_C_COUNTER, 5)->counter = 1;
	assert_int_equal(core_too_little(&m, 1000), 1000);
}

/* What all parts take is what was allocated; an array is in one of them. */
static stp_u64 check_parts(stp_u32 entries)
{
	struct blob_make m = { .frame = 64, .key_bytes = 64 };
	struct stp_ioc_stats s;
	stp_u64 sum = 0;

	core_timer(&m, 0);
	blob_global(&m, "a", "n", STP_G_NUM, STP_C_LOCKED, 0)->entries =
		entries;
	core_begin(&m);
	stp_run_stats(&s);
	for (int i = 0; i < STP_N_PARTS; i++)
		sum += s.parts[i];
	assert_int_equal(sum, s.memory);
	assert_int_not_equal(s.parts[STP_PART_CONTEXTS], 0);
	assert_int_not_equal(s.parts[STP_PART_PROBES], 0);
	assert_int_equal(s.parts[STP_PART_BUFFERS], 0);
	core_end();
	return s.parts[STP_PART_GLOBALS];
}

static void test_parts(void **state)
{
	stp_u64 small = check_parts(10), large = check_parts(1000);

	assert_in_range(large - small, 990 * 16, 990 * 256);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_budget),
		cmocka_unit_test(test_time),
		cmocka_unit_test(test_recursion),
		cmocka_unit_test(test_stack),
		cmocka_unit_test(test_nesting),
		cmocka_unit_test(test_overload),
		cmocka_unit_test(test_timing),
		cmocka_unit_test(test_not_timed),
		cmocka_unit_test(test_settings),
		cmocka_unit_test(test_no_memory),
		cmocka_unit_test(test_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
