/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Packages of the distribution: downloaded by apt-get, unpacked into a directory
 * of ours, never installed.
 */
#ifndef VM_PACKAGES_H
#define VM_PACKAGES_H

#include "base/buf.h"

struct sys_error;

#define PACKAGES_MAX 8	/* of one download */

/** `apt-get download` of @names, which end with NULL, into @dir.  @out: what it
 *  printed, without the newlines at its end; @status: its exit status. */
struct sys_error *packages_download(const char *dir, char *const *names,
				    struct buf *out, int *status);

/** The path of a package in @dir, to be freed; NULL: there is none. */
char *packages_find(const char *dir);

/** Unpacks all packages in @dir, and removes them. */
struct sys_error *packages_unpack(const char *dir);

#endif
