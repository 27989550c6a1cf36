/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Arrays against a model that is too simple to be wrong: a list of pairs,
 * searched from its beginning, in order of insertion.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "testsuite/unit/test_core_lib.h"

#define MAX 64

static struct stp_ctx *c;
static struct stp_map *m;	/* of the test */
static stp_u64 seed;

static stp_u32 rnd(stp_u32 n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (stp_u32)(seed >> 33) % n;
}

/* ---- the model ---------------------------------------------------------- */

struct pair {
	stp_s64 n;
	char s[8];
	stp_s64 v;
};

static struct pair model[MAX];
static stp_u32 n_model;

static struct pair *model_find(stp_s64 n, const char *s)
{
	for (stp_u32 i = 0; i < n_model; i++)
		if (model[i].n == n && !strcmp(model[i].s, s))
			return &model[i];
	return NULL;
}

static void model_remove(struct pair *p)
{
	memmove(p, p + 1, (char *)&model[n_model] - (char *)(p + 1));
	n_model--;
}

static struct pair *model_make(stp_s64 n, const char *s)
{
	struct pair *p = model_find(n, s);

	if (p)
		return p;
	p = &model[n_model++];
	p->n = n;
	strcpy(p->s, s);
	p->v = 0;
	return p;
}

/* ---- keys --------------------------------------------------------------- */

static const char *const words[] = { "", "a", "b", "abc", "abcdefg", "ab" };

struct keys {
	stp_s64 n;
	const char *s;
	struct stp_val v[2];
};

static struct keys random_keys(void)
{
	struct keys k = { .n = (stp_s64)rnd(5) - 2, .s = words[rnd(6)] };

	k.v[0] = STP_NUM(k.n);
	k.v[1] = (struct stp_val){ { .p = k.s }, (stp_u32)strlen(k.s) };
	return k;
}

/* ---- comparing ---------------------------------------------------------- */

static void compare_walk(void)
{
	struct stp_iter_spec spec = { .sort = STP_SORT_NONE, .limit = -1 };
	char buf[16];
	struct stp_slot slot = { .p = buf, .cap = 15 };
	struct stp_iter it;
	stp_u32 i = 0;

	stp_iter_begin(c, &it, m, &spec, NULL);
	for (; stp_iter_next(c, &it); i++) {
		assert_true(i < n_model);
		assert_int_equal(stp_iter_key(c, &it, 0), model[i].n);
		assert_string_equal(stp_iter_key_str(c, slot, &it, 1).p,
				    model[i].s);
		assert_int_equal(stp_iter_value(c, &it), model[i].v);
	}
	assert_int_equal(i, n_model);
	assert_int_equal(c->err, 0);
}

static int by_value(const void *a, const void *b)
{
	const struct pair *x = *(const struct pair *const *)a;
	const struct pair *y = *(const struct pair *const *)b;

	if (x->v != y->v)
		return x->v < y->v ? 1 : -1;
	return x < y ? -1 : 1;	/* in order of insertion */
}

static void compare_sorted(void)
{
	struct stp_iter_spec spec = { .sort = STP_SORT_VALUE, .dir = -1,
				      .limit = (stp_s64)rnd(MAX) };
	struct pair *sorted[MAX];
	struct stp_iter it;
	stp_u32 i = 0, n = n_model;

	for (stp_u32 k = 0; k < n; k++)
		sorted[k] = &model[k];
	qsort(sorted, n, sizeof(*sorted), by_value);
	if ((stp_s64)n > spec.limit)
		n = (stp_u32)spec.limit;
	stp_iter_begin(c, &it, m, &spec, NULL);
	for (; stp_iter_next(c, &it); i++) {
		assert_true(i < n);
		assert_int_equal(stp_iter_value(c, &it), sorted[i]->v);
		assert_int_equal(stp_iter_key(c, &it, 0), sorted[i]->n);
	}
	assert_int_equal(i, n);
}

