/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Merges the globals of many hosts into one view.
 *
 *	m = merge_create(by_host);
 *	merge_add(m, "web1", snapshot);		// for each global of each host
 *	merge_tell(m, fn, data);		// calls fn for each global
 *	merge_print(m, file, MERGE_TEXT);	// globals that no probe reads
 *	merge_free(m);
 *
 * Aggregates are added up, and so are numbers that probes only increase; arrays
 * key by key.  Other numbers, strings, and arrays with stacks among their keys
 * get the host as first key, as all globals do with @by_host.
 */
#ifndef REMOTE_MERGE_H
#define REMOTE_MERGE_H

#include <stdio.h>
#include <tapster.h>

struct merge;

struct merge *merge_create(bool by_host);
void merge_free(struct merge *m);	/* NULL is fine */

/** Adds one global of one host.  @sn and @host are copied. */
void merge_add(struct merge *m, const char *host,
	       const struct tapster_snapshot *sn);

/** Adds all globals of @from to @m.  @from must live as long as @m. */
void merge_join(struct merge *m, const struct merge *from);

/**
 * Calls @fn for each global.  A sum that does not fit 64 bits is passed as the
 * largest or smallest number that fits; merge_print() prints all its digits.
 */
void merge_tell(struct merge *m,
		void (*fn)(void *data, const struct tapster_snapshot *sn),
		void *data);

enum merge_form {
	MERGE_TEXT,	/* as a session shows globals at its end */
	MERGE_NO_STACKS, /* the same without arrays with stacks as keys */
	MERGE_JSON,	/* one object per entry, of type "merged" */
};

/** Prints the globals that no probe reads, the largest entries first. */
void merge_print(struct merge *m, FILE *f, enum merge_form form);

#endif
