/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Text that can be printed, made of any bytes, a piece at a time: with escapes,
 * between quotes if wanted, and cut to a length.  Given by the facility text.
 */
#ifndef STP_CORE_TEXT_H
#define STP_CORE_TEXT_H

#include "runtime/core/handler.h"

enum stp_text_style {
	STP_TEXT_BARE,
	STP_TEXT_QUOTED,	/* escapes of three digits, and \\a and \\b */
	STP_TEXT_SHORT,		/* in quotes; as few digits as are clear */
};

struct stp_text {
	struct stp_slot s;	/* cap: of all, with quotes and dots */
	stp_u32 len;
	stp_u32 safe;		/* the length that leaves room for `"...` */
	stp_u8 digits;		/* of the escape at the end that is short; or 0 */
	enum stp_text_style style;
	bool cut;		/* something did not fit, or is left out */
};

/** @len bytes at most; 0 or less: as many as the slot has. */
void stp_text_begin(struct stp_text *t, struct stp_slot s, stp_s64 len,
		    enum stp_text_style style);
/** False if not all of it fitted: there is no use in more. */
bool stp_text_put(struct stp_text *t, const char *p, stp_u32 n);
/** What is in quotes and was cut ends in `"...`. */
struct stp_str stp_text_end(struct stp_text *t);

#endif
