// SPDX-License-Identifier: LGPL-2.1-or-later
// Leaves functions other than by their return: by exceptions, which pass
// through them, are caught in them, thrown again or end a thread, and by going
// on, on another stack.  With a file, throws when that is there.
#include <atomic>
#include <cstdio>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define PROBED extern "C" __attribute__((noipa))

static std::atomic<long> left, cleaned;

struct guard {
	~guard() { cleaned++; }
};

PROBED int leaf(int n) { return n + 1; }

PROBED int thrower(int n)
{
	if (n % 3)
		throw n;
	return leaf(n);
}

// An exception passes through, and a destructor runs on the way.
PROBED int middle(int n)
{
	guard g;
	int ret = thrower(n);

	leaf(n);
	return ret;
}

// One passes through without anything to do.
PROBED int plain(int n) { return middle(n) + 1; }

// Throws again what it has caught, after it has called more functions.
PROBED int again(int n)
{
	try {
		return plain(n);
	} catch (int) {
		leaf(leaf(n));
		throw;
	}
}

PROBED int catcher(int n)
{
	try {
		return again(n);
	} catch (int m) {
		left++;
		return leaf(m);
	}
}

PROBED int outer(int n)
{
	int ret = catcher(n);

	return ret + leaf(n);
}

PROBED int deep(int n, int depth)
{
	volatile int below = depth ? deep(n, depth - 1) + 1 : outer(n);

	return below;
}

static void *throws(void *)
{
	long sum = 0;

	for (int i = 0; i < 300; i++)
		sum += deep(i, i % 5);
	return (void *)sum;
}

// A destructor runs when the thread is cancelled.
PROBED void *waits(void *)
{
	guard g;

	for (;;)
		pause();
}

PROBED void ends(int n)
{
	guard g;

	if (n)
		pthread_exit(nullptr);
	leaf(n);
}

static void *exits(void *)
{
	ends(1);
	return nullptr;
}

static ucontext_t here, there;
static char stack[65536];

PROBED int yield(int n)
{
	swapcontext(&there, &here);
	return leaf(n);
}

PROBED int resume(int n)
{
	swapcontext(&here, &there);
	return leaf(n);
}

static void coroutine()
{
	for (int i = 0;; i++)
		yield(leaf(i));
}

static std::atomic<bool> is_told;

// Throws when the file is there; two threads are inside meanwhile, of which one
// sleeps and one runs.
PROBED int late(const char *file)
{
	guard g;

	while (file && access(file, F_OK))
		usleep(20000);
	while (!file && !is_told)
		;
	is_told = true;
	throw 1;
}

PROBED int late_catcher(const char *file)
{
	try {
		return late(file);
	} catch (int n) {
		return leaf(n);
	}
}

static void *throws_late(void *file)
{
	return (void *)(long)late_catcher((const char *)file);
}

static int wait_and_throw(char *file)
{
	pthread_t t[2];
	void *n[2];

	pthread_create(&t[0], nullptr, throws_late, file);
	pthread_create(&t[1], nullptr, throws_late, nullptr);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], &n[i]);
	printf("late %ld %ld, destructors %ld\n", (long)n[0], (long)n[1],
	       cleaned.load());
	return 0;
}

// Signals are handled on a stack of their own, which lies above the thread's.
PROBED int in_signal(int n) { return n; }

static void on_signal(int n) { in_signal(n); }

PROBED int signalled(int n)
{
	raise(SIGUSR1);
	return leaf(n);
}

static void *gets_signals(void *above)
{
	stack_t s = {};

	s.ss_sp = above;
	s.ss_size = 65536;
	sigaltstack(&s, nullptr);
	for (int i = 0; i < 10; i++)
		signalled(i);
	s.ss_flags = SS_DISABLE;
	sigaltstack(&s, nullptr);
	return nullptr;
}

static void switch_by_signals()
{
	void *above = mmap(nullptr, 65536, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct sigaction a = {};
	pthread_t t;

	a.sa_handler = on_signal;
	a.sa_flags = SA_ONSTACK;
	sigaction(SIGUSR1, &a, nullptr);
	pthread_create(&t, nullptr, gets_signals, above);
	pthread_join(t, nullptr);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return wait_and_throw(argv[1]);

	pthread_t t[2], w, e;
	void *sum;
	long all = (long)throws(nullptr);

	for (auto &one : t)
		pthread_create(&one, nullptr, throws, nullptr);
	for (auto &one : t) {
		pthread_join(one, &sum);
		all += (long)sum;
	}
	printf("sum %ld, caught %ld\n", all, left.load());
	fflush(stdout);
	pthread_create(&w, nullptr, waits, nullptr);
	usleep(100000);
	pthread_cancel(w);
	pthread_join(w, nullptr);
	pthread_create(&e, nullptr, exits, nullptr);
	pthread_join(e, nullptr);
	ends(0);
	getcontext(&there);
	there.uc_stack.ss_sp = stack;
	there.uc_stack.ss_size = sizeof(stack);
	makecontext(&there, coroutine, 0);
	for (int i = 0; i < 100; i++)
		all += resume(i);
	switch_by_signals();
	printf("sum %ld, destructors %ld\n", all, cleaned.load());
	return 0;
}
