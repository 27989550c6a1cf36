/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kbuild's .cmd files: the commands that made a file, and the parts of them that
 * a script's build repeats.
 *
 * Next to each FILE kbuild leaves .FILE.cmd.  Its line
 * `cmd_PATH := command ; command` (`savedcmd_PATH` since 6.2) is what a shell
 * ran, in the headers directory.  No part of the command is given to a shell
 * again: the command is split into words here, and allow-lists select the words that
 * a script's build needs.  A recipe that is read back is checked with the same lists.
 */
#ifndef TRANSLATOR_MODBUILD_CMDFILE_H
#define TRANSLATOR_MODBUILD_CMDFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "translator/modbuild/args.h"

/** The commands of one .cmd file, in order; words without quotes. */
struct cmdfile {
	VEC(struct args) commands;
};

/**
 * Parses the text of a .cmd file.  Returns false if it has no cmd_ line or the
 * line does not split into words (an open quote).  A command that uses more of
 * the shell than words and quotes is left out.
 */
bool cmdfile_parse(struct arena *a, const char *text, size_t n,
		   struct cmdfile *ret);

/** Returns the command whose program's base name ends with @suffix, or NULL. */
const struct args *cmdfile_find(const struct cmdfile *c, const char *suffix);

/**
 * Adds to @ret, from the command that compiled a runtime object, the compiler
 * and the flags that decide about code (-f -m -O -std -nostdinc --param --target).
 * Include paths, macros, warnings and debug information are left out.  Returns
 * false if cmdfile_program_ok() refuses the compiler or no flag is left.
 */
bool cmdfile_cc(const struct args *command, struct args *ret);

/**
 * Adds to @ret, from the same command, the options that C with kernel headers
 * needs: -I, -include, -isystem, -D, -U.  Each becomes one word, with its path made
 * absolute with @base.  Paths below @without and our own macros, -DSTP_x, are left
 * out.
 */
void cmdfile_world(const struct args *command, const char *base,
		   const char *without, struct args *ret);

/**
 * Adds to @ret, from the command that ran objtool, the tool and its options for
 * single objects, without the file.  --link and --ibt are left out: --ibt needs
 * --link, and seals functions that it sees no user of.  The tool's path is made
 * absolute with @base.  Returns false if cmdfile_program_ok() refuses that path.
 */
bool cmdfile_objtool(const struct args *command, const char *base,
		     struct args *ret);

/** Adds to @ret, from the command that linked the .ko, the linker and its
 *  options, without files.  The path of -T is made absolute with @base.  Returns
 *  false if cmdfile_program_ok() refuses the linker or -r is missing. */
bool cmdfile_ld(const struct args *command, const char *base,
		struct args *ret);

/** Return true if the word @s is allowed in the recipe's vector cc, world, objtool or
 *  ld; in cc, objtool and ld, after the program. */
bool cmdfile_cc_flag_ok(const char *s);
bool cmdfile_world_flag_ok(const char *s);
bool cmdfile_objtool_flag_ok(const char *s);
bool cmdfile_ld_flag_ok(const char *s);

/** Returns true if @s can be a program's name or path: it is no option and has
 *  only letters, digits and /._+- in it. */
bool cmdfile_program_ok(const char *s);

#endif
