/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads whole files and writes temporary ones.
 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/fd.h"

static bool read_all(int fd, struct buf *b)
{
	char part[4096];
	ssize_t n;

	do {
		n = read(fd, part, sizeof(part));
		if (n > 0)
			buf_add(b, part, (size_t)n);
	} while (n > 0 || (n < 0 && errno == EINTR));
	return !n;
}

char *whole_file(const char *path, size_t *n)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (fd < 0 || !read_all(fd, &b))
		return NULL;
	if (n)
		*n = b.n;
	return xmemdup_nul(b.p, b.n);
}

char *temporary_file(const char *prefix, const char *suffix, const void *bytes,
		     size_t n)
{
	const char *dir = getenv("TMPDIR");
	char *path = xasprintf("%s/%sXXXXXX%s", dir && *dir ? dir : "/tmp",
			       prefix, suffix);
	_cleanup_close_ int fd = mkostemps(path, (int)strlen(suffix), O_CLOEXEC);
	int code;

	if (fd >= 0 && fd_write_all(fd, bytes, n))
		return path;
	code = errno;
	if (fd >= 0)
		unlink(path);
	free(path);
	errno = code;
	return NULL;
}
