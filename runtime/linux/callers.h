/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Checks the callers of a hit.  A row can name callers (section CALLERS of
 * uapi/rows.h); then only calls that come from these callers are its hits.
 */
#ifndef STP_LINUX_CALLERS_H
#define STP_LINUX_CALLERS_H

#include "runtime/core/handler.h"

struct pt_regs;

/** The facility that checks callers.  stp_script.callers points to it if some
 *  row names callers; else the facility is not in the module. */
struct stp_callers {
	/** Allocates memory for the return addresses of all callers; a second
	 *  call does nothing.  Returns 0 or -ENOMEM. */
	int (*prepare)(void);
	/** Finds the return addresses of the callers that the row of @site
	 *  names, for are().  Returns 0, or -ENOENT: the module of a caller is
	 *  not loaded. */
	int (*find)(const struct stp_site *site);
	/** Returns true if the hit of @site comes from the callers that its row
	 *  names.  @addr: the address of the probe; the instruction pointer in
	 *  @regs may be another address. */
	bool (*are)(const struct stp_site *site, unsigned long addr,
		    const struct pt_regs *regs);
	void (*free)(void);
};
extern const struct stp_callers stp_callers;

#endif
