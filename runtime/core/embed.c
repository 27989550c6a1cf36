/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What embedded C receives and returns: strings with a NUL at their end; errors
 * and output in the form of printf.
 */
#include "runtime/core/handler.h"
#include "runtime/core/record.h"

/* ---- strings ------------------------------------------------------------ */

STP_FN void stp_embed_arg(char *p, stp_u32 size, struct stp_str s)
{
	stp_u32 n = stp_min_u32(s.len, size - 1);

	memcpy(p, s.p, n);
	p[n] = 0;
}

/* The length of @s, up to its NUL, @max bytes at most. */
static STP_FN stp_u32 length(const char *s, stp_u32 max)
{
	stp_u32 n = 0;

	while (n < max && s[n])
		n++;
	return n;
}

STP_FN struct stp_str stp_embed_result(struct stp_slot s)
{
	struct stp_str ret = { s.p, length(s.p, s.cap) };

	s.p[ret.len] = 0;
	return ret;
}

STP_FN struct stp_str stp_embed_str(const char *s)
{
	if (!s)
		s = "";
	return (struct stp_str){ s, length(s, ~0u) };
}

STP_FN void stp_embed_copy(char *to, stp_u32 size, const char *from)
{
	stp_u32 n = from ? length(from, size - 1) : 0;

	memmove(to, from ? from : to, n);
	to[n] = 0;
}

/* ---- errors and output -------------------------------------------------- */

STP_FN void stp_embed_error(struct stp_ctx *ctx, const char *fmt, ...)
{
	struct stp_workspace *c = stp_workspace(ctx);
	__builtin_va_list ap;

	if (ctx->err)
		return;
	stp_fail(ctx, STP_ERR_SCRIPT, 0);
	__builtin_va_start(ap, fmt);
	stp_os_vformat(c->text, STP_ERR_TEXT, fmt, ap);
	__builtin_va_end(ap);
	c->text_len = length(c->text, STP_ERR_TEXT - 1);
}

/* Formats twice: for the length, then into the item.  If a text fills its item, its
 * NUL is in the memory that stp_out_item() keeps free for an error. */
STP_FN void stp_embed_printf(struct stp_ctx *ctx, const char *fmt, ...)
{
	stp_u32 most = STP_REC_MAX - sizeof(struct stp_rec) - 64;
	__builtin_va_list ap;
	char *p;
	int n;

	__builtin_va_start(ap, fmt);
	n = stp_os_vformat(NULL, 0, fmt, ap);
	__builtin_va_end(ap);
	if (n <= 0)
		return;
	if ((stp_u32)n > most)
		n = most;
	p = stp_out_item(stp_workspace(ctx), STP_ITEM_TEXT, n);
	if (!p)
		return;
	__builtin_va_start(ap, fmt);
	stp_os_vformat(p, n + 1, fmt, ap);
	__builtin_va_end(ap);
}
