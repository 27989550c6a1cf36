/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics on strings.
 */
#include "runtime/core/fn.h"

STP_INTRINSIC stp_s64 stp_fn_max_string(struct stp_ctx *c)
{
	return stp_run.limits[STP_LIM_STRINGLEN];
}

STP_INTRINSIC stp_s64 stp_fn_strlen(struct stp_ctx *c, struct stp_str s)
{
	return s.len;
}

/* Returns a part of @s: "" if it starts outside, cut at the end of @s. */
STP_INTRINSIC struct stp_str stp_fn_substr(struct stp_ctx *c,
					   struct stp_slot slot,
					   struct stp_str s, stp_s64 start,
					   stp_s64 len)
{
	struct stp_str part = { "", 0 };

	if (start >= 0 && start < s.len && len > 0) {
		part.p = s.p + start;
		part.len = s.len - start;
		if (len < part.len)
			part.len = len;
	}
	return stp_str_copy(c, slot, part);
}

/*
 * Searches @part in @s.  Keeps a sum over the bytes of a window that moves, and
 * compares bytes only where the sum equals that of @part, so the time hardly ever
 * grows with the product of both lengths.
 */
STP_INTRINSIC stp_s64 stp_fn_isinstr(struct stp_ctx *c, struct stp_str s,
				     struct stp_str part)
{
	const stp_u8 *p = (const stp_u8 *)s.p, *q = (const stp_u8 *)part.p;
	const stp_u32 base = 0x01000193;
	stp_u32 sum = 0, wanted = 0, top = 1, i;

	if (part.len > s.len)
		return 0;
	for (i = 0; i < part.len; i++) {
		sum = sum * base + p[i];
		wanted = wanted * base + q[i];
		top *= base;
	}
	for (i = 0; sum != wanted || memcmp(p + i, q, part.len); i++) {
		if (i + part.len >= s.len)
			return 0;
		sum = sum * base + p[i + part.len] - p[i] * top;
	}
	return 1;
}
