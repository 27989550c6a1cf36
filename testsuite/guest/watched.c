/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A workload whose writes of `level` are known: three of its own, two of a
 * child, one of a thread, one of the kernel; and two of the memory at FIXED.  "watched wait FILE": when FILE is there.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define FIXED 0x10000000

volatile long level;
volatile short shown[2];	/* the second is written once and read twice */
volatile char near[8] __attribute__((aligned(8)));

__attribute__((noipa)) static void put(long n)
{
	level = n;
}

static void *in_thread(void *unused)
{
	put(6);
	return unused;
}

static void by_kernel(void)
{
	long n = 7;
	int ends[2];

	if (pipe(ends) || write(ends[1], &n, sizeof(n)) != sizeof(n) ||
	    read(ends[0], (void *)&level, sizeof(level)) != sizeof(level))
		_exit(2);
}

static void by_child(void)
{
	pid_t pid = fork();

	if (!pid) {
		put(4);
		put(5);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

static void at_fixed(void)
{
	char *p = mmap((void *)FIXED, 4096, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (p == MAP_FAILED)
		_exit(3);
	((volatile char *)p)[8] = 1;
	((volatile char *)p)[15] = 2;
	((volatile char *)p)[16] = 3;
}

int main(int argc, char **argv)
{
	pthread_t t;
	long sum;

	while (argc > 2 && access(argv[2], F_OK))
		usleep(10000);
	put(1);
	put(2);
	put(3);
	shown[1] = 3;
	shown[0] = 5;
	sum = shown[1];
	sum += shown[1];
	near[0] = (char)sum;
	near[5] = 1;
	by_child();
	if (pthread_create(&t, NULL, in_thread, NULL))
		return 1;
	pthread_join(t, NULL);
	by_kernel();
	at_fixed();
	return sum == 6 ? 0 : 4;
}
