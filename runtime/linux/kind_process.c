/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind process: processes and threads that begin and end, and their
 * system calls.
 *
 * Handlers run in the process that they are about.  The tracepoint of forks
 * runs in the parent, so a kprobe is at calculate_sigpending(), the first
 * function that a child calls itself.  Before an exit is reported, most kernels free
 * the memory of the process, and with it the program's file; so a set keeps what must
 * be known of each process.  The beginnings of processes from before the run are
 * reported when they next leave a processor.
 */
#include <linux/binfmts.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/kprobes.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <asm/syscall.h>

#include "runtime/linux/gate.h"
#include "runtime/linux/own_tracepoints.h"
#include "runtime/linux/process_set.h"
#include "runtime/linux/process_tree.h"
#include "runtime/linux/program_file.h"
#include "runtime/linux/tracing.h"

#define SYSCALL_ARGS 6

struct program {
	const struct stp_location *location;	/* NULL: the end of
						   programs[] */
	struct file *file;
	const struct inode *inode;
	int err;			/* -errno: the file was not opened */
};

/* One row and the program that it wants; site->priv points to it. */
struct watch {
	struct stp_site *site;
	u16 program;		/* 0: any; else 1 + index */
};

static struct watch *watches;	/* by event, each at its `first` */
static u32 first[STP_N_PROCESS_EVENTS + 1];
static u32 n_watches;
static struct program *programs;
static bool has_set, has_tree, is_hooked, is_planted;
static u32 waiting;		/* the target's pid until it executes its
				   program, else 0 */
static atomic_t n_lost;		/* processes for which the set had no room */
static atomic_t n_unknown[STP_N_PROCESS_EVENTS];	/* events of their threads */

/* ---- which processes ---------------------------------------------------- */

/* Returns 1 + the index in programs[] of the program that @mm runs; 0: none of
 * these. */
static STP_FN u16 program_of(const struct mm_struct *mm)
{
	const struct inode *inode = NULL;
	const struct file *exe;
	u16 i;

	rcu_read_lock();
	exe = rcu_dereference(mm->exe_file);
	if (exe)
		inode = file_inode(exe);
	rcu_read_unlock();
	for (i = 0; inode && programs[i].location; i++)
		if (programs[i].inode == inode)
			return i + 1;
	return 0;
}

/* Describes the process of @t, in the state STP_PROCESS_UNTOLD. */
static STP_FN struct stp_process process_of(const struct task_struct *t,
					    const struct mm_struct *mm)
{
	return (struct stp_process){
		.tgid = t->tgid,
		.program = programs->location ? program_of(mm) : 0,
		.of_target = has_tree && stp_tree_has(t->tgid),
	};
}

/* Returns true if the row of @w wants events of @p. */
static STP_FN bool wants(const struct watch *w, const struct stp_process *p)
{
	const struct stp_row *row = w->site->row;

	if (row->process.pid && row->process.pid != p->tgid)
		return false;
	if (w->program && w->program != p->program)
		return false;
	return !row->process.of_target || !has_tree || p->of_target;
}

/* ---- hits --------------------------------------------------------------- */

/* Reports @event of @p, which is the current process, to the rows that want it. */
static STP_FN void tell(enum stp_process_event event,
			const struct stp_process *p, const u64 *args)
{
	u32 i;

	preempt_disable_notrace();
	for (i = first[event]; i < first[event + 1]; i++)
		if (watches[i].site->attached > 0 && wants(&watches[i], p))
			stp_gate(watches[i].site, (void *)args);
	preempt_enable_notrace();
}

/* Adds the current process to the set and, if the run has begun, reports that the
 * process begins. */
static STP_FN void begin(void)
{
	struct stp_process p = process_of(current, current->mm);

	if (stp_is_running())
		p.state = STP_PROCESS_TOLD;
	if (!stp_process_put(p))
		atomic_inc(&n_lost);
	if (p.state == STP_PROCESS_TOLD)
		tell(STP_PROCESS_BEGIN, &p, NULL);
}

/* Reports the end of the current process, once, and its beginning if it is UNTOLD. */
static STP_FN void end(void)
{
	struct stp_process p = stp_process_take(current->tgid);

	if (!p.tgid)
		return;
	if (p.state == STP_PROCESS_UNTOLD)
		tell(STP_PROCESS_BEGIN, &p, NULL);
	tell(STP_PROCESS_END, &p, NULL);
}

