/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The set of target processes, for handlers that read it: the process tree of the
 * target, and the pairs of parent and child in that tree.  A pair stays when both
 * have ended.  The first MOST_BIRTHS pairs are kept, and all are counted.
 */
#include <linux/sched.h>

#include "runtime/core/fn.h"
#include "runtime/core/handler.h"
#include "runtime/linux/own_tracepoints.h"
#include "runtime/linux/process_tree.h"

#define MOST_BIRTHS 4096

static u64 *births;		/* parent << 32 | child; 0: not written yet */
static atomic_t n_births;
static const u64 bytes_of_births = MOST_BIRTHS * sizeof(*births);
static bool has_tree;

static STP_FN void on_fork(void *unused, struct task_struct *parent,
			   struct task_struct *child)
{
	u32 at;

	if (child->tgid == parent->tgid || !stp_tree_has(parent->tgid))
		return;
	at = atomic_inc_return(&n_births) - 1;
	if (at < MOST_BIRTHS)
		WRITE_ONCE(births[at], (u64)parent->tgid << 32 | child->tgid);
}

static struct stp_hook hooks[] = { { "sched_process_fork", on_fork } };

static void end(void)
{
	stp_hooks_off(hooks, ARRAY_SIZE(hooks));
	if (has_tree)
		stp_tree_end();
	has_tree = false;
	stp_os_free(births, bytes_of_births);
	births = NULL;
}

static int begin(void)
{
	int err;

	births = stp_os_alloc(bytes_of_births);
	if (!births)
		return -ENOMEM;
	atomic_set(&n_births, 0);
	err = stp_tree_begin();
	has_tree = !err;
	if (!err)
		err = stp_hooks_on(hooks, ARRAY_SIZE(hooks));
	if (err)
		end();
	return err;
}

const struct stp_target_set stp_target_set = { begin, end };

/* ---- intrinsics --------------------------------------------------------- */

STP_INTRINSIC stp_s64 stp_fn_target_has(struct stp_ctx *c, stp_s64 pid)
{
	return pid > 0 && pid <= S32_MAX && stp_tree_has(pid);
}

STP_INTRINSIC stp_s64 stp_fn_target_births(struct stp_ctx *c)
{
	return (u32)atomic_read(&n_births);
}

STP_INTRINSIC stp_s64 stp_fn_target_birth(struct stp_ctx *c, stp_s64 i)
{
	return i >= 0 && i < MOST_BIRTHS ? READ_ONCE(births[i]) : 0;
}
