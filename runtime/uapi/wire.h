/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What module and runner exchange: ioctls, the mapped rings, the records in them.
 *
 * The control device is /dev/NAME-SUFFIX, mode 0600.  One process at a time, the
 * holder, has it open for writing.  A process that opens it for reading only is an
 * onlooker.  There may be any number of onlookers at any time; they may use INFO, STATS,
 * ROW, TIMES, SNAPSHOT, SYMBOL, PAUSE, RESUME, and read().  read() returns the blob
 * (uapi/rows.h).  poll() tells the holder that a ring has data (an onlooker gets
 * POLLERR).  mmap(), for the holder, maps ring k at offset k * STP_RING_STRIDE: one page
 * of the consumer's words (writable), one page of the producer's (read-only), then the
 * data (read-only, mapped twice in a row so that a record never wraps).
 *
 * A stream has the same records, byte for byte: over --records FD and virtio-serial.
 * It begins with a STP_REC_BLOB record.  Readers trust no length: core/record.c checks
 * each record before anything reads its contents.
 *
 * Include <linux/ioctl.h> or <sys/ioctl.h> before this header.
 */
#ifndef STP_WIRE_H
#define STP_WIRE_H

#include "rows.h"

#define STP_WIRE_VERSION 4

/**
 * The beginning of MODULE_VERSION in every module of ours, both in the module's
 * file and in sysfs.  staprun --clean touches no module without it.
 */
#define STP_MODULE_MARK "tapster "

/* ---- control ------------------------------------------------------------ */

struct stp_ioc_info {
	stp_u32 wire;		/* STP_WIRE_VERSION */
	stp_u32 blob_size;
	stp_u32 n_cpus;		/* rings, after SETUP: ring 0 of the serial
				   context, then one per possible CPU if probes
				   are hit there */
	stp_u32 ring_bytes;	/* data bytes of each ring; 0 before SETUP */
	stp_u32 state;		/* enum stp_state */
	stp_u32 is_flight;	/* STP_FLIGHT_RECORDER is set */
	stp_u32 is_paused;	/* after PAUSE, until RESUME: hits are ignored */
	stp_u32 is_held;	/* a process holds the device and reads rings */
	char build_id[44];	/* not used: the module leaves it empty */
};

/** One setting of SETUP: a limit, or the first value of a global. */
struct stp_setting {
	stp_u32 what;		/* enum stp_setting_what */
	stp_u32 id;		/* enum stp_limit_id or index in GLOBALS */
	stp_s64 num;
	stp_u64 str;		/* of STP_SET_GLOBAL_STR: user pointer to bytes */
	stp_u32 len;		/* how many bytes */
	stp_u32 reserved;
};
enum stp_setting_what { STP_SET_LIMIT, STP_SET_GLOBAL_NUM, STP_SET_GLOBAL_STR };

struct stp_ioc_setup {
	stp_u64 settings;	/* user pointer to struct stp_setting[] */
	stp_u32 n;
	stp_u32 reserved;
};

/**
 * Why something was not handled or not delivered: X(symbol, what, "words").
 * SKIP: a handler did not run; LOSS: it ran, and part of its output is missing.
 */
#define STP_CAUSES(X)                                                          \
	X(OUTPUT_FULL, LOSS, "output buffer full")                             \
	X(MAP_FULL, LOSS, "array full")                                        \
	X(RETURN_SLOTS, SKIP, "return probe slots used up")                    \
	X(KERNEL, SKIP, "skipped by the kernel before our gate")               \
	X(RECURSION, SKIP, "probe hit inside a handler")                       \
	X(LOCK, SKIP, "lock busy")                                             \
	X(BUDGET, SKIP, "handler over its budget")                             \
	X(OVERLOAD, SKIP, "overload")                                          \
	X(FAULT, SKIP, "target memory not readable")                           \
	X(CPU_LATE, SKIP, "CPU came online late")                              \
	X(FROZEN, SKIP, "counters being read")                                 \
	X(STRING_CUT, LOSS, "strings cut at MAXSTRINGLEN")                     \
	X(ATTACH, LOSS, "probes of a pattern that could not be attached")      \
	X(ERROR, LOSS, "errors of handlers, suppressed")                       \
	X(OVERWRITTEN, LOSS, "records overwritten by newer ones")              \
	X(VALUE_CUT, LOSS, "procfs files cut to their size")                   \
	X(NAMES_LATE, LOSS, "addresses of programs shown without names: "      \
			    "the file took too long to read")                  \
	X(LAYOUTS, LOSS, "processes whose mappings did not fit (MAXLAYOUTS)")  \
	X(STRAY, SKIP, "hits at addresses where no probe is known")            \
	X(SWITCHED, SKIP, "returns of functions that were running when the "   \
			  "program switched stacks")                           \
	X(DEEP, SKIP, "returns of calls that are nested deeper than the "      \
		      "kernel keeps (64)")

