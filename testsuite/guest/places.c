/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Places inside of functions, and one whose address is known: placed() is at
 * 0x10000000, in the file and, as the program is not PIE, in memory.
 *
 *	places		first(1), second(2), count(3), placed(4)
 *	places wait F	the same when the file F is there
 */
#include <unistd.h>

#define KEEP __attribute__((noipa))

static volatile int sum;

/* Has no code of its own, but is twice in others. */
static inline __attribute__((always_inline)) int squared(int n)
{
	sum += n;
	return n * n;
}

static KEEP int first(int n)
{
	return squared(n + 10) + 1;
}

static KEEP int second(int n)
{
	return squared(n + 20) + 2;
}

static KEEP int count(int n)
{
again:
	sum += n;
	if (--n > 0)
		goto again;
	return n;
}

__attribute__((noipa, section(".placed"))) static int placed(int n)
{
	sum += n;
	return n + 100;
}

int main(int argc, char **argv)
{
	while (argc > 2 && access(argv[2], F_OK))
		usleep(10000);
	first(1);
	second(2);
	count(3);
	return placed(4) != 104;
}
