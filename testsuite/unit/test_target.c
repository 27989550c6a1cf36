/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: symbols of a kernel image, its index, and images that lie.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "testsuite/unit/test_target_world.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/kallsyms.h"
#include "translator/target/kernel/symtab.h"
#include "translator/target/kernel/target.h"

/* ---- decoding ----------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	const struct blob_symbol *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	if (order)
		return order;
	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static void check_all(struct world *w, const struct kernel *k)
{
	_cleanup_free_ struct blob_symbol *want =
		xcalloc(w->plan.n, sizeof(*want));

	memcpy(want, w->symbols, w->plan.n * sizeof(*want));
	qsort(want, w->plan.n, sizeof(*want), by_name);
	assert_int_equal(kernel_count(k), w->plan.n);
	for (size_t i = 0; i < w->plan.n; i++) {
		const struct kernel_symbol *s = kernel_symbol_at(k, i);

		assert_string_equal(s->name, want[i].name);
		assert_int_equal(s->addr, want[i].addr);
		if (strcmp(s->name, "vfs_write"))
			assert_int_equal(s->type, want[i].type);
	}
}

static void every_layout_is_decoded(void **state)
{
	struct world *w = *state;

	for (int order = BLOB_OLD; order <= BLOB_PLACES; order++)
		for (int plain = 0; plain < 2; plain++) {
			struct kernel *k;

			world_build(w, order, plain);
			k = world_open_kernel(w, NULL);
			check_all(w, k);
			assert_string_equal(kernel_build_id(k), BLOB_BUILD_ID);
			kernel_close(k);
		}
}

/* What may be written is data, also where it may be executed. */
static void types_are_those_of_data(void **state)
{
	struct world *w = *state;
	struct kernel *k;

	w->plan.mixed = true;
	world_build(w, BLOB_PLACES, false);
	k = world_open_kernel(w, NULL);
	assert_int_equal(kernel_find(k, "vfs_read")->type, 'D');
	assert_int_equal(kernel_find(k, "vfs_statx")->type, 'V');
	assert_int_equal(kernel_find(k, LONG_NAME)->type, 't');
	kernel_close(k);
}

static void symbols_are_found_by_name(void **state)
{
	struct kernel *k = world_open_kernel(*state, NULL);

	assert_int_equal(kernel_find(k, "vfs_read")->addr, TEXT(0x20));
	assert_int_equal(kernel_find(k, "vfs_read")->type, 'T');
	assert_int_equal(kernel_find(k, "twin")->addr, TEXT(0xc0));
	assert_int_equal(kernel_find(k, "runqueues")->addr, 0x2c0);
	assert_int_equal(kernel_find(k, LONG_NAME)->addr, TEXT(0x800020));
	assert_int_equal(kernel_find(k, "a")->addr, TEXT(0x800030));
	assert_null(kernel_find(k, "vfs_rea"));
	assert_null(kernel_find(k, "vfs_readvv"));
	assert_null(kernel_find(k, ""));
	assert_null(kernel_find(k, "zzz"));
	assert_int_equal(kernel_count_named(k, "twin"), 3);
	assert_int_equal(kernel_count_named(k, "vfs_read"), 1);
	assert_int_equal(kernel_count_named(k, "vfs"), 0);
	assert_ptr_equal(kernel_find(k, "twin"), kernel_find(k, "twin"));
	kernel_close(k);
}

/* The answers of a look at all symbols. */
static void check_around(const struct kernel *k, uint64_t addr)
{
	const struct kernel_symbol *best = NULL, *s;
	uint64_t next = 0;

	for (size_t i = 0; i < kernel_count(k); i++) {
		s = kernel_symbol_at(k, i);
		if (kernel_is_function(s) && s->addr <= addr &&
		    (!best || s->addr > best->addr))
			best = s;
	}
	assert_ptr_equal(kernel_function_at(k, addr), best);
	for (size_t i = 0; best && i < kernel_count(k); i++) {
		s = kernel_symbol_at(k, i);
		if (s->addr > best->addr && (!next || s->addr < next))
			next = s->addr;
	}
	if (best)
		assert_int_equal(kernel_distance(k, best),
				 next ? next - best->addr : 0);
}