/* ---- operations --------------------------------------------------------- */

static void op_set(struct keys k)
{
	model_make(k.n, k.s)->v = k.n * 3;
	stp_map_set(c, m, k.v, k.n * 3);
}

static void op_add(struct keys k)
{
	stp_s64 d = (stp_s64)rnd(9) - 4;

	model_make(k.n, k.s)->v += d;
	assert_int_equal(stp_map_add(c, m, k.v, d), model_find(k.n, k.s)->v);
}

static void op_count(struct keys k)
{
	stp_workspace(c)->cell = rnd(m->n_cells);
	model_make(k.n, k.s)->v += 2;
	stp_map_count(c, m, k.v, 2);
	stp_workspace(c)->cell = 0;
}

static void op_get(struct keys k)
{
	struct pair *p = model_find(k.n, k.s);

	assert_int_equal(stp_map_get(c, m, k.v), p ? p->v : 0);
	assert_int_equal(stp_map_has(c, m, k.v, 0), p != NULL);
}

static void op_del(struct keys k)
{
	struct pair *p = model_find(k.n, k.s);

	if (p)
		model_remove(p);
	stp_map_del(c, m, k.v, 0);
}

/* [n, *] */
static void op_del_slice(struct keys k)
{
	bool any = false;

	for (stp_u32 i = 0; i < n_model;) {
		if (model[i].n == k.n) {
			any = true;
			model_remove(&model[i]);
		} else {
			i++;
		}
	}
	assert_int_equal(stp_map_has(c, m, k.v, 2), any);
	stp_map_del(c, m, k.v, 2);
	assert_false(stp_map_has(c, m, k.v, 2));
}

static void op_clear(struct keys k)
{
	if (rnd(8))
		return;
	n_model = 0;
	stp_map_clear(c, m);
}

static void (*const ops[])(struct keys) = {
	op_set, op_add, op_count, op_get, op_get, op_del, op_del_slice,
	op_clear,
};

static void run_model(struct stp_map *map, stp_u64 start, int steps)
{
	seed = start;
	m = map;
	stp_map_clear(c, m);
	n_model = 0;
	for (int i = 0; i < steps; i++) {
		ops[rnd(sizeof(ops) / sizeof(*ops))](random_keys());
		assert_int_equal(m->n, n_model);
		assert_int_equal(c->err, 0);
		if (i % 7 == 0)
			compare_walk();
		if (i % 11 == 0)
			compare_sorted();
	}
}

/* ---- the session -------------------------------------------------------- */

static struct stp_global_info *array(struct blob_make *b, const char *keys,
				     enum stp_global_type type,
				     enum stp_global_class class)
{
	struct stp_global_info *g = blob_global(b, "a", keys, type, class, 0);

	g->entries = 40;
	g->key_bytes = 40;
	g->value_bytes = 15;
	return g;
}

static int setup(void **state)
{
	struct blob_make b = { .frame = 4096, .key_bytes = 64 };

	core_timer(&b, 0);
	array(&b, "ns", STP_G_NUM, STP_C_LOCKED)->iters = 2;
	array(&b, "ns", STP_G_NUM, STP_C_COUNTER);
	array(&b, "n", STP_G_NUM, STP_C_LOCKED)->entries = 4;
	array(&b, "n", STP_G_NUM, STP_C_LOCKED)->wraps = 1;
	array(&b, "s", STP_G_STR, STP_C_LOCKED);
	array(&b, "n", STP_G_STAT, STP_C_COUNTER)->hist = STP_HIST_LOG;
	array(&b, "nnnnnnnn", STP_G_NUM, STP_C_LOCKED)->key_bytes = 64;
	array(&b, "n", STP_G_NUM, STP_C_LOCKED)->entries = 5000;
	array(&b, "n", STP_G_NUM, STP_C_LOCKED);
	array(&b, "n", STP_G_NUM, STP_C_COUNTER);
	c = core_begin(&b);
	c->site = &stp_run.sites[0];
	return 0;
}

