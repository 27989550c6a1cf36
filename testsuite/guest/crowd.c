/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Many calls of one function that have not returned.
 *
 *	crowd T N	T threads call deep(N) at once, which calls itself N
 *			times and returns how often, when all of them are there
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define KEEP __attribute__((noipa))
#define STACK (64u << 10)

static pthread_barrier_t all_there;
static int depth;

static KEEP int deep(int n)
{
	int below = -1;

	if (n)
		below = deep(n - 1);
	else
		pthread_barrier_wait(&all_there);
	__asm__ volatile("" : "+r"(below));
	return below + 1;
}

static void *run(void *arg)
{
	return deep(depth) == depth ? NULL : arg;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1, wrong = 0;
	pthread_t *threads = calloc(n, sizeof(*threads));
	pthread_attr_t attr;
	void *ret;

	depth = argc > 2 ? atoi(argv[2]) : 1;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	if (!threads || pthread_barrier_init(&all_there, NULL, n))
		return 2;
	for (int i = 0; i < n; i++)
		if (pthread_create(&threads[i], &attr, run, threads))
			return 2;
	for (int i = 0; i < n; i++)
		if (!pthread_join(threads[i], &ret))
			wrong += ret != NULL;
	return wrong;
}