static void symbols_are_found_by_address(void **state)
{
	struct world *w = *state;

	/* what was decoded, and what was kept */
	for (int turn = 0; turn < 2; turn++) {
		struct kernel *k = world_open_kernel(w, w->index);

		check_around(k, 0);
		check_around(k, UINT64_MAX);
		for (size_t i = 0; i < kernel_count(k); i += 7) {
			uint64_t addr = kernel_symbol_at(k, i)->addr;

			check_around(k, addr - 1);
			check_around(k, addr);
			check_around(k, addr + 1);
		}
		assert_string_equal(kernel_function_at(k, TEXT(0x21))->name,
				    "vfs_read");
		kernel_close(k);
	}
}

static void functions_are_told_apart(void **state)
{
	struct kernel *k = world_open_kernel(*state, NULL);

	assert_true(kernel_is_function(kernel_find(k, "vfs_read")));
	assert_true(kernel_is_function(kernel_find(k, "vfs_readv")));
	assert_true(kernel_is_function(kernel_find(k, "vfs_statx")));
	assert_false(kernel_is_function(kernel_find(k, "vfs_table")));
	assert_false(kernel_is_function(kernel_find(k, "runqueues")));
	assert_true(kernel_is_init(kernel_find(k, "vfs_init")));
	assert_true(kernel_is_init(kernel_find(k, "__init_begin")));
	assert_false(kernel_is_init(kernel_find(k, "vfs_late")));
	assert_false(kernel_is_init(kernel_find(k, "vfs_read")));
	kernel_close(k);
}

static void check_per_cpu(struct world *w, bool plain)
{
	static const char *const others[] = { "vfs_table", "__init_begin", "vfs_read",
					      "__per_cpu_end", "jiffies_64" };
	struct kernel *k;

	world_build(w, BLOB_NEW, plain);
	k = world_open_kernel(w, NULL);
	assert_true(kernel_is_per_cpu(kernel_find(k, "runqueues")));
	assert_false(kernel_is_init(kernel_find(k, "runqueues")));
	for (size_t i = 0; i < N(others); i++)
		assert_false(kernel_is_per_cpu(kernel_find(k, others[i])));
	if (plain)
		assert_true(kernel_is_init(kernel_find(k, "setup_table")));
	else
		assert_false(kernel_is_per_cpu(kernel_find(k, "absolute")));
	kernel_close(k);
}

/* They are at offsets from 0, or within init memory. */
static void per_cpu_variables_are_known(void **state)
{
	check_per_cpu(*state, false);
	check_per_cpu(*state, true);
}

static void ftraceable_functions_are_known(void **state)
{
	struct kernel *k = world_open_kernel(*state, NULL);

	assert_true(kernel_knows_ftrace(k));
	assert_true(kernel_is_ftraceable(kernel_find(k, "vfs_read")));
	assert_true(kernel_is_ftraceable(kernel_find(k, "vfs_write")));
	assert_false(kernel_is_ftraceable(kernel_find(k, "vfs_readv")));
	assert_false(kernel_is_ftraceable(kernel_find(k, "startup_64")));
	kernel_close(k);
}

static void blacklisted_functions_are_known(void **state)
{
	struct kernel *k = world_open_kernel(*state, NULL);

	assert_true(kernel_is_blacklisted(kernel_find(k, "vfs_statx")));
	assert_true(kernel_is_blacklisted(kernel_find(k, "twin")));
	assert_false(kernel_is_blacklisted(kernel_find(k, "vfs_read")));
	assert_false(kernel_is_blacklisted(kernel_find(k, "vfs_readv")));
	kernel_close(k);
}

/* ---- patterns and suggestions ------------------------------------------- */

