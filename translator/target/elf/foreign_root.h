/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Paths as another process sees them: one whose root, or whose mounts, are not
 * ours, as in a container.
 */
#ifndef TARGET_INSIDE_H
#define TARGET_INSIDE_H

struct arena;
struct stat;

/** The "/proc/PID/root" that @path begins with, or NULL; allocated from @a. */
const char *inside_root_of(struct arena *a, const char *path);

/**
 * The file that a process with the root @root ("/proc/PID/root") means by the absolute
 * @path, with links followed as it follows them.  The result is a path for this process:
 * without @root if that is the same file here.  NULL: there is none.
 */
const char *inside_find(struct arena *a, const char *root, const char *path);

/**
 * Open a regular file for reading and describe it in @ret; returns -1 with
 * errno if it cannot.  A file of another kind is not opened at all, because a FIFO
 * would block and a device may react: errno is ENOEXEC.  A path below
 * "/proc/PID/root", as inside_find() returns it, is opened in that root, and a
 * link in it is an error: users of that root may have put it there since.
 */
int inside_open(const char *path, struct stat *ret);

#endif
