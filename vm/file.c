/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "vm/file.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/fd.h"
#include "base/shortage.h"
#include "base/tags/base.h"

char *vm_file_path(const char *fmt, ...)
{
	struct buf b = BUF_INIT;
	va_list ap;
	char *s;

	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	s = xstrdup(b.p);
	buf_free(&b);
	return s;
}

bool vm_file_exists(const char *path)
{
	return !access(path, F_OK);
}

struct sys_error *vm_file_read(const char *path, struct buf *ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	char piece[65536];
	ssize_t n;

	if (fd < 0)
		return sys_error(DIAG_IO_ERROR, errno, "cannot open '%s'",
				 path);
	while ((n = read(fd, piece, sizeof(piece))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return sys_error(DIAG_IO_ERROR, errno,
					 "cannot read '%s'", path);
		buf_add(ret, piece, (size_t)n);
	}
	return NULL;
}

static struct sys_error *cannot(const char *what, const char *path, int code)
{
	struct sys_error *err = shortage_of(code, what, path);

	return err ? err
		   : sys_error(DIAG_IO_ERROR, code, "cannot %s '%s'", what,
			       path);
}

struct sys_error *vm_file_write(const char *path, const void *p, size_t n,
				const struct timespec *mtime)
{
	_cleanup_free_ char *tmp = vm_file_path("%s.XXXXXX", path);
	_cleanup_close_ int fd = mkostemp(tmp, O_CLOEXEC);
	struct timespec times[2] = { { .tv_nsec = UTIME_OMIT } };

	if (fd < 0)
		return cannot("create", tmp, errno);
	if (mtime)
		times[1] = *mtime;
	else
		times[1].tv_nsec = UTIME_NOW;
	if (fd_write_all(fd, p, n) && !fchmod(fd, 0644) &&
	    !futimens(fd, times) && !rename(tmp, path))
		return NULL;
	n = (size_t)errno;
	unlink(tmp);
	return cannot("write", path, (int)n);
}

struct sys_error *vm_file_make_dirs(const char *path)
{
	_cleanup_free_ char *copy = xstrdup(path);

	for (char *s = copy + 1; (s = strchr(s, '/')); s++) {
		*s = '\0';
		mkdir(copy, 0755);
		*s = '/';
	}
	if (mkdir(copy, 0755) && errno != EEXIST)
		return cannot("create the directory", path, errno);
	return NULL;
}

static int remove_one(const char *path, const struct stat *st, int type,
		      struct FTW *ftw)
{
	return remove(path), 0;
}

void vm_file_remove_tree(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
