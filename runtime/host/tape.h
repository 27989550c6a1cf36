/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A recorded hit, decoded: tape.c decodes it, and tape_ask.c returns its values to
 * handlers.
 */
#ifndef STP_HOST_TAPE_H
#define STP_HOST_TAPE_H

#include "runtime/core/fn.h"
#include "runtime/host/host.h"
#include "runtime/uapi/tape.h"

#define TAPE_NONE (~0u)

/** A def of the recording: the keys of the values that a probe of the recorded script
 *  read at the start of its handler. */
struct tape_def {
	stp_u32 keys[STP_TAPE_MOST_KEYS], n;
	stp_u32 time, cpu;	/* indexes of these keys in `keys`; or TAPE_NONE */
};

struct tape_value {
	stp_s64 n;
	struct stp_str s;	/* a string value; if failed, the error's text */
	bool failed;		/* the read had failed */
};

/** A value that was read while the handler ran. */
struct tape_call {
	stp_u32 key;
	struct stp_str args;
	struct tape_value v;
	stp_u32 same;		/* index of the next call with this key and these
				   arguments, or TAPE_NONE */
};

/** The calls of a hit with one key and the same arguments, in their order. */
struct tape_chain {
	stp_u32 first, next, last;	/* indexes in calls; next: of the call to take
					   next; first, next: or TAPE_NONE */
};

struct tape_hit {
	const struct tape_def *def;	/* NULL: there is no such recorded hit */
	stp_u32 def_id, point;
	struct tape_value v[STP_TAPE_MOST_KEYS];	/* of the def's keys */
	struct tape_call *calls;
	stp_u32 n_calls, room;	/* room: for how many calls there is memory */
	struct tape_chain *chains;	/* a hash table of n_chains, a power of two */
	stp_u32 n_chains, room_chains;	/* room_chains: as room */
	bool is_indexed;	/* chains has all calls */
	stp_u32 repeats;	/* how often a value was returned again, and not
				   the next one */
};

/** The recorded hit for which the handler of @c runs; for begin, end and error the first
 *  one of that probe, whose def is NULL if there is none. */
struct tape_hit *stp_host_tape_hit(struct stp_ctx *c);
/** The text of a key: a letter for its type, then the expression. */
struct stp_str stp_host_tape_key(stp_u32 key);
/** The number of keys. */
stp_s64 stp_host_tape_n_keys(void);
/** Makes the next handler of the hit @h get the calls again from the first on. */
void stp_host_tape_rewind(struct tape_hit *h);
/** Does realloc() to @n * @size bytes; aborts the process if there is no memory. */
void *stp_host_more(void *p, stp_u64 n, stp_u64 size);

#endif
