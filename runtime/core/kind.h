/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A probe kind, as one file implements it (core/begin_end.c, linux/kind_kprobe.c,
 * host/timer.c, ...).
 *
 * The file defines `const struct stp_kind stp_kind_NAME`.  A script lists the kinds
 * that its rows use, so the linker takes only these files out of the archive.  What a
 * new kind needs: a line in STP_KINDS (uapi/rows.h), a member of the union in struct
 * stp_row, a file that ends in its stp_kind, a line in facilities.def.
 */
#ifndef STP_CORE_KIND_H
#define STP_CORE_KIND_H

#include "runtime/core/types.h"

struct stp_workspace;
struct stp_site;

/** The text of $value, which a handler gets, or makes. */
struct stp_value {
	char *p;
	stp_u32 len, cap;
	bool is_cut;		/* part of the text is missing, and the next
				   handler that reads it counts a cut string */
};

struct stp_kind {
	stp_u32 id;		/* enum stp_kind_id */
	const char *name;
	/** What a hit has: registers, or words of arguments (the row has their
	 *  number), or a value: site->priv is a struct stp_value. */
	enum { STP_HAS_REGS, STP_HAS_ARGS, STP_HAS_VALUE } has;

	/** True if the registers are of a program, and its memory is traced. */
	bool is_of_program;

	/** Reads @n bytes at @addr of the program that runs to @to; sleeps if they
	 *  are not present.  Returns false if they cannot be read.  NULL: hits of
	 *  this kind cannot sleep. */
	bool (*read)(struct stp_workspace *c, void *to, stp_u64 addr,
		     stp_u32 n);
	/** Writes @n bytes from @from to @addr of that program, in the same way. */
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

	/** Returns words for @err, -errno, of a site that attach() could not
	 *  attach; NULL, as if the member is NULL: those for functions are used. */
	const char *(*reason)(int err);

	/**
	 * Arm again, or disarm, one site that is attached, because its condition
	 * has changed or the user switches it: arm.c, switch.c.  attach() does not
	 * arm a site that is `disarmed`.  arm() returns 0 or -errno.  NULL: sites
	 * stay armed, and conditions are evaluated only at hits.
	 */
	int (*arm)(struct stp_site *site);
	void (*disarm)(struct stp_site *site);

	/** Completes what arm() and disarm() have begun for any number of sites.
	 *  Returns 0, or -errno if some could not be armed.  NULL: arm() and
	 *  disarm() do all themselves. */
	int (*settle)(void);

	/** STOP: disarms all that is armed.  When it returns, no handler of
	 *  these sites runs or will run.  It is also called if START failed before
	 *  prepare() or attach() of this kind. */
	void (*detach)(struct stp_site **sites, stp_u32 n);

	/** STOP, after everything is detached: runs the handlers of end or error
	 *  probes.  @failed: the run was ended by an error. */
	void (*finish)(struct stp_site **sites, stp_u32 n, bool failed);

	/** Frees memory; called after detach(), when nothing needs the numbers of
	 *  the sites any more. */
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

	/** Returns how @site, which is armed, is attached.  NULL: the kind alone
	 *  says it. */
	enum stp_how (*how)(const struct stp_site *site);
};

#endif
