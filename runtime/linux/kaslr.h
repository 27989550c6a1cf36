/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Converts link addresses of the kernel to addresses: finds the KASLR offset.
 *
 * A blob that holds link addresses of vmlinux also holds locations that name
 * the anchors: exported functions whose real address the module's own
 * relocations give.  All anchors must agree.
 */
#ifndef STP_LINUX_KASLR_H
#define STP_LINUX_KASLR_H

#include "runtime/core/blob.h"

/** Look the anchors up.  NULL, or what is wrong. */
const char *stp_kaslr_init(const struct stp_blob *b);

/** The address of a location in vmlinux; 0 if it has no address, or the KASLR
 *  offset is not known. */
stp_u64 stp_kaslr_address(const struct stp_location *p);

/** The address for link address @addr of vmlinux; 0: not known. */
stp_u64 stp_kaslr_link(stp_u64 addr);

#endif
