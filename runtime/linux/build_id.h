/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The build id of a file.
 */
#ifndef STP_LINUX_BUILD_ID_H
#define STP_LINUX_BUILD_ID_H

struct file;

#define STP_BUILD_ID_HEX 65	/* of the longest, and a NUL */

/** In lower-case hex.  -ENOENT: it has none; -ENOEXEC: no ELF file of 64
 *  bits.  May sleep. */
int stp_build_id(struct file *f, char hex[STP_BUILD_ID_HEX]);

#endif
