/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A kernel's image, and the table of its symbols that is kept.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/checksum.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/fd.h"
#include "testsuite/fuzz/readers.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/symtab.h"
#include "translator/target/kernel/target.h"
#include "translator/target/types/address.h"

/* Of each kind of thing so many are looked at closely. */
#define SOME 64

static bool ask_match(void *data, const struct kernel_symbol *s)
{
	size_t *left = data;

	fuzz_touch(s->name);
	return --*left > 0;
}

static void ask_symbol(struct kernel *k, struct arena *a, size_t i)
{
	const struct kernel_symbol *s = kernel_symbol_at(k, i);
	struct target_address place = { .function = s->name,
				      .module = "kernel" };
	struct kernel_code_at at;

	if (!kernel_find(k, s->name) || !kernel_count_named(k, s->name))
		abort();
	kernel_distance(k, s);
	kernel_code_at(k, s->addr + 3, &at);
	kernel_bytes(k, s->addr, 16);
	kernel_function_types(k, a, &place);
	fuzz_touch(place.no_types);
	if (place.proto)
		fuzz_type(place.proto);
}

static void ask_tracepoints(struct kernel *k)
{
	const struct kernel_tracepoint *at;
	size_t n;
	struct sys_error *err = kernel_tracepoints(k, &at, &n);

	for (size_t i = 0; !err && i < n; i++) {
		fuzz_touch(at[i].name);
		fuzz_touch(at[i].group);
		kernel_tracepoint_words(&at[i]);
	}
	fuzz_error(err, "/fd/");
}

static void ask_kernel(struct kernel *k)
{
	struct arena *a = arena_create();
	size_t left = SOME;

	for (size_t i = 0; i < kernel_count(k) && i < SOME; i++)
		ask_symbol(k, a, i);
	kernel_match(k, "*", KERNEL_ANY_SYMBOL, ask_match, &left);
	fuzz_touch(kernel_nearest(k, "vfs_raed", KERNEL_FUNCTIONS));
	ask_tracepoints(k);
	arena_destroy(a);
}

void fuzz_kernel(const uint8_t *p, size_t n)
{
	_cleanup_close_ int fd = memfd_create("fuzz", MFD_CLOEXEC);
	char path[32];
	struct sys_error *err;
	struct kernel *k;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (fd < 0 || !fd_write_all(fd, p, n))
		abort();
	err = kernel_open(path, NULL, &k);
	if (!err) {
		ask_kernel(k);
		kernel_close(k);
	}
	fuzz_error(err, "/fd/");
}

/* ---- the table that is kept --------------------------------------------- */

static void ask_table(const struct symtab *t)
{
	size_t first;

	for (size_t i = 0; i < t->head->n; i++)
		fuzz_touch(symtab_name(t, i));
	symtab_range(t, "vfs_", 4, &first);
	symtab_range(t, "vfs_read", 9, &first);
}

/* By its looks it is good, and it is written where it is looked for. */
static void write_table(const char *path, const uint8_t *p, size_t n)
{
	_cleanup_free_ struct symtab_head *h = xmalloc(n);
	_cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC |
				      O_CLOEXEC, 0600);

	memcpy(h, p, n);
	h->size = n;
	snprintf(h->build_id, sizeof(h->build_id), "abcd");
	symtab_seal(h);
	if (fd < 0 || !fd_write_all(fd, h, n))
		abort();
}

void fuzz_symbols(const uint8_t *p, size_t n)
{
	char dir[] = "symbols-XXXXXX", path[64];
	struct symtab t;

	if (n < sizeof(struct symtab_head))
		return;
	if (!mkdtemp(dir))
		abort();
	snprintf(path, sizeof(path), "%s/abcd.symbols", dir);
	write_table(path, p, n);
	if (symtab_load(&t, dir, "abcd")) {
		ask_table(&t);
		symtab_free(&t);
	}
	unlink(path);
	rmdir(dir);
}
