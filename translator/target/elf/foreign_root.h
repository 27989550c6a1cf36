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

/** "/proc/PID/root" that @path begins with, or NULL. */
const char *inside_root_of(struct arena *a, const char *path);

/**
 * The file that a process with the root @root ("/proc/PID/root") means by the
 * absolute @path, links followed as it follows them: as we can open it, which is
 * without @root if it is the same file there.  NULL: there is none.
 */
const char *inside_find(struct arena *a, const char *root, const char *path);

/**
 * Open a regular file for reading and describe it in @ret.  Anything else is
 * not opened at all, because a FIFO would block and a device may react: -1 with
 * errno ENOEXEC.  A path below "/proc/PID/root", as inside_find() returns it, is
 * opened in that root, and a link in it is an error: its users may have put it
 * there since.
 */
int inside_open(const char *path, struct stat *ret);

#endif
