/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Puts strings and members of JSON objects.  They are always valid UTF-8: other bytes are
 * written as \u00XX; stp_json_text.raw, but not stp_json_string(), tells the caller.
 */
#include "runtime/core/json.h"

/* ---- strings ------------------------------------------------------------ */

/* The length of the UTF-8 sequence at @p, of @n bytes; 0: there is none; n + 1: the end of
 * @p cuts it off. */
static stp_u32 utf8_at(const stp_u8 *p, stp_u32 n)
{
	static const stp_u32 least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	stp_u32 len = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2
			: p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
	stp_u32 i, v = p[0] & (0x7f >> len);

	if (len < 2)
		return len;
	for (i = 1; i < len; i++) {
		if (i == n)
			return n + 1;
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		v = v << 6 | (p[i] & 0x3f);
	}
	if (v < least[len] || (v >= 0xd800 && v < 0xe000) || v > 0x10ffff)
		return 0;
	return len;
}

static void put_u00(struct stp_sink *s, stp_u8 c)
{
	static const char hex[] = "0123456789abcdef";
	char out[6] = { '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15] };

	stp_sink_put(s, out, 6);
}

static void put_char(struct stp_sink *s, char c)
{
	switch (c) {
	case '"':
		stp_sink_puts(s, "\\\"");
		break;
	case '\\':
		stp_sink_puts(s, "\\\\");
		break;
	case '\n':
		stp_sink_puts(s, "\\n");
		break;
	case '\t':
		stp_sink_puts(s, "\\t");
		break;
	default:
		if ((stp_u8)c < 0x20 || c == 0x7f)
			put_u00(s, c);
		else
			stp_sink_putc(s, c);
	}
}

/* Puts @n bytes with escapes.  An incomplete UTF-8 sequence at the end is put only if
 * @last; else its bytes are left.  Returns how many are left.  Sets *@raw to true if some
 * bytes are not UTF-8. */
static stp_u32 put_escaped(struct stp_sink *s, const char *p, stp_u32 n,
			   bool last, bool *raw)
{
	stp_u32 len;

	for (; n; p += len, n -= len) {
		len = utf8_at((const stp_u8 *)p, n);
		if (len > n && !last)
			return n;
		if (!len || len > n) {
			*raw = true;
			put_u00(s, *p);
			len = 1;
		} else if (len == 1) {
			put_char(s, *p);
		} else {
			stp_sink_put(s, p, len);
		}
	}
	return 0;
}

static bool escape_more(struct stp_sink *s, stp_u32 n)
{
	struct stp_json_text *e = s->arg;
	stp_u32 keep = put_escaped(e->out, s->p, s->len, false, &e->raw);

	memmove(s->p, s->p + s->len - keep, keep);
	s->len = keep;
	return true;
}

void stp_json_text_begin(struct stp_json_text *e, struct stp_sink *out)
{
	memset(e, 0, sizeof(*e));
	e->out = out;
	e->in = (struct stp_sink){ e->buf, 0, sizeof(e->buf), false,
				   escape_more, e };
	stp_sink_putc(out, '"');
}

void stp_json_text_end(struct stp_json_text *e)
{
	put_escaped(e->out, e->buf, e->in.len, true, &e->raw);
	stp_sink_putc(e->out, '"');
	if (e->raw)
		stp_sink_puts(e->out, ",\"raw\":true");
}

void stp_json_string(struct stp_sink *s, const char *p, stp_u32 n)
{
	bool raw = false;

	stp_sink_putc(s, '"');
	put_escaped(s, p, n, true, &raw);
	stp_sink_putc(s, '"');
}

/* ---- members ------------------------------------------------------------ */

void stp_json_name(struct stp_sink *s, const char *name)
{
	stp_sink_putc(s, ',');
	stp_sink_putc(s, '"');
	stp_sink_puts(s, name);
	stp_sink_puts(s, "\":");
}

void stp_json_num(struct stp_sink *s, const char *name, stp_s64 v)
{
	stp_json_name(s, name);
	stp_sink_put_dec(s, v);
}

void stp_json_text(struct stp_sink *s, const char *name, const char *p,
		     stp_u32 n)
{
	stp_json_name(s, name);
	stp_json_string(s, p, n);
}

void stp_json_cstr(struct stp_sink *s, const char *name, const char *p)
{
	stp_json_text(s, name, p, strlen(p));
}
