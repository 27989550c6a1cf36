/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The last match of a handler: a copy of what matched, and its groups.
 */
#include "runtime/core/fn.h"
#include "runtime/core/regex.h"

/*
 * Keeps the text of the match, and its groups relative to the match.  A match that
 * is longer than MAXSTRINGLEN is cut, and so are groups that reach beyond the cut.
 * A search without a match forgets the previous match.
 */
STP_FN int stp_regex_find(struct stp_ctx *ctx, const struct stp_finder *f,
			  struct stp_str s)
{
	struct stp_workspace *c = stp_workspace(ctx);
	struct stp_last_match *m = c->match;
	struct stp_found found = { m->words, m->words + 2 * f->n_groups, 0 };
	struct stp_slot slot = { .p = m->text, .cap = m->cap };
	stp_u32 i, begin;

	ctx->dirty &= ~STP_D_MATCH;
	if (!stp_regex_run(f, s, &found))
		return 0;
	begin = m->words[0];
	s.p += begin;
	s.len = m->words[1] - begin;
	m->len = stp_str_copy(ctx, slot, s).len;
	m->n_groups = f->n_groups;
	for (i = 0; i < 2 * f->n_groups; i++)
		if (m->words[i] != STP_NOWHERE)
			m->words[i] = stp_min_u32(m->words[i] - begin, m->len);
	ctx->dirty |= STP_D_MATCH;
	return 1;
}

/* Returns the last match of the handler; NULL with an error: there is none. */
static STP_FN const struct stp_last_match *last_match(struct stp_ctx *ctx)
{
	struct stp_workspace *c = stp_workspace(ctx);

	if (c->match && (ctx->dirty & STP_D_MATCH))
		return c->match;
	stp_fail(ctx, STP_ERR_NO_MATCH, 0);
	return NULL;
}

STP_INTRINSIC struct stp_str stp_fn_matched(struct stp_ctx *c,
					    struct stp_slot slot, stp_s64 n)
{
	const struct stp_last_match *m = last_match(c);
	struct stp_str part = { "", 0 };

	if (m && (n < 0 || n >= m->n_groups)) {
		stp_fail(c, STP_ERR_NO_GROUP, n);
	} else if (m && m->words[2 * n] != STP_NOWHERE) {
		part.p = m->text + m->words[2 * n];
		part.len = m->words[2 * n + 1] - m->words[2 * n];
	}
	return stp_str_copy(c, slot, part);
}

STP_INTRINSIC stp_s64 stp_fn_ngroups(struct stp_ctx *c)
{
	const struct stp_last_match *m = last_match(c);

	return m ? m->n_groups : 0;
}
