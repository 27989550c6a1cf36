/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics on strings.
 */
#include "runtime/core/fn.h"

STP_FN stp_s64 stp_fn_strlen(struct stp_ctx *c, struct stp_str s)
{
	return s.len;
}

/* Nothing outside the string; what reaches beyond its end is cut. */
STP_FN struct stp_str stp_fn_substr(struct stp_ctx *c, struct stp_slot slot,
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

STP_FN stp_s64 stp_fn_isinstr(struct stp_ctx *c, struct stp_str s,
			      struct stp_str part)
{
	stp_u32 i;

	if (!part.len)
		return 1;
	for (i = 0; i + part.len <= s.len; i++)
		if (s.p[i] == part.p[0] &&
		    !memcmp(s.p + i, part.p, part.len))
			return 1;
	return 0;
}
