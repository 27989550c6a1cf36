/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the files of tests: each path that is a file, and all *_test.stp below each
 * path that is a directory.
 */
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "scripttest/scripttest_private.h"

static const char suffix[] = "_test.stp";

static bool is_test(const char *name)
{
	size_t n = strlen(name), tail = sizeof(suffix) - 1;

	return n > tail && !strcmp(name + n - tail, suffix);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool cannot_read(const char *path, int code)
{
	fprintf(stderr, "cannot read '%s': %s\n", path, strerror(code));
	return false;
}

bool find_files(const char *path, struct strings *ret)
{
	char *copy = xstrdup(path);
	char *paths[] = { copy, NULL };
	FTS *fts = fts_open(paths, FTS_COMFOLLOW | FTS_PHYSICAL | FTS_NOCHDIR,
			    by_name);
	bool ok = fts || cannot_read(path, errno);
	FTSENT *e;

	while (fts && (e = fts_read(fts))) {
		const char *name = strncmp(e->fts_path, "./", 2) ? e->fts_path
								 : e->fts_path + 2;

		if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR ||
		    e->fts_info == FTS_NS)
			ok = cannot_read(e->fts_path, e->fts_errno);
		else if (e->fts_info == FTS_F &&
			 (!e->fts_level || is_test(e->fts_name)))
			strings_add(ret, xstrdup(name));
		else if (e->fts_info == FTS_D && e->fts_level &&
			 *e->fts_name == '.')
			fts_set(fts, e, FTS_SKIP);
	}
	if (fts)
		fts_close(fts);
	free(copy);
	return ok;
}
