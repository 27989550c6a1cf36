/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A recorded hit, decoded: tape.c reads it, and tape_ask.c answers from it.
 */
#ifndef STP_HOST_TAPE_H
#define STP_HOST_TAPE_H

#include "runtime/core/fn.h"
#include "runtime/host/host.h"
#include "runtime/uapi/tape.h"

#define TAPE_NONE (~0u)

/** The keys of what a probe of the recorded script reads when its handler starts. */
struct tape_def {
	stp_u32 keys[STP_TAPE_MOST_KEYS], n;
	stp_u32 time, cpu;	/* indexes of these keys in `keys`; or TAPE_NONE */
};

struct tape_value {
	stp_s64 n;
	struct stp_str s;	/* a string value; or the error, if it failed */
	bool failed;
};

/** A value that was read while the handler ran. */
struct tape_call {
	stp_u32 key;
	struct stp_str args;
	struct tape_value v;
	stp_u32 same;		/* the next call of this key and arguments */
};

/** The reads of one key and arguments, in their order. */
struct tape_chain {
	stp_u32 first, next, last;	/* indexes in calls; next: the one to take now,
					   or TAPE_NONE */
};

struct tape_hit {
	const struct tape_def *def;	/* NULL: nothing was recorded */
	stp_u32 def_id, point;
	struct tape_value v[STP_TAPE_MOST_KEYS];
	struct tape_call *calls;
	stp_u32 n_calls, room;
	struct tape_chain *chains;	/* a table of n_chains, a power of two */
	stp_u32 n_chains, room_chains;
	bool is_indexed;
	stp_u32 repeats;	/* how often a value was returned again */
};

/** The hit that the handler of @c runs for. */
struct tape_hit *stp_host_tape_hit(struct stp_ctx *c);
/** The text of a key: a letter for its type, then the expression. */
struct stp_str stp_host_tape_key(stp_u32 key);
/** The number of keys. */
stp_s64 stp_host_tape_n_keys(void);
/** Forgets what the previous handler has read of the hit: the next one gets the calls
 *  from the first on. */
void stp_host_tape_rewind(struct tape_hit *h);
/** Does realloc() for @n times @size bytes; aborts if there is no memory. */
void *stp_host_more(void *p, stp_u64 n, stp_u64 size);

#endif
