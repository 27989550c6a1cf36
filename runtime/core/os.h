/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The services that core needs from its environment, about 25.  For the kernel they
 * are in linux/os*.c and linux/os_inline.h, for an ordinary process in host/os.c,
 * host/loop.c and host/os_inline.h.
 *
 * "Any context" means that an NMI may call it.
 */
#ifndef STP_CORE_OS_H
#define STP_CORE_OS_H

#include "runtime/core/types.h"

struct stp_workspace;

/** Allocates @size zeroed bytes, 64-aligned, which count against STP_LIM_MEMORY_MB.
 *  Returns NULL if there is no memory, or @size is 0.  Task context. */
void *stp_os_alloc(stp_u64 size);
/** Frees @p, of the same @size as when it was allocated; NULL: does nothing. */
void stp_os_free(void *p, stp_u64 size);

/** Return the time in nanoseconds: of CLOCK_MONOTONIC, and since the epoch.  Any
 *  context. */
stp_u64 stp_os_now(void);
stp_u64 stp_os_wall(void);

/** Returns a random number, which need not be hard to guess.  Any context. */
stp_u64 stp_os_random(void);

/** The number of CPUs that may ever run a handler and so get contexts; 0 in a process,
 *  where all handlers run in the serial context. */
stp_u32 stp_os_n_cpus(void);

/**
 * Copies @n bytes at @addr of the traced system's memory to @dst.  Returns false if they
 * cannot be read, or are not present.  Never sleeps.  Any context.
 */
bool stp_os_read(void *dst, stp_u64 addr, stp_u32 n, enum stp_space space);

/**
 * Puts a complete record into the ring of context @c.  If its seq is 0, sets it to the
 * next number when there is room.  With @reserve the record may take the room that is
 * kept for last words.  Returns false if there is no room; if c->can_wait, it has waited
 * some time for room.
 */
bool stp_os_emit(struct stp_workspace *c, struct stp_rec *r, bool reserve);

/** Formats like vsnprintf() of the kernel or of libc, and returns the same value.
 *  Part of the facility embed, which alone needs it.  Any context. */
int stp_os_vformat(char *p, stp_u32 size, const char *fmt,
		   __builtin_va_list ap);

/**
 * Puts the output of @c into its ring as one record, and makes the record's header
 * (stp_rec_head()).  The output is at c->out: room for the header, then items, @len bytes
 * in all.  Returns false if there is no room.  Never waits.
 */
bool stp_os_emit_output(struct stp_workspace *c, stp_u32 len);

/** The lowest byte of the machine's stack, in which @here is; NULL if it is not known.
 *  Any context. */
const char *stp_os_stack_end(const char *here);

/** Sleeps for the shortest possible time.  The serial context only. */
void stp_os_pause(void);

/** Returns true if handlers may switch interrupts off and on by the CPU's instructions
 *  alone: no hypervisor and no lock checker must be told. */
bool stp_os_owns_irqs(void);

/** Returns a pointer that identifies the task that runs; it is only compared. */
const void *stp_os_task(void);
/** Returns true if the task that runs has been killed, so that it must not wait long. */
bool stp_os_is_killed(void);

/** Makes stp_arm.look() run soon, once in STP_ON_THE_FLY_INTERVAL at most, in a context
 *  that may sleep.  Any context. */
void stp_os_look_soon(void);
/** Ends calls of stp_arm.look(): when this returns none runs, and none will run before
 *  the next stp_os_look_soon(). */
void stp_os_look_never(void);

/** Take and release the serial context, which one thread at a time may have.  May sleep;
 *  a thread that has it must not take it again. */
void stp_os_enter_serial(void);
void stp_os_leave_serial(void);

/*
 * The inline services, from os_inline.h of linux or host:
 *
 * u32  stp_os_cpu(void)		number of this CPU
 * bool stp_os_has_commands(void)	true if the reader runs the commands of
 *					system()
 * unsigned long stp_os_irq_off(void)	interrupts off on this CPU; returns their
 *					state, never 0, for stp_os_irq_on()
 * void stp_os_irq_on(unsigned long flags)
 * void stp_os_relax(void)		one turn of a busy wait
 * void stp_os_add(s64 *p, s64 d)	*p += d, in one step for interrupts
 * void stp_os_add_sq(u64 *p, s64 v)	add v * v to the 128 bits at p[0], p[1],
 *					likewise
 * bool stp_os_swap(s64 *p, s64 old, s64 new)	compare and swap, likewise
 */
#ifdef __KERNEL__
#include "runtime/linux/os_inline.h"
#else
#include "runtime/host/os_inline.h"
#endif

#endif
