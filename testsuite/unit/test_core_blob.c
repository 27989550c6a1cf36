/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A blob that has changed since it was made is not run, whatever has changed:
 * the script's code relies on it.  It has elements in every section.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "runtime/core/handler.h"
#include "testsuite/unit/blob_make.h"

#define BYTES 2048
#define GLOBALS 4
#define HANDLERS 2
#define TIMES 200000

static unsigned char damaged[BYTES] __attribute__((aligned(8)));

static struct stp_global globals[GLOBALS];
static const struct stp_handler handlers[HANDLERS];
extern const struct stp_kind stp_kind_timer;
static const struct stp_kind *const kinds[] = { &stp_kind_timer };

const struct stp_script stp_script = {
	.abi = STP_ABI_VERSION,
	.n_handlers = HANDLERS,
	.handlers = handlers,
	.n_kinds = 1,
	.kinds = kinds,
	.n_globals = GLOBALS,
	.globals = globals,
	.blob = damaged,
	.blob_end = damaged + BYTES,
};

static void add_globals(struct blob_make *m)
{
	struct stp_global_info *g;

	blob_global(m, "n", "", STP_G_NUM, STP_C_LOCKED, 3);
	blob_global(m, "text", "", STP_G_STR, STP_C_LOCKED, 3);
	blob_global(m, "list", "ns", STP_G_STR, STP_C_LOCKED, 3);
	g = blob_global(m, "s", "n", STP_G_STAT, STP_C_COUNTER, 0);
	g->hist = STP_HIST_LINEAR;
	g->hi = 100;
	g->step = 10;
}

static void add_row(struct blob_make *m, stp_u32 handler)
{
	stp_u32 probe = blob_probe(m, "timer.s(1)", "t.stp", handler + 1, 1);
	struct stp_row *r = blob_row(m, STP_KIND_TIMER, handler, probe);

	r->timer.interval_ns = 1000000000;
}

/* A program whose stacks are walked. */
static void add_program(struct blob_make *m)
{
	struct stp_unwind at = {
		.how = STP_UNWIND_HOW(STP_CFA_SP, 1, 0, 0),
	};
	struct stp_name name = { .size = 8, .name = blob_string(m, "main") };
	struct stp_object o = {
		.path = blob_string(m, "/bin/true"),
		.n = 1,
		.n_names = 1,
	};

	blob_add(m, STP_SEC_UNWIND, &at, sizeof(at));
	blob_add(m, STP_SEC_NAMES, &name, sizeof(name));
	blob_add(m, STP_SEC_OBJECTS, &o, sizeof(o));
	blob_caller(m, blob_location(m, STP_SPACE_FILE, "/bin/true", 64), 5);
	blob_guard(m, 0, 1);
}

static void fill(struct blob_make *m)
{
	add_row(m, 0);
	add_row(m, 1);
	blob_fmt(m, "%d %s", "ns");
	add_globals(m);
	blob_library_loc(m, "library.stp", 3, 1, 0);
	blob_limit(m, STP_LIM_MAPENTRIES, 16);
	add_program(m);
}

static bool is_taken(void)
{
	return !stp_run_init();
}

static const char *check_guard(struct stp_guard g)
{
	struct stp_blob *b = (struct stp_blob *)damaged;
	struct stp_guard *at = (struct stp_guard *)stp_blob_guard(b, 0);
	struct stp_guard before = *at;
	stp_u64 hash = b->hash;
	const char *bad;

	*at = g;
	b->hash = stp_blob_hash(b, BYTES);
	bad = stp_blob_check(b, BYTES);
	*at = before;
	b->hash = hash;
	return bad;
}

/* A probe always has a location. */
static void test_probe_location(void **state)
{
	struct stp_blob *b = (struct stp_blob *)damaged;
	struct stp_probe *probe = (struct stp_probe *)stp_blob_probe(b, 0);
	stp_u32 before = probe->loc;
	stp_u64 hash = b->hash;
	const char *bad;

	probe->loc = ~0u;
	b->hash = stp_blob_hash(b, BYTES);
	bad = stp_blob_check(b, BYTES);
	probe->loc = before;
	b->hash = hash;
	assert_non_null(bad);
	assert_string_equal(bad, "blob: probe's reference outside");
}

static void test_guards(void **state)
{
	static const char outside[] = "blob: guard's reference outside";
	stp_u32 all = stp_blob_n((void *)damaged, STP_SEC_LOCATIONS);

	assert_null(check_guard((struct stp_guard){ all - 1, all, 0, 0 }));
	assert_string_equal(outside,
			    check_guard((struct stp_guard){ all, 0, 0, 0 }));
	assert_string_equal(outside,
			    check_guard((struct stp_guard){ 0, all + 1, 0, 0 }));
	assert_string_equal(outside, check_guard((struct stp_guard){
				     0, 0, STP_N_GUARDS, 0 }));
}

static void test_single_bytes(void **state)
{
	for (size_t i = 0; i < BYTES; i++) {
		unsigned char before = damaged[i];

		for (int with = 1; with < 256; with++) {
			damaged[i] = before ^ with;
			if (is_taken())
				fail_msg("byte %zu ^ %d", i, with);
		}
		damaged[i] = before;
	}
	assert_true(is_taken());
}

/* Often a byte of the hash and one of what it is of. */
static size_t any_place(unsigned *seed)
{
	if (rand_r(seed) % 4)
		return rand_r(seed) % BYTES;
	return offsetof(struct stp_blob, hash) + rand_r(seed) % 8;
}

static void test_two_bytes(void **state)
{
	unsigned seed = 1;

	for (int i = 0; i < TIMES; i++) {
		size_t a = any_place(&seed), b = any_place(&seed);
		int with = 1 + rand_r(&seed) % 255;
		int more = 1 + rand_r(&seed) % 255;

		if (a == b)
			continue;
		damaged[a] ^= with;
		damaged[b] ^= more;
		if (is_taken())
			fail_msg("bytes %zu ^ %d, %zu ^ %d", a, with, b, more);
		damaged[a] ^= with;
		damaged[b] ^= more;
	}
	assert_true(is_taken());
}

static int make(void **state)
{
	struct blob_make m = { .frame = 64, .key_bytes = 64, .n_counters = 32 };
	size_t size;
	void *p;

	fill(&m);
	p = blob_finish(&m, BYTES, &size);
	memcpy(damaged, p, size);
	free(p);
	for (int s = 0; s < STP_N_SECTIONS; s++)
		assert_true(stp_blob_n((void *)damaged, s));
	assert_true(is_taken());
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_guards),
		cmocka_unit_test(test_probe_location),
		cmocka_unit_test(test_single_bytes),
		cmocka_unit_test(test_two_bytes),
	};

	return cmocka_run_group_tests(tests, make, NULL);
}
