/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Formats that are cut into pieces once a run: those of text and plain %d
 * alone, which are nearly all that is printed often.  Their records are known
 * to be good by a length, and shown without a look at the format.
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
#define STP_NOT_CUT ~0u		/* no item is so long */

/** Text, then a number or nothing. */
struct stp_piece {
	char text[STP_CUT_TEXT];
	stp_u32 len;		/* of the text */
	stp_u32 is_num;
};

/** One format. */
struct stp_cut {
	stp_u32 args;		/* bytes of its arguments, or STP_NOT_CUT */
	stp_u32 first, n;	/* its pieces */
	stp_u32 most;		/* bytes that showing it writes to, at most */
};

struct stp_cuts {
	const struct stp_cut *cut;	/* by format */
	const struct stp_piece *piece;
};

/** Bytes that the cuts of @b's formats take. */
size_t stp_cuts_size(const struct stp_blob *b);
/** Cut the formats of @b into @mem, 8-aligned; returns @mem. */
const struct stp_cuts *stp_cuts_init(void *mem, const struct stp_blob *b);

/** Is the number of a format that is cut, with @len bytes of arguments? */
static inline bool stp_is_cut(const struct stp_cuts *cuts, stp_u32 fmt,
			      stp_u32 len)
{
	return cuts && cuts->cut[fmt].args == len;
}

/** Show a checked item with a format.  False, and nothing is done, if that is
 *  not cut or the sink never has so much room. */
bool stp_cut_put(struct stp_sink *s, const struct stp_cuts *cuts,
		 const struct stp_item *it);

#endif
