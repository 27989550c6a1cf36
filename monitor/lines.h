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
	char *at[LINES_MOST];	/* a ring: line i is at i % LINES_MOST; ends in NUL */
	size_t len[LINES_MOST];
	uint64_t n;		/* all lines so far, with the removed ones */
	bool open;		/* the last line has no newline yet */
};

/** Adds printed text, which may end within a line.  Stores its lines; if there are more than
 *  LINES_MOST, removes the oldest. */
void lines_add(struct lines *ls, const char *text, size_t len);
void lines_free(struct lines *ls);
/** The number of stored lines, and the stored line with index @i: 0 is the oldest. */
size_t lines_count(const struct lines *ls);
const char *lines_get(const struct lines *ls, size_t i);
/** Writes the stored lines, unchanged.  If lines were removed, a line with their number comes
 *  first. */
void lines_write(const struct lines *ls, FILE *f);

#endif
