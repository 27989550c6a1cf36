/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The string that pretty printing makes while it grows: pretty.c makes the string of one
 * object, pretty_all.c that of all variables at a location.
 */
#ifndef TARGET_PRETTY_RAW_H
#define TARGET_PRETTY_RAW_H

#include "base/buf.h"
#include "base/vec.h"
#include "translator/target/path/resolve_private.h"

/** A format that grows, and its arguments. */
struct printer {
	struct arena *arena;
	struct buf format;
	VEC(struct path_arg) args;
	bool all;		/* structures and arrays inside, too */
	bool is_whole;		/* ops of arguments start where the path starts;
				   else they continue from the ops `from` */
	const struct path_op *from;
	size_t n_from;
};

/** Appends @s to the format, so that it is printed as it is. */
void pretty_literal(struct printer *p, const char *s);
/** Appends the conversion @conv and, as its argument, the number that @w is at; "?" if the
 *  number cannot be reached. */
void pretty_number(struct printer *p, struct walk *w, const char *conv);
/** Returns a path with the ops @ops, and with the format and the arguments of @p.  It frees
 *  the format of @p, so @p cannot be used after that. */
struct path *pretty_finish(struct printer *p, const struct path_op *ops,
			   size_t n_ops);

#endif
