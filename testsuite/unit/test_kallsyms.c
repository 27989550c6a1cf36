/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kallsyms: an image whose packed names are hard to find.  Layouts, damaged
 * tables and other files are tested by test_target.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "testsuite/unit/test_target_blob.h"
#include "translator/target/kernel/target.h"

#define MANY 200000

/* Packed, each of these names looks like a count of 95 235 symbols: walking all
 * of them would take more than the search may. */
static void put_names_like_counts(struct buf *image)
{
	_cleanup_free_ struct blob_symbol *same = xcalloc(MANY, sizeof(*same));

	for (size_t i = 0; i < MANY; i++)
		same[i] = (struct blob_symbol){ "vfs_null_", 't',
						BLOB_BASE + 16 * i };
	blob_build(&(struct blob_plan){ .symbols = same, .n = MANY,
					.order = BLOB_PLACES, .plain = true },
		   image, NULL);
}

static void names_that_look_like_counts(void **state)
{
	char path[] = "/tmp/tapster-test.XXXXXX";
	struct buf image = BUF_INIT;
	int fd = mkstemp(path);
	struct sys_error *err;
	struct kernel *k;

	(void)state;
	assert_true(fd >= 0);
	put_names_like_counts(&image);
	assert_int_equal(write(fd, image.p, image.n), image.n);
	err = kernel_open(path, NULL, &k);
	unlink(path);
	if (err)
		fail_msg("%s", err->text);
	assert_int_equal(kernel_count(k), MANY);
	kernel_close(k);
	close(fd);
	buf_free(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_that_look_like_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
