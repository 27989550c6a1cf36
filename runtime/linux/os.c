/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Services of os.h in the kernel, except the rings.
 */
#include <asm/cpufeature.h>
#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>

#include "runtime/arch/arch.h"
#include "runtime/core/handler.h"

/* ---- memory ------------------------------------------------------------- */

/* Adds @bytes, which may be negative, to the memory in use.  The addition is
 * atomic, because tasks that hit a probe may allocate, too: kind_uretprobe.c. */
static void count_memory(stp_s64 bytes)
{
	__atomic_add_fetch(&stp_run.memory, bytes, __ATOMIC_RELAXED);
}

void *stp_os_alloc(stp_u64 size)
{
	u64 limit = stp_run.limits[STP_LIM_MEMORY_MB] << 20;
	void *p;

	if (!size || size > limit || stp_run.memory > limit - size)
		return NULL;
	p = kvzalloc(ALIGN(size, 64), GFP_KERNEL);
	if (p)
		count_memory(size);
	return p;
}

void stp_os_free(void *p, stp_u64 size)
{
	if (!p)
		return;
	count_memory(-size);
	kvfree(p);
}

/* ---- time --------------------------------------------------------------- */

STP_FN stp_u64 stp_os_now(void)
{
	return ktime_get_mono_fast_ns();
}

STP_FN stp_u64 stp_os_wall(void)
{
	return ktime_get_real_fast_ns();
}

/* Returns a number that is random enough to spread hashes and timers.  Works
 * in any context. */
STP_FN stp_u64 stp_os_random(void)
{
	u64 v = stp_os_now() + 0x9e3779b97f4a7c15ull * (stp_os_cpu() + 1);

	v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9ull;
	v = (v ^ (v >> 27)) * 0x94d049bb133111ebull;
	return v ^ (v >> 31);
}

stp_u32 stp_os_n_cpus(void)
{
	return nr_cpu_ids;
}

/* Returns false in paravirtual Xen guests, which ask their host to switch
 * interrupts off, and with lockdep, which has to be told. */
bool stp_os_owns_irqs(void)
{
	return !IS_ENABLED(CONFIG_PROVE_LOCKING) &&
	       !boot_cpu_has(X86_FEATURE_XENPV);
}

/* ---- the task that runs ------------------------------------------------- */

const void *stp_os_task(void)
{
	return current;
}

bool stp_os_is_killed(void)
{
	return fatal_signal_pending(current);
}

/* ---- the serial context ------------------------------------------------ */

static DEFINE_MUTEX(serial_context);

void stp_os_enter_serial(void)
{
	mutex_lock(&serial_context);
}

void stp_os_leave_serial(void)
{
	mutex_unlock(&serial_context);
}

void stp_os_pause(void)
{
	schedule_timeout_uninterruptible(1);
}

/* ---- the traced system -------------------------------------------------- */

STP_FN bool stp_os_read(void *dst, stp_u64 addr, stp_u32 n,
			enum stp_space space)
{
	const void *p = (const void *)(unsigned long)addr;

	if (!stp_arch_is_canonical(addr) || addr + n < addr)
		return false;
	if (space == STP_KERNEL)
		return !copy_from_kernel_nofault(dst, p, n);
	return !copy_from_user_nofault(dst, (const void __user *)p, n);
}

/* ---- the stack ---------------------------------------------------------- */

/* Returns the lowest byte of the stack that @here is in, if that is a task's stack
 * or one for exceptions.  Returns NULL for an interrupt's stack: the kernel does not
 * say where that ends.  It is as large as a task's, and nearly empty. */
STP_FN const char *stp_os_stack_end(const char *here)
{
	const char *end = stp_arch_exception_stack_end(here);

	if (!end && object_is_on_stack(here))
		end = task_stack_page(current);
	return end;
}
