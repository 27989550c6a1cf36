/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Parses formats of printf and sprintf, for the passes that type, check and
 * lower their arguments.  What they print is the runtime's: core/fmt.h.
 */
#ifndef TRANSLATOR_PRINTF_H
#define TRANSLATOR_PRINTF_H

#include "translator/program.h"

/** One piece of a format: literal text, or a conversion. */
struct format_piece {
	bool is_literal;
	const char *text;	/* literal: the bytes meant, %% is % */
	size_t len;
	char conv;		/* conversion letter */
	char flag;		/* 0 + - space #, or NUL */
	bool star_width, star_precision;	/* each takes a number */
	int64_t width, precision;	/* as written, or -1 */
};

typedef VEC(struct format_piece) format_vec;

/**
 * Take a format apart (systemtap language: one flag, width, precision).
 * False and a reason in @why, made in @a, if it is malformed.
 */
bool format_parse(struct arena *a, const char *text, size_t len,
		  format_vec *ret, const char **why);

/** Type that a conversion wants. */
enum base_type format_arg_type(char conv);

#endif
