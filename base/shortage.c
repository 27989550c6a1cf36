/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/shortage.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "base/tags/base.h"
#include "base/tags/build.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* The code for a program that was killed: by the limit of CPU time, or because memory
 * ran out. */
#define KILLED -1

static const struct {
	int code;
	unsigned tag;
	const char *hint;
} shortages[] = {
	{ ENOSPC, DIAG_DISK_FULL, "free some space, or choose other "
				  "directories with TMPDIR and "
				  "TAPSTER_CACHE_DIR" },
	{ EDQUOT, DIAG_DISK_FULL, "free some space, or choose other "
				  "directories with TMPDIR and "
				  "TAPSTER_CACHE_DIR" },
	{ EFBIG, DIAG_RESOURCE_LIMIT, "run `ulimit -f unlimited` first" },
	{ EMFILE, DIAG_RESOURCE_LIMIT, "run `ulimit -n 1024` first" },
	{ EAGAIN, DIAG_RESOURCE_LIMIT, "run `ulimit -u unlimited` first" },
	{ ENOMEM, DIAG_RESOURCE_LIMIT, "use more memory, or run `ulimit -v "
				       "unlimited; ulimit -d unlimited` first" },
	{ KILLED, DIAG_RESOURCE_LIMIT, "use more memory, or run `ulimit -t "
				      "unlimited` first" },
};

/* Texts that a program prints when a call fails, or that its parent prints when it is
 * killed, with the code that each text means. */
static const struct {
	const char *text;
	int code;
} sayings[] = {
	{ "No space left on device", ENOSPC },
	{ "Disk quota exceeded", EDQUOT },
	{ "File too large", EFBIG },
	{ "File size limit exceeded", EFBIG },
	{ "Too many open files", EMFILE },
	{ "Resource temporarily unavailable", EAGAIN },
	{ "Cannot allocate memory", ENOMEM },
	{ "annot map segment", ENOMEM },
	{ "failed to map segment", ENOMEM },
	{ "memory exhausted", ENOMEM },
	{ "out of memory", ENOMEM },
	{ "CPU time limit exceeded", KILLED },
	{ "Killed signal terminated", KILLED },
	{ "] Killed\n", KILLED },
};

static struct sys_error *failed(unsigned tag, int code, const char *what,
				const char *path)
{
	if (code == KILLED)
		return sys_error(tag, 0, "cannot %s '%s': its compiler was "
				 "killed", what, path);
	return sys_error(tag, code, "cannot %s '%s'", what, path);
}

struct sys_error *shortage_of(int code, const char *what, const char *path)
{
	for (unsigned i = 0; i < N(shortages); i++) {
		if (shortages[i].code != code)
			continue;
		return sys_error_hint(failed(shortages[i].tag, code, what,
					     path),
				      "%s", shortages[i].hint);
	}
	return NULL;
}

struct sys_error *shortage_in(const char *log, const char *dir)
{
	for (unsigned i = 0; i < N(sayings); i++)
		if (strstr(log, sayings[i].text))
			return shortage_of(sayings[i].code, "build in", dir);
	return NULL;
}

bool shortage_is(const struct sys_error *err)
{
	return err->tag == DIAG_DISK_FULL || err->tag == DIAG_RESOURCE_LIMIT;
}