enum stp_cause {
#define STP_CAUSE_ID(sym, what, words) STP_CAUSE_##sym,
	STP_CAUSES(STP_CAUSE_ID)
#undef STP_CAUSE_ID
	STP_N_CAUSES
};

/** What memory is for: X(symbol, words). */
#define STP_PARTS(X)                                                           \
	X(GLOBALS, "globals")                                                  \
	X(CONTEXTS, "handler contexts")                                        \
	X(BUFFERS, "output buffers")                                           \
	X(PROBES, "probes")

enum stp_part {
#define STP_PART_ID(sym, words) STP_PART_##sym,
	STP_PARTS(STP_PART_ID)
#undef STP_PART_ID
	STP_N_PARTS
};

struct stp_ioc_stats {
	stp_u64 hits, handled, errors;
	stp_u64 records;		/* sent to the rings, by all contexts */
	stp_u64 memory;			/* bytes allocated by the module */
	stp_u64 parts[STP_N_PARTS];	/* of these bytes */
	stp_u64 causes[STP_N_CAUSES];	/* skips and losses */
	stp_u64 cut_at;			/* 1 + index in LOCS of where a string
					   was cut; 0: no such location is known */
};

/** Writes the bytes of a LOSS record's item for @cause to @v; returns how many. */
static inline stp_u32 stp_loss_item(const struct stp_ioc_stats *stats, stp_u32 cause,
				    stp_u64 v[2])
{
	v[0] = stats->causes[cause];
	if (cause != STP_CAUSE_STRING_CUT || !stats->cut_at)
		return sizeof(v[0]);
	v[1] = stats->cut_at - 1;
	return 2 * sizeof(v[0]);
}

/** In stp_ioc_row.attached: the row will be attached when its module is loaded. */
#define STP_AWAITED (-517)

/** How one row is attached, and how many hits it has. */
struct stp_ioc_row {
	stp_u32 row;		/* in: index in ROWS */
	stp_s32 attached;	/* 1: attached; 0: not tried; -errno: refused,
				   or STP_AWAITED; 2: attached, but disarmed by its
				   condition; 3: switched off by the user */
	stp_u64 addr;		/* where it is attached; 0: nowhere, or no address */
	stp_u64 hits, missed;	/* missed: hits that the kernel dropped; they are
				   not in `hits` */
};

/** How a row is attached, if its kind alone does not say it: X(symbol, "how", "why not
 *  in a better way").  The last one is "" if no way is better. */
#define STP_HOWS(X)                                                            \
	X(BY_KIND, "", "")                                                     \
	X(FTRACE, "ftrace", "")                                                \
	X(FTRACE_REGS, "ftrace with all registers",                            \
	  "its handler may read any of them")                                  \
	X(KPROBE_TRACED, "kprobe at ftrace's hook",                            \
	  "kprobe.function, or some calls only")                               \
	X(KPROBE_JUMP, "kprobe with a jump",                                   \
	  "no entry that ftrace has a hook in")                                \
	X(KPROBE_TRAP, "kprobe with a breakpoint",                             \
	  "a jump does not fit at this address, or is not made yet")           \
	X(KRETPROBE, "kretprobe", "--no-trampoline is given")                  \
	X(KRETPROBE_LEFT, "kretprobe",                                         \
	  "a trampoline does not fit, -v says why")                            \
	X(KRETPROBE_HELD, "kretprobe",                                         \
	  "another tracer uses the function's entry")                          \
	X(OF_RETURN, "the return probe of the function",                       \
	  "one for both costs less than two")                                  \
	X(TRAMPOLINE, "trampoline", "")                                        \
	X(KRETPROBE_FALLEN, "kretprobe",                                       \
	  "the kernel does not call trampolines")                              \
	X(KPROBE_FALLEN, "kprobe at ftrace's hook",                            \
	  "ftrace does not call its hooks")

enum stp_how {
#define STP_HOW_ID(sym, words, why) STP_HOW_##sym,
	STP_HOWS(STP_HOW_ID)
#undef STP_HOW_ID
	STP_N_HOWS
};

