/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Symbols of addresses of the running kernel and of programs, for handlers.
 */
#ifndef STP_LINUX_FN_SYMBOL_H
#define STP_LINUX_FN_SYMBOL_H

#include "runtime/core/handler.h"

/** Returns the symbol of @addr: "name+0x1a/0x2c0 [module]", or for an address of
 *  a program what STP_WORDS_MAX describes.  The string is empty if no symbol is
 *  known.  Its bytes are valid until the next call on this CPU at the same level,
 *  or in the serial context until the next call there.  Any context. */
struct stp_str stp_symbol_at(struct stp_ctx *c, stp_u64 addr);

#endif
