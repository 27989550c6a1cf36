/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The life of a handler, from the claim of a context to its release: the functions for
 * it that the files of core share.
 *
 *   gate      claims the context of (CPU, level): linux/gate.h, stp_run_serial
 *   handler.c condition, hold, body, account, leave
 *   held.c    locked sets, counter sets under a freeze
 *   out.c     output: items into records, records into the ring
 *   err.c     errors, budget, exit
 *   timing.c  what a probe cost, with -t
 *   arm.c     which probes are armed, by their conditions
 *   switch.c  which probes are armed, as the user switches them
 */
#ifndef STP_CORE_RUN_H
#define STP_CORE_RUN_H

#include "runtime/core/running.h"

/* ---- timing.c ----------------------------------------------------------- */

/** The bytes of a context's stp_workspace.times; 0: the run is not timed. */
stp_u64 stp_timing_bytes(void);
/** After a fast hit was timed: the number of hits to the next one that is timed; 1 with
 *  -t, which times all hits. */
static inline stp_s32 stp_sample(const struct stp_workspace *c)
{
	return c->times ? 1 : STP_SAMPLE;
}

/** Records how each armed site is attached, for stp_run_times(); only with -t. */
void stp_timing_how(void);

/** Records that @site's handler took @ns nanoseconds. */
void stp_timing_hit(struct stp_workspace *c, const struct stp_site *site,
		    stp_u64 ns);
/** Counts @cause, of a skipped hit or a loss, for the row of @site; does nothing if @site
 *  is NULL or has no row. */
void stp_timing_skip(struct stp_workspace *c, const struct stp_site *site,
		     enum stp_cause cause);

/* ---- handler.c ---------------------------------------------------------- */

/*
 * In the common case, no condition and no freeze, the gate calls site->hit(), see
 * gate.h.  These functions are for the other cases.  Those that a gate calls return 0,
 * as the gate does, so it can end in a jump to them.
 */

/** Runs @site's handler in a claimed context: condition, hold, body. */
void stp_run_slow(struct stp_workspace *c, const struct stp_site *site);
/** Deals with a hit that the gate word stopped, or that is to be timed: ignores it if the
 *  run does not run or is paused, or the site is off; else runs the handler.  Frees the
 *  context. */
int stp_run_special(struct stp_workspace *c, const struct stp_site *site);
/** Counts a hit that found its context busy, unless the site is off. */
int stp_recursion(struct stp_workspace *c, const struct stp_site *site);

/** Counts @cause, of a skipped hit or a loss, in context @c. */
void __attribute__((__cold__))
stp_count(struct stp_workspace *c, enum stp_cause cause);
/** Counts a string that was cut to fit @s, and keeps the source location of the first
 *  such string of the run. */
void __attribute__((__cold__)) stp_cut(struct stp_ctx *c, struct stp_slot s);
/** Counts a hit that is skipped for @cause; more than MAXSKIPPED end the run. */
void stp_skip(struct stp_workspace *c, enum stp_cause cause);

/** How many times longer than usual to wait for a lock if its holder is known to be
 *  quick, or to wait for a bounded time only. */
#define STP_PATIENT 200

/* ---- held.c ------------------------------------------------------------- */

/** The sets that are locked before @h runs. */
static inline stp_u64 stp_locks_first(const struct stp_handler *h)
{
	return h->flags & STP_H_LATE_LOCKS ? 0 : h->locks;
}
/** Takes the locks and freezes that @site's handler needs.  Returns false if a lock or a
 *  freeze cannot be had: the hit is counted as skipped, and stp_leave() releases those
 *  that were taken. */
bool stp_hold(struct stp_workspace *c, const struct stp_site *site);
/** Does stp_hold() without counting.  Returns STP_N_CAUSES if all is held, else why
 *  not.  stp_leave() releases what is held in either case. */
enum stp_cause stp_try_hold(struct stp_workspace *c,
			    const struct stp_site *site);
/** Releases all that is held. */
void stp_unhold(struct stp_workspace *c);

/** Takes a lock; waits for it @patience times MAXTRYLOCK * TRYLOCKDELAY us at most.
 *  Returns false if it stays busy.  Does not wait in an NMI, or if this CPU owns it. */
bool stp_lock_try(struct stp_workspace *c, struct stp_lock *l,
		  stp_u32 patience);
/** Does stp_lock_try(), but an NMI waits, too: for a lock whose owner never waits and
 *  runs with interrupts off. */
bool stp_lock_wait(struct stp_lock *l, stp_u32 patience);
void stp_lock_drop(struct stp_lock *l);

/* ---- out.c -------------------------------------------------------------- */

/** Makes the @size bytes at @p the memory for the output of @c. */
void stp_out_init(struct stp_workspace *c, char *p, stp_u32 size);

/** Writes the header of an OUT record with the items of @c's open record to @r.  @len: of
 *  the whole record.  @flags: enum stp_rec_flags.  The record's time is now. */
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