struct found {
	struct buf names;
	size_t n, stop_after;
};

static bool note_found(void *data, const struct kernel_symbol *s)
{
	struct found *f = data;

	buf_printf(&f->names, "%s%s", f->names.n ? " " : "", s->name);
	return ++f->n != f->stop_after;
}

static void check_match(const struct kernel *k, const char *glob,
			enum kernel_match which, size_t stop_after,
			const char *want)
{
	struct found f = { .names = BUF_INIT, .stop_after = stop_after };

	kernel_match(k, glob, which, note_found, &f);
	assert_string_equal(f.names.p, want);
	buf_free(&f.names);
}

static void patterns_offer_what_can_be_probed(void **state)
{
	struct kernel *k = world_open_kernel(*state, NULL);

	check_match(k, "vfs_*", KERNEL_FUNCTIONS, 0,
		    "vfs_late vfs_read vfs_readv vfs_statx vfs_write");
	check_match(k, "vfs_*", KERNEL_ANY_SYMBOL, 0,
		    "vfs_late vfs_read vfs_readv vfs_statx vfs_table "
		    "vfs_write");
	check_match(k, "vfs_*", KERNEL_FUNCTIONS, 2, "vfs_late vfs_read");
	check_match(k, "*_read", KERNEL_FUNCTIONS, 0, "vfs_read");
	check_match(k, "twin", KERNEL_FUNCTIONS, 0, "twin twin");
	check_match(k, "t[vw]in", KERNEL_ANY_SYMBOL, 0, "twin twin twin");
	check_match(k, "vfs_\\read", KERNEL_FUNCTIONS, 0, "vfs_read");
	check_match(k, "vfs_init", KERNEL_FUNCTIONS, 0, "");
	check_match(k, "vfs_init", KERNEL_ALL_FUNCTIONS, 0, "vfs_init");
	check_match(k, "*cold", KERNEL_FUNCTIONS, 0, "");
	check_match(k, "vfs", KERNEL_FUNCTIONS, 0, "");
	check_match(k, "filler_29?", KERNEL_FUNCTIONS, 3,
		    "filler_290 filler_291 filler_292");
	kernel_close(k);
}

static const char *nearest(const struct kernel *k, const char *name)
{
	return kernel_nearest(k, name, KERNEL_FUNCTIONS);
}

static void near_names_are_suggested(void **state)
{
	struct kernel *k = world_open_kernel(*state, NULL);

	assert_string_equal(nearest(k, "vfs_raed"), "vfs_read");
	assert_string_equal(nearest(k, "vfs_wriet"), "vfs_write");
	assert_string_equal(nearest(k, "vs_statx"), "vfs_statx");
	/* data is no suggestion, nor is what will be gone */
	assert_null(nearest(k, "jiffies_46"));
	assert_null(nearest(k, "early_seutp"));
	assert_null(nearest(k, "something_else"));
	assert_null(nearest(k, ""));
	assert_null(nearest(k, LONG_NAME));
	kernel_close(k);
}

/* ---- types -------------------------------------------------------------- */

/* One type, "int"; test_target_types.c has more of them. */
static const unsigned char btf[] =
	"\x9f\xeb\1\0" "\x18\0\0\0" "\0\0\0\0" "\x10\0\0\0"
	"\x10\0\0\0" "\5\0\0\0"
	"\1\0\0\0" "\0\0\0\1" "\4\0\0\0" "\x20\0\0\1"
	"\0int";

static void check_no_types(struct world *w)
{
	struct kernel *k = world_open_kernel(w, NULL);
	const struct btf *types;
	struct sys_error *err = kernel_types(k, &types);

	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_BAD_IMAGE);
	assert_non_null(strstr(err->text, w->vmlinux));
	sys_error_free(err);
	assert_non_null(kernel_find(k, "vfs_read"));
	kernel_close(k);
}

