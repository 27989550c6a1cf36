/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Checks records, and finds the errors in them.  A record comes from a mapped ring, a
 * pipe or a serial line.  The check reads all of it once, and uses no length that it has
 * not compared with the bytes that are left.
 */
#include "runtime/core/record.h"
#include "runtime/core/stat.h"

/* ---- items -------------------------------------------------------------- */

const struct stp_item *stp_rec_item(const struct stp_rec *r)
{
	struct stp_items it = stp_rec_items(r);

	return stp_item_next(&it);
}

stp_u32 stp_loss_loc(const struct stp_item *it)
{
	return it->len == 16 ? stp_get_s64(stp_item_bytes(it) + 8) : ~0u;
}

/* ---- checking ----------------------------------------------------------- */

/* Returns call @i, an index in LOCS, of the calls that follow the head of an error item. */
static stp_u32 kept_call(const struct stp_item *it, stp_u32 i)
{
	stp_u32 call;

	memcpy(&call, stp_item_bytes(it) + sizeof(struct stp_error_item) +
	       i * sizeof(call), sizeof(call));
	return call;
}

static bool has_calls(const struct stp_blob *b, const struct stp_item *it,
		      stp_u32 n)
{
	stp_u32 i;

	for (i = 0; i < n; i++)
		if (kept_call(it, i) >= stp_blob_n(b, STP_SEC_LOCS))
			return false;
	return true;
}

static bool is_error_item(const struct stp_blob *b, const struct stp_item *it)
{
	struct stp_error_item e;
	stp_u32 calls;

	if (it->len < sizeof(e))
		return false;
	memcpy(&e, stp_item_bytes(it), sizeof(e));
	calls = stp_calls_bytes(&e);
	return stp_blob_has_loc(b, e.loc) && stp_blob_has_loc(b, e.from) &&
	       it->len - sizeof(e) >= calls &&
	       has_calls(b, it, calls / sizeof(stp_u32));
}

/* Checks arguments.  It is not inlined, because it takes much stack. */
static __attribute__((__noinline__)) const char *
check_args(const char *kinds, const struct stp_item *it)
{
	struct stp_val v[STP_MAX_ARGS];

	if (!stp_args_decode(kinds, stp_item_bytes(it), it->len, v))
		return "record: malformed arguments";
	return NULL;
}

static const char *check_out(const struct stp_blob *b,
			     const struct stp_item *it)
{
	if (it->id == STP_ITEM_TEXT)
		return NULL;
	if (it->id == STP_ITEM_ERROR)
		return is_error_item(b, it) ? NULL
					    : "record: malformed error";
	if (it->id >= stp_blob_n(b, STP_SEC_FORMATS))
		return "record: unknown format";
	return check_args(stp_blob_str(b, stp_blob_fmt(b, it->id)->kinds), it);
}

static const char *check_map(const struct stp_blob *b, stp_u32 global,
			     const struct stp_item *it)
{
	char kinds[STP_MAX_KEYS + 2];

	if (it->id >= stp_blob_n(b, STP_SEC_GLOBALS))
		return "record: unknown global";
	if (it->id != global)
		return "record: an entry of another global";
	stp_global_kinds(b, stp_blob_global(b, it->id), kinds);
	return check_args(kinds, it);
}

/* Returns true for the item of a cut string: a count, and an index in LOCS. */
static bool is_cut_location(const struct stp_blob *b, const struct stp_item *it)
{
	stp_u32 loc = stp_loss_loc(it);

	return it->id == STP_CAUSE_STRING_CUT && loc != ~0u &&
	       stp_blob_has_loc(b, loc);
}

static bool is_state(const struct stp_blob *b, const struct stp_item *it)
{
	return it->id == STP_ITEM_STATS
		? it->len == sizeof(struct stp_ioc_stats)
		: it->id < stp_blob_n(b, STP_SEC_ROWS) &&
		  it->len == sizeof(struct stp_row_state);
}

