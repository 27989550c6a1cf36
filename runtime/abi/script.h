/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What a compiled script exports: its handlers, and struct stp_script, from
 * which the runtime finds everything else.
 */
#ifndef STP_ABI_SCRIPT_H
#define STP_ABI_SCRIPT_H

#include "runtime/abi/base.h"

typedef void (*stp_handler_fn)(struct stp_ctx *c);

/**
 * Runs a hit to its end, in the context that the gate has claimed: the handler, then
 * stp_done() or stp_finish().  The gate ends in a jump to it.  Returns 0.
 */
typedef int (*stp_hit_fn)(struct stp_ctx *c);

/** Back-edges and calls between two readings of the clock. */
#define STP_CHUNK 256

/** Flags of a handler. */
enum stp_handler_flags {
	STP_H_CHANGES_COND = 1,	/* writes a global that a condition reads */
	STP_H_OUTPUT = 2,	/* may print */
	STP_H_LONG = 4,		/* begin, end, error; the runtime does not read it */
	STP_H_LATE_LOCKS = 8,	/* its code calls stp_take_locks(), later */
	STP_H_OWN_LOCK = 16,	/* one lock, which `hit` itself takes */
	STP_H_ASKS_PROGRAM = 32,	/* for rows of programs: it may wait for
					   memory of the program, or reads its
					   mappings */
};

/**
 * What the gate needs to know before a handler runs.  Sets are connected
 * groups of globals, numbered 0..63 by ir/locks (more share the last one).
 */
struct stp_handler {
	stp_handler_fn fn;
	stp_hit_fn hit;		/* fn, then the end of the hit; NULL: begin, end
				   and error */
	stp_u64 counts;		/* counter sets it adds to */
	stp_u64 freezes;	/* counter sets it reads, resets or deletes */
	stp_u64 locks;		/* locked sets it touches */
	stp_u32 frame;		/* bytes of frame along its deepest path */
	stp_u32 flags;
};

/** A condition of a probe point: non-zero = run the handler. */
typedef stp_s64 (*stp_cond_fn)(struct stp_ctx *c);

/**
 * A condition of rows.  The runtime evaluates it to arm and disarm them, with @freezes
 * and @locks held.  If by_look is set, each handler evaluates the condition again at a
 * hit, under its own locks.  If not, the condition reads numbers only, and the runtime
 * evaluates it before each hit.
 */
struct stp_cond {
	stp_cond_fn fn;
	stp_u32 by_look;
	stp_u64 freezes, locks;
};

struct stp_arm;		/* core/handler.h; a facility */
struct stp_trampolines;	/* linux/trampoline.h; a unit of its own */
struct stp_callers;	/* linux/callers.h; a facility */
struct stp_spaces;	/* core/handler.h; a facility */
struct stp_namespaces;	/* core/handler.h; a facility */
struct stp_target_set;	/* core/handler.h; a facility */

/** What script.c exports; the runtime finds everything else from here. */
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
	stp_u32 match_words;		/* in struct stp_last_match; 0: it is not used */
	const struct stp_arm *arm;	/* 0: no probe has a condition */
	const struct stp_module_syms *module_syms;	/* 0: none are used */
	const struct stp_trampolines *trampolines;	/* 0: none */
	const struct stp_callers *callers;	/* 0: no row has callers */
	const struct stp_spaces *spaces;	/* 0: no address of a program */
	const struct stp_namespaces *namespaces;	/* 0: none are read */
	const struct stp_target_set *target_set;	/* 0: not used */
};
extern const struct stp_script stp_script;

/** Puts the bytes of the file @path here, from stp_blob to stp_blob_end. */
#define STP_BLOB(path)                                                         \
	__asm__(".pushsection .rodata\n"                                       \
		".balign 16\n"                                                 \
		"stp_blob:\n"                                                  \
		".incbin \"" path "\"\n"                                       \
		"stp_blob_end:\n"                                              \
		".byte 0\n"                                                    \
		".popsection\n");                                              \
	extern const unsigned char stp_blob[], stp_blob_end[];

#endif
