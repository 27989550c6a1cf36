/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A range of bytes in memory, which it does not own.
 */
#ifndef BASE_RANGE_H
#define BASE_RANGE_H

#include <stddef.h>

struct range {
	const unsigned char *p;
	size_t n;
};

#endif
