/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * mutate [-s SEED] [-n COUNT] [-1] READER FILE...: damage the files in COUNT
 * ways and ask a reader (readers.h) about each.  The same seed does the same
 * again; -1 does only number SEED, without a child, for a debugger.
 *
 * It runs in children, many inputs in one.  One that ends in any other way
 * than by itself, or that takes longer than SECONDS for one input, is a
 * finding: its number is printed, and the bytes are kept as finding-NUMBER.
 * Exits 1 if there was one.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/vec.h"
#include "testsuite/fuzz/readers.h"

#define SECONDS 10
#define IN_ONE_CHILD 500
#define FINDINGS_MAX 20

struct seed {
	unsigned char *p;
	size_t n;
};

static const struct fuzz_reader *reader;
static VEC(struct seed) seeds;
static uint64_t state;

static uint64_t next(void)
{
	uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static size_t below(size_t n)
{
	return n ? next() % n : 0;
}

/* ---- damage ------------------------------------------------------------- */

/*
 * Where: half of the time in what headers and debug sections are, which is
 * the end of a file; a byte chosen anywhere would mostly be in code.
 */
static size_t place(size_t n)
{
	switch (below(4)) {
	case 0:
		return below(n < 64 ? n : 64);
	case 1:
		return n - 1 - below(n < 4096 ? n : 4096);
	default:
		return below(n);
	}
}

static void put_number(unsigned char *p, size_t n)
{
	static const uint64_t odd[] = {
		0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000,
		0xfffffff0, 0xffffffff, UINT64_MAX, INT64_MAX, 0x1000,
		UINT64_C(1) << 40,
	};
	uint64_t v = odd[below(sizeof(odd) / sizeof(odd[0]))];
	size_t size = (size_t)1 << below(4), at = place(n);

	if (size > n - at)
		size = n - at;
	memcpy(p + at, &v, size);
}

static void copy_piece(unsigned char *p, size_t n)
{
	size_t from = place(n), to = place(n), size = 1 + below(64);

	if (size > n - from)
		size = n - from;
	if (size > n - to)
		size = n - to;
	memmove(p + to, p + from, size);
}

static void damage(unsigned char *p, size_t *n)
{
	switch (below(16)) {
	case 0 ... 5:
		p[place(*n)] ^= (unsigned char)(1 << below(8));
		break;
	case 6 ... 9:
		p[place(*n)] = (unsigned char)next();
		break;
	case 10 ... 12:
		put_number(p, *n);
		break;
	case 13 ... 14:
		copy_piece(p, *n);
		break;
	default:
		if (!below(8))
			*n = 1 + below(*n);
	}
}

/* Input @number, always the same; the caller's to free. */
static unsigned char *make(uint64_t number, size_t *n)
{
	const struct seed *s;
	unsigned char *p;

	state = number * 1000003;
	s = &seeds.at[below(seeds.n)];
	*n = s->n;
	p = xmalloc(s->n);
	memcpy(p, s->p, s->n);
	for (size_t i = 0, times = 1 + below(12); i < times; i++)
		damage(p, n);
	return p;
}

/* ---- running ------------------------------------------------------------ */

static void ask(uint64_t number)
{
	size_t n;
	unsigned char *p = make(number, &n);

	alarm(SECONDS);
	reader->ask(p, n);
	free(p);
}

/* Runs [from, to); returns the number that was a finding, or to. */
static uint64_t run_child(uint64_t from, uint64_t to, volatile uint64_t *at)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		for (*at = from; *at < to; ++*at)
			ask(*at);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		abort();
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return to;
	printf("finding %llu: status %#x\n", (unsigned long long)*at, status);
	return *at;
}

static void keep(uint64_t number)
{
	char name[64];
	size_t n;
	unsigned char *p = make(number, &n);

	snprintf(name, sizeof(name), "finding-%llu",
		 (unsigned long long)number);
	{
		_cleanup_fclose_ FILE *f = fopen(name, "w");

		if (f)
			fwrite(p, 1, n, f);
	}
	free(p);
}

static unsigned run_all(uint64_t seed, uint64_t count)
{
	volatile uint64_t *at = mmap(NULL, sizeof(*at), PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	uint64_t i = seed, end = seed + count;
	unsigned findings = 0;

	while (i < end && findings < FINDINGS_MAX) {
		uint64_t to = i + IN_ONE_CHILD < end ? i + IN_ONE_CHILD : end;
		uint64_t stop = run_child(i, to, at);

		i = stop;
		if (stop == to)
			continue;
		findings++;
		keep(stop);
		i++;
	}
	printf("%llu inputs, %u findings\n", (unsigned long long)(i - seed),
	       findings);
	return findings;
}

static bool add_seed(const char *path)
{
	_cleanup_fclose_ FILE *f = fopen(path, "rb");
	struct buf b = BUF_INIT;
	char piece[4096];
	size_t n;

	if (!f)
		return false;
	while ((n = fread(piece, 1, sizeof(piece), f)))
		buf_add(&b, piece, n);
	/* the buffer is the seed's from now on */
	vec_push(&seeds, ((struct seed){ (unsigned char *)b.p, b.n }));
	return b.n;
}

int main(int argc, char **argv)
{
	uint64_t seed = 1, count = 1000;
	bool one = false;
	int c;

	while ((c = getopt(argc, argv, "s:n:1")) > 0) {
		if (c == 's')
			seed = strtoull(optarg, NULL, 0);
		else if (c == 'n')
			count = strtoull(optarg, NULL, 0);
		else
			one = true;
	}
	reader = optind < argc ? fuzz_reader(argv[optind]) : NULL;
	for (int i = optind + 1; i < argc; i++)
		if (!add_seed(argv[i]))
			return 2;
	if (!reader || !seeds.n)
		return 2;
	if (one) {
		ask(seed);
		return 0;
	}
	return run_all(seed, count) ? 1 : 0;
}
