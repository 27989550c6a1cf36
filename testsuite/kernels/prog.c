/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A program whose function is called three times; with an argument, four
 * processes that call getppid(2) that many times each, all at once. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static int work(int a)
{
	int b = a * 2 + getpid() * 0;

	return b + 1;
}

static void call_often(int n)
{
	for (int i = 0; i < 4; i++)
		if (!fork()) {
			for (int k = 0; k < n; k++)
				syscall(SYS_getppid);
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
}

int main(int argc, char **argv)
{
	int s = 0;

	if (argc > 1)
		call_often(atoi(argv[1]));
	for (int i = 0; i < 3; i++)
		s += work(i);
	printf("%d\n", s);
	return 0;
}
