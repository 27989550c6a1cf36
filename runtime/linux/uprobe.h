/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Probes of programs, at offsets in files: what kind_uprobe.c and
 * kind_uretprobe.c share.  The kernel puts the breakpoint into every process
 * that maps the file now or later, except those that a filter refuses.
 *
 * A hit comes in task context with preemption on, on its way back to the
 * program: handlers run with preemption off, as contexts belong to CPUs.
 */
#ifndef STP_LINUX_UPROBE_H
#define STP_LINUX_UPROBE_H

#include <linux/fs.h>
#include <linux/mm_types.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include "runtime/compat/uprobe.h"
#include "runtime/core/handler.h"
#include "runtime/linux/process_tree.h"
#include "runtime/linux/return_guard.h"

struct stp_ufile;

/** The probe of one site; site->priv points to it. */
struct stp_uprobe {
	struct uprobe_consumer uc;	/* the kind sets its handlers */
	struct uprobe_consumer proof;	/* of try_out() in uprobe_attach.c */
	struct stp_site *site;
	const struct stp_site *ret;	/* the site whose handler runs at
					   returns */
	struct stp_ufile *file;
	struct stp_uprobe_handle handle;
	const struct inode *program;	/* the program that its processes run;
					   NULL: any */
	bool is_registered;
	struct stp_uprobe *host;	/* the probe whose consumer this one
					   shares, or NULL */
	struct stp_uprobe *next;	/* uprobe_pair.c: the next one at this
					   location */
	int (*entry)(STP_UPROBE_HIT(uc, regs));	/* of a host: the handler of its
						   own row */
	atomic64_t n_deep;		/* calls whose returns are not hit, as the
					   kernel records no more calls */
	void *own;			/* the kind's */
};

/**
 * Lets each return among @sites share the consumer of a row of kind uprobe at
 * the entry (its host), if there is one that wants the same processes: at each
 * hit the kernel calls every consumer at that address.  All rows are prepared,
 * none is attached.  The caller then sets the return handlers of hosts.
 * Returns 0 or -ENOMEM.
 */
int stp_uprobe_pair(struct stp_site **sites, u32 n);

/** Allocates memory for @n sites of a kind, sets their `priv`, and begins the
 *  process tree if a row needs it.  Returns 0 or -errno. */
int stp_uprobe_prepare(struct stp_site **sites, u32 n);
void stp_uprobe_free(struct stp_site **sites, u32 n);

/** Implement the members of struct stp_kind that have these names.  The kind sets
 *  the handlers of `uc` before it calls stp_uprobe_attach(). */
int stp_uprobe_attach(struct stp_site **sites, u32 n);
int stp_uprobe_arm(struct stp_site *site);
void stp_uprobe_disarm(struct stp_site *site);
void stp_uprobe_detach(struct stp_site **sites, u32 n);
const char *stp_uprobe_reason(int err);
bool stp_uprobe_is_atomic(const struct stp_row *row);

/** The address of the function whose uretprobe is hit on this CPU. */
DECLARE_PER_CPU(unsigned long, stp_uprobe_function);

/** Returns true if only hits of some processes are wanted. */
static inline bool stp_uprobe_chooses(const struct stp_row *row)
{
	return row->uprobe.pid || row->flags & STP_ROW_OF_TARGET ||
	       row->uprobe.program;
}

/** Returns true if @mm is of a process that runs @program. */
static __always_inline bool stp_uprobe_runs(const struct inode *program,
					    const struct mm_struct *mm)
{
	const struct file *exe;
	bool ret;

	rcu_read_lock();
	exe = rcu_dereference(mm->exe_file);
	ret = exe && file_inode(exe) == program;
	rcu_read_unlock();
	return ret;
}

/** Returns true if hits of the current process are wanted. */
static __always_inline bool stp_uprobe_wants(const struct stp_uprobe *p)
{
	const struct stp_row *row = p->site->row;

	if (row->uprobe.pid && current->tgid != row->uprobe.pid)
		return false;
	if (row->flags & STP_ROW_OF_TARGET && !stp_tree_has(current->tgid))
		return false;
	return !p->program || stp_uprobe_runs(p->program, current->mm);
}

/** Returns true if a function whose first instruction is about to run will return
 *  to the address that the row wants.  That is read without waiting: the word is
 *  present, as the call has just pushed it. */
static __always_inline bool stp_uprobe_returns(const struct stp_row *row,
					       const struct pt_regs *regs)
{
	unsigned long __user *top;
	unsigned long to;
	bool bad;

	top = (unsigned long __user *)user_stack_pointer((void *)regs);
	pagefault_disable();
	bad = get_user(to, top);
	pagefault_enable();
	return !bad && to == instruction_pointer((void *)regs) +
				     row->uprobe.caller;
}

/**
 * Returns true if the kernel will not record a call: it records at most
 * MAX_URETPROBE_DEPTH calls of a thread, and does not report the others.
 * Called at the entry of a function whose return is probed, before the kernel
 * records the call.
 */
static __always_inline bool stp_uprobe_is_deep(const struct pt_regs *regs)
{
	const struct uprobe_task *t = current->utask;

	return t && t->depth && stp_guards_is_deep(regs);
}

/** Returns true if the row's location was called by the callers that the row
 *  wants.  Called at that location. */
static __always_inline bool stp_uprobe_is_called(const struct stp_row *row,
						 const struct pt_regs *regs)
{
	if (!row->uprobe.caller)
		return true;
	if (!stp_uprobe_returns(row, regs))
		return false;
	return likely(!row->uprobe.n_callers) ||
	       stp_script.spaces->is_chain(
		       row, instruction_pointer((void *)regs), regs);
}

/** Returns true if a function at @func, which has returned, was called by the
 *  callers that the row wants.  @regs: the registers after the return. */
static __always_inline bool stp_uprobe_was_called(const struct stp_row *row,
						  unsigned long func,
						  const struct pt_regs *regs)
{
	unsigned long ip = instruction_pointer((void *)regs);

	if (!row->uprobe.caller)
		return true;
	if (ip != func + row->uprobe.caller)
		return false;
	return likely(!row->uprobe.n_callers) ||
	       stp_script.spaces->is_chain(row, func, regs);
}

#endif
