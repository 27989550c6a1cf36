/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The headers that embedded C has without an #include, in an ordinary process.
 */
#ifndef STP_HOST_EMBED_H
#define STP_HOST_EMBED_H

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "runtime/core/embed.h"

/* The functions of the kernel, and of BSD, that copy and append a string within a
 * limit. */
static inline size_t stp_host_strlcpy(char *to, const char *from, size_t size)
{
	size_t n = strlen(from), part = n < size ? n : size - 1;

	if (!size)
		return n;
	memcpy(to, from, part);
	to[part] = '\0';
	return n;
}

static inline size_t stp_host_strlcat(char *to, const char *from, size_t size)
{
	size_t n = strnlen(to, size);

	return n + stp_host_strlcpy(to + n, from, size - n);
}

#define strlcpy stp_host_strlcpy
#define strlcat stp_host_strlcat

#endif
