/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Prints the text of a stream of records that staprun has written (standard
 * input), with the source lines that tapster would show: in a guest there is no
 * tapster after staprun.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "libtapster/lib_run.h"

static void on_text(void *arg, const char *p, size_t n)
{
	fwrite(p, 1, n, stdout);
}

static const char *on_source_line(void *arg, uint64_t addr, const char *symbol)
{
	return run_source_line(arg, addr, symbol);
}

static void on_diagnostic(void *data, const struct tapster_diagnostic *d,
			  const char *text)
{
	fputs(text, stderr);
}

int main(void)
{
	const struct format_ops ops = { .text = on_text,
					.source_line = on_source_line };
	struct tapster_callbacks cb = { .size = sizeof(cb),
					.diagnostic = on_diagnostic };
	struct run r = { .s = tapster_new(), .ops = &run_load_ops,
			 .line = BUF_INIT };
	const char *bad = NULL;
	char piece[65536];
	ssize_t n;

	tapster_set_callbacks(r.s, &cb, NULL);
	r.format = format_create(&ops, &r, FORMAT_TEXT);
	while (!bad && (n = read(STDIN_FILENO, piece, sizeof(piece))) > 0)
		bad = format_feed(r.format, piece, (size_t)n);
	if (bad)
		fprintf(stderr, "%s\n", bad);
	n = format_status(r.format);
	format_destroy(r.format);
	buf_free(&r.line);
	vec_free(&r.line_sources);
	tapster_free(r.s);
	return bad || n ? 1 : 0;
}
