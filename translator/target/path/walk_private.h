/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * For walk.c, which is about where an object is, and walk_step.c, which goes
 * on from there.
 */
#ifndef TARGET_WALK_RAW_H
#define TARGET_WALK_RAW_H

#include "translator/target/path/walk.h"

/** Go from the root into memory, if @bits from the walk's position are
 *  there. */
bool walk_enter_memory(struct walk *w, uint64_t bits);
/** Take the scalar at the walk's position; @whole: all of a register, not just
 *  its bits. */
bool walk_take(struct walk *w, bool whole);
/** What the ops make is a @type. */
void walk_become(struct walk *w, const struct ctype *type);
/** References of C++ mean what they refer to. */
bool walk_see_through(struct walk *w);
bool walk_refuse_whole(struct walk *w, const struct ctype *t);
/** The name of the type at the walk's position. */
const char *walk_own_text(const struct walk *w);

#endif
