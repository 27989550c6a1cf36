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
 * The stub removes its own return address, which leads back into the entry, so
 * the function runs once.  The stub's frame begins with a struct pt_regs, which
 * is filled at the entry and again at the return.  After that are the values that
 * entry handlers save for this call.  The unit of stubs is made by
 * emit/emit_trampolines.c from the macros of trampoline_asm.h, and defines the
 * structs of this header with their members in this order.
 */
#ifndef STP_LINUX_TRAMPOLINE_H
#define STP_LINUX_TRAMPOLINE_H

#include "runtime/compat/direct.h"
#include "runtime/core/handler.h"

struct pt_regs;

/** A probed function. */
struct stp_trampoline {
	unsigned long site;	/* address of the call that ftrace patches; 0:
				   its module is not loaded */
	unsigned long stub;
	unsigned long ret;	/* in the stub: where the function returns to */
};

/** A row of function @trampoline.  The values that its entry saves begin @saved
 *  bytes after the beginning of the frame.  No handler runs at the return if the
 *  first word there is 0.  So for a row that saves nothing, @saved leads to a word
 *  that is never 0.  The array of these structs is sorted by @row. */
struct stp_trampoline_row {
	stp_u32 row, trampoline, saved, reserved;
};

/** A site that a stub hits, and the next one at the same entry or return. */
struct stp_trampoline_link {
	const struct stp_site *site;	/* NULL: none, or it is disarmed */
	stp_u64 saved;			/* as in struct stp_trampoline_row */
	struct stp_trampoline_link *next;
	const struct stp_site *armed;	/* what `site` is while `row` is armed */
	const struct stp_site *row;	/* the site that is armed and disarmed:
					   `armed`, or for an entry that saves
					   values the site of its return */
};

/** The first links at the entry and the return of a function, with which its
 *  stub calls the handlers. */
struct stp_trampoline_calls {
	struct stp_trampoline_link entry, exit;
};

/** A slot of the dispatcher's table: it finds a stub by the address after the
 *  call at the site. */
struct stp_trampoline_slot {
	unsigned long after, stub;
};

/** The multiplier by which the dispatcher spreads addresses over its slots. */
#define STP_TRAMPOLINE_HASH 0x9e3779b1u
/** The length of the call at a site, in bytes. */
#define STP_TRAMPOLINE_SITE 5
/** The size in bytes of the code that is before the stub of each function of the
 *  kernel itself if `has_redirects`.  A jump to that code has the effect of a call
 *  of the stub by the site. */
#define STP_TRAMPOLINE_REDIRECT 16

struct stp_trampoline_ops {
	/**
	 * Attaches those of @sites that can have a trampoline, sets their
	 * `direct`, and moves them to the end of @sites.  Returns the number of
	 * the other sites.
	 */
	stp_u32 (*attach)(struct stp_site **sites, stp_u32 n);
	/** Called when @site has been armed or disarmed: updates its links. */
	void (*arm)(const struct stp_site *site);
	/** Called when a module is unloaded: detaches the sites in it.  @module is
	 *  the name of the module and a colon. */
	void (*go)(const char *module);
	/** Detaches all sites.  Afterwards no handler runs, and no task returns
	 *  to our code, or the module stays loaded until none does. */
	void (*detach)(void);
	/** Returns the number of calls of @site's function that had not
	 *  returned when it was detached.  @site has been `direct`. */
	stp_u64 (*unreturned)(const struct stp_site *site);
	/** Returns true if the kernel does not call what it has registered for
	 *  us. */
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

/** stp_trampoline_proof() is called by the entry of stp_traced(), to show that direct
 *  calls arrive: it only counts in stp_trampoline_proofs.  stp_trampoline_leave()
 *  does nothing. */
void stp_trampoline_proof(void);
extern unsigned long stp_trampoline_proofs;
void stp_trampoline_leave(void);

/** Called by the stubs at the entry or the return of a function: the first of
 *  each pair runs one handler, the second one several. */
STP_CALLED void stp_trampoline_entry(struct pt_regs *regs,
				     const struct stp_trampoline_link *l);
void stp_trampoline_entries(struct pt_regs *regs,
			    const struct stp_trampoline_link *l);
STP_CALLED void stp_trampoline_exit(struct pt_regs *regs,
				    const struct stp_trampoline_link *l);
void stp_trampoline_exits(struct pt_regs *regs,
			  const struct stp_trampoline_link *l);

/**
 * Makes all tasks that are below a stub return past that stub
 * (trampoline_frames.c).  No task may enter stubs any more.  Adds the number of
 * changed returns of each function to its element of @n, an array that may be
 * NULL.  Returns how many tasks may still return to a stub.  For these tasks it
 * can be called again later.
 */
stp_u32 stp_trampoline_switch(const struct stp_trampolines *t, stp_u64 *n);

#endif
