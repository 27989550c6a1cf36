/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The target's process tree: the process that target() is, and what descends
 * from it, also where parents have gone meanwhile.
 */
#ifndef STP_LINUX_PROCESS_TREE_H
#define STP_LINUX_PROCESS_TREE_H

#include <linux/types.h>

/** From now on it is followed, if there is a target.  May sleep.  Each call
 *  that gives 0, and not -errno, wants one of stp_tree_end(). */
int stp_tree_begin(void);
void stp_tree_end(void);

/** Returns true if the process @tgid is one of them.  Any context. */
bool stp_tree_has(u32 tgid);

#endif
