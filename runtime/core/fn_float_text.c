/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Converts numbers of IEEE 754 to digits, and back.  The digits of a 64-bit number are
 * those of the exact value, rounded once: the value is a number of many words, which is
 * multiplied by ten for each digit after the point, and divided by 10^9 for nine digits
 * before it.  Other conversions have a small error: see into_room(), scaled().
 */
#include "runtime/core/float.h"
#include "runtime/core/fmt.h"
#include "runtime/core/fn.h"

#define TOP 62			/* see struct stp_float */
#define N_WHOLE 32		/* words of 32 bits before the point */
#define N_PART 34		/* words after it */
#define MOST_DIGITS 100		/* after the point */
#define CHUNK 1000000000u	/* digits are made nine at a time */
#define N_CHUNKS 35

/* A number of many words; word 0 is the lowest, the point is below word N_PART. */
struct fixed {
	stp_u32 w[N_PART + N_WHOLE];
};

/* ---- many words --------------------------------------------------------- */

/* Sets @x to @f, without its sign.  Bit 0 of the lowest word is 2^(-32 * N_PART). */
static STP_FN void fix(struct fixed *x, struct stp_float f)
{
	int low = f.exp - TOP + 32 * N_PART, word = low >> 5, i;
	unsigned __int128 v = (unsigned __int128)f.frac << (low & 31);

	memset(x, 0, sizeof(*x));
	for (i = 0; i < 4; i++, word++, v >>= 32)
		if (word >= 0 && word < N_PART + N_WHOLE)
			x->w[word] = (stp_u32)v;
}

/* Removes the first digit after the point from @x and returns it: multiplies the part
 * after the point by ten. */
static STP_FN stp_u32 take_digit(struct fixed *x)
{
	stp_u64 carry = 0;
	int i;

	for (i = 0; i < N_PART; i++) {
		carry += (stp_u64)x->w[i] * 10;
		x->w[i] = (stp_u32)carry;
		carry >>= 32;
	}
	return (stp_u32)carry;
}

/* Removes the last nine digits before the point from @x and returns them: divides the
 * part before the point by 10^9. */
static STP_FN stp_u32 take_chunk(struct fixed *x)
{
	stp_u64 rest = 0;
	int i;

	for (i = N_PART + N_WHOLE - 1; i >= N_PART; i--) {
		rest = rest << 32 | x->w[i];
		x->w[i] = (stp_u32)(rest / CHUNK);
		rest %= CHUNK;
	}
	return (stp_u32)rest;
}

/* Returns -1, 0, 1 if the part after the point is below, at, above a half. */
static STP_FN int against_half(const struct fixed *x)
{
	stp_u32 top = x->w[N_PART - 1];
	int i;

	if (top != 1u << 31)
		return top > 1u << 31 ? 1 : -1;
	for (i = 0; i < N_PART - 1; i++)
		if (x->w[i])
			return 1;
	return 0;
}

/* ---- to text ------------------------------------------------------------ */

struct digits {
	char whole[9 * N_CHUNKS + 1];	/* from the front; [0] is for a carry */
	char part[MOST_DIGITS];
	int n_part;
};

static STP_FN void make_digits(struct fixed *x, struct digits *d)
{
	stp_u32 chunk;
	int i, k;

	d->whole[0] = '0';
	for (i = N_CHUNKS - 1; i >= 0; i--) {
		chunk = take_chunk(x);
		for (k = 8; k >= 0; k--, chunk /= 10)
			d->whole[1 + 9 * i + k] = (char)('0' + chunk % 10);
	}
	for (i = 0; i < d->n_part; i++)
		d->part[i] = (char)('0' + take_digit(x));
}

/* Adds one to the last of @n digits.  Returns true if a carry goes on to the left. */
static STP_FN bool carry_on(char *p, int n)
{
	while (n-- > 0) {
		if (p[n] != '9') {
			p[n]++;
			return false;
		}
		p[n] = '0';
	}
	return true;
}

