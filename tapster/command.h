/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The command: a client of <tapster.h> like any other.  What it adds are the
 * options in their familiar form, a terminal, and signals.
 */
#ifndef TAPSTER_COMMAND_H
#define TAPSTER_COMMAND_H

#include <stdio.h>
#include <tapster.h>

/** What to do, as the options say. */
enum action {
	ACTION_RUN,		/* up to `last` */
	ACTION_DUMP,
	ACTION_HELP,
	ACTION_VERSION,
	ACTION_DOCTOR,
	ACTION_EXPLAIN,
	ACTION_FETCH,
	ACTION_CLEAN,
};

enum { PASS_PARSE = 1, PASS_ANALYSE, PASS_TRANSLATE, PASS_BUILD, PASS_RUN };

struct command {
	struct tapster_session *s;
	int argc;
	char **argv;
	enum action action;
	int last;		/* pass to stop after */
	const char *dump;	/* stage of ACTION_DUMP */
	const char *wanted;	/* kernel of ACTION_FETCH, tag of _EXPLAIN */
	const char *output;	/* -o, or NULL */
	const char *module_name; /* -m, or NULL */
	int verbose[PASS_RUN + 1];
	bool keep, json, in_guest, on_host, has_script;
	enum { COLOUR_AUTO, COLOUR_NEVER, COLOUR_ALWAYS } colour;

	/* of show.c */
	FILE *out;		/* what the script prints */
	int broken;		/* errno of the first write that failed */
	bool on_terminal, line_open;
};

/** Options, then the script and its arguments.  Complaints go to c->s. */
void options_parse(struct command *c);

/**
 * Started by sudo: give up root for good, unless a module is to be loaded;
 * then everything but that is done as the user.
 */
void sudo_leave(struct command *c);
/** fopen() for writing, as that user. */
FILE *sudo_fopen(const char *name);

/** Begin to show what the session reports; options are known behind it. */
void show_begin(struct command *c);
/** Open -o; 0 or -1. */
int show_open(struct command *c);
/** What is printed goes out; the run stops when nobody takes it. */
void show_flush(struct command *c);
/** The last bytes go out; a complaint if they could not. */
void show_end(struct command *c);
void show_timings(const struct command *c);

/** -k: the C text and the module into a directory that stays. */
void keep_files(struct command *c);

void help_print(FILE *f);
int doctor_run(struct command *c);
void explain_run(struct command *c);

#endif
