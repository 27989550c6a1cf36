/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What walk.c, which computes where an object is, and walk_step.c, which goes on
 * from there, share.
 */
#ifndef TARGET_WALK_RAW_H
#define TARGET_WALK_RAW_H

#include "translator/target/path/walk.h"

/** Go from the root into memory; false with a reason unless the @bits from the walk's
 *  position on are there. */
bool walk_enter_memory(struct walk *w, uint64_t bits);
/** Make the ops compute the scalar at the walk's position.  @whole is for paths that write:
 *  if the scalar fills its piece of a register, no op cuts out its bits. */
bool walk_take(struct walk *w, bool whole);
/** Make the walk be at the value that the ops compute, a @type. */
void walk_become(struct walk *w, const struct ctype *type);
/** Follow the object if it is a reference of C++, which means what it refers to; false
 *  with a reason if that fails. */
bool walk_see_through(struct walk *w);
/** Refuses because the object is a whole structure, a @t.  Returns false. */
bool walk_refuse_whole(struct walk *w, const struct ctype *t);
/** The name of the type at the walk's position. */
const char *walk_own_text(const struct walk *w);

#endif
