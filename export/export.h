/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of export/: what a script has found out, in other people's formats.
 *
 * A client of <tapster.h> like any other: it knows snapshots, not the wire, and
 * includes nothing else of ours.  It writes to a FILE and never prints.
 *
 *	st = export_stacks_of(snapshot);	// NULL: no stack among its keys
 *	f = export_format_of("out.svg");	// NULL: no such format
 *	ok = f->write(&(struct export_job){ .stacks = st, ... }, file);
 *	export_stacks_free(st);
 *
 * A format is one file here and one row of the table in formats.c:
 *
 *	stacks.c	snapshots to weighted stacks; what the formats share
 *	folded.c	a line a stack; also read, to compare with
 *	flame.c		a picture, with flame.js in it, that needs no network
 *	pprof.c		gzip'd profile.proto
 *	speedscope.c	JSON of speedscope.app
 */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>
#include <tapster.h>

struct export_stacks;

struct export_job {
	const struct export_stacks *stacks;
	const struct export_stacks *base;	/* to compare with, or NULL */
	const char *title;	/* for people: the script's name, or its text */
};

struct export_format {
	const char *suffix;	/* ".svg": of the files that have it */
	const char *what;	/* for people */
	bool compares;		/* shows `base` */
	/** False and errno: it could not be written. */
	bool (*write)(const struct export_job *job, FILE *f);
};

/** The format of a file with this name; NULL: its suffix is none of ours. */
const struct export_format *export_format_of(const char *name);
/** The @i-th format; NULL after the last. */
const struct export_format *export_format_at(size_t i);

/**
 * The entries of an array with a stack among its keys, each weighted with its
 * value: a number, or the sum of an aggregate.  Entries that are not positive
 * are left out.  NULL if it has no such key, or values of another type.
 * The snapshot need not live on.
 */
struct export_stacks *export_stacks_of(const struct tapster_snapshot *sn);
/** NULL is fine. */
void export_stacks_free(struct export_stacks *st);

/** Of the array they are. */
const char *export_stacks_name(const struct export_stacks *st);
/** How many have not all their frames. */
uint64_t export_stacks_cut(const struct export_stacks *st);

/** Read lines as the format "folded" writes them; NULL: a line is none, its
 *  number in *@line. */
struct export_stacks *export_read_folded(FILE *f, unsigned *line);

#endif
