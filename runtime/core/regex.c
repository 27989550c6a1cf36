/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "runtime/core/regex.h"

/* Sources of a move, as in translator/regex/regex.h. */
#define SOURCE_POS 0xffff
#define SOURCE_NONE 0xfffe

STP_FN int stp_regex_test(const struct stp_regex *re, struct stp_str s)
{
	const stp_u8 *p = (const stp_u8 *)s.p, *end = p + s.len;
	stp_u32 at = re->start;

	for (; p < end && at > re->n_accept; p++)
		at = re->next[at * re->stride + re->classes[*p]];
	if (at > re->n_accept)
		at = re->next[at * re->stride + re->stride - 1];
	return at && at <= re->n_accept;
}

/*
 * Finds where the leftmost match begins; STP_NOWHERE: there is none.  It goes backwards
 * over the whole string.  A match begins at each byte where the state accepts, so the last
 * such byte that it finds is the leftmost.
 */
static STP_FN stp_u32 find_begin(const struct stp_regex *re, struct stp_str s,
				 struct stp_found *found)
{
	stp_u32 at = re->start, i = s.len, begin = STP_NOWHERE;

	for (;;) {
		if (at && at <= re->n_accept)
			begin = i;
		if (!i || !at)
			break;
		at = re->next[at * re->stride + re->classes[(stp_u8)s.p[--i]]];
	}
	found->steps += s.len - i;
	at = re->next[at * re->stride + re->stride - 1];
	return at && !i ? 0 : begin;
}

static STP_FN stp_u32 value(const struct stp_found *found, stp_u16 source,
			    stp_u32 pos)
{
	if (source == SOURCE_POS)
		return pos;
	return source == SOURCE_NONE ? STP_NOWHERE : found->regs[source];
}

/* Does the moves of a step. */
static STP_FN void move(const struct stp_finder *f, stp_u32 list, stp_u32 pos,
			struct stp_found *found)
{
	const stp_u16 *m = f->cmds + list;
	stp_u32 i, n = *m++;

	for (i = 0; i < n; i++, m += 2)
		found->regs[m[0]] = value(found, m[1], pos);
	found->steps += n;
}

/* Records a match that ends at @pos; returns false if none can end there. */
static STP_FN bool accept(const struct stp_finder *f, stp_u32 list,
			  stp_u32 pos, struct stp_found *found)
{
	const stp_u16 *m = f->cmds + list;
	stp_u32 i, n = 2 * f->n_groups;

	if (!list)
		return false;
	for (i = 2; i < n; i++)
		found->ends[i] = value(found, *m++, pos);
	found->ends[1] = pos;
	found->steps += n;
	return true;
}

STP_FN bool stp_regex_run(const struct stp_finder *f, struct stp_str s,
			  struct stp_found *ret)
{
	stp_u32 pos = 0, at, k;
	bool found;

	ret->steps = 0;
	if (f->begin)
		pos = find_begin(f->begin, s, ret);
	if (pos == STP_NOWHERE)
		return false;
	ret->ends[0] = pos;
	at = f->start[pos > 0];
	if (f->start_do[pos > 0])
		move(f, f->start_do[pos > 0], pos, ret);
	found = accept(f, f->accept[2 * at], pos, ret);
	while (at && pos < s.len) {
		k = at * f->stride + f->classes[(stp_u8)s.p[pos++]];
		at = f->next[k];
		ret->steps++;
		if (f->step[k])
			move(f, f->step[k], pos, ret);
		found |= accept(f, f->accept[2 * at], pos, ret);
	}
	if (pos == s.len)
		found |= accept(f, f->accept[2 * at + 1], pos, ret);
	return found;
}
