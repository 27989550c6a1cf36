/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Runs a function in a thread with a large stack.  The stack is mapped here without
 * reserving memory.  pthread_create() would reserve all of it, which small hosts refuse.
 */
#include "base/deep.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/mman.h>

#ifdef __SANITIZE_ADDRESS__
#define STACK_BYTES ((size_t)8 << 30)	/* ASan makes frames several times as large */
#else
#define STACK_BYTES ((size_t)1 << 30)
#endif

struct call {
	void (*run)(void *arg);
	void *arg;
};

static void *start(void *arg)
{
	struct call *c = arg;

	c->run(c->arg);
	return NULL;
}

static bool run_on(void *stack, struct call *c)
{
	pthread_attr_t attr;
	pthread_t thread;
	bool started;

	if (pthread_attr_init(&attr))
		return false;
	started = !pthread_attr_setstack(&attr, stack, STACK_BYTES) &&
		  !pthread_create(&thread, &attr, start, c);
	pthread_attr_destroy(&attr);
	if (started)
		pthread_join(thread, NULL);
	return started;
}

void deep_call(void (*run)(void *arg), void *arg)
{
	struct call c = { run, arg };
	void *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
			   MAP_STACK, -1, 0);
	bool done = false;

	if (stack != MAP_FAILED) {
		done = run_on(stack, &c);
		munmap(stack, STACK_BYTES);
	}
	if (!done)
		run(arg);
}