/** What the hits of a row cost; measured only if STP_TIMING is set. */
struct stp_times {
	stp_u64 hits;
	stp_u64 timed;		/* hits whose handler ran */
	stp_u64 total_ns, min_ns, max_ns;	/* of its handlers */
	stp_u64 causes[STP_N_CAUSES];	/* its skipped hits and losses */
	stp_u64 how;		/* enum stp_how, noted at STOP, before detaching */
	stp_u64 unreturned;	/* calls that had not returned at the end; they
				   are not in `hits` */
};

struct stp_ioc_times {
	stp_u32 row;		/* in: index in ROWS */
	stp_u32 reserved;
	struct stp_times times;
};

/** STP_IOC_SNAPSHOT, STP_IOC_RESET: the value of a global.  -ENOSPC: buf is too small,
 *  nothing was written, size says what is needed.  -EBUSY: a lock was busy; try again. */
struct stp_ioc_snapshot {
	stp_u32 global;		/* in: index in GLOBALS */
	stp_u32 size;		/* in: bytes at buf; out: bytes needed */
	stp_u64 buf;		/* user pointer; gets the items of MAP records */
};

/** STP_IOC_SYMBOL: the running kernel's symbol of an address.  It works at any time. */
#define STP_SYMBOL_MAX 492
struct stp_ioc_symbol {
	stp_u64 addr;		/* in */
	stp_u32 len;		/* 0: it has no symbol */
	char text[STP_SYMBOL_MAX];	/* "name+0x1a/0x2c0 [module]" */
};

/*
 * The most bytes of a symbol in a stream.  For code of a program, the path is
 * followed by the link address in the file, the build id or "-", and the PID of a
 * process that has mapped the file: "name+0x1a/0x2c0 [/path] 0x1234 BUILD-ID 567".
 * These three are left out if they would be cut.
 */
#define STP_WORDS_MAX (STP_SYMBOL_MAX + 84)

/**
 * STP_IOC_MAPPED: the file that was mapped at an address of a program when a record
 * showed the address, and the offset in the file.  Only for the holder, until it closes
 * the device.
 */
#define STP_MAPPED_PATH 1024
struct stp_ioc_mapped {
	stp_u64 addr;		/* in: as records have it, see core/fmt.h; 0: only
				   `seq` is meant */
	stp_u64 seq;		/* in: of the record that shows it, or 0.  After
				   this the caller does not ask about addresses of
				   earlier records */
	stp_u64 offset;		/* of the address in the file */
	stp_u64 size;		/* of the mapping of the file */
	stp_u64 inode;		/* of the file, as the kernel has it inside; 0:
				   it is not a file */
	stp_u32 dev_major, dev_minor;	/* of its file system, as the kernel has
					   them inside */
	stp_u32 tgid;		/* of a process that has or had this mapping */
	stp_u32 len;		/* of the path; 0: no file is mapped there */
	char build_id[44];	/* "": it has none */
	char path[STP_MAPPED_PATH];	/* cut if too long; ends in a NUL */
};

/** STP_IOC_SWITCH: switches an attached row off (on = 0) or on again.  Hits of a row
 *  that is off are not even counted. */
struct stp_ioc_switch {
	stp_u32 row;
	stp_u32 on;
};

#define STP_IOC_INFO _IOR('T', 0x70, struct stp_ioc_info)
#define STP_IOC_SETUP _IOW('T', 0x71, struct stp_ioc_setup)
#define STP_IOC_START _IO('T', 0x72)
#define STP_IOC_STOP _IO('T', 0x73)
#define STP_IOC_STATS _IOR('T', 0x74, struct stp_ioc_stats)
#define STP_IOC_ROW _IOWR('T', 0x75, struct stp_ioc_row)
#define STP_IOC_SNAPSHOT _IOWR('T', 0x76, struct stp_ioc_snapshot)
#define STP_IOC_LINGER _IO('T', 0x77)
#define STP_IOC_TIMES _IOWR('T', 0x78, struct stp_ioc_times)
#define STP_IOC_SYMBOL _IOWR('T', 0x79, struct stp_ioc_symbol)
#define STP_IOC_MAPPED _IOWR('T', 0x7c, struct stp_ioc_mapped)
#define STP_IOC_PAUSE _IO('T', 0x7a)	/* hits are not even counted */
#define STP_IOC_RESUME _IO('T', 0x7b)
/** Does what exit() in the script does.  It also works during START, which then attaches
 *  no more probes and returns.  STOP must still follow. */
