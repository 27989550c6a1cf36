/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Snapshots of globals and of probes, from the host runtime.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <poll.h>
#include <tapster.h>

/* What the last snapshot said, a line a global or probe. */
struct heard {
	char text[4096];
	unsigned states;
	uint64_t time_ns;
};

static void say(struct heard *h, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void say(struct heard *h, const char *fmt, ...)
{
	size_t n = strlen(h->text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(h->text + n, sizeof(h->text) - n, fmt, ap);
	va_end(ap);
}

static void say_aggregate(struct heard *h, const struct tapster_aggregate *a)
{
	say(h, " %lld/%lld/%lld/%lld/%lld", (long long)a->count,
	    (long long)a->sum, (long long)a->min, (long long)a->max,
	    a->has_variance ? (long long)a->variance : -1);
	for (size_t i = 0; i < a->n_buckets; i++)
		say(h, ",%lld-%lld:%lld", (long long)a->buckets[i].lo,
		    (long long)a->buckets[i].hi,
		    (long long)a->buckets[i].count);
}

static void say_value(struct heard *h, const struct tapster_arg *a)
{
	if (a->kind == TAPSTER_ARG_NUMBER)
		say(h, " %lld", (long long)a->number);
	else if (a->kind == TAPSTER_ARG_AGGREGATE)
		say_aggregate(h, a->aggregate);
	else
		say(h, " '%.*s'", (int)a->len, a->bytes);
	assert_null(a->stack);
}

static void on_snapshot(void *data, const struct tapster_snapshot *sn)
{
	struct heard *h = data;
	size_t n = sn->n_entries * (sn->n_keys + 1);

	assert_true(sn->time_ns > 0);
	say(h, "%s%s%s class %d type %d", sn->is_library ? "library " : "",
	    sn->global, sn->is_array ? "[]" : "", sn->variable_class,
	    sn->value_type);
	for (size_t i = 0; i < sn->n_keys; i++)
		say(h, " key %d", sn->key_types[i]);
	say(h, " of %zu:", sn->n_total);
	for (size_t i = 0; i < n && n < 100; i++)
		say_value(h, &sn->args[i]);
	say(h, n < 100 ? "\n" : " %zu entries\n", sn->n_entries);
}

static void on_state(void *data, const struct tapster_state *st)
{
	struct heard *h = data;

	h->states++;
	assert_true(st->memory > 0 && st->time_ns > h->time_ns);
	h->time_ns = st->time_ns;
	for (size_t i = 0; i < st->n_probes; i++) {
		const struct tapster_probe *p = &st->probes[i];

		say(h, "%s at %u by %s state %d hits %llu timed %llu\n",
		    p->name, p->location.line, p->mechanism, p->state,
		    (unsigned long long)p->hits,
		    (unsigned long long)p->timed);
	}
}

static struct tapster_session *prepare(struct heard *h, const char *script)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;
	struct tapster_session *s = tapster_new();

	memset(h, 0, sizeof(*h));
	cb.snapshot = on_snapshot;
	cb.state = on_state;
	tapster_set_callbacks(s, &cb, h);
	tapster_set(s, "runtime", "host");
	tapster_set(s, "final-snapshot", "yes");
	tapster_add_text(s, "t.stp", script);
	return s;
}

static void run(struct tapster_session *s)
{
	assert_int_equal(tapster_run_start(s), 0);
	assert_int_equal(tapster_run_wait(s), 0);
	tapster_free(s);
}

static const char script[] =
	"global n, name, took, calls, sizes\n"
	"probe begin {\n"
	"	name = \"x\"; took <<< 3; took <<< 5; took <<< 100\n"
	"	calls[\"a\", 1] = 5; calls[\"b\", 2] = 9; calls[\"c\", 3] = 7\n"
	"	sizes <<< 2\n"
	"	if (@variance(took) > 0) n = 2\n"
	"	exit()\n"
	"}\n"
	"probe end { n++; print(@hist_log(took)); println(n, name, @sum(sizes)) }\n"
	"probe end { foreach ([a, b] in calls) println(a, b) }\n";

/* Of 3 and 5 the variance is 2: squares of the distances from 4, by count - 1. */
static void test_all(void **state)
{
	struct heard h;

	run(prepare(&h, "global n, name, took, calls\n"
		    "probe begin {\n"
		    "	name = \"x\"; took <<< 3; took <<< 5\n"
		    "	calls[\"a\", 1] = 5; calls[\"b\", 2] = 9\n"
		    "	exit()\n"
		    "}\n"
		    "probe timer.s(9) { n++ }\n"
		    "probe end { n = 4; println(@variance(took), name, n)\n"
		    "	print(@hist_linear(took, 0, 10, 5))\n"
		    "	foreach ([a, b] in calls) println(a, b) }\n"));
	assert_string_equal(h.text,
		"n class 1 type 0 of 1: 4\n"
		"name class 0 type 1 of 1: 'x'\n"
		"took class 0 type 2 of 1: 2/8/3/5/2,0-4:1,5-9:1\n"
		"calls[] class 0 type 0 key 1 key 0 of 2: 'a' 1 5 'b' 2 9\n"
		"begin at 2 by begin state 1 hits 1 timed 0\n"
		"timer.s(9) at 7 by timer state 0 hits 0 timed 0\n"
		"end at 8 by end state 1 hits 1 timed 0\n");
	assert_int_equal(h.states, 1);
}

static void test_top(void **state)
{
	struct tapster_snapshot_request rq = TAPSTER_SNAPSHOT_REQUEST_INIT;
	struct heard h;
	struct tapster_session *s = prepare(&h, script);

	rq.top = 2;
	rq.global = "calls";
	/* nothing runs yet: it holds for the one at the end */
	assert_int_equal(tapster_snapshot(s, &rq), -1);
	run(s);
	assert_ptr_equal(strstr(h.text, "calls[] class 0 type 0 key 1 key 0 "
				"of 3: 'b' 2 9 'c' 3 7\nbegin"), h.text);
}

/* Longer than one record; the last entries are those that were made last. */
static void test_many(void **state)
{
	struct heard h;

	run(prepare(&h, "global a[5000]\nprobe begin {\n"
		    "	for (i = 0; i < 900; i++)\n"
		    "		a[sprintf(\"%0100d\", i)] = i\n"
		    "	exit()\n}\n"
		    "probe end { foreach (k in a limit 1) println(a[k]) }\n"));
	assert_ptr_equal(strstr(h.text, "a[] class 0 type 0 key 1 of 900: "
				"900 entries\n"), h.text);
}

static void test_asked(void **state)
{
	struct heard h;
	struct tapster_session *s = prepare(&h,
		"global n\n"
		"probe timer.ms(20) { n++ }\n"
		"probe end { println(n) }\n");
	struct pollfd p;

	assert_int_equal(tapster_run_start(s), 0);
	/* at once: it may not even have begun */
	p = (struct pollfd){ .fd = tapster_run_fd(s), .events = POLLIN };
	for (unsigned i = 1; i <= 3; i++) {
		assert_int_equal(tapster_snapshot(s, NULL), 0);
		while (h.states < i) {
			assert_true(poll(&p, 1, 10000) == 1);
			assert_int_equal(tapster_run_dispatch(s), 1);
		}
	}
	tapster_run_stop(s);
	assert_int_equal(tapster_run_wait(s), 0);
	assert_int_equal(h.states, 4);
	assert_int_equal(tapster_snapshot(s, NULL), -1);
	tapster_free(s);
}

/* ---- switching and resetting -------------------------------------------- */

struct totals {
	int64_t removed, left, texts;
	unsigned resets, states;
	enum tapster_probe_state counting;	/* of the first probe */
	uint64_t hits;
};

static int64_t total_of(const struct tapster_snapshot *sn)
{
	int64_t sum = 0;

	for (size_t i = 0; i < sn->n_entries; i++) {
		const struct tapster_arg *a =
			&sn->args[i * (sn->n_keys + 1) + sn->n_keys];

		sum += a->kind == TAPSTER_ARG_AGGREGATE ? a->aggregate->count
		     : a->kind == TAPSTER_ARG_NUMBER ? a->number : 0;
	}
	return sum;
}

static void on_part(void *data, const struct tapster_snapshot *sn)
{
	struct totals *t = data;

	if (sn->is_reset) {
		t->resets++;
		t->removed += total_of(sn);
	} else {
		t->left += total_of(sn);
	}
}

static void on_totals_state(void *data, const struct tapster_state *st)
{
	struct totals *t = data;

	t->states++;
	t->counting = st->probes[0].state;
	t->hits = st->probes[0].hits;
}

static struct tapster_session *start(struct totals *t, const char *text)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;
	struct tapster_session *s = tapster_new();

	memset(t, 0, sizeof(*t));
	cb.snapshot = on_part;
	cb.state = on_totals_state;
	tapster_set_callbacks(s, &cb, t);
	tapster_set(s, "runtime", "host");
	tapster_add_text(s, "t.stp", text);
	assert_int_equal(tapster_run_start(s), 0);
	return s;
}

