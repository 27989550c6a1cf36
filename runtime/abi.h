/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What generated C may know: the one header that a compiled script includes.
 *
 * It defines only stp_ and STP_ names, includes nothing, and may stand before
 * or after kernel headers or libc's.  Everything a script does beyond plain
 * arithmetic is a call declared here; runtime/core implements the language,
 * runtime/linux and runtime/host the world around it.
 *
 * Failure: a call that fails sets c->err and returns 0 or "".  The generated
 * code tests c->err behind every call that may fail; in the cold path it names
 * the place (stp_at: the innermost place wins) and jumps to the catch block
 * or to the end.  Nothing here allocates, sleeps (but in the task kinds that
 * may), or touches memory of the traced system unchecked.
 */
#ifndef STP_ABI_H
#define STP_ABI_H

#define STP_ABI_VERSION 1

typedef signed long long stp_s64;
typedef unsigned long long stp_u64;
typedef int stp_s32;
typedef unsigned int stp_u32;
typedef unsigned short stp_u16;
typedef unsigned char stp_u8;

#define stp_likely(x) __builtin_expect(!!(x), 1)
#define stp_unlikely(x) __builtin_expect(!!(x), 0)

/** For every function of a script: the kernel refuses probes in this section,
 *  so no tracer, ours or another's, recurses into a handler. */
#define STP_HANDLER __attribute__((__section__(".kprobes.text")))

/** What it calls that is in the same unit becomes part of it. */
#define STP_FLAT __attribute__((__flatten__))

/* Of a function that gives a handler the same number whenever it asks. */
#define STP_SAME __attribute__((__const__))

/* A long script is compiled in parts, side by side: the same text in each unit
 * behind a line that defines STP_PART.  Its functions are not static then. */
#ifdef STP_PART
#define STP_IN(part) (STP_PART == (part))
#define STP_LOCAL
#else
#define STP_IN(part) 1
#define STP_LOCAL static
#endif

struct stp_map;
struct stp_site;
struct stp_stat;
struct stp_kind;

/** A string value: NUL behind the last byte, any bytes before it. */
struct stp_str {
	const char *p;
	stp_u32 len;
};

/** Memory for one string result: cap bytes and a NUL fit. */
struct stp_slot {
	char *p;
	stp_u32 cap;
};

/** One argument or key: a number, a string, an aggregate. */
struct stp_val {
	union {
		stp_s64 n;
		const char *p;
		const struct stp_stat *a;
	};
	stp_u32 len;		/* of a string; of memory, with STP_MEM_USER */
};

/** Memory of the target for %m and %M, at most STP_MEM_MOST bytes; a number
 *  of bytes below zero stands for none given: one. */
#define STP_MEM_MOST 4096
#define STP_MEM_USER 0x80000000u
static inline stp_u32 stp_mem_len(stp_s64 n)
{
	return n < 0 ? 1 : n > STP_MEM_MOST ? STP_MEM_MOST : (stp_u32)n;
}
#define STP_KMEM(addr, bytes)                                                  \
	((struct stp_val){ { .n = (addr) }, stp_mem_len(bytes) })
#define STP_UMEM(addr, bytes)                                                  \
	((struct stp_val){ { .n = (addr) }, stp_mem_len(bytes) | STP_MEM_USER })
#define STP_NUM(x) ((struct stp_val){ { .n = (x) }, 0 })
#define STP_STR(s) ((struct stp_val){ { .p = (s).p }, (s).len })
#define STP_AGG(s) ((struct stp_val){ { .a = (s) }, 0 })
#define STP_LIT(lit) ((struct stp_str){ lit, sizeof(lit) - 1 })

/**
 * The context of one running handler: one per (CPU, level).  Generated code
 * uses the members named here; what follows them is the runtime's own.  In
 * front of them are this context's cells of counter globals: see stp_cell().
 */
