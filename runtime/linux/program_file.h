/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Files of programs: opens them, reads their build ids and link addresses.
 *
 * They are opened with the rights of the kernel: a user who may load a module
 * may probe any program, and the reader has dropped its rights by then.
 */
#ifndef STP_LINUX_PROGRAM_FILE_H
#define STP_LINUX_PROGRAM_FILE_H

#include <linux/fs.h>

#include "runtime/core/blob.h"

#define STP_BUILD_ID_HEX 65	/* bytes of the longest one in hex, and a NUL */

/** Opens a file to read it; the caller closes it by filp_close().  Returns an
 *  ERR_PTR() on failure: -EISDIR, it is no regular file.  May sleep. */
struct file *stp_open_program(const char *path);

/** Reads the build id of @f as lower-case hex.  Returns 0; -ENOENT, it has
 *  none; or -ENOEXEC, it is no 64-bit ELF file.  @hex is "" on failure.  May
 *  sleep. */
int stp_build_id(struct file *f, char hex[STP_BUILD_ID_HEX]);

/** Does what stp_build_id() does, for the image of @n bytes at @p in memory. */
int stp_build_id_of_bytes(const void *p, size_t n, char hex[STP_BUILD_ID_HEX]);

/** Returns 0 if @f is the file that the script was compiled for: its build id
 *  is @hex.  If @hex is "", that file had no build id, and any file is
 *  accepted.  Else returns -ESTALE.  May sleep. */
int stp_build_check(struct file *f, const char *hex);

/** Opens the program file of a location, if it is the one that the script was
 *  compiled for.  Returns 0, or -errno as stp_open_program() and
 *  stp_build_check(); *@ret is only set if it returns 0.  The caller closes it by
 *  filp_close().  May sleep. */
int stp_open_location(const struct stp_location *at, struct file **ret);

/**
 * A program file that breakpoints are put into.  While it is open, opening it
 * for writing fails with ETXTBSY, as if the program ran.  The kernel keeps its
 * own copy of the instruction under a breakpoint: if other code was written to
 * the file, processes would execute that copy between the new instructions and
 * crash.
 */
struct stp_probed_file {
	struct file *file;		/* NULL: not open */
	bool is_kept;			/* writing is denied */
};

/** Opens the program file of a location, as stp_open_location() does, and denies
 *  writing to it.  If the file is open for writing already, that fails and
 *  `is_kept` is false, which is no error: programs that make their own probes, in
 *  memory, hold their file open.  Call stp_probed_close() at the end, also after
 *  an error.  May sleep. */
int stp_probed_open(const struct stp_location *at, struct stp_probed_file *ret);

/** Closes @p, if it is open, and lets it be written again. */
void stp_probed_close(struct stp_probed_file *p);

/** Stores in @ret the address at which the file's first byte is linked, or
 *  would be; it is 0 for a file that can be loaded anywhere, and after an error.
 *  Returns 0; -ENOENT, the file has no segment to load; or -ENOEXEC as
 *  stp_build_id().  May sleep. */
int stp_link_address(struct file *f, u64 *ret);

#endif
