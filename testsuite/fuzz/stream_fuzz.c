/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Any bytes at all, as a stream of records: as text and as JSON, in two
 * pieces.  All that is told is read to its end.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t sum;	/* so that nothing is read for nothing */

static void touch(const char *s)
{
	sum += s ? strlen(s) : 0;
}

static void on_text(void *arg, const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		sum += (unsigned char)p[i];
}

static void on_message(void *arg, const struct format_message *m)
{
	touch(m->tag);
	touch(m->text);
	touch(m->hint);
	touch(m->line);
	touch(m->location.file);
	touch(m->library.file);
}

static void on_times(void *arg, const struct tapster_times *t,
		     const char *line)
{
	touch(line);
}

static void on_memory(void *arg, const struct tapster_memory *m,
		      const char *line)
{
	touch(line);
}

static void on_loss(void *arg, const char *cause, uint64_t count)
{
	touch(cause);
}

static const char *source_line(void *arg, uint64_t addr, const char *symbol)
{
	touch(symbol);
	return addr & 1 ? "file.c:3" : NULL;
}

static const struct format_ops ops = {
	.text = on_text,
	.message = on_message,
	.times = on_times,
	.memory = on_memory,
	.loss = on_loss,
	.source_line = source_line,
};

static void feed(enum format_form form, const uint8_t *data, size_t size)
{
	struct format *f = format_create(&ops, NULL, form);

	touch(format_feed(f, data, size / 3));
	touch(format_feed(f, data + size / 3, size - size / 3));
	format_status(f);
	format_destroy(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	feed(FORMAT_TEXT, data, size);
	feed(FORMAT_JSON, data, size);
	return 0;
}
