/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Formats text.  A format is read in pieces: literal text up to a conversion, then the
 * conversion.  Each conversion takes its arguments from a cursor, which checks their
 * kinds; numbers are first written to a small buffer; then the text is padded.
 */
#include "runtime/core/fmt.h"
#include "runtime/core/stat.h"

/* ---- sink --------------------------------------------------------------- */

/* Makes room, and returns how many of @n more bytes can be put now.  These are fewer than
 * @n only if more() writes the text out and @n is larger than the sink, or if there is no
 * more room: then `cut` is set, and the next call returns 0. */
static STP_FN stp_u32 room(struct stp_sink *s, stp_u32 n)
{
	if (s->cap - s->len >= n)
		return n;
	if (!s->more || !s->more(s, n))
		s->cut = true;
	return stp_min_u32(n, s->cap - s->len);
}

STP_FN void stp_sink_put(struct stp_sink *s, const void *p, stp_u32 n)
{
	const char *from = p;
	stp_u32 k;

	for (; n && (k = room(s, n)); from += k, n -= k) {
		memcpy(s->p + s->len, from, k);
		s->len += k;
	}
}

STP_FN void stp_sink_fill(struct stp_sink *s, char c, stp_u32 n)
{
	stp_u32 k;

	for (; n && (k = room(s, n)); n -= k) {
		memset(s->p + s->len, c, k);
		s->len += k;
	}
}

static STP_FN stp_u32 escape(char c, char out[4])
{
	static const char from[] = "\a\b\t\n\v\f\r\"\\", to[] = "abtnvfr\"\\";
	const char *at = c ? strchr(from, c) : NULL;

	out[0] = '\\';
	if (at) {
		out[1] = to[at - from];
		return 2;
	}
	if (c >= ' ' && c <= '~') {
		out[0] = c;
		return 1;
	}
	out[1] = '0' + ((stp_u8)c >> 6);
	out[2] = '0' + ((stp_u8)c >> 3 & 7);
	out[3] = '0' + (c & 7);
	return 4;
}

STP_FN void stp_sink_put_escaped(struct stp_sink *s, const char *p, stp_u32 n)
{
	char e[4];

	while (n--)
		stp_sink_put(s, e, escape(*p++, e));
}

/*
 * Returns true if a terminal might interpret byte @i of @p, of @n bytes.  Control
 * characters have one byte, or two in UTF-8.  Of two bytes it is true for the second; for
 * the first only at the end of @p, because the second may begin the next text.  Ends of
 * lines and tabs do no harm.
 */
