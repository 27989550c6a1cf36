/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runtime/linux/user_threads.h"

#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

/* How many threads can begin between counting and noting without one being
 * missed. */
#define MORE 64

/** A condition: which threads are looked for. */
struct wanted_threads {
	bool (*is_meant)(struct task_struct *t, const void *data);
	const void *data;
};

static bool is_wanted_thread(const struct wanted_threads *w,
			     struct task_struct *t)
{
	bool ret;

	task_lock(t);
	ret = t->mm && w->is_meant(t, w->data);
	task_unlock(t);
	return ret;
}

/* Notes the wanted threads in @all, each referenced, but only the first @most.
 * Returns how many wanted threads there are. */
static u32 note_threads(const struct wanted_threads *w,
			struct task_struct **all, u32 most)
{
	struct task_struct *leader, *t;
	u32 n = 0;

	rcu_read_lock();
	for_each_process_thread(leader, t) {
		if (!is_wanted_thread(w, t))
			continue;
		if (n < most)
			all[n] = get_task_struct(t);
		n++;
	}
	rcu_read_unlock();
	return n;
}

struct stp_threads *
stp_threads_find(bool (*is_meant)(struct task_struct *t, const void *data),
		 const void *data)
{
	const struct wanted_threads w = { is_meant, data };
	u32 most = note_threads(&w, NULL, 0) + MORE;
	struct stp_threads *f = kvzalloc(struct_size(f, all, most), GFP_KERNEL);

	if (f)
		f->n = min(note_threads(&w, f->all, most), most);
	return f;
}
