/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Scope guards: a variable is declared with the function that releases its resource.
 *
 * This header includes nothing but libc, so that staprun may use it too.
 *
 *	_cleanup_free_ char *path = NULL;
 *	_cleanup_close_ int fd = open(...);
 *	...
 *	return return_ptr(path);	// hands it over, the guard sees NULL
 */
#ifndef BASE_CLEANUP_H
#define BASE_CLEANUP_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline void cleanup_free(void *p)
{
	free(*(void **)p);
}

static inline void cleanup_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

static inline void cleanup_fclose(FILE **f)
{
	if (*f)
		fclose(*f);
}

#define _cleanup_(fn) __attribute__((__cleanup__(fn)))
#define _cleanup_free_ _cleanup_(cleanup_free)
#define _cleanup_close_ _cleanup_(cleanup_close)
#define _cleanup_fclose_ _cleanup_(cleanup_fclose)

/** Hand @p over to the caller: the guard of @p is left with NULL. */
#define return_ptr(p)                                                          \
	({                                                                     \
		__auto_type _ret_p = (p);                                      \
		(p) = NULL;                                                    \
		_ret_p;                                                        \
	})

#endif
