/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * One handler's life, from the claim of a context to its release; what core's
 * files offer each other for it.
 *
 *   gate     claims the context of (CPU, level): linux/gate.h, stp_run_serial
 *   handler.c condition, hold, body, account, leave
 *   held.c   locked sets, counter sets under a freeze
 *   out.c    output: items into records, records into the ring
 *   err.c    errors, budget, exit
 *   timing.c what a probe cost, if that is asked
 *   arm.c    which probes are armed, by their conditions
 *   switch.c which are, because somebody has switched them
 */
#ifndef STP_CORE_RUN_H
#define STP_CORE_RUN_H

#include "runtime/core/running.h"

/* ---- timing.c ----------------------------------------------------------- */

/** Bytes of a context's stp_workspace.times; 0: the run is not timed. */
stp_u64 stp_timing_bytes(void);
/** Hits until one is timed: with -t there is none in between. */
static inline stp_s32 stp_sample(const struct stp_workspace *c)
{
	return c->times ? 1 : STP_SAMPLE;
}

/** Records how each site is attached, for stp_run_times(). */
void stp_timing_how(void);

/** @site's handler took @ns. */
void stp_timing_hit(struct stp_workspace *c, const struct stp_site *site,
		    stp_u64 ns);
/** Counts a skipped hit of @site, NULL for none, or one of which something was
 *  lost. */
void stp_timing_skip(struct stp_workspace *c, const struct stp_site *site,
		     enum stp_cause cause);

/* ---- handler.c ---------------------------------------------------------- */

/*
 * The common case, no condition or freezes, is site->hit(); see gate.h.
 * What a gate returns is always 0: it can end in a jump to one of these.
 */

/** Everything else, in a claimed context: condition, hold, body. */
void stp_run_slow(struct stp_workspace *c, const struct stp_site *site);
/** A hit that the gate word stopped, or that is to be timed, to its end. */
int stp_run_special(struct stp_workspace *c, const struct stp_site *site);
/** Counts a hit that found its context busy. */
int stp_recursion(struct stp_workspace *c, const struct stp_site *site);

/** Counts a hit or a value that is lost for @cause. */
void __attribute__((__cold__))
stp_count(struct stp_workspace *c, enum stp_cause cause);
/** Counts a string of @s that is cut, and keeps its source location. */
void __attribute__((__cold__)) stp_cut(struct stp_ctx *c, struct stp_slot s);
/** A hit is skipped for @cause; too many of them end the run. */
void stp_skip(struct stp_workspace *c, enum stp_cause cause);

/** How many times longer to wait for a holder that is known to be quick, or is
 *  bounded itself. */
#define STP_PATIENT 200

/* ---- held.c ------------------------------------------------------------- */

/** The sets that are locked before @h runs. */
static inline stp_u64 stp_locks_first(const struct stp_handler *h)
{
	return h->flags & STP_H_LATE_LOCKS ? 0 : h->locks;
}
/** Take what @site's handler needs; false: skipped and counted, and nothing
 *  is held. */
bool stp_hold(struct stp_workspace *c, const struct stp_site *site);
/** The same without counting: returns what could not be had, or STP_N_CAUSES.
 *  Leaving releases what is held in either case. */
enum stp_cause stp_try_hold(struct stp_workspace *c,
			    const struct stp_site *site);
/** Releases all that is held. */
void stp_unhold(struct stp_workspace *c);

/** Take a lock within @patience times MAXTRYLOCK * TRYLOCKDELAY us; false at
 *  once if this CPU owns it, or in an NMI. */
bool stp_lock_try(struct stp_workspace *c, struct stp_lock *l,
		  stp_u32 patience);
/** The same, and NMIs wait, too: for a lock whose owner never waits and runs
 *  with interrupts off. */
bool stp_lock_wait(struct stp_lock *l, stp_u32 patience);
void stp_lock_drop(struct stp_lock *l);

/* ---- out.c -------------------------------------------------------------- */

/** Its output is gathered in the @size bytes at @p. */
void stp_out_init(struct stp_workspace *c, char *p, stp_u32 size);

/** The head of a record with the items of the open one; its time is now. */
static __always_inline void stp_rec_head(const struct stp_workspace *c,
					 struct stp_rec *r, stp_u32 len,
					 stp_u8 flags)
{
	stp_u64 now = stp_os_now();

	*r = (struct stp_rec){
		.len = len,
		.type = STP_REC_OUT,
		.level = c->pub.level,
		.flags = flags,
		.probe = c->pub.site->probe,
		.n_items = c->pub.out_items,
		.seq = c->out_seq,
		.time_ns = now,
		.cpu = stp_os_cpu(),
	};
}