struct stp_ctx {
	/* one cache line: what nearly every hit reads or writes */
	const struct stp_site *site;	/* whose handler runs; NULL: free */
	char *frame;		/* free memory of the frame; 16-aligned */
	char *out_at, *out_end;	/* where the next item of its output goes, and
				   how far they may */
	stp_u32 out_items;	/* of the open record of its output */
	stp_s32 budget;		/* back-edges and calls until stp_refill() */
	stp_u32 err;		/* enum stp_err; 0 = fine */
	stp_u32 dirty;		/* leaving has something to do: enum stp_dirty */
	stp_u32 level;		/* enum stp_level */
	stp_u32 err_loc;	/* place of the error + 1; 0 = not yet named */
	stp_u8 next;		/* the function that returns said `next` */
	stp_u16 nesting;	/* calls of recursive functions, not ended yet */
	stp_u16 deep;		/* calls of functions that look at the stack */
	/* the rest */
	char *frame_end;
	const char *stack;	/* how far down these may go */
	char *saved;		/* by the entry of a return probe's call */
	stp_u64 irqs;		/* interrupts are off, and how they were; or 0 */
	stp_u32 me;		/* as the owner of a lock: its CPU + 1 */
};

/** Bits of stp_ctx.dirty: what leaving has to do. */
enum stp_dirty {
	STP_D_OUT = 1,		/* output is pending */
	STP_D_ERR = 2,		/* err may be set */
	STP_D_SPENT = 4,	/* the budget was refilled */
	STP_D_HELD = 8,		/* locks, freezes or interrupts off */
	STP_D_EXIT = 16,	/* tell the consumer to stop */
	STP_D_MATCH = 32,	/* the last match is one of this handler */
};

/** The cell of a counter, @at words in front of the context; nobody else
 *  writes it, so counting is a plain addition. */
static inline stp_s64 *stp_cell(struct stp_ctx *c, stp_u32 at)
{
	return (stp_s64 *)c - at;
}

enum stp_level { STP_TASK, STP_SOFTIRQ, STP_HARDIRQ, STP_NMI, STP_N_LEVELS };

/** A lock with bounded waiting: 0 free, else its owner's CPU + 1. */
struct stp_lock {
	stp_u32 owner;
} __attribute__((__aligned__(64)));

/** A global of the script; filled from the blob's globals section at SETUP. */
struct stp_global {
	stp_s64 num;		/* number; total of a counter while frozen */
	struct stp_map *map;	/* array */
	struct stp_stat *stat;	/* aggregate: cells, see core/stat.h */
	char *str;		/* string: its bytes, NUL behind them */
	stp_u32 len;
	stp_u32 index;		/* in the globals section */
};

typedef void (*stp_handler_fn)(struct stp_ctx *c);

/**
 * A hit from its claimed context to its end: the handler, then stp_done() or
 * stp_finish().  The gate jumps here and nothing comes behind it.  Always 0.
 */
typedef int (*stp_hit_fn)(struct stp_ctx *c);

/** Back-edges and calls between two looks at the clock. */
#define STP_CHUNK 256

/** Flags of a handler. */
enum stp_handler_flags {
	STP_H_CHANGES_COND = 1,	/* writes a global that a condition reads */
	STP_H_OUTPUT = 2,	/* may print */
	STP_H_LONG = 4,		/* begin/end/error: ten times the budget */
	STP_H_LATE_LOCKS = 8,	/* stp_take_locks(), not the gate, locks */
	STP_H_OWN_LOCK = 16,	/* it is one, and `hit` takes it itself */
};

/**
 * What the gate needs to know before a handler runs.  Sets are connected
 * groups of globals, numbered 0..63 by ir/locks (more share the last one).
 */
struct stp_handler {
	stp_handler_fn fn;
	stp_hit_fn hit;		/* fn and the end; NULL: never hit */
	stp_u64 counts;		/* counter sets it adds to */
	stp_u64 freezes;	/* counter sets it reads, resets or deletes */
	stp_u64 locks;		/* locked sets it touches */
	stp_u32 frame;		/* bytes of frame along its deepest path */
	stp_u32 flags;
};

/** A condition of a probe point: non-zero = run the handler. */
typedef stp_s64 (*stp_cond_fn)(struct stp_ctx *c);

/** By look: each handler asks on its own, with its locks; the condition is
 *  asked, holding this, only to arm and disarm.  Else: in front of each hit. */
struct stp_cond {
	stp_cond_fn fn;
	stp_u32 by_look;
	stp_u64 freezes, locks;
};

/** What script.c exports; the runtime finds everything else from here. */
struct stp_arm;		/* core/run.h; a facility */
struct stp_trampolines;	/* linux/trampoline.h; a unit of its own */
struct stp_callers;	/* linux/callers.h; a facility */
struct stp_spaces;	/* core/run.h; a facility */
struct stp_namespaces;	/* likewise */

