/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spin SECONDS: runs in one function of its own, and hardly in the kernel.
 */
#include <stdlib.h>
#include <time.h>

#define KEEP __attribute__((noipa))

static KEEP unsigned spin_here(unsigned n)
{
	for (unsigned i = 0; i < 20000000; i++)
		__asm__ volatile("" : "+r"(n));
	return n;
}

int main(int argc, char **argv)
{
	time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 1);
	unsigned n = 0;

	while (time(NULL) < end)
		n = spin_here(n);
	return n & 0;
}
