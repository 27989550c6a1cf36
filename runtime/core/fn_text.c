/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics on strings that few scripts use: searching, replacing, numbers in
 * digits, text that can be printed.
 */
#include "runtime/core/fmt.h"
#include "runtime/core/fn.h"
#include "runtime/core/text.h"

STP_INTRINSIC stp_s64 stp_fn_stringat(struct stp_ctx *c, struct stp_str s,
				      stp_s64 pos)
{
	if (pos < 0 || pos >= s.len) {
		stp_fail_str(c, STP_LIT("Position out of bounds"));
		return 0;
	}
	return (unsigned char)s.p[pos];
}

/* ---- searching ---------------------------------------------------------- */

static STP_FN stp_s64 find(struct stp_str s, stp_u32 from, struct stp_str part)
{
	stp_u32 i;

	for (i = from; i + part.len <= s.len; i++)
		if (!memcmp(s.p + i, part.p, part.len))
			return i;
	return -1;
}

STP_INTRINSIC stp_s64 stp_fn_strpos(struct stp_ctx *c, struct stp_str s,
				    struct stp_str part)
{
	return find(s, 0, part);
}

STP_INTRINSIC struct stp_str stp_fn_str_replace(struct stp_ctx *c,
						struct stp_slot slot,
						struct stp_str s,
						struct stp_str old,
						struct stp_str new)
{
	struct stp_sink to = { .p = slot.p, .cap = slot.cap };
	stp_u32 from = 0;
	stp_s64 at;

	while (old.len && (at = find(s, from, old)) >= 0) {
		stp_sink_put(&to, s.p + from, at - from);
		stp_sink_put(&to, new.p, new.len);
		from = at + old.len;
	}
	stp_sink_put(&to, s.p + from, s.len - from);
	if (to.cut)
		stp_cut(c, slot);
	slot.p[to.len] = 0;
	return (struct stp_str){ slot.p, to.len };
}

STP_INTRINSIC stp_s64 stp_fn_str_span(struct stp_ctx *c, struct stp_str s,
				      stp_s64 from, struct stp_str set,
				      stp_s64 is)
{
	stp_s64 i;

	for (i = from; i < s.len; i++)
		if (!!memchr(set.p, s.p[i], set.len) == !!is)
			break;
	return i < s.len ? i : s.len;
}

/* ---- digits ------------------------------------------------------------- */

static STP_FN stp_u32 digit(char ch)
{
	if (ch >= '0' && ch <= '9')
		return ch - '0';
	ch |= 'a' ^ 'A';
	return ch >= 'a' && ch <= 'z' ? ch - 'a' + 10 : 36;
}

/* Returns the base of the number at *@i: @base; if that is 0, the one that a prefix 0x or
 * 0 means, or 10.  Moves *@i past a prefix 0x. */
static STP_FN stp_u32 base_of(struct stp_str s, stp_u32 *i, stp_u32 base)
{
	bool is_hex = s.len > *i + 2 && s.p[*i] == '0' &&
		      (s.p[*i + 1] | ' ') == 'x' && digit(s.p[*i + 2]) < 16;

	if (is_hex && (!base || base == 16)) {
		*i += 2;
		return 16;
	}
	if (!base)
		return s.len > *i && s.p[*i] == '0' ? 8 : 10;
	return base;
}

STP_INTRINSIC stp_s64 stp_fn_strtol(struct stp_ctx *c, struct stp_str s,
				    stp_s64 base)
{
	bool minus = s.len && s.p[0] == '-';
	stp_u32 i = minus;
	stp_u64 v = 0;

	base = base_of(s, &i, base);
	for (; i < s.len && digit(s.p[i]) < base; i++)
		v = v * base + digit(s.p[i]);
	return minus ? -v : v;
}

/* ---- text that can be printed ------------------------------------------- */

STP_FN void stp_text_begin(struct stp_text *t, struct stp_slot s, stp_s64 len,
			   enum stp_text_style style)
{
	bool quoted = style != STP_TEXT_BARE;
	stp_u32 least = quoted ? sizeof("\"\"...") - 1 : 0;

	*t = (struct stp_text){ .s = s, .style = style };
	if (len > 0 && len < t->s.cap)
		t->s.cap = len;
	if (t->s.cap < least)
		t->s.cap = stp_min_u32(least, s.cap);
	if (quoted)
		t->s.p[t->len++] = '"';
	t->safe = t->len;
}

static STP_FN bool has_room(struct stp_text *t, stp_u32 n)
{
	if (t->len + n + (t->style != STP_TEXT_BARE) <= t->s.cap)
		return true;
	t->cut = true;
	return false;
}

/* Inserts zeros into the short escape at the end of the text, so that it has three digits,
 * because a digit will follow.  Returns false if there is no room for them. */
static STP_FN bool lengthen(struct stp_text *t)
{
	char *at = t->s.p + t->len - t->digits;
	stp_u32 more = 3 - t->digits;

	if (!has_room(t, more))
		return false;
	memmove(at + more, at, t->digits);
	memset(at, '0', more);
	if (t->safe == t->len)
		t->safe = t->len + more + 4 <= t->s.cap
			? t->len + more : (stp_u32)(at - 1 - t->s.p);
	t->len += more;
	return true;
}

