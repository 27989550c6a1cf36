/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Variables of every kind, for the readers of debug information: compiled
 * with optimisation, run under gdb.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline, noipa))

struct pair {
	int a;
	long b;
};

struct small {
	short s;
	char c;
	unsigned bits : 5;
};

struct big {
	long v[5];
	struct pair p;
};

struct node {
	struct node *next;
	uint32_t key;
	const char *text;
};

static int counter = 17;
int shared = 42;
const char *message = "hello";
static __thread int per_thread = 5;
struct big table = { { 1, 2, 3, 4, 5 }, { 6, 7 } };
volatile long sink;

NOINLINE long many(int a, char b, short c, long d, unsigned e, int f, long g,
		   int h, struct pair p, struct small s, struct big big)
{
	long sum = a + b + c + d + e + f + g + h;

	sink = sum;
	sum += p.a + p.b + s.s + s.c + s.bits;
	sink = sum;
	for (int i = 0; i < 5; i++)
		sum += big.v[i];
	sink += sum;
	return sum + big.p.b;
}

NOINLINE struct pair make_pair(int a, long b)
{
	struct pair p = { a + 1, b * 2 };

	sink += p.a;
	return p;
}

NOINLINE struct big make_big(long start)
{
	struct big b = { .p = { 1, start } };

	for (int i = 0; i < 5; i++)
		b.v[i] = start + i;
	sink += b.v[2];
	return b;
}

NOINLINE int two_pairs(struct pair p, struct small s, struct pair q)
{
	struct pair sum = { p.a + q.a, p.b + q.b };

	sink += sum.b;
	sum.a += s.s;
	sink += sum.a;
	return sum.a;
}

static inline __attribute__((always_inline)) int inner(int x, const int *p)
{
	int twice = 2 * x, there = *p;

	sink += twice;
	there += twice;
	sink += there;
	return there;
}

static inline __attribute__((always_inline)) long outer(long y)
{
	int local = (int)y + counter;
	long z = inner(local, &shared);

	sink += z;
	return z + inner((int)z, &counter);
}

NOINLINE long inlined(long n)
{
	long total = 0;

	for (long i = 0; i < n; i++) {
		long before = total;

		total += outer(i);
		sink = before;
	}
	return total;
}

NOINLINE int search(const struct node *list, uint32_t key, char *out,
		    size_t size)
{
	size_t steps = 0;
	const struct node *last = NULL;

	for (const struct node *n = list; n; n = n->next) {
		uint32_t low = n->key & 0xff, high = n->key >> 8;

		steps++;
		if (n->key == key) {
			size_t length = strlen(n->text);

			if (length >= size)
				length = size - 1;
			memcpy(out, n->text, length);
			out[length] = '\0';
			sink += (long)(low + high);
			return (int)steps;
		}
		last = n;
	}
	sink += last ? last->key : 0;
	return -1;
}

NOINLINE double mixed(double x, int n, float f)
{
	double y = x * n + f;

	sink += (long)y;
	return y;
}

NOINLINE int recursive(int n, int depth)
{
	char buffer[32];
	int used = snprintf(buffer, sizeof(buffer), "%d:%d", n, depth);
	int rest;

	if (n <= 1)
		return used;
	rest = recursive(n - 1, depth + 1);
	sink += buffer[0];
	return used + rest;
}

NOINLINE long variable_array(int n)
{
	int values[n];
	long sum = 0;

	for (int i = 0; i < n; i++)
		values[i] = i * n;
	for (int i = 0; i < n; i++)
		sum += values[i];
	sink = sum;
	return sum;
}

NOINLINE unsigned narrow(unsigned char c, signed char s, uint16_t w, int big)
{
	unsigned char half = c / 2;
	int8_t negative = (int8_t)(s - 100);
	uint16_t high = (uint16_t)(w >> 4);
	int same = big;

	sink += half;
	sink += negative;
	sink += high;
	per_thread += same;
	return half + (unsigned)negative + high;
}

/* The compiler keeps what the variables are made of: a condition says which. */
NOINLINE int chosen(int a, int b, unsigned c, unsigned d, long e,
		    unsigned long f)
{
	int low = a < b ? a : b;
	unsigned high = c > d ? c : d;
	long least = e < a ? e : a;
	unsigned long most = f > c ? f : c;
	int between = low < 0 ? 0 : low > 100 ? 100 : low;
	unsigned swapped = __builtin_bswap32(d);

	sink += swapped;
	sink += a + b;
	sink += c + d;
	sink += e + (long)f;
	(void)high, (void)least, (void)most, (void)between;
	return a - b;
}

static int helper(int unused, int used, int constant)
{
	static int calls;

	calls++;
	sink += used * constant;
	(void)unused;
	return calls + used;
}

int main(int argc, char **argv)
{
	struct node third = { NULL, 0x303, "three" };
	struct node second = { &third, 0x202, "two" };
	struct node first = { &second, 0x101, "one" };
	struct pair p = { 3, 4 };
	struct small s = { 5, 'x', 9 };
	char out[8];
	long result = 0;

	result += many(argc, 'b', -3, 4, 5, 6, 7, 8, p, s, table);
	p = make_pair(argc, 20);
	result += p.b + make_big(argc).v[3];
	result += two_pairs(p, s, make_pair(7, 8));
	result += inlined(3 + argc);
	result += search(&first, 0x303, out, sizeof(out));
	result += search(&first, 0x404, out, 2);
	result += (long)mixed(1.5, argc, 2.5F);
	result += recursive(3, 0);
	result += variable_array(4 + argc);
	result += narrow(200, -5, 0xabcd, argc);
	result += chosen(argc, 2, 3, 4U - argc, -5, 6);
	result += chosen(-argc, -2, ~0U, argc, argc, ~0UL);
	result += chosen(300 - argc, 200, argc, 0x80000000, 1L << 40, argc);
	for (int i = 0; i < 3; i++)
		result += helper(i, argc + i, 7);
	printf("%s %ld %s\n", message, result, argv[0] ? out : "");
	return 0;
}
