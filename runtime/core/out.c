/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Output of a handler: each printing statement is an item, and all items make one
 * record.  The context's buffer holds closed records, then the open one.  A record is
 * closed if the next item would make it longer than STP_REC_MAX.  The buffer is sent
 * when it is full or the handler ends.  If an output is several records, its pieces, all
 * have the seq of the first piece and the flag PART, and the final one has LAST, too.
 */
#include "runtime/core/handler.h"
#include "runtime/core/record.h"

#define ERROR_ROOM (sizeof(struct stp_item) + 8 + STP_ERR_TEXT)

static STP_FN struct stp_rec *rec_at(struct stp_workspace *c, stp_u32 off)
{
	return (struct stp_rec *)(c->out + off);
}

/* ---- records ------------------------------------------------------------ */

static inline stp_u32 out_len(const struct stp_workspace *c)
{
	return c->pub.out_at - c->out;
}

/* Opens a record.  Its items end where the room for an error begins. */
static STP_FN void open_rec(struct stp_workspace *c)
{
	c->pub.out_at = c->out + c->out_rec + sizeof(struct stp_rec);
	c->pub.out_end = c->out - ERROR_ROOM +
			 stp_min_u32(c->out_rec + STP_REC_MAX, c->out_cap);
	c->pub.out_items = 0;
}

void stp_out_init(struct stp_workspace *c, char *p, stp_u32 size)
{
	c->out = p;
	c->out_cap = size;
	open_rec(c);
}

static STP_FN void close_rec(struct stp_workspace *c, stp_u8 flags)
{
	stp_u32 len = out_len(c);

	stp_rec_head(c, rec_at(c, c->out_rec), len - c->out_rec, flags);
	c->out_rec = len;
	c->pub.out_items = 0;
}

static STP_FN bool emit(struct stp_workspace *c, struct stp_rec *r,
			bool reserve)
{
	r->seq = c->out_seq;
	if (!stp_os_emit(c, r, reserve))
		return false;
	c->out_seq = r->seq;
	c->records++;
	return true;
}

/* Sends the closed records from *@from, an offset in the buffer, on.  Returns false at one
 * for which the ring has no room; *@from is then its offset. */
static STP_FN bool send(struct stp_workspace *c, stp_u32 *from)
{
	for (; *from < c->out_rec; *from += rec_at(c, *from)->len)
		if (!emit(c, rec_at(c, *from), false))
			return false;
	return true;
}

/* Counts the closed records from @from on as lost.  But if an earlier piece of the output
 * was sent, sends the final piece without items, in the room for last words. */
static STP_FN void lose(struct stp_workspace *c, stp_u32 from)
{
	struct stp_rec *r;
	stp_u32 len;

	for (; from < c->out_rec; from += len) {
		r = rec_at(c, from);
		len = r->len;
		stp_count(c, STP_CAUSE_OUTPUT_FULL);
		if (!c->out_seq || !(r->flags & STP_REC_LAST))
			continue;
		r->len = sizeof(*r);
		r->n_items = 0;
		emit(c, r, true);
	}
}

static STP_FN void send_or_lose(struct stp_workspace *c)
{
	stp_u32 from = 0;

	if (!send(c, &from))
		lose(c, from);
	c->out_rec = 0;
}

/* ---- items -------------------------------------------------------------- */

static STP_FN bool make_room(struct stp_workspace *c, stp_u32 size)
{
	size += ERROR_ROOM;
	if (c->pub.out_items && out_len(c) - c->out_rec + size > STP_REC_MAX) {
		close_rec(c, STP_REC_PART);
		open_rec(c);
	}
	if (out_len(c) + size > c->out_cap) {
		if (c->pub.out_items)
			close_rec(c, STP_REC_PART);
		send_or_lose(c);
		open_rec(c);
	}
	return out_len(c) + size <= c->out_cap;
}

STP_FN char *stp_out_room(struct stp_ctx *ctx, stp_u32 size)
{
	struct stp_workspace *c = stp_workspace(ctx);

	/* also without this item: a long output needs its final piece */
	ctx->dirty |= STP_D_OUT;
	if (make_room(c, size))
		return ctx->out_at;
	stp_count(c, STP_CAUSE_OUTPUT_FULL);
	return NULL;
}

STP_FN void *stp_out_item(struct stp_workspace *c, stp_u32 id, stp_u32 len)
{
	stp_u32 room = STP_ALIGN8(len);
	char *p = stp_out_head(&c->pub, id, len, room);

	if (p && len % 8)
		memset(p + room - 8, 0, 8);
	return p;
}

static STP_FN bool copy_mem(struct stp_workspace *c, char *p,
			    const struct stp_val *v)
{
	if (stp_mem_read(c, p, v, stp_mem_bytes(v)))
		return true;
	stp_fail(&c->pub, STP_ERR_READ, v->n);
	return false;
}

static STP_FN stp_u32 args_size(const char *kinds, const struct stp_val *v)
{
	stp_u32 n = 0;
	struct stp_val cut;

	for (; *kinds; kinds++, v++) {
		cut = *v;
		if (*kinds == 'm')
			cut.len = stp_mem_bytes(v);
		n += stp_arg_size(*kinds, &cut);
	}
	return n;
}

/* Removes the last item: memory that cannot be read is an error, and then nothing of
 * the item is printed. */
static STP_FN void take_back(struct stp_workspace *c, char *item)
{
	c->pub.out_at = item - sizeof(struct stp_item);
	c->pub.out_items--;
}

