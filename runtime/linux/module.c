/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The module: a misc device that holds one run.
 *
 * The holder is the process that has opened the device for writing.  Its open
 * file is the lifetime of the run.  Closing it stops all probes, frees
 * the memory, removes the device node and leaves the module inert, in state
 * "dead".  Anybody may unload the module then.  After STP_IOC_LINGER, closing
 * leaves the probes armed, and another process can become the holder.
 */
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "runtime/compat/interrupt_level.h"
#include "runtime/core/handler.h"
#include "runtime/linux/gate.h"
#include "runtime/linux/kaslr.h"
#include "runtime/linux/os_ring.h"

#define MAX_SETTINGS 4096
#define MAX_SETTING_LEN 65536

DEFINE_PER_CPU(struct stp_cpu_workspaces, stp_cpu_workspaces);

STP_FN int stp_gate_inner(const struct stp_site *site, void *regs, char *saved)
{
	stp_u32 level = stp_interrupt_level();

	return stp_gate_of_saved(raw_cpu_read(stp_cpu_workspaces.level[level]),
				 site, regs, saved);
}

static DEFINE_MUTEX(control);	/* held by most requests and by release */
static atomic_t opened;		/* 1: there is a holder, or the module is dead */
static bool is_set_up, lingers, has_node;
static char node_name[MODULE_NAME_LEN + 20];

/* ---- state in sysfs ----------------------------------------------------- */

static int get_state(char *buffer, const struct kernel_param *kp)
{
	static const char *const words[] = {
		[STP_LOADED] = "loaded",
		[STP_RUNNING] = "running",
		[STP_STOPPING] = "stopping",
		[STP_STOPPED] = "stopped",
		[STP_DEAD] = "dead",
	};

	const char *word = words[READ_ONCE(stp_run.state)];

	/* hits count from now on, but not all probes are attached yet */
	if (READ_ONCE(stp_run.starter) && stp_is_running())
		word = "attaching";
	return snprintf(buffer, PAGE_SIZE, "%s\n", word);
}

static const struct kernel_param_ops state_ops = { .get = get_state };
module_param_cb(state, &state_ops, NULL, 0444);
MODULE_PARM_DESC(state, "loaded, attaching, running, stopping, stopped or dead");

/* ---- setup -------------------------------------------------------------- */

static int set_string(const struct stp_setting *s)
{
	char *p;
	int err;

	if (s->len > MAX_SETTING_LEN)
		return -EINVAL;
	p = memdup_user_nul((void __user *)(unsigned long)s->str, s->len);
	if (IS_ERR(p))
		return PTR_ERR(p);
	err = stp_run_set_str(s->id, p, s->len);
	kfree(p);
	return err;
}

static int apply(const struct stp_setting *s)
{
	switch (s->what) {
	case STP_SET_LIMIT:
		return stp_run_set_limit(s->id, s->num);
	case STP_SET_GLOBAL_NUM:
		return stp_run_set_num(s->id, s->num);
	case STP_SET_GLOBAL_STR:
		return set_string(s);
	default:
		return -EINVAL;
	}
}

static int apply_all(const struct stp_ioc_setup *arg)
{
	const struct stp_setting __user *from =
		(void __user *)(unsigned long)arg->settings;
	struct stp_setting s;
	int err = 0;
	u32 i;

	if (arg->n > MAX_SETTINGS)
		return -EINVAL;
	for (i = 0; i < arg->n && !err; i++) {
		if (copy_from_user(&s, &from[i], sizeof(s)))
			return -EFAULT;
		err = apply(&s);
	}
	return err;
}

/* Stores each context of a CPU in stp_cpu_workspaces of that CPU, where hits find
 * it. */
static void spread_workspaces(void)
{
	u32 i;

	for (i = 1; i < STP_CPU_WORKSPACES(stp_run.n_cpus); i++) {
		struct stp_workspace *c = stp_run.workspaces[i];

		if (cpu_possible(c->cpu))
			per_cpu(stp_cpu_workspaces, c->cpu)
				.level[c->pub.level] = c;
	}
}

/* Stops the run and frees its memory.  End handlers do not run, as there is no
 * reader left for what they would print. */
