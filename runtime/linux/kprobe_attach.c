/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <linux/module.h>
#include <linux/mutex.h>

#include "runtime/linux/callers.h"
#include "runtime/linux/kaslr.h"
#include "runtime/linux/kprobe.h"
#include "runtime/linux/module_symbol.h"
#include "runtime/linux/tracing.h"
#include "runtime/linux/trampoline.h"

void stp_kprobe_set_address(struct kprobe *kp, const struct stp_site *site)
{
	const struct stp_blob *b = stp_run.blob;
	const struct stp_location *p;
	u64 addr = site->row->kprobe.addr;

	if (addr) {
		kp->addr = (void *)(unsigned long)addr;
		return;
	}
	p = stp_blob_location(b, site->row->location);
	addr = stp_kaslr_address(p);
	kp->offset = site->row->kprobe.offset;
	if (addr) {
		kp->addr = (void *)(unsigned long)addr;
	} else if (p->space == STP_SPACE_MODULE && p->anchor) {
		kp->symbol_name = stp_blob_str(b, p->anchor);
		kp->offset += p->addr;
	} else {
		kp->symbol_name = stp_blob_str(b, p->name);
	}
}

const char *stp_kprobe_reason(int err)
{
	switch (err) {
	case -EOPNOTSUPP:
		return "function tracing is disabled: sysctl "
		       "kernel.ftrace_enabled is 0";
	case -STP_ENOLINK:
		return "the kernel accepts the probe but does not enable it; "
		       "kprobes are disabled if "
		       "/sys/kernel/debug/kprobes/enabled is 0";
	default:
		return NULL;
	}
}

int stp_kprobe_address(const struct stp_caller *c, unsigned long *ret)
{
	const struct stp_blob *b = stp_run.blob;
	const struct stp_location *p = stp_blob_location(b, c->location);
	int err = 0;

	*ret = stp_kaslr_address(p);
	if (!*ret) {
		*ret = stp_module_symbol(stp_blob_str(b, p->anchor));
		err = *ret ? 0 : -ENOENT;
		*ret += p->addr;
	}
	*ret += c->offset;
	return err;
}

int stp_kprobe_callers(const struct stp_site *site)
{
	return site->row->kprobe.n_callers ? stp_script.callers->find(site)
					   : 0;
}

/* ---- sites in modules --------------------------------------------------- */

/* The sites of one kind that has sites in modules. */
struct watch {
	const struct stp_kprobe_way *way;
	struct stp_site **sites, **some;	/* all sites of the kind; room for
						   as many: those of one module */
	u32 n;				/* the number of sites; 0: detached */
	u32 room;			/* the length of some[] */
};

static struct watch watches[3];
static DEFINE_MUTEX(lock);	/* between the notifier and the run */
static bool listens;		/* the notifier is registered */

/* Returns a name that begins with the module of @site and a colon; NULL: the
 * site belongs to the kernel itself.  A site whose row names callers belongs to
 * the module of the first of these, and is awaited with that module. */
static const char *module_of(const struct stp_site *site)
{
	const struct stp_blob *b = stp_run.blob;
	const struct stp_row *row = site->row;
	const struct stp_location *p;

	if (row->location == ~0u)
		return NULL;
	p = stp_blob_location(
		b, row->kprobe.n_callers
			   ? stp_blob_caller(b, row->kprobe.callers)->location
			   : row->location);
	return p->space == STP_SPACE_MODULE ? stp_blob_str(b, p->name) : NULL;
}

static bool is_in(const struct stp_site *site, const struct module *m)
{
	const char *name = module_of(site);
	size_t n = strlen(m->name);

	return name && !strncmp(name, m->name, n) && name[n] == ':';
}

/* Returns the watch of @way; with @way NULL one that is not used.  NULL: there is
 * none. */
static struct watch *watch_of(const struct stp_kprobe_way *way)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(watches); i++)
		if (watches[i].way == way)
			return &watches[i];
	return NULL;
}

/* ---- progress ----------------------------------------------------------- */

#define TELL_MS 3000

/* How fast a long operation on @n probes proceeds. */
struct pace {
	const char *what;
	u32 n;
	u64 began, told;	/* when it began, and when the user was told
				   last; ms */
};

