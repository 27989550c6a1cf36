/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The kretprobe of an instance, or NULL if it has been unregistered.  Until
 * 5.10 it is a member; since then a function returns it.
 */
#ifndef STP_COMPAT_KRETPROBE_H
#define STP_COMPAT_KRETPROBE_H

#include <linux/kprobes.h>
#include <linux/version.h>

static __always_inline struct kretprobe *
stp_kretprobe_of(struct kretprobe_instance *ri)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(5, 11, 0)
	return get_kretprobe(ri);
#else
	return READ_ONCE(ri->rp);
#endif
}

#endif
