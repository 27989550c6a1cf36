/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Rows whose hits are those that were called in one way: CALLERS of rows.h.
 */
#ifndef STP_LINUX_CALLERS_H
#define STP_LINUX_CALLERS_H

#include "runtime/core/handler.h"

struct pt_regs;

/** A facility of its own; stp_script.callers is this if a row needs it. */
struct stp_callers {
	/** Memory; a second call does nothing.  0 or -ENOMEM. */
	int (*prepare)(void);
	/** Where the calls that @site's row asks for return to; of a module
	 *  that is not there: -ENOENT. */
	int (*find)(const struct stp_site *site);
	/** Was it so?  @addr: where the probe is, whatever @regs say. */
	bool (*are)(const struct stp_site *site, unsigned long addr,
		    const struct pt_regs *regs);
	void (*free)(void);
};
extern const struct stp_callers stp_callers;

#endif
