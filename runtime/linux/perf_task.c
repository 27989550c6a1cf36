/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Gives events to the threads of a program.  The kernel attaches an event to
 * one thread.  Threads and processes that this thread starts inherit the event
 * (attr.inherit), and lose it when they execute a program (remove_on_exec).  This
 * file finds the threads that exist when the run begins, and notices when the
 * program begins.  For that a breakpoint is at the program's first instruction: its
 * hits may sleep, as creating an event does.
 *
 * A thread can start others before it is given an event, and these inherit none.
 * The callback of a tracepoint sees such a thread before it runs, counts it, and
 * has a work item give it an event.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "runtime/compat/perf.h"
#include "runtime/linux/own_tracepoints.h"
#include "runtime/linux/perf_task.h"
#include "runtime/linux/program_file.h"
#include "runtime/linux/uprobe.h"
#include "runtime/linux/user_threads.h"

/** An event that was created for a thread; other threads may have inherited it. */
struct of_thread {
	struct list_head link;
	struct task_struct *task;	/* referenced */
	struct perf_event *event;
};

/** A site and the events of its program's threads. */
struct of_program {
	struct stp_site *site;
	struct perf_event_attr attr;
	perf_overflow_handler_t hit;
	struct file *file;
	const struct inode *program;	/* as exe_file of its processes */
	struct uprobe_consumer uc;
	struct stp_uprobe_handle handle;
	struct list_head threads;	/* struct of_thread; under the lock */
	struct delayed_work look;
	pid_t pid;			/* not 0: only this process */
	bool is_registered, has_tree, is_added;
	atomic64_t n_without;		/* threads that began without an event */
	atomic64_t n_lost;		/* program starts without an event */
	u64 n_before;			/* n_without when the run began */
};

static struct of_program *programs;
static u32 n_programs, n_added;
static DEFINE_MUTEX(lock);
/* Guards n_added and births[].  It is not the lock above: stp_hooks_off() waits for all
 * handlers of uprobes (since 6.13), and on_begin() waits for that lock. */
static DEFINE_MUTEX(births_lock);

bool stp_perf_of_program(const struct stp_site *site)
{
	return site->row->location != ~0u;
}

static struct of_program *find(const struct stp_site *site)
{
	u32 i;

	for (i = 0; i < n_programs; i++)
		if (programs[i].site == site)
			return &programs[i];
	return NULL;
}

/* Returns true if @event is one of @site.  For an inherited event the site is that
 * of the original event, its parent. */
static __always_inline bool is_event_of(const struct stp_site *site,
					const struct perf_event *event)
{
	const struct perf_event *first = event->parent ? event->parent : event;

	return first->overflow_handler_context == site;
}

/* ---- events; under the lock --------------------------------------------- */

/* Returns true if the thread has lost its event: it has executed a program, or
 * is dead. */
static bool is_over(const struct of_thread *t)
{
	return READ_ONCE(t->task->exit_state) ||
	       READ_ONCE(t->event->state) <= PERF_EVENT_STATE_EXIT;
}

static void take_back(struct of_thread *t)
{
	perf_event_release_kernel(t->event);
	put_task_struct(t->task);
	list_del(&t->link);
	kfree(t);
}

/* Releases events that their threads have lost.  An event stays while events
 * that were inherited from it are left, because the kernel would release these,
 * too.  When none of these is left, no thread can inherit the event any more. */
static void sweep(struct of_program *p)
{
	struct of_thread *t, *next;

	list_for_each_entry_safe(t, next, &p->threads, link)
		if (is_over(t) && list_empty(&t->event->child_list))
			take_back(t);
}

/* Returns the event that was created for @task and is not lost, or NULL. */
static struct of_thread *own_of(const struct of_program *p,
				const struct task_struct *task)
{
	struct of_thread *t;

	list_for_each_entry(t, &p->threads, link)
		if (t->task == task && !is_over(t))
			return t;
	return NULL;
}

/* Returns the address of the page where the code of the task's program begins; 0:
 * the task has ended. */
static u64 first_code(struct task_struct *task)
{
	u64 ret;

	task_lock(task);
	ret = task->mm ? task->mm->start_code & PAGE_MASK : 0;
	task_unlock(task);
	return ret;
}

