/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Parameters and results of floating point, in registers.  Between calls
 * another process on the same CPU, and the kernel, use these registers.
 */
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testsuite/guest/mark.h"

struct mixed {
	double ratio;
	long count;
};

__attribute__((noipa)) static double area(double width, float height, int n)
{
	return width * (double)height * n;
}

__attribute__((noipa)) static float half(float x)
{
	return x / 2;
}

__attribute__((noipa)) static double eighth(double a, double b, double c,
					    double d, double e, double f,
					    double g, double h)
{
	return a + b + c + d + e + f + g + h;
}

__attribute__((noipa)) static double take(struct mixed m)
{
	return m.ratio * (double)m.count;
}

/* A marker's arguments: in registers, in memory. */
__attribute__((noipa)) static void marked(double width, float height)
{
	volatile double stored = width * 2;

	MARK("marked", "0", "8f@%0 4f@%1 8f@%2", "x"(width), "x"(height),
	     "m"(stored));
}

/* The value of the argument is n / 4. */
__attribute__((noipa)) static double quarter(double x, int n)
{
	return x + n;
}

static void on_one_cpu(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static double many(double sign)
{
	double sum = 0;

	for (int n = 1; n <= 4000; n++) {
		sum += quarter(sign * n / 4, (int)sign * n);
		if (n % 8 == 0)
			sched_yield();
	}
	return sum;
}

int main(void)
{
	double sum;

	on_one_cpu();
	marked(-2.5, 0.125F);
	sum = area(2.5, 0.125F, 3) + half(-7) + take((struct mixed){ 1.5, 4 }) +
	      eighth(1, 2, 3, 4, 5, 6, 7, -0.5) + area(0, 0, 0);
	if (fork() == 0) {
		sum += many(-1);
		_exit(sum > 1);
	}
	sum += many(1);
	wait(NULL);
	return sum < 1;
}
