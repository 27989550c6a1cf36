/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * walk_stacks MEMORY < LINES
 *
 * The runtime's walk over copies of stacks, for comparison with a debugger's.
 * Lines of numbers in hex, of a program that was stopped again and again:
 *
 *	map START END OFFSET CODE PATH	something mapped; CODE 0: no code; PATH
 *					is "-" if it is no file
 *	maps				what was mapped before is no more
 *	stack PC SP BP BX R10 ADDRESS AT SIZE	registers, and where in MEMORY
 *					the SIZE bytes from ADDRESS on are
 *
 * For each stack a line is printed: the number of the end's cause, and then
 * addresses, innermost first.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "runtime/core/fmt.h"
#include "runtime/core/os.h"
#include "runtime/core/unwind.h"
#include "translator/target/elf/elf_file.h"
#include "translator/target/elf/unwind.h"

#define MAX_FILES 64
#define MAX_DEPTH 128
#define SPACE 1

struct map {
	uint64_t start, end, offset;
	unsigned code;
	int file;		/* -1: none */
};

static VEC(struct map) maps;
static char *paths[MAX_FILES];
static struct stp_object objects[MAX_FILES];
static int n_files;
static struct unwind_rows rows;

static FILE *memory;
static char *stack;
static uint64_t stack_at, stack_size;

/* ---- what the walk asks ------------------------------------------------- */

bool stp_os_read(void *dst, stp_u64 addr, stp_u32 n, enum stp_space space)
{
	if (space != STP_USER || addr < stack_at ||
	    addr - stack_at > stack_size || stack_size - (addr - stack_at) < n)
		return false;
	memcpy(dst, stack + (addr - stack_at), n);
	return true;
}

bool stp_os_code_at(stp_u32 space, stp_u64 pc, struct stp_code *ret)
{
	for (size_t i = 0; i < maps.n; i++) {
		const struct map *m = &maps.at[i];

		if (pc < m->start || pc >= m->end)
			continue;
		ret->is_code = m->code;
		ret->offset = pc - m->start + m->offset;
		ret->o = m->file < 0 ? NULL : &objects[m->file];
		return true;
	}
	return false;
}

static stp_u64 unchanged(void *unused, stp_u64 at, stp_u64 found)
{
	return found;
}

/* ---- what is mapped ----------------------------------------------------- */

/* A file that cannot be read has no rows. */
static int add_file(const char *path)
{
	struct elf_file *e;
	struct sys_error *err;

	if (n_files == MAX_FILES)
		return -1;
	paths[n_files] = strdup(path);
	objects[n_files].first = (stp_u32)rows.n;
	err = elf_file_open(path, &e);
	if (!err) {
		struct unwind_rows own = { 0 };

		unwind_read(e, &own);
		for (size_t i = 0; i < own.n; i++)
			vec_push(&rows, own.at[i]);
		vec_free(&own);
		elf_file_close(e);
	}
	sys_error_free(err);
	objects[n_files].n = (stp_u32)rows.n - objects[n_files].first;
	return n_files++;
}

static int file_of(const char *path)
{
	if (*path != '/')
		return -1;
	for (int i = 0; i < n_files; i++)
		if (!strcmp(paths[i], path))
			return i;
	return add_file(path);
}

/* ---- lines -------------------------------------------------------------- */

static bool take_map(const char *line)
{
	char path[4096];
	struct map m;

	if (sscanf(line, "map %" SCNx64 " %" SCNx64 " %" SCNx64 " %u %4095[^\n]",
		   &m.start, &m.end, &m.offset, &m.code, path) != 5)
		return false;
	m.file = file_of(path);
	vec_push(&maps, m);
	return true;
}

/* A blob of these sections alone. */
static struct stp_blob *make_blob(void)
{
	size_t size = rows.n * sizeof(*rows.at);
	struct stp_blob *b = calloc(1, sizeof(*b) + size);

	if (!b)
		abort();
	b->sec[STP_SEC_UNWIND].off = sizeof(*b);
	b->sec[STP_SEC_UNWIND].n = (stp_u32)rows.n;
	if (size)
		memcpy(b + 1, rows.at, size);
	return b;
}

static void walk(struct stp_frame f)
{
	struct stp_blob *b = make_blob();
	stp_u64 pc[MAX_DEPTH];
	unsigned n = 0;
	stp_u32 why = 0;

	while (!why && n < MAX_DEPTH) {
		pc[n++] = f.pc;
		why = stp_unwind_caller(b, SPACE, &f, unchanged, NULL);
	}
	printf("%u", why);
	for (unsigned i = 0; i < n; i++)
		printf(" %llx", (unsigned long long)pc[i]);
	putchar('\n');
	free(b);
}

static bool take_stack(const char *line)
{
	struct stp_frame f = { .is_top = true };
	uint64_t pc, sp, bp, bx, r10, at, size;

	if (sscanf(line, "stack %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64
		   " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64, &pc, &sp,
		   &bp, &bx, &r10, &stack_at, &at, &size) != 8)
		return false;
	stack = malloc(size + 1);
	if (!stack || fseek(memory, (long)at, SEEK_SET) ||
	    fread(stack, 1, size, memory) != size)
		return false;
	stack_size = size;
	f.pc = pc;
	f.sp = sp;
	f.bp = bp;
	f.bx = bx;
	f.r10 = r10;
	walk(f);
	free(stack);
	return true;
}

static bool take(const char *line)
{
	if (strcmp(line, "maps\n"))
		return take_map(line) || take_stack(line);
	maps.n = 0;
	return true;
}

static void free_all(void)
{
	for (int i = 0; i < n_files; i++)
		free(paths[i]);
	vec_free(&maps);
	vec_free(&rows);
	fclose(memory);
}

int main(int argc, char **argv)
{
	char line[8192];
	bool ok = true;

	if (argc != 2 || !(memory = fopen(argv[1], "rb"))) {
		fprintf(stderr, "usage: walk_stacks MEMORY < LINES\n");
		return 64;
	}
	while (ok && fgets(line, sizeof(line), stdin))
		ok = take(line);
	if (!ok)
		fprintf(stderr, "walk_stacks: not understood: %s", line);
	free_all();
	return !ok;
}
