/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Files that processes have mapped: which they are is known at once, their
 * names a little later, when code runs that may sleep.
 */
#ifndef STP_LINUX_SPACE_FILES_H
#define STP_LINUX_SPACE_FILES_H

#include <linux/fs.h>

#include "runtime/core/handler.h"

/** 0 or -errno: memory; opens the objects of the blob.  May sleep. */
int stp_space_files_begin(void);
/** Nobody asks any more.  May sleep. */
void stp_space_files_end(void);

/** The number of @f, a new one if it has not been seen; STP_NO_FILE: there
 *  are too many.  Under
 *  stp_space_lock; any context but NMI. */
u32 stp_space_file(struct file *f);

/** @more mappings of spaces are of @file, which may be STP_NO_FILE.  Under the
 *  lock. */
void stp_space_file_hold(u32 file, s32 more);
/** Forget files that no mapping is of.  May sleep. */
void stp_space_files_sweep(void);

/** What the blob knows of it, or NULL. */
const struct stp_object *stp_space_file_object(u32 file);

/** Its path and build id; NULL: not known yet. */
const char *stp_space_file_path(u32 file);
const char *stp_space_file_build(u32 file);

/** Its inode and device. */
void stp_space_file_identity(u32 file, struct stp_ioc_mapped *ret);

/** Where it is linked, as stp_link_address() says; false: not known yet. */
bool stp_space_file_link(u32 file, u64 *ret);

/** Find out now what is not known yet.  May sleep. */
void stp_space_files_settle(void);

#endif