static struct pace begin_pace(const char *what, u32 n)
{
	u64 now = ktime_to_ms(ktime_get());

	return (struct pace){ .what = what, .n = n, .began = now,
			      .told = now };
}

/* Tells the user how long the rest takes, if TELL_MS have passed. */
static void tell_pace(struct pace *p, u32 done)
{
	u64 now = ktime_to_ms(ktime_get());
	char text[96];

	if (done == p->n || now - p->told < TELL_MS)
		return;
	p->told = now;
	snprintf(text, sizeof(text), "%u of %u probes are %s, about %llu s "
				     "remain", done, p->n, p->what,
		 (now - p->began) * (p->n - done) / done / 1000 + 1);
	stp_run_say(STP_REC_WARNING, ~0u, text);
}

/* Returns how many of the remaining @n probes the kernel gets in the next call. */
static u32 step(const struct stp_kprobe_way *way, u32 n)
{
	return way->step ? min(way->step, n) : n;
}

/* ---- attaching ---------------------------------------------------------- */

/* Refuses @site with @err.  But if @err says that its module is not loaded, the
 * site is awaited, and 0 returned.  Else returns the result of
 * stp_site_refused(). */
static int refuse(struct stp_site *site, int err)
{
	if (err != -ENOENT || !module_of(site))
		return stp_site_refused(site, err);
	site->attached = STP_AWAITED;
	return 0;
}

int stp_kprobe_refuse_dead(struct stp_site **sites, u32 n)
{
	int ret = 0, now;
	u32 i;

	for (i = 0; i < n; i++) {
		now = sites[i]->attached == -STP_ENOLINK
			? stp_site_refused(sites[i], -STP_ENOLINK) : 0;
		ret = ret ? ret : now;
	}
	return ret;
}

int stp_kprobe_halve(const struct stp_halving *h, void *data, u32 first, u32 n)
{
	int err = h->add(data, first, n), err2;
	u32 half = n / 2;

	if (!err)
		return 0;
	if (n == 1)
		return h->refuse(data, first, err);
	err = stp_kprobe_halve(h, data, first, half);
	err2 = stp_kprobe_halve(h, data, first + half, n - half);
	return err ? err : err2;
}

struct adding {
	const struct stp_kprobe_way *way;
	struct stp_site **sites;
};

static int add_some(void *data, u32 first, u32 n)
{
	const struct adding *a = data;

	return a->way->add(a->sites + first, n);
}

static int refuse_one(void *data, u32 one, int err)
{
	const struct adding *a = data;

	return refuse(a->sites[one], err);
}

static int add_halving(const struct stp_kprobe_way *way,
		       struct stp_site **sites, u32 n)
{
	static const struct stp_halving halving = { add_some, refuse_one };
	struct adding a = { way, sites };

	return stp_kprobe_halve(&halving, &a, 0, n);
}

static int settle(const struct stp_kprobe_way *way, struct stp_site **sites,
		  u32 n)
{
	return way->settle ? way->settle(sites, n) : 0;
}

int stp_kprobe_add_all(const struct stp_kprobe_way *way,
		       struct stp_site **sites, u32 n)
{
	struct pace p = begin_pace("attached", n);
	int err = 0, err2;
	u32 i, some;

	for (i = 0; i < n && stp_run_goes_on(i, n); i += some) {
		some = step(way, n - i);
		err2 = add_halving(way, sites + i, some);
		err = err ? err : err2;
		tell_pace(&p, i + some);
	}
	err2 = settle(way, sites, n);
	return err ? err : err2;
}

static void remove_all(const struct stp_kprobe_way *way,
		       struct stp_site **sites, u32 n)
{
	struct pace p = begin_pace("removed", n);
	u32 i, some;

	for (i = 0; i < n; i += some) {
		some = step(way, n - i);
		way->remove(sites + i, some);
		tell_pace(&p, i + some);
	}
}

/* Attaches those of @sites that can have trampolines, and moves them to the end of
 * @sites.  Returns the number of the other sites. */
static u32 attach_direct(const struct stp_kprobe_way *way,
			 struct stp_site **sites, u32 n)
{
	u32 i, others;