/** Makes room for one item of @len bytes after its head; NULL: it is lost. */
void *stp_out_item(struct stp_workspace *c, stp_u32 id, stp_u32 len);
/** Close the handler's output and send it. */
void stp_out_finish(struct stp_workspace *c);
/** Send a record of @type now, with one item: @n bytes at @p, 1024 at most; or
 *  with none, @p is NULL.  The context has no output. */
bool stp_out_single(struct stp_workspace *c, enum stp_rec_type type,
		    stp_u32 probe, stp_u32 id, const void *p, stp_u32 n);
/** The same with a text, or NULL. */
bool stp_out_note(struct stp_workspace *c, enum stp_rec_type type,
		  stp_u32 probe, const char *text);
/** Bytes of output buffer that a context needs for @b's formats. */
stp_u32 stp_out_need(const struct stp_blob *b, stp_u32 string_len);

/** How much memory a %m wants, and reading it: false if it cannot be.  A
 *  program's is waited for, where hits can. */
static inline stp_u32 stp_mem_bytes(const struct stp_val *v)
{
	return stp_min_u32(v->len & ~STP_MEM_USER, STP_MEM_MAX);
}
static inline bool stp_mem_read(struct stp_workspace *c, void *dst,
				const struct stp_val *v, stp_u32 n)
{
	const struct stp_kind *kind = c->pub.site->kind;

	if (!(v->len & STP_MEM_USER))
		return stp_os_read(dst, v->n, n, STP_KERNEL);
	return stp_os_read(dst, v->n, n, STP_USER) ||
	       (kind->read && kind->read(c, dst, v->n, n));
}

/* ---- format.c ----------------------------------------------------------- */

/** stp_format() with other options than the run's. */
struct stp_str stp_format_with(struct stp_ctx *c, struct stp_slot slot,
			       stp_u32 fmt, const char *kinds,
			       const struct stp_val *args,
			       const struct stp_fmt_opts *opts);

/* ---- err.c -------------------------------------------------------------- */

/**
 * Bytes of the machine's stack that calls of functions may take: a kernel's
 * is 16 KB, and a probe finds part of it used.  A sanitizer's frames are
 * larger.
 */
#ifdef __SANITIZE_ADDRESS__
#define STP_DEEP_BYTES 65536
#else
#define STP_DEEP_BYTES 4096
#endif
/**
 * What is left of it below the last call that looks: for eight calls that do
 * not look, what the runtime takes (some 800 bytes, see testsuite/runtime/run-stack)
 * and what the kernel's functions take that it calls.
 */
#define STP_STACK_RESERVE 2048

/**
 * For a loop of the runtime's own over an array, which no budget counts:
 * returns true, with an error, if it took more than MAXTIME.  @i: the round,
 * from 0; the clock is read in some of them.  @start belongs to this.  Only for
 * handlers that the machine waits for.
 */
bool stp_takes_long(struct stp_ctx *c, stp_u64 *start, stp_u32 i);

/** Turn the pending error into an item and count it. */
void stp_error_finish(struct stp_workspace *c);
/** Leaves the running state without telling the reader; returns true if it was
 *  running.  Any context, under any lock. */
bool stp_run_cease(void);
/** The same, and tell the reader; @note: why, if it is a failure. */
void stp_run_end(struct stp_workspace *c, const char *note);

/* ---- arm.c -------------------------------------------------------------- */

/** What conditions do to probes; in the module if some probe has one. */
struct stp_arm {
	/** Decides, before they are attached, which are disarmed from the
	 *  start. */
	void (*decide)(struct stp_site **sites, stp_u32 n);
	/** Called when everything is attached; from then on conditions arm and
	 *  disarm. */
	void (*begin)(void);
	/** Nothing is armed or disarmed any more by conditions. */
	void (*end)(void);
	/** Called when a global that conditions read has changed.  Any
	 *  context. */
	void (*ask)(void);
	/** Arm and disarm as the conditions say now.  May sleep. */
	void (*look)(void);
};
extern const struct stp_arm stp_arm;

/* ---- switch.c ----------------------------------------------------------- */

/** Arm or disarm a site that is attached, if its kind can. */
void stp_site_arm(struct stp_site *site, bool on);
/** After the last of several. */
void stp_kinds_settle(void);

/* ---- linux/module_symbol.c ------------------------------------------------- */

