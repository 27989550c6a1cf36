/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Conditions of probes: asked at each hit, or by looks that hold what they
 * read; what that does to whether a probe is armed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testsuite/unit/test_core_lib.h"

static void say(struct stp_ctx *c)
{
	stp_out(c, 0, "n", (struct stp_val[]){ STP_NUM(1) });
	stp_out(c, 0, "n", (struct stp_val[]){ STP_NUM(2) });
}

static stp_s64 cond_value;

static stp_s64 cond(struct stp_ctx *c)
{
	return cond_value;
}

static void test_condition(void **state)
{
	struct blob_make m = { .frame = 64 };
	struct stp_ioc_stats stats;

	core_timer(&m, 0)->cond = 0;
	blob_fmt(&m, "%d;", "n");
	core_body[0] = say;
	core_cond = cond;
	core_begin(&m);
	cond_value = 0;
	core_run(0);
	cond_value = 1;
	core_run(0);
	assert_string_equal(core_text(), "1;2;");
	stp_run_stats(&stats);
	assert_int_equal(stats.hits, 1);	/* disarmed ones are none */
	core_end();
}

static stp_s64 cond_with_lock(struct stp_ctx *c)
{
	assert_int_equal(core_locks[3].owner, stp_os_cpu() + 1);
	return cond_value;
}

static bool disarmed_after(stp_s64 value)
{
	cond_value = value;
	stp_arm.look();
	return stp_run.sites[0].disarmed;
}

/* One that needs a lock: looks take it, hits are not their business. */
static void test_condition_by_look(void **state)
{
	struct blob_make m = { .frame = 64 };
	struct stp_ioc_stats stats;
	stp_u64 due;

	core_timer(&m, 0)->cond = 0;
	blob_fmt(&m, "%d;", "n");
	core_body[0] = say;
	core_cond = cond_with_lock;
	core_conds[0].by_look = true;
	core_conds[0].locks = 1 << 3;
	core_begin(&m);
	stp_run.sites[0].attached = 1;
	stp_run.sites[0].priv = &due;
	stp_arm.begin();
	assert_false(disarmed_after(1));
	assert_true(disarmed_after(0));
	core_run(0);
	assert_string_equal(core_text(), "1;2;");
	/* another CPU has the lock: nothing changes, and nothing is lost */
	core_locks[3].owner = 99;
	assert_true(disarmed_after(1));
	core_locks[3].owner = 0;
	assert_false(disarmed_after(1));
	assert_int_equal(core_locks[3].owner, 0);
	stp_run_stats(&stats);
	assert_int_equal(stats.causes[STP_CAUSE_LOCK], 0);
	stp_arm.end();
	core_end();
}

static stp_s64 cond_fails(struct stp_ctx *c)
{
	stp_fail(c, STP_ERR_DIV_ZERO, 0);
	return 0;
}

/* The hit tells of an error, so it is armed for that. */
static void test_condition_that_fails(void **state)
{
	struct blob_make m = { .frame = 64 };

	core_timer(&m, 0)->cond = 0;
	core_cond = cond_fails;
	core_conds[0].by_look = true;
	core_begin(&m);
	stp_run.sites[0].attached = 1;
	stp_arm.begin();
	assert_false(disarmed_after(0));
	assert_string_equal(core_text(), "");
	assert_int_equal(stp_run.workspaces[0]->pub.err, 0);
	stp_arm.end();
	core_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_condition),
		cmocka_unit_test(test_condition_by_look),
		cmocka_unit_test(test_condition_that_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