	if (!stp_script.trampolines)
		return n;
	others = stp_script.trampolines->ops->attach(sites, n);
	for (i = others; i < n && way->follow; i++)
		way->follow(sites[i]);
	return others;
}

static bool is_entry(const struct stp_site *site)
{
	return !site->row->kprobe.addr && !site->row->kprobe.offset;
}

/* Refuses the sites at entries among @sites, and moves the other sites to the
 * front.  Returns the number of the other sites.  *@ret is set to the first
 * result of refuse() that is not 0, if *@ret is 0. */
static u32 refuse_entries(struct stp_site **sites, u32 n, int *ret)
{
	u32 i, others = 0;
	int err;

	for (i = 0; i < n; i++) {
		if (!is_entry(sites[i])) {
			swap(sites[i], sites[others]);
			others++;
			continue;
		}
		err = refuse(sites[i], -EOPNOTSUPP);
		*ret = *ret ? *ret : err;
	}
	return others;
}

static bool has_entry(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; i < n && !is_entry(sites[i]); i++)
		;
	return i < n;
}

/* Attaches @sites, by trampolines where possible.  Kprobes at entries are hooks
 * of the function tracer, so they are refused if function tracing is switched
 * off.  Returns 0 or -errno. */
static int attach_all(const struct stp_kprobe_way *way,
		      struct stp_site **sites, u32 n)
{
	bool is_off = way->step && has_entry(sites, n) && stp_tracing_is_off();
	int err = 0, err2;

	if (!is_off) {
		n = attach_direct(way, sites, n);
		is_off = way->step && has_entry(sites, n) &&
			 stp_tracing_hold() == -EBUSY;
	}
	if (is_off)
		n = refuse_entries(sites, n, &err);
	err2 = n ? stp_kprobe_add_all(way, sites, n) : 0;
	return err ? err : err2;
}

int stp_kprobe_attach(const struct stp_kprobe_way *way,
		      struct stp_site **sites, u32 n)
{
	int err;

	mutex_lock(&lock);
	err = attach_all(way, sites, n);
	mutex_unlock(&lock);
	return err;
}

int stp_kprobe_arm(const struct stp_kprobe_way *way, struct stp_site *site)
{
	int err = 0;

	mutex_lock(&lock);
	if (site->direct)
		stp_script.trampolines->ops->arm(site);
	else if (site->attached > 0)
		err = way->enable(site);
	mutex_unlock(&lock);
	return err;
}

void stp_kprobe_disarm(const struct stp_kprobe_way *way,
		       struct stp_site *site)
{
	mutex_lock(&lock);
	if (site->direct)
		stp_script.trampolines->ops->arm(site);
	else if (site->attached > 0)
		way->disable(site);
	mutex_unlock(&lock);
}

int stp_kprobe_settle(const struct stp_kprobe_way *way)
{
	int err;

	mutex_lock(&lock);
	err = settle(way, NULL, 0);
	mutex_unlock(&lock);
	return err;
}

/* ---- modules come and go ------------------------------------------------ */

/* Stores the awaited sites of module @m in w->some, and returns their number.
 * Sites that were disarmed will be armed: their conditions may have changed
 * meanwhile, and each hit evaluates the condition in any case. */
static u32 gather_awaited(struct watch *w, const struct module *m)
{
	u32 i, n = 0;

	for (i = 0; i < w->n; i++) {
		if (w->sites[i]->attached != STP_AWAITED ||
		    !is_in(w->sites[i], m))
			continue;
		w->sites[i]->disarmed = false;
		w->some[n++] = w->sites[i];
	}
	return n;
}

/* Stores the attached sites of module @m in w->some, and returns their number. */
static u32 gather_attached(struct watch *w, const struct module *m)
{
	u32 i, n = 0;

	for (i = 0; i < w->n; i++)
		if (w->sites[i]->attached > 0 && is_in(w->sites[i], m))
			w->some[n++] = w->sites[i];
	return n;
}

/* Makes those of the first @n sites of w->some awaited that had a trampoline,
 * which is gone now.  Moves the other sites to the front, and returns their
 * number. */
