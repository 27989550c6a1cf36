/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A recording: every hit of a run, with what its handler read (--record).
 *
 *	head block*			struct stp_tape_head, struct stp_tape_block
 *
 * Blocks are 8-aligned; each has a sum of its bytes.  They consist of numbers and
 * strings:
 *
 *	number	LEB128, at most ten bytes; a signed one is zigzag-coded
 *	string	its length, its bytes
 *
 *	INFO	strings: release, version of tapster, script, time of day; the script
 *		is "" if a client has written the hits
 *	POINTS	n times: name of the probe location
 *	KEYS	n times: a string: n or s, then the text of the expression; of calls
 *		N or S, then the text with # for each argument
 *	DEFS	n times: number of the probe in the script, count of keys, keys
 *	HITS	n times: length of what follows, def, point, bits of the reads that
 *		failed, a value for each key of the def (of a failed read the
 *		error's text), count of calls; each call: key, arguments as text,
 *		1 if it failed, else 0, value or the error's text
 *	END	n times: words for a cause of skipped hits or losses, its count
 *
 * Points, keys and defs are numbered from 0 through all blocks of their type,
 * and come before the first hit that uses them.  A recording without END has
 * been cut: its whole blocks are good.  A whole block whose sum differs is
 * damaged, and the file is refused.  Readers trust nothing: a cursor never leaves
 * its block, and numbers are compared with the sizes of their tables.
 */
#ifndef STP_TAPE_H
#define STP_TAPE_H

#include "rows.h"

#define STP_TAPE_MAGIC "tapster\x1a"
#define STP_TAPE_VERSION 1
#define STP_TAPE_BLOCK_MAX (1u << 22)
#define STP_TAPE_MOST_KEYS 62	/* of one def; each has a bit in one number */

/* The keys that every def has. */
#define STP_TAPE_TIME "ngettimeofday_ns()"
#define STP_TAPE_CPU "ncpu()"

/**
 * The beginning of the format of a printing statement whose output is only for the
 * recording.  KIND is one of enum stp_tape_item.
 *
 *	MARK KIND "\001" (number of the probe | key) ("\001" key)* "\002" values
 */
#define STP_TAPE_MARK "\001tape\001"
enum stp_tape_item {
	STP_TAPE_HIT = 'h',	/* bits of failed reads, then the values */
	STP_TAPE_FAILED = 'f',	/* before the hit: which read failed, the error */
	STP_TAPE_CALL = 'c',	/* a read while the handler ran: arguments, value */
	STP_TAPE_BAD_CALL = 'b',	/* such a read that failed: arguments, error */
};

struct stp_tape_head {
	char magic[8];
	stp_u32 version;
	stp_u32 reserved;
};

enum stp_tape_type {
	STP_TAPE_INFO = 1,
	STP_TAPE_POINTS,
	STP_TAPE_KEYS,
	STP_TAPE_DEFS,
	STP_TAPE_HITS,
	STP_TAPE_END,
};

struct stp_tape_block {
	stp_u32 type;
	stp_u32 len;		/* bytes that follow, without padding */
	stp_u32 n;		/* elements */
	stp_u32 head;		/* stp_tape_head_sum() */
	stp_u64 sum;		/* stp_tape_sum() */
};

/** A cursor in a block.  Once `bad` is set, everything reads as 0 or "". */
struct stp_tape_at {
	const stp_u8 *p, *end;
	int bad;
};

/** The sum of a block's head.  The head says where the next block is. */
static inline stp_u32 stp_tape_head_sum(const struct stp_tape_block *b)
{
	stp_u64 h = stp_hash_more(0, (stp_u64)b->type << 32 | b->len);

	return (stp_u32)(stp_hash_more(h, b->n) >> 16);
}

static inline stp_u64 stp_tape_sum(const struct stp_tape_block *b,
				   const stp_u8 *p)
{
	stp_u64 h = b->head, word;
	stp_u32 i;

	for (i = 0; i + 8 <= b->len; i += 8) {
		__builtin_memcpy(&word, p + i, 8);
		h = stp_hash_more(h, word);
	}
	word = 0;
	__builtin_memcpy(&word, p + i, b->len - i);
	h = stp_hash_more(h, word);
	return (h ^ h >> 29) * STP_HASH_MIX;
}

/** What stp_tape_find() finds in the file. */
enum stp_tape_found {
	STP_TAPE_WHOLE,		/* a complete block */
	STP_TAPE_ENDS,		/* nothing, or the beginning of a block */
	STP_TAPE_DAMAGED,	/* bytes that have changed since they were written */
};

static inline int stp_tape_is_zero(const stp_u8 *p, stp_u64 n)
{
	while (n && !*p)
		p++, n--;
	return !n;
}

/** Reads the block at *@at, and moves *@at past it if all its bytes are there, even if
 *  they are damaged.  @ret: its head; @ret_at: a cursor to the bytes after the head. */
static inline enum stp_tape_found stp_tape_find(const stp_u8 **at,
						const stp_u8 *end,
						struct stp_tape_block *ret,
						struct stp_tape_at *ret_at)
{
	stp_u64 left = (stp_u64)(end - *at), size;

	if (left < sizeof(*ret))
		return STP_TAPE_ENDS;
	__builtin_memcpy(ret, *at, sizeof(*ret));
	if (ret->head != stp_tape_head_sum(ret) ||
	    ret->len > STP_TAPE_BLOCK_MAX)
		return STP_TAPE_DAMAGED;
	size = sizeof(*ret) + (((stp_u64)ret->len + 7) & ~7ull);
	if (size > left)
		return STP_TAPE_ENDS;
	ret_at->p = *at + sizeof(*ret);
	ret_at->end = ret_at->p + ret->len;
	ret_at->bad = 0;
	*at += size;
	return stp_tape_sum(ret, ret_at->p) == ret->sum &&
	       stp_tape_is_zero(ret_at->end, (stp_u64)(*at - ret_at->end))
		? STP_TAPE_WHOLE : STP_TAPE_DAMAGED;
}

/** Does stp_tape_find(); returns true if it found a complete block. */
static inline int stp_tape_next(const stp_u8 **at, const stp_u8 *end,
				struct stp_tape_block *ret,
				struct stp_tape_at *ret_at)
{
	return stp_tape_find(at, end, ret, ret_at) == STP_TAPE_WHOLE;
}

static inline stp_u64 stp_tape_u(struct stp_tape_at *at)
{
	stp_u64 v = 0;
	unsigned shift;

	for (shift = 0; shift < 64 && at->p < at->end; shift += 7) {
		stp_u8 b = *at->p++;

		v |= (stp_u64)(b & 127) << shift;
		if (!(b & 128))
			return v;
	}
	at->bad = 1;
	at->p = at->end;
	return 0;
}

static inline stp_s64 stp_tape_s(struct stp_tape_at *at)
{
	stp_u64 v = stp_tape_u(at);

	return (stp_s64)(v >> 1 ^ (0 - (v & 1)));
}

/** Reads a string and moves @at past it.  Returns its bytes, which are in the block and
 *  have no NUL after them; *@ret: how many there are. */
static inline const char *stp_tape_str(struct stp_tape_at *at, stp_u32 *ret)
{
	stp_u64 n = stp_tape_u(at);
	const char *p = (const char *)at->p;

	if (n > (stp_u64)(at->end - at->p)) {
		at->bad = 1;
		at->p = at->end;
		n = 0;
	}
	at->p += n;
	*ret = (stp_u32)n;
	return p;
}

/** Returns true if the @n bytes at @p begin like a recording of any version. */
static inline int stp_tape_is(const void *p, stp_u64 n)
{
	const struct stp_tape_head *h = p;

	return n >= sizeof(*h) && !h->reserved &&
	       !__builtin_memcmp(h->magic, STP_TAPE_MAGIC, 8);
}

#endif
