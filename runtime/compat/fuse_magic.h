/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The magic number (s_magic) of FUSE file systems.  It is in a header
 * since 5.13.
 */
#ifndef STP_COMPAT_FUSE_MAGIC_H
#define STP_COMPAT_FUSE_MAGIC_H

#include <linux/magic.h>

#ifndef FUSE_SUPER_MAGIC
#define FUSE_SUPER_MAGIC 0x65735546
#endif

#endif