static STP_FN void round_digits(const struct fixed *x, struct digits *d)
{
	char last = d->n_part ? d->part[d->n_part - 1]
			      : d->whole[sizeof(d->whole) - 1];
	int half = against_half(x);

	if (half < 0 || (!half && !(last & 1)))
		return;
	if (carry_on(d->part, d->n_part))
		carry_on(d->whole, sizeof(d->whole));
}

static STP_FN void put_num(struct stp_sink *to, struct stp_float f, int n)
{
	struct digits d = { .n_part = n };
	stp_u32 from = 0;
	struct fixed x;

	fix(&x, f);
	make_digits(&x, &d);
	round_digits(&x, &d);
	while (from < sizeof(d.whole) - 1 && d.whole[from] == '0')
		from++;
	stp_sink_put(to, d.whole + from, sizeof(d.whole) - from);
	if (n)
		stp_sink_putc(to, '.');
	stp_sink_put(to, d.part, (stp_u32)n);
}

STP_INTRINSIC struct stp_str stp_fn_fp_to_string(struct stp_ctx *c,
						 struct stp_slot slot,
						 stp_s64 v, stp_s64 n)
{
	struct stp_sink to = { .p = slot.p, .cap = slot.cap };
	struct stp_float f = stp_float_split(v);

	if (n < 0 || n > MOST_DIGITS) {
		stp_fail_str(c, STP_LIT("fp_to_string: 0 to 100 digits"));
		n = 0;
	}
	if (f.neg && f.kind != STP_FLOAT_NAN)
		stp_sink_putc(&to, '-');
	if (f.kind == STP_FLOAT_NAN)
		stp_sink_puts(&to, "NaN");
	else if (f.kind == STP_FLOAT_INF)
		stp_sink_puts(&to, "Infinity");
	else
		put_num(&to, f, (int)n);
	slot.p[to.len] = 0;
	return (struct stp_str){ slot.p, to.len };
}

/* ---- to text, as short as %g -------------------------------------------- */

#define SHORT_DIGITS 6
#define LEAST_SHORT (-4)	/* smaller powers of ten are shown as an exponent */

/* The digits that are shown, and the power of ten of the first digit. */
struct short_digits {
	char at[SHORT_DIGITS];
	int tens;
	int rest;		/* -1, 0, 1: what follows is below, at, above a half */
};

/* Writes the digits before the point to @whole, of 9 * N_CHUNKS bytes.  They end at its
 * end; *@from is the index of the first one that is not 0. */
static STP_FN void make_whole(struct fixed *x, char *whole, int *from)
{
	stp_u32 chunk;
	int i, k;

	for (i = N_CHUNKS - 1; i >= 0; i--) {
		chunk = take_chunk(x);
		for (k = 8; k >= 0; k--, chunk /= 10)
			whole[9 * i + k] = (char)('0' + chunk % 10);
	}
	for (*from = 0; *from < 9 * N_CHUNKS && whole[*from] == '0';)
		++*from;
}

static STP_FN bool has_part(const struct fixed *x)
{
	int i;

	for (i = 0; i < N_PART; i++)
		if (x->w[i])
			return true;
	return false;
}

/* Returns -1, 0, 1 if the digits from @p to @end, the last ones before the decimal point,
 * and those after the point are together below, at, above a half of the digit before
 * @p. */
static STP_FN int rest_of_whole(const char *p, const char *end,
				const struct fixed *x)
{
	if (*p != '5')
		return *p > '5' ? 1 : -1;
	while (++p < end)
		if (*p != '0')
			return 1;
	return has_part(x);
}

static STP_FN void take_short(struct fixed *x, struct short_digits *d)
{
	char whole[9 * N_CHUNKS], *end = whole + sizeof(whole);
	int from, n = 0;
	char first;

	make_whole(x, whole, &from);
	d->tens = (int)sizeof(whole) - from - 1;
	for (; n < SHORT_DIGITS && whole + from < end; from++)
		d->at[n++] = whole[from];
	if (whole + from < end) {
		d->rest = rest_of_whole(whole + from, end, x);
		return;
	}
	if (!n) {
		while ((first = (char)('0' + take_digit(x))) == '0')
			d->tens--;
		d->at[n++] = first;
	}
	while (n < SHORT_DIGITS)
		d->at[n++] = (char)('0' + take_digit(x));
	d->rest = against_half(x);
}

