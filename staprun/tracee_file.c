/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Looks a file up with O_PATH, which does not open it: a FIFO does not block and
 * a device does not notice.  If fstat() says that it is a regular file, it is
 * opened through this descriptor, so that it cannot be replaced in between.
 */
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "staprun/tracee_file.h"

#define DELETED " (deleted)"
#define OVERLAYFS 0x794c7630
#define BTRFS 0x9123683e

/* Returns true if the path is the kernel's name for a removed file: any user may
 * create another file with that name. */
static bool is_deleted(const char *path)
{
	size_t n = strlen(path), end = strlen(DELETED);

	return n >= end && !strcmp(path + n - end, DELETED);
}

/* Returns false for files of overlays and btrfs, where stat() shows another
 * device number than the kernel uses inside. */
static bool shows_own_device(int fd)
{
	struct statfs fs;

	return fstatfs(fd, &fs) ||
	       (fs.f_type != OVERLAYFS && fs.f_type != BTRFS);
}

static bool is_same(int fd, const struct stat *st,
		    const struct stp_ioc_mapped *m)
{
	if (!m->inode || *m->build_id)	/* the build id is compared later */
		return true;
	return st->st_ino == m->inode &&
	       (st->st_dev == makedev(m->dev_major, m->dev_minor) ||
		!shows_own_device(fd));
}

/* Opens the file of @path, an O_PATH descriptor, for reading, and closes @path.  Returns
 * -1 if the file is empty, is not a regular one, or is not @m (NULL: any file). */
static int read_regular(int path, const struct stp_ioc_mapped *m,
			uint64_t *size)
{
	char name[40];
	struct stat st;
	int fd = -1;

	if (!fstat(path, &st) && S_ISREG(st.st_mode) && st.st_size > 0 &&
	    (!m || is_same(path, &st, m))) {
		snprintf(name, sizeof(name), "/proc/self/fd/%d", path);
		fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
		*size = (uint64_t)st.st_size;
	}
	close(path);
	return fd;
}

int tracee_file_open(const struct stp_ioc_mapped *m, bool in_own_root,
		     uint64_t *size)
{
	struct open_how how = {
		.flags = O_PATH | O_CLOEXEC | O_NOFOLLOW,
		.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS |
			   RESOLVE_NO_MAGICLINKS,
	};
	char name[40] = "/";
	int root, fd;

	if (*m->path != '/' || is_deleted(m->path))
		return -1;
	if (!in_own_root)
		snprintf(name, sizeof(name), "/proc/%u/root", m->tgid);
	root = open(name, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (root < 0)
		return -1;
	fd = (int)syscall(SYS_openat2, root, m->path, &how, sizeof(how));
	close(root);
	return fd < 0 ? -1 : read_regular(fd, m, size);
}

int tracee_file_open_own(const char *path, uint64_t *size)
{
	int fd = open(path, O_PATH | O_CLOEXEC);

	return fd < 0 ? -1 : read_regular(fd, NULL, size);
}