/** Appends an item with room for @len bytes after its head.  Returns where these bytes
 *  go; NULL: there is no room, and the item was counted as lost. */
void *stp_out_item(struct stp_workspace *c, stp_u32 id, stp_u32 len);
/** Closes the output of a handler that ends, and sends it; what finds no room is counted as
 *  lost.  It may release what the handler holds. */
void stp_out_finish(struct stp_workspace *c);
/** Does stp_out_finish() in the middle of a handler: releases nothing. */
void stp_out_flush(struct stp_workspace *c);
/** Sends a record of @type now, with one item: @n bytes at @p, 1024 at most; without
 *  an item if @p is NULL.  Returns false if the ring has no room.  The context must have
 *  no output, whose memory is used. */
bool stp_out_single(struct stp_workspace *c, enum stp_rec_type type,
		    stp_u32 probe, stp_u32 id, const void *p, stp_u32 n);
/** Does stp_out_single() with the first STP_NOTE_MAX bytes of @text; NULL: without an item. */
bool stp_out_note(struct stp_workspace *c, enum stp_rec_type type,
		  stp_u32 probe, const char *text);
/** The bytes of output buffer that a context needs for @b's formats, with strings of
 *  @string_len bytes at most. */
stp_u32 stp_out_need(const struct stp_blob *b, stp_u32 string_len);

/** How many bytes of memory the argument @v of %m or %M has. */
static inline stp_u32 stp_mem_bytes(const struct stp_val *v)
{
	return stp_min_u32(v->len & ~STP_MEM_USER, STP_MEM_MAX);
}
/** Reads @n bytes of the memory that @v describes.  Returns false if they cannot be
 *  read.  Waits for memory of a program, in kinds whose hits can wait. */
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

/** Does stp_format() with the options @opts instead of the run's. */
struct stp_str stp_format_with(struct stp_ctx *c, struct stp_slot slot,
			       stp_u32 fmt, const char *kinds,
			       const struct stp_val *args,
			       const struct stp_fmt_opts *opts);

/* ---- err.c -------------------------------------------------------------- */

/**
 * The bytes of the machine's stack that nested calls of functions may take.  A kernel
 * stack has 16 KB, of which some are in use when a probe is hit.  A sanitizer makes frames
 * larger.
 */
#ifdef __SANITIZE_ADDRESS__
#define STP_DEEP_BYTES 65536
#else
#define STP_DEEP_BYTES 4096
#endif
/**
 * The bytes of that stack that stay free below the last call that checks it: for
 * eight calls that do not check it, for the runtime (some 800 bytes, see
 * testsuite/runtime/run-stack) and for the kernel's functions that it calls.
 */
#define STP_STACK_RESERVE 2048

/**
 * Returns true, with an error, if a loop of the runtime over an array, which no
 * budget counts, has taken more than MAXTIME.  @i: the round, from 0; the clock is
 * read in every 4096th.  @start: where this function keeps the time of round 0.
 * Always false without MAXTIME, and in the serial context, whose handlers may take long.
 */
bool stp_takes_long(struct stp_ctx *c, stp_u64 *start, stp_u32 i);

/** Turns the pending error into an item of the output, counts it, and clears it; ends the
 *  run after more than MAXERRORS errors.  abort() is only cleared. */
void stp_error_finish(struct stp_workspace *c);
/** Changes the state STP_RUNNING to STP_STOPPING, without telling the reader.  Returns
 *  false if the run was in another state.  Any context, under any lock. */
bool stp_run_cease(void);
/** Does stp_run_cease() and, when the handler ends, tells the reader.  @note: why the run
 *  ends, for a failure; else NULL. */
void stp_run_end(struct stp_workspace *c, const char *note);

/* ---- arm.c -------------------------------------------------------------- */

/** Arms and disarms probes by their conditions; in the module if some probe has one. */
struct stp_arm {
	/** Sets `disarmed` of those of @sites whose condition is false; called
	 *  before they are attached. */
	void (*decide)(struct stp_site **sites, stp_u32 n);
	/** Called when everything is attached; from then on conditions arm and
	 *  disarm. */
	void (*begin)(void);
	/** Called when conditions must no longer arm or disarm sites. */
	void (*end)(void);
	/** Called when a global that conditions read has changed, or a site is
	 *  switched: makes look() run soon.  Any context. */
	void (*ask)(void);
	/** Arms and disarms sites as their conditions and the user say now.  May
	 *  sleep. */
	void (*look)(void);
};
extern const struct stp_arm stp_arm;

/* ---- switch.c ----------------------------------------------------------- */

/** Arms or disarms a site that is attached, if its kind can.  Warns if it cannot be armed
 *  again. */
void stp_site_arm(struct stp_site *site, bool on);
/** Completes what calls of stp_site_arm() began; called after the last of them. */
void stp_kinds_settle(void);

