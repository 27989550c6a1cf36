/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Puts return addresses back into the stacks of threads that continue to run
 * meanwhile.
 *
 * A word that is the trampoline's address is replaced by one atomic
 * instruction.  Both values are right at any time: the thread returns through the
 * kernel's trampoline, or directly.  The thread frees the kernel's records of its
 * calls as it returns.  So a record is read by reads that may fail, and read again
 * when the page of the stack is present: if the record has changed by then, the
 * call has returned.
 */
#include <linux/sched/mm.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/uprobes.h>

#include "runtime/compat/user_page.h"
#include "runtime/linux/return_guard.h"
#include "runtime/linux/user_threads.h"

/* ---- one thread ---------------------------------------------------------- */

static bool read_call(const struct return_instance *at,
		      struct return_instance *ret)
{
	return !copy_from_kernel_nofault(ret, at, sizeof(*ret));
}

/* Returns the address of the newest record of the thread, or NULL. */
static const struct return_instance *first_call_of(struct task_struct *t)
{
	const struct uprobe_task *u = READ_ONCE(t->utask);
	struct uprobe_task copy;

	return u && !copy_from_kernel_nofault(&copy, u, sizeof(copy))
		? copy.return_instances : NULL;
}

/* Puts back the return address of one call: @call is a copy of its record at @at. */
static void put_back_at(struct mm_struct *mm, unsigned long trampoline,
			const struct return_instance *at,
			const struct return_instance *call)
{
	struct page *page = stp_user_page(mm, call->stack);
	struct return_instance now;
	unsigned long *word;

	if (!page)
		return;
	word = page_address(page) + offset_in_page(call->stack);
	if (read_call(at, &now) && now.stack == call->stack &&
	    now.orig_ret_vaddr == call->orig_ret_vaddr &&
	    cmpxchg(word, trampoline, now.orig_ret_vaddr) == trampoline)
		set_page_dirty_lock(page);
	put_page(page);
}

static void put_back_in(struct task_struct *t, struct mm_struct *mm)
{
	unsigned long trampoline = stp_guards_trampoline(mm);
	const struct return_instance *at = trampoline ? first_call_of(t) : NULL;
	struct return_instance call;
	u32 left = MAX_URETPROBE_DEPTH;

	for (; at && left-- && read_call(at, &call); at = call.next)
		if (!call.chained && call.stack &&
		    !(call.stack % sizeof(long)))
			put_back_at(mm, trampoline, at, &call);
}

/* ---- all threads --------------------------------------------------------- */

/** The data of may_have_calls(): a function that says which processes are
 *  meant. */
struct meant {
	bool (*is_meant)(const struct mm_struct *mm);
};

static bool may_have_calls(struct task_struct *t, const void *data)
{
	const struct meant *m = data;

	return READ_ONCE(t->utask) && m->is_meant(t->mm);
}

void stp_guards_put_back(bool (*is_meant)(const struct mm_struct *mm))
{
	const struct meant m = { is_meant };
	struct stp_threads *f = stp_threads_find(may_have_calls, &m);
	struct mm_struct *mm;
	u32 i;

	for (i = 0; f && i < f->n; i++) {
		mm = get_task_mm(f->all[i]);
		if (mm) {
			put_back_in(f->all[i], mm);
			mmput(mm);
		}
		put_task_struct(f->all[i]);
	}
	kvfree(f);
}