struct stp_script {
	stp_u32 abi;		/* STP_ABI_VERSION */
	stp_u32 n_handlers;
	const struct stp_handler *handlers;
	stp_u32 n_conds;
	const struct stp_cond *conds;
	stp_u32 n_kinds;
	const struct stp_kind *const *kinds;	/* the kinds that rows use */
	stp_u32 n_globals;
	struct stp_global *globals;
	struct stp_lock *locks;		/* of the locked sets; 0: there are none */
	const unsigned char *blob;		/* uapi/rows.h */
	const unsigned char *blob_end;
	stp_u32 match_words;		/* positions kept of a match; 0: none */
	const struct stp_arm *arm;	/* 0: no probe has a condition */
	const struct stp_module_syms *module_syms;	/* 0: none are used */
	const struct stp_trampolines *trampolines;	/* 0: none */
	const struct stp_callers *callers;	/* 0: no row asks who called */
	const struct stp_spaces *spaces;	/* 0: no address of a program */
	const struct stp_namespaces *namespaces;	/* 0: none are asked */
};
extern const struct stp_script stp_script;

/** Put the bytes of a file here as stp_blob .. stp_blob_end. */
#define STP_BLOB(path)                                                         \
	__asm__(".pushsection .rodata\n"                                       \
		".balign 16\n"                                                 \
		"stp_blob:\n"                                                  \
		".incbin \"" path "\"\n"                                       \
		"stp_blob_end:\n"                                              \
		".byte 0\n"                                                    \
		".popsection\n");                                              \
	extern const unsigned char stp_blob[], stp_blob_end[];

/** Run-time errors: X(symbol, text).  %lld in a text shows the detail. */
#define STP_ERRORS(X)                                                          \
	X(DIV_ZERO, "division by 0")                                           \
	X(MAP_FULL, "Array overflow, check MAXMAPENTRIES (or size limit)"      \
		    ": %lld entries")					       \
	X(NESTING, "MAXNESTING exceeded (-DMAXNESTING=N raises it)")           \
	X(ACTION, "MAXACTION exceeded (%lld; -DMAXACTION=N raises it)")        \
	X(TIME, "MAXTIME exceeded (%lld ms; -DMAXTIME=N raises it)")           \
	X(EMPTY_STAT, "empty aggregate")                                       \
	X(BUCKET, "histogram index out of range (%lld)")                       \
	X(READ, "cannot read target memory at 0x%llx")                         \
	X(WRITE, "cannot write target memory at 0x%llx")                       \
	X(NO_REGS, "no registers in this probe")                               \
	X(NO_PROGRAM, "no registers of a program: a thread of the kernel runs") \
	X(REG, "there is no register %lld")                                    \
	X(ITERS, "too many nested walks over one array")                       \
	X(MODIFIED, "array modified while it is walked")                       \
	X(NO_MATCH, "matched() or ngroups() without a match before it")        \
	X(NO_GROUP, "matched(%lld): the last pattern has no such group")       \
	X(ABORT, "abort() was called")                                         \
	X(SCRIPT, "%s")

/* ---- errors, budget, end ------------------------------------------------ */

/** Error numbers, see STP_ERRORS. */
enum stp_err {
	STP_OK,
#define STP_ERROR_DEF(sym, text) STP_ERR_##sym,
	STP_ERRORS(STP_ERROR_DEF)
#undef STP_ERROR_DEF
	STP_N_ERRS
};

/** Fail with @err; @detail is a number that its text may show. */
void stp_fail(struct stp_ctx *c, enum stp_err err, stp_s64 detail);
/** error(): fail with the script's own words. */
void stp_fail_str(struct stp_ctx *c, struct stp_str text);
/** Name the place of the pending error, if none is named yet. */
static inline void stp_at(struct stp_ctx *c, stp_u32 loc)
{
	if (!c->err_loc)
		c->err_loc = loc + 1;
}
/** Enter a catch block: the error's text goes to @s, the error is over, but
 *  not what abort() began. */
struct stp_str stp_caught(struct stp_ctx *c, struct stp_slot s);
/** A budget chunk is used up: 0 = go on (refilled), else failed. */
int stp_refill(struct stp_ctx *c);
/** exit(): the session stops after this handler. */
void stp_exit(struct stp_ctx *c);
/** STP_H_LATE_LOCKS: take them; 0: busy, the hit is skipped. */
int stp_take_locks(struct stp_ctx *c);
/** Clean a dirty context: errors, output, locks, exit. */
void stp_leave(struct stp_ctx *c);

