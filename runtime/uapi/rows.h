/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The blob: everything about a script that is data, not code.
 *
 * emit/ writes it, script.c includes it as bytes, the module attaches from it,
 * and readers get it from the control device.  It is a header, then sections of
 * fixed-size elements; every reference is an index or an offset, never a
 * pointer.  Little-endian; sections start 8-aligned.  Strings are offsets into
 * the STRINGS section, NUL-terminated there; offset 0 is "".
 *
 * A reader trusts nothing: it runs stp_blob_check() in core/blob.c first.  After
 * that every index is in range and every string is terminated.
 */
#ifndef STP_ROWS_H
#define STP_ROWS_H

typedef signed long long stp_s64;
typedef unsigned long long stp_u64;
typedef int stp_s32;
typedef unsigned int stp_u32;
typedef unsigned short stp_u16;
typedef unsigned char stp_u8;

#define STP_BLOB_MAGIC 0x42505453u	/* "STPB" */
#define STP_BLOB_VERSION 15

/** The sections: X(symbol, type of an element).  PROBES: probe points, each with one
 *  row or more; LIMITS: what -D changed; CALLERS: see stp_row.kprobe; OBJECTS, UNWIND: of
 *  programs whose stacks are unwound; NAMES: symbols of OBJECTS; GUARDS: code addresses
 *  in programs with return probes. */
#define STP_SECTIONS(X)                                                        \
	X(STRINGS, char)                                                       \
	X(ROWS, struct stp_row)                                                \
	X(LOCATIONS, struct stp_location)                                      \
	X(PROBES, struct stp_probe)                                            \
	X(FORMATS, struct stp_fmt)                                             \
	X(GLOBALS, struct stp_global_info)                                     \
	X(LOCS, struct stp_loc)                                                \
	X(LIMITS, struct stp_limit)                                            \
	X(CALLERS, struct stp_caller)                                          \
	X(OBJECTS, struct stp_object)                                          \
	X(UNWIND, struct stp_unwind)                                           \
	X(NAMES, struct stp_name)                                              \
	X(GUARDS, struct stp_guard)

enum stp_section {
#define STP_SECTION_ID(sym, type) STP_SEC_##sym,
	STP_SECTIONS(STP_SECTION_ID)
#undef STP_SECTION_ID
	STP_N_SECTIONS
};

struct stp_blob {
	stp_u32 magic;
	stp_u16 version;
	stp_u16 hdr_size;	/* sizeof(struct stp_blob) */
	stp_u32 size;		/* of the whole blob */
	stp_u32 script;		/* string: the script's name */
	stp_u32 release;	/* string: the kernel it is for; "" = host */
	stp_u32 n_counters;	/* words of counter cells per context */
	stp_u32 frame;		/* largest frame of all handlers, bytes */
	stp_u32 key_bytes;	/* largest packed key */
	stp_u32 n_btf_only;	/* probed functions known from BTF alone: their
				   inlined copies have no hits */
	stp_u32 reserved;
	stp_u64 hash;		/* stp_blob_hash().  The script's code relies on
				   the types, sizes and numbers of its own blob */
	struct {
		stp_u32 off;	/* from the blob's first byte */
		stp_u32 n;	/* elements (bytes for STRINGS) */
	} sec[STP_N_SECTIONS];
};

#define STP_HASH_TIMES 0x9e3779b97f4a7c15ull
#define STP_HASH_MIX 0xff51afd7ed558ccdull

/** Adds the number @more to the hash @h.  The step is one to one, so a change of a
 *  single number always changes the hash. */
static inline stp_u64 stp_hash_more(stp_u64 h, stp_u64 more)
{
	h = (h ^ more) * STP_HASH_TIMES;
	return h ^ h >> 32;
}

/** The value that stp_blob.hash must have: over all @size bytes but the hash itself. */
static inline stp_u64 stp_blob_hash(const struct stp_blob *b, stp_u64 size)
{
	const stp_u64 *words = (const stp_u64 *)b;
	const stp_u8 *bytes = (const stp_u8 *)b;
	stp_u64 h = size, i;

	for (i = 0; i < size / 8; i++)
		if (words + i != &b->hash)
			h = stp_hash_more(h, words[i]);
	for (i *= 8; i < size; i++)
		h = stp_hash_more(h, bytes[i]);
	return (h ^ h >> 29) * STP_HASH_MIX;
}

/* ---- attach rows -------------------------------------------------------- */