static STP_FN void round_short(struct short_digits *d)
{
	char last = d->at[SHORT_DIGITS - 1];

	if (d->rest < 0 || (!d->rest && !(last & 1)) ||
	    !carry_on(d->at, SHORT_DIGITS))
		return;
	d->at[0] = '1';
	d->tens++;
}

static STP_FN void put_tens(struct stp_sink *to, int tens)
{
	stp_sink_puts(to, tens < 0 ? "e-" : "e+");
	tens = tens < 0 ? -tens : tens;
	if (tens < 10)
		stp_sink_putc(to, '0');
	stp_sink_put_dec(to, tens);
}

static STP_FN void put_short(struct stp_sink *to, const struct short_digits *d)
{
	bool plain = d->tens >= LEAST_SHORT && d->tens < SHORT_DIGITS;
	int n = SHORT_DIGITS, before = plain ? d->tens + 1 : 1;

	while (n > 1 && d->at[n - 1] == '0')
		n--;
	if (before <= 0) {
		stp_sink_puts(to, "0.");
		stp_sink_fill(to, '0', (stp_u32)-before);
		stp_sink_put(to, d->at, (stp_u32)n);
	} else {
		stp_sink_put(to, d->at, (stp_u32)before);
		if (n > before)
			stp_sink_putc(to, '.');
		if (n > before)
			stp_sink_put(to, d->at + before, (stp_u32)(n - before));
	}
	if (!plain)
		put_tens(to, d->tens);
}

/* Writes @f * 10^tens in its short form. */
static STP_FN struct stp_str short_text(struct stp_slot slot,
					struct stp_float f, int tens)
{
	struct stp_sink to = { .p = slot.p, .cap = slot.cap };
	struct short_digits d;
	struct fixed x;

	if (f.neg && f.kind != STP_FLOAT_NAN)
		stp_sink_putc(&to, '-');
	if (f.kind == STP_FLOAT_NUM) {
		fix(&x, f);
		take_short(&x, &d);
		round_short(&d);
		d.tens += tens;
		put_short(&to, &d);
	} else {
		stp_sink_puts(&to, f.kind == STP_FLOAT_NAN ? "nan" :
				   f.kind == STP_FLOAT_INF ? "inf" : "0");
	}
	slot.p[to.len] = 0;
	return (struct stp_str){ slot.p, to.len };
}

/* Converts a number as %g of C does: six digits, an exponent if that is
 * shorter. */
STP_INTRINSIC struct stp_str stp_fn_fp_short(struct stp_ctx *c,
					     struct stp_slot slot, stp_s64 v)
{
	return short_text(slot, stp_float_split(v), 0);
}

/* Moves the highest bit of @f.frac to TOP. */
static STP_FN struct stp_float to_top(struct stp_float f)
{
	if (f.frac >> (TOP + 1)) {
		f.frac = f.frac >> 1 | (f.frac & 1);
		f.exp++;
	}
	for (; f.frac >> TOP == 0; f.exp--)
		f.frac <<= 1;
	return f;
}

#define LONG_BIAS 16383
#define ROOM 900		/* struct fixed has room for exponents from -ROOM to
				   ROOM */

static STP_FN struct stp_float split_long(stp_u64 frac, stp_u32 high)
{
	int exp = high & 0x7fff;
	struct stp_float f = { STP_FLOAT_NUM, high >> 15 & 1,
			       (exp ? exp : 1) - LONG_BIAS - 1, frac };

	if (exp == 0x7fff)
		f.kind = frac << 1 ? STP_FLOAT_NAN : STP_FLOAT_INF;
	else if (!frac)
		f.kind = STP_FLOAT_ZERO;
	return f;
}

/* Brings the exponent of @f within ROOM, by steps of 10^27 = 5^27 * 2^27.  The value
 * is then the result times 10^*@tens.  The error of each step is less than 2^-61 of
 * the number; the six digits that are shown have 20 bits. */
