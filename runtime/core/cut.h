/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Formats that are cut into pieces once, before the run.  These are formats with only
 * text and plain %d; nearly all output that is printed often has such a format.  Of their
 * items only the length needs a check, and they are shown without parsing the format.
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
#define STP_NOT_CUT ~0u		/* in stp_cut.args: no item is so long */

/** A piece of a format: text, then a number or nothing. */
struct stp_piece {
	char text[STP_CUT_TEXT];
	stp_u32 len;		/* of the text */
	stp_u32 is_num;		/* 1: a number follows the text */
};

/** The cut of one format. */
struct stp_cut {
	stp_u32 args;		/* bytes of its arguments, or STP_NOT_CUT */
	stp_u32 first, n;	/* its pieces, in stp_cuts.piece */
	stp_u32 most;		/* bytes that must be free for stp_cut_put() */
};

struct stp_cuts {
	const struct stp_cut *cut;	/* by index in FORMATS */
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

/** Puts the text of @it, a checked item whose id is a format.  Returns false, and puts
 *  nothing, if the format is not cut or the sink cannot make enough room. */
bool stp_cut_put(struct stp_sink *s, const struct stp_cuts *cuts,
		 const struct stp_item *it);

#endif
