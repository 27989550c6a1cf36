/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The calls of generated code on strings and regular expressions, and to print.
 */
#ifndef STP_ABI_TEXT_H
#define STP_ABI_TEXT_H

#include "runtime/abi/base.h"

/* ---- strings ------------------------------------------------------------ */

/** Compares like memcmp() over the common length, then the lengths: <0, 0, >0. */
int stp_str_cmp(struct stp_str a, struct stp_str b);
/** Copies @a to @s, cut to the slot's capacity (counted as a cut string). */
struct stp_str stp_str_copy(struct stp_ctx *c, struct stp_slot s,
			    struct stp_str a);
/** Joins @n parts in @s, cut and counted like stp_str_copy().  The first part may be in
 *  @s already. */
struct stp_str stp_str_concat(struct stp_ctx *c, struct stp_slot s, stp_u32 n,
			      const struct stp_str *parts);
/** Assigns @a to a string global, whose lock is held. */
void stp_gstr_set(struct stp_ctx *c, struct stp_global *g, struct stp_str a);

/* ---- regular expressions ------------------------------------------------ */

/** The tables of a regular expression, see translator/regex/regex.h. */
struct stp_regex {
	const stp_u8 *classes;		/* [256] */
	const stp_u16 *next;		/* [state][class, end of string] */
	stp_u16 stride, n_accept, start;
};

/** The tables of a search with groups.  step, accept and start_do have offsets of lists
 *  in cmds; 0: no list. */
struct stp_finder {
	const struct stp_regex *begin;	/* finds where a match begins; NULL: it can
					   begin only where the string does */
	const stp_u8 *classes;
	const stp_u16 *next, *step;	/* [state][class] */
	const stp_u16 *accept, *cmds;	/* [state][inside, end of string]; lists */
	stp_u16 stride, n_groups, n_regs;
	stp_u16 start[2], start_do[2];
};

/** Returns true if @s has a match; takes at most one step a byte. */
int stp_regex_test(const struct stp_regex *re, struct stp_str s);
/** Returns true if @s has a match, and keeps it and its groups for matched() and
 *  ngroups(). */
int stp_regex_find(struct stp_ctx *c, const struct stp_finder *f,
		   struct stp_str s);

/* ---- printing ----------------------------------------------------------- */

/**
 * Does one printing statement.  @fmt: its index in FORMATS.  @kinds: one letter
 * for each argument: n number, s string, a aggregate, m memory (address n, len
 * bytes), k address, K stack.  The handler's output is one record, for which room
 * is reserved when the handler ends.
 */
void stp_out(struct stp_ctx *c, stp_u32 fmt, const char *kinds,
	     const struct stp_val *args);

/** Makes room for an item of @size bytes that does not fit the open record.
 *  Returns its memory; NULL if there is none: the item is counted as lost. */
char *stp_out_room(struct stp_ctx *c, stp_u32 size);

/** Writes the head of an item.  @len: the number of bytes that follow it; @room: @len
 *  rounded up to 8.  Returns where these bytes go; NULL: the item is counted as lost. */
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

/** Writes an item of @n numbers, one to three: the first ones of @v0, @v1, @v2. */
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
/** Formats into @s, for sprintf and friends; a cut is counted.  The other arguments are
 *  those of stp_out(). */
struct stp_str stp_format(struct stp_ctx *c, struct stp_slot s, stp_u32 fmt,
			  const char *kinds, const struct stp_val *args);

/** Does stp_format() for a format with addresses (k) or stacks (K). */
struct stp_str stp_format_symbols(struct stp_ctx *c, struct stp_slot s,
				  stp_u32 fmt, const char *kinds,
				  const struct stp_val *args);

/** Directs output after this to the next output file. */
void stp_fn_switch_file(struct stp_ctx *c);

#endif