static STP_FN struct stp_float into_room(struct stp_float f, int *tens)
{
	struct stp_float fives = stp_float_of(false, 7450580596923828125ull);

	while (f.exp > ROOM) {
		f = stp_float_over(to_top(f), fives);
		f.exp -= 27;
		*tens += 27;
	}
	while (f.exp < -ROOM) {
		f = stp_float_times(to_top(f), fives);
		f.exp += 27;
		*tens -= 27;
	}
	return f;
}

/* Converts a number of 80 bits as %g of C does.  @frac: its fraction; @high: its sign
 * and exponent. */
STP_INTRINSIC struct stp_str stp_fn_fp_long_short(struct stp_ctx *c,
						  struct stp_slot slot,
						  stp_s64 frac, stp_s64 high)
{
	struct stp_float f = split_long((stp_u64)frac, (stp_u32)high);
	int tens = 0;

	if (f.kind == STP_FLOAT_NUM)
		f = into_room(f, &tens);
	return short_text(slot, f, tens);
}

/* ---- from text ---------------------------------------------------------- */

struct decimal {
	bool neg, any;
	stp_u64 digits;		/* the number is digits * 10^tens */
	int tens;
};

#define MOST_TENS 400		/* beyond it the number is 0 or infinite */

static STP_FN void read_digits(struct decimal *d, struct stp_str s, stp_u32 *i)
{
	bool after = false;

	for (; *i < s.len; ++*i) {
		char ch = s.p[*i];

		if (ch == '.' && !after) {
			after = true;
			continue;
		}
		if (ch < '0' || ch > '9')
			break;
		d->any = true;
		if (d->digits < 1000000000000000000ull) {
			d->digits = 10 * d->digits + (stp_u64)(ch - '0');
			d->tens -= after;
		} else {
			d->tens += !after;
		}
	}
}

static STP_FN int read_tens(struct stp_str s, stp_u32 i)
{
	bool neg;
	int n = 0;

	if (i >= s.len || (s.p[i] | 0x20) != 'e')
		return 0;
	neg = ++i < s.len && s.p[i] == '-';
	for (i += i < s.len && (neg || s.p[i] == '+'); i < s.len; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			break;
		if (n < 10 * MOST_TENS)
			n = 10 * n + (s.p[i] - '0');
	}
	return neg ? -n : n;
}

/* Returns the value of @d.  Powers up to 10^27 are exact: 5^27 has 63 bits.  Larger
 * ones take several steps, each with an error of less than 2^-61 of the value. */
static STP_FN struct stp_float scaled(struct decimal d)
{
	struct stp_float f = stp_float_of(d.neg, d.digits);
	stp_u64 fives;
	int n, i;

	for (n = d.tens < 0 ? -d.tens : d.tens; n; n -= i) {
		fives = 1;
		for (i = 0; i < n && i < 27; i++)
			fives *= 5;
		if (d.tens < 0)
			f = stp_float_over(f, stp_float_of(false, fives));
		else
			f = stp_float_times(f, stp_float_of(false, fives));
		f.exp += d.tens < 0 ? -i : i;
		f = to_top(f);
	}
	return f;
}

STP_INTRINSIC stp_s64 stp_fn_string_to_fp(struct stp_ctx *c, struct stp_str s)
{
	struct decimal d = { 0 };
	stp_u32 i = 0;

	while (i < s.len && s.p[i] == ' ')
		i++;
	d.neg = i < s.len && s.p[i] == '-';
	i += i < s.len && (d.neg || s.p[i] == '+');
	read_digits(&d, s, &i);
	d.tens += read_tens(s, i);
	if (!d.any) {
		stp_fail_str(c, STP_LIT("string_to_fp: not a number"));
		return 0;
	}
	if (d.tens > MOST_TENS && d.digits)
		return stp_float_join((struct stp_float){
			STP_FLOAT_INF, d.neg, 0, 0 });
	if (!d.digits || d.tens < -MOST_TENS)
		return stp_float_join((struct stp_float){
			STP_FLOAT_ZERO, d.neg, 0, 0 });
	return stp_float_join(scaled(d));
}
