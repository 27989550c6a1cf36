/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Arithmetic that may trap, and strings.  A string that does not fit its slot
 * is cut and the cut counted.
 */
#include "runtime/core/handler.h"

/* ---- numbers ------------------------------------------------------------ */

STP_FN stp_s64 stp_div(struct stp_ctx *c, stp_s64 a, stp_s64 b)
{
	if (stp_unlikely(!b)) {
		stp_fail(c, STP_ERR_DIV_ZERO, 0);
		return 0;
	}
	return b == -1 ? (stp_s64)-(stp_u64)a : a / b;
}

STP_FN stp_s64 stp_mod(struct stp_ctx *c, stp_s64 a, stp_s64 b)
{
	if (stp_unlikely(!b)) {
		stp_fail(c, STP_ERR_DIV_ZERO, 0);
		return 0;
	}
	return b == -1 ? 0 : a % b;
}

/* ---- strings ------------------------------------------------------------ */

STP_FN int stp_str_cmp(struct stp_str a, struct stp_str b)
{
	int d = memcmp(a.p, b.p, stp_min_u32(a.len, b.len));

	return d ? d : a.len < b.len ? -1 : a.len > b.len;
}

STP_FN struct stp_str stp_str_copy(struct stp_ctx *c, struct stp_slot s,
				   struct stp_str a)
{
	stp_u32 n = stp_min_u32(a.len, s.cap);

	if (n < a.len)
		stp_cut(c, s);
	memmove(s.p, a.p, n);
	s.p[n] = 0;
	return (struct stp_str){ s.p, n };
}

STP_FN struct stp_str stp_str_concat(struct stp_ctx *c, struct stp_slot s,
				     stp_u32 n, const struct stp_str *parts)
{
	stp_u32 i, len = 0, k;

	for (i = 0; i < n; i++) {
		k = stp_min_u32(parts[i].len, s.cap - len);
		memmove(s.p + len, parts[i].p, k);
		len += k;
		if (k < parts[i].len) {
			stp_cut(c, s);
			break;
		}
	}
	s.p[len] = 0;
	return (struct stp_str){ s.p, len };
}

STP_FN void stp_gstr_set(struct stp_ctx *c, struct stp_global *g,
			 struct stp_str a)
{
	struct stp_slot s = {
		.p = g->str,
		.cap = stp_run.globals[g->index].info->value_bytes,
	};

	g->len = stp_str_copy(c, s, a).len;
}
