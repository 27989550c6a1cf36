/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The library running scripts on the host runtime: what the callbacks get,
 * how runs end, two sessions at once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <tapster.h>
#include <unistd.h>

#define TEXT_MAX 4096

/* What one run said. */
struct heard {
	char text[TEXT_MAX], records[TEXT_MAX], messages[TEXT_MAX];
	int exits, status;
};

static void append(char *to, const char *from, size_t len)
{
	size_t n = strlen(to);

	assert_true(n + len < TEXT_MAX);
	memcpy(to + n, from, len);
	to[n + len] = '\0';
}

static void append_number(char *to, long long v)
{
	char s[32];

	append(to, s, (size_t)snprintf(s, sizeof(s), "%lld,", v));
}

static void on_text(void *data, const char *text, size_t len)
{
	append(((struct heard *)data)->text, text, len);
}

static void put_aggregate(char *to, const struct tapster_aggregate *a)
{
	append_number(to, a->count);
	append_number(to, a->sum);
	append_number(to, a->min);
	append_number(to, a->max);
	append_number(to, a->avg);
	for (size_t i = 0; i < a->n_buckets; i++) {
		append_number(to, a->buckets[i].lo);
		append_number(to, a->buckets[i].hi);
		append_number(to, a->buckets[i].count);
	}
}

static void on_record(void *data, const struct tapster_record *r)
{
	char *to = ((struct heard *)data)->records;

	append(to, r->probe, strlen(r->probe));
	append(to, ":", 1);
	for (size_t i = 0; i < r->n_args; i++) {
		const struct tapster_arg *a = &r->args[i];

		if (a->kind == TAPSTER_ARG_NUMBER) {
			append_number(to, a->number);
		} else if (a->kind == TAPSTER_ARG_AGGREGATE) {
			put_aggregate(to, a->aggregate);
		} else {
			append(to, "'", 1);
			append(to, a->bytes, a->len);
			append(to, "',", 2);
		}
	}
	append(to, ";", 1);
}

static void on_diagnostic(void *data, const struct tapster_diagnostic *d,
			  const char *text)
{
	char s[512];
	int n = snprintf(s, sizeof(s), "%s %s:%u:%u %s\n", d->tag,
			 d->location.file, d->location.line, d->location.col,
			 d->text);

	append(((struct heard *)data)->messages, s, (size_t)n);
}

static void on_exit_(void *data, int status)
{
	struct heard *h = data;

	h->exits++;
	h->status = status;
}

static struct tapster_session *start_with(struct heard *h, const char *script,
					  const char *setting,
					  const char *value)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;
	struct tapster_session *s = tapster_new();

	memset(h, 0, sizeof(*h));
	cb.text = on_text;
	cb.record = on_record;
	cb.diagnostic = on_diagnostic;
	cb.exit = on_exit_;
	tapster_set_callbacks(s, &cb, h);
	tapster_set(s, "runtime", "host");
	if (value)
		tapster_set(s, setting, value);
	tapster_add_text(s, "t.stp", script);
	tapster_run_start(s);
	return s;
}

static struct tapster_session *start(struct heard *h, const char *script,
				     const char *command)
{
	return start_with(h, script, "command", command);
}

static int finish(struct tapster_session *s)
{
	int status = tapster_run_wait(s);

	tapster_free(s);
	return status;
}

/* ---- callbacks ---------------------------------------------------------- */

static void test_values(void **state)
{
	struct heard h;
	struct tapster_session *s = start(&h,
		"global s\n"
		"probe begin {\n"
		"\ts <<< 1; s <<< 3\n"
		"\tprintf(\"%d-%s\\n\", -5, \"a b\")\n"
		"\tprint(@hist_linear(s, 0, 10, 2))\n"
		"\texit()\n"
		"}\n", NULL);

	assert_int_equal(finish(s), 0);
	assert_ptr_equal(strstr(h.text, "-5-a b\nvalue |"), h.text);
	assert_string_equal(h.records, "begin:-5,'a b',;"
			    "begin:2,4,1,3,2,0,1,1,2,3,1,;");
	assert_string_equal(h.messages, "");
	assert_int_equal(h.exits, 1);
	assert_int_equal(h.status, 0);
}

static void test_run_time_error(void **state)
{
	struct heard h;
	struct tapster_session *s = start(&h,
		"global zero\n"
		"probe begin {\n"
		"\tprintln(\"before\")\n"
		"\tprintln(1 / zero)\n"
		"}\n", NULL);

	assert_int_equal(finish(s), 1);
	assert_string_equal(h.text, "before\n");
	assert_non_null(strstr(h.messages, "div-zero t.stp:4:10 division"));
	assert_non_null(strstr(h.messages, "script-warning :0:0 Number of"));
	assert_int_equal(h.status, 1);
}

static void test_json(void **state)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;
	struct tapster_session *s = tapster_new();
	struct heard h = { 0 };

	cb.text = on_text;
	tapster_set_callbacks(s, &cb, &h);
	tapster_set(s, "runtime", "host");
	tapster_set(s, "format", "json");
	tapster_add_text(s, "t.stp", "probe begin { println(\"x\") exit() }");
	tapster_run_start(s);
	assert_int_equal(finish(s), 0);
	assert_non_null(strstr(h.text, "\"text\":\"x\\n\""));
	assert_ptr_equal(strstr(h.text, "{\"type\":\"start\""), h.text);
	assert_non_null(strstr(h.text, "\n{\"type\":\"end\""));
}

/* ---- how it ends -------------------------------------------------------- */

static const char endless[] =
	"probe timer.ms(5) { println(\"tick\") }\n"
	"probe end { println(\"the end\") }\n";