static void types_come_with_the_kernel(void **state)
{
	struct world *w = *state;
	const struct btf *types, *again;
	struct kernel *k;

	check_no_types(w);
	w->plan.btf = btf;
	w->plan.n_btf = sizeof(btf);
	buf_reset(&w->image);
	blob_build(&w->plan, &w->image, NULL);
	world_write_file(w->vmlinux, w->image.p, w->image.n);
	k = world_open_kernel(w, NULL);
	assert_null(kernel_types(k, &types));
	assert_string_equal(btf_type(types, 1)->name, "int");
	assert_null(kernel_types(k, &again));
	assert_ptr_equal(types, again);
	kernel_close(k);
	w->plan.n_btf--;
	buf_reset(&w->image);
	blob_build(&w->plan, &w->image, NULL);
	world_write_file(w->vmlinux, w->image.p, w->image.n);
	check_no_types(w);
}

/* ---- the index ---------------------------------------------------------- */

static void index_path(struct world *w, char path[128])
{
	snprintf(path, 128, "%s/" BLOB_BUILD_ID ".symbols", w->index);
}

/* Spoil the tables in the image: only an index can answer from now on. */
static void spoil_image(struct world *w)
{
	memset(w->image.p + w->at.token_table, 0xee, 512);
	world_write_file(w->vmlinux, w->image.p, w->image.n);
}

static void the_index_answers_alone(void **state)
{
	struct world *w = *state;
	struct kernel *k = world_open_kernel(w, w->index);
	char path[128];

	check_all(w, k);
	kernel_close(k);
	index_path(w, path);
	assert_int_equal(access(path, R_OK), 0);
	spoil_image(w);
	k = world_open_kernel(w, w->index);
	check_all(w, k);
	assert_string_equal(kernel_build_id(k), BLOB_BUILD_ID);
	assert_true(kernel_knows_ftrace(k));
	assert_true(kernel_is_ftraceable(kernel_find(k, "vfs_read")));
	assert_true(kernel_is_init(kernel_find(k, "vfs_init")));
	kernel_close(k);
}

static void read_file(const char *path, struct buf *b)
{
	_cleanup_fclose_ FILE *f = fopen(path, "r");
	int c;

	assert_non_null(f);
	while ((c = getc(f)) != EOF)
		buf_putc(b, c);
}

static void a_damaged_index_is_rebuilt(void **state)
{
	struct world *w = *state;
	struct buf good = BUF_INIT, now = BUF_INIT;
	char path[128];

	kernel_close(world_open_kernel(w, w->index));
	index_path(w, path);
	read_file(path, &good);
	for (size_t i = 0; i < good.n; i += i < 128 ? 1 : 97) {
		struct kernel *k;

		good.p[i] ^= 0x10;
		world_write_file(path, good.p, good.n);
		good.p[i] ^= 0x10;
		k = world_open_kernel(w, w->index);
		check_all(w, k);
		kernel_close(k);
		buf_reset(&now);
		read_file(path, &now);
		assert_int_equal(now.n, good.n);
		assert_memory_equal(now.p, good.p, good.n);
	}
	buf_free(&good);
	buf_free(&now);
}

static void a_short_index_is_rebuilt(void **state)
{
	struct world *w = *state;
	struct buf good = BUF_INIT;
	char path[128];

	kernel_close(world_open_kernel(w, w->index));
	index_path(w, path);
	read_file(path, &good);
	for (size_t n = 0; n < good.n; n += 211) {
		struct kernel *k;

		world_write_file(path, good.p, n);
		k = world_open_kernel(w, w->index);
		check_all(w, k);
		kernel_close(k);
	}
	buf_free(&good);
}

