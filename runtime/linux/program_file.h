/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Files of programs: opening them, their build ids, where they are linked.
 *
 * They are opened with the rights of the kernel: a user who may load a module
 * may probe any program, and the reader has dropped its rights by then.
 */
#ifndef STP_LINUX_PROGRAM_FILE_H
#define STP_LINUX_PROGRAM_FILE_H

#include <linux/fs.h>

#include "runtime/core/blob.h"

#define STP_BUILD_ID_HEX 65	/* of the longest, and a NUL */

/** To read; filp_close() is the caller's.  An ERR_PTR() if it cannot be, -EISDIR
 *  if it is no regular file. */
struct file *stp_open_program(const char *path);

/** In lower-case hex.  -ENOENT: it has none; -ENOEXEC: no ELF file of 64
 *  bits.  May sleep. */
int stp_build_id(struct file *f, char hex[STP_BUILD_ID_HEX]);

/** The same of what lies in memory. */
int stp_build_id_of_bytes(const void *p, size_t n, char hex[STP_BUILD_ID_HEX]);

/** Returns 0 if it is the file that the script was compiled for, whose build id
 *  was @hex, or "" if it had none; else -ESTALE.  May sleep. */
int stp_build_check(struct file *f, const char *hex);

/** Opens the program file of a location, if it is the one that the script was
 *  compiled for.  0 or -errno, as above; *@ret is only set if it returns 0.
 *  May sleep. */
int stp_open_location(const struct stp_location *at, struct file **ret);

/** The address that the file's first byte is linked at, or would be: 0 of what
 *  can be loaded anywhere.  0 or -errno, as above.  May sleep. */
int stp_link_address(struct file *f, u64 *ret);

#endif