/** Probe kinds: X(symbol, name).  Each has a struct stp_kind that attaches its rows,
 *  most in runtime/linux/kind_NAME.c.  For a function the kind is the mechanism, and
 *  the row's `point` is when it is hit; rows of KPROBE and KRETPROBE use a trampoline
 *  if the script has one. */
#define STP_KINDS(X)                                                           \
	X(BEGIN, begin)                                                        \
	X(END, end)                                                            \
	X(ERROR, error)                                                        \
	X(TIMER, timer)                                                        \
	X(KPROBE, kprobe)                                                      \
	X(KRETPROBE, kretprobe)                                                \
	X(TRACEPOINT, tracepoint)                                              \
	X(HWBREAK, hwbreak)                                                    \
	X(PERF, perf)                                                          \
	X(PROCFS, procfs)                                                      \
	X(NETFILTER, netfilter)                                                \
	X(FTRACE, ftrace)                                                      \
	X(INPUT, input)                                                        \
	X(UPROBE, uprobe)                                                      \
	X(URETPROBE, uretprobe)                                                \
	X(PROCESS, process)                                                    \
	X(TAPE, tape)

enum stp_kind_id {
#define STP_KIND_ID(sym, name) STP_KIND_##sym,
	STP_KINDS(STP_KIND_ID)
#undef STP_KIND_ID
	STP_N_KINDS
};

#define STP_NONE 0xffffu	/* in a row: no entry handler; no condition */

/** When a row is hit, relative to a function; NONE: the row is not of a function. */
enum stp_point {
	STP_POINT_NONE,
	STP_POINT_ENTRY,	/* KRETPROBE: hit by the probe of the return row
				   kprobe.with */
	STP_POINT_RETURN,
	STP_POINT_OFFSET,	/* at an instruction inside */
	STP_N_POINTS
};

enum stp_row_flags {
	STP_ROW_OPTIONAL = 1,	/* '?': refusal is no error */
	STP_ROW_SUFFICIENT = 2,	/* '!': refusal is no error; see stp_row.alt */
	STP_ROW_WILDCARD = 4,	/* from a pattern: refusals are counted */
	STP_ROW_ALL_REGS = 8,	/* FTRACE: its handler may read registers that
				   pass no argument */
	STP_ROW_INSIDE = 32,	/* with callers: its location is not an entry, so
				   the stack's top is not the return address */
	STP_ROW_NO_STUB = 64,	/* KRETPROBE: trampolines are wanted, but none
				   fits its function */
	STP_ROW_OF_TARGET = 128,	/* UPROBE, URETPROBE: only the target and
					   its descendants have hits */
	STP_ROW_WATCH = 256,	/* PERF: .watch describes the row */
};

