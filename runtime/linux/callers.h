/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Checks the callers of a hit, for rows that only want calls from certain
 * callers: CALLERS of rows.h.
 */
#ifndef STP_LINUX_CALLERS_H
#define STP_LINUX_CALLERS_H

#include "runtime/core/handler.h"

struct pt_regs;

/** The facility that checks callers.  stp_script.callers points to it if a row
 *  needs it, else it is not in the module. */
struct stp_callers {
	/** Allocates memory; a second call does nothing.  Returns 0 or
	 *  -ENOMEM. */
	int (*prepare)(void);
	/** Finds the return addresses of the calls that @site's row asks for.
	 *  Returns 0, or -errno: -ENOENT if their module is not loaded. */
	int (*find)(const struct stp_site *site);
	/** Returns true if the hit of @site has the callers that its row asks
	 *  for.  @addr: the address of the probe, which @regs need not hold. */
	bool (*are)(const struct stp_site *site, unsigned long addr,
		    const struct pt_regs *regs);
	void (*free)(void);
};
extern const struct stp_callers stp_callers;

#endif
