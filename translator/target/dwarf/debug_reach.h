/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * How far a search for debug information goes.
 */
#ifndef TARGET_DEBUG_REACH_H
#define TARGET_DEBUG_REACH_H

enum debug_reach {
	DEBUG_FILES,	/* what is on this host */
	DEBUG_SERVERS,	/* debuginfod servers, too ($DEBUGINFOD_URLS): may
			   take long, so only where nothing else will do */
};

#endif
