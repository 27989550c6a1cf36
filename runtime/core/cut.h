/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Formats that are cut into pieces once a run: those with nothing but text and
 * plain %d, which are nearly all that is printed often.  Only the length of their
 * items needs a check, and the items are shown without parsing the format.
 *
 *	cuts = stp_cuts_init(malloc(stp_cuts_size(blob)), blob);
 *	bad = stp_rec_check(blob, cuts, p, avail);
 *	stp_render_out(&sink, blob, cuts, p, &opts);
 */
#ifndef STP_CORE_CUT_H
#define STP_CORE_CUT_H

#include "runtime/core/blob.h"
#include "runtime/core/fmt.h"

#define STP_CUT_TEXT 16		/* bytes of text in one piece */
#define STP_NOT_CUT ~0u		/* longer than any item */

/** A piece of a format: text, then a number or nothing. */
struct stp_piece {
	char text[STP_CUT_TEXT];
	stp_u32 len;		/* of the text */
	stp_u32 is_num;
};

/** The cut of one format. */
struct stp_cut {
	stp_u32 args;		/* bytes of its arguments, or STP_NOT_CUT */
	stp_u32 first, n;	/* its pieces */
	stp_u32 most;		/* most bytes that stp_cut_put() writes to */
};

struct stp_cuts {
	const struct stp_cut *cut;	/* by format */
	const struct stp_piece *piece;
};

/** The bytes that the cuts of @b's formats take. */
size_t stp_cuts_size(const struct stp_blob *b);
/** Cuts the formats of @b into @mem, 8-aligned, of stp_cuts_size(); returns @mem. */
const struct stp_cuts *stp_cuts_init(void *mem, const struct stp_blob *b);

/** Returns true if format @fmt is cut, and @len is the bytes of its arguments. */
static inline bool stp_is_cut(const struct stp_cuts *cuts, stp_u32 fmt,
			      stp_u32 len)
{
	return cuts && cuts->cut[fmt].args == len;
}

/** Puts a checked item with a format.  Returns false, and does nothing, if the format
 *  is not cut or the sink cannot make enough room. */
bool stp_cut_put(struct stp_sink *s, const struct stp_cuts *cuts,
		 const struct stp_item *it);

#endif
