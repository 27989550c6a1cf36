/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes whole buffers: a loop that calls write(2).
 */
#include "base/fd.h"

#include <errno.h>
#include <unistd.h>

bool fd_write_all(int fd, const void *bytes, size_t n)
{
	const char *p = bytes;

	while (n) {
		ssize_t done = write(fd, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (!done)
			errno = EIO;	/* no progress is a failure, too */
		if (done <= 0)
			return false;
		p += done;
		n -= (size_t)done;
	}
	return true;
}