static u32 leave_direct(struct watch *w, u32 n)
{
	u32 i, others = 0;

	for (i = 0; i < n; i++) {
		struct stp_site *site = w->some[i];

		if (!site->direct) {
			w->some[others++] = site;
			continue;
		}
		site->direct = false;
		site->attached = STP_AWAITED;
		if (w->way->follow)
			w->way->follow(site);
	}
	return others;
}

static void come(struct watch *w, const struct module *m)
{
	u32 n = gather_awaited(w, m);

	if (n)
		attach_all(w->way, w->some, n);
}

static void go(struct watch *w, const struct module *m)
{
	u32 i, n = leave_direct(w, gather_attached(w, m));

	if (n)
		w->way->remove(w->some, n);
	for (i = 0; i < n; i++)
		w->some[i]->attached = STP_AWAITED;
}

static void go_direct(const struct module *m)
{
	char name[MODULE_NAME_LEN + 1];

	snprintf(name, sizeof(name), "%s:", m->name);
	stp_script.trampolines->ops->go(name);
}

static bool is_any_watched(void)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(watches); i++)
		if (watches[i].n)
			return true;
	return false;
}

/* Attaches and detaches sites as modules come and go.  A module can go at any time
 * until its sites are detached, so going modules are also handled after STOP has
 * begun. */
static int on_module(struct notifier_block *nb, unsigned long what, void *data)
{
	u32 i;

	mutex_lock(&lock);
	if (what == MODULE_STATE_GOING && stp_script.trampolines &&
	    is_any_watched())
		go_direct(data);
	for (i = 0; i < ARRAY_SIZE(watches); i++) {
		if (what == MODULE_STATE_COMING && stp_is_running())
			come(&watches[i], data);
		else if (what == MODULE_STATE_GOING)
			go(&watches[i], data);
	}
	mutex_unlock(&lock);
	return NOTIFY_DONE;
}

/* The notifier for modules.  Its priority lets it be called before the kernel
 * itself drops the kprobes of a module that goes. */
static struct notifier_block notifier = {
	.notifier_call = on_module,
	.priority = 1,
};

int stp_kprobe_prepare(const struct stp_kprobe_way *way,
		       struct stp_site **sites, u32 n)
{
	struct watch *w = watch_of(NULL);
	u32 i;

	if (stp_script.callers && stp_script.callers->prepare())
		return -ENOMEM;
	for (i = 0; i < n && !module_of(sites[i]); i++)
		;
	if (i == n)
		return 0;
	w->some = stp_os_alloc((u64)n * sizeof(*w->some));
	if (!w->some)
		return -ENOMEM;
	w->way = way;
	w->sites = sites;
	w->n = w->room = n;
	if (!listens && !register_module_notifier(&notifier))
		listens = true;
	return 0;
}

/* Detaches all trampolines of the run, and moves those of @sites that had one to
 * the end.  Returns the number of the other sites. */
static u32 detach_direct(struct stp_site **sites, u32 n)
{
	u32 i, others = 0;

	if (!stp_script.trampolines)
		return n;
	stp_script.trampolines->ops->detach();
	for (i = 0; i < n; i++)
		if (!sites[i]->direct) {
			swap(sites[i], sites[others]);
			others++;
		}
	return others;
}

/* Unregisters the notifier if it is not needed any more.  Do not call it under
 * the lock: loading a module waits for the lock, and changing the list of
 * notifiers waits for that. */
static void listen_no_more(void)
{
	if (!listens || is_any_watched())
		return;
	unregister_module_notifier(&notifier);
	listens = false;
}

void stp_kprobe_detach(const struct stp_kprobe_way *way,
		       struct stp_site **sites, u32 n)
{
	struct watch *w = watch_of(way);

	mutex_lock(&lock);
	n = detach_direct(sites, n);
	remove_all(way, sites, n);
	if (w)
		w->n = 0;
	mutex_unlock(&lock);
	listen_no_more();
}

void stp_kprobe_free(const struct stp_kprobe_way *way)
{
	struct watch *w = watch_of(way);

	stp_tracing_release();
	if (stp_script.trampolines)
		stp_script.trampolines->ops->free();
	if (stp_script.callers)
		stp_script.callers->free();
	if (!w)
		return;
	stp_os_free(w->some, (u64)w->room * sizeof(*w->some));
	memset(w, 0, sizeof(*w));
}
