/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keeps function tracing switched on by an ftrace_ops that is marked as
 * permanent.  It traces one function, panic(), which is called once at most.
 * The function is given by its address: for a name the kernel looks through
 * the names of all functions, which takes a tenth of a second.
 */
#include <linux/fs.h>
#include <linux/kernel.h>

#include "runtime/compat/ftrace.h"
#include "runtime/core/handler.h"
#include "runtime/linux/tracing.h"

bool stp_tracing_is_off(void)
{
	struct file *f = filp_open("/proc/sys/kernel/ftrace_enabled",
				   O_RDONLY, 0);
	loff_t pos = 0;
	char c = 0;

	if (IS_ERR(f))
		return false;
	kernel_read(f, &c, 1, &pos);
	filp_close(f, NULL);
	return c == '0';
}

#ifdef CONFIG_KPROBES_ON_FTRACE
static STP_FN void on_none(unsigned long ip, unsigned long parent,
			   struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
}

static struct ftrace_ops holder = {
	.func = on_none,
	.flags = FTRACE_OPS_FL_PERMANENT,
};
static bool holds;

int stp_tracing_hold(void)
{
	int err;

	if (holds)
		return 0;
	err = ftrace_set_filter_ip(&holder, (unsigned long)panic, 0, 1);
	if (!err)
		err = register_ftrace_function(&holder);
	holds = !err;
	if (err)
		stp_ftrace_free_filter(&holder);
	return err;
}

void stp_tracing_release(void)
{
	if (!holds)
		return;
	holds = false;
	unregister_ftrace_function(&holder);
	stp_ftrace_free_filter(&holder);
}

#else

int stp_tracing_hold(void)
{
	return 0;
}

void stp_tracing_release(void)
{
}
#endif
