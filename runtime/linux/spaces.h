/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * What processes have mapped.  A space is the list of files that a process
 * has mapped, and where; processes that have the same, as after fork(), are in
 * the same space.  It is noted when a handler asks for an address of the
 * process, and kept to the end of the run, so that addresses mean something
 * when the process has gone.
 */
#ifndef STP_LINUX_SPACES_H
#define STP_LINUX_SPACES_H

#include <linux/sched.h>
#include <linux/types.h>

#include "runtime/core/handler.h"

#define STP_NO_FILE (~0u)
#define STP_VDSO_FILE 0		/* what the kernel maps into each process */

struct stp_map {
	u64 start, end;
	u64 offset;		/* of start, in the file */
	u32 file;		/* number of a file, or STP_NO_FILE: code that
				   is in none */
	u32 is_code;
};

/**
 * The space of the current process.  0: it has none, or its mappings are not
 * known yet and cannot be looked at here.  Any context.
 */
u32 stp_space_of_current(struct stp_ctx *c);

/** The same, where a user program was interrupted and no lock is held. */
u32 stp_space_here(void);

/** Make sure that what @t has mapped is known.  The caller keeps @mm alive.
 *  Call it with interrupts on, or where the interrupted code holds no locks of
 *  the scheduler. */
void stp_space_note(struct task_struct *t, struct mm_struct *mm);

/** From now on, watched processes are noted before their mappings go: those
 *  with breakpoints of probes, and the target.  Returns 0.  May sleep. */
int stp_space_watch_begin(void);
/** Also if it did not begin.  May sleep. */
void stp_space_watch_end(void);
/** Note all watched processes.  Serial contexts. */
void stp_space_watch_look(void);

/** See struct stp_spaces (os_ustack.c). */
bool stp_ustack_is_chain(const struct stp_row *row, u64 place,
			 const struct pt_regs *regs);

/** Returns the newest space that has mapped @addr, or 0, for an address of a
 *  process that is not the current one.  Serial contexts. */
u32 stp_space_with(u64 addr);

/** The mapping that holds @addr, or NULL. */
const struct stp_map *stp_space_find(u32 space, u64 addr);

/** What is known of the code in a mapping's file, or NULL. */
const struct stp_object *stp_space_object(const struct stp_map *m);

/** Find the address @ret of what object @object of the blob has at link address
 *  @linked.  Returns false if the space has not mapped it.  Any context. */
bool stp_space_address(u32 space, u32 object, u64 linked, u64 *ret);

/** The link address of @addr in its file; 0: no file is mapped there.  Any
 *  context. */
u64 stp_space_linked(u32 space, u64 addr);

#endif
