/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Which functions call their stubs now, and where the dispatcher finds those.
 * Functions are named by their index in stp_trampolines.all.
 */
#ifndef STP_LINUX_TRAMPOLINE_SET_H
#define STP_LINUX_TRAMPOLINE_SET_H

#include "runtime/linux/trampoline.h"

/** Memory for all of @t, before anything else; false: there is none. */
bool stp_set_alloc(const struct stp_trampolines *t);
void stp_set_free(void);

/**
 * Register together what is added until stp_set_end(): functions of the
 * kernel itself (NULL), or of the module that @name, "module:" and something,
 * is of.  @name has to live on.
 */
void stp_set_begin(const char *name);
void stp_set_add(stp_u32 function, unsigned long site);
/** What the kernel refuses is left out, with one warning. */
void stp_set_end(void);

/** What is called where @code is asked for; it is another if unplugged. */
unsigned long stp_set_called(unsigned long code);
/** trampoline_proof.c: do the functions with their hooks at @sites call @entry?  They
 *  have been registered. */
bool stp_trampoline_is_called(const unsigned long *sites, stp_u32 n,
			      unsigned long entry);
/** Were functions registered that do not? */
bool stp_set_has_failed(void);

/** Where @function calls its stub; 0: it does not. */
unsigned long stp_set_hook_address(stp_u32 function);

/** Is @b of the module that @a, "module:" and something, is of? */
bool stp_set_is_same_module(const char *a, const char *b);
/** Unregister those of the module of @name; NULL: all, of the kernel as well.
 *  Whether there were any. */
bool stp_set_unregister(const char *name);
/** @function is not found any more; it is unregistered. */
void stp_set_drop(stp_u32 function);

#endif
