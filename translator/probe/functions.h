/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside probe/: the functions of the kernel that a name or pattern of a
 * probe point stands for, as places.  kprobe.function and kernel.function
 * differ in what is known at such a place, not in how it is found.
 */
#ifndef PROBE_FUNCTIONS_H
#define PROBE_FUNCTIONS_H

#include "translator/probe/probe.h"
#include "translator/target/place.h"
#include "translator/target/target.h"

/** What a kind asks for; the rest is filled in on the way. */
struct functions {
	struct resolve *r;
	enum stp_kind_id kind;
	enum place_when when;
	enum {
		FUNCTIONS_BARE,		/* no types: registers only */
		FUNCTIONS_TYPED,	/* target variables may ask */
	} what;
	enum { FUNCTIONS_ALL, FUNCTIONS_EXPORTED } which;

	struct kernel *kernel;		/* NULL: none to be had */
	const char *name;		/* as written */
	unsigned flags;			/* STP_ROW_x of the rows */
	size_t n;			/* places so far */
	size_t n_init, n_blacklisted, n_notrace;	/* left out */
};

/** Add a place for each, or complain. */
void functions_resolve(struct functions *f);

/** The argument of component @i, if the user wrote it, else the point. */
struct span functions_span(const struct resolve *r, unsigned i);

#endif
