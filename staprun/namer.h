/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Looks up symbols of programs without waiting.  A child reads the files
 * (usersym.h), which may be large, slow, or malicious.  It has neither the
 * device nor the output, little memory and little time, and may be killed: then
 * a new child continues with the next question.
 *
 *	namer_ask(n, addr, &mapped)	any number of times
 *	poll(namer_fd(n)), namer_listen(n)
 *	namer_answer(n, addr)		not NULL if the answer has come
 *	namer_forget(n, namer_asked(n))	drop the answers so far
 */
#ifndef STAPRUN_NAMER_H
#define STAPRUN_NAMER_H

#include <stdbool.h>

#include "runtime/uapi/wire.h"

struct namer;

/** The symbol of an address, as words. */
struct name_answer {
	stp_u32 len;		/* 0: nothing is known about the address */
	bool late;		/* its file was not read: that took too long, or
				   the child died or could not be started */
	char text[STP_WORDS_MAX];	/* as of usersym_words() */
};

struct namer *namer_create(void);
/** Ends the child and frees @n, which may be NULL. */
void namer_destroy(struct namer *n);

/** Asks for the symbol of @addr, which is in @m.  Returns false if there are too
 *  many questions. */
bool namer_ask(struct namer *n, stp_u64 addr, const struct stp_ioc_mapped *m);
/** Returns the answer; NULL if @addr was not asked for or is not answered yet. */
const struct name_answer *namer_answer(struct namer *n, stp_u64 addr);
/** Returns true if @addr was asked for and is not forgotten. */
bool namer_is_asked(struct namer *n, stp_u64 addr);

/** Returns a descriptor that is readable when answers have come; -1: there is
 *  nothing to wait for. */
int namer_fd(const struct namer *n);
/** Reads the answers that have come and sends the next questions; ends a child
 *  that takes too long. */
void namer_listen(struct namer *n);

/** Returns the number of questions so far. */
stp_u64 namer_asked(const struct namer *n);
/** Forgets the first @number questions of all, answered or not.  If the child works
 *  on one of them, that one and those after it stay until the next call. */
void namer_forget(struct namer *n, stp_u64 number);

#endif
