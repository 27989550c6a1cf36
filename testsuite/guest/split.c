/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program whose functions gcc splits: it inlines their first lines into
 * callers.  The rest of outside() and everywhere() becomes a function of its
 * own ("outside.part.0"), that of inside() is inlined, too.  again() calls
 * itself, and some of that is inlined as well.
 *
 * Run without arguments it calls outside() and everywhere() 3 times, inside()
 * 4 times, once of these by a pointer, and again() 5 times.
 */
int table[64];

#define STEP(k)                                                                \
	do {                                                                   \
		sum += p[(i + (k)) % n] * (k);                                 \
		table[(i ^ (k)) & 63] ^= sum;                                  \
		if (sum > 100000 + (k))                                        \
			sum -= table[k];                                       \
	} while (0)

#define MANY                                                                   \
	STEP(1); STEP(2); STEP(3); STEP(4); STEP(5); STEP(6);                  \
	STEP(7); STEP(8); STEP(9); STEP(10); STEP(11); STEP(12)

int outside(int *p, int n);
int outside(int *p, int n)
{
	int sum = 0;

	if (!p)
		return 0;
	for (int i = 0; i < n; i++) {
		MANY;
	}
	return sum;
}

static int everywhere(int *p, int n)
{
	int sum = 0;

	if (!p)
		return 0;
	for (int i = 0; i < n; i++) {
		MANY;
		STEP(13);
	}
	return sum;
}

int inside(int *p, int n);
int inside(int *p, int n)
{
	int sum = 0;

	if (!p)
		return 0;
	for (int i = 0; i < n; i++)
		sum += p[i] * 3;
	table[n] ^= sum;
	return sum;
}

int again(int n);
int again(int n)
{
	table[n & 7]++;
	return n < 2 ? 1 : n * again(n - 1) + table[1];
}

static __attribute__((noinline)) int one(int *p)
{
	return outside(p, 3) + everywhere(p, 1) + inside(p, 2);
}

static __attribute__((noinline)) int two(int *p)
{
	return outside(p, 3) + everywhere(p, 2) + inside(p, 2);
}

int main(int argc, char **argv)
{
	int (*volatile pointer)(int *, int) = inside;

	(void)argv;
	return (one(table) + two(table) + one(table) + pointer(table, 2) +
		again(argc + 4)) & 0;
}
