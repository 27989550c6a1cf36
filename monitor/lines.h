/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Stores the last lines that the script has printed.
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
	uint64_t n;		/* all lines so far, also the removed ones */
	bool open;		/* the last line has no newline yet */
};

/** Adds printed text: its lines are stored, beyond LINES_MOST the oldest are removed. */
void lines_add(struct lines *ls, const char *text, size_t len);
void lines_free(struct lines *ls);
/** The number of stored lines, and the stored line with index @i; 0 is the oldest. */
size_t lines_count(const struct lines *ls);
const char *lines_get(const struct lines *ls, size_t i);
/** Writes a line with the number of removed lines, if there are any, then the stored
 *  lines, unchanged. */
void lines_write(const struct lines *ls, FILE *f);

#endif
