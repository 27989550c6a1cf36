/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers the runtime's own callbacks.  Tracepoints are found by name, as
 * hardly any is exported.
 */
#include <linux/string.h>

#include "runtime/linux/own_tracepoints.h"
#include "runtime/linux/tracepoint.h"

struct search {
	const char *name;
	struct tracepoint *found;
};

static void look(struct tracepoint *tp, void *data)
{
	struct search *s = data;

	if (!strcmp(tp->name, s->name))
		s->found = tp;
}

static int add(struct stp_hook *h)
{
	struct search s = { h->name };
	int err;

	for_each_kernel_tracepoint(look, &s);
	if (!s.found)
		return -ENOENT;
	err = stp_tracepoint_on(s.found, h->callback, NULL);
	if (!err)
		h->tp = s.found;
	return err;
}

int stp_hooks_on(struct stp_hook *hooks, u32 n)
{
	int err = 0;
	u32 i;

	for (i = 0; i < n && !err; i++)
		if (hooks[i].name)
			err = add(&hooks[i]);
	if (err)
		stp_hooks_off(hooks, n);
	return err;
}

void stp_hooks_off(struct stp_hook *hooks, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++) {
		if (hooks[i].tp)
			stp_tracepoint_off(hooks[i].tp, hooks[i].callback,
					   NULL);
		hooks[i].tp = NULL;
	}
	tracepoint_synchronize_unregister();
}
