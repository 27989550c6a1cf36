/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program to probe, whose values are known.
 *
 *	program N [CHILDREN]	for i = 0..N-1: add(i, words[i % 3]), then
 *				depth(3), once; all of it again in so many
 *				children, one after the other
 *	program wait FILE	waits until FILE is there, then as with 5
 *	program clock		asks for the time that it has used, which code of
 *				the kernel's in the process does
 *	program threads N	N threads, one after the other; number i calls
 *				own(i)
 *	program swarm FILE	64 threads, each of which begins another and ends, and
 *				so on until FILE is there: then they call own(0)
 *	program storm T N	T threads at once: N times depth(3), and jumper(1),
 *				which is left; signals meanwhile, whose handler
 *				calls depth(2).  At last gone(1), left by exec, in a
 *				child; gone(2), left by exit, in another; gone(3), left
 *				by the end of its thread; finish(), with how often
 *				depth() was called
 *
 * Built twice: as PIE, optimised, with shared libraries; and static without
 * optimisation.
 */
#ifdef UNOPTIMISED
#pragma GCC optimize(0)
#endif

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "testsuite/guest/library.h"
#include "testsuite/guest/mark.h"

#define KEEP __attribute__((noipa))

struct pair {
	int left;
	unsigned char flags : 3, rest : 5;
	const char *name;
	struct pair *next;
};

int total;
static struct pair pairs[2] = {
	{ 7, 5, 17, "first", &pairs[1] },
	{ -8, 2, 3, "second", NULL },
};
static const char *const words[] = { "zero", "one", "two" };

static KEEP int add(int n, const char *word)
{
	total += n;
	return total + (int)strlen(word);
}

/* depth(n) calls itself n times, and returns n */
static KEEP int depth(int n)
{
	int below = n ? depth(n - 1) : -1;

	__asm__ volatile("" : "+r"(below));
	return below + 1;
}

static KEEP long look(const struct pair *p, int n)
{
	__asm__ volatile("" : : "r"(p), "r"(n));
	return p->left + n;
}

/* How many want to know of the marker "wanted". */
unsigned short wanted_counter __attribute__((section(".probes"), used));

static KEEP void mark(int n, const char *word)
{
	long array[4] = { 10, 20, 30, 40 };

	MARK("plain", "0", "-4@%0 8@%1 4@$17", "r"(n), "r"(word));
	MARK("a__word", "0", "-8@%0 -8@16(%1) 8@8(%1,%2,8) -1@%b3", "m"(array[1]),
	     "r"(array), "r"(2L), "q"(n - 4));
	if (wanted_counter)
		MARK("wanted", "wanted_counter", "-4@%0", "r"(n));
}

static __thread jmp_buf back;

/* Is entered twice, returns once. */
static KEEP int jumper(int n)
{
	if (n)
		longjmp(back, n);
	__asm__ volatile("" : : : "memory");
	return 40 + n;
}

static __thread int mine = 3;

/* What is the thread's, here and in the library. */
static KEEP long own(long n)
{
	mine += (int)n;
	in_library -= n;
	__asm__ volatile("" : : : "memory");
	return mine;
}

static void work(int n)
{
	for (int i = 0; i < n; i++)
		add(i, words[i % 3]);
	mark(n, words[2]);
	depth(3);
	look(pairs, 1);
	own(n);
	twice(n);
	if (!setjmp(back))
		jumper(1);
	jumper(0);
}

static KEEP long ask_clock(void)
{
	struct timespec used;

	if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used))
		abort();
	return used.tv_sec;
}

static void *thread(void *arg)
{
	own((long)arg);
	return arg;
}

static int threads(int n)
{
	pthread_t t;

	for (long i = 0; i < n; i++)
		if (pthread_create(&t, NULL, thread, (void *)i) ||
		    pthread_join(t, NULL))
			return 1;
	return 0;
}

static void start(pthread_t *t, void *(*f)(void *arg), void *arg)
{
	if (pthread_create(t, NULL, f, arg))
		abort();
}

/* ---- swarm -------------------------------------------------------------- */

#define CHAINS 64

static const char *go_file;
static int n_ended;

static void *in_swarm(void *unused)
{
	pthread_t t;

	pthread_detach(pthread_self());
	usleep(50000);
	if (access(go_file, F_OK)) {
		start(&t, in_swarm, NULL);
	} else {
		own(0);
		__atomic_add_fetch(&n_ended, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

static int swarm(const char *file)
{
	pthread_t t;

	go_file = file;
	for (int i = 0; i < CHAINS; i++)
		start(&t, in_swarm, NULL);
	while (__atomic_load_n(&n_ended, __ATOMIC_RELAXED) < CHAINS)
		usleep(10000);
	return 0;
}

/* ---- storm -------------------------------------------------------------- */

static long n_depth;
static int n_times;

static int count_depth(int n)
{
	__atomic_add_fetch(&n_depth, n + 1, __ATOMIC_RELAXED);
	return depth(n);
}

static void on_signal(int unused)
{
	count_depth(2);
}

static KEEP int gone(int how)
{
	if (how == 1)
		execl("/bin/true", "true", (char *)NULL);
	if (how == 3)
		pthread_exit(NULL);
	_exit(0);
}

static KEEP long finish(long calls)
{
	__asm__ volatile("" : "+r"(calls));
	return calls;
}

static KEEP void leave_jumper(void)
{
	if (!setjmp(back))
		jumper(1);
}

static void *in_storm(void *arg)
{
	for (int i = 0; i < n_times; i++) {
		if (count_depth(3) != 3)
			abort();
		leave_jumper();
	}
	return arg;
}

static void *gone_thread(void *arg)
{
	gone(3);
	return arg;
}

static int storm(int n, int times)
{
	struct itimerval often = { { 0, 2000 }, { 0, 2000 } };
	struct itimerval never = { { 0, 0 }, { 0, 0 } };
	pthread_t threads[16], last;

	if (n > 16)
		return 1;
	n_times = times;
	signal(SIGALRM, on_signal);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 0; i < n; i++)
		start(&threads[i], in_storm, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	setitimer(ITIMER_REAL, &never, NULL);
	for (int how = 1; how <= 2; how++) {
		if (!fork())
			gone(how);
		wait(NULL);
	}
	start(&last, gone_thread, NULL);
	pthread_join(last, NULL);
	return finish(n_depth) != n_depth;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	int children = argc > 2 ? atoi(argv[2]) : 0;

	if (argc > 1 && !strcmp(argv[1], "clock"))
		return ask_clock() > 1000;
	if (argc > 2 && !strcmp(argv[1], "threads"))
		return threads(atoi(argv[2]));
	if (argc > 2 && !strcmp(argv[1], "swarm"))
		return swarm(argv[2]);
	if (argc > 3 && !strcmp(argv[1], "storm"))
		return storm(atoi(argv[2]), atoi(argv[3]));
	if (argc > 2 && !strcmp(argv[1], "wait")) {
		while (access(argv[2], F_OK))
			usleep(10000);
		n = 5;
	}
	work(n);
	while (children-- > 0) {
		if (!fork()) {
			total = 0;
			work(n);
			return 0;
		}
		wait(NULL);
	}
	return 0;
}