static void next_state(struct tapster_session *s, struct totals *t)
{
	struct pollfd p = { .fd = tapster_run_fd(s), .events = POLLIN };
	unsigned states = t->states;

	t->left = 0;
	assert_int_equal(tapster_snapshot(s, NULL), 0);
	while (t->states == states) {
		assert_true(poll(&p, 1, 10000) == 1);
		assert_int_equal(tapster_run_dispatch(s), 1);
	}
}

/* Switches the first probe, and waits until it is so. */
static void switch_to(struct tapster_session *s, struct totals *t, bool on)
{
	enum tapster_probe_state wanted = on ? TAPSTER_PROBE_ARMED
					     : TAPSTER_PROBE_OFF;

	assert_int_equal(tapster_switch_probe(s, 0, on), 0);
	do
		next_state(s, t);
	while (t->counting != wanted);
}

/* Each kind of global is reset fifty times while it grows; at the end it holds
 * what no reset has removed.  `hits` of the probe is the independent count. */
static void test_reset(void **state)
{
	static const char *const names[] = { "n", "sum", "a", "each", "last" };
	static const unsigned per_hit[] = { 1, 1, 1, 2, 1 };
	char text[600];

	for (size_t k = 0; k < 5; k++) {
		struct totals t;
		struct tapster_session *s;

		/* `last` is read by its own probe: it has a lock */
		snprintf(text, sizeof(text), "global %s\n"
			 "probe timer.us(200) { %s }\n"
			 "probe end { %s }\n", names[k],
			 k == 0 ? "n++" : k == 1 ? "sum <<< 4" :
			 k == 2 ? "a[gettimeofday_us() % 7]++" :
			 k == 3 ? "each[1] <<< 5 each[2] <<< 6" :
				  "last = last + 1",
			 k == 0 ? "println(n)" : k == 1 ? "println(@sum(sum))" :
			 k == 2 ? "foreach (x in a) println(a[x])" :
			 k == 3 ? "println(@count(each[1]))" :
				  "println(last)");
		s = start(&t, text);
		next_state(s, &t);
		for (unsigned i = 1; i <= 50; i++) {
			poll(NULL, 0, 2);
			assert_int_equal(tapster_reset(s, names[k]), 0);
			while (t.resets < i)
				next_state(s, &t);
		}
		assert_int_equal(t.resets, 50);
		/* no probe counts any more when the last state is taken */
		switch_to(s, &t, false);
		assert_true(t.removed > 100);
		assert_int_equal(t.removed + t.left,
				 (int64_t)t.hits * per_hit[k]);
		tapster_run_stop(s);
		assert_int_equal(tapster_run_wait(s), 0);
		tapster_free(s);
	}
}

