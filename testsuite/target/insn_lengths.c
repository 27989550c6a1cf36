/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * insn_lengths FILE OFFSET SIZE: where instructions begin in that piece of a
 * file, as offsets from its start, one a line; for run-insn.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "translator/target/elf/insn.h"

int main(int argc, char **argv)
{
	_cleanup_fclose_ FILE *f = argc == 4 ? fopen(argv[1], "re") : NULL;
	size_t size = f ? strtoul(argv[3], NULL, 0) : 0, at = 0;
	_cleanup_free_ unsigned char *code = xmalloc(size + 1);

	if (!f || fseek(f, strtol(argv[2], NULL, 0), SEEK_SET) ||
	    fread(code, 1, size, f) != size)
		return 1;
	while (at < size) {
		unsigned n = insn_length((struct range){ code + at,
							 size - at });

		printf("%zx\n", at);
		at += n ? n : 1;
	}
	return 0;
}
