/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Files that processes have mapped.  A file gets its number when a
 * handler first sees it mapped.  Its name is found a little later, by code
 * that may sleep.
 */
#ifndef STP_LINUX_SPACE_FILES_H
#define STP_LINUX_SPACE_FILES_H

#include <linux/fs.h>

#include "runtime/core/handler.h"

/** Allocates memory, and opens the files of the blob's objects.  Returns 0 or
 *  -ENOMEM.  May sleep. */
int stp_space_files_begin(void);
/** Frees the memory and closes all files.  Call it when no handler runs any more.
 *  May sleep. */
void stp_space_files_end(void);

/** Returns the number of @f: a new one if the file has not been seen before, or
 *  STP_NO_FILE if there are too many files.  Under the lock of space_table.h; any
 *  context but NMI. */
u32 stp_space_file(struct file *f);

/** Adds @more, which may be negative, to the number of mappings of @file in
 *  spaces.  Does nothing if @file is STP_NO_FILE.  Under the lock of space_table.h. */
void stp_space_file_hold(u32 file, s32 more);
/** Forgets files that no space has mapped, and whose names are known.  May
 *  sleep. */
void stp_space_files_sweep(void);

/** Returns the object of the blob whose file is @file, or NULL. */
const struct stp_object *stp_space_file_object(u32 file);

/** Return the path of @file, or NULL if it is not known yet; and the build id of
 *  @file, or "" if it has none or is not known yet. */
const char *stp_space_file_path(u32 file);
const char *stp_space_file_build(u32 file);

/** Stores the inode and the device of @file in @ret. */
void stp_space_file_identity(u32 file, struct stp_ioc_mapped *ret);

/** Stores the link address of @file in @ret, as stp_link_address() does.
 *  Returns false if it is not known yet. */
bool stp_space_file_link(u32 file, u64 *ret);

/** Waits until the names of all files that have been seen were looked for.  May
 *  sleep. */
void stp_space_files_settle(void);

#endif
