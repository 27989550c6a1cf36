/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Two runs and a timer in one epoll loop.  Each run is one descriptor that
 * becomes readable when tapster_run_dispatch() has something to do; values
 * arrive typed, so nothing is parsed.
 *
 *	epoll [RUNTIME]		kernel (the default) or host
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <tapster.h>
#include <unistd.h>

#define RUNS 2

struct watcher {
	struct tapster_session *s;
	const char *name;
	long long sum;		/* of the numbers that the script printed */
	int records;
};

static void on_record(void *data, const struct tapster_record *r)
{
	struct watcher *w = data;

	for (size_t i = 0; i < r->n_args; i++)
		if (r->args[i].kind == TAPSTER_ARG_NUMBER)
			w->sum += r->args[i].number;
	w->records++;
}

static void on_diagnostic(void *data, const struct tapster_diagnostic *d,
			  const char *text)
{
	const struct watcher *w = data;

	fprintf(stderr, "%s: %s%s", w->name,
		d->severity == TAPSTER_ERROR ? "failed: " : "", text);
}

/* A counter that prints its value every few milliseconds, ten times. */
static const char script[] =
	"global n\n"
	"probe timer.ms($1) { printf(\"%d\\n\", ++n); if (n == 10) exit() }\n";

static int start(struct watcher *w, const char *name, const char *runtime,
		 const char *ms)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;

	w->name = name;
	w->s = tapster_new();
	cb.record = on_record;
	cb.diagnostic = on_diagnostic;
	tapster_set_callbacks(w->s, &cb, w);
	tapster_set(w->s, "runtime", runtime);
	tapster_add_text(w->s, name, script);
	tapster_add_arg(w->s, ms);
	return tapster_run_start(w->s);
}

static void watch(int epoll, int fd, void *whose)
{
	struct epoll_event e = { .events = EPOLLIN, .data.ptr = whose };

	epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e);
}

/* A timer of our own that shows that the loop is not held up. */
static int open_timer(void)
{
	struct itimerspec its = {
		.it_value.tv_nsec = 10000000, .it_interval.tv_nsec = 10000000,
	};
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);

	timerfd_settime(fd, 0, &its, NULL);
	return fd;
}

int main(int argc, char **argv)
{
	const char *runtime = argc > 1 ? argv[1] : "kernel";
	struct watcher w[RUNS] = { { 0 } };
	int epoll = epoll_create1(0), timer = open_timer();
	int running = RUNS, status = 0;
	unsigned long long beats = 0, n;
	struct epoll_event e;

	if (start(&w[0], "slow", runtime, "20") < 0 ||
	    start(&w[1], "fast", runtime, "7") < 0)
		return EXIT_FAILURE;
	watch(epoll, timer, NULL);
	for (int i = 0; i < RUNS; i++)
		watch(epoll, tapster_run_fd(w[i].s), &w[i]);
	while (running && epoll_wait(epoll, &e, 1, -1) >= 0) {
		struct watcher *one = e.data.ptr;

		if (!one && read(timer, &n, sizeof(n)) == sizeof(n))
			beats += n;
		else if (one && tapster_run_dispatch(one->s) <= 0) {
			epoll_ctl(epoll, EPOLL_CTL_DEL,
				  tapster_run_fd(one->s), NULL);
			running--;
		}
	}
	for (int i = 0; i < RUNS; i++) {
		printf("%s: %d records, sum %lld\n", w[i].name, w[i].records,
		       w[i].sum);
		status |= tapster_status(w[i].s);
		tapster_free(w[i].s);
	}
	printf("the loop went on: %s\n", beats >= 5 ? "yes" : "no");
	close(timer);
	close(epoll);
	return status;
}
