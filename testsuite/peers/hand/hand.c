/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * What `probe kprobe.function("vfs_read") { n++ }` is when written by hand:
 * one kprobe, one counter for each CPU and nothing else.  It is the floor
 * against which a generated module is measured.
 *
 * Reading /sys/module/hand/parameters/hits adds the counters up.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/percpu.h>

static DEFINE_PER_CPU(unsigned long, count);

/* Runs with preemption off, so the counter stays that of one CPU. */
static int hit(struct kprobe *p, struct pt_regs *regs)
{
	__this_cpu_inc(count);
	return 0;
}

static struct kprobe probe = {
	.symbol_name = "vfs_read",
	.pre_handler = hit,
};

static int hits_get(char *buffer, const struct kernel_param *kp)
{
	unsigned long sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += per_cpu(count, cpu);
	return sysfs_emit(buffer, "%lu\n", sum);
}

static const struct kernel_param_ops hits_ops = { .get = hits_get };

module_param_cb(hits, &hits_ops, NULL, 0444);
MODULE_PARM_DESC(hits, "calls of vfs_read since the module was loaded");

static int __init hand_init(void)
{
	return register_kprobe(&probe);
}

static void __exit hand_exit(void)
{
	unregister_kprobe(&probe);
}

module_init(hand_init);
module_exit(hand_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Counts the calls of vfs_read");
