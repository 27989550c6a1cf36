/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics on the value of a probe, $value.  Where there is none it is
 * empty, and what is assigned goes nowhere: the translator lets nobody ask.
 */
#include "runtime/core/fn.h"

static STP_FN struct stp_value *value_of(const struct stp_ctx *c)
{
	return c->site->kind->has == STP_HAS_VALUE ? c->site->priv : NULL;
}

STP_FN struct stp_str stp_fn_probe_value(struct stp_ctx *c, struct stp_slot s)
{
	const struct stp_value *v = value_of(c);

	return stp_str_copy(c, s, v ? (struct stp_str){ v->p, v->len }
				    : (struct stp_str){ "", 0 });
}

/* A hook's verdict stands behind its arguments. */
static STP_FN stp_s64 *verdict_of(struct stp_ctx *c)
{
	const struct stp_row *r = c->site->row;

	return r->kind == STP_KIND_NETFILTER
		       ? (stp_s64 *)stp_cxt(c)->regs + r->netfilter.n_args
		       : NULL;
}

STP_FN stp_s64 stp_fn_verdict(struct stp_ctx *c)
{
	const stp_s64 *v = verdict_of(c);

	return v ? *v : 0;
}

STP_FN stp_s64 stp_fn_set_verdict(struct stp_ctx *c, stp_s64 to)
{
	stp_s64 *v = verdict_of(c);

	if (v)
		*v = to;
	return to;
}

/* What does not fit is cut, like every string. */
STP_FN stp_s64 stp_fn_add_probe_value(struct stp_ctx *c, struct stp_str s)
{
	struct stp_value *v = value_of(c);
	stp_u32 n;

	if (!v)
		return 0;
	n = stp_min_u32(s.len, v->cap - v->len);
	memcpy(v->p + v->len, s.p, n);
	v->len += n;
	return 0;
}

STP_FN stp_s64 stp_fn_set_probe_value(struct stp_ctx *c, struct stp_str s)
{
	struct stp_value *v = value_of(c);

	if (v)
		v->len = 0;
	return stp_fn_add_probe_value(c, s);
}
