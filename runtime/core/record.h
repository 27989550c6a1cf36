/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Records (uapi/wire.h): checking, walking, arguments in and out, and how
 * they look as text and as JSON.
 *
 *	bad = stp_rec_check(blob, cuts, p, avail);	// NULL: fine
 *	stp_render_out(&sink, blob, cuts, p, &opts);	// what was printed
 *	if (stp_rec_error(blob, p, &err))
 *		stp_render_error(&sink, blob, p, &err);
 *
 * All but stp_rec_check() take checked records only.
 */
#ifndef STP_CORE_RECORD_H
#define STP_CORE_RECORD_H

#include "runtime/core/blob.h"
#include "runtime/core/cut.h"
#include "runtime/core/fmt.h"
#include "runtime/uapi/tape.h"

#define STP_MAX_ARGS 128	/* of one printing statement; sema checks it */

/**
 * Is there a whole record at @p, of which @avail bytes can be read, that is
 * well formed in all its parts?  NULL if so, else what is wrong (a constant
 * string).  @b may be NULL before the stream's first record, which must be a
 * STP_REC_BLOB then.  @p must be 8-aligned.  @cuts, of @b, may be NULL, and
 * only makes it quicker.
 */
const char *stp_rec_check(const struct stp_blob *b,
			  const struct stp_cuts *cuts, const void *p,
			  stp_u64 avail);

/** Returns true for what is printed for a recording, and shown nowhere. */
static inline bool stp_fmt_is_hidden(const struct stp_blob *b,
				     const struct stp_fmt *f)
{
	const char *text = stp_blob_str(b, f->text);

	return *text == *STP_TAPE_MARK && f->len >= strlen(STP_TAPE_MARK) &&
	       !memcmp(text, STP_TAPE_MARK, strlen(STP_TAPE_MARK));
}

/** What is left to read of some bytes whose lengths nobody vouches for. */
struct stp_bytes {
	const char *p;
	stp_u32 left;
};

/** The next @n bytes, or NULL if there are fewer. */
static inline const char *stp_bytes_take(struct stp_bytes *b, stp_u32 n)
{
	const char *p = b->p;

	if (n > b->left)
		return NULL;
	b->p += n;
	b->left -= n;
	return p;
}

/* ---- items -------------------------------------------------------------- */

struct stp_items {
	const char *p;
	stp_u32 left;
};

static inline struct stp_items stp_rec_items(const struct stp_rec *r)
{
	return (struct stp_items){ (const char *)(r + 1), r->n_items };
}

/** Returns the next item, or NULL after the last. */
static inline const struct stp_item *stp_item_next(struct stp_items *it)
{
	const struct stp_item *item = (const struct stp_item *)it->p;

	if (!it->left)
		return NULL;
	it->left--;
	it->p += sizeof(*item) + STP_ALIGN8(item->len);
	return item;
}

static inline const void *stp_item_bytes(const struct stp_item *it)
{
	return it + 1;
}

/** The record's first item; NULL if it has none. */
const struct stp_item *stp_rec_item(const struct stp_rec *r);

/* ---- arguments ---------------------------------------------------------- */

/**
 * Decode the arguments in @p (@len bytes), one per letter of @kinds, into
 * @ret; strings, memory and aggregates point into @p.  False if they are not
 * well formed or more than STP_MAX_ARGS.
 */
bool stp_args_decode(const char *kinds, const void *p, stp_u32 len,
		     struct stp_val *ret);
/** Bytes that @v, of @kind, takes on the wire. */
stp_u32 stp_arg_size(char kind, const struct stp_val *v);
/** Write it at @p (8-aligned); memory ('m') leaves its bytes, at p + 4, to the
 *  caller.  Returns stp_arg_size(). */
stp_u32 stp_arg_encode(void *p, char kind, const struct stp_val *v);

/* ---- errors ------------------------------------------------------------- */

struct stp_rec_error {
	stp_u32 loc;		/* index in LOCS; ~0 = unknown */
	stp_u32 from;		/* loc is of the library: the place in the script
				   that leads there, in LOCS; ~0 = none known */
	stp_u32 err;		/* enum stp_err; ~0 = no number */
	stp_u32 calls[STP_ERR_CALLS];	/* that led there, inside out, in LOCS */
	stp_u32 n_calls;
	bool calls_cut;		/* the outermost calls are not there */
	const char *text;
	stp_u32 len;
};

/** The error in which a handler ended (OUT), or the text of an ERROR or
 *  WARNING record. */
bool stp_rec_error(const struct stp_blob *b, const struct stp_rec *r,
		   struct stp_rec_error *ret);

/** A short tag for an error number: "div-zero"; "error" for none. */
const char *stp_err_tag(stp_u32 err);

/* ---- what to do about it: in hint.c ------------------------------------- */

/** What a user can do about an error, a constant string; NULL: its words say
 *  it, or it is the script's own. */
const char *stp_err_hint(stp_u32 err);
/** The same about something that was lost or skipped. */
const char *stp_cause_hint(stp_u32 cause);

/** In front of a hint, which has a line of its own. */
#define STP_HINT "  hint: "
/** That line, at the first error of its kind; @said: a bit for each kind
 *  that had its turn. */
void stp_render_err_hint(struct stp_sink *s, stp_u32 *said, stp_u32 err);

/* ---- how it looks ------------------------------------------------------- */

/** What an OUT record's handler printed; nothing for other types.  True if
 *  that was all there is in it: no error, no other type.  @cuts as above. */
bool stp_render_out(struct stp_sink *s, const struct stp_blob *b,
		    const struct stp_cuts *cuts, const struct stp_rec *r,
		    const struct stp_fmt_opts *opts);

/** "ERROR: text at FILE:LINE:COL [tag]\n", or WARNING for such a record. */
void stp_render_error(struct stp_sink *s, const struct stp_blob *b,
		      const struct stp_rec *r,
		      const struct stp_rec_error *err);

/** Where a string was cut, in LOCS; ~0: not known, or another loss. */
stp_u32 stp_loss_loc(const struct stp_item *it);
/** "3: strings cut at MAXSTRINGLEN, for one at x.stp:7:3" */
void stp_render_loss(struct stp_sink *s, const struct stp_blob *b,
		     const struct stp_item *it);

/** What a row cost, of a TIMES record, and the row's probe. */
const struct stp_times *stp_rec_times(const struct stp_blob *b,
				      const struct stp_rec *r,
				      const struct stp_probe **ret_probe);

/** A TIMES record as a line of a table, with a line for each cause for which
 *  hits were skipped; and the table's head. */
void stp_render_times(struct stp_sink *s, const struct stp_blob *b,
		      const struct stp_rec *r);
/** A row of the same table: bytes of memory. */
void stp_render_memory(struct stp_sink *s, const struct stp_rec *r);
void stp_render_times_head(struct stp_sink *s);

/** @n bytes at @p as a string of JSON. */
void stp_json_string(struct stp_sink *s, const char *p, stp_u32 n);

/** The record as JSON objects, one a line; some types give none. */
void stp_render_json(struct stp_sink *s, const struct stp_blob *b,
		     const struct stp_rec *r,
		     const struct stp_fmt_opts *opts);

/** HIST_WIDTH and HIST_ELISION as the blob sets them. */
struct stp_fmt_opts stp_blob_fmt_opts(const struct stp_blob *b);

#endif
