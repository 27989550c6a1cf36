/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program whose stacks are known: leaf(N) is reached in a way of its own for
 * each N, as the comments say, outermost first.  Optimised, without frame
 * pointers; built with libraries, and static.
 */
#include <alloca.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef STATIC
#include <dlfcn.h>
#endif

#include "ustacks.h"

static volatile int reached;

static KEEP void leaf(int n)
{
	reached = n;
}

/* main plain second leaf(1) */
static KEEP void second(int n)
{
	leaf(n);
	NO_TAIL();
}

static KEEP void plain(int n)
{
	second(n);
	NO_TAIL();
}

/* main sized second leaf(2): a frame whose size is known when it runs */
static KEEP void sized(int n, size_t size)
{
	char *p = alloca(size);

	memset(p, n, size);
	__asm__ volatile("" : : "r"(p) : "memory");
	second(n);
	NO_TAIL();
}

/* main aligned second leaf(3): a frame that lies at a multiple of 64 */
static KEEP void aligned(int n)
{
	char p[128] __attribute__((aligned(64)));

	memset(p, n, sizeof(p));
	__asm__ volatile("" : : "r"(p) : "memory");
	second(n);
	NO_TAIL();
}

/* main both second leaf(4): both at once */
static KEEP void both(int n, size_t size)
{
	char p[128] __attribute__((aligned(64))), *q = alloca(size);

	memset(p, n, sizeof(p));
	memset(q, n, size);
	__asm__ volatile("" : : "r"(p), "r"(q) : "memory");
	second(n);
	NO_TAIL();
}

/* main sort (libc) compare leaf(5) */
static KEEP int compare(const void *a, const void *b)
{
	leaf(5);
	NO_TAIL();
	return *(const int *)a - *(const int *)b;
}

static KEEP void sort(void)
{
	int v[] = { 2, 1 };

	qsort(v, 2, sizeof(*v), compare);
	__asm__ volatile("" : : "r"(v) : "memory");
}

/* main signalled (libc) on_signal leaf(6) */
static KEEP void on_signal(int sig)
{
	leaf(6);
	NO_TAIL();
}

static KEEP void signalled(void)
{
	signal(SIGUSR1, on_signal);
	raise(SIGUSR1);
	NO_TAIL();
}

/* (libc) thread second leaf(7) */
static KEEP void *thread(void *arg)
{
	second(7);
	NO_TAIL();
	return arg;
}

static KEEP void threaded(void)
{
	pthread_t t;

	if (!pthread_create(&t, NULL, thread, NULL))
		pthread_join(t, NULL);
}

/* main hit at_once leaf(8): a signal at an instruction that faults, in a
 * function that has called nobody */
static KEEP void on_fault(int sig, siginfo_t *info, void *context)
{
	ucontext_t *u = context;

	leaf(8);
	u->uc_mcontext.gregs[REG_RIP] += 2;	/* ud2 */
}

static KEEP void at_once(void)
{
	__asm__ volatile("ud2");
}

static KEEP void hit(void)
{
	struct sigaction a = { .sa_flags = SA_SIGINFO };

	a.sa_sigaction = on_fault;
	sigaction(SIGILL, &a, NULL);
	at_once();
	NO_TAIL();
}

/* main deep deep deep deep leaf(9), one more each time */
static KEEP void deep(int n)
{
	if (n)
		deep(n - 1);
	else
		leaf(9);
	NO_TAIL();
}

#ifndef STATIC
/* main linked lib_call inside second leaf(10) */
static KEEP void linked(void)
{
	lib_call(second, 10);
	NO_TAIL();
}

/* main loaded plug_call inside second leaf(11) */
static KEEP void loaded(const char *path)
{
	void *plug = dlopen(path, RTLD_NOW);
	void (*call)(void (*f)(int), int n);

	if (!plug)
		abort();
	call = (void (*)(void (*)(int), int))(uintptr_t)dlsym(plug,
							       "plug_call");
	call(second, 11);
	dlclose(plug);
}
#endif

/* ustacks PLUG */
int main(int argc, char **argv)
{
	plain(1);
	sized(2, 100 * (size_t)argc);
	aligned(3);
	both(4, 300 * (size_t)argc);
	sort();
	signalled();
	threaded();
	hit();
	deep(3);
#ifndef STATIC
	linked();
	if (argc > 1)
		loaded(argv[1]);
#endif
	return 0;
}
