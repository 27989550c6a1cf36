/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A library with variables, one of which programs use as their own, so that the
 * linker copies it there.  See tls.mk for how this is built: copied.so, and two
 * programs: PIE, and not.  What lies in the library stays 1, 2, 3.
 */
struct three {
	int first, second, third;
};

#define KEEP __attribute__((noipa))

int step(int n);

#ifdef LIBRARY
struct three shared = { 1, 2, 3 };
struct three left_alone = { 4, 5, 6 };
static int kept = 7;
__attribute__((visibility("hidden"))) int hidden = 8;

KEEP int step(int n)
{
	shared.second += n;
	left_alone.third += n;
	kept += n;
	hidden += n;
	__asm__ volatile("" : : : "memory");
	return shared.second;
}
#else
extern struct three shared;

static KEEP int own(int n)
{
	shared.third += n;
	__asm__ volatile("" : : : "memory");
	return shared.third;
}

int main(void)
{
	step(10);
	own(20);
	return step(100) != 112;
}
#endif
