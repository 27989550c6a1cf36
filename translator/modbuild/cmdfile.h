/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kbuild's .cmd files: what was run to make a file, and what of it we repeat.
 *
 * Next to each FILE kbuild leaves .FILE.cmd; its line
 * `cmd_PATH := command ; command` (`savedcmd_PATH` since 6.2) is what a shell
 * ran, in the headers directory.  No part of the command is ever given to a shell
 * again: words are split here, those that a script's build needs are picked by
 * an allow-list, and the same list is asked again when a recipe is read back.
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
 * Parse the text of a .cmd file.  False if there is no cmd_ line or if it
 * does not split into words (an open quote).  A command that uses more of the
 * shell than words and quotes is left out.
 */
bool cmdfile_parse(struct arena *a, const char *text, size_t n,
		   struct cmdfile *ret);

/** The command whose program's base name ends with @suffix, or NULL. */
const struct args *cmdfile_find(const struct cmdfile *c, const char *suffix);

/**
 * From the command that compiled a runtime object: the compiler and the flags
 * that decide about code (-f -m -O -std -nostdinc --param).  Include paths,
 * macros, warnings and debug information are left out.
 */
bool cmdfile_cc(const struct args *command, struct args *ret);

/**
 * From the same command: what C with kernel headers needs, joined and
 * absolute: -I, -include, -isystem, -D, -U.  Paths below @without and our own
 * macros are left out.
 */
void cmdfile_world(const struct args *command, const char *base,
		   const char *without, struct args *ret);

/**
 * From the command that ran objtool: the tool and its options, without the
 * file, for single objects: --link and --ibt (which needs --link, and seals
 * what it sees no user of) are left out.  Paths are made absolute with @base.
 */
bool cmdfile_objtool(const struct args *command, const char *base,
		     struct args *ret);

/** From the command that linked the .ko: linker and options, no files. */
bool cmdfile_ld(const struct args *command, const char *base,
		struct args *ret);

/** Returns true if this word may follow the program in a recipe's vector. */
bool cmdfile_cc_flag_ok(const char *s);
bool cmdfile_world_flag_ok(const char *s);
bool cmdfile_objtool_flag_ok(const char *s);
bool cmdfile_ld_flag_ok(const char *s);

/** A program's name or path: no option, no odd characters. */
bool cmdfile_program_ok(const char *s);

#endif