static void test_reset_values(void **state)
{
	uint64_t hits;
	struct totals t;
	struct tapster_session *s = start(&t,
		"global n = 7, word = \"first\", fixed = 3, heard\n"
		"probe timer.ms(1) { if (word == \"first\") heard++\n"
		"	n = 100; word = \"second\" }\n"
		"probe end { printf(\"%d %s %d\\n\", n, word, fixed) }\n");

	next_state(s, &t);
	while (t.hits < 3)
		next_state(s, &t);
	assert_int_equal(tapster_reset(s, "fixed"), -1);
	assert_int_equal(tapster_reset(s, "other"), -1);
	assert_int_equal(tapster_switch_probe(s, 1, false), -1);
	assert_int_equal(tapster_switch_probe(s, 2, false), -1);
	switch_to(s, &t, false);
	assert_int_equal(tapster_reset(s, "n"), 0);
	while (!t.resets)
		next_state(s, &t);
	/* n is what its declaration says, fixed 3, heard 1 */
	assert_int_equal(t.left, 7 + 3 + 1);
	assert_int_equal(tapster_reset(s, "word"), 0);
	while (t.resets < 2)
		next_state(s, &t);
	hits = t.hits;
	switch_to(s, &t, true);
	while (t.hits < hits + 2)
		next_state(s, &t);
	/* the string was "first" once more */
	assert_int_equal(t.left, 100 + 3 + 2);
	tapster_run_stop(s);
	assert_int_equal(tapster_run_wait(s), 0);
	assert_int_equal(tapster_switch_probe(s, 0, true), -1);
	assert_int_equal(tapster_reset(s, "n"), -1);
	tapster_free(s);
}

/* A condition and a switch: both have to want the probe. */
static void test_switch_condition(void **state)
{
	struct totals t;
	struct tapster_session *s = start(&t,
		"global on = 1, n\n"
		"probe timer.ms(1) if (on) { n++ }\n"
		"probe timer.ms(50) { if (n > 1000000) on = 0 }\n"
		"probe end { println(n) }\n");
	uint64_t hits;

	next_state(s, &t);
	switch_to(s, &t, false);
	hits = t.hits;
	for (int i = 0; i < 20; i++) {
		poll(NULL, 0, 10);
		next_state(s, &t);
	}
	assert_int_equal(t.hits, hits);
	assert_int_equal(t.counting, TAPSTER_PROBE_OFF);
	switch_to(s, &t, true);
	while (t.hits == hits)
		next_state(s, &t);
	tapster_run_stop(s);
	assert_int_equal(tapster_run_wait(s), 0);
	tapster_free(s);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all),
		cmocka_unit_test(test_top),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_asked),
		cmocka_unit_test(test_reset),
		cmocka_unit_test(test_reset_values),
		cmocka_unit_test(test_switch_condition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