static void wait_for_tick(struct tapster_session *s, const struct heard *h)
{
	struct pollfd p = { .fd = tapster_run_fd(s), .events = POLLIN };

	assert_true(p.fd >= 0);
	while (!strstr(h->text, "tick")) {
		assert_int_equal(poll(&p, 1, 10000), 1);
		assert_int_equal(tapster_run_dispatch(s), 1);
	}
}

static void test_stop(void **state)
{
	struct heard h;
	struct tapster_session *s = start(&h, endless, NULL);

	wait_for_tick(s, &h);
	tapster_run_stop(s);
	tapster_run_stop(s);	/* so soon it is the same one */
	assert_int_equal(finish(s), 0);
	assert_non_null(strstr(h.text, "tick\nthe end\n"));
}

static void test_time(void **state)
{
	struct tapster_session *s = tapster_new();

	tapster_set(s, "runtime", "host");
	tapster_set(s, "time", "1");
	tapster_add_text(s, "t.stp", endless);
	assert_int_equal(tapster_run_start(s), 0);
	assert_int_equal(finish(s), 0);
}

static void test_command(void **state)
{
	struct heard h;
	struct tapster_session *s = start(&h,
		"probe begin { println(target() > 1) }\n"
		"probe end { println(\"ended\") }", "true && sleep 0.1");

	assert_int_equal(finish(s), 0);
	assert_string_equal(h.text, "1\nended\n");
}

static void test_command_fails(void **state)
{
	struct heard h;
	struct tapster_session *s = start(&h, endless, "exit 3");

	assert_int_equal(finish(s), 1);
	assert_non_null(strstr(h.text, "the end\n"));
	assert_non_null(strstr(h.messages, "'exit 3' ended with status 3"));
}

/* The process ends when the session has begun. */
static void test_pid(void **state)
{
	struct tapster_session *s;
	struct heard h;
	char pid[16], byte;
	int ends[2];
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (!child)
		_exit(read(ends[0], &byte, 1) != 1);
	snprintf(pid, sizeof(pid), "%d", (int)child);
	s = start_with(&h, endless, "pid", pid);
	wait_for_tick(s, &h);
	assert_int_equal(write(ends[1], "", 1), 1);
	close(ends[0]);
	close(ends[1]);
	assert_int_equal(finish(s), 0);
	assert_non_null(strstr(h.text, "the end\n"));
}

static void test_no_such_pid(void **state)
{
	struct heard h;
	struct tapster_session *s = tapster_new();

	memset(&h, 0, sizeof(h));
	tapster_set(s, "runtime", "host");
	tapster_set(s, "pid", "2147483646");
	tapster_add_text(s, "t.stp", endless);
	assert_int_equal(tapster_run_start(s), -1);
	assert_int_equal(finish(s), 1);
}

/* Freed in mid-run: nothing of it goes on. */
static void test_free_stops(void **state)
{
	char path[] = "/tmp/test-lib-XXXXXX";
	char command[256], text[32];
	int fd = mkstemp(path);
	struct tapster_session *s;
	struct heard h;
	ssize_t n;
	pid_t pid;

	assert_true(fd >= 0);
	snprintf(command, sizeof(command), "echo $$ >%s; exec sleep 100",
		 path);
	s = start(&h, endless, command);
	do {
		assert_int_equal(tapster_run_dispatch(s), 1);
		usleep(1000);
		n = pread(fd, text, sizeof(text) - 1, 0);
	} while (n < 2 || text[n - 1] != '\n');
	text[n] = '\0';
	pid = atoi(text);
	tapster_free(s);
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(errno, ESRCH);
	close(fd);
	unlink(path);
}

static void test_runs_once(void **state)
{
	struct heard h;
	struct tapster_session *s = start(&h, "probe begin { exit() }", NULL);

	tapster_run_wait(s);
	assert_int_equal(tapster_run_start(s), -1);
	assert_int_equal(tapster_run_dispatch(s), -1);
	assert_int_equal(finish(s), 1);
}

/* ---- two sessions in two threads ---------------------------------------- */

#define ROUNDS 8

struct worker {
	pthread_t thread;
	int first;
	bool good;
};

/* No cmocka in here: its jumps belong to the main thread. */
static void *work(void *arg)
{
	struct worker *w = arg;

	w->good = true;
	for (int i = 0; i < ROUNDS; i++) {
		char script[256], wanted[64];
		struct heard h;

		snprintf(script, sizeof(script),
			 "global a\nprobe begin { for (i = 0; i < 50; i++) "
			 "a[i] = i * %d\n foreach (k in a) s += a[k]\n "
			 "println(s) exit() }", w->first + i);
		snprintf(wanted, sizeof(wanted), "%d\n",
			 1225 * (w->first + i));
		w->good &= finish(start(&h, script, NULL)) == 0 &&
			   !strcmp(h.text, wanted);
	}
	return NULL;
}

static void test_two_threads(void **state)
{
	struct worker w[2] = { { .first = 1 }, { .first = 1000 } };

	for (int i = 0; i < 2; i++)
		pthread_create(&w[i].thread, NULL, work, &w[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(w[i].thread, NULL);
	assert_true(w[0].good);
	assert_true(w[1].good);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_run_time_error),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_stop),
		cmocka_unit_test(test_time),
		cmocka_unit_test(test_command),
		cmocka_unit_test(test_command_fails),
		cmocka_unit_test(test_pid),
		cmocka_unit_test(test_no_such_pid),
		cmocka_unit_test(test_free_stops),
		cmocka_unit_test(test_runs_once),
		cmocka_unit_test(test_two_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
