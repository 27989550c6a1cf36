/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Asks for the symbols of programs without waiting: a child reads the files
 * (usersym.h), which may be large, slow, or malicious.  It has neither the
 * device nor the output, little memory and little time, and may be killed: a
 * new one goes on with the next question.
 *
 *	namer_ask(n, addr, &mapped)	any number of times
 *	poll(namer_fd(n)), namer_listen(n)
 *	namer_answer(n, addr)		not NULL: it is there
 *	namer_forget(n, namer_asked(n))	answers up to that are not needed
 */
#ifndef STAPRUN_NAMER_H
#define STAPRUN_NAMER_H

#include <stdbool.h>

#include "runtime/uapi/wire.h"

struct namer;

struct name_answer {
	stp_u32 len;		/* 0: nothing is known of the address */
	bool late;		/* its file was not read in time */
	char text[STP_WORDS_MAX];	/* as of usersym_words() */
};

struct namer *namer_create(void);
/** NULL is fine. */
void namer_destroy(struct namer *n);

/** Ask for @addr, which is in @m; false: too many are asked for. */
bool namer_ask(struct namer *n, stp_u64 addr, const struct stp_ioc_mapped *m);
/** The answer; NULL: not asked, or not answered yet. */
const struct name_answer *namer_answer(struct namer *n, stp_u64 addr);
/** Returns true if @addr was asked for and is not forgotten. */
bool namer_is_asked(struct namer *n, stp_u64 addr);

/** Readable when answers have come; -1: there is nothing to wait for. */
int namer_fd(const struct namer *n);
/** Take the answers that are there, and ask on; ends a child that takes too
 *  long. */
void namer_listen(struct namer *n);

/** The number of questions so far. */
stp_u64 namer_asked(const struct namer *n);
/** Forget the first @number that were asked ever, answered or not; what the
 *  child is busy with stays until the next time. */
void namer_forget(struct namer *n, stp_u64 number);

#endif
