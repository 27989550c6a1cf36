/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A set of process ids in buckets of a few ids each.  Forks and exits update it by
 * single words, so hits read it without a lock.  A process whose bucket is full is
 * not added.  From then on a hit of a process that is not in the set also checks
 * the parents of that process.
 */
#include <linux/hash.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>

#include "runtime/core/handler.h"
#include "runtime/linux/own_tracepoints.h"
#include "runtime/linux/process_tree.h"

#define BITS 10
#define SLOTS 8
#define MAX_DEPTH 64		/* processes that has_parent() checks */

static u32 (*buckets)[SLOTS];
static u64 bytes_of_all = sizeof(*buckets) << BITS;
static bool is_lossy;		/* some process found its bucket full */
static u32 n_users;		/* calls of stp_tree_begin() without an end */
static DEFINE_MUTEX(lock);	/* guards n_users, begin and end */

/* ---- the set ------------------------------------------------------------ */

static u32 *bucket_of(u32 tgid)
{
	return buckets[hash_32(tgid, BITS)];
}

static STP_FN bool is_in(u32 tgid)
{
	const u32 *b = bucket_of(tgid);
	u32 i;

	for (i = 0; i < SLOTS; i++)
		if (READ_ONCE(b[i]) == tgid)
			return true;
	return false;
}

static STP_FN void put(u32 tgid)
{
	u32 *b = bucket_of(tgid), i;

	if (is_in(tgid))
		return;
	for (i = 0; i < SLOTS; i++)
		if (!cmpxchg(&b[i], 0, tgid))
			return;
	WRITE_ONCE(is_lossy, true);
}

static STP_FN void take(u32 tgid)
{
	u32 *b = bucket_of(tgid), i;

	for (i = 0; i < SLOTS; i++)
		cmpxchg(&b[i], tgid, 0);
}

/* Returns true if the process of @t or one of its parents is in the set.  Checks
 * MAX_DEPTH processes at most. */
static STP_FN bool has_parent(const struct task_struct *t)
{
	u32 n = 0;
	bool ret = false;

	rcu_read_lock();
	for (; t->pid > 1 && n++ < MAX_DEPTH && !ret;
	     t = rcu_dereference(t->real_parent))
		ret = is_in(t->tgid);
	rcu_read_unlock();
	return ret;
}

STP_FN bool stp_tree_has(u32 tgid)
{
	return is_in(tgid) || (unlikely(READ_ONCE(is_lossy)) &&
			       tgid == current->tgid && has_parent(current));
}

/* ---- forks and exits ---------------------------------------------------- */

static STP_FN void on_fork(void *unused, struct task_struct *parent,
			   struct task_struct *child)
{
	if (child->tgid != parent->tgid && is_in(parent->tgid))
		put(child->tgid);
}

static STP_FN void on_exit(void *unused, struct task_struct *t)
{
	if (!atomic_read(&t->signal->live))
		take(t->tgid);
}

static struct stp_hook hooks[] = {
	{ "sched_process_fork", on_fork },
	{ "sched_process_exit", on_exit },
};

/* Adds the process @target and those descendants that exist already. */
static void look_around(u32 target)
{
	const struct task_struct *t;

	put(target);
	rcu_read_lock();
	for_each_process(t)
		if (has_parent(t))
			put(t->tgid);
	rcu_read_unlock();
}

/* ---- the door ----------------------------------------------------------- */

static int begin(void)
{
	int err;

	is_lossy = false;
	buckets = stp_os_alloc(bytes_of_all);
	if (!buckets)
		return -ENOMEM;
	err = stp_hooks_on(hooks, ARRAY_SIZE(hooks));
	if (err) {
		stp_os_free(buckets, bytes_of_all);
		buckets = NULL;
		return err;
	}
	if (stp_run.limits[STP_LIM_TARGET])
		look_around(stp_run.limits[STP_LIM_TARGET]);
	return 0;
}

int stp_tree_begin(void)
{
	int err = 0;

	mutex_lock(&lock);
	if (!n_users)
		err = begin();
	if (!err)
		n_users++;
	mutex_unlock(&lock);
	return err;
}

void stp_tree_end(void)
{
	mutex_lock(&lock);
	if (!--n_users) {
		stp_hooks_off(hooks, ARRAY_SIZE(hooks));
		stp_os_free(buckets, bytes_of_all);
		buckets = NULL;
	}
	mutex_unlock(&lock);
}
