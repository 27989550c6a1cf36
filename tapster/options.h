/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds, names and applies single options, for code that reads command lines.
 */
#ifndef TAPSTER_OPTIONS_H
#define TAPSTER_OPTIONS_H

#include <stddef.h>

#include "tapster/table.h"

struct command;

/** The row of options.def with index @i; NULL after the last. */
const struct option_row *option_row(size_t i);
/** Writes the option to @buf as a user types it, "--long", or "-x" if it has no long name.
 *  Returns @buf. */
const char *option_spelling(const struct option_row *r, char buf[40]);
/** Applies an option.  @value: NULL without a value.  A wrong value is reported. */
void option_apply(struct command *c, const struct option_row *r,
		  const char *value);
/** Applies --example.  @value NULL: the first word after the options is the name. */
void option_example(struct command *c, const char *value);
/** Reports options that were accepted without effect: --sysroot with a warning,
 *  the others only with -v. */
void options_tell_ignored(struct command *c);
/** Reports an error about options; @hint may be NULL. */
void usage_error(struct command *c, const char *hint, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
