/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Finds the KASLR offset and converts link addresses of the kernel to run-time
 * addresses.
 *
 * A blob that holds link addresses of vmlinux also holds locations that name
 * the anchors: exported functions whose real address the module's own
 * relocations give.  All anchors must have the same offset.
 */
#ifndef STP_LINUX_KASLR_H
#define STP_LINUX_KASLR_H

#include "runtime/core/blob.h"

/** Looks up the anchors and computes the KASLR offset.  Returns NULL, or the
 *  reason of a failure in words. */
const char *stp_kaslr_init(const struct stp_blob *b);

/** Returns the run-time address of a location in vmlinux; 0 if it is not in
 *  vmlinux, has no address, or the KASLR offset is not known. */
stp_u64 stp_kaslr_address(const struct stp_location *p);

/** Returns the run-time address for link address @addr of vmlinux; 0 if it is
 *  not known. */
stp_u64 stp_kaslr_link(stp_u64 addr);

#endif