static void teardown(void)
{
	stp_run_stop(false);
	if (!is_set_up)
		return;
	stp_run_free();
	stp_rings_destroy();
	is_set_up = false;
}

static int setup(struct stp_ioc_setup __user *user)
{
	struct stp_ioc_setup arg;
	int err;

	if (is_set_up || stp_run.state != STP_LOADED)
		return -EBUSY;
	if (copy_from_user(&arg, user, sizeof(arg)))
		return -EFAULT;
	err = apply_all(&arg);
	if (err)
		return err;
	is_set_up = true;
	err = stp_run_setup();
	if (!err)
		err = stp_rings_create(1 + stp_run.n_cpus,
				       stp_run.limits[STP_LIM_BUFFER_KB] << 10);
	if (err)
		teardown();
	else
		spread_workspaces();
	return err;
}

/* ---- numbers ------------------------------------------------------------ */

static int info(struct stp_ioc_info __user *user)
{
	struct stp_ioc_info i = {
		.wire = STP_WIRE_VERSION,
		.blob_size = stp_run.blob->size,
		.n_cpus = stp_rings_n(),
		.ring_bytes = stp_rings_n() ? stp_rings_bytes() : 0,
		.state = READ_ONCE(stp_run.state),
		.is_flight = stp_run.limits[STP_LIM_FLIGHT] != 0,
		.is_paused = stp_run.paused,
		.is_held = atomic_read(&opened),
	};

	return copy_to_user(user, &i, sizeof(i)) ? -EFAULT : 0;
}

static int stats(struct stp_ioc_stats __user *user)
{
	struct stp_ioc_stats s;

	stp_run_stats(&s);
	return copy_to_user(user, &s, sizeof(s)) ? -EFAULT : 0;
}

static int row(struct stp_ioc_row __user *user)
{
	struct stp_ioc_row r;
	int err;

	if (copy_from_user(&r, user, sizeof(r)))
		return -EFAULT;
	err = stp_run_row(&r);
	if (err)
		return err;
	return copy_to_user(user, &r, sizeof(r)) ? -EFAULT : 0;
}

static int times(struct stp_ioc_times __user *user)
{
	struct stp_ioc_times t;
	int err;

	if (get_user(t.row, &user->row))
		return -EFAULT;
	t.reserved = 0;
	err = stp_run_times(&t);
	if (err)
		return err;
	return copy_to_user(user, &t, sizeof(t)) ? -EFAULT : 0;
}

#define SNAPSHOT_MAX (64u << 20)

static int copy_snapshot(struct stp_ioc_snapshot *s, bool reset)
{
	u32 size = min(s->size, SNAPSHOT_MAX);
	void *p = kvmalloc(size + 1, GFP_KERNEL);
	s64 need;
	int err = 0;

	if (!p)
		return -ENOMEM;
	need = reset ? stp_run_reset(s->global, p, size)
		     : stp_run_snapshot(s->global, p, size);
	if (need < 0)
		err = need;
	else if (need > SNAPSHOT_MAX)
		err = -EFBIG;
	else if (need <= size &&
		 copy_to_user((void __user *)(unsigned long)s->buf, p, need))
		err = -EFAULT;
	else
		s->size = need;
	kvfree(p);
	return err;
}

/* Answers STP_IOC_SNAPSHOT or (@reset) STP_IOC_RESET.  If the user's buffer is too
 * small, nothing is stored in it: *@user gets the size that is needed, and -ENOSPC
 * is returned.  -EFBIG: more than SNAPSHOT_MAX is needed. */
static int snapshot(struct stp_ioc_snapshot __user *user, bool reset)
{
	struct stp_ioc_snapshot s;
	u32 size;
	int err;

	if (copy_from_user(&s, user, sizeof(s)))
		return -EFAULT;
	if (!is_set_up || s.global >= stp_script.n_globals)
		return -EINVAL;
	size = s.size;
	err = copy_snapshot(&s, reset);
	if (!err && copy_to_user(user, &s, sizeof(s)))
		err = -EFAULT;
	return err ? err : s.size > size ? -ENOSPC : 0;
}

/* ---- the device --------------------------------------------------------- */

static int start(void)
{
	if (!is_set_up || stp_run.state != STP_LOADED)
		return -EINVAL;
	return stp_run_start();
}