static int teardown(void **state)
{
	core_end();
	return 0;
}

static struct stp_map *map(int i)
{
	return core_globals[i].map;
}

/* The error that is pending, and no more. */
static enum stp_err take_error(void)
{
	enum stp_err err = c->err;

	c->err = 0;
	return err;
}

/* ---- tests -------------------------------------------------------------- */

static void test_locked(void **state)
{
	for (stp_u64 s = 1; s < 20; s++)
		run_model(map(0), s, 2000);
}

/* The same with many cells to an element. */
static void test_counter(void **state)
{
	struct stp_map *own;

	stp_run.n_cpus = 3;
	own = stp_map_create(stp_blob_global(stp_run.blob, 1), "ns");
	stp_run.n_cpus = 0;
	assert_non_null(own);
	assert_int_equal(own->n_cells, 4);
	for (stp_u64 s = 1; s < 20; s++)
		run_model(own, s, 2000);
	stp_map_free(own);
}

/* ---- one number is the key: forms of their own -------------------------- */

static void op1(stp_s64 k, stp_s64 v)
{
	struct pair *p = model_find(k, "");
	stp_u32 link;

	/* elements of counter arrays are no single numbers */
	switch (rnd(m->n_cells > 1 ? 4 : 6)) {
	case 0:
		model_make(k, "")->v = v;
		stp_map1_set(c, m, k, v);
		break;
	case 1:
		model_make(k, "")->v += v;
		assert_int_equal(stp_map1_add(c, m, k, v),
				 model_find(k, "")->v);
		break;
	case 2:
		assert_int_equal(stp_map1_has(c, m, k), p != NULL);
		break;
	case 3:
		assert_int_equal(stp_map1_get(c, m, k), p ? p->v : 0);
		break;
	case 4:
		link = stp_map1_find(c, m, k);
		assert_int_equal(link != 0, p != NULL);
		assert_int_equal(stp_map_get_at(m, link), p ? p->v : 0);
		if (p)
			model_remove(p);
		stp_map_del_at(c, m, link);
		break;
	default:
		if (p)
			model_remove(p);
		stp_map1_del(c, m, k);
	}
}

static void compare1(void)
{
	stp_u32 i = 0, link, last = 0;

	assert_int_equal(m->n, n_model);
	for (link = stp_map_first(m); link;
	     link = stp_map_node(m, link)->newer, i++) {
		assert_true(i < n_model);
		assert_int_equal(stp_map_key(m, link, 0).n, model[i].n);
		assert_int_equal(stp_map_num(m, link), model[i].v);
		assert_int_equal(stp_map_node(m, link)->older, last);
		last = link;
	}
	assert_int_equal(i, n_model);
}

/* 36 keys in 64 chains: many are not alone in theirs, which consecutive
 * numbers would be. */
static void run_model1(struct stp_map *of, stp_u64 start, int steps)
{
	seed = start;
	m = of;
	stp_map_clear(c, m);
	n_model = 0;
	for (int i = 0; i < steps; i++) {
		stp_s64 k = rnd(36);

		op1(k * k * k - 7, (stp_s64)rnd(9) - 4);
		assert_int_equal(c->err, 0);
		compare1();
	}
}

static void test_one_number(void **state)
{
	struct stp_map *own;

	for (stp_u64 s = 1; s < 20; s++)
		run_model1(map(8), s, 2000);
	stp_run.n_cpus = 3;
	own = stp_map_create(stp_blob_global(stp_run.blob, 9), "n");
	stp_run.n_cpus = 0;
	assert_int_equal(own->n_cells, 4);
	for (stp_u64 s = 1; s < 20; s++)
		run_model1(own, s, 2000);
	stp_map_free(own);
}