struct stp_row {
	stp_u16 kind;		/* enum stp_kind_id */
	stp_u16 handler;	/* index in stp_script.handlers */
	stp_u16 entry_handler;	/* run at the entry of a return probe */
	stp_u16 cond;		/* index in stp_script.conds, or STP_NONE */
	stp_u32 probe;		/* index in PROBES */
	stp_u16 flags;		/* enum stp_row_flags */
	stp_u8 point;		/* enum stp_point */
	stp_u8 reserved;
	stp_u32 location;		/* index in LOCATIONS; ~0 = none */
	stp_u32 alt_n;		/* attach it only if none of the rows [alt, */
	stp_u32 alt;		/* alt + alt_n), which come before it, is */
	stp_u32 text;		/* string: the operations of stp_row_text(); in
				   a replay the row's hits: host/tape.c */
	union {			/* by kind; kprobe: of KRETPROBE and FTRACE, too */
		struct {
			stp_s64 order;		/* begin(N): ascending */
		} begin_end;
		struct {
			stp_u64 interval_ns;	/* 0: jiffies */
			stp_u64 jitter_ns;	/* .randomize */
			stp_u64 jiffies;
			stp_u64 jitter_jiffies;
		} timer;
		struct {
			stp_u64 offset;		/* into the function */
			union {
				stp_u32 maxactive;	/* 0: KRETACTIVE */
				stp_u32 with;		/* entry: the return row */
			};
			stp_u32 data_size;	/* saved entry values, bytes */
			stp_u64 addr;		/* not 0: its run-time address;
						   it has no location */
			/* KPROBE and KRETPROBE.  n_callers not 0: it is a hit
			   only if the function returns to the first of these
			   callers, the first to the second, and so on */
			stp_u32 callers, n_callers;	/* in CALLERS */
		} kprobe;
		struct {
			stp_u64 n_args;		/* words of arguments that handlers may
						   read */
		} tracepoint;
		struct {
			stp_u64 addr;		/* as in kprobe */
			stp_u32 len;		/* 1, 2, 4 or 8 bytes */
			stp_u32 reads;		/* 1: reads are hits, too */
		} hwbreak;
		struct {
			stp_u32 type;		/* PERF_TYPE_x */
			stp_u32 is_freq;	/* 1: `every` is hits a second,
						   not events from hit to hit */
			stp_u64 config;
			stp_u64 every;		/* 0: one tick, in
						   nanoseconds */
			stp_u32 counter;	/* not 0: the number of a
						   counter for @perf; no hits */
		} perf;
		struct {			/* PERF with STP_ROW_WATCH */
			stp_u32 type;		/* PERF_TYPE_BREAKPOINT */
			stp_u32 len;		/* 1, 2, 4 or 8 bytes */
			stp_u64 addr;		/* in the process' memory */
			stp_u32 reads;		/* 1: reads are hits, too */
			stp_s32 pid;		/* not 0: of this process */
			stp_u32 counter;	/* always 0, see perf */
			stp_u32 is_relative;	/* 1: addr counts from the page
						   where the program's code
						   begins */
		} watch;
		struct {
			stp_u32 mode;		/* permissions: 0400 */
			stp_u32 is_write;	/* 1: a write is a hit; 0: a read,
						   and the probe makes the text */
			stp_u32 max_size;	/* bytes; 0: of a string */
		} procfs;
		struct {
			stp_u64 n_args;		/* as in tracepoint */
			stp_u32 pf;		/* NFPROTO_x */
			stp_u32 hook;
			stp_s32 priority;
		} netfilter;
		struct {
			stp_u64 is_line;	/* 0: each character is a hit */
		} input;
		struct {			/* of URETPROBE, too */
			stp_u64 link;		/* link address of the
						   instruction */
			union {
				/* without caller: offset in the file of the
				   counter that is raised; or 0 */
				stp_u64 semaphore;
				/* with caller: as in kprobe, but offsets from
				   the row's location; they are found by
				   unwinding the stack */
				struct {
					stp_u32 callers, n_callers;
				};
			};
			stp_u32 data_size;	/* as in kprobe */
			stp_s32 pid;		/* not 0: only this process has
						   hits */
			stp_s32 caller;		/* not 0: only calls that return
						   to this offset from the
						   location are hits */
			stp_u32 program;	/* not 0: only processes that
						   run it have hits; 1 + index
						   in LOCATIONS */
			stp_u32 maxactive;	/* as in kprobe */
			stp_u32 unused;
		} uprobe;
		struct {
			stp_u64 n_args;		/* as in tracepoint */
			stp_u32 event;		/* enum stp_process_event */
			stp_s32 pid;		/* as in uprobe; a location, if
						   there is one, is a program */
			stp_u64 of_target;	/* 1: if there is a target, only
						   it and its descendants have
						   hits */
		} process;
		stp_u64 raw[5];
	};
};

/** Returns 1 if the row @r cannot be attached without a location. */
static inline int stp_row_needs_location(const struct stp_row *r)
{
	switch (r->kind) {
	case STP_KIND_KPROBE:
	case STP_KIND_KRETPROBE:
	case STP_KIND_FTRACE:
		return !r->kprobe.addr;
	case STP_KIND_HWBREAK:
		return !r->hwbreak.addr;
	case STP_KIND_TRACEPOINT:
	case STP_KIND_PROCFS:
	case STP_KIND_UPROBE:
	case STP_KIND_URETPROBE:
		return 1;
	default:
		return 0;
	}
}

/** The events that are hits of kind process.  A process that executes another
 *  program ends and begins; the first thread of a process is not a thread here. */
enum stp_process_event {
	STP_PROCESS_BEGIN,
	STP_PROCESS_END,
	STP_PROCESS_THREAD_BEGIN,
	STP_PROCESS_THREAD_END,
	STP_PROCESS_SYSCALL,	/* arguments: its number, then six of its own */
	STP_PROCESS_SYSCALL_RETURN,	/* its number, its result */
	STP_N_PROCESS_EVENTS,
};