static int switch_row(struct stp_ioc_switch __user *user)
{
	struct stp_ioc_switch s;

	if (copy_from_user(&s, user, sizeof(s)))
		return -EFAULT;
	return is_set_up ? stp_run_switch(s.row, s.on) : -EINVAL;
}

/* Answers STP_IOC_LINGER: from now on closing the device leaves the probes
 * armed. */
static int linger(void)
{
	if (!stp_run.attached)
		return -EINVAL;
	lingers = true;
	return 0;
}

/* Answers STP_IOC_SYMBOL, for an address of the kernel.  It does not take
 * `control`, which a STOP that waits for the reader may hold. */
static int symbol(struct stp_ioc_symbol __user *user)
{
	struct stp_ioc_symbol s;
	char *words;
	int n;

	if (copy_from_user(&s.addr, &user->addr, sizeof(s.addr)))
		return -EFAULT;
	words = kmalloc(KSYM_SYMBOL_LEN, GFP_KERNEL);
	if (!words)
		return -ENOMEM;
	n = sprint_symbol(words, s.addr);
	if (!memchr(words, '+', n))
		n = 0;
	s.len = min_t(size_t, n, sizeof(s.text));
	memset(s.text, 0, sizeof(s.text));
	memcpy(s.text, words, s.len);
	kfree(words);
	return copy_to_user(user, &s, sizeof(s)) ? -EFAULT : 0;
}

/* Answers STP_IOC_MAPPED, for an address of a program.  It does not take
 * `control` either: what it reads is kept until the holder closes the
 * device. */
static int mapped(struct stp_ioc_mapped __user *user)
{
	struct stp_ioc_mapped *m;
	int err = -ENOTTY;

	m = stp_script.spaces ? kzalloc(sizeof(*m), GFP_KERNEL) : NULL;
	if (m && (copy_from_user(&m->addr, &user->addr, sizeof(m->addr)) ||
		  copy_from_user(&m->seq, &user->seq, sizeof(m->seq))))
		err = -EFAULT;
	else if (m)
		err = stp_script.spaces->ask(m);
	if (!err && copy_to_user(user, m, sizeof(*m)))
		err = -EFAULT;
	kfree(m);
	return err;
}

/* Answers STP_IOC_CEASE.  It does not take `control` either, because START, which
 * it cuts short, holds that lock. */
static int cease(void)
{
	return stp_run_cease() ? 0 : -EINVAL;
}

/* Answers the requests that any process with the device open may make. */
static long onlooker_ioctl(unsigned int cmd, void __user *arg)
{
	if (!is_set_up)
		return -EINVAL;
	switch (cmd) {
	case STP_IOC_STATS:
		return stats(arg);
	case STP_IOC_ROW:
		return row(arg);
	case STP_IOC_TIMES:
		return times(arg);
	case STP_IOC_SNAPSHOT:
		return snapshot(arg, false);
	case STP_IOC_PAUSE:
		return stp_run_pause();
	case STP_IOC_RESUME:
		return stp_run_resume();
	default:
		return -ENOTTY;
	}
}

/* Answers the requests of the holder. */
static long holder_ioctl(unsigned int cmd, void __user *arg)
{
	switch (cmd) {
	case STP_IOC_SETUP:
		return setup(arg);
	case STP_IOC_START:
		return start();
	case STP_IOC_STOP:
		stp_run_stop(true);
		return 0;
	case STP_IOC_LINGER:
		return linger();
	case STP_IOC_SWITCH:
		return switch_row(arg);
	case STP_IOC_RESET:
		return is_set_up ? snapshot(arg, true) : -EINVAL;
	default:
		return onlooker_ioctl(cmd, arg);
	}
}

static bool is_holder(const struct file *file)
{
	return file->f_mode & FMODE_WRITE;
}

static long dev_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	long err;

	if (cmd == STP_IOC_INFO)
		return info((void __user *)arg);
	if (cmd == STP_IOC_SYMBOL)
		return symbol((void __user *)arg);
	if (cmd == STP_IOC_MAPPED)
		return is_holder(file) ? mapped((void __user *)arg) : -EACCES;
	if (cmd == STP_IOC_CEASE)
		return is_holder(file) ? cease() : -EACCES;
	if (mutex_lock_killable(&control))
		return -EINTR;
	err = is_holder(file) ? holder_ioctl(cmd, (void __user *)arg)
			      : onlooker_ioctl(cmd, (void __user *)arg);
	mutex_unlock(&control);
	return err;
}

