// SPDX-License-Identifier: LGPL-2.1-or-later
/* A module whose lines run-points knows: it looks for the words in here. */
#include <linux/module.h>

static int level;
module_param(level, int, 0644);

static __always_inline int twice(int n)
{
	WRITE_ONCE(level, n);				/* inlined body */
	return 2 * n;
}

static noinline int outer(int n)
{							/* outer begins */
	int m = READ_ONCE(level);			/* outer first */

	if (m > n)
		m += twice(n);				/* outer calls */
	return m;
}

static noinline int labelled(int n)
{
again:								/* label again */
	n += READ_ONCE(level) + 1;
	if (n < 10)
		goto again;
	return n;
}

int points_run(int n);
noinline int points_run(int n)
{
	return outer(n) + twice(n + 1) + labelled(n);	/* run line */
}
EXPORT_SYMBOL_GPL(points_run);

/* The compiler makes copies of the next two that take less. */
struct readings {
	int value, others[40];
};

static int seen;

static noinline int scaled(int n, int by)
{
	seen += n;
	return n * by + seen;
}

static noinline int peek(const struct readings *r, int n)
{
	seen ^= n;
	return r->value + seen;
}

int points_clones(struct readings *r, int n);
noinline int points_clones(struct readings *r, int n)
{
	return scaled(n, 3) + scaled(n + 1, 3) + peek(r, n) + peek(r + 1, n);
}
EXPORT_SYMBOL_GPL(points_clones);

/* Its first line is put into its callers, what is rare stays. */
static int rarely(struct readings *r, int n)
{								/* rarely */
	if (likely(!READ_ONCE(level)))
		return 0;
	for (int i = 0; i < n; i++) {
		points_run(r->others[i]);
		points_run(r->others[n - i]);
		points_run(r->value + i);
		r->others[i] += n * i + READ_ONCE(level);
	}
	points_run(r->value);
	return r->others[0] + n;
}

int some_rare(struct readings *r, int n);
noinline int some_rare(struct readings *r, int n)
{
	return rarely(r, n) + 1;
}
EXPORT_SYMBOL_GPL(some_rare);

int some_rarer(struct readings *r, int n);
noinline int some_rarer(struct readings *r, int n)
{
	return rarely(r, n + 2) * 3;
}
EXPORT_SYMBOL_GPL(some_rarer);

/* What nobody reads any more is not kept. */
int some_lost(int n);
noinline int some_lost(int n)
{
	int lost = n * READ_ONCE(level);

	WRITE_ONCE(level, 0);
	points_run(lost + 1);
	return READ_ONCE(level);			/* lost line */
}
EXPORT_SYMBOL_GPL(some_lost);

/* No debug information tells of it. */
int points_bare(void);
asm(".text\n"
    ".globl points_bare\n"
    ".type points_bare, @function\n"
    "points_bare:\n"
    "	xorl %eax, %eax\n"
    "	ret\n"
    "	int3\n"
    ".size points_bare, . - points_bare\n");

static int __init begin(void)
{
	return points_run(1) < 0;
}
module_init(begin);

static void __exit end(void)
{
}
module_exit(end);

MODULE_LICENSE("GPL");
