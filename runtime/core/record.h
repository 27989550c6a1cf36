/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Functions on records (uapi/wire.h): to check them, to read them item by item, to
 * encode and decode arguments, and to show them as text and as JSON.
 *
 *	bad = stp_rec_check(blob, cuts, p, avail);	// NULL: fine
 *	stp_render_out(&sink, blob, cuts, p, &opts);	// what was printed
 *	if (stp_rec_error(blob, p, &err))
 *		stp_render_error(&sink, blob, p, &err);
 *
 * All functions but stp_rec_check() take checked records only.
 */
#ifndef STP_CORE_RECORD_H
#define STP_CORE_RECORD_H

#include "runtime/core/blob.h"
#include "runtime/core/cut.h"
#include "runtime/core/fmt.h"
#include "runtime/uapi/tape.h"

#define STP_MAX_ARGS 128	/* of one printing statement; sema checks it */

/**
 * Checks the record at @p, where @avail bytes can be read.  Returns NULL if it is
 * whole and well formed in all its parts, else what is wrong (a constant string).
 * @b: the blob; NULL for the first record of a stream, which must be a STP_REC_BLOB,
 * whose blob is not checked here.  @p must be 8-aligned.  @cuts, of @b, only make the
 * check faster, and may be NULL.
 */
const char *stp_rec_check(const struct stp_blob *b,
			  const struct stp_cuts *cuts, const void *p,
			  stp_u64 avail);

/** Returns true if output with the format @f is only for a recording, and is not
 *  shown. */
static inline bool stp_fmt_is_hidden(const struct stp_blob *b,
				     const struct stp_fmt *f)
{
	const char *text = stp_blob_str(b, f->text);

	return *text == *STP_TAPE_MARK && f->len >= strlen(STP_TAPE_MARK) &&
	       !memcmp(text, STP_TAPE_MARK, strlen(STP_TAPE_MARK));
}

/** Bytes that are not trusted: those that are still to be read. */
struct stp_bytes {
	const char *p;
	stp_u32 left;
};

/** Moves @b past the next @n bytes and returns them; NULL if there are fewer. */
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
	stp_u32 left;		/* items, not bytes */
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
 * Decodes the arguments in @p (@len bytes), one per letter of @kinds, into @ret, which
 * has room for STP_MAX_ARGS; strings, stacks, memory and aggregates point into @p.
 * Returns false if the arguments are not well formed, or more than STP_MAX_ARGS.
 */
bool stp_args_decode(const char *kinds, const void *p, stp_u32 len,
		     struct stp_val *ret);
/** The number of bytes that @v, of kind @kind, has in a record. */
stp_u32 stp_arg_size(char kind, const struct stp_val *v);
/** Writes @v to @p (8-aligned); for memory ('m') the caller writes the bytes, at
 *  p + 4.  Returns stp_arg_size(). */
stp_u32 stp_arg_encode(void *p, char kind, const struct stp_val *v);

/* ---- errors ------------------------------------------------------------- */

struct stp_rec_error {
	stp_u32 loc;		/* index in LOCS; ~0 = unknown */
	stp_u32 from;		/* if loc is in the tapset: index in LOCS of the
				   script's call that leads there; ~0 = unknown */
	stp_u32 err;		/* enum stp_err; ~0 = no number */
	stp_u32 calls[STP_ERR_CALLS];	/* indexes in LOCS of the calls that lead
					   to loc, inside out */
	stp_u32 n_calls;
	bool calls_cut;		/* the outermost calls are missing */
	const char *text;
	stp_u32 len;
};

/** Finds the error in which a handler ended (OUT), or the text of an ERROR or
 *  WARNING record.  The text points into @r.  Returns false if the record has neither. */
bool stp_rec_error(const struct stp_blob *b, const struct stp_rec *r,
		   struct stp_rec_error *ret);

/** The short tag of an error number, such as "div-zero"; "error" for a number without
 *  one. */
const char *stp_err_tag(stp_u32 err);

/* ---- hint.c: what to do about an error or a loss ------------------------- */

/** What a user can do about the error number @err, a constant string.  NULL: its own
 *  text says it, or the script has made the error. */
const char *stp_err_hint(stp_u32 err);
/** What a user can do about losses or skipped hits for @cause, a constant string; NULL:
 *  there is no hint. */
const char *stp_cause_hint(stp_u32 cause);

/** The beginning of a hint, which has a line of its own. */
#define STP_HINT "  hint: "
/** Puts the line with the hint for @err, if there is one that was not shown before.
 *  *@said has a bit for each error number whose hint was shown; 0 at first. */
void stp_render_err_hint(struct stp_sink *s, stp_u32 *said, stp_u32 err);

/* ---- how it looks ------------------------------------------------------- */

/** Puts what the handler of an OUT record printed; nothing for other types.  Returns
 *  true if that is all of the record: it is OUT and has no error.  @cuts may be NULL. */
bool stp_render_out(struct stp_sink *s, const struct stp_blob *b,
		    const struct stp_cuts *cuts, const struct stp_rec *r,
		    const struct stp_fmt_opts *opts);

/** Puts "ERROR: text at FILE:LINE:COL [tag]\n", or WARNING, and lines for the calls. */
void stp_render_error(struct stp_sink *s, const struct stp_blob *b,
		      const struct stp_rec *r,
		      const struct stp_rec_error *err);

/** The index in LOCS of where a string was cut, for an item of a LOSS record; ~0: it is
 *  not known, or the item is of another cause. */
stp_u32 stp_loss_loc(const struct stp_item *it);
/** Puts "3: strings cut at MAXSTRINGLEN, for one at x.stp:7:3". */
void stp_render_loss(struct stp_sink *s, const struct stp_blob *b,
		     const struct stp_item *it);

/** Returns the numbers of the first item of a TIMES record; *@ret_probe: the probe of
 *  its row. */
const struct stp_times *stp_rec_times(const struct stp_blob *b,
				      const struct stp_rec *r,
				      const struct stp_probe **ret_probe);

/** Puts a TIMES record as a line of a table, with a line for each cause for which
 *  hits were skipped. */
void stp_render_times(struct stp_sink *s, const struct stp_blob *b,
		      const struct stp_rec *r);
/** Puts a MEMORY record as a line of the table of stp_render_times(). */
void stp_render_memory(struct stp_sink *s, const struct stp_rec *r);
/** Puts the line with the names of the columns of stp_render_times(). */
void stp_render_times_head(struct stp_sink *s);

/** Puts @n bytes at @p as a string of JSON. */
void stp_json_string(struct stp_sink *s, const char *p, stp_u32 n);

/** Puts the record as JSON objects, one a line; for some types nothing. */
void stp_render_json(struct stp_sink *s, const struct stp_blob *b,
		     const struct stp_rec *r,
		     const struct stp_fmt_opts *opts);

/** Options with HIST_WIDTH and HIST_ELISION as the blob sets them, and no symbols. */
struct stp_fmt_opts stp_blob_fmt_opts(const struct stp_blob *b);

#endif
