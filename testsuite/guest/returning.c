/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program all of whose functions have their return probed: what it is given,
 * and ways to come back that are no plain return.
 *
 *	returning ARGS...	shows its arguments; then a child by vfork, one by
 *				fork, a jump out of a function, a context that
 *				ends by returning; down(100), which calls itself
 *
 * It is static, so libc's functions are among those.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define KEEP __attribute__((noipa))

static jmp_buf back;
static ucontext_t outside, inside;
static char stack[64 << 10];

static KEEP int by_vfork(void)
{
	int status = -1;
	pid_t child = vfork();

	if (!child)
		_exit(3);
	waitpid(child, &status, 0);
	return WEXITSTATUS(status);
}

static KEEP int by_fork(void)
{
	int status = -1;
	pid_t child = fork();

	if (!child)
		exit(4);
	waitpid(child, &status, 0);
	return WEXITSTATUS(status);
}

static KEEP void leave(void)
{
	longjmp(back, 5);
}

static KEEP int jump(int n)
{
	if (!n)
		leave();
	return n ? jump(n - 1) + 1 : 0;
}

static KEEP int by_jump(void)
{
	int n = setjmp(back);

	return n ? n : jump(3);
}

static KEEP void other_stack(void)
{
	puts("on another stack");
}

static KEEP void by_context(void)
{
	getcontext(&inside);
	inside.uc_stack.ss_sp = stack;
	inside.uc_stack.ss_size = sizeof(stack);
	inside.uc_link = &outside;
	makecontext(&inside, other_stack, 0);
	swapcontext(&outside, &inside);
	puts("and back");
}

static KEEP int down(int n)
{
	int below = n ? down(n - 1) : -1;

	__asm__ volatile("" : "+r"(below));
	if (!n)
		getppid();
	return below + 1;
}

int main(int argc, char **argv)
{
	printf("%d arguments:", argc);
	for (int i = 1; i < argc; i++)
		printf(" %s", argv[i]);
	printf("\nhome %s\n", getenv("HOME") ? "is set" : "is not set");
	fflush(stdout);
	printf("vfork %d\n", by_vfork());
	fflush(stdout);
	printf("fork %d\n", by_fork());
	printf("jump %d\n", by_jump());
	by_context();
	return down(100) != 100;
}
