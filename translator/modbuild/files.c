/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/modbuild/files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/fd.h"
#include "base/shortage.h"
#include "base/tags/base.h"
#include "base/vec.h"

#define DEPTH_MAX 6

char *file_path(const char *dir, const char *fmt, ...)
{
	struct buf b = BUF_INIT;
	va_list ap;

	buf_printf(&b, "%s/", dir);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	return b.p;
}

bool file_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

struct sys_error *file_error(int code, const char *what, const char *path)
{
	struct sys_error *err = shortage_of(code, what, path);

	return err ?: sys_error(DIAG_IO_ERROR, code, "cannot %s '%s'", what,
				path);
}

struct sys_error *file_read(const char *path, struct buf *ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	char piece[32 << 10];
	ssize_t n;

	if (fd < 0)
		return file_error(errno, "open", path);
	while ((n = read(fd, piece, sizeof(piece))) != 0) {
		if (n > 0)
			buf_add(ret, piece, (size_t)n);
		else if (errno != EINTR)
			return file_error(errno, "read", path);
	}
	return NULL;
}

struct sys_error *file_write(const char *path, const void *p, size_t n)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	int code;

	if (fd < 0)
		return file_error(errno, "write", path);
	code = fd_write_all(fd, p, n) ? 0 : errno;
	if (close(fd) < 0 && !code)
		code = errno;
	return code ? file_error(code, "write", path) : NULL;
}

struct sys_error *file_copy(const char *from, const char *to)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct sys_error *err = file_read(from, &b);

	return err ? err : file_write(to, b.p, b.n);
}

struct sys_error *file_make_parents(const char *dir, const char *name)
{
	_cleanup_free_ char *path = file_path(dir, "%s", name);

	for (char *p = path + strlen(dir) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		if (mkdir(path, 0755) < 0 && errno != EEXIST)
			return file_error(errno, "make", path);
		*p = '/';
	}
	return NULL;
}

static void remove_at(int dir, const char *name, int depth)
{
	struct dirent *e;
	DIR *d;
	int fd;

	if (!unlinkat(dir, name, 0) || depth > DEPTH_MAX)
		return;
	fd = openat(dir, name,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	d = fd < 0 ? NULL : fdopendir(fd);
	if (!d)
		return;
	while ((e = readdir(d)))
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			remove_at(fd, e->d_name, depth + 1);
	closedir(d);
	unlinkat(dir, name, AT_REMOVEDIR);
}

void file_remove(const char *path)
{
	remove_at(AT_FDCWD, path, 0);
}

/* Returns true if @path is absolute and has only characters that make(1) accepts. */
static bool is_plain_path(const char *path)
{
	for (const char *p = path; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("/._+-", *p))
			return false;
	return *path == '/';
}

static struct sys_error *hint_tmpdir(struct sys_error *err)
{
	return err->hint ? err
			 : sys_error_hint(err, "TMPDIR=DIR sets another "
					  "directory for temporary files");
}

struct sys_error *file_temp_dir(char **ret)
{
	const char *tmp = getenv("TMPDIR");
	_cleanup_free_ char *path = NULL;

	path = file_path(tmp && is_plain_path(tmp) ? tmp : "/tmp",
			 "tapster-XXXXXX");
	if (!mkdtemp(path))
		return hint_tmpdir(file_error(errno, "make", path));
	*ret = return_ptr(path);
	return NULL;
}

struct sys_error *file_work_dir(const char *dir, const char *name, char **ret)
{
	_cleanup_free_ char *path = NULL;

	if (!is_plain_path(dir))
		return file_temp_dir(ret);
	path = file_path(dir, "%s", name);
	if (mkdir(path, 0700) < 0)
		return file_error(errno, "make", path);
	*ret = return_ptr(path);
	return NULL;
}

/* ---- walking */

struct walk {
	const char *dir;
	struct sys_error *(*fn)(void *data, const char *name);
	void *data;
};

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static struct sys_error *walk_dir(const struct walk *w, const char *below,
				  int depth);

static struct sys_error *walk_entry(const struct walk *w, const char *name,
				    int depth)
{
	_cleanup_free_ char *path = file_path(w->dir, "%s", name);
	struct stat st;

	if (lstat(path, &st) < 0)
		return file_error(errno, "read", path);
	if (S_ISDIR(st.st_mode))
		return walk_dir(w, name, depth + 1);
	return S_ISREG(st.st_mode) ? w->fn(w->data, name) : NULL;
}

static struct sys_error *walk_dir(const struct walk *w, const char *below,
				  int depth)
{
	_cleanup_free_ char *path = file_path(w->dir, "%s", below);
	struct sys_error *err = NULL;
	struct dirent **list;
	int n;

	if (depth > DEPTH_MAX)
		return NULL;
	n = scandir(path, &list, is_visible, by_name);
	if (n < 0)
		return file_error(errno, "read", path);
	for (int i = 0; i < n; i++) {
		_cleanup_free_ char *name = NULL;

		name = *below ? file_path(below, "%s", list[i]->d_name)
			      : xstrdup(list[i]->d_name);
		if (!err)
			err = walk_entry(w, name, depth);
		free(list[i]);
	}
	free(list);
	return err;
}

struct sys_error *file_walk(const char *dir,
			    struct sys_error *(*fn)(void *data,
						    const char *name),
			    void *data)
{
	struct walk w = { dir, fn, data };

	return walk_dir(&w, "", 0);
}
