/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A probe kind, as one file implements it (core/begin_end.c, linux/kind_kprobe.c,
 * host/timer.c, ...).
 *
 * The file defines `const struct stp_kind stp_kind_NAME`; a script lists the kinds
 * that its rows use, so the linker takes only these files out of the archive.  To
 * add a kind: a line in STP_KINDS (uapi/rows.h), a member of the union in struct
 * stp_row, a file that ends in its stp_kind, a line in facilities.def.
 */
#ifndef STP_CORE_KIND_H
#define STP_CORE_KIND_H

#include "runtime/core/types.h"

struct stp_workspace;
struct stp_site;

/** A text that a handler gets, or makes: $value. */
struct stp_value {
	char *p;
	stp_u32 len, cap;
	bool is_cut;		/* part of the text is missing; the first read counts it */
};

struct stp_kind {
	stp_u32 id;		/* enum stp_kind_id */
	const char *name;
	/** What a hit has: registers, or words of arguments (the row has their
	 *  number), or a value: site->priv is a struct stp_value. */
	enum { STP_HAS_REGS, STP_HAS_ARGS, STP_HAS_VALUE } has;

	/** True if the registers are of a program, and its memory is traced. */
	bool is_of_program;

	/** Reads memory of the program that runs, and waits for it if necessary.
	 *  Returns false if it cannot be read.  NULL: hits cannot wait. */
	bool (*read)(struct stp_workspace *c, void *to, stp_u64 addr,
		     stp_u32 n);
	/** Writes such memory, likewise. */
	bool (*write)(struct stp_workspace *c, stp_u64 addr, const void *from,
		      stp_u32 n);

	/** Returns true if hits of @row come in atomic context, on any CPU.  NULL:
	 *  they never do, and the handlers run in the serial context. */
	bool (*is_atomic)(const struct stp_row *row);

	/** START, before anything is attached: makes memory for all sites.
	 *  Returns 0 or -errno. */
	int (*prepare)(struct stp_site **sites, stp_u32 n);

	/**
	 * START: arms these sites, in this order.  There may be several calls,
	 * as sites may be alternatives of others.  Sets `attached` of each site
	 * that it tries, and reports a refusal with stp_site_refused().  Not
	 * zero: the script cannot run (an explicit site was refused); what is
	 * armed then is detached as usual.
	 */
	int (*attach)(struct stp_site **sites, stp_u32 n);

	/** Says in words what @err, -errno, means for a site that attach() did
	 *  not attach; NULL: the same as for functions.  The member may be NULL. */
	const char *(*reason)(int err);

	/**
	 * Arm again, or disarm, one site that is attached, as its condition or
	 * the user says: arm.c, switch.c.  attach() does not arm a site that is
	 * `disarmed`.  arm() returns 0 or -errno.  NULL: sites stay armed, and
	 * only a hit evaluates the condition.
	 */
	int (*arm)(struct stp_site *site);
	void (*disarm)(struct stp_site *site);

	/** Does what calls of arm() and disarm() have asked for.  Returns 0, or
	 *  -errno if some are not armed.  NULL: they do it themselves. */
	int (*settle)(void);

	/** STOP: disarms all that is armed.  When it returns, no handler of
	 *  these sites runs or will run. */
	void (*detach)(struct stp_site **sites, stp_u32 n);

	/** Runs end and error handlers, after everything is detached. */
	void (*finish)(struct stp_site **sites, stp_u32 n, bool failed);

	/** Frees memory; after detach, when nothing reads numbers any more. */
	void (*free)(struct stp_site **sites, stp_u32 n);

	/** Takes @n bytes that the runner has read from its standard input; one
	 *  call at a time, in a context that may sleep.  NULL: not wanted. */
	void (*input)(struct stp_site **sites, stp_u32 n_sites, const char *p,
		      stp_u32 n);

	/** Adds to @causes the hits of @site that the kernel dropped before our gate.
	 *  NULL: there are none. */
	void (*missed)(const struct stp_site *site,
		       stp_u64 causes[STP_N_CAUSES]);

	/** The number of calls of the function of @site that had not returned when
	 *  the site was detached, and are no hits.  NULL: it is not known. */
	stp_u64 (*unreturned)(const struct stp_site *site);

	/** How @site, which is armed, is attached.  NULL: as its kind says. */
	enum stp_how (*how)(const struct stp_site *site);
};

#endif