/* Reports that the current thread begins or ends.  Counts it if its process may be one
 * for which the set had no room. */
static STP_FN void tell_thread(enum stp_process_event event,
			       const struct stp_process *p)
{
	if (p->tgid)
		tell(event, p, NULL);
	else if (atomic_read(&n_lost))
		atomic_inc(&n_unknown[event]);
}

/* Reports that the current process or thread begins. */
static STP_FN int on_first_step(struct kprobe *kp, struct pt_regs *regs)
{
	struct stp_process p;

	if (!current->mm || current->flags & (PF_KTHREAD | PF_IO_WORKER))
		return 0;
	if (thread_group_leader(current)) {
		begin();
		return 0;
	}
	p = stp_process_find(current->tgid);
	tell_thread(STP_PROCESS_THREAD_BEGIN, &p);
	return 0;
}

static STP_FN void on_exec(void *unused, struct task_struct *t, pid_t old,
			   struct linux_binprm *bprm)
{
	if (t->tgid == waiting)
		WRITE_ONCE(waiting, 0);
	if (!has_set)
		return;
	end();
	begin();
}

static STP_FN void on_exit(void *unused, struct task_struct *t)
{
	struct stp_process p = stp_process_find(t->tgid);

	if (!thread_group_leader(t) && !(t->flags & (PF_KTHREAD | PF_IO_WORKER)))
		tell_thread(STP_PROCESS_THREAD_END, &p);
	if (!p.tgid)
		return;
	if (!atomic_read(&t->signal->live))
		end();
}

/* Reports the beginning of a process from before the run, as it leaves a CPU. */
static STP_FN void on_switch(void *unused, bool preempt,
			     struct task_struct *prev,
			     struct task_struct *next, unsigned int state)
{
	struct stp_process p;

	if (!stp_process_some_untold() || !prev->mm || !stp_is_running())
		return;
	if (stp_process_find(prev->tgid).state != STP_PROCESS_UNTOLD)
		return;
	p = stp_process_tell(prev->tgid);
	if (p.tgid)
		tell(STP_PROCESS_BEGIN, &p, NULL);
}

/* Returns false for a system call of the target before it has executed its program,
 * as such calls are the runner's own; and for one of a kernel thread. */
static STP_FN bool calls_count(void)
{
	return current->mm && current->tgid != READ_ONCE(waiting);
}

static STP_FN void on_sys_enter(void *unused, struct pt_regs *regs, long nr)
{
	unsigned long own[SYSCALL_ARGS];
	u64 args[1 + SYSCALL_ARGS];
	struct stp_process p;
	u32 i;

	if (!calls_count())
		return;
	p = process_of(current, current->mm);
	syscall_get_arguments(current, regs, own);
	args[0] = nr;
	for (i = 0; i < SYSCALL_ARGS; i++)
		args[1 + i] = own[i];
	tell(STP_PROCESS_SYSCALL, &p, args);
}

static STP_FN void on_sys_exit(void *unused, struct pt_regs *regs, long ret)
{
	u64 args[] = { (s64)syscall_get_nr(current, regs), ret };
	struct stp_process p;

	if (!calls_count())
		return;
	p = process_of(current, current->mm);
	tell(STP_PROCESS_SYSCALL_RETURN, &p, args);
}

/* ---- processes that exist already --------------------------------------- */

/* Returns true if @t is the runner's own child, which has not executed the
 * target's program yet: it still runs the same file as the process that loads
 * the module. */
static bool is_waiting(const struct task_struct *t, const struct mm_struct *mm)
{
	return t->tgid == stp_run.limits[STP_LIM_TARGET] && current->mm &&
	       rcu_access_pointer(mm->exe_file) ==
		       rcu_access_pointer(current->mm->exe_file);
}