/* Makes the escape of @c in @buf, @n bytes, as short as possible in the short style: \a
 * and \b become digits, and zeros before digits go.  In the others only that of a NUL
 * is short.  Returns the new length. */
static STP_FN stp_u32 shorten(struct stp_text *t, char *buf, stp_u32 n, char c)
{
	stp_u32 zeros = 0;

	if (t->style != STP_TEXT_SHORT) {
		t->digits = !c;
		return c ? n : 2;
	}
	if (c == '\a' || c == '\b') {
		n = 3;
		buf[1] = c == '\b' ? '1' : '7';
		buf[2] = '0';
		n -= c == '\a';
	} else if (n == 4) {
		while (zeros < 2 && buf[1 + zeros] == '0')
			zeros++;
		memmove(buf + 1, buf + 1 + zeros, 3 - zeros);
		n -= zeros;
	}
	t->digits = n > 1 && digit(buf[1]) < 8 && n < 4 ? n - 1 : 0;
	return n;
}

static STP_FN bool append(struct stp_text *t, const char *p, stp_u32 n)
{
	if (!has_room(t, n))
		return false;
	memcpy(t->s.p + t->len, p, n);
	t->len += n;
	if (t->len + 4 <= t->s.cap)
		t->safe = t->len;
	return true;
}

static STP_FN bool put_byte(struct stp_text *t, char c)
{
	char buf[8];
	struct stp_sink one = { .p = buf, .cap = sizeof(buf) };

	if (t->digits && c >= '0' && c <= '7' && !lengthen(t))
		return false;
	stp_sink_put_escaped(&one, &c, 1);
	one.len = shorten(t, buf, one.len, c);
	return append(t, buf, one.len);
}

/* ---- characters of UTF-8 ------------------------------------------------ */

/* How many bytes the character has that begins with @c; 1 if none does. */
static STP_FN stp_u32 utf8_length(stp_u8 c)
{
	if (c < 0xc2 || c > 0xf4)
		return 1;
	return c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

/* Whether @c can be the second byte after @first: no longer form than is needed, no half
 * of a pair of UTF-16, nothing beyond U+10FFFF. */
static STP_FN bool utf8_second(stp_u8 first, stp_u8 c)
{
	return !((first == 0xe0 && c < 0xa0) || (first == 0xed && c >= 0xa0) ||
		 (first == 0xf0 && c < 0x90) || (first == 0xf4 && c >= 0x90));
}

/* Appends the bytes that were kept, which are no character after all. */
static STP_FN bool put_kept(struct stp_text *t)
{
	stp_u32 i, n = t->kept_len;

	t->kept_len = 0;
	for (i = 0; i < n; i++)
		if (!put_byte(t, t->kept[i]))
			return false;
	return true;
}

/* Appends the character whose bytes were kept as \uXXXX or \UXXXXXXXX. */
static STP_FN bool put_character(struct stp_text *t)
{
	stp_u32 i, digits = t->kept_len < 4 ? 4 : 8;
	stp_u32 value = (stp_u8)t->kept[0] & (0x7f >> t->kept_len);
	char buf[10] = { '\\', digits == 4 ? 'u' : 'U' };

	for (i = 1; i < t->kept_len; i++)
		value = value << 6 | ((stp_u8)t->kept[i] & 0x3f);
	for (i = 0; i < digits; i++)
		buf[2 + i] = "0123456789ABCDEF"[value >> (4 * (digits - 1 - i)) & 15];
	t->kept_len = 0;
	t->digits = 0;
	return append(t, buf, 2 + digits);
}

/* Appends a byte that may be part of a character. */
static STP_FN bool put_part(struct stp_text *t, char c)
{
	bool goes_on = t->kept_len && ((stp_u8)c & 0xc0) == 0x80 &&
		       (t->kept_len > 1 || utf8_second(t->kept[0], c));

	if (!goes_on && !put_kept(t))
		return false;
	if (!goes_on && utf8_length(c) == 1)
		return put_byte(t, c);
	t->kept[t->kept_len++] = c;
	return t->kept_len < utf8_length(t->kept[0]) || put_character(t);
}

STP_FN bool stp_text_put(struct stp_text *t, const char *p, stp_u32 n)
{
	stp_u32 i;

	for (i = 0; i < n; i++)
		if (t->style == STP_TEXT_SHORT ? !put_byte(t, p[i])
					       : !put_part(t, p[i]))
			return false;
	return true;
}

STP_FN struct stp_str stp_text_end(struct stp_text *t)
{
	bool quoted = t->style != STP_TEXT_BARE;

	if (!t->cut)
		put_kept(t);
	if (quoted && t->cut)
		t->len = t->safe;
	if (quoted)
		t->s.p[t->len++] = '"';
	if (quoted && t->cut) {
		memcpy(t->s.p + t->len, "...", 3);
		t->len += 3;
	}
	t->s.p[t->len] = 0;
	return (struct stp_str){ t->s.p, t->len };
}

STP_INTRINSIC struct stp_str stp_fn_text_strn(struct stp_ctx *c,
					      struct stp_slot slot,
					      struct stp_str s, stp_s64 len,
					      stp_s64 quoted)
{
	struct stp_text t;

	stp_text_begin(&t, slot, len, quoted ? STP_TEXT_QUOTED : STP_TEXT_BARE);
	stp_text_put(&t, s.p, s.len);
	return stp_text_end(&t);
}
