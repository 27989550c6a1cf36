/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Spaces: what processes have mapped.  A space is the list of files that a
 * process has mapped, and their addresses.  Processes with equal lists, as
 * after fork(), are in the same space.  A space is made when a handler asks for
 * an address of the process.  It stays when the process has ended, so that
 * addresses keep their meaning, until it is retired (space_table.h).
 */
#ifndef STP_LINUX_SPACES_H
#define STP_LINUX_SPACES_H

#include <linux/sched.h>
#include <linux/types.h>

#include "runtime/core/handler.h"

#define STP_NO_FILE (~0u)
#define STP_VDSO_FILE 0		/* the vDSO, which the kernel maps into each
				   process */

/** A mapping of a space. */
struct stp_map {
	u64 start, end;
	u64 offset;		/* of `start`, in the file */
	u32 file;		/* number of a file; STP_NO_FILE: it is code
				   that is in no file, or there were too many
				   files */
	u32 is_code;		/* 1: some of it can be executed */
};

/**
 * Returns the space of the current process, or 0: it has none, or its mappings
 * are not known yet and cannot be looked at here.  Any context.
 */
u32 stp_space_of_current(struct stp_ctx *c);

/** Does what stp_space_of_current() does, for a hit that comes on its way back to the
 *  program (uprobe.h), where no lock is held. */
u32 stp_space_here(void);

/** Looks at the mappings @mm of @t if they are not known yet or may have
 *  changed.  Does nothing if that would have to wait.  The caller keeps @mm
 *  alive.  Call it with interrupts on, or where the interrupted code holds no
 *  locks of the scheduler. */
void stp_space_note(struct task_struct *t, struct mm_struct *mm);

/** Begins to note the mappings of watched processes before these mappings go.
 *  Watched are processes with breakpoints of uprobes, and the target.  Returns 0.
 *  May sleep. */
int stp_space_watch_begin(void);
/** Ends what stp_space_watch_begin() began, if it did.  May sleep. */
void stp_space_watch_end(void);
/** Notes the mappings of all watched processes.  Serial context only. */
void stp_space_watch_look(void);

/** The member is_chain of struct stp_spaces; in os_ustack.c. */
bool stp_ustack_is_chain(const struct stp_row *row, u64 place,
			 const struct pt_regs *regs);

/** Returns the space that has mapped @addr and was met last, or 0, for an
 *  address of a process that is not the current one.  If no space has mapped
 *  @addr, notes all watched processes and searches again.  Serial context
 *  only. */
u32 stp_space_with(u64 addr);

/** Returns the mapping of @space that has @addr, or NULL. */
const struct stp_map *stp_space_find(u32 space, u64 addr);

/** Returns the blob's object for the file of mapping @m, or NULL. */
const struct stp_object *stp_space_object(const struct stp_map *m);

/** Stores the address in @ret at which @space has link address @linked of the
 *  blob's object @object.  Returns false if the space has not mapped the
 *  object.  Any context. */
bool stp_space_address(u32 space, u32 object, u64 linked, u64 *ret);

/** Returns the link address of @addr in its file, or 0 if no file is mapped
 *  there.  Any context. */
u64 stp_space_linked(u32 space, u64 addr);

#endif
