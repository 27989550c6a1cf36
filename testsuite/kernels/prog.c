/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A program whose functions are called three or fifty times; with an argument,
 * four processes that call getppid(2) that many times each, all at once. */
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

/* Each begins with an instruction of this many bytes that does nothing: newer
 * kernels put a call there once a probe was hit. */
int five(int a), ten(int a);
#define WITH_NOP(name, nop)                                                    \
	__asm__(".pushsection .text\n"                                         \
		".balign 16\n"                                                 \
		".globl " name "\n"                                            \
		".type " name ", @function\n" name ":\n"                       \
		"	.byte " nop "\n"                                       \
		"	lea (%rdi,%rdi,4), %eax\n"                             \
		"	ret\n"                                                 \
		".size " name ", .-" name "\n"                                 \
		".popsection\n")
WITH_NOP("five", "0x0f, 0x1f, 0x44, 0, 0");
WITH_NOP("ten", "0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0");

int main(int argc, char **argv)
{
	int s = 0;

	if (argc > 1)
		call_often(atoi(argv[1]));
	for (int i = 0; i < 3; i++)
		s += work(i);
	for (int i = 1; i <= 50; i++)
		s += five(i) + ten(i);
	printf("%d\n", s);
	return 0;
}
