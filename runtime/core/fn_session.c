/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics that ask the session: which probe, which target.
 */
#include "runtime/core/fn.h"

static STP_FN struct stp_str copy(struct stp_ctx *c, struct stp_slot s,
				  const char *p, stp_u32 len)
{
	return stp_str_copy(c, s, (struct stp_str){ p, len });
}

STP_FN stp_s64 stp_fn_target(struct stp_ctx *c)
{
	return stp_session.limits[STP_LIM_TARGET];
}

STP_FN struct stp_str stp_fn_pp(struct stp_ctx *c, struct stp_slot s)
{
	const struct stp_blob *b = stp_session.blob;
	const char *p = stp_blob_str(
		b, stp_blob_probe(b, c->site->probe)->name);

	return copy(c, s, p, strlen(p));
}

/* "kernel", or what is before "module:"; "" where there is no such place. */
STP_FN struct stp_str stp_fn_probemod(struct stp_ctx *c, struct stp_slot s)
{
	const struct stp_blob *b = stp_session.blob;
	stp_u32 at = c->site->row->place;
	const struct stp_place *place;
	const char *p;

	if (at == ~0u)
		return copy(c, s, "", 0);
	place = stp_blob_place(b, at);
	if (place->space != STP_SPACE_MODULE)
		return copy(c, s, "kernel",
			    place->space == STP_SPACE_FILE ? 0 : 6);
	p = stp_blob_str(b, place->name);
	return copy(c, s, p, strcspn(p, ":"));
}

/* The place's symbol, without "module:"; "" where there is none. */
STP_FN struct stp_str stp_fn_probefunc(struct stp_ctx *c, struct stp_slot s)
{
	const struct stp_blob *b = stp_session.blob;
	stp_u32 place = c->site->row->place;
	const char *p = "", *colon;

	if (place != ~0u && stp_blob_place(b, place)->space != STP_SPACE_FILE)
		p = stp_blob_str(b, stp_blob_place(b, place)->name);
	colon = strchr(p, ':');
	if (colon)
		p = colon + 1;
	return copy(c, s, p, strlen(p));
}