/* Adds the process of @t to the set, or notes that it is the waiting target. */
static void note(struct task_struct *t)
{
	struct stp_process p;
	bool is_there;

	task_lock(t);
	is_there = t->mm && !(t->flags & PF_KTHREAD);
	if (is_there && is_waiting(t, t->mm)) {
		WRITE_ONCE(waiting, t->tgid);
		is_there = false;
	}
	if (is_there)
		p = process_of(t, t->mm);
	task_unlock(t);
	if (!is_there || !has_set || stp_process_find(t->tgid).tgid)
		return;
	if (!stp_process_put(p))
		atomic_inc(&n_lost);
	if (!atomic_read(&t->signal->live))
		stp_process_take(t->tgid);
}

static void look_around(void)
{
	struct task_struct *leader, *t;

	rcu_read_lock();
	for_each_process_thread(leader, t)
		note(t);
	rcu_read_unlock();
}

/* ---- hooks -------------------------------------------------------------- */

static struct kprobe first_step;

enum { EXEC, EXIT, SWITCH, SYS_ENTER, SYS_EXIT, N_HOOKS };
static struct stp_hook hooks[N_HOOKS];

static bool has(enum stp_process_event event)
{
	return first[event] < first[event + 1];
}

static bool has_calls(void)
{
	return has(STP_PROCESS_SYSCALL) || has(STP_PROCESS_SYSCALL_RETURN);
}

static void choose(void)
{
	memset(hooks, 0, sizeof(hooks));
	hooks[EXEC] = (struct stp_hook){ "sched_process_exec", on_exec };
	if (has_set)
		hooks[EXIT] = (struct stp_hook){ "sched_process_exit",
						 on_exit };
	if (has(STP_PROCESS_BEGIN))
		hooks[SWITCH] = (struct stp_hook){ "sched_switch", on_switch };
	if (has(STP_PROCESS_SYSCALL))
		hooks[SYS_ENTER] = (struct stp_hook){ "sys_enter",
						      on_sys_enter };
	if (has(STP_PROCESS_SYSCALL_RETURN))
		hooks[SYS_EXIT] = (struct stp_hook){ "sys_exit", on_sys_exit };
}

/* Plants a kprobe at the entry of the function, which is hit only while function
 * tracing is switched on. */
static int plant(void)
{
	int err;

	if (stp_tracing_hold() == -EBUSY)
		return -EBUSY;
	memset(&first_step, 0, sizeof(first_step));
	first_step.symbol_name = "calculate_sigpending";
	first_step.pre_handler = on_first_step;
	err = register_kprobe(&first_step);
	is_planted = !err;
	return err;
}

static int hook(void)
{
	int err;

	choose();
	err = stp_hooks_on(hooks, N_HOOKS);
	if (err)
		return err;
	is_hooked = true;
	err = has_set ? plant() : 0;
	if (!err)
		look_around();
	return err;
}

/* ---- memory ------------------------------------------------------------- */

static bool is_atomic(const struct stp_row *row)
{
	return true;
}

/* Sorts the sites by event.  Sites of the same event stay in the order of the
 * rows. */
static void sort(struct stp_site **sites, u32 n)
{
	u32 event, i, k = 0;

	for (event = 0; event < STP_N_PROCESS_EVENTS; event++) {
		first[event] = k;
		for (i = 0; i < n; i++) {
			if (sites[i]->row->process.event != event)
				continue;
			watches[k].site = sites[i];
			sites[i]->priv = &watches[k++];
		}
	}
	first[event] = k;
}

static bool want_tree(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (sites[i]->row->process.of_target)
			return stp_run.limits[STP_LIM_TARGET];
	return false;
}

static int prepare(struct stp_site **sites, u32 n)
{
	int err;

	n_watches = n;
	waiting = 0;
	atomic_set(&n_lost, 0);
	memset(n_unknown, 0, sizeof(n_unknown));
	watches = stp_os_alloc((u64)n * sizeof(*watches));
	/* an empty element ends the array */
	programs = stp_os_alloc((n + 1ull) * sizeof(*programs));
	if (!watches || !programs)
		return -ENOMEM;
	sort(sites, n);
	if (first[STP_PROCESS_SYSCALL]) {
		err = stp_process_set_begin();
		if (err)
			return err;
		has_set = true;
	}
	if (want_tree(sites, n)) {
		err = stp_tree_begin();
		if (err)
			return err;
		has_tree = true;
	}
	return 0;
}

