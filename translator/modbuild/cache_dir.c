/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes and checks the directory of the cache.  The check goes from the root
 * through the real path.  A component cannot be replaced during the check,
 * because only root and the effective user could do that.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/build.h"
#include "translator/modbuild/cache.h"
#include "translator/modbuild/files.h"

static bool is_ours(const struct stat *st)
{
	return st->st_uid == 0 || st->st_uid == geteuid();
}

/*
 * Returns true for a sticky directory.  Other users may write to it, but only the
 * owner of a file in it can rename or remove that file.  All components of our path
 * belong to us or to root.
 */
static bool is_sticky(const struct stat *st)
{
	return st->st_mode & S_ISVTX;
}

static struct sys_error *check_component(const char *path, bool is_last)
{
	struct stat st;

	if (lstat(path, &st) < 0)
		return file_error(errno, "look at", path);
	if (!S_ISDIR(st.st_mode))
		return file_error(ENOTDIR, "use", path);
	if (!is_ours(&st))
		return sys_error(DIAG_CACHE_UNSAFE, 0,
				 "'%s' belongs to another user", path);
	if (!(st.st_mode & (S_IWGRP | S_IWOTH)))
		return NULL;
	if (!is_last && is_sticky(&st))
		return NULL;
	return sys_error_hint(sys_error(DIAG_CACHE_UNSAFE, 0,
					"other users can write to '%s'", path),
			      "chmod go-w '%s'", path);
}

/* Checks @path and all directories above it. */
static struct sys_error *check_path(const char *path)
{
	_cleanup_free_ char *part = xstrdup(path);
	struct sys_error *err = check_component("/", false);

	for (char *p = part + 1; !err && p; p++) {
		p = strchr(p, '/');
		if (p)
			*p = '\0';
		err = check_component(part, !p);
		if (!p)
			break;
		*p = '/';
	}
	return err;
}

/* Makes the missing directories of @path.  Each is made only after a check of the
 * directory above it. */
static struct sys_error *make(const char *path, bool explicit_dir)
{
	_cleanup_free_ char *parent = xstrdup(path);
	_cleanup_free_ char *real = NULL;
	char *slash = strrchr(parent, '/');
	struct sys_error *err;
	struct stat st;

	if (lstat(path, &st) == 0)
		return NULL;
	if (!slash || !slash[1])
		return file_error(ENOENT, "make", path);
	slash[slash == parent] = '\0';
	err = make(parent, explicit_dir);
	if (err)
		return err;
	real = realpath(parent, NULL);
	if (!real)
		return file_error(errno, "look at", parent);
	err = check_path(real);
	if (err && err->tag == DIAG_CACHE_UNSAFE && explicit_dir &&
	    stat(real, &st) == 0 && is_sticky(&st)) {
		sys_error_free(err);
		err = NULL;
	}
	if (!err && mkdir(path, 0700) < 0 && errno != EEXIST)
		err = file_error(errno, "make", path);
	return err;
}

struct sys_error *cache_dir_check(const char *path, bool explicit_dir,
				  char **ret)
{
	_cleanup_free_ char *absolute = NULL, *real = NULL, *cwd = NULL;
	struct sys_error *err;

	if (*path == '/') {
		absolute = xstrdup(path);
	} else {
		cwd = getcwd(NULL, 0);
		absolute = file_path(cwd ? cwd : "", "%s", path);
	}
	for (size_t n = strlen(absolute); n > 1 && absolute[n - 1] == '/'; n--)
		absolute[n - 1] = '\0';
	err = make(absolute, explicit_dir);
	if (err)
		return err;
	real = realpath(absolute, NULL);
	if (!real)
		return file_error(errno, "look at", absolute);
	err = check_path(real);
	if (!err && access(real, W_OK | X_OK) < 0)
		err = file_error(errno, "write to", real);
	if (!err)
		*ret = return_ptr(real);
	return err;
}

char *cache_dir_of_user(void)
{
	const char *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	if (xdg && *xdg == '/')
		return file_path(xdg, "tapster");
	if (home && *home == '/')
		return file_path(home, ".cache/tapster");
	return NULL;
}
