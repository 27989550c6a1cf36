/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Makes printable text from any bytes, a piece at a time: with escapes, between
 * quotes if wanted, and cut to a length.  Part of the facility text.
 */
#ifndef STP_CORE_TEXT_H
#define STP_CORE_TEXT_H

#include "runtime/core/handler.h"

enum stp_text_style {
	STP_TEXT_BARE,		/* no quotes; UTF-8 as \u and \U, other bytes as in
				   C: \a, \n, or three digits; a NUL as \0 if no
				   digit follows */
	STP_TEXT_QUOTED,	/* in double quotes, with the same escapes */
	STP_TEXT_SHORT,		/* in double quotes; escapes have as few digits as
				   possible, also instead of \a, \b and \u */
};

struct stp_text {
	struct stp_slot s;	/* s.cap: most bytes, with quotes and dots */
	stp_u32 len;		/* bytes so far */
	stp_u32 safe;		/* the largest length so far, without splitting an
				   escape, that leaves room for `"...` */
	stp_u8 digits;		/* how many digits, one or two, the escape at the
				   end of the text has; 0: it ends in no such escape */
	stp_u8 kept_len;	/* how many bytes of a character of UTF-8 are kept
				   until it is whole */
	char kept[4];
	enum stp_text_style style;
	bool cut;		/* something did not fit, or is left out */
};

/** Begins a text in @s, of @len bytes at most, with quotes and dots; if @len is 0 or less,
 *  as many as fit into @s. */
void stp_text_begin(struct stp_text *t, struct stp_slot s, stp_s64 len,
		    enum stp_text_style style);
/** Appends @n bytes, with escapes.  Returns false if not all of them fitted: then append no
 *  more. */
bool stp_text_put(struct stp_text *t, const char *p, stp_u32 n);
/** Ends the text and returns it.  If it is quoted and was cut, it ends in `"...`. */
struct stp_str stp_text_end(struct stp_text *t);

#endif
