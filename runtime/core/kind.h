/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A probe kind, as one file implements it (core/begin_end.c, linux/kind_kprobe.c,
 * host/timer.c, ...).
 *
 * The file defines `const struct stp_kind stp_kind_NAME`, filled in; a script
 * lists those that its rows use, so the linker takes only these files out of
 * the archive.  To add a kind: a line in STP_KINDS (uapi/rows.h), its tail in
 * struct stp_row, a file that ends in its stp_kind, a line in facilities.def.
 */
#ifndef STP_CORE_KIND_H
#define STP_CORE_KIND_H

#include "runtime/core/types.h"

struct stp_workspace;
struct stp_site;

/** A text that a handler is given, or makes. */
struct stp_value {
	char *p;
	stp_u32 len, cap;
	bool is_cut;		/* more came: the caller counts it */
};

struct stp_kind {
	stp_u32 id;		/* enum stp_kind_id */
	const char *name;
	/** What a hit has: registers, or words of arguments (and their number
	 *  is in the row), or a value: site->priv is a struct stp_value. */
	enum { STP_HAS_REGS, STP_HAS_ARGS, STP_HAS_VALUE } has;

	/** The registers are those of a program, whose memory it is about. */
	bool is_of_program;

	/** Read memory of the program that runs, which may have to be waited
	 *  for; false: it cannot be had.  NULL: hits cannot wait. */
	bool (*read)(struct stp_workspace *c, void *to, stp_u64 addr,
		     stp_u32 n);
	/** The same for writing. */
	bool (*write)(struct stp_workspace *c, stp_u64 addr, const void *from,
		      stp_u32 n);

	/** Do hits of @row come in atomic context, on any CPU?  NULL: never;
	 *  then its handlers run in the serial context. */
	bool (*is_atomic)(const struct stp_row *row);

	/** START, before anything is attached: memory for all sites.  Not
	 *  zero: there is none. */
	int (*prepare)(struct stp_site **sites, stp_u32 n);

	/**
	 * START: arm these of the sites, in this order; perhaps in several
	 * calls, as sites may be alternatives of others.  Each one that was
	 * tried gets its `attached`; a refusal is reported by
	 * stp_site_refused().  Not zero: the script cannot run (an explicit
	 * site was refused); what is armed then is detached as usual.
	 */
	int (*attach)(struct stp_site **sites, stp_u32 n);

	/** What -errno means of a site that attach() did not attach, in words;
	 *  NULL: what it means of functions.  The member may be NULL. */
	const char *(*reason)(int err);

	/**
	 * Arm again, or disarm, one site that is attached, as its condition
	 * says: arm.c.  attach() leaves a site that is `disarmed` so.  arm()
	 * gives 0 or -errno.  NULL: only the hit asks the condition.
	 */
	int (*arm)(struct stp_site *site);
	void (*disarm)(struct stp_site *site);

	/** Does what calls of arm() and disarm() have asked for.  NULL: they do
	 *  it themselves. 0 or -errno: some are not armed. */
	int (*settle)(void);

	/** STOP: disarm all that is armed; when it returns no handler of
	 *  these sites runs or will run. */
	void (*detach)(struct stp_site **sites, stp_u32 n);

	/** After everything is detached: end and error handlers. */
	void (*finish)(struct stp_site **sites, stp_u32 n, bool failed);

	/** Give memory back; after detach, when numbers are asked no more. */
	void (*free)(struct stp_site **sites, stp_u32 n);

	/** What the runner reads from its standard input, @n bytes of it; one
	 *  call at a time, in the serial context.  NULL: not asked for. */
	void (*input)(struct stp_site **sites, stp_u32 n_sites, const char *p,
		      stp_u32 n);

	/** Hits that the kernel dropped before our gate, and why: add them to
	 *  causes[].  NULL: there are none. */
	void (*missed)(const struct stp_site *site,
		       stp_u64 causes[STP_N_CAUSES]);

	/** Calls of its function that had not returned when it was detached,
	 *  and are no hits.  NULL: it is not known. */
	stp_u64 (*unreturned)(const struct stp_site *site);

	/** How it is attached, while it is.  NULL: as this kind is. */
	enum stp_how (*how)(const struct stp_site *site);
};

#endif
