/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind tracepoint: a handler at a tracepoint of the kernel.  A
 * tracepoint calls each listener with the listener's data and its own arguments.
 * This file has one callback for each number of arguments.  It takes the arguments
 * as words; the code that reads a word truncates the word to its type.
 *
 * Tracepoints are found by name, as hardly any is exported.
 */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>

#include "runtime/linux/gate.h"
#include "runtime/linux/tracepoint.h"

struct probe {
	struct tracepoint *tp;		/* NULL: there is none, or it is in a
					   module that is not loaded */
	struct stp_site *site;
	bool is_on;			/* its callback is registered */
};

static struct probe *probes;
static u32 n_probes;

/* ---- hits --------------------------------------------------------------- */

/* Passes a hit on.  Some tracepoints are called with preemption on. */
static STP_FN void on_hit(const struct stp_site *site, const u64 *args)
{
	preempt_disable_notrace();
	stp_gate(site, (void *)args);
	preempt_enable_notrace();
}

#define CALLBACK(n, params, words)                                            \
	static STP_FN void callback_##n(struct probe *p, params)               \
	{                                                                      \
		u64 args[] = { words };                                        \
									       \
		on_hit(p->site, args);                                         \
	}
#define LIST(...) __VA_ARGS__

static STP_FN void callback_0(struct probe *p)
{
	on_hit(p->site, NULL);
}

CALLBACK(1, u64 a, a)
CALLBACK(2, LIST(u64 a, u64 b), LIST(a, b))
CALLBACK(3, LIST(u64 a, u64 b, u64 c), LIST(a, b, c))
CALLBACK(4, LIST(u64 a, u64 b, u64 c, u64 d), LIST(a, b, c, d))
CALLBACK(5, LIST(u64 a, u64 b, u64 c, u64 d, u64 e), LIST(a, b, c, d, e))
CALLBACK(6, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f),
	 LIST(a, b, c, d, e, f))
CALLBACK(7, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g),
	 LIST(a, b, c, d, e, f, g))
CALLBACK(8, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h),
	 LIST(a, b, c, d, e, f, g, h))
CALLBACK(9, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h,
		 u64 i), LIST(a, b, c, d, e, f, g, h, i))
CALLBACK(10, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h,
		  u64 i, u64 j), LIST(a, b, c, d, e, f, g, h, i, j))
CALLBACK(11, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h,
		  u64 i, u64 j, u64 k), LIST(a, b, c, d, e, f, g, h, i, j, k))
CALLBACK(12, LIST(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h,
		  u64 i, u64 j, u64 k, u64 l),
	 LIST(a, b, c, d, e, f, g, h, i, j, k, l))

static void *const callbacks[STP_TRACE_ARGS + 1] = {
	callback_0, callback_1, callback_2, callback_3, callback_4,
	callback_5, callback_6, callback_7, callback_8, callback_9,
	callback_10, callback_11, callback_12,
};

/* ---- registering -------------------------------------------------------- */

static bool is_atomic(const struct stp_row *row)
{
	return true;
}

/* Returns the tracepoint's name: "NAME", or "MODULE:NAME". */
static const char *name_of(const struct stp_site *site)
{
	const struct stp_blob *b = stp_run.blob;

	return stp_blob_str(b, stp_blob_location(b, site->row->location)->name);
}

static int add(struct probe *p)
{
	int err;

	if (!p->tp)
		return -ENOENT;
	if (p->is_on)
		return 0;
	err = stp_tracepoint_on(
		p->tp, callbacks[p->site->row->tracepoint.n_args], p);
	p->is_on = !err;
	return err;
}

/* Unregisters the callback if it is registered.  The site does not say that: it is
 * `disarmed` before disarm() is called. */
static void remove(struct probe *p)
{
	if (p->is_on)
		stp_tracepoint_off(
			p->tp, callbacks[p->site->row->tracepoint.n_args], p);
	p->is_on = false;
}

/* ---- modules come and go ------------------------------------------------ */

static DEFINE_MUTEX(lock);	/* between the notifier and the run */
static bool listens;

static bool is_in(const struct stp_site *site, const struct module *m)
{
	const char *name = name_of(site);
	size_t n = strlen(m->name);

	return !strncmp(name, m->name, n) && name[n] == ':';
}

/* Attaches @p, which is awaited, to its tracepoint in @m. */
static void come(struct probe *p, const struct module *m)
{
	const char *name = strchr(name_of(p->site), ':') + 1;
	u32 i;

	for (i = 0; i < m->num_tracepoints && !p->tp; i++) {
		struct tracepoint *tp =
			tracepoint_ptr_deref(&m->tracepoints_ptrs[i]);

		if (!strcmp(tp->name, name))
			p->tp = tp;
	}
	p->site->disarmed = false;	/* each hit evaluates its condition */
	if (!add(p))
		p->site->attached = 1;
}

