/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Checks that functions call their stubs, as the kernel has promised.  The code of
 * the functions shows it: each has a call of the code that was registered.  If
 * another tracer is at a function as well, the function calls the kernel's tracing
 * code instead, which has to call us in the end.  That is tried with stp_traced():
 * it gets another tracer and a direct call, and is called.
 */
#include "runtime/linux/traced.h"
#include "runtime/linux/trampoline_set.h"

#if STP_DIRECT_CALLS && defined(CONFIG_UNWINDER_ORC)

/* How often stp_trampoline_proof() was called.  It is global, as that function
 * is in assembler. */
unsigned long stp_trampoline_proofs;

static STP_FN void on_beside(unsigned long ip, unsigned long parent,
			     struct ftrace_ops *ops,
			     struct ftrace_regs *fregs)
{
}

static unsigned long proof(void)
{
	return stp_set_called((unsigned long)stp_trampoline_proof);
}

/* Attaches another tracer at @ip.  Returns 0, or -errno: then do not call
 * end_beside(), as a filter must not be freed twice. */
static int begin_beside(struct ftrace_ops *ops, unsigned long ip)
{
	int err;

	*ops = (struct ftrace_ops){ .func = on_beside };
	err = ftrace_set_filter_ip(ops, ip, 0, 1);
	if (!err)
		err = register_ftrace_function(ops);
	if (err)
		stp_ftrace_free_filter(ops);
	return err;
}

static void end_beside(struct ftrace_ops *ops)
{
	unregister_ftrace_function(ops);
	stp_ftrace_free_filter(ops);
}

/* Makes the function at @ip call stp_trampoline_proof().  Returns 0 or -errno. */
static int begin_call(struct ftrace_ops *ops, unsigned long ip)
{
	int err;

	*ops = (struct ftrace_ops){};
	err = ftrace_set_filter_ip(ops, ip, 0, 1);
	if (!err)
		err = stp_direct_register(ops, proof());
	if (err)
		stp_ftrace_free_filter(ops);
	return err;
}

/* Returns true if a direct call at @ip arrives while another tracer is there. */
static bool is_called_beside(unsigned long ip)
{
	static struct ftrace_ops beside, call;
	unsigned long before = READ_ONCE(stp_trampoline_proofs);

	if (begin_beside(&beside, ip))
		return false;
	if (!begin_call(&call, ip)) {
		stp_traced(STP_TRACED_WORD);
		stp_direct_unregister(&call, proof());
	}
	end_beside(&beside);
	return READ_ONCE(stp_trampoline_proofs) != before;
}

bool stp_trampoline_is_called(const unsigned long *sites, u32 n,
			      unsigned long entry)
{
	u32 i;

	for (i = 0; i < n && stp_arch_is_call(sites[i], entry); i++)
		;
	return i == n || is_called_beside(stp_arch_entry_hook(
					(unsigned long)stp_traced));
}
#endif
