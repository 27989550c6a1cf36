/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The running kernel's symbol for an address.
 */
#ifndef STP_LINUX_FN_SYMBOL_H
#define STP_LINUX_FN_SYMBOL_H

#include "runtime/core/handler.h"

/** Returns the symbol of @addr as "name+0x1a/0x2c0 [module]", or an empty
 *  string if it is not known; valid until the next call in the same context.
 *  Any context. */
struct stp_str stp_symbol_at(struct stp_ctx *c, stp_u64 addr);

#endif
