/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Return probes by trampolines.
 *
 * ftrace makes the entry of a probed function call a stub of the script's own
 * unit, which calls the rest of the function and so sees it return:
 *
 *	caller -> function's entry -> stub -> the function after its entry
 *					   <- returns to the stub
 *	       <- returns to the caller
 *
 * The stub drops the return into the entry, so the function runs once.  Its
 * frame is a struct pt_regs, filled anew at the entry and at the return, and
 * the values that entry handlers save for this call.  The unit of stubs is
 * made by emit/emit_trampolines.c from the macros of trampoline_asm.h, and
 * defines what stands here in the same order.
 */
#ifndef STP_LINUX_TRAMPOLINE_H
#define STP_LINUX_TRAMPOLINE_H

#include "runtime/compat/direct.h"
#include "runtime/core/handler.h"

struct pt_regs;

/** A probed function. */
struct stp_trampoline {
	unsigned long site;	/* of the call that ftrace patches; 0: of a
				   module that is not there */
	unsigned long stub;
	unsigned long ret;	/* in the stub: where the function returns to */
};

/** Row @row is one of function @trampoline.  What its entry saves, or something
 *  that is not 0, is @saved bytes from the frame's begin.  In the order of
 *  rows. */
struct stp_trampoline_row {
	stp_u32 row, trampoline, saved, reserved;
};

/** A site that hits, and the next one at that place. */
struct stp_trampoline_link {
	const struct stp_site *site;	/* NULL: none, or it is disarmed */
	stp_u64 saved;
	struct stp_trampoline_link *next;
	const struct stp_site *armed;	/* what `site` is then */
	const struct stp_site *row;	/* whose condition counts */
};

/** What a stub calls its handlers with: the first of each. */
struct stp_trampoline_calls {
	struct stp_trampoline_link entry, exit;
};

/** The dispatcher finds the stub by the address after the site. */
struct stp_trampoline_slot {
	unsigned long after, stub;
};

/** How the dispatcher spreads addresses over its slots. */
#define STP_TRAMPOLINE_HASH 0x9e3779b1u
/** The site's call is so long. */
#define STP_TRAMPOLINE_SITE 5
/** The size of the code before a stub that makes a jump to it look like the
 *  call of the site; if `has_redirects`. */
#define STP_TRAMPOLINE_REDIRECT 16

struct stp_trampoline_ops {
	/**
	 * Attaches those of @sites that can be, which then are `direct` and
	 * come after the others; returns the number of the others.
	 */
	stp_u32 (*attach)(struct stp_site **sites, stp_u32 n);
	/** @site has been armed or disarmed. */
	void (*arm)(const struct stp_site *site);
	/** The module goes whose name and a colon @module begins with: its
	 *  sites are attached no more. */
	void (*go)(const char *module);
	/** Detaches all of them; after it no handler runs, and no task returns
	 *  to our code. */
	void (*detach)(void);
	/** Calls of @site's function, which has been `direct`, that had not
	 *  returned by then. */
	stp_u64 (*unreturned)(const struct stp_site *site);
	/** Does the kernel not call what it has registered for us? */
	bool (*has_failed)(void);
	void (*free)(void);
};

struct stp_trampolines {
	const struct stp_trampoline_ops *ops;
	struct stp_trampoline *all;
	stp_u64 n;
	const struct stp_trampoline_row *rows;
	stp_u64 n_rows;
	struct stp_trampoline_calls *calls;	/* [n] */
	struct stp_trampoline_slot *slots;
	stp_u64 slot_bits;	/* there are 1 << slot_bits */
	unsigned long entry;	/* what ftrace calls */
	unsigned long leave;	/* the end of a stub: leave and a return */
	stp_u64 has_redirects;
};

extern const struct stp_trampoline_ops stp_trampoline_ops;

/** What the entry of stp_traced() calls to show that such calls arrive: it only
 *  counts in stp_trampoline_proofs.  And what does nothing. */
void stp_trampoline_proof(void);
extern unsigned long stp_trampoline_proofs;
void stp_trampoline_leave(void);

/** What the stubs call: at the entry or the return of a function with one
 *  handler there, or more. */
STP_CALLED void stp_trampoline_entry(struct pt_regs *regs,
				     const struct stp_trampoline_link *l);
void stp_trampoline_entries(struct pt_regs *regs,
			    const struct stp_trampoline_link *l);
STP_CALLED void stp_trampoline_exit(struct pt_regs *regs,
				    const struct stp_trampoline_link *l);
void stp_trampoline_exits(struct pt_regs *regs,
			  const struct stp_trampoline_link *l);

/**
 * trampoline_frames.c: make all tasks that are below a stub return past it.  Nobody
 * enters stubs any more.  Add how often that was, by function, to @n; NULL: it
 * is not asked.  How many tasks could not be; they may try again.
 */
stp_u32 stp_trampoline_switch(const struct stp_trampolines *t, stp_u64 *n);

#endif
