/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A workload whose calls can be counted.
 *
 *	calls N [NAME]		N getppid(2) and N read(2) of one byte of
 *				/dev/zero, after renaming itself to NAME
 *	calls -t N BATCHES	for each batch of N calls of getppid, of read
 *				and of a function that does nothing print the
 *				nanoseconds a call took, the least of all
 *				batches: "getppid 339.2"
 *	calls -p N PAGES NAME	as NAME: a getppid, and after it N times
 *				PAGES pages that are touched for the first
 *				time, and a getppid
 *	calls -w		print what time it is: "now 1700000000123456789"
 *	calls -f CMD ...	run CMD and print the milliseconds to its first
 *				byte of output: "first 61.0"
 *
 * Static, so that nothing but its own calls is there to count.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int zero;

static void call_getppid(long n)
{
	while (n--)
		syscall(SYS_getppid);
}

static void call_read(long n)
{
	char byte;

	while (n--)
		if (read(zero, &byte, 1) != 1)
			exit(1);
}

/* Begins as most functions do. */
void nothing(void);
__asm__(".text\n"
	".type nothing, @function\n"
	"nothing: .cfi_startproc\n"
	"	push %rbp\n"
	"	.cfi_def_cfa_offset 16\n"
	"	.cfi_offset %rbp, -16\n"
	"	mov %rsp, %rbp\n"
	"	.cfi_def_cfa_register %rbp\n"
	"	pop %rbp\n"
	"	.cfi_def_cfa %rsp, 8\n"
	"	ret\n"
	"	.cfi_endproc\n"
	".size nothing, . - nothing\n");

static void call_nothing(long n)
{
	while (n--)
		nothing();
}

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static void measure(const char *name, void (*call)(long), long n, long batches)
{
	double best = 0;

	while (batches--) {
		double start = now_ns(), took;

		call(n);
		took = (now_ns() - start) / n;
		if (!best || took < best)
			best = took;
	}
	printf("%s %.1f\n", name, best);
}

/* From the fork of @argv to the first byte that it prints. */
static int first_byte(char **argv)
{
	double start = now_ns();
	int fd[2];
	char byte;

	if (pipe(fd))
		return 1;
	if (!fork()) {
		dup2(fd[1], 1);
		close(fd[0]);
		close(fd[1]);
		execv(argv[0], argv);
		_exit(127);
	}
	close(fd[1]);
	if (read(fd[0], &byte, 1) != 1)
		return 1;
	printf("first %.1f\n", (now_ns() - start) / 1e6);
	while (read(fd[0], &byte, 1) == 1)
		;
	wait(NULL);
	return 0;
}

static int touch_pages(long n, long pages)
{
	long size = sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, n * pages * size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return 1;
	/* a realtime kernel has none and does not know the word */
	if (madvise(p, n * pages * size, MADV_NOHUGEPAGE) && errno != EINVAL)
		return 1;
	call_getppid(1);
	while (n--) {
		for (long i = 0; i < pages; i++, p += size)
			*(volatile char *)p = 1;
		call_getppid(1);
	}
	return 0;
}

static int say_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	printf("now %lld%09ld\n", (long long)t.tv_sec, t.tv_nsec);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "-w"))
		return say_now();
	if (argc > 2 && !strcmp(argv[1], "-f"))
		return first_byte(argv + 2);
	if (argc == 5 && !strcmp(argv[1], "-p")) {
		prctl(PR_SET_NAME, argv[4]);
		return touch_pages(atol(argv[2]), atol(argv[3]));
	}
	zero = open("/dev/zero", O_RDONLY);
	if (zero < 0 || argc < 2)
		return 2;
	if (!strcmp(argv[1], "-t") && argc == 4) {
		measure("getppid", call_getppid, atol(argv[2]), atol(argv[3]));
		measure("read", call_read, atol(argv[2]), atol(argv[3]));
		measure("nothing", call_nothing, atol(argv[2]), atol(argv[3]));
		return 0;
	}
	if (argc > 2)
		prctl(PR_SET_NAME, argv[2]);
	call_getppid(atol(argv[1]));
	call_read(atol(argv[1]));
	return 0;
}
