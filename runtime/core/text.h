/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Printable text, made from any bytes, a piece at a time: with escapes, between
 * quotes if wanted, and cut to a length.  Part of the facility text.
 */
#ifndef STP_CORE_TEXT_H
#define STP_CORE_TEXT_H

#include "runtime/core/handler.h"

enum stp_text_style {
	STP_TEXT_BARE,
	STP_TEXT_QUOTED,	/* escapes of three digits, and \\a and \\b */
	STP_TEXT_SHORT,		/* quoted; escapes have as few digits as possible */
};

struct stp_text {
	struct stp_slot s;	/* cap: of all, with quotes and dots */
	stp_u32 len;
	stp_u32 safe;		/* the largest length so far that leaves room for
				   `"...` */
	stp_u8 digits;		/* of an escape with fewer than three, if the text
				   ends in one; else 0 */
	enum stp_text_style style;
	bool cut;		/* something did not fit, or is left out */
};

/** Begins a text in @s, of @len bytes at most; 0 or less: as many as @s has. */
void stp_text_begin(struct stp_text *t, struct stp_slot s, stp_s64 len,
		    enum stp_text_style style);
/** Appends @n bytes.  Returns false if not all fitted: then append no more. */
bool stp_text_put(struct stp_text *t, const char *p, stp_u32 n);
/** Ends the text and returns it.  If it is quoted and was cut, it ends in `"...`. */
struct stp_str stp_text_end(struct stp_text *t);

#endif