/** The end of a hit: the context is free.  For a handler that can neither
 *  fail nor print nor spend its budget, so that the context is clean. */
static inline int stp_done(struct stp_ctx *c)
{
	__atomic_store_n(&c->site, (const struct stp_site *)0,
			 __ATOMIC_RELEASE);
	return 0;
}

/** The end of any hit. */
static inline int stp_finish(struct stp_ctx *c)
{
	if (stp_unlikely(c->dirty))
		stp_leave(c);
	return stp_done(c);
}

/*
 * The same of a handler that needs one lock and nothing else, in one piece:
 * interrupts off, the lock, the handler, and back.  Where interrupts are not
 * the CPU's own (stp_os_owns_irqs()) it is never called.
 */

/** All of such a hit whose lock is busy. */
int stp_hit_locked(struct stp_ctx *c);
/** Leave with the lock held, and interrupts off. */
void stp_leave_locked(struct stp_ctx *c);

/** 0: the lock is busy, for stp_hit_locked(). */
static inline int stp_lock_own(struct stp_ctx *c, struct stp_lock *l)
{
	stp_u32 free = 0;

	__asm__ __volatile__("pushf\n\tpopq %0\n\tcli"
			 : "=m"(c->irqs) : : "memory");
	return __atomic_compare_exchange_n(&l->owner, &free, c->me, 0,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/** The lock and interrupts are given back; the end of the hit. */
static inline int stp_unlock_own(struct stp_ctx *c, struct stp_lock *l)
{
	stp_u64 irqs = c->irqs;

	__atomic_store_n(&l->owner, 0, __ATOMIC_RELEASE);
	c->irqs = 0;
	if (stp_likely(irqs & 0x200))
		__asm__ __volatile__("sti" : : : "memory");
	return stp_done(c);
}

/** The same of a handler that may leave the context dirty. */
static inline int stp_finish_own(struct stp_ctx *c, struct stp_lock *l)
{
	if (stp_likely(!c->dirty))
		return stp_unlock_own(c, l);
	stp_leave_locked(c);
	return stp_done(c);
}

/** Did the function just called say `next`?  Whoever asks takes the answer. */
static inline stp_s64 stp_nexted(struct stp_ctx *c)
{
	stp_u8 next = c->next;

	c->next = 0;
	return next;
}

/**
 * Enter a function whose own frame is @size bytes (a multiple of 16): its
 * base, or NULL and an error (MAXNESTING).  Leave by c->frame = base.
 */
static inline char *stp_enter(struct stp_ctx *c, stp_u32 size)
{
	char *f = c->frame;

	if (stp_unlikely((stp_u64)(c->frame_end - f) < size)) {
		stp_fail(c, STP_ERR_NESTING, 0);
		return (char *)0;
	}
	c->frame = f + size;
	return f;
}

/**
 * stp_enter() for a function below which calls may go deep: an error, too,
 * when the machine's stack gets short.  Leave by c->frame = base, c->deep--.
 */
char *stp_enter_deep(struct stp_ctx *c, stp_u32 size);

/**
 * The same for a function that can be called while it runs: an error, too, for
 * call @max + 1 within each other.  Leave by c->frame = base, c->nesting--,
 * c->deep--.
 */
char *stp_enter_again(struct stp_ctx *c, stp_u32 size, stp_u32 max);

/* ---- arithmetic that can fail or trap ----------------------------------- */

stp_s64 stp_div(struct stp_ctx *c, stp_s64 a, stp_s64 b);
stp_s64 stp_mod(struct stp_ctx *c, stp_s64 a, stp_s64 b);
/** Shifts take the count modulo 64, so they never trap. */
static inline stp_s64 stp_shl(stp_s64 a, stp_s64 n)
{
	return (stp_s64)((stp_u64)a << (n & 63));
}
static inline stp_s64 stp_shr(stp_s64 a, stp_s64 n)
{
	return a >> (n & 63);
}
static inline stp_s64 stp_ushr(stp_s64 a, stp_s64 n)
{
	return (stp_s64)((stp_u64)a >> (n & 63));
}

/* ---- strings ------------------------------------------------------------ */

/** Like memcmp over the common part, then the lengths: <0, 0, >0. */
int stp_str_cmp(struct stp_str a, struct stp_str b);
/** Copy, cut to the slot's capacity (counted as a cut string). */
struct stp_str stp_str_copy(struct stp_ctx *c, struct stp_slot s,
			    struct stp_str a);
/** Join @n parts; the slot may be the first one's own. */
struct stp_str stp_str_concat(struct stp_ctx *c, struct stp_slot s, stp_u32 n,
			      const struct stp_str *parts);
/** Assign to a string global (its lock is held). */
void stp_gstr_set(struct stp_ctx *c, struct stp_global *g, struct stp_str a);

/* ---- regular expressions ------------------------------------------------ */

/** Tables as translator/regex/regex.h describes them. */
struct stp_regex {
	const stp_u8 *classes;		/* [256] */
	const stp_u16 *next;		/* [state][class, end of string] */
	stp_u16 stride, n_accept, start;
};

struct stp_finder {
	const struct stp_regex *begin;	/* NULL: only at the string's begin */
	const stp_u8 *classes;
	const stp_u16 *next, *step;	/* [state][class] */
	const stp_u16 *accept, *cmds;	/* [state][2], lists */
	stp_u16 stride, n_groups, n_regs;
	stp_u16 start[2], start_do[2];
};

/** Is there a match in @s?  One step a byte at most. */
int stp_regex_test(const struct stp_regex *re, struct stp_str s);
/** The same; keeps the match and its groups for matched() and ngroups(). */
int stp_regex_find(struct stp_ctx *c, const struct stp_finder *f,
		   struct stp_str s);

/* ---- printing ----------------------------------------------------------- */

/**
 * One printing statement: format @fmt of the blob, @kinds one letter an
 * argument: n number, s string, a aggregate, m memory (address n, len bytes).
 * The handler's output is one record, reserved when it ends.
 */
void stp_out(struct stp_ctx *c, stp_u32 fmt, const char *kinds,
	     const struct stp_val *args);

/** Memory for an item of @size bytes that does not fit the open record; NULL
 *  and counted as lost if there is none. */
char *stp_out_room(struct stp_ctx *c, stp_u32 size);

/** The head of an item of @len bytes, which takes @room (8-aligned) behind
 *  it; returns where they go, or NULL if it is lost. */
static inline char *stp_out_head(struct stp_ctx *c, stp_u32 id, stp_u32 len,
				 stp_u32 room)
{
	stp_u32 size = 8 + room;
	char *p = c->out_at;

	if (stp_unlikely(p + size > c->out_end)) {
		p = stp_out_room(c, size);
		if (!p)
			return p;
	}
	*(stp_u64 *)p = id | (stp_u64)len << 32;	/* struct stp_item */
	c->out_at = p + size;
	c->out_items++;
	c->dirty |= STP_D_OUT;
	return p + 8;
}

/** The same for @n numbers, at most three: the first of @v0.. */
static inline void stp_out_nums(struct stp_ctx *c, stp_u32 fmt, stp_u32 n,
				stp_s64 v0, stp_s64 v1, stp_s64 v2)
{
	stp_s64 *p = (stp_s64 *)stp_out_head(c, fmt, n * 8, n * 8);

	if (stp_unlikely(!p))
		return;
	p[0] = v0;
	if (n > 1)
		p[1] = v1;
	if (n > 2)
		p[2] = v2;
}
/** sprintf and friends: the same formatter, into a slot. */
struct stp_str stp_format(struct stp_ctx *c, struct stp_slot s, stp_u32 fmt,
			  const char *kinds, const struct stp_val *args);

/** The same for formats with addresses (k) and stacks (K). */
struct stp_str stp_format_symbols(struct stp_ctx *c, struct stp_slot s,
				  stp_u32 fmt, const char *kinds,
				  const struct stp_val *args);

/* ---- aggregates --------------------------------------------------------- */

enum stp_stat_op {
	STP_COUNT, STP_SUM, STP_MIN, STP_MAX, STP_AVG, STP_VARIANCE
};

/** Where values are added; see core/stat.h. */
struct stp_stat_cell {
	stp_s64 count, sum, min, max;
	stp_u64 sq_lo, sq_hi;	/* 128-bit sum of squares, if it is kept */
	stp_s64 bucket[];
};

/** What every aggregate keeps, in a cell that nobody else writes. */
static inline void stp_stat_count(struct stp_stat_cell *s, stp_s64 v)
{
	s->count++;
	s->sum = (stp_s64)((stp_u64)s->sum + (stp_u64)v);
	if (stp_unlikely(v < s->min))
		s->min = v;
	if (stp_unlikely(v > s->max))
		s->max = v;
}

/** The same with a histogram of powers of two: one bucket of zero, 64 on
 *  either side. */
static inline void stp_stat_count_log(struct stp_stat_cell *s, stp_s64 v)
{
	stp_u32 at = 64;

	stp_stat_count(s, v);
	if (stp_likely(v > 0))
		at = 128 - __builtin_clzll((stp_u64)v);
	else if (v)
		at = __builtin_clzll(-(stp_u64)v);
	s->bucket[at]++;
}

/** x <<< v */
void stp_stat_add(struct stp_ctx *c, struct stp_global *g, stp_s64 v);
/** Merge all cells into @dst (stp_stat_size() bytes of the frame). */
const struct stp_stat *stp_stat_get(struct stp_ctx *c, struct stp_global *g,
				    void *dst);
/** delete x: empty it. */
void stp_stat_clear(struct stp_ctx *c, struct stp_global *g);
/** @count(x) ...; MIN, MAX, AVG and VARIANCE of an empty one fail. */
stp_s64 stp_stat_op(struct stp_ctx *c, const struct stp_stat *s,
		    enum stp_stat_op op);
/** @hist_x(s)[i]; fails outside the buckets. */
stp_s64 stp_stat_bucket(struct stp_ctx *c, const struct stp_stat *s, stp_s64 i);

/**
 * A walk over the buckets: the one behind @at (-1: the first), or -1.  @how:
 * 1 by number, 2 by count, then by number; negative: downwards.
 */
stp_s64 stp_stat_next(const struct stp_stat *s, stp_s64 at, int how);
/** i in @hist_x(s): is there such a bucket? */
int stp_stat_has(const struct stp_stat *s, stp_s64 i);

/** Bytes of a merged aggregate with @buckets histogram buckets. */
#define STP_STAT_SIZE(buckets) (128 + 8 * (buckets))

/* ---- arrays ------------------------------------------------------------- */

/*
 * @k points at as many keys as the array has; every call packs and hashes
 * them in the context's scratch memory.  stp_map1_ forms: one long key.
 */
stp_s64 stp_map_get(struct stp_ctx *c, struct stp_map *m,
		    const struct stp_val *k);
struct stp_str stp_map_get_str(struct stp_ctx *c, struct stp_slot s,
			       struct stp_map *m, const struct stp_val *k);
void stp_map_set(struct stp_ctx *c, struct stp_map *m, const struct stp_val *k,
		 stp_s64 v);
void stp_map_set_str(struct stp_ctx *c, struct stp_map *m,
		     const struct stp_val *k, struct stp_str v);
/** a[k] += d under the lock; returns the new value. */
stp_s64 stp_map_add(struct stp_ctx *c, struct stp_map *m,
		    const struct stp_val *k, stp_s64 d);
/** a[k] += d of a counter array: no lock, per-CPU cells. */
void stp_map_count(struct stp_ctx *c, struct stp_map *m,
		   const struct stp_val *k, stp_s64 d);
/** a[k] <<< v (counter class or locked: the map knows). */
void stp_map_stat_add(struct stp_ctx *c, struct stp_map *m,
		      const struct stp_val *k, stp_s64 v);
/** Merge the aggregate of @k into @dst; an absent key gives an empty one. */
const struct stp_stat *stp_map_stat(struct stp_ctx *c, struct stp_map *m,
				    const struct stp_val *k, void *dst);
/** Keys whose bit is set in @any match everything. */
int stp_map_has(struct stp_ctx *c, struct stp_map *m, const struct stp_val *k,
		stp_u32 any);
void stp_map_del(struct stp_ctx *c, struct stp_map *m, const struct stp_val *k,
		 stp_u32 any);
void stp_map_clear(struct stp_ctx *c, struct stp_map *m);

int stp_map1_has(struct stp_ctx *c, struct stp_map *m, stp_s64 k);
void stp_map1_del(struct stp_ctx *c, struct stp_map *m, stp_s64 k);
stp_s64 stp_map1_get(struct stp_ctx *c, struct stp_map *m, stp_s64 k);
void stp_map1_set(struct stp_ctx *c, struct stp_map *m, stp_s64 k, stp_s64 v);
stp_s64 stp_map1_add(struct stp_ctx *c, struct stp_map *m, stp_s64 k,
		     stp_s64 d);
void stp_map1_count(struct stp_ctx *c, struct stp_map *m, stp_s64 k, stp_s64 d);
void stp_map1_stat_add(struct stp_ctx *c, struct stp_map *m, stp_s64 k,
		       stp_s64 v);

/*
 * An array with one long key, that only the handler changes, is asked several
 * times for one key: it is looked up once, and the link says where it is.
 */

/** What generated code sees of an array. */
struct stp_map_base {
	char *nodes, *cells;
};

/** 0: it is not there. */
stp_u32 stp_map1_find(struct stp_ctx *c, struct stp_map *m, stp_s64 k);
/** Where the number is, of an array that keeps one for each element. */
static inline stp_s64 *stp_map_num_at(struct stp_map *m, stp_u32 link)
{
	return (stp_s64 *)(((struct stp_map_base *)m)->cells +
			   8 * (stp_u64)link);
}
/** The number; 0 if it is not there. */
static inline stp_s64 stp_map_get_at(struct stp_map *m, stp_u32 link)
{
	return stp_likely(link) ? *stp_map_num_at(m, link) : 0;
}
/** Delete it, if it is there. */
void stp_map_del_at(struct stp_ctx *c, struct stp_map *m, stp_u32 link);

/** How a foreach is sorted. */
enum stp_sort {
	STP_SORT_NONE = 0,	/* insertion order */
	STP_SORT_VALUE = -1,	/* by value; aggregates by op */
	/* 1..n: by that key */
};

/**
 * A walk over an array.  Lives in the frame; what it walks is a snapshot of
 * node numbers in one of the array's order buffers (globals section: iters).
 */
struct stp_iter {
	struct stp_map *map;
	stp_u32 *order;
	stp_u32 n, i;
	stp_u32 buffer;
	stp_u32 reserved;
};

struct stp_iter_spec {
	stp_s32 sort;		/* enum stp_sort or a key's number, from 1 */
	stp_u32 op;		/* enum stp_stat_op when sorting aggregates */
	stp_s32 dir;		/* 1 ascending, -1 descending */
	stp_u32 any;		/* slice: keys that match everything */
	stp_s64 limit;		/* < 0: none */
};
/* A script's limit below zero lets nothing through. */
#define STP_LIMIT(v) ((v) < 0 ? 0 : (v))
/** @k: keys of a slice, or NULL.  Fails if no order buffer is free. */
void stp_iter_begin(struct stp_ctx *c, struct stp_iter *it, struct stp_map *m,
		    const struct stp_iter_spec *spec, const struct stp_val *k);
/** Advance; 0 at the end (the buffer is given back then). */
int stp_iter_next(struct stp_ctx *c, struct stp_iter *it);
/** Leave early (break, return, error).  Fine to call twice. */
void stp_iter_end(struct stp_ctx *c, struct stp_iter *it);
stp_s64 stp_iter_key(struct stp_ctx *c, struct stp_iter *it, stp_u32 i);
struct stp_str stp_iter_key_str(struct stp_ctx *c, struct stp_slot s,
				struct stp_iter *it, stp_u32 i);
stp_s64 stp_iter_value(struct stp_ctx *c, struct stp_iter *it);
struct stp_str stp_iter_value_str(struct stp_ctx *c, struct stp_slot s,
				  struct stp_iter *it);
const struct stp_stat *stp_iter_stat(struct stp_ctx *c, struct stp_iter *it,
				     void *dst);

/* ---- the traced system: checked accesses (facility access) -------------- */

enum stp_space { STP_KERNEL, STP_USER };

/** Read @size (1, 2, 4, 8) bytes; sign-extended if @sign. */
stp_s64 stp_load(struct stp_ctx *c, stp_s64 addr, stp_u32 size, int sign,
		 enum stp_space space);
/** Guru mode: write. */
void stp_store(struct stp_ctx *c, stp_s64 addr, stp_u32 size, stp_s64 v,
	       enum stp_space space);
/** A NUL-terminated string of the target, cut to the slot. */
struct stp_str stp_load_str(struct stp_ctx *c, struct stp_slot s, stp_s64 addr,
			    enum stp_space space);
/*
 * What the entry handler of a return probe saves for the handler of the same
 * call's return, at @off bytes into it.  If the entry does not come to its
 * end, stp_entry_done(), there is no return.
 */
struct stp_saved_str {
	stp_u32 len;
	char bytes[];
};
static inline void stp_entry_set(struct stp_ctx *c, stp_u32 off, stp_s64 v)
{
	*(stp_s64 *)(c->saved + off) = v;
}
static inline stp_s64 stp_entry_get(struct stp_ctx *c, stp_u32 off)
{
	return *(stp_s64 *)(c->saved + off);
}
static inline void stp_entry_done(struct stp_ctx *c)
{
	stp_entry_set(c, 0, 1);
}
static inline void stp_entry_set_str(struct stp_ctx *c, stp_u32 off,
				     stp_u32 cap, struct stp_str s)
{
	struct stp_saved_str *to = (void *)(c->saved + off);

	to->len = stp_str_copy(c, (struct stp_slot){ to->bytes, cap }, s).len;
}
static inline struct stp_str stp_entry_get_str(struct stp_ctx *c, stp_u32 off)
{
	const struct stp_saved_str *s = (void *)(c->saved + off);

	return (struct stp_str){ s->bytes, s->len };
}
/**
 * The string of the target in quotes, with escapes, at most @most bytes of it
 * (0: what fits); "..." behind it says that it goes on.  One that cannot be
 * read is its address: this never fails.  An address that only programs have
 * is looked up in the memory of the one that runs, whatever @space says.
 */
struct stp_str stp_load_text(struct stp_ctx *c, struct stp_slot s, stp_s64 addr,
			     stp_u32 most, enum stp_space space);
/** The string that the text of the row describes (linux/access.c lists the
 *  letters); "?" if that cannot be read. */
struct stp_str stp_row_text(struct stp_ctx *c, struct stp_slot s);
/** A register of the probed place, by DWARF number; fails without registers. */
stp_s64 stp_reg(struct stp_ctx *c, stp_u32 dwarf_reg);
/** The same where the kind of probe always has it: the @word-th word of what
 *  the kernel saved.  It is kept right behind the context. */
static inline stp_s64 stp_reg_at(struct stp_ctx *c, stp_u32 word)
{
	return (*(const stp_s64 *const *)(c + 1))[word];
}
/** Guru mode: change a register of the probed place. */
void stp_set_reg(struct stp_ctx *c, stp_u32 dwarf_reg, stp_s64 v);
/** The same of the program that runs, where it entered the kernel. */
stp_s64 stp_user_reg(struct stp_ctx *c, stp_u32 dwarf_reg);
/** Argument @n of the tracepoint, as a word; fails if it has no such one. */
stp_s64 stp_arg(struct stp_ctx *c, stp_u32 n);
/** Address of a symbol: place @index of the blob, plus the slide. */
stp_s64 stp_sym(struct stp_ctx *c, stp_u32 place);
/** The same of a module; fails if it is not loaded. */
stp_s64 stp_module_sym(struct stp_ctx *c, stp_u32 place);
/** Where @addr of the probed program's file, as it is linked, lies in the
 *  process that runs. */
stp_s64 stp_user_sym(struct stp_ctx *c, stp_s64 addr);

/* ---- C of the script's own (facility embed) ----------------------------- */

/** A string argument into @size bytes at @p, cut if need be. */
void stp_embed_arg(char *p, stp_u32 size, struct stp_str s);
/** The string that embedded C left in a slot's memory. */
struct stp_str stp_embed_result(struct stp_slot s);
/** Copy a C string (NULL: "") into @size bytes at @to, cut if need be. */
void stp_embed_copy(char *to, stp_u32 size, const char *from);
/** STAP_ERROR, STAP_PRINTF: formats as the world's own printf. */
void stp_embed_error(struct stp_ctx *c, const char *fmt, ...);
void stp_embed_printf(struct stp_ctx *c, const char *fmt, ...);
/** A C string as a key or value. */
struct stp_str stp_embed_str(const char *s);
/** A string element where it lies, "" if there is none: good while the
 *  array's lock is held and the element is not changed. */
const char *stp_map_peek_str(struct stp_ctx *c, struct stp_map *m,
			     const struct stp_val *k);

/* Intrinsics: stp_fn_NAME(), declared from intrinsics.def in script.c. */

static inline void stp_fn_exit(struct stp_ctx *c)
{
	stp_exit(c);
}

/** The handler stops at once, and no catch block takes it for an error. */
void stp_fn_abort(struct stp_ctx *c);
/** What is printed behind it goes to the next output file. */
void stp_fn_switch_file(struct stp_ctx *c);

static inline void stp_fn_error(struct stp_ctx *c, struct stp_str text)
{
	stp_fail_str(c, text);
}

#endif
