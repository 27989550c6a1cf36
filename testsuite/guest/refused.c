/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program with a function that the kernel cannot probe at its first
 * instruction: it has the prefix "lock".  Run without arguments it calls it, and
 * one of the common kind, 7 times each.
 */
int counter;
int common(int a);
int locked(void);

int __attribute__((noinline)) common(int a)
{
	return counter + a;
}

__asm__(".pushsection .text\n"
	".balign 16\n"
	".globl locked\n"
	".type locked, @function\n"
	"locked:\n"
	"	lock incl counter(%rip)\n"
	"	mov counter(%rip), %eax\n"
	"	ret\n"
	".size locked, .-locked\n"
	".popsection\n");

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 7; i++)
		sum += common(i) + locked();
	return sum < 0;
}
