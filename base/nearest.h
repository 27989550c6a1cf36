/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Edit distances from one word to very many others.
 */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NEAREST_WORD_MAX 64

/** A word prepared for comparison; the word itself is not needed later. */
struct nearest {
	uint64_t places[256];	/* for each byte: bit i is set if word[i] is this byte */
	size_t n;		/* length of the word in bytes */
	size_t limit;		/* maximum distance: a third of n, at least 1 */
};

/** Prepares @word.  Returns false if it is empty or longer than NEAREST_WORD_MAX
 *  bytes. */
bool nearest_init(struct nearest *w, const char *word);

/**
 * The edit distance from the word to the @n bytes at @s: the least number of insertions,
 * deletions, changes and swaps of neighbours.  SIZE_MAX if it is more than w->limit.
 */
size_t nearest_distance(const struct nearest *w, const char *s, size_t n);

#endif
