/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of prompt/: `tapster -i`, a script that is typed line by line.
 *
 * The prompt stores the text of a script.  It compiles and runs nothing itself:
 * it calls the functions of struct prompt_ops, which the command implements
 * with child processes.  A crash or Ctrl-C ends the child and not the prompt.
 */
#ifndef PROMPT_PROMPT_H
#define PROMPT_PROMPT_H

#include <stdbool.h>
#include <stdio.h>
#include <tapster.h>

/**
 * Functions of the command for the prompt; none may be NULL.  @words: options in
 * addition to those that the prompt was started with, then perhaps "--" and the
 * arguments of the script; the last element is NULL.
 */
struct prompt_ops {
	/** Returns true if the options @words are correct; else reports. */
	bool (*options)(void *data, char **words);
	/** Compiles @script, as far as its names and types.  Returns true if it
	 *  is correct; else *@messages gets the errors, which the prompt frees. */
	bool (*check)(void *data, char **words, const char *script,
		      char **messages);
	/** Runs @script to its end as an ordinary process.  Returns its exit
	 *  status. */
	int (*evaluate)(void *data, char **words, const char *script);
	/** Runs @script to its end, and writes the globals to @globals with
	 *  prompt_write_global().  Returns the exit status. */
	int (*run)(void *data, char **words, const char *script,
		   FILE *globals);
	/** Runs the language server until @in ends.  Called in a child. */
	void (*serve)(void *data, char **words, FILE *in, FILE *out);
	/** Opens a file for writing, as the user who called sudo.
	 *  Returns NULL, with errno, if it cannot be written. */
	FILE *(*create)(void *data, const char *name);
};

struct prompt_config {
	const struct prompt_ops *ops;
	void *data;		/* for the functions */
	const char *file;	/* to begin with, or NULL */
	struct tapster_session *tools;	/* for functions without a script */
};

/**
 * Reads commands and code from standard input, until it ends, and executes them.
 * Returns the exit status: 0; without a terminal 1 if one of them failed.
 */
int prompt_run(const struct prompt_config *cfg);

/** Writes a global as `show` prints it, in the form that the prompt reads. */
void prompt_write_global(FILE *f, const struct tapster_snapshot *sn);

#endif