enum stp_location_space {
	STP_SPACE_NONE,
	STP_SPACE_VMLINUX,	/* addr is a link address: add the KASLR offset */
	STP_SPACE_MODULE,	/* name is "module:symbol" */
	STP_SPACE_FILE,		/* a user file: name is its path, addr an offset
				   in it, anchor the function at addr */
	STP_SPACE_TRACEPOINT,	/* name is the tracepoint's */
	STP_SPACE_PROCFS,	/* name is a path in the run's directory */
	STP_SPACE_DATA,		/* data of a module: name is "module:symbol",
				   addr the offset from it, perhaps negative */
};

#define STP_TRACE_ARGS 12	/* words of arguments that a callback can have */

/**
 * Functions whose real address every module knows.  A blob with link addresses
 * of vmlinux has a location (name and link address) for each of these, from
 * which the module computes how far the kernel was moved.
 */
#define STP_ANCHORS(X) X(misc_register) X(vmap) X(irq_work_queue)

/** Where a row is attached: an address, or a name that has an address. */
struct stp_location {
	stp_u32 space;		/* enum stp_location_space */
	stp_u32 name;		/* string: symbol, "module:symbol" or path */
	stp_u64 addr;		/* link address or file offset; 0 = by name; of
				   a module: offset from the anchor */
	stp_u32 build_id;	/* string, lower-case hex; "" = unknown */
	stp_u32 anchor;		/* string: "module:symbol" that addr counts
				   from; "": from `name`; FILE: see there */
};

/** Where a function returns to: a number of bytes after a location. */
struct stp_caller {
	stp_u32 location;	/* index in LOCATIONS; in a program it is the
				   location of the row */
	stp_u32 offset;		/* a signed number */
};

#define STP_MAX_CALLERS 32		/* of a row */

/** What a program does at a guard, a code address in it.  There it deals with functions
 *  that have not returned and whose returns are probed, so that their return addresses
 *  are replaced. */
enum stp_guard_what {
	STP_GUARD_UNWIND,	/* it looks for a handler of an exception by
				   return addresses, and needs the true ones */
	STP_GUARD_RESUME,	/* it has found a handler, and continues there */
	STP_GUARD_SWITCH,	/* it continues on another stack, where the kernel
				   would forget these functions */
	STP_N_GUARDS
};

struct stp_guard {
	stp_u32 location;	/* index in LOCATIONS, of a file */
	stp_u32 program;	/* not 0: in processes that run it; 1 + index in
				   LOCATIONS */
	stp_u32 what;		/* enum stp_guard_what */
	stp_u32 reserved;
};

/* ---- stacks of programs -------------------------------------------------- */

/** The path of the code that the kernel maps into each process: it has no file. */
#define STP_VDSO_PATH "linux-vdso.so.1"

/** A program or library with data to unwind its frames. */
struct stp_object {
	stp_u32 path;		/* string */
	stp_u32 build_id;	/* string, lower-case hex; "" = unknown */
	stp_u32 first, n;	/* in UNWIND; sorted by pc, no pc twice */
	stp_u32 first_name, n_names;	/* in NAMES; sorted by `at`; n_names is 0
					   if no handler makes text of addresses */
};

/** A symbol of an object. */
struct stp_name {
	stp_u32 at, size;	/* offset in the file; bytes of its code */
	stp_u32 name;		/* string */
};

/** How to find the CFA of a frame: the caller's stack pointer after the return.  Bits
 *  0..3 of stp_unwind.how have this enum, for code from stp_unwind.pc up to the pc of the
 *  next element. */
enum stp_cfa {
	STP_CFA_UNKNOWN,	/* no data, or not understood */
	STP_CFA_END,		/* this code has no caller */
	STP_CFA_SP,		/* sp + offset */
	STP_CFA_BP,		/* bp + offset */
	STP_CFA_BP_DEREF,	/* the word at bp + offset */
	STP_CFA_R10,		/* r10 + offset; known in the topmost frame */
	STP_CFA_SIGNAL,		/* the kernel's frame of a signal, at sp */
	STP_CFA_PLT,		/* for code in units of 16 bytes: sp + 8, or
				   sp + 16 from byte `offset` of a unit on */
	STP_CFA_BX,		/* bx + offset: the linker's code for late binding */
};

struct stp_unwind {
	stp_u32 pc;		/* offset in the file */
	stp_u32 how;
};

/* The other bits of `how`.  The offset has a sign and counts words (PLT: bytes).  The
 * caller's bp and bx are saved the given number of words below the CFA; 0: they are still
 * in their registers.  BP_AT_BP: bp is saved where bp points to.  BX_LOST: where bx is
 * saved is not known. */
