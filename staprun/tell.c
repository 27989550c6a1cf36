/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "staprun/staprun.h"

/* Writes a message by one write(), so that lines of two processes do not mix. */
static void tell(const char *what, const char *fmt, va_list ap)
{
	char text[1024];
	int n = snprintf(text, sizeof(text), "%s: ", what);

	n += vsnprintf(text + n, sizeof(text) - (size_t)n - 1, fmt, ap);
	if (n > (int)sizeof(text) - 2)
		n = sizeof(text) - 2;
	text[n++] = '\n';
	if (write(STDERR_FILENO, text, (size_t)n) < 0)
		return;
}

#define TELL(what)                                                             \
	do {                                                                   \
		va_list ap;                                                    \
		va_start(ap, fmt);                                             \
		tell(what, fmt, ap);                                           \
		va_end(ap);                                                    \
	} while (0)

void error(const char *fmt, ...)
{
	TELL("ERROR");
}

void warning(const char *fmt, ...)
{
	TELL("WARNING");
}

void hint(const char *fmt, ...)
{
	TELL("hint");
}

void *must(void *p)
{
	if (p)
		return p;
	error("out of memory");
	_exit(1);
}
