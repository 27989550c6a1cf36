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
 * Aggregates are added up, and so are numbers that probes only increase.  Elements
 * of arrays are added up if their keys are equal.  Other globals get the host as
 * first key: other numbers, strings, and arrays with stacks among their keys.
 * With @by_host, all globals do.
 */
#ifndef REMOTE_MERGE_H
#define REMOTE_MERGE_H

#include <stdio.h>
#include <tapster.h>

struct merge;

struct merge *merge_create(bool by_host);
void merge_free(struct merge *m);	/* NULL is fine */

/** Adds one global of one host.  @sn and @host are copied.  A global whose types
 *  differ from those of an earlier host's is ignored. */
void merge_add(struct merge *m, const char *host,
	       const struct tapster_snapshot *sn);

/** Adds all globals of @from to @m; ignores those whose types differ.  @from must
 *  live as long as @m. */
void merge_join(struct merge *m, const struct merge *from);

/**
 * Calls @fn for each global; @sn is valid during the call.  A sum that needs more
 * than 64 bits becomes the largest or smallest number of 64 bits.  merge_print()
 * prints all digits of such a sum.
 */
void merge_tell(struct merge *m,
		void (*fn)(void *data, const struct tapster_snapshot *sn),
		void *data);

enum merge_form {
	MERGE_TEXT,	/* as a session shows globals at its end */
	MERGE_NO_STACKS, /* like MERGE_TEXT, but no arrays with stacks as keys */
	MERGE_JSON,	/* one object per entry, of type "merged" */
};

/** Prints to @f the globals that no probe reads, each with its largest entries
 *  first. */
void merge_print(struct merge *m, FILE *f, enum merge_form form);

#endif