/** Addresses in modules that come and go; in the module if handlers ask. */
struct stp_module_syms {
	/** START, before handlers run: not zero, there is no memory. */
	int (*begin)(void);
	/** No handler runs any more. */
	void (*end)(void);
};
extern const struct stp_module_syms stp_module_syms;

/* ---- linux/spaces.c ----------------------------------------------------- */

struct pt_regs;

struct task_struct;
struct mm_struct;

/** What processes have mapped; in the module if handlers ask. */
struct stp_spaces {
	/** START, before handlers run.  Not zero: there is no memory. */
	int (*begin)(void);
	/** Called when there are no more questions. */
	void (*end)(void);
	/** Answers the holder of the device. 0 or -errno. */
	int (*ask)(struct stp_ioc_mapped *m);
	/** Processes of which not all that they have mapped found room; also
	 *  after the end. */
	stp_u64 (*lost)(void);
	/**
	 * Writes what a handler knows about an address of a program to
	 * @to[@size], in the form of STP_WORDS_MAX; returns its length, 0:
	 * nothing.
	 */
	stp_u32 (*words)(stp_u64 addr, char *to, stp_u32 size);
	/**
	 * Returns true if the function at @place, the location of @row, was
	 * called by the callers that the row wants.  @regs: there, or where its
	 * function returned to.
	 */
	bool (*is_chain)(const struct stp_row *row, stp_u64 place,
			 const struct pt_regs *regs);
	/**
	 * Called before a hit takes its locks, which switch interrupts off:
	 * looks at the mappings of the process.  NULL: that can be done under
	 * the locks.
	 */
	void (*meet)(void);
	/** Looks at the mappings @mm of a process that is current, or does not
	 *  run yet, where that may be done: before its watchpoints, which may
	 *  not. */
	void (*look)(struct task_struct *t, struct mm_struct *mm);
};
extern const struct stp_spaces stp_spaces;

static inline bool stp_must_meet(void)
{
	return stp_script.spaces && stp_script.spaces->meet;
}

/* ---- linux/fn_namespace.c ------------------------------------------------- */

/** Those of the process STP_LIM_NAMESPACES; in the module if handlers ask. */
struct stp_namespaces {
	/** START, before handlers run.  0 or -errno: -ESRCH, it has gone. */
	int (*begin)(void);
	/** No handler runs any more. */
	void (*end)(void);
};
extern const struct stp_namespaces stp_namespaces;

/* ---- linux/target_set.c ------------------------------------------------- */

/** The target and what descends from it, from START on; in the module if
 *  handlers ask. */
struct stp_target_set {
	/** START, before handlers run.  0 or -errno. */
	int (*begin)(void);
	/** No handler runs any more; also if it has not begun. */
	void (*end)(void);
};
extern const struct stp_target_set stp_target_set;

/* ---- context.c ---------------------------------------------------------- */

int stp_workspaces_setup(void);
void stp_workspaces_free(void);

/* ---- global.c ----------------------------------------------------------- */

/** First values of numbers, before -G may change them. */
void stp_globals_init(void);
/** Make the globals' memory. */
int stp_globals_setup(void);
void stp_globals_free(void);
/**
 * Read and write back the scalar counters of @sets.  In between a counter is
 * its global's num plus the cell of @c, the context that reads.
 */
void stp_globals_read(struct stp_workspace *c, stp_u64 sets);
void stp_globals_thaw(stp_u64 sets);

/** Cell @i, of s->n_cells, of a scalar aggregate. */
static inline struct stp_stat_cell *stp_gstat_cell(const struct stp_gstat *s,
						   stp_u32 i)
{
	return s->counter ? (struct stp_stat_cell *)stp_cell(
				    &stp_run.workspaces[i]->pub, s->counter)
			  : s->shared;
}

/** Gives a string its first value, from its declaration. */
void stp_global_first_str(struct stp_global *g,
			  const struct stp_global_info *info);

/** Make all its cells empty. */
void stp_gstat_clear(struct stp_gstat *s);

/* ---- small -------------------------------------------------------------- */

/** Change the state, and the gate word with it. */
void stp_set_state(enum stp_state state);

static inline bool stp_is_running(void)
{
	return __atomic_load_n(&stp_run.state, __ATOMIC_RELAXED) == STP_RUNNING;
}

/* Errno values that core returns, the same in the kernel and in libc. */
enum {
	STP_ENOENT = 2,
	STP_ENOMEM = 12,
	STP_EBUSY = 16,
	STP_EINVAL = 22,
	STP_ENOSPC = 28,
	STP_ENOLINK = 67,	/* it was taken, but hits do not arrive */
	STP_EILSEQ = 84,
};

#endif