static struct perf_event *make(struct of_program *p, struct task_struct *task)
{
	const struct stp_row *row = p->site->row;
	struct perf_event_attr attr = p->attr;

	if (row->flags & STP_ROW_WATCH && row->watch.is_relative) {
		u64 base = first_code(task);

		if (!base)
			return ERR_PTR(-ESRCH);
		attr.bp_addr += base;
	}
	return perf_event_create_kernel_counter(&attr, -1, task, p->hit,
						p->site);
}

/* Creates an event for @task.  Returns 0 or -errno.  A thread that is ending gets
 * -ESRCH here.  The kernel would refuse it only after it has created the event, and
 * would wait for an RCU grace period to free the event.  Where threads come and go
 * all the time, these waits add up to minutes. */
static int give(struct of_program *p, struct task_struct *task)
{
	struct of_thread *t;

	if (READ_ONCE(task->flags) & PF_EXITING)
		return -ESRCH;
	t = kzalloc(sizeof(*t), GFP_KERNEL);
	if (!t)
		return -ENOMEM;
	t->event = make(p, task);
	if (IS_ERR(t->event)) {
		int err = PTR_ERR(t->event);

		kfree(t);
		return err;
	}
	t->task = get_task_struct(task);
	list_add_tail(&t->link, &p->threads);
	return 0;
}

/* ---- a program that begins ---------------------------------------------- */

static bool is_of_program(const struct of_program *p, pid_t tgid,
			  const struct mm_struct *mm)
{
	return stp_uprobe_runs(p->program, mm) && (!p->pid || tgid == p->pid);
}

static bool is_wanted(const struct of_program *p, const struct task_struct *t,
		      const struct mm_struct *mm)
{
	return is_of_program(p, t->tgid, mm) &&
	       (!p->has_tree || stp_tree_has(t->tgid));
}

/* Gives an event to the process that has begun to run the program. */
static int on_begin(STP_UPROBE_HIT(uc, regs))
{
	struct of_program *p = container_of(uc, struct of_program, uc);

	if (!is_wanted(p, current, current->mm))
		return 0;
	mutex_lock(&lock);
	sweep(p);
	if (!own_of(p, current) && give(p, current))
		atomic64_inc(&p->n_lost);
	mutex_unlock(&lock);
	if (stp_script.spaces)
		stp_script.spaces->look(current, current->mm);
	return 0;
}

static int watch(struct of_program *p, const struct stp_location *location)
{
	struct inode *inode = d_real_inode(p->file->f_path.dentry);
	int err;

	p->uc.handler = on_begin;
	err = stp_uprobe_register(&p->handle, inode, location->addr, 0, &p->uc);
	p->is_registered = !err;
	return err;
}

/* ---- threads that exist already ----------------------------------------- */

static bool is_running(struct task_struct *t, const void *data)
{
	return !(t->flags & PF_KTHREAD) && is_wanted(data, t, t->mm);
}

static void leave_out(struct stp_threads *f, const struct task_struct *t)
{
	u32 i;

	for (i = 0; i < f->n && f->all[i] != t; i++)
		;
	if (i == f->n)
		return;
	put_task_struct(f->all[i]);
	f->all[i] = f->all[--f->n];
}

/* Removes the threads from @f that have an event.  All inherited events are in
 * child_list of the original event, which changes only under the original's
 * child_mutex. */
static void leave_out_those_with_one(const struct of_program *p,
				     struct stp_threads *f)
{
	const struct perf_event *child;
	struct of_thread *t;

	list_for_each_entry(t, &p->threads, link) {
		if (!is_over(t))
			leave_out(f, t->task);
		mutex_lock(&t->event->child_mutex);
		list_for_each_entry(child, &t->event->child_list, child_list)
			leave_out(f, READ_ONCE(child->ctx->task));
		mutex_unlock(&t->event->child_mutex);
	}
}

/* Gives events to those threads of @f that have none, and releases all threads of
 * @f.  Returns 0 or -errno.  Threads that end meanwhile need no event. */
