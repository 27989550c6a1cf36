/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Attaches callbacks to tracepoints, and checks the result: the callback has to
 * be in the list that the tracepoint calls, and the tracepoint has to be switched
 * on.
 */
#ifndef STP_LINUX_TRACEPOINT_H
#define STP_LINUX_TRACEPOINT_H

#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/tracepoint.h>

#include "runtime/core/handler.h"
#include "runtime/linux/strays.h"

/** Returns true if @tp is switched on and calls @callback with @data. */
static inline bool stp_tracepoint_calls(struct tracepoint *tp, void *callback,
					void *data)
{
	const struct tracepoint_func *f;
	bool ret = false;

	preempt_disable();
	f = rcu_dereference_raw(tp->funcs);
	for (; f && f->func && !ret; f++)
		ret = f->func == callback && f->data == data;
	preempt_enable();
	return ret && static_key_enabled(&tp->key);
}

/** Unregisters @callback, with @data, from @tp.  It may still run until
 *  tracepoint_synchronize_unregister() returns. */
static inline void stp_tracepoint_off(struct tracepoint *tp, void *callback,
				      void *data)
{
	if (!stp_is_unplugged(STP_UNPLUG_REST))
		tracepoint_probe_unregister(tp, callback, data);
}

/** Registers @callback, with @data, at @tp.  Returns 0, or -errno: then it is
 *  not called. */
static inline int stp_tracepoint_on(struct tracepoint *tp, void *callback,
				    void *data)
{
	int err = stp_is_unplugged(STP_UNPLUG_REST)
		? 0 : tracepoint_probe_register(tp, callback, data);

	if (err || stp_tracepoint_calls(tp, callback, data))
		return err;
	stp_tracepoint_off(tp, callback, data);
	return -STP_ENOLINK;
}

#endif
