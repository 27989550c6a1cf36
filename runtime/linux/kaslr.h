/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Link addresses into addresses: how far the running kernel was moved.
 *
 * A blob that holds link addresses of vmlinux also holds places that name the
 * anchors, exported functions whose real address the module's own relocations
 * give.  All anchors must agree.
 */
#ifndef STP_LINUX_KASLR_H
#define STP_LINUX_KASLR_H

#include "runtime/core/blob.h"

/** Look the anchors up.  NULL, or what is wrong. */
const char *stp_kaslr_init(const struct stp_blob *b);

/** Address of a place of vmlinux; 0 if it has no address, or nobody knows by
 *  how much the kernel was moved. */
stp_u64 stp_kaslr_address(const struct stp_location *p);

/** Where link address @addr of vmlinux is; 0: nobody knows. */
stp_u64 stp_kaslr_link(stp_u64 addr);

#endif
