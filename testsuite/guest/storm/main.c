// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Calls that are counted, from everywhere at once.
 *
 *	echo TASK HARDIRQ INT3 WATCHED >/proc/storm	so many more, in all
 *	cat /proc/storm					the sums since the start
 *
 * On each CPU two threads and a timer, whose interrupts hit what the threads
 * are in: one thread calls storm_task() and writes the variable that is
 * watched, the other one calls storm_int3(), which has no hook for tracing,
 * the timer calls storm_hardirq().  Who writes waits for the end.
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/kernel.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/version.h>

#define noipa __attribute__((__noipa__))
#define PERIOD_NS 200000
#define CALLS_A_SHOT 20

enum what { TASK, HARDIRQ, INT3, WATCHED, N_WHAT };

/* One CPU's share of a round. */
struct share {
	long n[N_WHAT];
	struct hrtimer timer;
	long shots_left;
	struct completion task_done, int3_done, timer_done;
};

static long total[N_WHAT];
static DEFINE_MUTEX(lock);

noipa long storm_task(long n);
noipa long storm_hardirq(long n);
noipa long storm_int3(long n);
noipa long storm_round(long n);

noipa long storm_task(long n)
{
	return n + 1;
}

noipa long storm_hardirq(long n)
{
	return n + 2;
}

noipa notrace long storm_int3(long n)
{
	return n + 3;
}

/* Once for each line that is written to the file. */
noipa long storm_round(long n)
{
	return n + 4;
}

/* One write in @n calls. */
static int task_thread(void *data)
{
	struct share *s = data;
	long every = s->n[WATCHED] ? s->n[TASK] / s->n[WATCHED] : 0;
	long writes = s->n[WATCHED];

	for (long i = 0; i < s->n[TASK]; i++) {
		storm_task(i);
		if (writes && i % every == 0) {
			WRITE_ONCE(panic_timeout, READ_ONCE(panic_timeout));
			writes--;
		}
		if (i % 1024 == 0)
			cond_resched();
	}
	complete(&s->task_done);
	return 0;
}

static int int3_thread(void *data)
{
	struct share *s = data;

	for (long i = 0; i < s->n[INT3]; i++) {
		storm_int3(i);
		if (i % 256 == 0)
			cond_resched();
	}
	complete(&s->int3_done);
	return 0;
}

static enum hrtimer_restart shot(struct hrtimer *timer)
{
	struct share *s = container_of(timer, struct share, timer);

	for (int i = 0; i < CALLS_A_SHOT; i++)
		storm_hardirq(i);
	if (--s->shots_left <= 0) {
		complete(&s->timer_done);
		return HRTIMER_NORESTART;
	}
	/* from now on: the threads must get on, however slow shots are */
	hrtimer_forward_now(timer, ns_to_ktime(PERIOD_NS));
	return HRTIMER_RESTART;
}

static void start_timer(void *data)
{
	struct share *s = data;

	/* since 6.13 it takes the function */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
	hrtimer_setup(&s->timer, shot, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
#else
	hrtimer_init(&s->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	s->timer.function = shot;
#endif
	s->shots_left = s->n[HARDIRQ] / CALLS_A_SHOT;
	hrtimer_start(&s->timer, ns_to_ktime(PERIOD_NS),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

static void begin_thread(int (*run)(void *), struct share *s, int cpu)
{
	struct task_struct *t = kthread_create(run, s, "storm/%d", cpu);

	if (WARN_ON(IS_ERR(t)))
		return;
	kthread_bind(t, cpu);
	wake_up_process(t);
}

static void start(struct share *s, int cpu)
{
	init_completion(&s->task_done);
	init_completion(&s->int3_done);
	init_completion(&s->timer_done);
	smp_call_function_single(cpu, start_timer, s, 1);
	begin_thread(task_thread, s, cpu);
	begin_thread(int3_thread, s, cpu);
}

static void finish(struct share *s)
{
	wait_for_completion(&s->task_done);
	wait_for_completion(&s->int3_done);
	wait_for_completion(&s->timer_done);
	hrtimer_cancel(&s->timer);
	for (int i = 0; i < N_WHAT; i++)
		total[i] += s->n[i];
}

/* What does not divide by the CPUs and by a timer's shots is left out. */
static int run(const long n[N_WHAT])
{
	int cpus, cpu, k = 0;
	struct share *all;

	cpus_read_lock();
	cpus = num_online_cpus();
	all = kcalloc(cpus, sizeof(*all), GFP_KERNEL);
	if (!all) {
		cpus_read_unlock();
		return -ENOMEM;
	}
	for_each_online_cpu(cpu) {
		for (int i = 0; i < N_WHAT; i++)
			all[k].n[i] = n[i] / cpus;
		all[k].n[HARDIRQ] -= all[k].n[HARDIRQ] % CALLS_A_SHOT;
		start(&all[k++], cpu);
	}
	for (k = 0; k < cpus; k++)
		finish(&all[k]);
	cpus_read_unlock();
	kfree(all);
	return 0;
}

static ssize_t write(struct file *file, const char __user *from, size_t size,
		     loff_t *at)
{
	char text[100] = { 0 };
	long n[N_WHAT];
	int err;

	if (size >= sizeof(text) || copy_from_user(text, from, size) ||
	    sscanf(text, "%ld %ld %ld %ld", &n[TASK], &n[HARDIRQ], &n[INT3],
		   &n[WATCHED]) != N_WHAT || n[HARDIRQ] < 1000)
		return -EINVAL;
	mutex_lock(&lock);
	storm_round(1);
	err = run(n);
	mutex_unlock(&lock);
	return err ? err : size;
}

static int show(struct seq_file *out, void *unused)
{
	mutex_lock(&lock);
	seq_printf(out, "%ld %ld %ld %ld\n", total[TASK], total[HARDIRQ],
		   total[INT3], total[WATCHED]);
	mutex_unlock(&lock);
	return 0;
}

static int open(struct inode *inode, struct file *file)
{
	return single_open(file, show, NULL);
}

static const struct proc_ops ops = {
	.proc_open = open,
	.proc_read = seq_read,
	.proc_write = write,
	.proc_lseek = seq_lseek,
	.proc_release = single_release,
};

static int __init begin(void)
{
	return proc_create("storm", 0600, NULL, &ops) ? 0 : -ENOMEM;
}
module_init(begin);

static void __exit end(void)
{
	remove_proc_entry("storm", NULL);
}
module_exit(end);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("calls from everywhere at once, which are counted");
