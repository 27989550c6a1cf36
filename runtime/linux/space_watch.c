/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Notes the mappings of probed processes before these are unmapped.  A handler
 * may keep an address, and ask for its symbol after the process has ended or
 * has unmapped the library.  So the mappings of watched processes are noted at
 * munmap(), exec and exit.  Kprobes are used for that, because the memory is gone
 * when the tracepoints of exec and exit are called.
 */
#include <linux/kprobes.h>
#include <linux/sched/coredump.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>

#include "runtime/compat/vma.h"
#include "runtime/linux/spaces.h"
#include "runtime/linux/tracing.h"

static int on_going(struct kprobe *kp, struct pt_regs *regs);

/* Kprobes where mappings go.  If a kernel has inlined one of these functions, that
 * kprobe is refused, and mappings are not noted there. */
static struct kprobe going[] = {
	{ .symbol_name = "exit_mm_release", .pre_handler = on_going },
	{ .symbol_name = "exec_mm_release", .pre_handler = on_going },
	{ .symbol_name = "__x64_sys_munmap", .pre_handler = on_going },
};
static bool is_planted[ARRAY_SIZE(going)];

/* Returns true if the process has breakpoints of uprobes, or is the target. */
static STP_FN bool is_watched(const struct task_struct *t,
			      const struct mm_struct *mm)
{
	return stp_mm_flag(mm, MMF_HAS_UPROBES) ||
	       t->tgid == stp_run.limits[STP_LIM_TARGET];
}

static STP_FN int on_going(struct kprobe *kp, struct pt_regs *regs)
{
	struct mm_struct *mm = current->mm;

	if (mm && !(current->flags & PF_KTHREAD) && is_watched(current, mm))
		stp_space_note(current, mm);
	return 0;
}

/* Notes the mappings of @t if it is watched.  The lock of task_lock() keeps its
 * memory.  That lock is only tried, because a handler that has interrupts off must
 * not wait for it. */
static STP_FN void note(struct task_struct *t)
{
	if (!spin_trylock(&t->alloc_lock))
		return;
	if (t->mm && !(t->flags & PF_KTHREAD) && is_watched(t, t->mm))
		stp_space_note(t, t->mm);
	spin_unlock(&t->alloc_lock);
}

STP_FN void stp_space_watch_look(void)
{
	struct task_struct *t;

	if (IS_ENABLED(CONFIG_PREEMPT_RT))	/* even a trylock may wait
						   there */
		return;
	rcu_read_lock();
	for_each_process(t)
		note(t);
	rcu_read_unlock();
}

/* Returns true if something is probed that is_watched() may find. */
static bool is_wanted(void)
{
	const struct stp_blob *b = stp_run.blob;
	u32 i;

	if (stp_run.limits[STP_LIM_TARGET])
		return true;
	for (i = 0; i < stp_blob_n(b, STP_SEC_ROWS); i++)
		if (stp_blob_row(b, i)->kind == STP_KIND_UPROBE ||
		    stp_blob_row(b, i)->kind == STP_KIND_URETPROBE)
			return true;
	return false;
}

int stp_space_watch_begin(void)
{
	u32 i;

	if (!is_wanted() || stp_tracing_hold() == -EBUSY)
		return 0;
	for (i = 0; i < ARRAY_SIZE(going); i++) {
		going[i].addr = NULL;
		going[i].flags = 0;
		is_planted[i] = !register_kprobe(&going[i]);
	}
	return 0;
}

void stp_space_watch_end(void)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(going); i++)
		if (is_planted[i])
			unregister_kprobe(&going[i]);
	memset(is_planted, 0, sizeof(is_planted));
	stp_tracing_release();
}
