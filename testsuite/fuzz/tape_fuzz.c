/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the compiler reads of a recording, for libFuzzer: see tape.mk.  Sums are
 * made right first, or nothing after them would be read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "libtapster/replay.h"
#include "runtime/uapi/tape.h"

static void seal(stp_u8 *p, size_t n)
{
	stp_u8 *at = p + sizeof(struct stp_tape_head), *end = p + n;
	struct stp_tape_block b;

	while ((size_t)(end - at) >= sizeof(b)) {
		memcpy(&b, at, sizeof(b));
		if (b.len > (size_t)(end - at) - sizeof(b))
			b.len = (stp_u32)((size_t)(end - at) - sizeof(b)) & ~7u;
		b.head = stp_tape_head_sum(&b);
		b.sum = stp_tape_sum(&b, at + sizeof(b));
		memcpy(at, &b, sizeof(b));
		at += sizeof(b) + b.len;
		while ((at - p) % 8 && at < end)
			*at++ = 0;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena *a = arena_create();
	int fd = memfd_create("tape", 0);
	uint8_t *copy = malloc(n + 1);
	struct replay *r = NULL;
	char path[64];

	memcpy(copy, data, n);
	if (n > sizeof(struct stp_tape_head))
		seal(copy, n);
	if (write(fd, copy, n) != (ssize_t)n)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	sys_error_free(replay_read(a, path, &r));
	replay_free(r);
	close(fd);
	free(copy);
	arena_destroy(a);
	return 0;
}
