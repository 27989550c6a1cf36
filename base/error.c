/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/tags/base.h"

/* If @e comes from a limit of the shell, which any call may exceed, changes its tag and
 * sets a hint.  EAGAIN means such a limit only if a program could not be started. */
static void tell_limit(struct sys_error *e)
{
	const char *hint = NULL;

	if (e->code == EMFILE)
		hint = "run `ulimit -n 1024` first";
	else if (e->code == EAGAIN && e->tag == DIAG_SPAWN_FAILED)
		hint = "run `ulimit -u unlimited` first";
	if (!hint)
		return;
	e->tag = DIAG_RESOURCE_LIMIT;
	e->hint = xstrdup(hint);
}

struct sys_error *sys_error(unsigned tag, int code, const char *fmt, ...)
{
	struct sys_error *e = xcalloc(1, sizeof(*e));
	_cleanup_buf_ struct buf b = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	if (code)
		buf_printf(&b, ": %s", strerror(code));
	e->tag = tag;
	e->code = code;
	e->text = xstrdup(b.p);
	tell_limit(e);
	return e;
}

struct sys_error *sys_error_hint(struct sys_error *e, const char *fmt, ...)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	free(e->hint);
	e->hint = xstrdup(b.p);
	return e;
}

void sys_error_free(struct sys_error *e)
{
	if (!e)
		return;
	free(e->text);
	free(e->hint);
	free(e);
}
