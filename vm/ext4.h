/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes an empty ext4 file system, without mkfs.
 */
#ifndef VM_EXT4_H
#define VM_EXT4_H

struct sys_error;

/** The least size that ext4_make() takes. */
#define EXT4_MIN_MB 16

/**
 * Writes an empty file system of @mb megabytes into @fd, a file that reads as
 * zeros: a journal, the root and lost+found.  The file gets that size.
 */
struct sys_error *ext4_make(int fd, unsigned mb);

#endif
