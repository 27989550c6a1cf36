/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * What kind_kprobe.c, kind_kretprobe.c and kind_ftrace.c share: where a row's
 * probe goes, and when.
 *
 * A probe in a module that is not loaded is awaited: it is registered when the
 * module comes and taken away when it goes, again and again.
 */
#ifndef STP_LINUX_KPROBE_H
#define STP_LINUX_KPROBE_H

#include <linux/kprobes.h>

#include "runtime/core/handler.h"

/** How a kind registers; all of this is called with a mutex held. */
struct stp_kprobe_way {
	/** All of them or none: 0 or -errno.  Sets `attached`. */
	int (*add)(struct stp_site **sites, stp_u32 n);
	/** Those of them that are attached. */
	void (*remove)(struct stp_site **sites, stp_u32 n);
	int (*enable)(struct stp_site *site);
	void (*disable)(struct stp_site *site);
	/** Do what the other calls asked for; sites of @sites[n] for which it
	 *  cannot be done are refused.  NULL: they have done it. */
	int (*settle)(struct stp_site **sites, stp_u32 n);
	/** The kernel takes so long for each that only so many are given to it
	 *  at a time; 0: it takes them all at once. */
	stp_u32 step;
	/** @site has got a trampoline, or lost it with its module: so have
	 *  those that share it.  NULL: there are none. */
	void (*follow)(struct stp_site *site);
};

/** Of a set that is refused as a whole the halves are tried, and so on, until
 *  those that are refused are alone. */
struct stp_halving {
	/** All of them or none: 0 or -errno. */
	int (*add)(void *data, stp_u32 first, stp_u32 n);
	/** Called for one that was refused alone, too; its result is that of
	 *  stp_kprobe_halve(). */
	int (*refuse)(void *data, stp_u32 one, int err);
};

/** 0, or what the first refuse() returned that was not 0. */
int stp_kprobe_halve(const struct stp_halving *h, void *data, stp_u32 first,
		     stp_u32 n);

/** Fill a zeroed kprobe in: by address where the place has one, else by the
 *  symbol's name, which may be "module:symbol". */
void stp_kprobe_set_address(struct kprobe *kp, const struct stp_site *site);

/** What an error of theirs means; NULL: what it means to the run. */
const char *stp_kprobe_reason(int err);

/** Returns true if the code shows the kprobe of @site, which is attached and
 *  armed. */
static inline bool stp_kprobe_is_there(const struct stp_site *site)
{
	return stp_arch_kprobe_how(site->addr) != STP_HOW_BY_KIND;
}

/** Refuse those of @sites that were marked: attached is -STP_ENOLINK. */
int stp_kprobe_refuse_dead(struct stp_site **sites, stp_u32 n);

/** Find where the calls that the row asks for return to, if it asks.  For
 *  now not known (its module is not there): -ENOENT. */
int stp_kprobe_callers(const struct stp_site *site);
/** Where that is; likewise. */
int stp_kprobe_address(const struct stp_caller *c, unsigned long *ret);

/** Attach more than is added already: with the mutex held. */
int stp_kprobe_add_all(const struct stp_kprobe_way *way,
		       struct stp_site **sites, stp_u32 n);

/** How kprobes are registered.  Sites of another kind, which is left without
 *  hits, may go this way after stp_kprobe_stand_in() has given them kprobes as
 *  their `priv`: -errno if there is no memory.  stp_kind_kprobe knows about
 *  them then; once per run. */
extern const struct stp_kind stp_kind_kprobe;
extern const struct stp_kprobe_way stp_kprobe_way;
int stp_kprobe_stand_in(struct stp_site **sites, stp_u32 n);
void stp_kprobe_free_stand_ins(void);

static inline bool stp_kprobe_is_atomic(const struct stp_row *row)
{
	return true;
}

/* What the functions of a stp_kind do. */
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
