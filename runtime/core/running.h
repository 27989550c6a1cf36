/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A run: one script that is loaded, set up, run and stopped.
 *
 * There is one in each module or host program: stp_run.  (Messages to users call
 * a run a session.)  Its parts:
 *
 *   sites     one per attach row, and one per entry handler of a return probe:
 *             what to run at a hit.
 *   contexts  where handlers run: four per CPU (task, softirq, hardirq, NMI),
 *             the *serial context*, in which begin, end, error, slow timers
 *             and others run one after another, preemptible, and spare
 *             ones for handlers that sleep.
 *   globals   the script's variables; see global.c.
 *
 * A context belongs to the hit that changed its `pub.site` from NULL.  The
 * order of that write and the read of `gate` makes counters exact: a hit claims
 * its context, then reads the gate word; a freezer sets its sets in the gate word,
 * then reads the site of every context.  At least one of them sees the other.
 *
 * A context at rest is clean (dirty, err, out_items, chunk are 0, frame and
 * output are free), so entering it stores next to nothing; code that makes it
 * dirty sets `pub.dirty`, and leaving cleans it.
 */
#ifndef STP_CORE_RUNNING_H
#define STP_CORE_RUNNING_H

#include "runtime/core/blob.h"
#include "runtime/core/fmt.h"
#include "runtime/core/kind.h"
#include "runtime/core/os.h"
#include "runtime/core/stat.h"

#define STP_SAMPLE 256		/* one of this many hits is timed for overload */
#define STP_SLOW_NS 50000	/* after a timed hit that took this, all hits are
				   timed until one is faster */
#define STP_ERR_TEXT 256	/* bytes of an error's text */
#define STP_SERIAL_OUT (256 * 1024)

/**
 * Bits of the gate word, stp_run.gate, which decides by one read whether a hit
 * takes the short path.  Bits 0..60: counter sets that are frozen (sets 60 to 63
 * of the blob share bit 60).  A hit tests the bits of its site's `gate`.
 */
#define STP_GATE_SLOW (1ull << 63)	/* set from START on */
#define STP_GATE_STOPPED (1ull << 62)	/* the run has not started, or ends */
#define STP_GATE_PAUSED (1ull << 61)
#define STP_GATE_SETS (STP_GATE_PAUSED - 1)

static inline stp_u64 stp_gate_sets(stp_u64 sets)
{
	return (sets & STP_GATE_SETS) | (sets >> 61 ? 1ull << 60 : 0);
}

struct stp_site {
	/* hot: read at each hit */
	stp_hit_fn hit;
	stp_u64 gate;		/* gate bits that stop a hit here: `counts` and
				   STOPPED; SLOW if hits take the slow path */
	stp_u32 index;		/* of its row */
	bool alone;		/* nothing else runs: its handler takes no locks */
	/* members that hits do not need, or only those on the slow path */
	stp_u64 usual_gate;	/* the value of `gate` while the site is not off */
	stp_handler_fn fn;
	stp_u64 counts;		/* counter sets, as gate bits */
	stp_u64 freezes;
	stp_u32 probe;
	stp_s32 attached;	/* 1, 0 not tried, -errno refused; or
				   STP_AWAITED */
	bool disarmed;		/* its condition is false (arm.c), or it is off */
	bool off;		/* the user has switched it off: switch.c */
	bool gone;		/* it could not be armed again */
	bool left_out;		/* not attached, because a better alternative is */
	stp_u8 how;		/* enum stp_how: timing.c */
	bool direct;		/* by a trampoline: linux/trampoline.c */
	stp_u64 addr;		/* where it is armed */
	stp_cond_fn cond;	/* evaluated before each hit, or NULL */
	const struct stp_cond *look;	/* evaluated to arm and disarm, or NULL */
	const struct stp_handler *handler;
	const struct stp_row *row;
	const struct stp_kind *kind;
	struct stp_site *entry;	/* of a return probe, or NULL */
	void *priv;		/* the kind's own */
};

/** The last match of =~, for matched() and ngroups(). */
struct stp_last_match {
	char *text;		/* a copy, cut to cap bytes, and a NUL */
	stp_u32 cap, len, n_groups;
	stp_u32 words[];	/* ends of groups in text; memory of the search */
};

/** The workspace of one running handler: a context with all that the runtime keeps for
 *  it.  Its counter cells are before it (stp_cell()), its hits by row after it
 *  (stp_hits()). */
