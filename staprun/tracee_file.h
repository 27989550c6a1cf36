/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Opens files that traced programs have mapped.  The user of such a program
 * chose the file's name and its contents, and may change both while they are
 * read.  So only regular files are opened, no symbolic link is followed, and a
 * name that now belongs to another file is refused.
 */
#ifndef STAPRUN_TRACEE_FILE_H
#define STAPRUN_TRACEE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/uapi/wire.h"

/**
 * Opens the mapped file @m, in the root of its process, or, with @in_own_root,
 * in ours.  Returns a descriptor for reading and the file's length; -1 if it
 * does not exist, is no regular file, or is certainly another file.
 */
int tracee_file_open(const struct stp_ioc_mapped *m, bool in_own_root,
		     uint64_t *size);

/** Opens a regular file of this system, by a path that no traced program chose;
 *  returns -1 on failure. */
int tracee_file_open_own(const char *path, uint64_t *size);

#endif