static void test_full(void **state)
{
	struct stp_map *a = map(2);

	for (int i = 0; i < 4; i++)
		stp_map1_set(c, a, i, i);
	assert_int_equal(take_error(), STP_OK);
	stp_map1_set(c, a, 4, 4);
	assert_int_equal(take_error(), STP_ERR_MAP_SIZE);
	stp_map1_set(c, a, 3, 33);	/* it is there already */
	assert_int_equal(take_error(), STP_OK);
	assert_int_equal(stp_map1_get(c, a, 3), 33);
	assert_int_equal(stp_map1_get(c, a, 4), 0);
	stp_map_del(c, a, (struct stp_val[]){ STP_NUM(0) }, 0);
	assert_int_equal(stp_map1_add(c, a, 4, 7), 7);
	assert_int_equal(take_error(), STP_OK);
}

static void test_wraps(void **state)
{
	struct stp_map *a = map(3);

	for (int i = 0; i < 100; i++)
		stp_map1_set(c, a, i, i);
	assert_int_equal(take_error(), STP_OK);
	assert_int_equal(a->n, 40);
	assert_int_equal(stp_map1_get(c, a, 59), 0);
	for (int i = 60; i < 100; i++)
		assert_int_equal(stp_map1_get(c, a, i), i);
}

static void test_strings(void **state)
{
	struct stp_map *a = map(4);
	struct stp_val k = { { .p = "key" }, 3 };
	char buf[16];
	struct stp_slot slot = { .p = buf, .cap = 15 };

	assert_int_equal(stp_map_get_str(c, slot, a, &k).len, 0);
	stp_map_set_str(c, a, &k, STP_LIT("value"));
	assert_string_equal(stp_map_get_str(c, slot, a, &k).p, "value");
	stp_map_set_str(c, a, &k, STP_LIT("a value that is too long"));
	assert_string_equal(stp_map_get_str(c, slot, a, &k).p,
			    "a value that is");
	assert_int_equal(stp_workspace(c)->causes[STP_CAUSE_STRING_CUT], 1);
}

/* 36 bytes of a key are kept: two longer ones that differ later are one. */
static void test_long_keys(void **state)
{
	static const char x[] = "123456789012345678901234567890123456x";
	static const char y[] = "123456789012345678901234567890123456y";
	struct stp_val kx = { { .p = x }, 37 }, ky = { { .p = y }, 37 };
	char buf[16];
	struct stp_slot slot = { .p = buf, .cap = 15 };
	stp_s64 cut = stp_workspace(c)->causes[STP_CAUSE_STRING_CUT];

	stp_map_clear(c, map(4));
	stp_map_set_str(c, map(4), &kx, STP_LIT("x"));
	assert_string_equal(stp_map_get_str(c, slot, map(4), &ky).p, "x");
	assert_int_equal(stp_workspace(c)->causes[STP_CAUSE_STRING_CUT],
			 cut + 2);
}

static void test_string_sort(void **state)
{
	static const char *const keys[] = { "b", "", "ab", "a" };
	struct stp_iter_spec spec = { .sort = 1, .dir = 1, .limit = -1 };
	char buf[16], all[64] = "";
	struct stp_slot slot = { .p = buf, .cap = 15 };
	struct stp_iter it;

	stp_map_clear(c, map(4));
	for (int i = 0; i < 4; i++) {
		struct stp_val k = { { .p = keys[i] },
				     (stp_u32)strlen(keys[i]) };

		stp_map_set_str(c, map(4), &k,
				i % 2 ? STP_LIT("odd") : STP_LIT("even"));
	}
	stp_iter_begin(c, &it, map(4), &spec, NULL);
	while (stp_iter_next(c, &it)) {
		strcat(all, stp_iter_key_str(c, slot, &it, 0).p);
		strcat(all, "=");
		strcat(all, stp_iter_value_str(c, slot, &it).p);
		strcat(all, " ");
	}
	assert_string_equal(all, "=odd a=odd ab=even b=even ");
}