static int give_found(struct of_program *p, struct stp_threads *f)
{
	int err = 0, now;
	u32 i;

	mutex_lock(&lock);
	leave_out_those_with_one(p, f);
	for (i = 0; i < f->n; i++) {
		now = err ? err : give(p, f->all[i]);
		if (now != -ESRCH)
			err = now;
		put_task_struct(f->all[i]);
	}
	mutex_unlock(&lock);
	return err;
}

/* Gives events to the threads that run the program now.  Returns 0 or -errno. */
static int give_once(struct of_program *p)
{
	struct stp_threads *f = stp_threads_find(is_running, p);
	int err;

	if (!f)
		return -ENOMEM;
	err = give_found(p, f);
	kvfree(f);
	return err;
}

#define MOST_LOOKS 32

/* Gives events to all threads of the program.  A thread may begin others
 * before it has its event, so the search is repeated, at most MOST_LOOKS
 * times, until no thread has begun without an event meanwhile.  Sets *@before
 * to the n_without at the beginning of the last search.  Threads that begin later
 * get their event by p->look.  Returns 0 or -errno. */
static int give_all(struct of_program *p, u64 *before)
{
	u32 left = MOST_LOOKS;
	int err;

	do {
		*before = atomic64_read(&p->n_without);
		err = give_once(p);
	} while (!err && *before != atomic64_read(&p->n_without) && --left);
	return err;
}

static void look_again(struct work_struct *work)
{
	give_once(container_of(to_delayed_work(work), struct of_program, look));
}

/* The delay of p->look, so that one search finds threads that begin together. */
#define LOOK_MS 10

/* ---- a thread that begins without an event ------------------------------ */

/* Returns true if @task has an event of @p.  The task does not run yet, but may
 * be given an event at this moment, so its lists are locked. */
static bool has_event(const struct of_program *p, struct task_struct *task)
{
	struct perf_event_context *list;
	struct perf_event *event;
	unsigned long flags;
	bool ret = false;
	u32 i;

	for (i = 0; i < STP_PERF_LISTS; i++) {
		list = stp_perf_list(task, i);
		if (!list)
			continue;
		raw_spin_lock_irqsave(&list->lock, flags);
		list_for_each_entry(event, &list->event_list, event_entry)
			ret |= is_event_of(p->site, event);
		raw_spin_unlock_irqrestore(&list->lock, flags);
	}
	return ret;
}

/* Looks at the mappings of a forked process: it begins in the middle of the
 * program, not where on_begin() is called. */
static void look_at_process(const struct of_program *p,
			    struct task_struct *child)
{
	if (p->site->row->flags & STP_ROW_WATCH && stp_script.spaces &&
	    thread_group_leader(child))
		stp_script.spaces->look(child, child->mm);
}

/* Looks at a new thread before it runs.  If it has no event, counts it and lets
 * p->look give it one.  The process tree may get @child after this callback, so
 * @parent is looked up there: the tree gets the children of each process in it. */
static void on_thread(void *unused, struct task_struct *parent,
		      struct task_struct *child)
{
	struct of_program *p;

	if (!child->mm || child->flags & PF_KTHREAD)
		return;
	for (p = programs; p < programs + n_programs; p++) {
		if (!READ_ONCE(p->is_added) ||
		    !is_of_program(p, child->tgid, child->mm) ||
		    (p->has_tree && !stp_tree_has(parent->tgid)))
			continue;
		look_at_process(p, child);
		if (has_event(p, child))
			continue;
		atomic64_inc(&p->n_without);
		schedule_delayed_work(&p->look, msecs_to_jiffies(LOOK_MS));
	}
}

static struct stp_hook births[] = {
	{ "sched_process_fork", on_thread },
};

/* Lets on_thread() look at threads of the program.  Returns 0 or -errno. */
static int add_to_births(struct of_program *p)
{
	int err = 0;

	mutex_lock(&births_lock);
	if (!n_added)
		err = stp_hooks_on(births, ARRAY_SIZE(births));
	if (!err) {
		n_added++;
		INIT_DELAYED_WORK(&p->look, look_again);
		smp_store_release(&p->is_added, true);
	}
	mutex_unlock(&births_lock);
	return err;
}

/* Stops the search for new threads of the program.  When it returns, no search
 * runs or will run. */
