// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Functions whose parameters are gone after their first calls, so that only
 * who called still knows them; to be compiled with optimisation.
 */
#define NOINLINE __attribute__((noinline))
#define OPAQUE __attribute__((noipa))

volatile int sink, rounds = 2;

OPAQUE static void use(long n)
{
	sink += n;
}

static NOINLINE int forgets(int n, const char *name, long big)
{
	use(n);
	use(big);
	use(name[0]);
	return sink + 1;		/* +5 */
}

OPAQUE static int by_constant(void)
{
	return forgets(42, "constant", 1L << 40) + 1;
}

OPAQUE static int by_register(int a, int b)
{
	use(a);
	use(b);
	return forgets(a * 2, "register", b) + a + b;
}

OPAQUE static int passes_on(int n)
{
	int r = forgets(n, "passed", n) + 1;

	use(r);
	return r;
}

OPAQUE static int outer(int i)
{
	int r = passes_on(i + 100);

	use(r);
	return r;
}

/* What a pointer leads to is not written down. */
OPAQUE static int by_pointer(int (*f)(int, const char *, long), int i)
{
	return f(i, "pointer", 3) + 1;
}

/* The same return address, other values: no call says which. */
static NOINLINE int first(int n, int left);

static NOINLINE int second(int n, int left)
{
	use(n);
	return first(n * 2, left - 1);
}

static NOINLINE int first(int n, int left)
{
	use(n);
	use(left);
	sink += 3;			/* +4 */
	return sink & 1 << 30 ? 1 : left > 0 ? second(sink, left) : 0;
}

int main(int argc, char **argv)
{
	int r = 0;

	for (int i = 0; i < rounds; i++) {
		r += by_constant();
		r += by_register(i, argc + 10);
		r += outer(i);
		r += by_pointer(forgets, i);
		r += first(i, 1);
	}
	return r == -1;
}
