/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Cuts formats into pieces, and shows items by them.  All pieces have the same size and
 * are copied whole; only the address for the next one depends on their length.  Longer
 * text is several pieces.
 */
#include "runtime/core/cut.h"
#include "runtime/core/record.h"

/* ---- cutting ------------------------------------------------------------ */

static bool is_plain(const struct stp_conv *c)
{
	return (c->conv == 'd' || c->conv == 'i') && c->width < 0 &&
	       c->prec < 0 && !c->zero && !c->plus && !c->minus && !c->alt &&
	       !c->space && !c->star_width && !c->star_prec;
}

/* Adds text as pieces to a format, at @p; if that is NULL, only counts them.  Returns
 * where the next piece goes. */
static struct stp_piece *add_text(struct stp_piece *p, struct stp_cut *cut,
				  const char *text, stp_u32 len)
{
	stp_u32 n;

	for (; len; len -= n, text += n) {
		n = stp_min_u32(len, STP_CUT_TEXT);
		cut->most += n;
		cut->n++;
		if (!p)
			continue;
		memcpy(p->text, text, n);
		p->len = n;
		p++;
	}
	return p;
}

static struct stp_piece *add_num(struct stp_piece *p, struct stp_cut *cut,
				 bool has_text)
{
	cut->args += 8;
	cut->most += STP_DEC_MAX;
	if (!has_text) {
		cut->n++;
		if (p)
			p++;
	}
	if (p)
		p[-1].is_num = true;
	return p;
}

/* Cuts format @f into pieces at @p; NULL: only counts them.  Returns false if it has
 * anything but text and plain numbers, or is not shown. */
static bool cut_pieces(const struct stp_blob *b, const struct stp_fmt *f,
		       struct stp_cut *cut, struct stp_piece *p)
{
	const char *text = stp_blob_str(b, f->text);
	const char *kinds = stp_blob_str(b, f->kinds);
	stp_u32 len = f->len;
	struct stp_conv c;

	cut->args = cut->n = 0;
	cut->most = STP_CUT_TEXT;	/* the last piece is copied whole, too */
	while (stp_fmt_next(&text, &len, &c)) {
		p = add_text(p, cut, c.lit, c.lit_len);
		if (c.conv == '%')
			p = add_text(p, cut, "%", 1);
		else if (c.conv && is_plain(&c) && *kinds++ == 'n')
			p = add_num(p, cut, c.lit_len != 0);
		else if (c.conv)
			return false;
	}
	return !*kinds && !stp_fmt_is_hidden(b, f);
}

size_t stp_cuts_size(const struct stp_blob *b)
{
	stp_u32 i, n = stp_blob_n(b, STP_SEC_FORMATS);
	size_t size = sizeof(struct stp_cuts) + n * sizeof(struct stp_cut);
	struct stp_cut cut;

	for (i = 0; i < n; i++)
		if (cut_pieces(b, stp_blob_fmt(b, i), &cut, NULL))
			size += cut.n * sizeof(struct stp_piece);
	return size;
}

const struct stp_cuts *stp_cuts_init(void *mem, const struct stp_blob *b)
{
	stp_u32 i, at = 0, n = stp_blob_n(b, STP_SEC_FORMATS);
	struct stp_cuts *cuts = mem;
	struct stp_cut *cut = (struct stp_cut *)(cuts + 1);
	struct stp_piece *piece = (struct stp_piece *)(cut + n);

	memset(mem, 0, stp_cuts_size(b));
	for (i = 0; i < n; i++, cut++) {
		if (!cut_pieces(b, stp_blob_fmt(b, i), cut, NULL)) {
			cut->args = STP_NOT_CUT;
			continue;
		}
		cut_pieces(b, stp_blob_fmt(b, i), cut, piece + at);
		cut->first = at;
		at += cut->n;
	}
	cuts->cut = cut - n;
	cuts->piece = piece;
	return cuts;
}

/* ---- showing ------------------------------------------------------------ */

static bool has_room(struct stp_sink *s, stp_u32 n)
{
	return s->cap - s->len >= n ||
	       (s->more && s->more(s, n) && s->cap - s->len >= n);
}

bool stp_cut_put(struct stp_sink *s, const struct stp_cuts *cuts,
		 const struct stp_item *it)
{
	const struct stp_cut *cut = &cuts->cut[it->id];
	const struct stp_piece *p = cuts->piece + cut->first;
	const struct stp_piece *end = p + cut->n;
	const char *arg = (const char *)(it + 1);
	char *to;

	if (cut->args == STP_NOT_CUT || !has_room(s, cut->most))
		return false;
	for (to = s->p + s->len; p < end; p++) {
		memcpy(to, p->text, STP_CUT_TEXT);
		to += p->len;
		if (!p->is_num)
			continue;
		to = stp_put_dec(to, stp_get_s64(arg));
		arg += 8;
	}
	s->len = to - s->p;
	return true;
}
