/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A recorded hit, decoded: what tape.c reads and tape_ask.c answers from.
 */
#ifndef STP_HOST_TAPE_H
#define STP_HOST_TAPE_H

#include "runtime/core/fn.h"
#include "runtime/host/host.h"
#include "runtime/uapi/tape.h"

#define TAPE_NONE (~0u)

/** What one probe of the recorded script reads at its start. */
struct tape_def {
	stp_u32 keys[STP_TAPE_MOST_KEYS], n;
	stp_u32 time, cpu;	/* which of them; TAPE_NONE: it has none */
};

struct tape_value {
	stp_s64 n;
	struct stp_str s;	/* of a string, or of what failed: the error */
	bool failed;
};

/** A read while the handler ran. */
struct tape_call {
	stp_u32 key;
	struct stp_str args;
	struct tape_value v;
	stp_u32 same;		/* the next one of this key and arguments */
};

/** The reads of one key and arguments, in their order. */
struct tape_chain {
	stp_u32 first, next, last;	/* next: to be taken; TAPE_NONE: no more */
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
	stp_u32 repeats;	/* how often a last value was asked for again */
};

/** The hit that the handler of @c runs for. */
struct tape_hit *stp_host_tape_hit(struct stp_ctx *c);
/** The text of a key: a type, then the expression. */
struct stp_str stp_host_tape_key(stp_u32 key);
/** How many keys there are. */
stp_s64 stp_host_tape_n_keys(void);
/** Forget what the handler before has asked for. */
void stp_host_tape_rewind(struct tape_hit *h);
/** Like realloc(), for @n times @size; aborts if there is no memory. */
void *stp_host_more(void *p, stp_u64 n, stp_u64 size);

#endif