/* The checksum is right, the contents are not. */
static void a_wrong_index_is_rebuilt(void **state)
{
	struct world *w = *state;
	struct buf file = BUF_INIT;
	struct symtab_head *head;
	struct symtab_row *rows;
	struct kernel *k;
	char path[128];

	kernel_close(world_open_kernel(w, w->index));
	index_path(w, path);
	for (int lie = 0; lie < 5; lie++) {
		buf_reset(&file);
		read_file(path, &file);
		head = (struct symtab_head *)file.p;
		rows = (struct symtab_row *)(head + 1);
		if (lie == 0)
			rows[5].name = UINT32_MAX;
		else if (lie == 1)
			rows[head->n - 1].name_len = UINT16_MAX;
		else if (lie == 2)
			head->n = UINT32_MAX / sizeof(*rows);
		else if (lie == 3)
			((uint32_t *)(rows + head->n))[7] = head->n;
		else
			file.p[file.n - 1] = 'x';
		symtab_seal(head);
		world_write_file(path, file.p, file.n);
		k = world_open_kernel(w, w->index);
		check_all(w, k);
		kernel_close(k);
	}
	buf_free(&file);
}

static void nothing_is_kept_where_it_cannot(void **state)
{
	struct world *w = *state;
	struct kernel *k = world_open_kernel(w, "/proc/no/such/place");

	check_all(w, k);
	kernel_close(k);
	w->plan.no_build_id = true;
	world_build(w, BLOB_OLD, false);
	k = world_open_kernel(w, w->index);
	check_all(w, k);
	assert_string_equal(kernel_build_id(k), "");
	kernel_close(k);
	assert_int_equal(access(w->index, F_OK), -1);
}

/* ---- images that lie ---------------------------------------------------- */

/*
 * Decodes a copy that has exactly the size it claims.  True: it was taken
 * for good, and then every symbol has a name inside the names.
 */
static bool survives(const char *p, size_t n)
{
	_cleanup_free_ unsigned char *copy = xmalloc(n ? n : 1);
	struct raw_symbols symbols;
	struct image im;
	struct sys_error *err;

	memcpy(copy, p, n);
	err = image_parse(&im, "test", (struct range){ copy, n });
	if (!err)
		err = kallsyms_decode(&im, &symbols);
	if (err) {
		assert_int_equal(err->tag, DIAG_BAD_IMAGE);
		sys_error_free(err);
		return false;
	}
	for (size_t i = 0; i < symbols.n; i++) {
		const struct raw_symbol *s = &symbols.at[i];

		assert_int_equal(strlen(symbols.names.p + s->name),
				 s->name_len);
	}
	raw_symbols_free(&symbols);
	return true;
}

static void truncated_images_are_errors(void **state)
{
	struct world *w = *state;

	for (int order = BLOB_OLD; order <= BLOB_PLACES; order++) {
		world_build(w, order, false);
		assert_true(survives(w->image.p, w->image.n));
		for (size_t n = 0; n < w->image.n; n += n < 1024 ? 1 : 37)
			assert_false(survives(w->image.p, n));
		assert_false(survives(w->image.p, w->image.n - 1));
	}
}