STP_FN void stp_out(struct stp_ctx *ctx, stp_u32 fmt, const char *kinds,
		    const struct stp_val *args)
{
	struct stp_workspace *c = stp_workspace(ctx);
	char *item = stp_out_item(c, fmt, args_size(kinds, args)), *p = item;
	struct stp_val cut;
	bool ok = p != NULL;

	for (; ok && *kinds; kinds++, args++) {
		cut = *args;
		if (*kinds == 'm')
			cut.len = stp_mem_bytes(args);
		p += stp_arg_encode(p, *kinds, &cut);
		if (*kinds == 'm')
			ok = copy_mem(c, p - stp_arg_size('m', &cut) + 4, args);
	}
	if (item && !ok)
		take_back(c, item);
}

/* ---- the end of a handler ----------------------------------------------- */

/* Waits for room for the closed records from *@from on, and sends them.  At the end of the
 * handler (@is_end) it releases what is held; before, it does not wait while something is
 * held.  Returns false if it may not wait, or there is still no room. */
static STP_FN bool send_late(struct stp_workspace *c, stp_u32 *from,
			     bool is_end)
{
	bool could_wait = c->can_wait, ret;

	if (!c->is_serial)
		return false;
	if (is_end)
		stp_unhold(c);
	else if (c->pub.dirty & STP_D_HELD)
		return false;
	c->can_wait = true;
	ret = send(c, from);
	if (!is_end)		/* the handler may lock something later */
		c->can_wait = could_wait;
	return ret;
}

/* Sends output that is several records, or one record for which there was no room.  If
 * there is still no room, the serial context may wait for room.  What finds no room is
 * counted as lost. */
static STP_FN __attribute__((__noinline__)) void
finish_long(struct stp_workspace *c, bool is_end)
{
	bool whole = !c->out_rec && !c->out_seq;
	stp_u32 from = 0;

	close_rec(c, whole ? 0 : STP_REC_PART | STP_REC_LAST);
	if (!send(c, &from) && !send_late(c, &from, is_end))
		lose(c, from);
	c->out_rec = 0;
	c->out_seq = 0;
	open_rec(c);
}

/* Sends the output directly if it is one record, as it nearly always is. */
static __always_inline void finish(struct stp_workspace *c, bool is_end)
{
	c->pub.dirty &= ~STP_D_OUT;
	if (stp_unlikely(c->out_rec || c->out_seq ||
			 !stp_os_emit_output(c, out_len(c)))) {
		finish_long(c, is_end);
		return;
	}
	c->records++;
	c->pub.out_at = c->out + sizeof(struct stp_rec);
	c->pub.out_items = 0;
}

STP_FN void stp_out_finish(struct stp_workspace *c)
{
	finish(c, true);
}

STP_FN void stp_out_flush(struct stp_workspace *c)
{
	finish(c, false);
}

STP_FN bool stp_out_single(struct stp_workspace *c, enum stp_rec_type type,
			   stp_u32 probe, stp_u32 id, const void *p, stp_u32 n)
{
	struct stp_rec *r = rec_at(c, 0);
	struct stp_item *it = (struct stp_item *)(r + 1);
	stp_u32 len = sizeof(*r);

	if (p) {
		len += sizeof(*it) + STP_ALIGN8(n);
		memset(it, 0, len - sizeof(*r));
		it->id = id;
		it->len = n;
		memcpy(it + 1, p, n);
	}
	*r = (struct stp_rec){
		.len = len,
		.type = type,
		.level = c->pub.level,
		.probe = probe,
		.n_items = p != NULL,
		.time_ns = stp_os_now(),
		.cpu = stp_os_cpu(),
	};
	c->records++;
	/* other notes of handlers may not take the reserved room */
	return stp_os_emit(c, r,
			   c->is_serial || type == STP_REC_ERROR ||
				   type == STP_REC_EXIT);
}

STP_FN bool stp_out_note(struct stp_workspace *c, enum stp_rec_type type,
			 stp_u32 probe, const char *text)
{
	return stp_out_single(c, type, probe, STP_ITEM_TEXT, text,
			      text ? stp_min_u32(strlen(text), STP_NOTE_MAX) : 0);
}

/* ---- how much memory it takes ------------------------------------------- */

static stp_u32 fmt_need(const struct stp_blob *b, const struct stp_fmt *f,
			stp_u32 string_len)
{
	const char *k = stp_blob_str(b, f->kinds);
	stp_u32 n = sizeof(struct stp_item);

	for (; *k; k++)
		switch (*k) {
		case 'n':
		case 'k':
			n += 8;
			break;
		case 's':
		case 'K':
			n += STP_ALIGN8(4 + string_len);
			break;
		case 'm':
			n += STP_ALIGN8(4 + STP_MEM_MAX);
			break;
		default:
			n += 8 + STP_STAT_SIZE(STP_MAX_BUCKETS + 3);
		}
	return n;
}

stp_u32 stp_out_need(const struct stp_blob *b, stp_u32 string_len)
{
	stp_u32 i, n, most = STP_REC_MAX;

	for (i = 0; i < stp_blob_n(b, STP_SEC_FORMATS); i++) {
		n = fmt_need(b, stp_blob_fmt(b, i), string_len);
		if (n > most)
			most = n;
	}
	return sizeof(struct stp_rec) + most + STP_ALIGN8(ERROR_ROOM);
}