static void give_back(struct stp_site **sites, u32 n)
{
	if (programs)
		stp_os_free(programs, (n_watches + 1ull) * sizeof(*programs));
	if (watches)
		stp_os_free(watches, (u64)n_watches * sizeof(*watches));
	programs = NULL;
	watches = NULL;
	stp_process_set_end();
	has_set = false;
	stp_tracing_release();
	if (has_tree)
		stp_tree_end();
	has_tree = false;
}

/* ---- attaching ---------------------------------------------------------- */

static void open_program(struct program *p, const struct stp_location *place)
{
	struct file *f =
		stp_open_program(stp_blob_str(stp_run.blob, place->name));

	if (IS_ERR(f)) {
		p->err = PTR_ERR(f);
	} else {
		p->file = f;
		p->inode = file_inode(f);
	}
	p->location = place;
}

/* Finds or opens the row's program.  Returns 0 or -errno.  Rows of one program have
 * the same string as its name. */
static int find_program(struct watch *w)
{
	const struct stp_location *location;
	u16 i = 0;

	if (w->site->row->location == ~0u)
		return 0;
	location = stp_blob_location(stp_run.blob, w->site->row->location);
	while (programs[i].location && programs[i].location->name !=
						location->name)
		i++;
	if (!programs[i].location)
		open_program(&programs[i], location);
	w->program = i + 1;
	return programs[i].err;
}

static int attach_one(struct stp_site *site)
{
	int err = find_program(site->priv);

	if (err)
		return stp_site_refused(site, err);
	site->attached = 1;
	return 0;
}

/* Refuses all of @sites: without the hooks no event arrives. */
static int refuse(struct stp_site **sites, u32 n, int why)
{
	int err = 0, now;
	u32 i;

	for (i = 0; i < n; i++) {
		now = stp_site_refused(sites[i], why);
		err = err ? err : now;
	}
	return err;
}

/* Attaches @sites, and hooks into the kernel in the first call.  Sites that are
 * alternatives to others come in later calls. */
static int attach(struct stp_site **sites, u32 n)
{
	int err = 0, now;
	u32 i;

	for (i = 0; i < n; i++) {
		now = attach_one(sites[i]);
		err = err ? err : now;
	}
	if (err || is_hooked)
		return err;
	err = hook();
	return err ? refuse(sites, n, err == -ENOENT ? -EOPNOTSUPP : err) : 0;
}

static void detach(struct stp_site **sites, u32 n)
{
	u32 i;

	if (is_planted)
		unregister_kprobe(&first_step);
	is_planted = false;
	if (is_hooked)
		stp_hooks_off(hooks, N_HOOKS);
	is_hooked = false;
	for (i = 0; programs && programs[i].location; i++) {
		if (programs[i].file)
			filp_close(programs[i].file, NULL);
		programs[i].file = NULL;
	}
}

static const char *reason(int err)
{
	switch (-err) {
	case ENOENT:
		return "the file does not exist";
	case EISDIR:
		return "it is not a regular file";
	case EBUSY:
		return "function tracing is disabled: sysctl "
		       "kernel.ftrace_enabled is 0";
	case STP_ENOLINK:
		return NULL;
	default:
		return "the kernel refuses the probe";
	}
}

/* Adds to @causes: for beginnings, the hits of first_step that the kernel skipped;
 * for ends of processes, the number of processes for which the set had no room; for
 * threads, the number of events of these processes' threads. */
static void missed(const struct stp_site *site, u64 causes[STP_N_CAUSES])
{
	causes[STP_CAUSE_MAP_FULL] +=
		atomic_read(&n_unknown[site->row->process.event]);
	switch (site->row->process.event) {
	case STP_PROCESS_BEGIN:
	case STP_PROCESS_THREAD_BEGIN:
		causes[STP_CAUSE_KERNEL] += first_step.nmissed;
		break;
	case STP_PROCESS_END:
		causes[STP_CAUSE_MAP_FULL] += atomic_read(&n_lost);
		break;
	}
}

const struct stp_kind stp_kind_process = {
	.id = STP_KIND_PROCESS,
	.name = "process",
	.has = STP_HAS_ARGS,
	.is_atomic = is_atomic,
	.prepare = prepare,
	.attach = attach,
	.reason = reason,
	.detach = detach,
	.free = give_back,
	.missed = missed,
};
