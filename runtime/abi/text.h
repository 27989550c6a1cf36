/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Strings, regular expressions, printing.
 */
#ifndef STP_ABI_TEXT_H
#define STP_ABI_TEXT_H

#include "runtime/abi/base.h"

/* ---- strings ------------------------------------------------------------ */

/** Like memcmp over the common part, then the lengths: <0, 0, >0. */
int stp_str_cmp(struct stp_str a, struct stp_str b);
/** Copy, cut to the slot's capacity (counted as a cut string). */
struct stp_str stp_str_copy(struct stp_ctx *c, struct stp_slot s,
			    struct stp_str a);
/** Join @n parts; the slot may be the first one's own. */
struct stp_str stp_str_concat(struct stp_ctx *c, struct stp_slot s, stp_u32 n,
			      const struct stp_str *parts);
/** Assign to a string global (its lock is held). */
void stp_gstr_set(struct stp_ctx *c, struct stp_global *g, struct stp_str a);

/* ---- regular expressions ------------------------------------------------ */

/** Tables as translator/regex/regex.h describes them. */
struct stp_regex {
	const stp_u8 *classes;		/* [256] */
	const stp_u16 *next;		/* [state][class, end of string] */
	stp_u16 stride, n_accept, start;
};

struct stp_finder {
	const struct stp_regex *begin;	/* NULL: only at the string's begin */
	const stp_u8 *classes;
	const stp_u16 *next, *step;	/* [state][class] */
	const stp_u16 *accept, *cmds;	/* [state][2], lists */
	stp_u16 stride, n_groups, n_regs;
	stp_u16 start[2], start_do[2];
};

/** Returns true if @s has a match; takes at most one step a byte. */
int stp_regex_test(const struct stp_regex *re, struct stp_str s);
/** The same; keeps the match and its groups for matched() and ngroups(). */
int stp_regex_find(struct stp_ctx *c, const struct stp_finder *f,
		   struct stp_str s);

/* ---- printing ----------------------------------------------------------- */

/**
 * One printing statement: format @fmt of the blob, @kinds one letter an
 * argument: n number, s string, a aggregate, m memory (address n, len bytes).
 * The handler's output is one record, reserved when it ends.
 */
void stp_out(struct stp_ctx *c, stp_u32 fmt, const char *kinds,
	     const struct stp_val *args);

/** Memory for an item of @size bytes that does not fit the open record; NULL
 *  and counted as lost if there is none. */
char *stp_out_room(struct stp_ctx *c, stp_u32 size);

/** Writes the head of an item of @len bytes, which take @room (8-aligned) after
 *  it; returns where they go, or NULL if the item is lost. */
static inline char *stp_out_head(struct stp_ctx *c, stp_u32 id, stp_u32 len,
				 stp_u32 room)
{
	stp_u32 size = 8 + room;
	char *p = c->out_at;

	if (stp_unlikely(p + size > c->out_end)) {
		p = stp_out_room(c, size);
		if (!p)
			return p;
	}
	*(stp_u64 *)p = id | (stp_u64)len << 32;	/* struct stp_item */
	c->out_at = p + size;
	c->out_items++;
	c->dirty |= STP_D_OUT;
	return p + 8;
}

/** The same for @n numbers, at most three: the first of @v0.. */
static inline void stp_out_nums(struct stp_ctx *c, stp_u32 fmt, stp_u32 n,
				stp_s64 v0, stp_s64 v1, stp_s64 v2)
{
	stp_s64 *p = (stp_s64 *)stp_out_head(c, fmt, n * 8, n * 8);

	if (stp_unlikely(!p))
		return;
	p[0] = v0;
	if (n > 1)
		p[1] = v1;
	if (n > 2)
		p[2] = v2;
}
/** sprintf and friends: the same formatter, into a slot. */
struct stp_str stp_format(struct stp_ctx *c, struct stp_slot s, stp_u32 fmt,
			  const char *kinds, const struct stp_val *args);

/** The same for formats with addresses (k) and stacks (K). */
struct stp_str stp_format_symbols(struct stp_ctx *c, struct stp_slot s,
				  stp_u32 fmt, const char *kinds,
				  const struct stp_val *args);

/** Output after this goes to the next output file. */
void stp_fn_switch_file(struct stp_ctx *c);

#endif