struct stp_workspace {
	struct stp_ctx pub;	/* first: generated code sees this */
	/* hot */
	void *regs;		/* registers at the probe location, or NULL; for
				   a kind with arguments: the arguments */
	stp_s32 sample;		/* hits until the next one that is timed */
	stp_s32 weight;		/* how many hits the next timed one stands for */
	/* where it belongs */
	stp_u32 cpu;		/* of the serial context: 0 */
	stp_u32 slot;		/* 0 serial, then 1 + 4 * cpu + level */
	stp_u32 cell;		/* 0 serial, then 1 + cpu: cells of arrays */
	/** Its state for linux/user_fault.c.  NOT: hits of one CPU and level use
	 *  it.  FREE: a spare context that is not used.  LENT: a handler that has
	 *  slept keeps it until it ends; then it is FREE. */
	enum { STP_SPARE_NOT, STP_SPARE_FREE, STP_SPARE_LENT } spare;
	bool is_serial;
	bool can_wait;		/* may sleep for room in its ring */
	/* budget */
	stp_u64 spent;		/* sum of the chunks before the current one */
	stp_u64 chunk;		/* size of the current chunk; 0: the first */
	stp_u64 max_actions, max_ns;	/* MAXACTION, MAXTIME; max_ns 0: no limit */
	stp_u64 start_ns;	/* the time of the first refill */
	stp_u64 waited_ns;	/* time that a timed hit has slept */
	/* held.c */
	stp_u64 held, frozen;	/* locked sets, counter sets */
	/* error */
	stp_s64 detail;
	stp_u32 n_calls, calls[STP_ERR_CALLS];	/* around the error */
	stp_u32 text_len;
	char text[STP_ERR_TEXT];
	const char *note;	/* why this handler ends the run, or NULL */
	/* output: closed records from out[0] on, then the open one */
	char *out;
	stp_u32 out_cap, out_rec;
	stp_u64 out_seq;	/* of the parts already sent */
	/* scratch: a packed key */
	char *key;
	struct stp_times *times;	/* by row; NULL: STP_TIMING is not set */
	struct stp_last_match *match;	/* NULL: the script keeps none */
	/* numbers */
	stp_s64 errors, records;
	stp_s64 causes[STP_N_CAUSES];
	stp_s64 unmade;		/* elements not made because the lock of the array was
				   busy: in causes, but the handlers ran */
	/* overload: the timed hits since window_ns, the begin of the window */
	stp_u64 window_ns, busy_ns, longest_ns, n_timed;
} __attribute__((aligned(64)));

_Static_assert(offsetof(struct stp_workspace, regs) == sizeof(struct stp_ctx),
	       "stp_reg_at() finds them there");

static inline struct stp_workspace *stp_workspace(struct stp_ctx *c)
{
	return (struct stp_workspace *)c;
}

/** Where the number of hits of @row in this context is. */
static inline stp_s64 *stp_hits(struct stp_workspace *c, stp_u32 row)
{
	return (stp_s64 *)(c + 1) + row;
}

/** The number of contexts, serial and of CPUs, that come before the spare ones. */
#define STP_CPU_WORKSPACES(n_cpus) (1 + (n_cpus) * STP_N_LEVELS)

/** What the runtime keeps about a global in addition to struct stp_global. */
struct stp_gstate {
	const struct stp_global_info *info;
	stp_u64 set;		/* as gate bit */
	stp_s64 base;		/* scalar counter: its value minus all cells */
	stp_s64 sum;		/* scalar counter: all cells, as of the last
				   stp_globals_read() */
	stp_s64 first;		/* of a number: its value at SETUP */
	struct stp_str given;	/* of a string: the value of -G; .p NULL: none */
};

/** The cells of a scalar aggregate; stp_global.stat points here. */
struct stp_gstat {
	struct stp_hist hist;
	stp_u32 counter;	/* cells are before contexts, see stp_cell(); 0:
				   `shared` is the only cell */
	stp_u32 n_cells;
	struct stp_stat_cell *shared;
};

struct stp_run {
	/* hot */
	stp_u64 gate;
	stp_u32 state;		/* enum stp_state */
	stp_s32 chunk;		/* the first chunk of a handler's budget */
	/* set up once */
	const struct stp_blob *blob;
	stp_u64 limits[STP_N_LIMITS];
	struct stp_fmt_opts fmt_opts;
	stp_u32 n_cpus;		/* CPUs with contexts; 0: serial only */
	stp_u32 n_workspaces;
	struct stp_workspace **workspaces; /* by slot; [0]: the serial one */
	stp_u32 workspace_bytes;
	stp_u32 n_sites;
	struct stp_site *sites;	/* by row */
	struct stp_site *entries;	/* of return probes, by row */
	struct stp_site **by_kind;	/* sites, grouped by kind */
	stp_u32 kind_at[STP_N_KINDS + 1];	/* where a kind's sites begin there */
	stp_u32 n_first[STP_N_KINDS];	/* sites that are no alternatives: the
					   first ones of their kind there */
	struct stp_gstate *globals;
	struct stp_lock freezer;	/* one freezer at a time */
	stp_u64 solo;		/* counter sets that need no freeze, see held.c */
	stp_u64 seed;		/* of the hashes */
	stp_u64 memory;		/* bytes allocated */
	stp_u64 parts[STP_N_PARTS];	/* of these bytes; PROBES: see stp_run_stats() */
	/* running */
	bool attached;		/* from START to STOP: there may be armed sites */
	const void *starter;	/* the task that does START, until it is done */
	bool failed;		/* ended by an error */
	stp_s64 n_errors, n_skipped;
	stp_u32 cut_at;		/* of the first cut string: stp_ioc_stats.cut_at */
	bool paused;		/* STP_GATE_PAUSED is set */
};
extern struct stp_run stp_run;

