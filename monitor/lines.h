/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The last lines that were printed.
 */
#ifndef MONITOR_LINES_H
#define MONITOR_LINES_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { LINES_MOST = 10000 };

struct lines {
	char *at[LINES_MOST];	/* a ring; the bytes of a line, and a NUL */
	size_t len[LINES_MOST];
	uint64_t n;		/* lines begun, kept or not */
	bool open;		/* the last one has no end yet */
};

/** What was printed: the lines in it are kept, the oldest ones go. */
void lines_add(struct lines *ls, const char *text, size_t len);
void lines_free(struct lines *ls);
/** How many are kept, and the @i-th of these as a string. */
size_t lines_count(const struct lines *ls);
const char *lines_get(const struct lines *ls, size_t i);
/** Writes all that are kept as they were, and how many are not. */
void lines_write(const struct lines *ls, FILE *f);

#endif
