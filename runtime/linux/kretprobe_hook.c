/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls kretprobes from one hook of our own: see kretprobe_hook.h.  A shared
 * hook is only possible where the kernel keeps return addresses by rethooks: pre-handlers
 * of such kretprobes need nothing but the registers at the function's entry.
 */
#include <linux/hash.h>
#include <linux/log2.h>

#include "runtime/compat/ftrace.h"
#include "runtime/linux/kretprobe_hook.h"
#include "runtime/linux/strays.h"
#include "runtime/linux/traced.h"

#if defined(CONFIG_KRETPROBE_ON_RETHOOK) && defined(CONFIG_KPROBES_ON_FTRACE)

#define HOOKED_UNPLUGGED (STP_UNPLUG_LOOKUP | STP_UNPLUG_KRETPROBE)

/** A slot of the table: one function, which keeps its slot when its probe is
 *  removed. */
struct hooked {
	unsigned long ip;	/* 0: free */
	struct kprobe *kp;	/* NULL: not armed */
};

static struct hooked *hooked;	/* the table: each function is at its ip's hash,
				   or in the next free slot after that */
static unsigned long *hooked_ips;
static u32 n_hooked, n_taken;	/* slots, and those that are not free */
static u32 hooked_shift;
static bool hooked_is_on, hooked_has_changed;
static bool hooked_has_proved;	/* the proof was tried, with or without
				   success */
static bool hooked_has_failed;	/* the hook brings no hits */
static bool hooked_has_hit;	/* stp_traced() has been seen */

/* Returns the slot of the function at @ip, or the free slot where it would be. */
static struct hooked *find_hooked(unsigned long ip)
{
	u32 i = ip * GOLDEN_RATIO_64 >> hooked_shift;

	while (hooked[i].ip != ip && hooked[i].ip)
		i = (i + 1) & (n_hooked - 1);
	return &hooked[i];
}

static unsigned long hooked_key(const struct kprobe *kp)
{
	return stp_key_of_hook((unsigned long)kp->addr, HOOKED_UNPLUGGED);
}

/* Calls the pre-handler of the function's kprobe, as the kernel's own handler
 * does: the instruction pointer is after the first byte, as if a breakpoint
 * were there.  A hit of a function without a slot is a stray.  Strays are counted
 * only after the proof has arrived. */
static STP_FN void on_hooked(unsigned long ip, unsigned long parent,
			     struct ftrace_ops *ops,
			     struct ftrace_regs *fregs)
{
	struct pt_regs *regs = stp_ftrace_regs(fregs);
	unsigned long next = instruction_pointer(regs);
	const struct hooked *h;
	struct kprobe *kp;

	preempt_disable_notrace();
	h = find_hooked(ip);
	kp = READ_ONCE(h->kp);
	if (likely(kp)) {
		instruction_pointer_set(regs, ip + sizeof(kprobe_opcode_t));
		READ_ONCE(kp->pre_handler)(kp, regs);
		instruction_pointer_set(regs, next);
	} else if (!h->ip && READ_ONCE(hooked_has_hit)) {
		stp_count_stray();
	}
	preempt_enable_notrace();
}

/* The hook.  Function tracing cannot be switched off while it is registered. */
static struct ftrace_ops hooked_ops = {
	.func = on_hooked,
	.flags = FTRACE_OPS_FL_PERMANENT | STP_FTRACE_ALL_REGS,
};

/* Allocates a table for @n functions.  At least half of its slots are free at
 * first, so that functions of modules can come again at other addresses. */
int stp_hooked_prepare(u32 n)
{
	u32 bits = ilog2(n + 1) + 2;

	n_hooked = 1u << bits;
	hooked_shift = 64 - bits;
	hooked = stp_os_alloc((u64)n_hooked * sizeof(*hooked));
	hooked_ips = stp_os_alloc((u64)n_hooked * sizeof(*hooked_ips));
	return hooked && hooked_ips ? 0 : -ENOMEM;
}

bool stp_hooked_add(struct kprobe *kp)
{
	unsigned long ip = hooked_key(kp);
	struct hooked *h;

	if (!(kp->flags & KPROBE_FLAG_FTRACE) || hooked_has_failed)
		return false;
	h = find_hooked(ip);
	if (h->kp == kp)
		return true;
	if (h->kp || (!h->ip && n_taken + 1 == n_hooked))
		return false;
	n_taken += !h->ip;
	WRITE_ONCE(h->ip, ip);
	smp_store_release(&h->kp, kp);
	hooked_has_changed = true;
	return true;
}