#define STP_IOC_CEASE _IO('T', 0x7d)
#define STP_IOC_SWITCH _IOW('T', 0x7e, struct stp_ioc_switch)
/** Does SNAPSHOT and, if buf is large enough, sets the global to its first value at the
 *  same moment. */
#define STP_IOC_RESET _IOWR('T', 0x7f, struct stp_ioc_snapshot)

/**
 * A request to the process that reads the records, while the script runs.  It is the
 * value of a queued signal STP_ASK_SIGNAL: the lower 28 bits are the index of the row
 * (OFF, ON) or of the global (RESET), the upper 4 bits are enum stp_ask.
 */
#define STP_ASK_SIGNAL 40	/* with each C library a free real-time signal */
enum stp_ask { STP_ASK_OFF, STP_ASK_ON, STP_ASK_RESET };

static inline stp_u32 stp_ask_word(enum stp_ask what, stp_u32 index)
{
	return (stp_u32)what << 28 | index;
}
static inline stp_u32 stp_ask_index(stp_u32 word)
{
	return word & ((1u << 28) - 1);
}

/**
 * The states of a module, which the parameter "state" in sysfs shows as words.
 * In the state `dead` anyone's --clean may remove the module.
 */
enum stp_state {
	STP_LOADED,		/* "loaded": nothing armed yet */
	STP_RUNNING,		/* "running" */
	STP_STOPPING,		/* "stopping": after exit(), a failure, CEASE or
				   STOP; after STOP, end probes run */
	STP_STOPPED,		/* "stopped": all probes gone, rings readable */
	STP_DEAD,		/* "dead": no process holds the device any more */
};

/* ---- rings -------------------------------------------------------------- */

#define STP_RING_STRIDE (1ull << 32)

/**
 * The words of a ring that its reader, the consumer, writes.  With STP_FLIGHT_RECORDER
 * the producer moves the tail, too: new records replace the oldest ones.  The reader
 * copies a record, then checks whether the tail has moved past that record.  With
 * STP_FLIGHT_RECORDER it is woken for last words only.
 */
struct stp_ring_consumer {
	stp_u64 tail;		/* bytes consumed, ever */
	stp_u32 waiting;	/* enum stp_waiting */
	stp_u32 heard;		/* of ring 0: how many last_words of all rings the
				   consumer has seen */
};

/**
 * Whether the consumer sleeps in poll(), and what is to wake it.  A busy consumer uses
 * HALF, because waking it costs two task switches.  It looks again after milliseconds.
 */
enum stp_waiting {
	STP_WAIT_NOT,
	STP_WAIT_ANY,		/* any record */
	STP_WAIT_HALF,		/* a ring that is half full, or last words */
	STP_WAIT_WOKEN,		/* the producer has woken it */
};

struct stp_ring_producer {
	stp_u64 head;		/* bytes published, ever */
	stp_u64 lost;		/* records that found no room */
	stp_u64 size;		/* data bytes, a power of two */
	stp_u32 last_words;	/* how many, ever: EXIT, ERROR, notes of the serial
				   context, last pieces after a loss */
	stp_u32 reserved;
};

/* ---- records ------------------------------------------------------------ */

enum stp_rec_type {
	STP_REC_PAD,		/* skip it */
	STP_REC_OUT,		/* items: id = format, bytes = arguments */
	STP_REC_MAP,		/* entries of a global, an item each; in several
				   records, like long output */
	STP_REC_WARNING,	/* item bytes: text */
	STP_REC_ERROR,		/* text of an error outside any handler */
	STP_REC_SYSTEM,		/* item bytes: command line for system() */
	STP_REC_EXIT,		/* exit() was called: please STOP */
	STP_REC_LOSS,		/* items: id = cause, bytes = u64 count; of cause
				   STRING_CUT then, if known, u64 index in LOCS */
	STP_REC_BLOB,		/* streams only: item bytes = the blob; seq is
				   the time of day in ns at time_ns, or 0 */
	STP_REC_END,		/* streams only, last record: u64 exit status;
				   a second item: that of the command, if any */
	STP_REC_TIMES,		/* streams only: item id = row, bytes = struct
				   stp_times */
	STP_REC_SYMBOL,		/* streams only: item bytes = u64 address,
				   text as in struct stp_ioc_symbol, to
				   STP_WORDS_MAX; before the record that shows
				   the address */
	STP_REC_MEMORY,		/* streams only: item id = enum stp_part, bytes
				   = u64 bytes */
	STP_REC_SWITCH,		/* switch_file(): output after this goes to the
				   next output file */
	STP_REC_STATE,		/* streams only: after the MAP records of a
				   snapshot.  Item STP_ITEM_STATS: struct
				   stp_ioc_stats; then one with id = row for
				   each: struct stp_row_state */
	STP_N_REC_TYPES
};

