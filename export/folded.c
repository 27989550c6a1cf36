/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes and reads folded stacks.  A line has the frames, outermost first, with ';' between them,
 * then a blank and the value.  Kernel frames end in "_[k]", as in other tools.
 */
#include <stdlib.h>
#include <string.h>

#include "export/stacks.h"

#define MARK "_[k]"

/* Writes the name of a frame.  The characters that separate frames and lines, ';' and newline,
 * are replaced. */
static void put_frame(FILE *f, const struct frame *fr)
{
	for (const char *p = fr->name; *p; p++)
		putc(*p == ';' ? ':' : *p == '\n' ? ' ' : *p, f);
	if (fr->kind == FRAME_KERNEL)
		fputs(MARK, f);
}

bool folded_write(const struct export_job *job, FILE *f)
{
	const struct export_stacks *st = job->stacks;

	for (size_t i = 0; i < st->n_samples; i++) {
		const struct sample *s = &st->samples[i];

		for (size_t k = 0; k < s->n; k++) {
			if (k)
				putc(';', f);
			put_frame(f, s->frames[k]);
		}
		fprintf(f, " %llu\n", (unsigned long long)s->value);
	}
	return !ferror(f);
}

/* ---- reading ------------------------------------------------------------ */

static const struct frame *frame_at(struct export_stacks *st, const char *p,
				    size_t n)
{
	size_t mark = strlen(MARK);

	if (n > mark && !memcmp(p + n - mark, MARK, mark))
		return stacks_frame(st, p, n - mark, "", FRAME_KERNEL, 0);
	return stacks_frame(st, p, n, "", FRAME_USER, 0);
}

static bool read_line(struct export_stacks *st, char *line)
{
	char *blank = strrchr(line, ' '), *end;
	const struct frame **frames;
	unsigned long long value;
	size_t n = 0;

	if (!blank || blank[1] < '0' || blank[1] > '9')
		return false;
	value = strtoull(blank + 1, &end, 10);
	if (*end && *end != '\n')
		return false;
	frames = export_alloc(NULL, (size_t)(blank - line) + 1,
			      sizeof(*frames));
	for (const char *p = line; p < blank; p++) {
		size_t len = strcspn(p, ";");

		if (p + len > blank)
			len = (size_t)(blank - p);
		frames[n++] = frame_at(st, p, len);
		p += len;
	}
	stacks_add(st, frames, n, 0, value);
	free(frames);
	return true;
}

struct export_stacks *export_read_folded(FILE *f, unsigned *line)
{
	struct export_stacks *st = stacks_create("");
	char *text = NULL;
	size_t room = 0;
	bool good = true;

	for (*line = 1; good && getline(&text, &room, f) > 0; ++*line)
		good = *text == '\n' || read_line(st, text);
	free(text);
	if (good)
		return st;
	--*line;
	export_stacks_free(st);
	return NULL;
}
