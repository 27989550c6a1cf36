/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Small kernel images made by hand, for the tests of target/.
 *
 * blob_build() writes the tables as translator/target/kernel/kallsyms.c describes
 * them.  .rodata comes last in the file and ends with it, so that reading
 * beyond it is reading beyond the memory.
 */
#ifndef TEST_TARGET_BLOB_H
#define TEST_TARGET_BLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define BLOB_BASE UINT64_C(0xffffffff81000000)
#define BLOB_INIT UINT64_C(0xffffffff83000000)
#define BLOB_BUILD_ID "00112233445566778899aabbccddeeff01234567"

struct blob_symbol {
	const char *name;
	char type;
	uint64_t addr;
};

enum blob_order {
	BLOB_OLD,	/* offsets first */
	BLOB_OLD_SEQS,	/* the same with seqs_of_names */
	BLOB_NEW,	/* offsets last */
	BLOB_PLACES,	/* the same, each from its own place; aligned to 4 */
};

struct blob_plan {
	const struct blob_symbol *symbols;	/* by address */
	size_t n;
	enum blob_order order;
	bool mixed;	/* .text may be written and executed */
	bool plain;	/* offsets are distances only; no low addresses */
	const uint64_t *calls;	/* the list of calls to ftrace, */
	size_t n_calls;		/* which is put at BLOB_INIT */
	bool no_build_id;
	const void *btf;	/* contents of .BTF */
	size_t n_btf;		/* 0: no such section */
};

/** Where things are in the file, for tests that spoil them. */
struct blob_offsets {
	size_t rodata;
	size_t num_syms;
	size_t names;
	size_t markers;
	size_t token_table;
	size_t token_index;
	size_t offsets;
	size_t base;
};

/** Append the image to @out; @places may be NULL. */
void blob_build(const struct blob_plan *plan, struct buf *out,
		struct blob_offsets *places);

#endif
