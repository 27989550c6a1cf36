/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A file as a program that is probed, with its libraries and its stacks; and
 * as a module of the kernel.
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/fd.h"
#include "base/tags/target.h"
#include "testsuite/fuzz/readers.h"
#include "translator/target/elf/binary.h"
#include "translator/target/elf/elf_tls.h"
#include "translator/target/elf/elf_words.h"
#include "translator/target/elf/libraries.h"
#include "translator/target/elf/unwind.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/elf/module_data.h"
#include "translator/target/kernel/module_trace.h"
#include "translator/target/kernel/modules_private.h"
#include "translator/target/path/mark.h"
#include "translator/target/path/resolve.h"

/* Of each kind of thing so many are looked at closely. */
#define SOME 32

int fuzz_file(const uint8_t *p, size_t n, char path[FUZZ_PATH])
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (fd < 0 || !fd_write_all(fd, p, n))
		abort();
	snprintf(path, FUZZ_PATH, "/proc/self/fd/%d", fd);
	return fd;
}

void fuzz_file_end(int fd)
{
	close(fd);
}

/* ---- programs ----------------------------------------------------------- */

static void ask_code(struct binary *b, uint64_t addr)
{
	struct binary_code_at at;
	enum binary_code what = binary_code_at(b, addr, &at);

	/* both are before it where the bytes in between are no code */
	if (what == BINARY_NOT_INSTRUCTION &&
	    (at.before > addr || at.after < at.before))
		abort();
	elf_file_address(b->elf, addr, &at.start);
}

static void ask_symbols(struct binary *b)
{
	size_t n;
	const struct elf_symbol *s = elf_symbols(b->elf, &n);

	for (size_t i = 0; i < n && i < SOME; i++) {
		ask_code(b, s[i].addr);
		ask_code(b, s[i].addr + 3);
	}
	for (size_t i = 0; i < b->elf->segments.n && i < SOME; i++)
		ask_code(b, b->elf->segments.at[i].p_vaddr + 1);
	fuzz_touch(binary_nearest(b, "wakl"));
}

static void ask_marks(struct binary *b, struct arena *a, struct resolver *r,
		      void (*find)(struct binary *b, mark_vec *ret))
{
	mark_vec all = { 0 };

	find(b, &all);
	for (size_t i = 0; i < all.n && i < SOME; i++) {
		fuzz_touch(all.at[i].provider);
		fuzz_touch(all.at[i].name);
		fuzz_ways(r, mark_address(a, b, &all.at[i]), 0);
	}
	vec_free(&all);
}

/* The table of a module must be in order, or it is searched in vain. */
static void ask_frames(const struct elf_file *e)
{
	struct unwind_rows rows = { 0 };

	unwind_read(e, &rows);
	for (size_t i = 1; i < rows.n; i++)
		if (rows.at[i].pc <= rows.at[i - 1].pc)
			abort();
	vec_free(&rows);
}

static void ask_dynamic(struct elf_file *e)
{
	static const int64_t tags[] = { DT_NEEDED, DT_RPATH, DT_RUNPATH,
					DT_SONAME };
	const char *s;

	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++) {
		int at = 0;

		while ((s = elf_file_dynamic(e, tags[i], &at)))
			fuzz_touch(s);
	}
	elf_tls(e);
	elf_word_of(e, 0, &(uint64_t){ 0 }, &(uint64_t){ 0 });
}

static void ask_libraries(struct arena *a, const char *path)
{
	library_vec all = { 0 };

	libraries_of(a, path, &all);
	for (size_t i = 0; i < all.n; i++)
		if (!fuzz_touch(all.at[i].path))
			abort();
}

static struct sys_error *no_types(void *data, const char *module,
				  const struct btf **ret)
{
	(void)data;
	(void)module;
	*ret = NULL;
	return sys_error(DIAG_BAD_IMAGE, 0, "no types");
}

static void ask_binary(struct binary *b, struct arena *a)
{
	static const struct resolver_world world = { .types = no_types };
	struct resolver *r = resolver_create(a, &world);

	ask_symbols(b);
	ask_marks(b, a, r, marks_of_binary);
	ask_marks(b, a, r, stubs_of_binary);
	ask_frames(b->elf);
	ask_dynamic(b->elf);
	resolver_destroy(r);
}

void fuzz_program(const uint8_t *p, size_t n)
{
	char path[FUZZ_PATH];
	int fd = fuzz_file(p, n, path);
	struct arena *a = arena_create();
	struct binary *b;
	struct sys_error *err = binary_open(path, &b);

	if (!err) {
		ask_binary(b, a);
		binary_close(b);
	}
	fuzz_error(err, "/fd/");
	ask_libraries(a, path);
	arena_destroy(a);
	fuzz_file_end(fd);
}

/* ---- modules ------------------------------------------------------------ */

struct asked {
	struct module *m;
	unsigned n;
};

static void ask_function(void *data, const struct module_function *f)
{
	struct asked *x = data;
	struct module_code code;
	uint64_t before, after;

	fuzz_touch(f->name);
	fuzz_touch(f->anchor);
	if (x->n++ >= SOME)
		return;
	for (unsigned i = 0; i < 4; i++)
		module_instruction(x->m, f->addr - ELF_FIRST_ADDRESS + i,
				   &code, &before, &after);
}

static void ask_data(struct module *m, struct arena *a)
{
	struct module_datum datum;

	if (module_variable(m, a, "seven", &datum))
		fuzz_touch(datum.symbol);
	for (size_t i = 1; i < m->elf->sections.n && i < SOME; i++) {
		const char *name = m->elf->sections.at[i].name;
		struct module_code code;

		datum = module_datum_at(m->elf, a, name, 9);
		fuzz_touch(datum.symbol);
		fuzz_touch(datum.reason);
		if (module_code_at(m, name, 9, &code))
			fuzz_touch(code.anchor);
	}
}

static void ask_traces(struct module *m, struct arena *a)
{
	module_traces all = { 0 };
	struct range bytes;
	struct btf *types;

	if (!elf_file_bytes(m->elf, ".BTF", &bytes))
		return;
	if (!m->types)
		sys_error_free(btf_open(bytes, NULL, "fuzz", &m->types));
	types = m->types;
	if (!types)
		return;
	module_traces_read(m->elf, types, "fuzz", a, &all);
	for (size_t i = 0; i < all.n; i++) {
		fuzz_touch(all.at[i].group);
		fuzz_touch(all.at[i].name);
	}
	vec_free(&all);
}

static void ask_module(struct module *m)
{
	struct asked x = { .m = m };
	struct arena *a = arena_create();

	fuzz_touch(module_build_id(m));
	module_match(m, "*", ask_function, &x);
	fuzz_touch(module_nearest(m, "wakl", KERNEL_FUNCTIONS));
	ask_data(m, a);
	ask_traces(m, a);
	arena_destroy(a);
}

void fuzz_module(const uint8_t *p, size_t n)
{
	char path[FUZZ_PATH];
	int fd = fuzz_file(p, n, path);
	struct modules *all = modules_open("/nonexistent", NULL);
	struct module *m = NULL;
	struct sys_error *err = modules_get(all, modules_add(all, path), &m);

	if (!err && !m)
		abort();
	if (!err)
		ask_module(m);
	modules_close(all);
	fuzz_error(err, "/fd/");
	fuzz_file_end(fd);
}
