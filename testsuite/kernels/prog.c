/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A program whose function is called three times. */
#include <stdio.h>
#include <unistd.h>

__attribute__((noinline)) static int work(int a)
{
	int b = a * 2 + getpid() * 0;

	return b + 1;
}

int main(void)
{
	int s = 0;

	for (int i = 0; i < 3; i++)
		s += work(i);
	printf("%d\n", s);
	return 0;
}
