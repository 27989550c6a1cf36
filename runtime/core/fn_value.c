/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics on the value of a probe, $value, and on a netfilter hook's verdict.  In other
 * kinds of probes both are empty and assignments are ignored, but the translator refuses
 * such scripts.
 */
#include "runtime/core/fn.h"

static STP_FN struct stp_value *value_of(const struct stp_ctx *c)
{
	return c->site->kind->has == STP_HAS_VALUE ? c->site->priv : NULL;
}

STP_INTRINSIC struct stp_str stp_fn_probe_value(struct stp_ctx *c,
						struct stp_slot s)
{
	struct stp_value *v = value_of(c);

	if (v && v->is_cut)
		stp_cut(c, s);
	if (v)
		v->is_cut = false;
	return stp_str_copy(c, s, v ? (struct stp_str){ v->p, v->len }
				    : (struct stp_str){ "", 0 });
}

/* Returns where the verdict of a netfilter hook is, after its arguments; NULL in other
 * kinds. */
static STP_FN stp_s64 *verdict_of(struct stp_ctx *c)
{
	const struct stp_row *r = c->site->row;

	return r->kind == STP_KIND_NETFILTER
		       ? (stp_s64 *)stp_workspace(c)->regs + r->netfilter.n_args
		       : NULL;
}

STP_INTRINSIC stp_s64 stp_fn_verdict(struct stp_ctx *c)
{
	const stp_s64 *v = verdict_of(c);

	return v ? *v : 0;
}

/*
 * Returns true if @v is a verdict.  The kernel ignores anything else, and the
 * packet then has no owner: newer kernels warn, all leak its memory.  The bytes
 * above the lowest one have the error of a dropped packet, or the queue of a
 * queued one.
 */
static STP_FN bool is_verdict(stp_s64 v)
{
	enum { LAST = 3 };	/* dropped, accepted, taken, queued */

	return v >= -2147483647 - 1 && v <= 4294967295ll && (v & 0xff) <= LAST;
}

STP_INTRINSIC stp_s64 stp_fn_set_verdict(struct stp_ctx *c, stp_s64 to)
{
	stp_s64 *v = verdict_of(c);

	if (!is_verdict(to)) {
		stp_fail_str(c, STP_LIT("the kernel has no such verdict: 0 "
					"drops the packet, 1 accepts it, 2 "
					"steals it, 3 queues it"));
		return to;
	}
	if (v)
		*v = to;
	return to;
}

/* Appends to the value; what does not fit is cut, like every string, and
 * counted. */
STP_INTRINSIC stp_s64 stp_fn_add_probe_value(struct stp_ctx *c,
					     struct stp_str s)
{
	struct stp_value *v = value_of(c);
	stp_u32 n;

	if (!v)
		return 0;
	n = stp_min_u32(s.len, v->cap - v->len);
	if (n < s.len)
		stp_count(stp_workspace(c), STP_CAUSE_VALUE_CUT);
	memcpy(v->p + v->len, s.p, n);
	v->len += n;
	return 0;
}

STP_INTRINSIC stp_s64 stp_fn_set_probe_value(struct stp_ctx *c,
					     struct stp_str s)
{
	struct stp_value *v = value_of(c);

	if (v)
		v->len = 0;
	return stp_fn_add_probe_value(c, s);
}
