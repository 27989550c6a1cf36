/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Maps code all the time.
 *
 *	mappings N	maps its own file as code N times, each apart from the
 *			others, and calls mapped(I) after each
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>

#define PAGE 4096
#define KEEP __attribute__((noipa))

static KEEP void mapped(long i)
{
	__asm__ volatile("" : : "r"(i));
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1;
	int fd = open("/proc/self/exe", O_RDONLY);

	for (long i = 0; i < n; i++) {
		/* of the same page: the kernel joins none of them */
		if (mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd,
			 0) == MAP_FAILED)
			return 1;
		mapped(i);
	}
	return 0;
}