#define STP_UNWIND_CFA 15u
#define STP_UNWIND_OFFSET_SHIFT 4
#define STP_UNWIND_OFFSET_BITS 16
#define STP_UNWIND_BP_SHIFT 20
#define STP_UNWIND_BX_SHIFT 26
#define STP_UNWIND_SAVED 63u		/* of bp, and of bx */
#define STP_UNWIND_BP_AT_BP 63u
#define STP_UNWIND_BX_LOST 63u
#define STP_UNWIND_HOW(cfa, words, bp, bx)                                     \
	((stp_u32)(cfa) |                                                      \
	 ((stp_u32)(words) & 0xffffu) << STP_UNWIND_OFFSET_SHIFT |             \
	 (stp_u32)(bp) << STP_UNWIND_BP_SHIFT |                                \
	 (stp_u32)(bx) << STP_UNWIND_BX_SHIFT)

struct stp_probe {
	stp_u32 name;		/* string: the probe point, expanded: pp() */
	stp_u32 loc;		/* index in LOCS: where the probe is written */
	stp_u32 written;	/* string: the probe point as the script has it,
				   with aliases not expanded: pn() */
	stp_u32 shows;		/* not 0: the translator added the probe, to show
				   a global at the end; 1 + index in GLOBALS */
};

/* ---- printing, globals, lines of the script ----------------------------- */

/**
 * The format of a printing statement, as of printf in the script language; of print,
 * println and printd the translator makes such a format.  It may have conversions that
 * the language does not have, see core/fmt.h: %H an aggregate as histogram, %Y an
 * aggregate's "@count=.. @min=.." summary, others for addresses and stacks.
 */
struct stp_fmt {
	stp_u32 text;		/* string; may hold NUL: see len */
	stp_u32 len;
	stp_u32 kinds;		/* string: one of n s a m k K per argument */
	stp_u32 loc;		/* index in LOCS */
};

enum stp_global_type { STP_G_NUM, STP_G_STR, STP_G_STAT };
enum stp_global_class { STP_C_CONST, STP_C_COUNTER, STP_C_LOCKED };
enum stp_hist_kind { STP_HIST_NONE, STP_HIST_LOG, STP_HIST_LINEAR };

#define STP_MAX_KEYS 32			/* of an array */

struct stp_global_info {
	stp_u32 name;		/* string */
	stp_u8 is_map;		/* an array: values of `type`, with `keys` */
	stp_u8 type;		/* enum stp_global_type: value's type */
	stp_u8 class;		/* enum stp_global_class */
	stp_u8 wraps;		/* a new entry replaces the oldest; not in
				   counter class */
	stp_u32 keys;		/* string: n, s or K (a stack) per key */
	stp_u32 entries;	/* limit; 0 = MAXMAPENTRIES */
	stp_u32 iters;		/* order buffers: deepest nesting of iterations */
	stp_u32 counter;	/* scalar of counter class: words from a context
				   down to its cell, which is one word or a
				   struct stp_stat_cell */
	stp_u32 set;		/* lock or counter set, 0..63 */
	stp_u32 hist;		/* enum stp_hist_kind */
	stp_s64 lo, hi, step;	/* linear histogram */
	stp_u32 shift;		/* of the variance; not used, as it is exact */
	stp_u32 key_bytes;	/* most bytes of a packed key: 8 for a number,
				   for a string of at most n bytes 4 + n rounded
				   up to 8; 0: MAXSTRINGLEN decides */
	stp_s64 init_num;
	stp_u32 init_str;	/* string */
	stp_u32 init_len;
	stp_u32 value_bytes;	/* most bytes of a string value */
	stp_u32 no_squares;	/* of an aggregate: nothing reads its variance */
	stp_u16 is_library;	/* 1: a file of the tapset declares it */
	stp_u16 grows;		/* 1: no probe makes its values smaller */
	stp_u32 comment;	/* string: the comment above its declaration */
};

struct stp_loc {
	stp_u32 file;		/* string */
	stp_u32 line, col;
	stp_u32 from;		/* of a location in the tapset: 1 + index in LOCS
				   of the script's call that leads there; 0:
				   unknown */
	stp_u32 caller;		/* in a function that is inlined into another: 1 +
				   index in LOCS of the call, a smaller index than
				   this one's; 0: see stp_error_item */
	stp_u32 callee;		/* string: the function that is called there */
};

