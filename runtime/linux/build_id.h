/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The build id of a file, and where it is linked.
 */
#ifndef STP_LINUX_BUILD_ID_H
#define STP_LINUX_BUILD_ID_H

struct file;

#define STP_BUILD_ID_HEX 65	/* of the longest, and a NUL */

/** In lower-case hex.  -ENOENT: it has none; -ENOEXEC: no ELF file of 64
 *  bits.  May sleep. */
int stp_build_id(struct file *f, char hex[STP_BUILD_ID_HEX]);

/** The same of what lies in memory. */
int stp_build_id_of_bytes(const void *p, size_t n, char hex[STP_BUILD_ID_HEX]);

/** Is it the file that the script was compiled for, whose build id was @hex, or
 *  "" if it had none?  0 or -ESTALE.  May sleep. */
int stp_build_check(struct file *f, const char *hex);

/** The address that the file's first byte is linked at, or would be: 0 of what
 *  can be loaded anywhere.  0 or -errno, as above.  May sleep. */
int stp_link_address(struct file *f, u64 *ret);

#endif
