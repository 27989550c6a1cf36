/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What core asks of the world it runs in: about twenty services, given by
 * linux/os.c with linux/os_inline.h, or by host/os.c with host/os_inline.h.
 *
 * "Any context" means that an NMI may call it.
 */
#ifndef STP_CORE_OS_H
#define STP_CORE_OS_H

#include "runtime/core/types.h"

struct stp_workspace;

/** Zeroed memory, 64-aligned; counted against STP_LIM_MEMORY_MB; NULL when
 *  there is none.  Task context. */
void *stp_os_alloc(stp_u64 size);
void stp_os_free(void *p, stp_u64 size);

/** Nanoseconds of CLOCK_MONOTONIC and since the epoch.  Any context. */
stp_u64 stp_os_now(void);
stp_u64 stp_os_wall(void);

/** A random number.  Any context. */
stp_u64 stp_os_random(void);

/** The number of CPUs that may ever run a handler; each has its contexts. */
stp_u32 stp_os_n_cpus(void);

/**
 * Copy @n bytes of the traced system's memory; false if they cannot be read.
 * Never faults, never sleeps.  Any context.
 */
bool stp_os_read(void *dst, stp_u64 addr, stp_u32 n, enum stp_space space);

/**
 * Put a record, whose bytes and length are ready, into the ring of context
 * @c.  If its seq is 0 it gets the next number once there is room.  With
 * @reserve it may take the room that is kept for last words.  False if there
 * is no room (a serial context that may sleep waits a moment for it).
 */
bool stp_os_emit(struct stp_workspace *c, struct stp_rec *r, bool reserve);

/** Format like the world's vsnprintf(), whose value it returns.  Given by the
 *  facility embed, which alone needs it.  Any context. */
int stp_os_vformat(char *p, stp_u32 size, const char *fmt,
		   __builtin_va_list ap);

/**
 * Put what @c has printed, @len bytes from c->out on, into its ring as one
 * record; its head is still to be made (stp_rec_head()).  False if there is no
 * room.  Never waits.
 */
bool stp_os_emit_output(struct stp_workspace *c, stp_u32 len);

/** The lowest byte of the machine's stack that @here is in, or NULL if that
 *  is not known.  Any context. */
const char *stp_os_stack_end(const char *here);

/** Sleep for the shortest time there is.  The serial context only. */
void stp_os_pause(void);

/** Are interrupts switched off by the CPU's own instructions, and nobody told?
 */
bool stp_os_owns_irqs(void);

/** The task that runs, for a comparison. */
const void *stp_os_task(void);
/** It has been killed, and is to get out of the kernel. */
bool stp_os_is_killed(void);

/** Call stp_arm.look() soon, in a context that may sleep.  Any context. */
void stp_os_look_soon(void);
/** No call of it runs or will run, until the next one is asked for. */
void stp_os_look_never(void);

/** The serial context is used by one thread at a time.  May sleep. */
void stp_os_enter_serial(void);
void stp_os_leave_serial(void);

/*
 * Inline, from the world's header:
 *
 * u32  stp_os_cpu(void)		number of this CPU
 * unsigned long stp_os_irq_off(void)	interrupts off on this CPU; never 0
 * void stp_os_irq_on(unsigned long flags)
 * void stp_os_relax(void)		one turn of a busy wait
 * void stp_os_add(s64 *p, s64 d)	*p += d, whole against interrupts
 * void stp_os_add_sq(u64 *p, s64 v)	add v * v to the 128 bits at p[0], p[1]
 * bool stp_os_swap(s64 *p, s64 old, s64 new)	compare and swap, likewise
 */
#ifdef __KERNEL__
#include "runtime/linux/os_inline.h"
#else
#include "runtime/host/os_inline.h"
#endif

#endif
