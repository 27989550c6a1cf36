/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The checksum of files that are kept between runs.
 */
#ifndef BASE_CHECKSUM_H
#define BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/**
 * Returns a checksum of @n bytes, which shows damage by disks and crashes.  It is no
 * protection against deliberate changes.
 */
uint64_t lane_checksum(const void *bytes, size_t n);

#endif