static void test_aggregates(void **state)
{
	static char buf[STP_STAT_SIZE(128)] __attribute__((aligned(8)));
	struct stp_map *a = map(5);
	struct stp_iter_spec spec = { .sort = STP_SORT_VALUE, .op = STP_SUM,
				      .dir = -1, .limit = -1 };
	const struct stp_stat *st;
	struct stp_iter it;

	for (int i = 1; i <= 10; i++) {
		stp_map1_stat_add(c, a, i % 3, i);
		stp_map_stat_add(c, a, (struct stp_val[]){ STP_NUM(7) }, -i);
	}
	st = stp_map_stat(c, a, (struct stp_val[]){ STP_NUM(1) }, buf);
	assert_int_equal(st->count, 4);		/* 1 4 7 10 */
	assert_int_equal(st->sum, 22);
	assert_int_equal(st->min, 1);
	assert_int_equal(st->max, 10);
	assert_int_equal(st->bucket[67], 2);	/* 4 and 7 */
	st = stp_map_stat(c, a, (struct stp_val[]){ STP_NUM(99) }, buf);
	assert_int_equal(st->count, 0);
	assert_int_equal(stp_stat_op(c, st, STP_AVG), 0);
	assert_int_equal(take_error(), STP_ERR_EMPTY_STAT);
	stp_iter_begin(c, &it, a, &spec, NULL);	/* sums 22 18 15 -55 */
	assert_true(stp_iter_next(c, &it));
	assert_int_equal(stp_iter_key(c, &it, 0), 1);
	assert_true(stp_iter_next(c, &it));
	assert_int_equal(stp_iter_stat(c, &it, buf)->sum, 18);
	assert_true(stp_iter_next(c, &it));
	assert_true(stp_iter_next(c, &it));
	assert_int_equal(stp_iter_key(c, &it, 0), 7);
	assert_false(stp_iter_next(c, &it));
}

static void test_many_keys(void **state)
{
	struct stp_val k[8];

	for (int i = 0; i < 8; i++)
		k[i] = STP_NUM(i);
	stp_map_set(c, map(6), k, 5);
	assert_int_equal(stp_map_get(c, map(6), k), 5);
	k[7] = STP_NUM(99);
	assert_int_equal(stp_map_get(c, map(6), k), 0);
	assert_true(stp_map_has(c, map(6), k, 1 << 7));
}

static void test_nested_walks(void **state)
{
	struct stp_iter_spec spec = { .limit = -1 };
	struct stp_iter a, b, too_many;

	stp_map_clear(c, map(0));
	stp_map_set(c, map(0), (struct stp_val[]){ STP_NUM(1),
						   { { .p = "" }, 0 } }, 1);
	stp_iter_begin(c, &a, map(0), &spec, NULL);
	stp_iter_begin(c, &b, map(0), &spec, NULL);
	assert_true(stp_iter_next(c, &a) && stp_iter_next(c, &b));
	stp_iter_begin(c, &too_many, map(0), &spec, NULL);
	assert_int_equal(take_error(), STP_ERR_ITERS);
	assert_false(stp_iter_next(c, &too_many));
	stp_iter_end(c, &too_many);
	stp_iter_end(c, &b);
	stp_iter_end(c, &b);
	stp_iter_begin(c, &too_many, map(0), &spec, NULL);
	assert_int_equal(take_error(), STP_OK);
	stp_iter_end(c, &too_many);
	stp_iter_end(c, &a);
	assert_int_equal(map(0)->busy_orders, 0);
}