/** The number of hits at addresses where no site is known: linux/strays.h. */
extern stp_u64 stp_strays;

/* ---- life, in this order; task context, never two at once --------------- */

/** Checks the script's blob and kinds, and sets limits and numbers to their first values.
 *  Returns NULL, or what is wrong with the script. */
const char *stp_run_init(void);
/** Changes a limit, before setup.  Returns 0; or -EINVAL if @id is not a limit, @v is
 *  negative, or MAXSTRINGLEN would change.  Does not compare @v with the limit's range. */
int stp_run_set_limit(stp_u32 id, stp_s64 v);
/** Give the global with index @global another first value (-G), before setup.  Return 0;
 *  or -errno: there is no such scalar of this type, the string is too long, no memory. */
int stp_run_set_num(stp_u32 global, stp_s64 v);
int stp_run_set_str(stp_u32 global, const char *p, stp_u32 len);
/** Allocates all that a handler may need.  Returns 0 or -errno. */
int stp_run_setup(void);
/** Runs begin handlers and arms the other probes.  Returns 0 or -errno; call
 *  stp_run_stop() in both cases. */
int stp_run_start(void);
/** Ignores hits of all probes, not even counting them, until resume; begin, end and
 *  error run.  Both return 0, or -EINVAL if the run is not running. */
int stp_run_pause(void);
int stp_run_resume(void);
/** Disarms everything; then, if @finish, runs end handlers or, after a failure, error
 *  handlers.  Does nothing without stp_run_start(), or the second time. */
void stp_run_stop(bool finish);
/** Frees all memory.  Nothing may be armed. */
void stp_run_free(void);

/** Returns true if the script has a kind that takes what the runner reads from its
 *  standard input. */
bool stp_run_wants_input(void);
/** Gives @n bytes of standard input to the probes that want it, if the script runs.
 *  One caller at a time; may sleep. */
void stp_run_input(const char *p, stp_u32 n);

/** Writes the numbers of the whole run to *@ret. */
void stp_run_stats(struct stp_ioc_stats *ret);
/** The number of hits of @row in all contexts, skipped hits included. */
stp_u64 stp_run_hits(stp_u32 row);
/** Reports what row ret->row cost.  Returns 0, or -EINVAL if there is no such row or
 *  STP_TIMING is not set. */
int stp_run_times(struct stp_ioc_times *ret);
/** Reports the numbers of row->row.  Returns 0, or -EINVAL if there is no such row. */
int stp_run_row(struct stp_ioc_row *row);

/**
 * Writes the value of a global (the caller has checked its number) as items of a
 * map record, as many as fit into @size bytes at @p.  Returns the bytes that all of
 * them need, or -EBUSY if the lock or freeze cannot be had.
 */
stp_s64 stp_run_snapshot(stp_u32 global, void *p, stp_u64 size);
/** Does stp_run_snapshot() and, if all items fit, sets the global to its first value (a
 *  string to that of its declaration) at the same moment: nothing is counted in between.
 *  -EINVAL: no probe changes it. */
stp_s64 stp_run_reset(stp_u32 global, void *p, stp_u64 size);

/** Ignores hits of @row, not even counting them, or handles them again.  Never call
 *  it during START or STOP.  Returns 0, or -EINVAL if there is no such row, it is of
 *  begin, end or error, or the script does not run. */
int stp_run_switch(stp_u32 row, bool on);

/* ---- for the kinds ------------------------------------------------------ */

/** Runs a site's handler in the serial context, if the site is on and the run is not
 *  paused (begin, end and error run all the same); may sleep. */
void stp_run_serial(const struct stp_site *site);

/**
 * Returns true if the run is to go on attaching.  Returns false, and warns that only
 * @done of @n sites are attached, if the run was asked to end, or if the task that does
 * START has been killed.  Call it before each attachment that may take long; after
 * false, do not call it again.
 */
bool stp_run_goes_on(stp_u32 done, stp_u32 n);

/** Records that the kernel refused a site with @err, -errno.  A site of a pattern is
 *  counted; an optional or sufficient one is ignored; any other is reported.  Returns what
 *  attach() is to return: @err if it was reported, else 0. */
int stp_site_refused(struct stp_site *site, int err);

/** Sends @text, of which it takes 1024 bytes at most, to the reader.  Takes the serial
 *  context for that, so no handler may call it; may sleep. */
void stp_run_say(enum stp_rec_type type, stp_u32 probe, const char *text);

#endif
