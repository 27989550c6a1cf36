/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The image of a kernel in a temporary directory, with symbols of every sort, for the
 * tests of translator/target/kernel.
 */
#ifndef TEST_TARGET_WORLD_H
#define TEST_TARGET_WORLD_H

#include "base/buf.h"
#include "testsuite/unit/test_target_blob.h"

struct kernel;

#define N(array) (sizeof(array) / sizeof((array)[0]))
#define TEXT(n) (BLOB_BASE + (n))
#define INIT(n) (BLOB_INIT + (n))
#define TEN "abcdefghij"
#define LONG_NAME TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

#define WORLD_FILLERS 300
#define WORLD_SYMBOLS (WORLD_FILLERS + 50)

struct world {
	struct blob_symbol symbols[WORLD_SYMBOLS];
	char fillers[WORLD_FILLERS][16];
	struct blob_plan plan;
	struct buf image;
	struct blob_offsets at;
	char dir[32], vmlinux[48], index[48];
};

/** Write @n bytes to the file @path. */
void world_write_file(const char *path, const char *p, size_t n);
/** Build the image and write it to @w->vmlinux.  @plain: all symbols have addresses of the
 *  image, as since 6.15; otherwise the per-CPU variables are at offsets from 0. */
void world_build(struct world *w, enum blob_order order, bool plain);
/** Make and remove a world: set-up and tear-down of cmocka, @state is a struct world. */
int world_set_up(void **state);
int world_tear_down(void **state);
/** Open the image with an index in the directory @index, or without one if it is NULL.
 *  The caller closes it. */
struct kernel *world_open_kernel(struct world *w, const char *index);

#endif
