/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The types that all parts of abi.h use: numbers, values, the context of a
 * running handler, globals.
 */
#ifndef STP_ABI_BASE_H
#define STP_ABI_BASE_H

typedef signed long long stp_s64;
typedef unsigned long long stp_u64;
typedef int stp_s32;
typedef unsigned int stp_u32;
typedef unsigned short stp_u16;
typedef unsigned char stp_u8;

#define stp_likely(x) __builtin_expect(!!(x), 1)
#define stp_unlikely(x) __builtin_expect(!!(x), 0)

/** Puts a function into a section in which the kernel refuses probes, so no
 *  tracer, ours or another's, recurses into a handler.  Every function of a
 *  script has it. */
#define STP_HANDLER __attribute__((__section__(".kprobes.text")))

/**
 * Marks a function whose address is not taken.  It is called by name only, so
 * it needs no landing mark for indirect calls, which some kernels require.  Put
 * the mark on both the declaration and the definition; the compiler reports
 * functions where it is wrong.
 */
#if defined(__CET__) && __CET__ & 1
#define STP_CALLED __attribute__((__nocf_check__))
#else
#define STP_CALLED
#endif

/** Marks a function into which all functions of the same unit that it calls are
 *  inlined. */
#define STP_FLAT __attribute__((__flatten__))

/* Marks a function that returns the same number throughout a handler. */
#define STP_SAME __attribute__((__const__))

/* STP_IN(part) is true in the unit that compiles @part; STP_LOCAL is the linkage
 * of functions of a script.  A long script is compiled in parts, in parallel:
 * each unit has the same text, after a line that defines STP_PART.  The
 * functions are not static then. */
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

/** A string value: len bytes of any value; a NUL follows them. */
struct stp_str {
	const char *p;
	stp_u32 len;
};

/** Memory for one string result: cap bytes and a NUL fit. */
struct stp_slot {
	char *p;
	stp_u32 cap;
	stp_u32 loc;	/* 1 + index in LOCS of the expression that makes the
			   string; 0: unknown */
};

/** One argument or key: a number, a string, an aggregate, or memory to print. */
struct stp_val {
	union {
		stp_s64 n;
		const char *p;
		const struct stp_stat *a;
	};
	stp_u32 len;		/* of a string; of memory, perhaps with the
				   flag STP_MEM_USER */
};

/** The most bytes of the target's memory that one argument of %m or %M has.
 *  The flag STP_MEM_USER in stp_val.len means memory of a program, not the kernel's. */
#define STP_MEM_MOST 4096
#define STP_MEM_USER 0x80000000u
/** Returns how many bytes of memory to print.  @n: the length that the script gives; a
 *  negative number means that it gives none, and one byte is printed. */
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
 * The context of one running handler.  There is one per (CPU, level), a serial one,
 * and spare ones.  Generated code uses these members; the members that only the runtime
 * uses follow in struct stp_workspace.  The memory before a context has its cells of
 * counters: stp_cell().
 */
struct stp_ctx {
	/* one cache line: what nearly every hit reads or writes */
	const struct stp_site *site;	/* whose handler runs; NULL: the context is free */
	char *frame;		/* free memory of the frame; 16-aligned */
	char *out_at, *out_end;	/* where the next item of output goes, and where
				   items must end */
	stp_u32 out_items;	/* items in the open record of output */
	stp_s32 budget;		/* back-edges and calls until stp_refill() */
	stp_u32 err;		/* enum stp_err; 0 = fine */
	stp_u32 dirty;		/* what leaving has to do: bits of enum stp_dirty */
	stp_u32 level;		/* enum stp_level */
	stp_u32 err_loc;	/* 1 + index in LOCS of the error; 0: not yet set */
	stp_u32 err_from;	/* of an error in a tapset function: 1 + index in
				   LOCS of the script's call; 0: not yet set */
	stp_u8 next;		/* the function that has just returned did `next` */
	stp_u16 nesting;	/* calls of recursive functions, not ended yet */
	stp_u16 deep;		/* calls of stp_enter_deep(), not ended yet */
	/* members that few hits need */
	char *frame_end;
	const char *stack;	/* the lowest address for frames of `deep` calls */
	char *saved;		/* of a return probe: see stp_entry_set() */
	stp_u64 irqs;		/* not 0: interrupts are off; their state before */
	stp_u32 me;		/* stp_lock.owner of a lock that it takes: 1 + its CPU */
};

/** Bits of stp_ctx.dirty: what leaving has to do. */
enum stp_dirty {
	STP_D_OUT = 1,		/* output is pending */
	STP_D_ERR = 2,		/* err may be set */
	STP_D_SPENT = 4,	/* the budget was refilled */
	STP_D_HELD = 8,		/* it has locks or freezes, or interrupts are off */
	STP_D_EXIT = 16,	/* tell the consumer to stop */
	STP_D_MATCH = 32,	/* the last match is of this handler */
};

/** The address of the cell of a counter, @at words before the context.  No other
 *  context writes the cell, so counting is a plain addition. */
static inline stp_s64 *stp_cell(struct stp_ctx *c, stp_u32 at)
{
	return (stp_s64 *)c - at;
}

enum stp_level { STP_TASK, STP_SOFTIRQ, STP_HARDIRQ, STP_NMI, STP_N_LEVELS };

/** A lock with bounded waiting.  0: it is free; else 1 + the CPU of its owner. */
struct stp_lock {
	stp_u32 owner;
} __attribute__((__aligned__(64)));

/** A global of the script.  The runtime sets num and index when it checks the script,
 *  and the other members at SETUP, all from GLOBALS of the blob. */
struct stp_global {
	stp_s64 num;		/* number; of a counter only while frozen:
				   stp_globals_read() */
	struct stp_map *map;	/* array */
	struct stp_stat *stat;	/* aggregate: really a struct stp_gstat, see
				   core/running.h */
	char *str;		/* string: its bytes, then a NUL */
	stp_u32 len;
	stp_u32 index;		/* in GLOBALS */
};

#endif