static void go(struct probe *p)
{
	remove(p);
	p->tp = NULL;
	p->site->attached = STP_AWAITED;
}

/* Attaches and detaches sites as modules come and go.  A module can go at any time
 * until its sites are detached, so going modules are also handled after STOP has
 * begun. */
static int on_module(struct notifier_block *nb, unsigned long what, void *data)
{
	const struct tp_module *m = data;
	u32 i;

	mutex_lock(&lock);
	for (i = 0; i < n_probes; i++) {
		struct probe *p = &probes[i];

		if (!is_in(p->site, m->mod))
			continue;
		if (what == MODULE_STATE_COMING && stp_is_running() &&
		    p->site->attached == STP_AWAITED)
			come(p, m->mod);
		else if (what == MODULE_STATE_GOING && p->site->attached > 0)
			go(p);
	}
	mutex_unlock(&lock);
	return NOTIFY_DONE;
}

static struct notifier_block notifier = { .notifier_call = on_module };

/* Passes modules that are loaded on to on_module(), and none that go. */
static int on_loaded(struct notifier_block *nb, unsigned long what, void *data)
{
	return what == MODULE_STATE_COMING ? on_module(nb, what, data)
					   : NOTIFY_DONE;
}

/* Registers the notifier, once.  The kernel then calls it for each module that is
 * loaded already, too.  For sites that are awaited later, which are alternatives to
 * others, another notifier is called for these modules, and is not needed after that. */
static void listen(void)
{
	static struct notifier_block late = { .notifier_call = on_loaded };

	if (!listens)
		listens = !register_tracepoint_module_notifier(&notifier);
	else if (!register_tracepoint_module_notifier(&late))
		unregister_tracepoint_module_notifier(&late);
}

/* ---- attaching ---------------------------------------------------------- */

/* Gives @tp, which is of the kernel itself, to the probes of that name. */
static void note(struct tracepoint *tp, void *unused)
{
	u32 i;

	for (i = 0; i < n_probes; i++)
		if (!strcmp(tp->name, name_of(probes[i].site)))
			probes[i].tp = tp;
}

static int prepare(struct stp_site **sites, u32 n)
{
	u32 i;

	probes = stp_os_alloc((u64)n * sizeof(*probes));
	if (!probes)
		return -ENOMEM;
	n_probes = n;
	for (i = 0; i < n; i++) {
		probes[i].site = sites[i];
		sites[i]->priv = &probes[i];
	}
	for_each_kernel_tracepoint(note, NULL);
	return 0;
}

static int arm(struct stp_site *site)
{
	int err = 0;

	mutex_lock(&lock);
	if (site->attached > 0)
		err = add(site->priv);
	mutex_unlock(&lock);
	return err;
}

static void disarm(struct stp_site *site)
{
	mutex_lock(&lock);
	if (site->attached > 0)
		remove(site->priv);
	mutex_unlock(&lock);
}

/* Attaches a site; one in a module is awaited, and listen() attaches it.  Returns 0,
 * or the result of stp_site_refused(). */
static int attach_one(struct stp_site *site)
{
	struct probe *p = site->priv;
	int err;

	if (strchr(name_of(site), ':')) {
		site->attached = STP_AWAITED;
		return 0;
	}
	err = site->disarmed && p->tp ? 0 : add(p);
	if (err)
		return stp_site_refused(site, err);
	site->attached = 1;
	return 0;
}

static int attach(struct stp_site **sites, u32 n)
{
	bool awaits = false;
	int err = 0, now;
	u32 i;

	for (i = 0; i < n && stp_run_goes_on(i, n); i++) {
		now = attach_one(sites[i]);
		err = err ? err : now;
		awaits |= sites[i]->attached == STP_AWAITED;
	}
	if (awaits)
		listen();
	return err;
}

static void detach(struct stp_site **sites, u32 n)
{
	u32 i;

	/* this calls on_module() as if all modules went; none can go
	 * meanwhile */
	if (listens)
		unregister_tracepoint_module_notifier(&notifier);
	listens = false;
	for (i = 0; i < n; i++)
		remove(sites[i]->priv);
	tracepoint_synchronize_unregister();
}

static void give_back(struct stp_site **sites, u32 n)
{
	stp_os_free(probes, (u64)n * sizeof(*probes));
	probes = NULL;
	n_probes = 0;
}

const struct stp_kind stp_kind_tracepoint = {
	.id = STP_KIND_TRACEPOINT,
	.name = "tracepoint",
	.has = STP_HAS_ARGS,
	.is_atomic = is_atomic,
	.prepare = prepare,
	.attach = attach,
	.arm = arm,
	.disarm = disarm,
	.detach = detach,
	.free = give_back,
};
