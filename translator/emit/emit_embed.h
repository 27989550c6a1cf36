/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside emit/: the parts of script.c that are for embedded C.
 */
#ifndef EMIT_EMIT_EMBED_H
#define EMIT_EMIT_EMBED_H

#include "translator/ir/ir.h"

/**
 * Writes the functions e0, e1 ... that EMBED calls, one for each of u->cs, and
 * the accessors of globals.  They must follow the declaration of G.
 */
void emit_embed_calls(const struct ir_unit *u, struct buf *out);

#endif
