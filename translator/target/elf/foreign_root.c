/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Follows links inside the root of another process.  realpath() would take a link to
 * "/x" for the /x of this process, and /proc/PID/root, a link itself, for "/".
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "translator/target/elf/binary.h"
#include "translator/target/elf/foreign_root.h"

#define MAX_LINKS 40

struct walk {
	struct arena *arena;
	const char *root;
	const char *done;	/* the path so far, without the root; "" is "/" */
	const char *rest;	/* of the path */
	unsigned links;
};

/* Returns the length of "/proc/PID/root" if @path begins with it and a slash; else
 * 0. */
static int root_len(const char *path)
{
	int n = 0;

	sscanf(path, "/proc/%*[0-9]/root%n", &n);
	return path[n] == '/' ? n : 0;
}

const char *inside_root_of(struct arena *a, const char *path)
{
	int n = root_len(path);

	return n ? arena_strndup(a, path, (size_t)n) : NULL;
}

static void up(struct walk *w)
{
	const char *slash = strrchr(w->done, '/');

	if (slash)
		w->done = arena_strndup(w->arena, w->done,
					(size_t)(slash - w->done));
}

/* Replaces the link at @path by its target; false if it cannot be read or is one
 * link too many. */
static bool follow(struct walk *w, const char *path)
{
	char to[PATH_MAX];
	ssize_t n = readlink(path, to, sizeof(to) - 1);

	if (n <= 0 || ++w->links > MAX_LINKS)
		return false;
	to[n] = '\0';
	if (*to == '/')
		w->done = "";
	w->rest = arena_printf(w->arena, "%s/%s", to, w->rest);
	return true;
}

static bool step(struct walk *w, size_t n)
{
	const char *name = arena_strndup(w->arena, w->rest, n);
	const char *done = arena_printf(w->arena, "%s/%s", w->done, name);
	const char *path = arena_printf(w->arena, "%s%s", w->root, done);
	struct stat st;

	w->rest += n;
	if (!strcmp(name, "."))
		return true;
	if (!strcmp(name, "..")) {
		up(w);
		return true;
	}
	if (lstat(path, &st) < 0)
		return false;
	if (S_ISLNK(st.st_mode))
		return follow(w, path);
	w->done = done;
	return true;
}

static bool is_same(const char *a, const char *b)
{
	struct stat s, t;

	return !stat(a, &s) && !stat(b, &t) && s.st_dev == t.st_dev &&
	       s.st_ino == t.st_ino;
}

const char *inside_find(struct arena *a, const char *root, const char *path)
{
	struct walk w = { a, root, "", path, 0 };
	const char *ret;

	while (w.rest += strspn(w.rest, "/"), *w.rest)
		if (!step(&w, strcspn(w.rest, "/")))
			return NULL;
	ret = arena_printf(a, "%s%s", root, *w.done ? w.done : "/");
	return is_same(ret, w.done) ? w.done : ret;
}

/* ---- opening ------------------------------------------------------------ */

/* Returns a descriptor for the file at @path in @root, without opening the file
 * (O_PATH); -1 with errno, also if there is a link in @path. */
static int find_straight(const char *root, const char *path)
{
	struct open_how how = {
		.flags = O_PATH | O_CLOEXEC | O_NOFOLLOW,
		.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS |
			   RESOLVE_NO_MAGICLINKS,
	};
	_cleanup_close_ int dir = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);

	return dir < 0 ? -1 : (int)syscall(SYS_openat2, dir, path, &how,
					   sizeof(how));
}

static int find_file(const char *path)
{
	char root[40];
	int n = root_len(path);

	if (!n || n >= (int)sizeof(root))
		return open(path, O_PATH | O_CLOEXEC);
	snprintf(root, sizeof(root), "%.*s", n, path);
	return find_straight(root, path + n);
}

/* Opens the file of @fd for reading.  That is done by @fd, not by @path, so that it is
 * the file that has been checked, even if another has its name by now. */
static int open_found(int fd, const char *path)
{
	enum { HOW = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY };
	char name[40];

	if (access("/proc/self/fd", F_OK))	/* without /proc no other roots
						   are known */
		return open(path, HOW);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	return open(name, HOW);
}

int inside_open(const char *path, struct stat *ret)
{
	_cleanup_close_ int fd = find_file(path);

	if (fd < 0 || fstat(fd, ret))
		return -1;
	if (S_ISREG(ret->st_mode))
		return open_found(fd, path);
	errno = ENOEXEC;
	return -1;
}

bool binary_is_deleted(const char *path)
{
	static const char deleted[] = " (deleted)";
	size_t n = strlen(path), end = strlen(deleted);

	return n >= end && !strcmp(path + n - end, deleted);
}

bool binary_is_mapped_name(const char *path)
{
	_cleanup_close_ int fd = find_straight("/", path);
	struct stat st;

	return fd >= 0 && !binary_is_deleted(path) && !fstat(fd, &st) &&
	       S_ISREG(st.st_mode);
}