static ssize_t dev_read(struct file *file, char __user *to, size_t n,
			loff_t *pos)
{
	return simple_read_from_buffer(to, n, pos, stp_run.blob,
				       stp_run.blob->size);
}

#define INPUT_MAX 4096

static ssize_t give_input(const char *p, size_t n)
{
	if (mutex_lock_killable(&control))
		return -EINTR;
	if (stp_run.attached)
		stp_run_input(p, n);
	mutex_unlock(&control);
	return n;
}

/* Receives what the runner has read from its standard input, INPUT_MAX bytes at
 * most.  Returns the number of bytes, or -errno. */
static ssize_t dev_write(struct file *file, const char __user *from, size_t n,
			 loff_t *pos)
{
	ssize_t ret;
	char *p;

	if (!stp_run_wants_input())
		return -EINVAL;
	n = min_t(size_t, n, INPUT_MAX);
	p = kvmalloc(n, GFP_KERNEL);
	if (!p)
		return -ENOMEM;
	ret = copy_from_user(p, from, n) ? -EFAULT : give_input(p, n);
	kvfree(p);
	return ret;
}

/* Implements poll(), which waits for records.  Only the holder can wait: the rings
 * stay as long as its file is open. */
static __poll_t dev_poll(struct file *file, poll_table *wait)
{
	return is_holder(file) ? stp_rings_poll(file, wait) : EPOLLERR;
}

static int dev_mmap(struct file *file, struct vm_area_struct *vma)
{
	return is_holder(file) ? stp_rings_mmap(vma) : -EACCES;
}

static int dev_open(struct inode *inode, struct file *file)
{
	if (READ_ONCE(stp_run.state) == STP_DEAD)
		return -ENODEV;
	if (!is_holder(file))
		return 0;
	if (atomic_cmpxchg(&opened, 0, 1))
		return -EBUSY;
	lingers = false;
	stp_rings_read(true);
	return 0;
}

static struct miscdevice node;

/* Removes the device node.  Do not call it under `control`, as open() is
 * called with the misc lock held. */
static void remove_node(void)
{
	if (has_node)
		misc_deregister(&node);
	has_node = false;
}

static int dev_release(struct inode *inode, struct file *file)
{
	if (!is_holder(file))
		return 0;
	stp_rings_read(false);
	mutex_lock(&control);
	if (!lingers) {
		teardown();
		WRITE_ONCE(stp_run.state, STP_DEAD);
	}
	mutex_unlock(&control);
	if (READ_ONCE(stp_run.state) == STP_DEAD)
		remove_node();
	else
		atomic_set(&opened, 0);
	return 0;
}

static const struct file_operations fops = {
	.owner = THIS_MODULE,
	.open = dev_open,
	.release = dev_release,
	.read = dev_read,
	.write = dev_write,
	.poll = dev_poll,
	.mmap = dev_mmap,
	.unlocked_ioctl = dev_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.llseek = noop_llseek,
};

static struct miscdevice node = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = node_name,
	.fops = &fops,
	.mode = 0600,
};

/* ---- the module --------------------------------------------------------- */

static int __init stp_module_init(void)
{
	const char *bad = stp_run_init();
	u64 suffix;
	int err;

	if (!bad)
		bad = stp_kaslr_init(stp_run.blob);
	if (bad) {
		pr_err("%s: %s\n", THIS_MODULE->name, bad);
		return -ENOEXEC;
	}
	get_random_bytes(&suffix, sizeof(suffix));
	snprintf(node_name, sizeof(node_name), "%s-%016llx",
		 THIS_MODULE->name, suffix);
	err = misc_register(&node);
	has_node = !err;
	return err;
}

static void __exit stp_module_exit(void)
{
	mutex_lock(&control);
	teardown();
	mutex_unlock(&control);
	remove_node();
}

module_init(stp_module_init);
module_exit(stp_module_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A script compiled by tapster");
MODULE_VERSION(STP_MODULE_MARK "1");
