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
 * Of @n bytes.  It finds what disks and crashes do to files; it is no
 * protection against somebody who wants to lie.
 */
uint64_t lane_checksum(const void *bytes, size_t n);

#endif