static void test_modified(void **state)
{
	struct stp_iter_spec spec = { .limit = -1 };
	struct stp_iter it;

	stp_map_clear(c, map(2));
	stp_map1_set(c, map(2), 1, 1);
	stp_map1_set(c, map(2), 2, 1);
	stp_iter_begin(c, &it, map(2), &spec, NULL);
	assert_true(stp_iter_next(c, &it));
	stp_map_del(c, map(2), (struct stp_val[]){ STP_NUM(2) }, 0);
	assert_false(stp_iter_next(c, &it));
	assert_int_equal(take_error(), STP_ERR_MODIFIED);
	assert_int_equal(map(2)->busy_orders, 0);
}

/* a[1, *] of three */
static void test_slice_walk(void **state)
{
	struct stp_iter_spec spec = { .any = 2, .limit = -1 };
	struct stp_val k[] = { STP_NUM(1), { { .p = "x" }, 1 } };
	struct stp_iter it;
	stp_s64 sum = 0;

	stp_map_clear(c, map(0));
	stp_map_set(c, map(0), k, 10);
	k[1].p = "y";
	stp_map_set(c, map(0), k, 20);
	k[0] = STP_NUM(2);
	stp_map_set(c, map(0), k, 40);
	k[0] = STP_NUM(1);
	stp_iter_begin(c, &it, map(0), &spec, k);
	while (stp_iter_next(c, &it))
		sum += stp_iter_value(c, &it);
	assert_int_equal(sum, 30);
}

/* Before the first element is there, a walk looks at all of them. */
static void test_long_walk(void **state)
{
	struct stp_iter_spec spec = { .sort = 1, .limit = 1 };
	struct stp_workspace *workspace = stp_workspace(c);
	struct stp_iter it;

	for (int i = 0; i < 5000; i++)
		stp_map1_set(c, map(7), i, i);
	workspace->max_ns = 1;
	for (int atomic = 0; atomic < 2; atomic++) {
		workspace->is_serial = !atomic;
		stp_iter_begin(c, &it, map(7), &spec, NULL);
		assert_int_equal(take_error(), atomic ? STP_ERR_TIME : STP_OK);
		assert_int_equal(stp_iter_next(c, &it), !atomic);
		stp_iter_end(c, &it);
		assert_int_equal(map(7)->busy_orders, 0);
	}
	workspace->is_serial = true;
	workspace->max_ns = 0;
}

/* So do [k, *] in a and delete a[k, *]. */
static void test_long_slice(void **state)
{
	struct stp_workspace *workspace = stp_workspace(c);
	struct stp_val k = STP_NUM(-1);

	assert_int_equal(map(7)->n, 5000);
	workspace->max_ns = 1;
	for (int atomic = 0; atomic < 2; atomic++) {
		workspace->is_serial = !atomic;
		assert_int_equal(stp_map_has(c, map(7), &k, 0), 0);
		stp_map_del(c, map(7), &k, 0);
		assert_int_equal(take_error(), STP_OK);
		assert_int_equal(stp_map_has(c, map(7), &k, 1), 1);
		assert_int_equal(take_error(), STP_OK);
	}
	stp_map_del(c, map(7), &k, 1);
	assert_int_equal(take_error(), STP_ERR_TIME);
	assert_int_equal(map(7)->n, 5000 - 4096);
	workspace->is_serial = true;
	stp_map_del(c, map(7), &k, 1);
	assert_int_equal(take_error(), STP_OK);
	assert_int_equal(map(7)->n, 0);
	workspace->max_ns = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_locked),
		cmocka_unit_test(test_counter),
		cmocka_unit_test(test_one_number),
		cmocka_unit_test(test_full),
		cmocka_unit_test(test_wraps),
		cmocka_unit_test(test_strings),
		cmocka_unit_test(test_long_keys),
		cmocka_unit_test(test_string_sort),
		cmocka_unit_test(test_aggregates),
		cmocka_unit_test(test_many_keys),
		cmocka_unit_test(test_nested_walks),
		cmocka_unit_test(test_modified),
		cmocka_unit_test(test_slice_walk),
		cmocka_unit_test(test_long_walk),
		cmocka_unit_test(test_long_slice),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
