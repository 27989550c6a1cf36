/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keeps an event of each site on every CPU.  When CPUs come or go, the kernel calls
 * comes() and goes().  These cannot call perf, which takes a lock that the kernel
 * holds then.  So they set bits in two masks, and a work item adds and removes the
 * events.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/mutex.h>
#include <linux/workqueue.h>

#include "runtime/core/handler.h"
#include "runtime/linux/perf_percpu.h"
#include "runtime/linux/strays.h"

static struct cpumask here;	/* CPUs that are online: these have events */
static struct cpumask gone;	/* CPUs that went: their events are dead, and are
				   to be released */
static LIST_HEAD(attached);	/* struct stp_percpu */
static DEFINE_MUTEX(lock);	/* guards attached and all events */
static int hotplug;		/* state number of the callbacks; 0: not
				   registered */

/* ---- memory: one array of pointers for all sites ------------------------ */

static u64 events_bytes(u32 n)
{
	return (u64)n * nr_cpu_ids * sizeof(struct perf_event *);
}

void stp_percpu_free(struct stp_site **sites, u32 n)
{
	struct stp_percpu *all = n ? sites[0]->priv : NULL;

	if (!all)
		return;
	stp_os_free(all[0].events, events_bytes(n));
	stp_os_free(all, (u64)n * sizeof(*all));
	sites[0]->priv = NULL;
}

int stp_percpu_prepare(struct stp_site **sites, u32 n)
{
	struct stp_percpu *all = stp_os_alloc((u64)n * sizeof(*all));
	struct perf_event **events = stp_os_alloc(events_bytes(n));
	u32 i;

	if (!all || !events) {
		stp_os_free(all, (u64)n * sizeof(*all));
		stp_os_free(events, events_bytes(n));
		return -ENOMEM;
	}
	for (i = 0; i < n; i++) {
		all[i].site = sites[i];
		all[i].events = events + (u64)i * nr_cpu_ids;
		INIT_LIST_HEAD(&all[i].link);
		sites[i]->priv = &all[i];
	}
	return 0;
}

/* ---- events; under the lock --------------------------------------------- */

/* Returns 0 if the event counts now, or waits for its turn at the hardware; else
 * -errno. */
static int state_of(const struct perf_event *event)
{
	if (event->state == PERF_EVENT_STATE_ERROR)
		return -EBUSY;
	return event->state >= PERF_EVENT_STATE_INACTIVE ? 0 : -STP_ENOLINK;
}

static int add_on(struct stp_percpu *p, int cpu)
{
	struct perf_event *event;
	int err;

	p->attr.disabled = p->site->disarmed ||
			   stp_is_unplugged(STP_UNPLUG_REST);
	event = perf_event_create_kernel_counter(&p->attr, cpu, NULL, p->hit,
						 p);
	if (IS_ERR(event))
		return PTR_ERR(event);
	err = p->site->disarmed ? 0 : state_of(event);
	if (err)
		perf_event_release_kernel(event);
	else
		p->events[cpu] = event;
	return err;
}

static void remove_on(struct stp_percpu *p, int cpu)
{
	struct perf_event *event = p->events[cpu];

	/* a reader either does not see the event any more, or the kernel waits
	 * for it before the event's memory is freed */
	WRITE_ONCE(p->events[cpu], NULL);
	if (event)
		perf_event_release_kernel(event);
}

static void remove_all(struct stp_percpu *p)
{
	int cpu;

	for_each_possible_cpu(cpu)
		remove_on(p, cpu);
}

/* Adds an event on each CPU.  Returns 0, or -errno: some may have been added.  A
 * failure on a CPU that has gone meanwhile does not count. */
static int add_all(struct stp_percpu *p)
{
	int cpu, err;

	for_each_cpu(cpu, &here) {
		err = add_on(p, cpu);
		if (err && cpumask_test_cpu(cpu, &here))
			return err;
	}
	return 0;
}

/* ---- CPUs that come and go ---------------------------------------------- */

/* Releases the events of @cpu if it was offline (@dead), and adds events there if it
 * is online now. */
static void catch_up(int cpu, bool dead)
{
	struct stp_percpu *p;

	list_for_each_entry(p, &attached, link) {
		if (dead)
			remove_on(p, cpu);
		if (p->events[cpu] || !cpumask_test_cpu(cpu, &here))
			continue;
		p->late++;
		add_on(p, cpu);
	}
}

static void look(struct work_struct *work)
{
	int cpu;

	mutex_lock(&lock);
	for_each_possible_cpu(cpu)
		catch_up(cpu, cpumask_test_and_clear_cpu(cpu, &gone));
	mutex_unlock(&lock);
}
static DECLARE_WORK(change, look);

static int comes(unsigned int cpu)
{
	cpumask_set_cpu(cpu, &here);
	if (!list_empty(&attached))
		schedule_work(&change);
	return 0;
}

static int goes(unsigned int cpu)
{
	cpumask_clear_cpu(cpu, &here);
	cpumask_set_cpu(cpu, &gone);
	schedule_work(&change);
	return 0;
}

/* Registers comes() and goes(), once.  The kernel calls comes() at once for each
 * CPU that is online.  Returns 0 or -errno. */
static int listen(void)
{
	int state;

	if (hotplug)
		return 0;
	state = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, KBUILD_MODNAME, comes,
				  goes);
	if (state < 0)
		return state;
	hotplug = state;
	return 0;
}

static void listen_no_more(void)
{
	if (hotplug)
		cpuhp_remove_state_nocalls(hotplug);
	hotplug = 0;
	cancel_work_sync(&change);
}

/* ---- the door ----------------------------------------------------------- */

int stp_percpu_add(struct stp_percpu *p)
{
	int err = listen();

	if (err)
		return err;
	mutex_lock(&lock);
	err = add_all(p);
	if (err) {
		remove_all(p);
	} else {
		list_add_tail(&p->link, &attached);
		p->site->attached = 1;
	}
	mutex_unlock(&lock);
	return err;
}

/* Calls @change for each event of @site. */
static void on_each(struct stp_site *site, void (*change)(struct perf_event *))
{
	struct stp_percpu *p = site->priv;
	int cpu;

	mutex_lock(&lock);
	for_each_possible_cpu(cpu)
		if (p->events[cpu])
			change(p->events[cpu]);
	mutex_unlock(&lock);
}

int stp_percpu_arm(struct stp_site *site)
{
	on_each(site, perf_event_enable);
	return 0;
}

void stp_percpu_disarm(struct stp_site *site)
{
	on_each(site, perf_event_disable);
}

void stp_percpu_detach(struct stp_site **sites, u32 n)
{
	struct stp_percpu *p;
	bool last;
	u32 i;

	mutex_lock(&lock);
	for (i = 0; i < n; i++) {
		p = sites[i]->priv;
		if (!p)
			continue;	/* it was not attached */
		list_del_init(&p->link);
		remove_all(p);
	}
	last = list_empty(&attached);
	mutex_unlock(&lock);
	if (last)
		listen_no_more();
}

void stp_percpu_missed(const struct stp_site *site, u64 causes[STP_N_CAUSES])
{
	const struct stp_percpu *p = site->priv;

	if (p)
		causes[STP_CAUSE_CPU_LATE] += READ_ONCE(p->late);
}
