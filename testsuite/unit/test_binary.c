/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "testsuite/unit/test_binary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/cleanup.h"

static char directory[] = "/var/tmp/test-binary-XXXXXX";
static char before[4096];

int binary_setup(void **state)
{
	if (!getcwd(before, sizeof(before)) || !mkdtemp(directory) ||
	    chdir(directory) < 0)
		return -1;
	/* tools would answer in the user's language */
	setenv("LC_ALL", "C", 1);
	return 0;
}

int binary_teardown(void **state)
{
	if (chdir(before) < 0)
		return -1;
	binary_run("rm -rf '%s'", directory);
	return 0;
}

void binary_write(const char *name, const char *text)
{
	_cleanup_fclose_ FILE *f = fopen(name, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
}

static int run(const char *fmt, va_list ap)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_vprintf(&b, fmt, ap);
	return system(b.p);
}

void binary_run(const char *fmt, ...)
{
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = run(fmt, ap);
	va_end(ap);
	if (rc)
		print_message("failed: %s\n", fmt);
	assert_int_equal(rc, 0);
}

bool binary_try(const char *fmt, ...)
{
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = run(fmt, ap);
	va_end(ap);
	return !rc;
}

struct buf binary_output(const char *fmt, ...)
{
	_cleanup_buf_ struct buf command = BUF_INIT;
	struct buf out = BUF_INIT;
	char piece[4096];
	va_list ap;
	size_t n;
	FILE *f;

	va_start(ap, fmt);
	buf_vprintf(&command, fmt, ap);
	va_end(ap);
	f = popen(command.p, "r");
	assert_non_null(f);
	while ((n = fread(piece, 1, sizeof(piece), f)))
		buf_add(&out, piece, n);
	assert_int_equal(pclose(f), 0);
	return out;
}

char *binary_line(char **at)
{
	char *line = *at, *end;

	if (!*line)
		return NULL;
	end = strchrnul(line, '\n');
	*at = *end ? end + 1 : end;
	*end = '\0';
	return line;
}
