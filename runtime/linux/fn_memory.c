/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Intrinsics on strings and buffers in memory that few scripts use: strings up to a
 * length, text in quotes, buffers in quotes, and text in UTF-16 and UTF-32.
 */
#include <linux/minmax.h>

#include "runtime/core/fn.h"
#include "runtime/core/text.h"
#include "runtime/linux/os_access.h"

static STP_FN struct stp_slot at_most(struct stp_slot s, stp_s64 n)
{
	if (n < s.cap)
		s.cap = n > 0 ? n : 0;
	return s;
}

STP_INTRINSIC struct stp_str stp_fn_kernel_string_n(struct stp_ctx *c,
						    struct stp_slot s,
						    stp_s64 addr, stp_s64 n)
{
	return stp_load_str(c, at_most(s, n), addr, STP_KERNEL);
}

STP_INTRINSIC struct stp_str stp_fn_user_string_n(struct stp_ctx *c,
						  struct stp_slot s,
						  stp_s64 addr, stp_s64 n)
{
	return stp_load_str(c, at_most(s, n), addr, STP_USER);
}

/* ---- in quotes ---------------------------------------------------------- */

/* Appends the @n bytes at @addr to @t; with @ends, only those before the first
 * NUL among them.  Returns false at a fault.  The text counts as cut if the result
 * has no more room, not if the text ends at @n. */
static STP_FN bool put_memory(struct stp_ctx *c, struct stp_text *t, u64 addr,
			      s64 n, bool ends, enum stp_space space)
{
	u32 part, len;
	char buf[64];

	for (; n > 0; n -= part, addr += part) {
		part = min3((u64)n, PAGE_SIZE - (addr & (PAGE_SIZE - 1)),
			    (u64)sizeof(buf));
		if (!stp_read_memory(c, buf, addr, part, space))
			return false;
		len = ends ? strnlen(buf, part) : part;
		if (!stp_text_put(t, buf, len) || len < part)
			return true;
	}
	return true;
}

static STP_FN struct stp_str text_at(struct stp_ctx *c, struct stp_slot s,
				     u64 addr, s64 inlen, s64 outlen,
				     enum stp_space space,
				     enum stp_text_style style)
{
	struct stp_text t;

	stp_text_begin(&t, s, outlen, style);
	if (put_memory(c, &t, addr, inlen > 0 ? inlen : s.cap, true, space))
		return stp_text_end(&t);
	s.p[0] = 0;
	return (struct stp_str){ s.p, scnprintf(s.p, s.cap + 1, "0x%llx",
						addr) };
}

STP_INTRINSIC struct stp_str stp_fn_kernel_text(struct stp_ctx *c,
						struct stp_slot s, stp_s64 addr,
						stp_s64 inlen, stp_s64 outlen)
{
	return text_at(c, s, addr, inlen, outlen, STP_KERNEL, STP_TEXT_QUOTED);
}

STP_INTRINSIC struct stp_str stp_fn_user_text(struct stp_ctx *c,
					      struct stp_slot s, stp_s64 addr,
					      stp_s64 inlen, stp_s64 outlen)
{
	return text_at(c, s, addr, inlen, outlen, STP_USER, STP_TEXT_QUOTED);
}

STP_INTRINSIC struct stp_str stp_fn_user_text_short(struct stp_ctx *c,
						    struct stp_slot s,
						    stp_s64 addr)
{
	return text_at(c, s, addr, 0, 0, STP_USER, STP_TEXT_SHORT);
}

static STP_FN struct stp_str buffer_at(struct stp_ctx *c, struct stp_slot s,
				       u64 addr, s64 inlen, s64 outlen,
				       enum stp_space space,
				       enum stp_text_style style)
{
	struct stp_text t;

	stp_text_begin(&t, s, outlen, style);
	if (!put_memory(c, &t, addr, inlen, false, space))
		stp_fail(c, STP_ERR_READ, addr);
	return stp_text_end(&t);
}

