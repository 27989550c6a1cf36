/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Attaches rows to functions of the kernel and of modules: what kind_kprobe.c,
 * kind_kretprobe.c and kind_ftrace.c share.  trampoline_set.c uses
 * stp_kprobe_halve(), callers.c uses stp_kprobe_address().
 *
 * A probe in a module that is not loaded is awaited: it is registered each time
 * the module is loaded, and unregistered each time it is unloaded.
 */
#ifndef STP_LINUX_KPROBE_H
#define STP_LINUX_KPROBE_H

#include <linux/kprobes.h>

#include "runtime/core/handler.h"

/** How a kind registers its probes.  All functions are called under the mutex
 *  of kprobe_attach.c. */
struct stp_kprobe_way {
	/** Registers all of @sites or none, and sets their `attached`.  Returns
	 *  0 or -errno. */
	int (*add)(struct stp_site **sites, stp_u32 n);
	/** Unregisters those of @sites that are attached. */
	void (*remove)(struct stp_site **sites, stp_u32 n);
	/** Arm a site that is attached, and disarm it.  enable() returns 0 or
	 *  -errno. */
	int (*enable)(struct stp_site *site);
	void (*disable)(struct stp_site *site);
	/** Carries out what the other calls have only noted.  Then checks the
	 *  sites that were added, which are @sites, and refuses those that failed;
	 *  @n is 0 after enable() and disable().  Returns 0 or -errno.  NULL: the
	 *  other calls leave nothing to do. */
	int (*settle)(struct stp_site **sites, stp_u32 n);
	/** The maximum of probes in one call of add(), because the kernel takes
	 *  long for each; 0: no maximum.  It also holds for remove() when the run
	 *  ends, but not when a module goes.  A step that is not 0 also means
	 *  that the probes are kprobes, which need function tracing at entries:
	 *  tracing.h. */
	stp_u32 step;
	/** Called when @site has got a trampoline, or lost it with its module:
	 *  updates the sites that share the probe of @site.  NULL: no sites
	 *  share a probe. */
	void (*follow)(struct stp_site *site);
};

/** How stp_kprobe_halve() adds elements.  If a set is refused as a whole, its
 *  halves are tried, and so on, until each refused element is alone. */
struct stp_halving {
	/** Adds the @n elements from @first on, or none.  Returns 0 or
	 *  -errno. */
	int (*add)(void *data, stp_u32 first, stp_u32 n);
	/** Called for an element that was refused alone.  Returns 0, or a value
	 *  for stp_kprobe_halve() to return. */
	int (*refuse)(void *data, stp_u32 one, int err);
};

/** Adds the @n elements from @first on, by halving.  Returns 0, or the first
 *  result of refuse() that was not 0. */
int stp_kprobe_halve(const struct stp_halving *h, void *data, stp_u32 first,
		     stp_u32 n);

/** Fills in where the zeroed kprobe @kp of @site goes: the address if the row or
 *  its location has one, else a name, which may be "module:symbol", and an
 *  offset. */
void stp_kprobe_set_address(struct kprobe *kp, const struct stp_site *site);

/** Returns words for the error @err of a kprobe; NULL: the usual words are right
 *  (reason() of core/running.c).  Kinds have this function as the member `reason`
 *  of struct stp_kind. */
const char *stp_kprobe_reason(int err);

/** Returns true if the code at the address of @site shows a kprobe: a breakpoint,
 *  a jump, or a call of the function tracer.  For a site that is attached and
 *  armed. */
static inline bool stp_kprobe_is_there(const struct stp_site *site)
{
	return stp_arch_kprobe_how(site->addr) != STP_HOW_BY_KIND;
}

/** Refuses those of @sites whose `attached` is -STP_ENOLINK.  Returns 0, or the
 *  first result of stp_site_refused() that was not 0. */
int stp_kprobe_refuse_dead(struct stp_site **sites, stp_u32 n);

/** Finds the return addresses of the callers that the row of @site names, if
 *  any.  Returns 0, or -ENOENT: a caller's module is not loaded. */
int stp_kprobe_callers(const struct stp_site *site);
/** Stores the return address of the caller @c in @ret.  Returns 0, or -ENOENT
 *  if its module is not loaded. */
int stp_kprobe_address(const struct stp_caller *c, unsigned long *ret);

/** Adds and settles @sites while the mutex is held, in addition to the sites that
 *  are attached already.  If the run ends meanwhile, the sites that remain are
 *  not added.  Returns 0 or -errno. */
int stp_kprobe_add_all(const struct stp_kprobe_way *way,
		       struct stp_site **sites, stp_u32 n);

/** The kind kprobe, and how it registers kprobes.  Sites of kind ftrace whose
 *  hits do not arrive can be registered by stp_kprobe_way, too, after
 *  stp_kprobe_stand_in() has made kprobes their `priv`.  From then on the members
 *  missed, how and reason of stp_kind_kprobe work for these sites.
 *  stp_kprobe_stand_in() returns 0 or -ENOMEM, and is called once per run at
 *  most. */
extern const struct stp_kind stp_kind_kprobe;
extern const struct stp_kprobe_way stp_kprobe_way;
int stp_kprobe_stand_in(struct stp_site **sites, stp_u32 n);
void stp_kprobe_free_stand_ins(void);

static inline bool stp_kprobe_is_atomic(const struct stp_row *row)
{
	return true;
}

/* These functions implement the members of struct stp_kind that have their
 * names, for the kind that registers its probes by @way. */
int stp_kprobe_prepare(const struct stp_kprobe_way *way,
		       struct stp_site **sites, stp_u32 n);
int stp_kprobe_attach(const struct stp_kprobe_way *way,
		      struct stp_site **sites, stp_u32 n);
int stp_kprobe_arm(const struct stp_kprobe_way *way, struct stp_site *site);
void stp_kprobe_disarm(const struct stp_kprobe_way *way,
		       struct stp_site *site);
int stp_kprobe_settle(const struct stp_kprobe_way *way);
void stp_kprobe_detach(const struct stp_kprobe_way *way,
		       struct stp_site **sites, stp_u32 n);
void stp_kprobe_free(const struct stp_kprobe_way *way);

#endif