/**
 * An output that fits one record has no flags.  A longer output is several records,
 * its pieces, in one ring and with the same seq.  Each piece has PART, the final one
 * LAST, too.  Pieces that found no room are missing.  If the first was sent, the final
 * one is, too, perhaps without items.
 */
enum stp_rec_flags {
	STP_REC_PART = 1,
	STP_REC_LAST = 2,
	STP_REC_RESET = 4,	/* of MAP: these entries have been removed */
};

/** The header of a record, 8-aligned; len is of the whole record, with padding. */
struct stp_rec {
	stp_u32 len;
	stp_u16 type;		/* enum stp_rec_type */
	stp_u8 level;		/* enum stp_level */
	stp_u8 flags;		/* enum stp_rec_flags */
	stp_u32 probe;		/* index in PROBES; ~0 = none */
	stp_u32 n_items;
	stp_u64 seq;		/* dense over all CPUs */
	stp_u64 time_ns;	/* CLOCK_MONOTONIC */
	stp_u32 cpu;
	stp_u32 global;		/* of MAP: index in GLOBALS; else 0 */
};

/** The head of an item, 8-aligned; len counts the bytes after it, without padding. */
struct stp_item {
	stp_u32 id;		/* what the record's type says, or STP_ITEM_* */
	stp_u32 len;
};
#define STP_ITEM_ERROR 0xffffff01u	/* struct stp_error_item, calls, text */
#define STP_ITEM_TEXT 0xffffff02u	/* text, to be shown unchanged */
#define STP_ITEM_STATS 0xffffff03u	/* struct stp_ioc_stats */

/** An item of STATE: how a row is attached, and its numbers so far.  times: zeros
 *  without STP_TIMING. */
struct stp_row_state {
	struct stp_ioc_row row;
	struct stp_times times;
};

/** How many calls around an error a record has at most: the innermost ones. */
#define STP_ERR_CALLS 8

/** The head of an error item.  Locations are indexes in LOCS; ~0 = unknown. */
struct stp_error_item {
	stp_u32 loc;		/* where it happened */
	stp_u32 err;		/* enum stp_err */
	stp_u32 from;		/* if loc is in the tapset: the script's call */
	stp_u32 n_calls;	/* calls around loc that are not in stp_loc.caller.
				   The locations of STP_ERR_CALLS of them at most
				   follow as u32, the innermost first */
};

/** The number of bytes of the calls that follow @e. */
static inline stp_u32 stp_calls_bytes(const struct stp_error_item *e)
{
	stp_u32 n = e->n_calls < STP_ERR_CALLS ? e->n_calls : STP_ERR_CALLS;

	return n * sizeof(stp_u32);
}

/** The items of an END record; without a command the second one is left out. */
struct stp_end_items {
	struct stp_item of_status;
	stp_u64 status;
	struct stp_item of_command;
	stp_u64 command;
};
#define STP_END_ITEMS(status, command)                                         \
	{ { 0, 8 }, (stp_u64)(status), { 1, 8 }, (stp_u64)(command) }

/*
 * How arguments are encoded, in the order of the format's kinds:
 *   n  8 bytes
 *   k  8 bytes, an address
 *   s  u32 len, bytes, zero padding up to 8
 *   K  like s; the bytes are a stack: core/fmt.h
 *   m  like s; the bytes were copied at the hit (STP_MEM_MAX at most)
 *   a  u32 len, u32 0, then struct stp_stat with its buckets
 */
#define STP_MEM_MAX 4096
#define STP_NOTE_MAX 4096	/* the text of a warning, a command of system() */
#define STP_REC_MAX 8192	/* longer output is several records: STP_REC_PART */

/** A merged aggregate, in memory and on the wire. */
struct stp_stat {
	stp_s64 count, sum, min, max;
	stp_u64 sq_lo, sq_hi;	/* variance: 128-bit sum of squares */
	stp_u32 shift;		/* reserved: variance is exact */
	stp_u32 hist;		/* enum stp_hist_kind */
	stp_s64 lo, hi, step;
	stp_u32 n_buckets;
	stp_u32 reserved;
	stp_s64 reserved2[5];	/* pads the fixed part to 128 bytes */
	stp_s64 bucket[];
};

#endif
