/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Errors of the system, the second failure channel (a file, an ELF, a fork).
 *
 * A function that depends on the system returns struct sys_error *, NULL = ok.
 * The receiver owns it and frees it, passes it on, or turns it into a
 * diagnostic with diag_sys_error().
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "base/diag_tag.h"

struct sys_error {
	unsigned tag;	/* of the message; --explain explains it */
	int code;		/* errno, or 0 */
	char *text;		/* "cannot open 'x': Permission denied" */
	char *hint;		/* the next command to type, or NULL */
};

/** Creates an error, never NULL.  ": strerror(code)" is appended to the text if
 *  @code is not 0.  A limit of the shell (EMFILE; EAGAIN with DIAG_SPAWN_FAILED)
 *  changes the tag to DIAG_RESOURCE_LIMIT and sets a hint. */
struct sys_error *sys_error(unsigned tag, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4), warn_unused_result));
/** Sets the hint of @e, instead of a previous hint, and returns @e. */
struct sys_error *sys_error_hint(struct sys_error *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void sys_error_free(struct sys_error *e);

static inline void cleanup_sys_error(struct sys_error **e)
{
	sys_error_free(*e);
}
#define _cleanup_error_ __attribute__((__cleanup__(cleanup_sys_error)))

#endif
