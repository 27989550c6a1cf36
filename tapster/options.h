/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Options one by one, for code that reads command lines.
 */
#ifndef TAPSTER_OPTIONS_H
#define TAPSTER_OPTIONS_H

#include <stddef.h>

#include "tapster/table.h"

struct command;

/** The @i-th row of the table; NULL after the last. */
const struct option_row *option_row(size_t i);
/** "-x" or "--long", as the user would type it; in @buf. */
const char *option_spelling(const struct option_row *r, char buf[40]);
/** Do what the option does; @value may be NULL if it takes none. */
void option_apply(struct command *c, const struct option_row *r,
		  const char *value);
/** --example; NULL: the first argument will name it. */
void option_example(struct command *c, const char *value);
/** Tells of options that were accepted and change nothing: of --sysroot in a
 *  warning, of the others with -v only. */
void options_tell_ignored(struct command *c);
/** An error about options; @hint may be NULL. */
void usage_error(struct command *c, const char *hint, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
