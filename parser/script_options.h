/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The options that a script declares, for `tapster FILE -- --limit 5`.
 *
 *	# How many rows are shown.
 *	option limit = 10
 *
 * `option` is a word of the language only where a declaration can begin and a
 * name follows; there it means `global`.  An underscore at the end of a name is not
 * part of the option: limit_ is --limit, because `limit` is a keyword, not a name.
 */
#ifndef PARSER_SCRIPT_OPTIONS_H
#define PARSER_SCRIPT_OPTIONS_H

#include <stdint.h>
#include "base/vec.h"

struct parse_env;
struct source;

enum script_option_kind {
	SCRIPT_FLAG,		/* option verbose: 0, or 1 if it is given */
	SCRIPT_NUMBER,		/* option limit = 10 */
	SCRIPT_STRING,		/* option name = "" */
};

struct script_option {
	const char *name;	/* of the global; max_depth is --max-depth, limit_
				   is --limit */
	const char *help;	/* the comment above it, or "" */
	enum script_option_kind kind;
	int64_t number;		/* the default of a number; else 0 */
	const char *text;	/* the default of a string; else "" */
};

typedef VEC(struct script_option) script_options;

/** Add the options that @src declares to @ret, in their order, in env->arena. */
void script_options_read(const struct parse_env *env, const struct source *src,
			 script_options *ret);

#endif