static void remove_from_births(struct of_program *p)
{
	if (!p->is_added)
		return;
	WRITE_ONCE(p->is_added, false);
	mutex_lock(&births_lock);
	if (!--n_added)
		stp_hooks_off(births, ARRAY_SIZE(births));
	else
		tracepoint_synchronize_unregister();
	mutex_unlock(&births_lock);
	cancel_delayed_work_sync(&p->look);
}

/* Creates an event for the current task and releases it: a test, as the program may
 * not run yet.  Returns 0, or the -errno of the kernel. */
static int try_one(struct of_program *p)
{
	struct perf_event *event = make(p, current);

	if (IS_ERR(event))
		return PTR_ERR(event);
	perf_event_release_kernel(event);
	return 0;
}

/* ---- the door ----------------------------------------------------------- */

int stp_perf_tasks_prepare(struct stp_site **sites, u32 n)
{
	u32 i, k = 0;

	for (i = 0; i < n; i++)
		n_programs += stp_perf_of_program(sites[i]);
	if (!n_programs)
		return 0;
	programs = stp_os_alloc((u64)n_programs * sizeof(*programs));
	if (!programs) {
		n_programs = 0;
		return -ENOMEM;
	}
	for (i = 0; i < n; i++) {
		if (!stp_perf_of_program(sites[i]))
			continue;
		INIT_LIST_HEAD(&programs[k].threads);
		programs[k++].site = sites[i];
	}
	return 0;
}

void stp_perf_tasks_free(void)
{
	stp_os_free(programs, (u64)n_programs * sizeof(*programs));
	programs = NULL;
	n_programs = 0;
}

static int begin(struct of_program *p)
{
	const struct stp_row *row = p->site->row;
	const struct stp_location *location =
		stp_blob_location(stp_run.blob, row->location);
	int err = stp_open_location(location, &p->file);

	if (!err)
		p->program = file_inode(p->file);
	if (!err && row->flags & STP_ROW_OF_TARGET) {
		err = stp_tree_begin();
		p->has_tree = !err;
	}
	if (!err)
		err = try_one(p);
	if (!err)
		err = watch(p, location);
	if (!err)
		err = add_to_births(p);
	return err ? err : give_all(p, &p->n_before);
}

int stp_perf_tasks_add(struct stp_site *site, const struct perf_event_attr *attr,
		       perf_overflow_handler_t hit)
{
	struct of_program *p = find(site);
	int err;

	p->attr = *attr;
	p->attr.inherit = 1;
	if (site->row->flags & STP_ROW_WATCH)
		p->pid = site->row->watch.pid;
	p->hit = hit;
	err = stp_perf_of_one_program(&p->attr, p->pid != 0);
	if (!err)
		err = begin(p);
	if (err)
		stp_perf_tasks_remove(site);
	else
		site->attached = 1;
	return err;
}

void stp_perf_tasks_remove(struct stp_site *site)
{
	struct of_program *p = find(site);
	struct of_thread *t, *next;

	if (!p)
		return;
	if (p->is_registered) {
		stp_uprobe_unregister(&p->handle, &p->uc);
		stp_uprobe_sync();
	}
	p->is_registered = false;
	remove_from_births(p);
	mutex_lock(&lock);
	list_for_each_entry_safe(t, next, &p->threads, link)
		take_back(t);
	mutex_unlock(&lock);
	if (p->has_tree)
		stp_tree_end();
	p->has_tree = false;
	if (p->file)
		filp_close(p->file, NULL);
	p->file = NULL;
}

/* Returns the current thread's event of @site.  No lock is needed: the thread's
 * lists of events change only on its CPU, with interrupts off. */
STP_FN struct perf_event *stp_perf_task_event(const struct stp_site *site)
{
	struct perf_event_context *list;
	struct perf_event *event;
	u32 i;

	for (i = 0; i < STP_PERF_LISTS; i++) {
		list = stp_perf_list(current, i);
		if (!list)
			continue;
		list_for_each_entry(event, &list->event_list, event_entry)
			if (is_event_of(site, event))
				return event;
	}
	return NULL;
}

u64 stp_perf_tasks_missed(const struct stp_site *site)
{
	const struct of_program *p = find(site);

	return p ? atomic64_read(&p->n_without) - READ_ONCE(p->n_before) +
			   atomic64_read(&p->n_lost) :
		   0;
}