static uint32_t next_random(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

static void flipped_bytes_never_crash(void **state)
{
	struct world *w = *state;
	uint32_t seed = 20;
	size_t refused = 0;

	for (int round = 0; round < 8000; round++) {
		size_t undo_at[4];
		char undo[4];

		if (round % 2000 == 0)
			world_build(w, (enum blob_order)(round / 2000), false);
		for (size_t i = 0; i < N(undo); i++) {
			undo_at[i] = next_random(&seed) %
				     (i ? w->image.n : 1024);
			undo[i] = w->image.p[undo_at[i]];
			w->image.p[undo_at[i]] = (char)next_random(&seed);
		}
		refused += !survives(w->image.p, w->image.n);
		for (size_t i = N(undo); i-- > 0;)
			w->image.p[undo_at[i]] = undo[i];
	}
	assert_in_range(refused, 1000, 7999);
}

/* Single fields, set to what a liar would choose. */
static void check_lie(struct world *w, size_t at, uint64_t lie, size_t size)
{
	_cleanup_free_ char *copy = xmalloc(w->image.n);

	memcpy(copy, w->image.p, w->image.n);
	memcpy(copy + at, &lie, size);
	if (survives(copy, w->image.n))
		fail_msg("a lie at %zu was believed", at);
}

static void lies_are_found(void **state)
{
	struct world *w = *state;

	check_lie(w, w->at.num_syms, UINT32_MAX, 4);
	check_lie(w, w->at.num_syms, w->plan.n + 1, 4);
	check_lie(w, w->at.num_syms, w->plan.n - 1, 4);
	check_lie(w, w->at.num_syms, 0, 4);
	check_lie(w, w->at.names, 0, 1);
	check_lie(w, w->at.names, 0xff, 1);
	check_lie(w, w->at.markers + 4, 1, 4);
	check_lie(w, w->at.token_index + 2 * 0x81, UINT16_MAX, 2);
	check_lie(w, w->at.token_index + 2 * '0', UINT16_MAX, 2);
	check_lie(w, w->at.offsets + 4 * 100, 0x7fffffff, 4);
	check_lie(w, w->at.base, 0, 8);
	check_lie(w, w->at.base, UINT64_MAX, 8);
	check_lie(w, 4, 1, 1);			/* 32 bits */
	check_lie(w, 18, 183, 2);		/* another machine */
	check_lie(w, 40, UINT64_MAX - 8, 8);	/* section headers */
	check_lie(w, 60, UINT16_MAX, 2);	/* their number */
	check_lie(w, 62, UINT16_MAX, 2);	/* the one with names */
	world_build(w, BLOB_OLD, true);
	check_lie(w, w->at.base, 4096, 8);
}

static void names_have_a_limit(void **state)
{
	struct world *w = *state;
	char name[SYMBOL_NAME_MAX + 2];

	memset(name, 'n', sizeof(name));
	name[SYMBOL_NAME_MAX] = '\0';
	w->symbols[5].name = name;
	buf_reset(&w->image);
	blob_build(&w->plan, &w->image, NULL);
	assert_true(survives(w->image.p, w->image.n));
	name[SYMBOL_NAME_MAX] = 'n';
	name[SYMBOL_NAME_MAX + 1] = '\0';
	buf_reset(&w->image);
	blob_build(&w->plan, &w->image, NULL);
	assert_false(survives(w->image.p, w->image.n));
}

static void check_bad_file(const char *path)
{
	struct kernel *k;
	struct sys_error *err = kernel_open(path, NULL, &k);

	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_BAD_IMAGE);
	assert_non_null(strstr(err->text, path));
	sys_error_free(err);
}

static void other_files_are_errors(void **state)
{
	struct world *w = *state;

	check_bad_file("/nowhere/vmlinux");
	check_bad_file("/tmp");
	check_bad_file("/dev/null");
	check_bad_file("/proc/self/exe");
	world_write_file(w->vmlinux, "", 0);
	check_bad_file(w->vmlinux);
	world_write_file(w->vmlinux, "#!/bin/sh\n", 10);
	check_bad_file(w->vmlinux);
	spoil_image(w);
	check_bad_file(w->vmlinux);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, world_set_up,		\
						world_tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_layout_is_decoded),
		TEST(types_are_those_of_data),
		TEST(symbols_are_found_by_name),
		TEST(symbols_are_found_by_address),
		TEST(functions_are_told_apart),
		TEST(per_cpu_variables_are_known),
		TEST(ftraceable_functions_are_known),
		TEST(blacklisted_functions_are_known),
		TEST(patterns_offer_what_can_be_probed),
		TEST(near_names_are_suggested),
		TEST(types_come_with_the_kernel),
		TEST(the_index_answers_alone),
		TEST(a_damaged_index_is_rebuilt),
		TEST(a_short_index_is_rebuilt),
		TEST(a_wrong_index_is_rebuilt),
		TEST(nothing_is_kept_where_it_cannot),
		TEST(truncated_images_are_errors),
		TEST(flipped_bytes_never_crash),
		TEST(lies_are_found),
		TEST(names_have_a_limit),
		TEST(other_files_are_errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
