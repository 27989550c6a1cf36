/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Variables of threads in all the ways in which compilers ask for them, and
 * those of another file.  See tls.mk for how this is built:
 *
 *	tls_a.so	of_a, plain_of_a: what the others use
 *	tls_b.so	by descriptors; linked, so they lie at a distance
 *	tls_c.so	by descriptors; loaded, and too large for that
 *	tls_d.so	by numbers; loaded
 *	tls		the program: run(1), then run(10) in a thread; with
 *			"wait", until a line comes, before it ends
 *
 * run(n) calls step(n) of b, c and d, then own(n), then look(n) of a.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEP __attribute__((noipa))

#ifdef OTHERS
__thread char room_of_a[8];
__thread int of_a = 10;
int plain_of_a = 20;

/* Its library uses nothing of the thread's itself. */
int look(int n);
KEEP int look(int n)
{
	__asm__ volatile("" : "+r"(n));
	return n;
}
#else
extern __thread int of_a;
extern int plain_of_a;
#endif

#ifdef STEP
static __thread char room[ROOM];
static __thread int mine = 30;

int STEP(int n);
KEEP int STEP(int n)
{
	mine += n;
	of_a += n;
	plain_of_a += n;
	room[n % ROOM]++;
	__asm__ volatile("" : : : "memory");
	return mine;
}
#endif

#ifdef PROGRAM
int step_b(int n), look(int n);
static int (*step_c)(int n), (*step_d)(int n);
static int calls = 100;

static KEEP int own(int n)
{
	of_a += n;
	plain_of_a += n;
	calls++;
	__asm__ volatile("" : : : "memory");
	return of_a;
}

static void *run(void *arg)
{
	int n = (int)(long)arg;

	step_b(n);
	step_c(n);
	step_d(n);
	own(n);
	look(n);
	return arg;
}

static void *load(const char *dir, const char *file, const char *name)
{
	char path[4096];
	void *lib, *ret;

	snprintf(path, sizeof(path), "%.*s/%s",
		 (int)(strrchr(dir, '/') - dir), dir, file);
	lib = dlopen(path, RTLD_NOW);
	ret = lib ? dlsym(lib, name) : NULL;
	if (!ret)
		abort();
	return ret;
}

int main(int argc, char **argv)
{
	pthread_t t;

	*(void **)&step_c = load(argv[0], "tls_c.so", "step_c");
	*(void **)&step_d = load(argv[0], "tls_d.so", "step_d");
	run((void *)1L);
	if (pthread_create(&t, NULL, run, (void *)10L) || pthread_join(t, NULL))
		return 1;
	if (argc > 1)
		getchar();
	return 0;
}
#endif
