/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Downloads packages of the distribution by apt-get and unpacks them into a
 * directory of ours; they are never installed.
 */
#ifndef VM_PACKAGES_H
#define VM_PACKAGES_H

#include "base/buf.h"

struct sys_error;

#define PACKAGES_MAX 8	/* packages in one download */

/** Runs `apt-get download` of @names, which end with NULL, in @dir.  @out gets its
 *  output, without the newlines at its end; *@status its exit status. */
struct sys_error *packages_download(const char *dir, char *const *names,
				    struct buf *out, int *status);

/** Returns the path of one of the .deb files in @dir, to be freed; NULL if there is
 *  none. */
char *packages_find(const char *dir);

/** Unpacks all .deb files in @dir into @dir, and removes them.  Leaves out modules of
 *  hardware that no guest has. */
struct sys_error *packages_unpack(const char *dir);

#endif
