/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Attaches rows to functions of the kernel and of modules: what kind_kprobe.c,
 * kind_kretprobe.c and kind_ftrace.c share.
 *
 * A probe in a module that is not loaded is awaited: it is registered each time
 * the module is loaded, and unregistered each time it is unloaded.
 */
#ifndef STP_LINUX_KPROBE_H
#define STP_LINUX_KPROBE_H

#include <linux/kprobes.h>

#include "runtime/core/handler.h"

/** How a kind registers its probes.  All members are called with a mutex
 *  held. */
struct stp_kprobe_way {
	/** Registers all of @sites or none, and sets their `attached`.  Returns
	 *  0 or -errno. */
	int (*add)(struct stp_site **sites, stp_u32 n);
	/** Unregisters those of @sites that are attached. */
	void (*remove)(struct stp_site **sites, stp_u32 n);
	int (*enable)(struct stp_site *site);
	void (*disable)(struct stp_site *site);
	/** Carries out what the other calls have only noted, checks the result,
	 *  and refuses those of @sites[n] that failed.  Returns 0 or -errno.
	 *  NULL: the other calls leave nothing to do. */
	int (*settle)(struct stp_site **sites, stp_u32 n);
	/** How many probes the kernel gets in one call, because it takes long
	 *  for each; 0: all of them. */
	stp_u32 step;
	/** Called when @site has got a trampoline, or lost it with its module:
	 *  updates the sites that share its probe.  NULL: no sites share
	 *  one. */
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

/** Fills in where the zeroed kprobe @kp goes: the address if the location has
 *  one, else the symbol's name, which may be "module:symbol". */
void stp_kprobe_set_address(struct kprobe *kp, const struct stp_site *site);

/** Returns in words what the error @err of a kprobe means, or NULL if it means
 *  the same as for any function.  It is the member `reason` of struct
 *  stp_kind. */
const char *stp_kprobe_reason(int err);

/** Returns true if the code at the address of @site shows its kprobe, which is
 *  attached and armed. */
static inline bool stp_kprobe_is_there(const struct stp_site *site)
{
	return stp_arch_kprobe_how(site->addr) != STP_HOW_BY_KIND;
}

/** Refuses those of @sites whose `attached` is -STP_ENOLINK.  Returns 0, or the
 *  first result of stp_site_refused() that was not 0. */
int stp_kprobe_refuse_dead(struct stp_site **sites, stp_u32 n);

/** Finds the return addresses of the callers that the row asks for, if any.
 *  Returns 0 or -errno: -ENOENT, a caller's module is not loaded. */
int stp_kprobe_callers(const struct stp_site *site);
/** Stores the return address of the caller @c in @ret.  Returns 0, or -ENOENT
 *  if its module is not loaded. */
int stp_kprobe_address(const struct stp_caller *c, unsigned long *ret);

/** Adds and settles @sites while the mutex is held, in addition to those that
 *  are attached already.  Returns 0 or -errno. */
int stp_kprobe_add_all(const struct stp_kprobe_way *way,
		       struct stp_site **sites, stp_u32 n);

/** How kprobes are registered.  Sites of another kind, whose hits do not
 *  arrive, can be registered this way after stp_kprobe_stand_in() has given
 *  them kprobes as their `priv`.  From then on functions of stp_kind_kprobe
 *  work for these sites.  stp_kprobe_stand_in() returns 0 or -ENOMEM, and may
 *  be called once per run. */
extern const struct stp_kind stp_kind_kprobe;
extern const struct stp_kprobe_way stp_kprobe_way;
int stp_kprobe_stand_in(struct stp_site **sites, stp_u32 n);
void stp_kprobe_free_stand_ins(void);

static inline bool stp_kprobe_is_atomic(const struct stp_row *row)
{
	return true;
}

/* Implement the members of struct stp_kind that have these names. */
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