/* ---- linux/module_symbol.c ------------------------------------------------- */

/** Addresses in kernel modules, which come and go; in our module if handlers use such
 *  addresses. */
struct stp_module_syms {
	/** Called at START, before handlers run.  Returns 0 or -errno. */
	int (*begin)(void);
	/** Called when no handler runs any more; also if it has not begun. */
	void (*end)(void);
};
extern const struct stp_module_syms stp_module_syms;

/* ---- linux/spaces.c ----------------------------------------------------- */

struct pt_regs;

struct task_struct;
struct mm_struct;

/** The mappings of processes; in the module if the script needs them. */
struct stp_spaces {
	/** Called at START, before handlers run.  Not zero: there is no memory. */
	int (*begin)(void);
	/** Called when none of the functions below but lost() is called any more. */
	void (*end)(void);
	/** Answers STP_IOC_MAPPED of the holder of the device.  Returns 0 or
	 *  -errno. */
	int (*ask)(struct stp_ioc_mapped *m);
	/** The number of processes whose mappings did not all find room; also
	 *  after the end. */
	stp_u64 (*lost)(void);
	/**
	 * Writes the symbol of an address of a program, as far as a handler can
	 * know it, to @to[@size], in the form described at STP_WORDS_MAX.
	 * Returns its length; 0: nothing is known.
	 */
	stp_u32 (*words)(stp_u64 addr, char *to, stp_u32 size);
	/**
	 * Returns true if the callers of the function at @place are those that
	 * @row wants.  @place: the run-time address of the row's location.
	 * @regs: the registers there, or where the function returned to.
	 */
	bool (*is_chain)(const struct stp_row *row, stp_u64 place,
			 const struct pt_regs *regs);
	/**
	 * Records the mappings of the current process; called before a hit takes
	 * its locks, which switch interrupts off.  NULL: that can be done with
	 * interrupts off, too.
	 */
	void (*meet)(void);
	/** Records the mappings @mm of the task @t, which is current or does not
	 *  run yet.  Called before hits of watchpoints, in which that is not
	 *  allowed. */
	void (*look)(struct task_struct *t, struct mm_struct *mm);
};
extern const struct stp_spaces stp_spaces;

static inline bool stp_must_meet(void)
{
	return stp_script.spaces && stp_script.spaces->meet;
}

/* ---- linux/fn_namespace.c ------------------------------------------------- */

/** The namespaces of the process whose PID is the run's parameter STP_LIM_NAMESPACES.  In
 *  the module only if handlers read ids in namespaces. */
struct stp_namespaces {
	/** Called at START, before handlers run.  Returns 0 or -errno; -ESRCH: the
	 *  process has gone. */
	int (*begin)(void);
	/** Called when no handler runs any more; also if it has not begun. */
	void (*end)(void);
};
extern const struct stp_namespaces stp_namespaces;

/* ---- linux/target_set.c ------------------------------------------------- */

/** The set of the target and its descendants, from START on; in the module if the script
 *  needs it. */
struct stp_target_set {
	/** Called at START, before handlers run.  Returns 0 or -errno. */
	int (*begin)(void);
	/** Called when no handler runs any more; also if it has not begun. */
	void (*end)(void);
};
extern const struct stp_target_set stp_target_set;

/* ---- context.c ---------------------------------------------------------- */

/** Makes the contexts of stp_run.workspaces.  Returns 0 or -errno. */
int stp_workspaces_setup(void);
void stp_workspaces_free(void);

/* ---- global.c ----------------------------------------------------------- */

/** Sets numbers to their first values, which -G may change later. */
void stp_globals_init(void);
/** Makes the globals' memory.  Returns 0 or -errno. */
int stp_globals_setup(void);
void stp_globals_free(void);
/**
 * Read the scalar counters of @sets, and write them back.  Between the two calls the
 * value of a counter is stp_global.num plus the cell of @c, the context that reads.
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

/** Gives a string its first value: that of -G or of its declaration. */
void stp_global_first_str(struct stp_global *g, const struct stp_gstate *s);

/** Makes all cells of an aggregate empty. */
void stp_gstat_clear(struct stp_gstat *s);

/* ---- small -------------------------------------------------------------- */

/** Sets the state of the run, and opens the gate in the state STP_RUNNING; all other
 *  states close it. */
void stp_set_state(enum stp_state state);

static inline bool stp_is_running(void)
{
	return __atomic_load_n(&stp_run.state, __ATOMIC_RELAXED) == STP_RUNNING;
}

/* The errno values that core returns, the same in the kernel and in libc. */
enum {
	STP_ENOENT = 2,
	STP_ENOMEM = 12,
	STP_EBUSY = 16,
	STP_EINVAL = 22,
	STP_ENOSPC = 28,
	STP_ENOLINK = 67,	/* the kernel took the probe, but no hits arrive */
	STP_EILSEQ = 84,
};

#endif
