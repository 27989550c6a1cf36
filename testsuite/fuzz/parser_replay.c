/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * parser_replay FILE|DIR...: run the fuzzer's function over a corpus.  Exits
 * 1 if there was nothing to run; a finding aborts.
 */
#include <fts.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int by_name(const FTSENT **x, const FTSENT **y)
{
	return strcmp((*x)->fts_name, (*y)->fts_name);
}

static bool run(const char *path)
{
	_cleanup_fclose_ FILE *f = fopen(path, "rb");
	_cleanup_buf_ struct buf b = BUF_INIT;
	char piece[4096];
	size_t n;

	if (!f)
		return false;
	while ((n = fread(piece, 1, sizeof(piece), f)))
		buf_add(&b, piece, n);
	/* the name last seen is the guilty one */
	printf("%s\n", path);
	fflush(stdout);
	LLVMFuzzerTestOneInput((const uint8_t *)b.p, b.n);
	return true;
}

int main(int argc, char **argv)
{
	FTS *fts = fts_open(argv + 1, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	size_t runs = 0;
	FTSENT *f;

	while (fts && (f = fts_read(fts)))
		if (f->fts_info == FTS_F)
			runs += run(f->fts_path);
	if (fts)
		fts_close(fts);
	printf("%zu inputs\n", runs);
	return runs ? 0 : 1;
}
