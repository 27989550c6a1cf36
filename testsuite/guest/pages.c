/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Memory that is mapped and not there, or not what it was.
 *
 *	pages FILE N	look(P, I) with I = 0..N-1, where P is FILE in a new
 *			mapping that nobody has read; look(P, -1) of zeros that
 *			nobody has read, look(P, -2) of what may not be read;
 *			left(P) and chdir(P) of new mappings; A = change(P) and B = change(Q),
 *			whose pages probes are the first to write, of a variable
 *			and of zeros; moved(1), moved(10) behind a mapping of the
 *			same bytes at its address that is no file's, moved(100)
 *			behind one of the program's file; behind(A * 100 + B)
 *
 * FILE is made by this: two pages with "text", the same in UTF-16 (at 16) and
 * UTF-32 (at 32), and "across" over the end of the first page (at 4093).
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
#define KEEP __attribute__((noipa))

static KEEP void look(const char *p, long i)
{
	__asm__ volatile("" : : "r"(p), "r"(i));
}

static KEEP long left(const char *p)
{
	__asm__ volatile("" : : "r"(p));
	return 5;
}

/* One page of the program's file, all of it code that is here only. */
__attribute__((aligned(PAGE), noipa, section(".moved"))) static int moved(int n)
{
	__asm__ volatile("" : "+r"(n));
	return n + 1;
}
__attribute__((aligned(PAGE), noipa, section(".moved"))) static int behind(int n)
{
	__asm__ volatile("" : "+r"(n));
	return n - 1;
}

static int own = 3;		/* its page is the file's until it is written */

static KEEP int change(int *p)
{
	__asm__ volatile("" : : "r"(p) : "memory");
	return *p;
}

static void *map(size_t n, int prot, int fd)
{
	int flags = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE;
	void *p = mmap(NULL, n, prot, flags, fd, 0);

	if (p == MAP_FAILED)
		exit(2);
	return p;
}

static int make(const char *path)
{
	static const short utf16[] = { 't', 'e', 'x', 't', 0 };
	static const int utf32[] = { 't', 'e', 'x', 't', 0 };
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || ftruncate(fd, 2 * PAGE) ||
	    pwrite(fd, "text", 5, 0) != 5 ||
	    pwrite(fd, utf16, sizeof(utf16), 16) != sizeof(utf16) ||
	    pwrite(fd, utf32, sizeof(utf32), 32) != sizeof(utf32) ||
	    pwrite(fd, "across", 7, PAGE - 3) != 7)
		exit(2);
	return fd;
}

static void look_at(int fd, long n)
{
	for (long i = 0; i < n; i++)
		look(map(2 * PAGE, PROT_READ, fd), i);
	look(map(PAGE, PROT_READ, -1), -1);
	look(map(PAGE, PROT_NONE, -1), -2);
	left(map(2 * PAGE, PROT_READ, fd));
	if (!chdir(map(2 * PAGE, PROT_READ, fd)))
		exit(2);
}

static void map_over(void *at, int fd, off_t off)
{
	int flags = MAP_PRIVATE | MAP_FIXED | (fd < 0 ? MAP_ANONYMOUS : 0);
	int prot = PROT_READ | PROT_EXEC | (fd < 0 ? PROT_WRITE : 0);

	if (mmap(at, PAGE, prot, flags, fd, off) != at)
		exit(2);
}

/* Where the file has the page at @p. */
static off_t offset_of(const void *p)
{
	unsigned long from, to, off, at = (unsigned long)p;
	FILE *f = fopen("/proc/self/maps", "r");
	char line[512];

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%lx-%lx %*s %lx", &from, &to, &off) == 3 &&
		    at >= from && at < to)
			return (off_t)(off + at - from);
	exit(2);
}

int main(int argc, char **argv)
{
	int self = open("/proc/self/exe", O_RDONLY);
	static char clean[PAGE];
	off_t off = offset_of(moved);
	int sum;

	if (argc < 3 || self < 0 || pread(self, clean, PAGE, off) != PAGE)
		return 2;
	look_at(make(argv[1]), atol(argv[2]));
	sum = change(&own) * 100;
	sum += change(map(PAGE, PROT_READ | PROT_WRITE, -1));
	moved(1);
	map_over(moved, -1, 0);
	memcpy(moved, clean, PAGE);
	moved(10);
	map_over(moved, self, off);
	moved(100);
	return behind(sum) != sum - 1;
}
