/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A range of bytes in memory that belongs to something else.
 */
#ifndef BASE_RANGE_H
#define BASE_RANGE_H

#include <stddef.h>

struct range {
	const unsigned char *p;
	size_t n;
};

#endif