/** The largest value of limits that may be switched off: in practice it is no limit.
 *  Ten times as much still fits a stp_s64.  _MS: the same for limits in milliseconds,
 *  which are converted to nanoseconds. */
#define STP_ENDLESS (0x7fffffffffffffffll / 16)
#define STP_ENDLESS_MS (STP_ENDLESS / 1000000)
/** Limits and settings: X(symbol, default, "NAME as -D and in messages", least,
 *  most). */
#define STP_LIMITS(X)                                                          \
	X(ACTION, 1000, "MAXACTION", 0, STP_ENDLESS)                           \
	X(TIME_MS, 5, "MAXTIME", 0, STP_ENDLESS_MS)                            \
	X(NESTING, 20, "MAXNESTING", 1, 1000)                                  \
	X(STRINGLEN, 512, "MAXSTRINGLEN", 8, 65536)                            \
	X(MAPENTRIES, 2048, "MAXMAPENTRIES", 1, 1 << 30)                       \
	X(MAXERRORS, 0, "MAXERRORS", 0, STP_ENDLESS)                           \
	X(MAXSKIPPED, 100, "MAXSKIPPED", 0, STP_ENDLESS)                       \
	X(TRYLOCK, 10, "MAXTRYLOCK", 0, 1000000)                               \
	X(TRYLOCKDELAY, 1, "TRYLOCKDELAY", 0, 1000)                            \
	X(KRETACTIVE, 0, "KRETACTIVE", 0, 65536)                               \
	X(OVERLOAD_MS, 500, "STP_OVERLOAD_THRESHOLD", 0, STP_ENDLESS_MS)       \
	X(OVERLOAD_PER_MS, 1000, "STP_OVERLOAD_INTERVAL", 1, STP_ENDLESS_MS)   \
	X(BUFFER_KB, 1024, "STP_BUFFER_KB", 1, 4 << 20)                        \
	X(MEMORY_MB, 256, "STP_MAXMEMORY", 1, 1 << 30)                         \
	X(HIST_WIDTH, 50, "HIST_WIDTH", 1, 4096)                               \
	X(HIST_ELISION, 2, "HIST_ELISION", 0, ~0ull)                           \
	X(TARGET, 0, "target", 0, ~0ull)                                       \
	X(ON_THE_FLY_MS, 100, "STP_ON_THE_FLY_INTERVAL", 0, 1000000000)        \
	X(QUIET_ERRORS, 0, "STAP_SUPPRESS_HANDLER_ERRORS", 0, ~0ull)           \
	X(TIMING, 0, "STP_TIMING", 0, ~0ull)                                   \
	X(FLIGHT, 0, "STP_FLIGHT_RECORDER", 0, ~0ull)                          \
	X(BACKTRACE, 127, "MAXBACKTRACE", 1, 1 << 30)                           \
	X(NAMESPACES, 0, "target_namespaces", 0, ~0ull)                        \
	X(LAYOUTS, 2048, "MAXLAYOUTS", 16, 32766)                              \
	X(UNPLUG, 0, "STP_UNPLUG", 0, ~0ull)

enum stp_limit_id {
#define STP_LIMIT_ID(sym, dflt, name, least, most) STP_LIM_##sym,
	STP_LIMITS(STP_LIMIT_ID)
#undef STP_LIMIT_ID
	STP_N_LIMITS
};

/** The bits of STP_UNPLUG.  Each breaks one mechanism, to test how the other code
 *  reacts. */
enum stp_unplug {
	/** Sites of functions are looked up at other addresses than those of the
	 *  hits. */
	STP_UNPLUG_LOOKUP = 1,
	/** Does what STP_UNPLUG_LOOKUP does for entries by ftrace, and for the
	 *  function whose hit proves that such hits arrive. */
	STP_UNPLUG_FTRACE = 2,
	/** Instead of a trampoline, code is called that only returns. */
	STP_UNPLUG_TRAMPOLINE = 4,
	/** As STP_UNPLUG_FTRACE, for the hook that kretprobes share. */
	STP_UNPLUG_KRETPROBE = 8,
	/** Tracepoints, timers, perf and uprobes are not registered, but the
	 *  code that registers them goes on as if they were. */
	STP_UNPLUG_REST = 16,
};

struct stp_limit {
	stp_u32 id;		/* enum stp_limit_id */
	stp_u32 reserved;
	stp_u64 value;
};

#endif
