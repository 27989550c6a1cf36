/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A string that is being made of objects, by pretty.c of one and by
 * pretty_all.c of all at a location.
 */
#ifndef TARGET_PRETTY_RAW_H
#define TARGET_PRETTY_RAW_H

#include "base/buf.h"
#include "base/vec.h"
#include "translator/target/path/resolve_private.h"

struct printer {
	struct arena *arena;
	struct buf format;
	VEC(struct path_arg) args;
	bool all;		/* what is inside, too */
	bool is_whole;		/* ops of arguments start from 0, or: */
	const struct path_op *from;
	size_t n_from;
};

/** @s as it is, in a format. */
void pretty_literal(struct printer *p, const char *s);
/** The number that @w is at by the conversion @conv, or "?". */
void pretty_number(struct printer *p, struct walk *w, const char *conv);
/** Returns these ops, followed by those that were collected; @p is used up. */
struct path *pretty_finish(struct printer *p, const struct path_op *ops,
			   size_t n_ops);

#endif
