/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * From a variable along members and elements to a value: ops, step by step.
 *
 * A walk is at an object of some type.  The object is a part of the root (a
 * variable, which may be in registers), or it lies in memory and the ops made
 * so far compute its address, or it is a value that the ops made:
 *
 *	root	ROOT	bit 0		struct file *file, in a register
 *	->	MEMORY	bit 128		struct path f_path: op REG
 *	->	MEMORY	bit 192		struct dentry *dentry
 *	read	VALUE			ops REG, ADD 24, LOAD 8
 *
 * Walks are small and may be copied to go several ways from one place; the
 * copies share no memory that either writes to.
 */
#ifndef TARGET_WALK_H
#define TARGET_WALK_H

#include "translator/target/types/types.h"

struct arena;

/* A path has that many steps at most, and each makes a few ops. */
#define WALK_OPS 200

enum walk_at {
	WALK_ROOT,		/* `bit` counts from the root's first */
	WALK_MEMORY,		/* `bit` counts from the ops' value */
	WALK_VALUE,
};

struct walk {
	struct arena *arena;
	enum walk_at at;
	const struct ctype *type;
	struct location root;
	int64_t bit;
	unsigned bit_size;	/* of a bit-field; 0: it is none */
	bool user;		/* memory is user space */
	struct span span;	/* for the ops made next */
	const struct path_op *ops;
	size_t n_ops;
	/* why it cannot go on; an owner of static or arena memory */
	const char *reason, *hint;
};

/** A walk that begins at a variable: @type at @root. */
struct walk walk_root(struct arena *a, const struct location *root,
		      const struct ctype *type, bool user);
/** One that begins at the value that is there before the first op. */
struct walk walk_value(struct arena *a, const struct ctype *type, bool user);
/** The same with an object whose address that value is. */
struct walk walk_memory(struct arena *a, const struct ctype *type, bool user);

/* All of these return false with a reason, and then the walk is over. */

/** Take a member or an element; pointers on the way are followed. */
bool walk_step(struct walk *w, const struct path_step *s);
/** Go to an inherited class, @m of the members of the class that the walk is
 *  at. */
bool walk_base(struct walk *w, const struct ctype_member *m);
/** Follow the pointer that the walk is at. */
bool walk_follow(struct walk *w);
/**
 * End at the value: a number; an array or a function is its address.
 * The type is then that of the value.
 */
bool walk_read(struct walk *w);
/** End at the address of the object; the type becomes a pointer to it. */
bool walk_address(struct walk *w);
/** End as access_path.h says for PATH_WRITE. */
bool walk_write(struct walk *w);
/** Move to an object in memory, with ops that compute just its address. */
bool walk_in_memory(struct walk *w);

/** Append an op; with the walk's span. */
bool walk_op(struct walk *w, struct path_op op);
/** False, with the reason: printf into the arena. */
bool walk_refuse(struct walk *w, const char *hint, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/** False, because the type there is declared, but not defined. */
bool walk_refuse_declared(struct walk *w);

/** The C text of a type, owned by @a. */
const char *walk_type_text(struct arena *a, const struct ctype *t);
/** A pointer to @t, owned by @a. */
const struct ctype *walk_pointer_to(struct arena *a, const struct ctype *t);
/** char, signed char, unsigned char and their other names. */
bool walk_is_char(const struct ctype *t);

#endif