static STP_FN bool is_obeyed(const char *p, stp_u32 i, stp_u32 n)
{
	stp_u8 byte = (stp_u8)p[i], before = i ? (stp_u8)p[i - 1] : 0;

	return (byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7f ||
	       (before == 0xc2 && byte >= 0x80 && byte < 0xa0) ||
	       (byte == 0xc2 && i + 1 == n);
}

static STP_FN stp_u32 count_obeyed(const char *p, stp_u32 n)
{
	stp_u32 i, count = 0;

	for (i = 0; i < n; i++)
		count += is_obeyed(p, i, n);
	return count;
}

STP_FN void stp_sink_put_shown(struct stp_sink *s, const char *p, stp_u32 n)
{
	stp_u32 i, from = 0;
	char e[4] = { '\\' };

	for (i = 0; i < n; i++) {
		if (!is_obeyed(p, i, n))
			continue;
		stp_sink_put(s, p + from, i - from);
		e[1] = '0' + ((stp_u8)p[i] >> 6);
		e[2] = '0' + ((stp_u8)p[i] >> 3 & 7);
		e[3] = '0' + (p[i] & 7);
		stp_sink_put(s, e, 4);
		from = i + 1;
	}
	stp_sink_put(s, p + from, n - from);
}

/* Writes the digits of v so that they end at @end; returns where they start. */
static STP_FN char *digits(char *end, stp_u64 v, unsigned base, bool upper)
{
	const char *set = upper ? "0123456789ABCDEF" : "0123456789abcdef";

	for (; v; v /= base)
		*--end = set[v % base];
	return end;
}

STP_FN void stp_sink_put_dec(struct stp_sink *s, stp_s64 v)
{
	char buf[STP_DEC_MAX + 1];

	stp_sink_put(s, buf, stp_put_dec(buf, v) - buf);
}

const char stp_digit_pairs[201] =
	"0001020304050607080910111213141516171819"
	"2021222324252627282930313233343536373839"
	"4041424344454647484950515253545556575859"
	"6061626364656667686970717273747576777879"
	"8081828384858687888990919293949596979899";

STP_FN char *stp_put_long_dec(char *to, stp_u64 u)
{
	char buf[2 * STP_DEC_MAX], *end = buf + STP_DEC_MAX, *p = end;

	for (; u >= 100; u /= 100)
		memcpy(p -= 2, stp_digit_pairs + 2 * (u % 100), 2);
	if (u >= 10)
		memcpy(p -= 2, stp_digit_pairs + 2 * u, 2);
	else
		*--p = '0' + u;
	memcpy(to, p, STP_DEC_MAX - 1);
	return to + (end - p);
}

/* ---- pieces ------------------------------------------------------------- */

struct cursor {
	const char *p, *end;
};

static STP_FN void parse_flags(struct cursor *c, struct stp_conv *ret)
{
	for (; c->p < c->end; c->p++) {
		switch (*c->p) {
		case '0':
			ret->zero = true;
			break;
		case '+':
			ret->plus = true;
			break;
		case '-':
			ret->minus = true;
			break;
		case '#':
			ret->alt = true;
			break;
		case ' ':
			ret->space = true;
			break;
		default:
			return;
		}
	}
}

/* Parses a decimal number, or '*', for which it returns -1.  The number is at most 65536,
 * so no width can flood the output. */
static STP_FN int parse_num(struct cursor *c, bool *star)
{
	int n = 0;

	if (c->p < c->end && *c->p == '*') {
		c->p++;
		*star = true;
		return -1;
	}
	for (; c->p < c->end && *c->p >= '0' && *c->p <= '9'; c->p++)
		if (n < 65536)
			n = n * 10 + *c->p - '0';
	return n < 65536 ? n : 65536;
}

static STP_FN void parse_conv(struct cursor *c, struct stp_conv *ret)
{
	parse_flags(c, ret);
	if (c->p < c->end && ((*c->p >= '1' && *c->p <= '9') || *c->p == '*'))
		ret->width = parse_num(c, &ret->star_width);
	if (c->p < c->end && *c->p == '.') {
		c->p++;
		ret->prec = parse_num(c, &ret->star_prec);
	}
	while (c->p < c->end && *c->p == 'l')
		c->p++;
	ret->conv = c->p < c->end ? *c->p++ : '%';
}

STP_FN bool stp_fmt_next(const char **text, stp_u32 *len,
			 struct stp_conv *ret)
{
	struct cursor c = { *text, *text + *len };
	const char *percent = memchr(c.p, '%', *len);

	memset(ret, 0, sizeof(*ret));
	ret->width = ret->prec = -1;
	if (!*len)
		return false;
	ret->lit = c.p;
	ret->lit_len = percent ? percent - c.p : c.end - c.p;
	c.p += ret->lit_len;
	if (percent) {
		c.p++;
		parse_conv(&c, ret);
	}
	*text = c.p;
	*len = c.end - c.p;
	return true;
}

/* ---- arguments ---------------------------------------------------------- */

struct args {
	const char *kinds;
	const struct stp_val *v;
};

static STP_FN const struct stp_val *take(struct args *a, char kind)
{
	if (*a->kinds != kind)
		return NULL;
	a->kinds++;
	return a->v++;
}

static STP_FN void take_star(struct args *a, struct stp_conv *c)
{
	const struct stp_val *v;

	if (c->star_width && (v = take(a, 'n')))
		c->width = v->n > 65536 ? 65536 : v->n < 0 ? -1 : (int)v->n;
	if (c->star_prec && (v = take(a, 'n')))
		c->prec = v->n < 0 ? -1 : v->n > 65536 ? 65536 : (int)v->n;
}

/* ---- conversions -------------------------------------------------------- */

static STP_FN void put_padded(struct stp_sink *s, const struct stp_conv *c,
			      const char *p, stp_u32 n)
{
	stp_u32 pad = c->width > 0 && (stp_u32)c->width > n ? c->width - n : 0;

	if (pad && !c->minus)
		stp_sink_fill(s, ' ', pad);
	stp_sink_put(s, p, n);
	if (pad && c->minus)
		stp_sink_fill(s, ' ', pad);
}

static STP_FN unsigned base_of(char conv)
{
	switch (conv) {
	case 'x':
	case 'X':
	case 'p':
		return 16;
	case 'o':
		return 8;
	default:
		return 10;
	}
}

/* Writes the sign or prefix of a number; returns its length. */
static STP_FN stp_u32 prefix(const struct stp_conv *c, unsigned base,
			     bool negative, char out[2])
{
	if (base == 16 && (c->alt || c->conv == 'p')) {
		out[0] = '0';
		out[1] = c->conv == 'X' ? 'X' : 'x';
		return 2;
	}
	if (base == 8 && c->alt) {
		out[0] = '0';
		return 1;
	}
	if (base != 10 || c->conv == 'u')
		return 0;
	out[0] = negative ? '-' : c->plus ? '+' : ' ';
	return negative || c->plus || c->space;
}

static STP_FN void put_num(struct stp_sink *s, const struct stp_conv *c,
			   stp_s64 v)
{
	char buf[24], *end = buf + sizeof(buf), *p, pre[2];
	unsigned base = base_of(c->conv);
	bool is_signed = c->conv == 'd' || c->conv == 'i';
	stp_u32 n_pre, n, zeros, width = c->width > 0 ? c->width : 0;
	stp_u64 u = is_signed && v < 0 ? -(stp_u64)v : (stp_u64)v;

	n_pre = prefix(c, base, is_signed && v < 0, pre);
	p = digits(end, u, base, c->conv == 'X');
	n = end - p;
	zeros = c->prec > (int)n ? c->prec - n : n == 0;
	if (c->zero && !c->minus && width > n_pre + n + zeros)
		zeros = width - n_pre - n;
	width = width > n_pre + n + zeros ? width - n_pre - n - zeros : 0;
	if (!c->minus)
		stp_sink_fill(s, ' ', width);
	stp_sink_put(s, pre, n_pre);
	stp_sink_fill(s, '0', zeros);
	stp_sink_put(s, p, n);
	if (c->minus)
		stp_sink_fill(s, ' ', width);
}

/* Does escape() for a character, which is between single quotes, not double ones. */
static STP_FN stp_u32 escape_char(char c, char out[4])
{
	if (c != '"' && c != '\'')
		return escape(c, out);
	out[0] = c == '"' ? c : '\\';
	out[1] = c;
	return c == '"' ? 1 : 2;
}

/* Writes a string that the traced system may have chosen. */
static STP_FN void put_data(struct stp_sink *s, const struct stp_conv *c,
			    const char *p, stp_u32 n,
			    const struct stp_fmt_opts *opts)
{
	stp_u32 obeyed = opts && opts->escapes ? count_obeyed(p, n) : 0;
	stp_u32 w = n + 3 * obeyed;
	stp_u32 pad = c->width > 0 && (stp_u32)c->width > w ? c->width - w : 0;

	if (!obeyed) {
		put_padded(s, c, p, n);
		return;
	}
	if (!c->minus)
		stp_sink_fill(s, ' ', pad);
	stp_sink_put_shown(s, p, n);
	if (c->minus)
		stp_sink_fill(s, ' ', pad);
}

static STP_FN void put_char(struct stp_sink *s, const struct stp_conv *c,
			    stp_s64 v, const struct stp_fmt_opts *opts)
{
	char e[4] = { (char)v };

	put_data(s, c, e, c->alt ? escape_char((char)v, e) : 1, opts);
}

static STP_FN void put_str(struct stp_sink *s, const struct stp_conv *c,
			   const struct stp_val *v,
			   const struct stp_fmt_opts *opts)
{
	stp_u32 n = v->len;

	if (c->prec >= 0)
		n = stp_min_u32(n, c->prec);
	put_data(s, c, v->p, n, opts);
}

static STP_FN bool is_binary_size(int n)
{
	return n == 1 || n == 2 || n == 4 || n == 8;
}

/* Puts the lowest bytes of a number.  How many is the precision; if that is not 1, 2, 4 or
 * 8, it is the width; if that is not either, it is 8. */
static STP_FN void put_binary(struct stp_sink *s, const struct stp_conv *c,
			      stp_s64 v)
{
	stp_u32 n = is_binary_size(c->prec) ? c->prec
		  : is_binary_size(c->width) ? c->width : 8, pad = 0;

	if (c->width > 0 && (stp_u32)c->width > n)
		pad = c->width - n;
	if (!c->minus)
		stp_sink_fill(s, '\0', pad);
	stp_sink_put(s, &v, n);		/* the lowest bytes: little-endian */
	if (c->minus)
		stp_sink_fill(s, '\0', pad);
}

static STP_FN void put_hex(struct stp_sink *s, const struct stp_conv *c,
			   const struct stp_val *v)
{
	stp_u32 i, pad = 0;
	char h[2];

	if (c->width > 0 && (stp_u32)c->width > 2 * v->len)
		pad = c->width - 2 * v->len;
	if (!c->minus)
		stp_sink_fill(s, ' ', pad);
	for (i = 0; i < v->len; i++) {
		h[0] = "0123456789abcdef"[(stp_u8)v->p[i] >> 4];
		h[1] = "0123456789abcdef"[v->p[i] & 15];
		stp_sink_put(s, h, 2);
	}
	if (c->minus)
		stp_sink_fill(s, ' ', pad);
}

static STP_FN void put_summary(struct stp_sink *s, const struct stp_stat *st)
{
	static const struct {
		const char *name;
		enum stp_stat_op op;
	} parts[] = {
		{ "@count=", STP_COUNT },
		{ " @min=", STP_MIN },
		{ " @max=", STP_MAX },
		{ " @sum=", STP_SUM },
		{ " @avg=", STP_AVG },
	};
	stp_s64 v;
	stp_u32 i;

	if (!st->count) {
		stp_sink_puts(s, "@count=0x0");
		return;
	}
	for (i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		stp_stat_value(st, parts[i].op, &v);
		stp_sink_puts(s, parts[i].name);
		stp_sink_put_dec(s, v);
	}
}

static STP_FN char kind_of(char conv)
{
	switch (conv) {
	case 's':
		return 's';
	case 'm':
	case 'M':
		return 'm';
	case 'H':
	case 'Y':
		return 'a';
	case 'k':
	case 'K':
	case 'f':
	case 'n':
	case 'F':
	case 'v':
	case 'I':
		return 'k';
	case 'h':
	case 'L':
	case 'B':
	case 'A':
	case 'e':
		return 'K';
	default:
		return strchr("bcdiouxXp", conv) ? 'n' : 0;
	}
}

static STP_FN void put_conv(struct stp_sink *s, const struct stp_conv *c,
			    const struct stp_val *v,
			    const struct stp_fmt_opts *opts)
{
	switch (c->conv) {
	case 's':
		put_str(s, c, v, opts);
		break;
	case 'c':
		put_char(s, c, v->n, opts);
		break;
	case 'b':
		put_binary(s, c, v->n);
		break;
	case 'm':
		put_data(s, c, v->p, v->len, opts);
		break;
	case 'M':
		put_hex(s, c, v);
		break;
	case 'H':
		stp_hist_print(s, v->a, opts);
		break;
	case 'Y':
		put_summary(s, v->a);
		break;
	case 'k':
	case 'K':
	case 'f':
	case 'n':
	case 'F':
	case 'v':
	case 'I':
		stp_fmt_address(s, c->conv, v->n, opts);
		break;
	case 'h':
	case 'L':
	case 'B':
	case 'A':
	case 'e':
		stp_fmt_stack(s, c->conv, v->p, v->len, opts);
		break;
	default:
		put_num(s, c, v->n);
	}
}

/* ---- all of it ---------------------------------------------------------- */

/*
 * Puts text, and plain %d and %s, of which most formats consist.  Stops before any other
 * conversion, and when the sink has less room than STP_DEC_MAX.  *@text, *@len: what is
 * left of the format then.
 */
static STP_FN void put_simple(struct stp_sink *s, const char **text,
			      stp_u32 *len, struct args *a, bool escapes)
{
	const char *p = *text, *end = p + *len;
	char *to = s->p + s->len, *full = s->p + s->cap;

	for (; p < end && full - to >= STP_DEC_MAX; p++) {
		if (*p != '%') {
			*to++ = *p;
			continue;
		}
		if (end - p < 2)
			break;
		if (p[1] == 'd' && *a->kinds == 'n') {
			to = stp_put_dec(to, a->v->n);
		} else if (p[1] == 's' && *a->kinds == 's' && !escapes) {
			s->len = to - s->p;
			stp_sink_put(s, a->v->p, a->v->len);
			to = s->p + s->len;
			full = s->p + s->cap;	/* more() may have moved it */
		} else {
			break;
		}
		a->kinds++;
		a->v++;
		p++;
	}
	s->len = to - s->p;
	*text = p;
	*len = end - p;
}

STP_FN void stp_fmt(struct stp_sink *s, const char *text, stp_u32 len,
		    const char *kinds, const struct stp_val *args,
		    const struct stp_fmt_opts *opts)
{
	struct args a = { kinds, args };
	const struct stp_val *v;
	struct stp_conv c;

	for (;;) {
		put_simple(s, &text, &len, &a, opts && opts->escapes);
		if (!len || !stp_fmt_next(&text, &len, &c))
			break;
		stp_sink_put(s, c.lit, c.lit_len);
		if (!c.conv)
			break;
		if (c.conv == '%') {
			stp_sink_putc(s, '%');
			continue;
		}
		take_star(&a, &c);
		v = take(&a, kind_of(c.conv));
		if (v)
			put_conv(s, &c, v, opts);
		else
			stp_sink_putc(s, '?');
	}
}
