/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes tasks that sleep below a probed function return past its stub, which
 * goes away with the module.  While all CPUs are stopped, each return address
 * to a stub is replaced by the address of two instructions of the kernel
 * itself, `leave` and a return, at the end of some function of the kernel.  %rbp
 * points to the upper end of the stub's frame, where the caller's %rbp is saved, so
 * these instructions remove exactly that frame.  The kernel's unwinder unwinds
 * through them as through any function.  The hits of these returns are lost,
 * like those of kretprobes whose functions have not returned.
 */
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/stop_machine.h>
#include <linux/uaccess.h>

#include "runtime/linux/trampoline.h"

#if STP_DIRECT_CALLS && defined(CONFIG_UNWINDER_ORC)
#include <asm/unwind.h>

/* ---- the kernel's `leave` and return ------------------------------------ */

#define LEAVE 0xc9
#define RETURN 0xc3
#define JUMP 0xe9	/* to code that returns; relative to the jump's end */
#define LONGEST 6	/* LEAVE, JUMP, four bytes */
#define SEARCH (24ul << 20)	/* bytes of code before and after a function */

/* Returns the target of the jump at @at, of which @p is a copy. */
static unsigned long jump_target(const u8 *p, unsigned long at)
{
	s32 by;

	memcpy(&by, p + 1, sizeof(by));
	return at + 5 + by;
}

/* Returns true if the code at @at, of which @p is a copy, does what our own
 * stubs do at their end.  The kernel has patched the returns in its own code and
 * in ours in the same way. */
static bool is_leave(const struct stp_trampolines *t, const u8 *p,
		     unsigned long at)
{
	const u8 *own = (const u8 *)t->leave;

	if (p[0] != LEAVE || p[1] != own[1])
		return false;
	return p[1] == RETURN ||
	       (p[1] == JUMP && jump_target(p + 1, at + 1) ==
				jump_target(own + 1, t->leave + 1));
}

/* Returns true if the unwinder can unwind a stack as a stub leaves it, after
 * the return to @at.  @signal: as if there were an interrupt. */
static bool unwinds(unsigned long at, bool signal)
{
	unsigned long stack[6] = { 0, 0, 0x1234, (unsigned long)&memcpy, 0, 0 };
	unsigned long base = (unsigned long)task_stack_page(current);
	struct unwind_state s = {
		.stack_info = { STACK_TYPE_TASK, (unsigned long *)base,
				(unsigned long *)(base + THREAD_SIZE), NULL },
		.task = current,
		.sp = (unsigned long)stack,
		.bp = (unsigned long)&stack[2],
		.ip = at,
		.signal = signal,
	};

	return unwind_next_frame(&s) && !unwind_error(&s) &&
	       s.sp == (unsigned long)&stack[4] && s.bp == stack[2] &&
	       s.ip == stack[3];
}

/* Returns an address in the page at @at as find_leave() does.  @copy: a page. */
static unsigned long search_page(const struct stp_trampolines *t,
				 unsigned long at, u8 *copy)
{
	u32 i;

	if (copy_from_kernel_nofault(copy, (void *)at, PAGE_SIZE))
		return 0;
	for (i = 0; i + LONGEST <= PAGE_SIZE; i++)
		if (is_leave(t, copy + i, at + i) && unwinds(at + i, false) &&
		    unwinds(at + i, true))
			return at + i;
	return 0;
}

/* Returns an address at which is_leave() and unwinds() are true, at most SEARCH
 * bytes from a function of the kernel.  Returns 0 if there is none, or no memory. */
static unsigned long find_leave(const struct stp_trampolines *t)
{
	unsigned long middle = (unsigned long)&misc_register & PAGE_MASK;
	unsigned long by, found = 0;
	u8 *copy = kmalloc(PAGE_SIZE, GFP_KERNEL);

	for (by = 0; copy && by < SEARCH && !found; by += PAGE_SIZE) {
		found = search_page(t, middle + by, copy);
		if (!found)
			found = search_page(t, middle - by, copy);
	}
	kfree(copy);
	return found;
}

/* ---- the stacks of all tasks -------------------------------------------- */

struct scan {
	const struct stp_trampolines *t;
	unsigned long leave;	/* 0: only count */
	u64 *n;			/* by function, or NULL */
	u32 left;		/* tasks that may still return to a stub */
};

/* Returns the index of the function to whose stub a return to @ip leads; t->n: it
 * leads to none. */
static u64 function_of(const struct stp_trampolines *t, unsigned long ip)
{
	u64 lo = 0, hi = t->n;

	while (lo < hi) {
		u64 mid = (lo + hi) / 2;

		if (t->all[mid].ret < ip)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < t->n && t->all[lo].ret == ip ? lo : t->n;
}

static bool is_ours(const struct stp_trampolines *t, unsigned long ip)
{
	return function_of(t, ip) < t->n;
}

/* Returns true if any word of the task's stack looks like a return to a stub.  It is
 * called if the stack could not be unwound to its end, so that there may be further
 * returns to stubs, or if no return is changed (scan->leave is 0). */
static bool may_return(const struct scan *scan, struct task_struct *task)
{
	unsigned long *p = task_stack_page(task);
	unsigned long *end = (void *)p + THREAD_SIZE;

	for (p = (void *)task->thread.sp; p < end; p++)
		if (is_ours(scan->t, READ_ONCE_NOCHECK(*p)))
			return true;
	return false;
}

/* Changes the return address of frame @s, if that leads to a stub. */
static void switch_frame(const struct scan *scan, struct unwind_state *s)
{
	unsigned long *slot = (unsigned long *)s->sp - 1;

	if (!scan->leave || !s->sp || s->regs || !is_ours(scan->t, s->ip) ||
	    READ_ONCE(*slot) != s->ip)
		return;
	if (scan->n)
		scan->n[function_of(scan->t, s->ip)]++;
	WRITE_ONCE(*slot, scan->leave);
	s->ip = scan->leave;
}

static void switch_frames(struct scan *scan, struct task_struct *task)
{
	struct unwind_state s;

	for (unwind_start(&s, task, NULL, NULL); !unwind_done(&s);
	     unwind_next_frame(&s))
		switch_frame(scan, &s);
	if ((unwind_error(&s) || !scan->leave) && may_return(scan, task))
		scan->left++;
}

/* Scans the stack of a task.  Tasks that run now are the threads that stop the
 * CPUs; no probed function is on their stacks.  A task that waits for
 * a CPU has the state TASK_RUNNING.  In that state the kernel does not
 * unwind through returns of kretprobes, and 6.1 warns.  So the task gets
 * another state meanwhile, while nothing else reads the state. */
static void scan_task(struct scan *scan, struct task_struct *task)
{
	unsigned int state = READ_ONCE(task->__state);

	if (!task_stack_page(task) || READ_ONCE(task->on_cpu))
		return;
	if (state == TASK_RUNNING)
		WRITE_ONCE(task->__state, TASK_UNINTERRUPTIBLE);
	switch_frames(scan, task);
	WRITE_ONCE(task->__state, state);
}

static int scan_all(void *data)
{
	struct task_struct *group, *task;
	struct scan *scan = data;

	scan->left = 0;
	for_each_process_thread(group, task)
		scan_task(scan, task);
	return 0;
}

u32 stp_trampoline_switch(const struct stp_trampolines *t, u64 *n)
{
	struct scan scan = { .t = t, .leave = find_leave(t), .n = n };

	stop_machine(scan_all, &scan, NULL);
	return scan.left;
}
#endif