static const char *check_item(const struct stp_blob *b,
			      const struct stp_rec *r,
			      const struct stp_item *it)
{
	switch (r->type) {
	case STP_REC_OUT:
		return check_out(b, it);
	case STP_REC_MAP:
		return check_map(b, r->global, it);
	case STP_REC_ERROR:
	case STP_REC_WARNING:
		return it->id != STP_ITEM_ERROR || is_error_item(b, it)
			       ? NULL
			       : "record: malformed error";
	case STP_REC_TIMES:
		return it->id < stp_blob_n(b, STP_SEC_ROWS) &&
				       it->len == sizeof(struct stp_times)
			       ? NULL
			       : "record: malformed times";
	case STP_REC_STATE:
		return is_state(b, it) ? NULL : "record: malformed state";
	case STP_REC_SYMBOL:
		return it->len >= 8 ? NULL : "record: malformed symbol";
	case STP_REC_LOSS:
		return it->len == 8 || is_cut_location(b, it)
			       ? NULL
			       : "record: malformed loss";
	case STP_REC_END:
	case STP_REC_MEMORY:
		return it->len == 8 ? NULL : "record: malformed number";
	default:
		return NULL;
	}
}

/* Returns true if @it has a format that is cut, and the right length: then there is no more
 * to check.  Most items are such items. */
static bool is_cut(const struct stp_blob *b, const struct stp_cuts *cuts,
		   const struct stp_rec *r, const struct stp_item *it)
{
	return r->type == STP_REC_OUT &&
	       it->id < stp_blob_n(b, STP_SEC_FORMATS) &&
	       stp_is_cut(cuts, it->id, it->len);
}

static const char *check_items(const struct stp_blob *b,
			       const struct stp_cuts *cuts,
			       const struct stp_rec *r)
{
	const char *p = (const char *)(r + 1);
	stp_u32 left = r->len - sizeof(*r), i;
	const struct stp_item *it;
	const char *bad;

	/* left stays a multiple of 8, so there is room for the padding */
	for (i = 0; i < r->n_items; i++) {
		it = (const struct stp_item *)p;
		if (left < sizeof(*it) || it->len > left - sizeof(*it))
			return "record: item longer than the record";
		bad = is_cut(b, cuts, r, it) ? NULL : check_item(b, r, it);
		if (bad)
			return bad;
		p += sizeof(*it) + STP_ALIGN8(it->len);
		left -= sizeof(*it) + STP_ALIGN8(it->len);
	}
	return left ? "record: bytes after the last item" : NULL;
}

static bool needs_item(stp_u16 type)
{
	return type == STP_REC_BLOB || type == STP_REC_END ||
	       type == STP_REC_TIMES || type == STP_REC_SYMBOL ||
	       type == STP_REC_MEMORY || type == STP_REC_SYSTEM ||
	       type == STP_REC_STATE || type == STP_REC_ERROR ||
	       type == STP_REC_WARNING;
}

const char *stp_rec_check(const struct stp_blob *b,
			  const struct stp_cuts *cuts, const void *p,
			  stp_u64 avail)
{
	const struct stp_rec *r = p;

	if (avail < sizeof(*r))
		return "record: too short for its header";
	if (r->len < sizeof(*r) || r->len % 8)
		return "record: bad length";
	if (r->len > avail)
		return "record: longer than what is there";
	if (r->type >= STP_N_REC_TYPES)
		return "record: unknown type";
	if (r->type == STP_REC_PAD)
		return NULL;
	if (!b && r->type != STP_REC_BLOB)
		return "record: stream does not begin with the blob";
	if (r->level >= STP_N_LEVELS)
		return "record: unknown level";
	if (b && r->probe != ~0u && r->probe >= stp_blob_n(b, STP_SEC_PROBES))
		return "record: unknown probe";
	if (r->type == STP_REC_MAP &&
	    r->global >= stp_blob_n(b, STP_SEC_GLOBALS))
		return "record: unknown global";
	if (!r->n_items && needs_item(r->type))
		return "record: item missing";
	return check_items(b, cuts, r);
}

