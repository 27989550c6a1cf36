/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The target's process tree: the process target(), and its descendants, also
 * those whose parents have ended meanwhile.
 */
#ifndef STP_LINUX_PROCESS_TREE_H
#define STP_LINUX_PROCESS_TREE_H

#include <linux/types.h>

/** Starts to follow the tree, which is empty if there is no target.  Returns 0
 *  or -errno.  May sleep.  Each call that returned 0 needs a call of
 *  stp_tree_end(). */
int stp_tree_begin(void);
void stp_tree_end(void);

/** Returns true if the process @tgid, not 0, is in the tree.  After some process
 *  has found no room in the set, the answer may be a wrong false, except for the
 *  current process.  Any context, after stp_tree_begin(). */
bool stp_tree_has(u32 tgid);

#endif
