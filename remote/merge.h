/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Globals of many hosts become one view.
 *
 *	m = merge_create(by_host);
 *	merge_add(m, "web1", snapshot);		// of each host, each global
 *	merge_tell(m, fn, data);		// a snapshot for each global
 *	merge_print(m, file, MERGE_TEXT);	// those that are shown at the end
 *	merge_free(m);
 *
 * Numbers to which probes only add what is not negative, and aggregates, are added up, arrays key by
 * key.  Other numbers, strings, and arrays with stacks among their keys get the
 * host as first key, as everything does with @by_host.
 */
#ifndef REMOTE_MERGE_H
#define REMOTE_MERGE_H

#include <stdio.h>
#include <tapster.h>

struct merge;

struct merge *merge_create(bool by_host);
void merge_free(struct merge *m);	/* NULL is fine */

/** One global of one host.  Nothing in @sn or @host is kept. */
void merge_add(struct merge *m, const char *host,
	       const struct tapster_snapshot *sn);

/** All that @from has is added to @m; it has to live as long as @m does. */
void merge_join(struct merge *m, const struct merge *from);

/**
 * Call @fn for each global.  Sums that do not fit 64 bits are the largest, or
 * the smallest, number that does; merge_print() has all their digits.
 */
void merge_tell(struct merge *m,
		void (*fn)(void *data, const struct tapster_snapshot *sn),
		void *data);

enum merge_form {
	MERGE_TEXT,	/* as a session shows globals at its end */
	MERGE_NO_STACKS, /* the same without arrays with stacks as keys */
	MERGE_JSON,	/* one object per entry, of type "merged" */
};

/** The globals that no probe reads, the largest entries first. */
void merge_print(struct merge *m, FILE *f, enum merge_form form);

#endif
