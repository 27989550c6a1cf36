/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Rows that are hit only by calls from certain callers: CALLERS of rows.h.
 */
#ifndef STP_LINUX_CALLERS_H
#define STP_LINUX_CALLERS_H

#include "runtime/core/handler.h"

struct pt_regs;

/** A facility of its own; stp_script.callers is this if a row needs it. */
struct stp_callers {
	/** Memory; a second call does nothing.  0 or -ENOMEM. */
	int (*prepare)(void);
	/** Finds the return addresses of the calls that @site's row asks for;
	 *  -ENOENT if their module is not loaded. */
	int (*find)(const struct stp_site *site);
	/** Returns true if the hit was called that way.  @addr: the address of
	 *  the probe, whatever @regs say. */
	bool (*are)(const struct stp_site *site, unsigned long addr,
		    const struct pt_regs *regs);
	void (*free)(void);
};
extern const struct stp_callers stp_callers;

#endif