/* ---- errors ------------------------------------------------------------- */

static void whole_item_text(const struct stp_item *it,
			    struct stp_rec_error *ret)
{
	ret->loc = ret->err = ret->from = ~0u;
	ret->n_calls = 0;
	ret->calls_cut = false;
	ret->text = stp_item_bytes(it);
	ret->len = it->len;
}

static void add_call(struct stp_rec_error *ret, stp_u32 call)
{
	if (ret->n_calls == STP_ERR_CALLS)
		ret->calls_cut = true;
	else
		ret->calls[ret->n_calls++] = call;
}

/* Adds the calls around @loc that are in the blob (stp_loc.caller), because the functions
 * were inlined. */
static void add_callers(const struct stp_blob *b, struct stp_rec_error *ret,
			stp_u32 loc)
{
	stp_u32 at;

	if (loc == ~0u)
		return;
	for (at = stp_blob_loc(b, loc)->caller; at;
	     at = stp_blob_loc(b, at - 1)->caller)
		add_call(ret, at - 1);
}

static bool same_location(const struct stp_blob *b, stp_u32 i, stp_u32 k)
{
	const struct stp_loc *x = stp_blob_loc(b, i), *y = stp_blob_loc(b, k);

	return x->file == y->file && x->line == y->line && x->col == y->col;
}

/* Drops the calls inside the tapset, if the error is there: it is shown at ret->from, the
 * script's call, and only the calls around that call are kept. */
static void drop_library(const struct stp_blob *b, struct stp_rec_error *ret)
{
	stp_u32 i, k = 0;

	if (ret->from == ~0u)
		return;
	while (k < ret->n_calls && !same_location(b, ret->calls[k], ret->from))
		k++;
	k = k < ret->n_calls ? k + 1 : k;
	for (i = k; i < ret->n_calls; i++)
		ret->calls[i - k] = ret->calls[i];
	ret->n_calls -= k;
}

static void find_calls(const struct stp_blob *b, const struct stp_item *it,
		       const struct stp_error_item *e,
		       struct stp_rec_error *ret)
{
	stp_u32 i, n = stp_calls_bytes(e) / sizeof(stp_u32);

	ret->n_calls = 0;
	ret->calls_cut = false;
	add_callers(b, ret, e->loc);
	for (i = 0; i < n; i++) {
		add_call(ret, kept_call(it, i));
		add_callers(b, ret, kept_call(it, i));
	}
	ret->calls_cut |= e->n_calls > n;
	drop_library(b, ret);
}

/* Decodes an error item.  For an error in the tapset, the location of the script's call is
 * in the blob (stp_loc.from), or else in the item, where stp_from() put it. */
static void error_item(const struct stp_blob *b, const struct stp_item *it,
		       struct stp_rec_error *ret)
{
	struct stp_error_item e;

	memcpy(&e, stp_item_bytes(it), sizeof(e));
	ret->loc = e.loc;
	ret->err = e.err;
	ret->from = e.loc == ~0u ? ~0u : stp_blob_loc(b, e.loc)->from - 1;
	if (ret->from == ~0u)
		ret->from = e.from;
	find_calls(b, it, &e, ret);
	ret->len = it->len - sizeof(e) - stp_calls_bytes(&e);
	ret->text = stp_item_bytes(it) + it->len - ret->len;
}

bool stp_rec_error(const struct stp_blob *b, const struct stp_rec *r,
		   struct stp_rec_error *ret)
{
	struct stp_items it = stp_rec_items(r);
	const struct stp_item *item;

	if (r->type != STP_REC_OUT && r->type != STP_REC_ERROR &&
	    r->type != STP_REC_WARNING)
		return false;
	while ((item = stp_item_next(&it))) {
		if (item->id == STP_ITEM_ERROR) {
			error_item(b, item, ret);
			return true;
		}
		if (r->type != STP_REC_OUT) {
			whole_item_text(item, ret);
			return true;
		}
	}
	return false;
}