void stp_hooked_remove(struct kprobe *kp)
{
	struct hooked *h = find_hooked(hooked_key(kp));

	if (h->kp != kp)
		return;
	WRITE_ONCE(h->kp, NULL);
	hooked_has_changed = true;
}

static u32 gather_hooked(void)
{
	u32 i, n = 0;

	for (i = 0; i < n_hooked; i++)
		if (hooked[i].kp)
			hooked_ips[n++] = stp_hook_of_key(hooked[i].ip,
							  HOOKED_UNPLUGGED);
	return n;
}

void stp_hooked_end(void)
{
	if (hooked_is_on)
		unregister_ftrace_function(&hooked_ops);
	hooked_is_on = false;
}

/* ---- proof that hits arrive --------------------------------------------- */

static STP_FN int on_proof(struct kprobe *kp, struct pt_regs *regs)
{
	if (stp_arch_first_argument(regs) == STP_TRACED_WORD)
		WRITE_ONCE(hooked_has_hit, true);
	return 0;
}

/* The kprobe of the proof, which the kernel does not know. */
static struct kprobe hooked_proof = { .pre_handler = on_proof };

static struct hooked *proof_hook(void)
{
	return find_hooked(stp_key_of_hook((unsigned long)hooked_proof.addr,
					   STP_UNPLUG_KRETPROBE));
}

/* Adds the proof to the @n functions in hooked_ips[], for the first filter only.
 * Returns the new number of functions. */
static u32 add_proof(u32 n)
{
	struct hooked *h;

	hooked_proof.addr = (void *)stp_arch_entry_hook(
				(unsigned long)stp_traced);
	h = proof_hook();
	n_taken += !h->ip;
	WRITE_ONCE(h->ip, stp_key_of_hook((unsigned long)hooked_proof.addr,
					  STP_UNPLUG_KRETPROBE));
	smp_store_release(&h->kp, &hooked_proof);
	hooked_ips[n] = (unsigned long)hooked_proof.addr;
	return n + 1;
}

/* Tests the hook, once, by a call of stp_traced().  Returns 0, or -STP_ENOLINK if
 * the hit did not arrive: then the kernel itself has to arm these kretprobes and
 * all later ones. */
static int prove_hooked(void)
{
	hooked_has_proved = true;
	stp_traced(STP_TRACED_WORD);
	WRITE_ONCE(proof_hook()->kp, NULL);
	if (READ_ONCE(hooked_has_hit))
		return 0;
	hooked_has_failed = true;
	stp_run_say(STP_REC_WARNING, ~0u, "ftrace does not call the hook of "
					  "kretprobes: the kernel attaches "
					  "them one by one, which takes "
					  "longer");
	stp_hooked_end();
	return -STP_ENOLINK;
}

/* Makes the armed functions the filter of the hook, if any were added or removed.
 * If no function is armed, the hook is unregistered, as an empty filter would mean
 * all functions of the kernel. */
int stp_hooked_apply(void)
{
	u32 n = hooked_has_changed ? gather_hooked() : 0;
	int err;

	if (!hooked_has_changed)
		return 0;
	hooked_has_changed = false;
	if (!n) {
		stp_hooked_end();
		return 0;
	}
	if (!hooked_has_proved)
		n = add_proof(n);
	err = stp_ftrace_set_filter(&hooked_ops, hooked_ips, n);
	if (err || hooked_is_on)
		return err;
	err = register_ftrace_function(&hooked_ops);
	hooked_is_on = !err;
	return err || hooked_has_proved ? err : prove_hooked();
}

void stp_hooked_free(void)
{
	stp_ftrace_free_filter(&hooked_ops);
	stp_os_free(hooked, (u64)n_hooked * sizeof(*hooked));
	stp_os_free(hooked_ips, (u64)n_hooked * sizeof(*hooked_ips));
	hooked = NULL;
	hooked_ips = NULL;
	n_taken = 0;
}

#else

int stp_hooked_prepare(u32 n)
{
	return 0;
}

bool stp_hooked_add(struct kprobe *kp)
{
	return false;
}

void stp_hooked_remove(struct kprobe *kp)
{
}

int stp_hooked_apply(void)
{
	return 0;
}

void stp_hooked_end(void)
{
}

void stp_hooked_free(void)
{
}
#endif
