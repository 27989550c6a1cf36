/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The functions that call their stubs now, and the table by which the
 * dispatcher finds the stubs.  Functions are named by their index in
 * stp_trampolines.all.
 */
#ifndef STP_LINUX_TRAMPOLINE_SET_H
#define STP_LINUX_TRAMPOLINE_SET_H

#include "runtime/linux/trampoline.h"

/** Allocates memory for all functions of @t.  Call it before the other
 *  functions of this file.  Returns false if there is no memory. */
bool stp_set_alloc(const struct stp_trampolines *t);
void stp_set_free(void);

/**
 * Begins a set: the functions that are added until stp_set_end() are registered
 * together.  @name is NULL for functions of the kernel itself, or "module:" and
 * something for those of that module.  @name has to stay valid until they are
 * unregistered.
 */
void stp_set_begin(const char *name);
/** Adds @function, which calls the tracer at address @site, to the set; or does
 *  nothing if the dispatcher's table is full. */
void stp_set_add(stp_u32 function, unsigned long site);
/** Registers the set.  Functions that the kernel refuses, or does not call, are
 *  left out; the first time the user is warned. */
void stp_set_end(void);

/** Returns the code to register where @code is wanted: @code, or with
 *  STP_UNPLUG_TRAMPOLINE code that does nothing. */
unsigned long stp_set_called(unsigned long code);
/** Returns true if the @n functions with their hooks at @sites, which have been
 *  registered, call @entry.  If one calls something else, a test decides: the
 *  result is true if direct calls arrive at a function that another tracer is at,
 *  too.  In trampoline_proof.c. */
bool stp_trampoline_is_called(const unsigned long *sites, stp_u32 n,
			      unsigned long entry);
/** Returns true if functions were registered for which
 *  stp_trampoline_is_called() was false. */
bool stp_set_has_failed(void);

/** Returns the address at which @function calls its stub; 0: it does not. */
unsigned long stp_set_hook_address(stp_u32 function);

/** Returns true if @a and @b begin with the same module's name and a colon. */
bool stp_set_is_same_module(const char *a, const char *b);
/** Unregisters the functions of the module of @name ("module:" and something);
 *  NULL: all functions, also those of the kernel.  Returns true if any were
 *  registered, or if stp_set_has_failed(). */
bool stp_set_unregister(const char *name);
/** Removes @function, which is unregistered, from the dispatcher's table. */
void stp_set_drop(stp_u32 function);

#endif
