/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * sprintf and friends: the formatter writes straight into the slot.  Memory
 * arguments are read into the free part of the handler's frame.
 */
#include "runtime/core/handler.h"

/* Copies the arguments to @ret, and reads memory arguments into @room, of @room_len bytes:
 * at most @most bytes of all of them.  These are more than the result has room for, so a
 * result that is cut is known to be.  Returns false, with an error, if memory cannot be
 * read or @room is too small. */
static STP_FN bool fetch(struct stp_ctx *c, const char *kinds,
			 const struct stp_val *args, struct stp_val *ret,
			 stp_u32 most, char *room, stp_u32 room_len)
{
	for (; *kinds; kinds++, args++, ret++) {
		*ret = *args;
		if (*kinds != 'm')
			continue;
		ret->len = stp_min_u32(stp_mem_bytes(args), most);
		ret->p = room;
		if (ret->len > room_len) {
			stp_fail(c, STP_ERR_NESTING, 0);
			return false;
		}
		if (!stp_mem_read(stp_workspace(c), room, args, ret->len)) {
			stp_fail(c, STP_ERR_READ, args->n);
			return false;
		}
		room += ret->len;
		room_len -= ret->len;
		most -= ret->len;
	}
	return true;
}

/* Drops the incomplete end of a stack's text, so that it ends in a whole line or, if it
 * has no lines, in a whole address. */
static STP_FN void drop_half(struct stp_sink *s)
{
	bool has_lines = memchr(s->p, '\n', s->len);
	stp_u32 n = s->len;

	while (n && s->p[n - 1] != (has_lines ? '\n' : ' '))
		n--;
	if (n)
		s->len = n - !has_lines;
}

STP_FN struct stp_str stp_format_with(struct stp_ctx *c, struct stp_slot slot,
				      stp_u32 fmt, const char *kinds,
				      const struct stp_val *args,
				      const struct stp_fmt_opts *opts)
{
	const struct stp_fmt *f = stp_blob_fmt(stp_run.blob, fmt);
	struct stp_sink s = { slot.p, 0, slot.cap, false, NULL, NULL };
	stp_u32 n = strlen(kinds), vals = n * sizeof(struct stp_val);
	struct stp_val *v = (struct stp_val *)c->frame;

	slot.p[0] = 0;
	if (strchr(kinds, 'm')) {
		if ((stp_u64)(c->frame_end - c->frame) < vals) {
			stp_fail(c, STP_ERR_NESTING, 0);
			return (struct stp_str){ slot.p, 0 };
		}
		if (!fetch(c, kinds, args, v, slot.cap + 1, c->frame + vals,
			   c->frame_end - c->frame - vals))
			return (struct stp_str){ slot.p, 0 };
		args = v;
	}
	stp_fmt(&s, stp_blob_str(stp_run.blob, f->text), f->len, kinds, args,
		opts);
	if (s.cut) {
		stp_cut(c, slot);
		if (!strcmp(kinds, "K"))
			drop_half(&s);
	}
	slot.p[s.len] = 0;
	return (struct stp_str){ slot.p, s.len };
}

STP_FN struct stp_str stp_format(struct stp_ctx *c, struct stp_slot slot,
				 stp_u32 fmt, const char *kinds,
				 const struct stp_val *args)
{
	return stp_format_with(c, slot, fmt, kinds, args, &stp_run.fmt_opts);
}
