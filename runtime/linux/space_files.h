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

/** Open the objects of the blob.  Returns 0 or -ENOMEM.  May sleep. */
int stp_space_files_begin(void);
/** Free everything; no handler runs any more.  May sleep. */
void stp_space_files_end(void);

/** Returns the number of @f, a new one if it has not been seen before, or
 *  STP_NO_FILE if there are too many.  Under stp_space_lock; any context but
 *  NMI. */
u32 stp_space_file(struct file *f);

/** Count @more mappings (or fewer, if negative) of @file, which may be
 *  STP_NO_FILE.  Under the lock. */
void stp_space_file_hold(u32 file, s32 more);
/** Forget files that no space has mapped.  May sleep. */
void stp_space_files_sweep(void);

/** Returns the object of the blob that has this file, or NULL. */
const struct stp_object *stp_space_file_object(u32 file);

/** Return the path of @file, or NULL if it is not known yet; and its build id,
 *  or "". */
const char *stp_space_file_path(u32 file);
const char *stp_space_file_build(u32 file);

/** Stores the inode and the device of @file in @ret. */
void stp_space_file_identity(u32 file, struct stp_ioc_mapped *ret);

/** Stores the link address of @file in @ret, as stp_link_address() does.
 *  Returns false if it is not known yet. */
bool stp_space_file_link(u32 file, u64 *ret);

/** Find the names that are not known yet, now.  May sleep. */
void stp_space_files_settle(void);

#endif
