/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files that write script.c share.
 */
#ifndef EMIT_PRIVATE_H
#define EMIT_PRIVATE_H

#include "translator/ir/ir.h"

/** The state of writing C text: the unit, and the position in it. */
struct emitter {
	const struct ir_unit *u;
	const struct ir_func *f;
	const struct ir_block *block;
	struct buf *out;
};

/** Returns the linkage of functions: "static", or "STP_LOCAL" if the script has
 *  several parts. */
const char *emit_linkage(const struct emitter *e);
/** Writes the instruction @in of e->block.  If it may fail, writes the test for an
 *  error after it. */
void emit_ins(struct emitter *e, const struct ir_ins *in);
/** Writes the function h<n>() through which the gate enters the handler @f, for which
 *  emit_is_hit() is true.  emit_declare_hit() declares it. */
void emit_hit(struct emitter *e, const struct ir_func *f);
void emit_declare_hit(struct emitter *e, const struct ir_func *f);

/** Writes the tables of all regular expressions: re0, re1, ... */
void emit_regexes(const struct ir_unit *u, struct buf *out);
/** Returns the number of words that a context keeps for a match: positions and
 *  registers; 0 if it keeps none. */
uint32_t emit_match_words(const struct ir_unit *u);

/** Returns the number of locks: the highest number of a set plus one. */
unsigned emit_n_locks(const struct ir_unit *u);
/** Returns true if h<n>() itself takes the lock of the handler @f, which has only one
 *  and takes it before it runs. */
bool emit_takes_lock(const struct ir_func *f);
/** Returns true if the gate enters the handler @f through a function h<n>(), which
 *  emit_hit() writes. */
bool emit_is_hit(const struct ir_func *f);
/** Writes the tables of handlers, conditions and kinds, and stp_script. */
void emit_script(const struct ir_unit *u, struct buf *out);

#endif