STP_INTRINSIC struct stp_str stp_fn_kernel_buffer(struct stp_ctx *c,
						  struct stp_slot s,
						  stp_s64 addr, stp_s64 inlen,
						  stp_s64 outlen)
{
	return buffer_at(c, s, addr, inlen, outlen, STP_KERNEL,
			 STP_TEXT_QUOTED);
}

STP_INTRINSIC struct stp_str stp_fn_user_buffer(struct stp_ctx *c,
						struct stp_slot s, stp_s64 addr,
						stp_s64 inlen, stp_s64 outlen)
{
	return buffer_at(c, s, addr, inlen, outlen, STP_USER, STP_TEXT_QUOTED);
}

STP_INTRINSIC struct stp_str stp_fn_user_buffer_short(struct stp_ctx *c,
						      struct stp_slot s,
						      stp_s64 addr,
						      stp_s64 inlen,
						      stp_s64 outlen)
{
	return buffer_at(c, s, addr, inlen, outlen, STP_USER, STP_TEXT_SHORT);
}

/* ---- other encodings ---------------------------------------------------- */

/* Writes @ch to @to as UTF-8 and returns the number of bytes; 0 if @ch is not
 * a character. */
static STP_FN u32 put_utf8(char *to, u32 ch)
{
	static const u8 first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	u32 n = ch < 0x80 ? 1 : ch < 0x800 ? 2 : ch < 0x10000 ? 3 : 4, i;

	if (ch > 0x10ffff || (ch >= 0xd800 && ch < 0xe000))
		return 0;
	for (i = n - 1; i > 0; i--, ch >>= 6)
		to[i] = 0x80 | (ch & 0x3f);
	to[0] = first[n] | ch;
	return n;
}

/* Reads one character of text in units of @size bytes (2: UTF-16, 4: UTF-32) into
 * *@ret.  Returns the number of units that it takes, or 0 at a fault. */
static STP_FN u32 get_char(struct stp_ctx *c, u64 addr, u32 size,
			   enum stp_space space, u32 *ret)
{
	u32 ch = 0, low = 0;

	if (!stp_read_memory(c, &ch, addr, size, space))
		return 0;
	*ret = ch;
	if (size != 2 || (ch & 0xfc00) != 0xd800)
		return 1;
	if (!stp_read_memory(c, &low, addr + size, size, space))
		return 0;
	if ((low & 0xfc00) != 0xdc00)
		return 1;
	*ret = 0x10000 + ((ch & 0x3ff) << 10) + (low & 0x3ff);
	return 2;
}

static STP_FN struct stp_str wide_at(struct stp_ctx *c, struct stp_slot s,
				     u64 addr, u32 size, enum stp_space space)
{
	u32 len = 0, ch, n, units;
	char one[4];

	for (;;) {
		units = get_char(c, addr, size, space, &ch);
		if (!units)
			stp_fail(c, STP_ERR_READ, addr);
		if (!units || !ch)
			break;
		n = put_utf8(one, ch);
		if (!n)
			stp_fail_str(c, STP_LIT("this is not UTF-16 or UTF-32 "
						"text"));
		if (!n || len + n > s.cap)
			break;
		memcpy(s.p + len, one, n);
		len += n;
		addr += units * size;
	}
	s.p[len] = 0;
	return (struct stp_str){ s.p, len };
}

#define WIDE(name, size, space)                                                \
	STP_INTRINSIC struct stp_str stp_fn_##name(struct stp_ctx *c,          \
						  struct stp_slot s,           \
						  stp_s64 addr)                \
	{                                                                      \
		return wide_at(c, s, addr, size, space);                       \
	}
WIDE(kernel_string_utf16, 2, STP_KERNEL)
WIDE(kernel_string_utf32, 4, STP_KERNEL)
WIDE(user_string_utf16, 2, STP_USER)
WIDE(user_string_utf32, 4, STP_USER)
