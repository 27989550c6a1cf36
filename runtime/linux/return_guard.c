/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runtime/linux/return_guard.h"

#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include "runtime/core/handler.h"
#include "runtime/linux/program_file.h"
#include "runtime/linux/strays.h"
#include "runtime/linux/uprobe.h"

struct guard {
	struct uprobe_consumer uc;
	struct stp_uprobe_handle handle;
	struct stp_probed_file opened;
	struct file *program;		/* the program whose processes are
					   meant; NULL: any */
	bool is_registered;
};

static struct guard *guards;		/* NULL: not attached */
static u32 n_guards;
static atomic64_t lost;

/* ---- the trampoline ------------------------------------------------------ */

static bool is_of_uprobes(struct vm_area_struct *v)
{
	const char *name = v->vm_ops && v->vm_ops->name ? v->vm_ops->name(v)
							: NULL;

	return name && !strcmp(name, "[uprobes]");
}

/* Looks at the highest page first, because the kernel maps the trampoline as
 * high as it can. */
unsigned long stp_guards_trampoline(struct mm_struct *mm)
{
	unsigned long from = TASK_SIZE - PAGE_SIZE, ret = 0;
	struct vm_area_struct *v;

	mmap_read_lock(mm);
	v = find_vma(mm, from);
	if (!v || !is_of_uprobes(v))
		for (v = find_vma(mm, 0); v && !is_of_uprobes(v);
		     v = find_vma(mm, v->vm_end))
			;
	if (v)
		ret = v->vm_start;
	mmap_read_unlock(mm);
	return ret;
}

/* ---- return addresses ---------------------------------------------------- */

static struct return_instance *first_call(void)
{
	return current->utask ? current->utask->return_instances : NULL;
}

/* Returns true if the return address of the call @r on the stack is @address. */
static bool has(const struct return_instance *r, unsigned long address)
{
	unsigned long found;

	return r->stack &&
	       !get_user(found, (unsigned long __user *)r->stack) &&
	       found == address;
}

/* Writes @address as the return address of the call @r.  A call that was
 * reached by a jump (`chained`) shares its return address with the call that
 * jumped.  That one comes later in the list, and the address is written for it. */
static void put(const struct return_instance *r, unsigned long address)
{
	if (!r->chained)
		(void)!put_user(address, (unsigned long __user *)r->stack);
}

/* Puts all true return addresses of the thread back onto the stack, and returns
 * their number.  @forget: makes the kernel drop these calls, by clearing the stack
 * address in its record of each call.  The kernel drops them when the next call is
 * made, and no return leads to them before. */
static u32 put_back(bool forget)
{
	struct return_instance *r = first_call();
	unsigned long trampoline = r ? stp_guards_trampoline(current->mm) : 0;
	u32 n = 0;

	for (; r && trampoline; r = r->next) {
		if (has(r, trampoline)) {
			put(r, r->orig_ret_vaddr);
			n++;
		}
		if (forget)
			r->stack = 0;
	}
	return n;
}

static int on_unwind(STP_UPROBE_HIT(uc, regs))
{
	put_back(false);
	return 0;
}

/* Puts the kernel's address in again where the true return address is on the
 * stack.  If the frame of a call is gone, that word of the stack has another
 * value, or is not read again. */
static int on_resume(STP_UPROBE_HIT(uc, regs))
{
	struct return_instance *r = first_call();
	unsigned long trampoline = r ? stp_guards_trampoline(current->mm) : 0;

	for (; r && trampoline; r = r->next)
		if (has(r, r->orig_ret_vaddr))
			put(r, trampoline);
	return 0;
}

/* Makes the returns of all the thread's calls unprobed, and counts them as lost. */
static void leave_all(void)
{
	atomic64_add(put_back(true), &lost);
}

static int on_switch(STP_UPROBE_HIT(uc, regs))
{
	leave_all();
	return 0;
}

/* Returns true if the thread is on its alternate signal stack, and the last
 * call that the kernel knows is on another stack. */
static bool has_come_by_signal(const struct pt_regs *regs)
{
	unsigned long sp = user_stack_pointer((void *)regs);
	unsigned long at = current->sas_ss_sp, n = current->sas_ss_size;
	const struct return_instance *r = first_call();

	return n && sp - at <= n && r && r->stack && r->stack - at >= n;
}

STP_FN bool stp_guards_is_deep(const struct pt_regs *regs)
{
	if (has_come_by_signal(regs))
		leave_all();
	return current->utask->depth >= MAX_URETPROBE_DEPTH;
}

/* ---- attaching ----------------------------------------------------------- */

/* Returns true if the guard is meant for processes with @mm. */
static bool is_for(const struct guard *g, const struct mm_struct *mm)
{
	return !g->program || stp_uprobe_runs(file_inode(g->program), mm);
}

static bool filter(STP_UPROBE_FILTER(uc, mm))
{
	return is_for(container_of(uc, struct guard, uc), mm);
}

static int attach(struct guard *g, const struct stp_guard *from)
{
	static typeof(on_unwind) *const handlers[STP_N_GUARDS] = {
		[STP_GUARD_UNWIND] = on_unwind,
		[STP_GUARD_RESUME] = on_resume,
		[STP_GUARD_SWITCH] = on_switch,
	};
	const struct stp_blob *b = stp_run.blob;
	const struct stp_location *at = stp_blob_location(b, from->location);
	int err = stp_probed_open(at, &g->opened);

	if (!err && from->program)
		err = stp_open_location(stp_blob_location(b,
							  from->program - 1),
					&g->program);
	if (err)
		return err;
	g->uc.handler = handlers[from->what];
	if (g->program)
		g->uc.filter = filter;
	err = stp_uprobe_register(&g->handle,
				  d_real_inode(g->opened.file->f_path.dentry),
				  at->addr, 0, &g->uc);
	g->is_registered = !err;
	return err;
}

static bool is_guarded(const struct mm_struct *mm)
{
	u32 i;

	for (i = 0; i < n_guards; i++)
		if (is_for(&guards[i], mm))
			return true;
	return false;
}

int stp_guards_attach(void)
{
	u32 n = stp_blob_n(stp_run.blob, STP_SEC_GUARDS), i;
	int err = 0;

	if (guards || !n || stp_is_unplugged(STP_UNPLUG_REST))
		return 0;
	guards = stp_os_alloc((u64)n * sizeof(*guards));
	if (!guards)
		return -ENOMEM;
	n_guards = n;
	for (i = 0; i < n && !err; i++)
		err = attach(&guards[i], stp_blob_guard(stp_run.blob, i));
	if (err)
		stp_guards_detach();
	return err;
}

void stp_guards_detach(void)
{
	u32 i;

	if (!guards)
		return;
	stp_guards_put_back(is_guarded);
	for (i = 0; i < n_guards; i++)
		if (guards[i].is_registered)
			stp_uprobe_unregister(&guards[i].handle,
					      &guards[i].uc);
	stp_uprobe_sync();
	for (i = 0; i < n_guards; i++) {
		stp_probed_close(&guards[i].opened);
		if (guards[i].program)
			filp_close(guards[i].program, NULL);
	}
	stp_os_free(guards, (u64)n_guards * sizeof(*guards));
	guards = NULL;
}

u64 stp_guards_lost(void)
{
	return atomic64_read(&lost);
}
