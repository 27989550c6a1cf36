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
 * Functions of the command that the prompt calls; none may be NULL.  @data is that
 * of struct prompt_config.  @words: options in addition to those of `tapster -i`,
 * then perhaps "--" and the arguments of the script; the last element is NULL.
 */
struct prompt_ops {
	/** Returns true if the options @words are correct and a script can run
	 *  with them; otherwise reports the error and returns false. */
	bool (*options)(void *data, char **words);
	/** Analyses @script: checks its names and types.  Returns true if it is
	 *  correct.  Otherwise returns false and sets *@messages to the text of
	 *  the errors, which the prompt frees. */
	bool (*check)(void *data, char **words, const char *script,
		      char **messages);
	/** Runs @script to its end in an ordinary process, without the kernel.
	 *  Returns the exit status of the run. */
	int (*evaluate)(void *data, char **words, const char *script);
	/** Runs @script to its end, in the kernel or in a guest.  Writes each
	 *  global to @globals with prompt_write_global().  Returns the exit
	 *  status of the run. */
	int (*run)(void *data, char **words, const char *script,
		   FILE *globals);
	/** Runs the language server: reads requests from @in until it ends, and
	 *  writes answers to @out.  The prompt calls this in a child process. */
	void (*serve)(void *data, char **words, FILE *in, FILE *out);
	/** Opens file @name for writing; after sudo, with the rights of the user
	 *  who called sudo.  Returns NULL and sets errno if that fails. */
	FILE *(*create)(void *data, const char *name);
};

struct prompt_config {
	const struct prompt_ops *ops;
	void *data;		/* passed to the functions of `ops` */
	const char *file;	/* the script to begin with, or NULL */
	struct tapster_session *tools;	/* for tapster_scan(), tapster_explain() */
};

/**
 * Reads commands and code from standard input and executes them, until the input
 * ends or the command `quit`.  Returns the exit status: 1 if the input is not a
 * terminal and a command or code has failed, otherwise 0.
 */
int prompt_run(const struct prompt_config *cfg);

/** Writes to @f the name of the global @sn and the text that `show` prints for it,
 *  in the form that the prompt reads back after the run. */
void prompt_write_global(FILE *f, const struct tapster_snapshot *sn);

#endif
