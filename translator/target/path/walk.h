/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Walks from a variable along members and elements to a value, and makes the ops
 * of the access path on the way.
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
 * Walks are small and may be copied to go several ways from one object: ops that
 * the copies share are never changed.
 */
#ifndef TARGET_WALK_H
#define TARGET_WALK_H

#include "translator/target/types/types.h"

struct arena;

/* The most ops of a path; each step makes a few. */
#define WALK_OPS 200

enum walk_at {
	WALK_ROOT,		/* `bit` counts from the root's first */
	WALK_MEMORY,		/* `bit` counts from the ops' value */
	WALK_VALUE,		/* the ops' value is the object */
};

struct walk {
	struct arena *arena;
	enum walk_at at;
	const struct ctype *type;
	struct location root;
	int64_t bit;
	unsigned bit_size;	/* of a bit-field; 0: it is not one */
	bool user;		/* memory is user space */
	struct span span;	/* for the ops made next */
	const struct path_op *ops;
	size_t n_ops;
	/* why it cannot go on, or NULL; in static or arena memory */
	const char *reason, *hint;
};

/** A walk that begins at a variable of @type, which is at @root. */
struct walk walk_root(struct arena *a, const struct location *root,
		      const struct ctype *type, bool user);
/** A walk that begins at the value before the first op, of @type. */
struct walk walk_value(struct arena *a, const struct ctype *type, bool user);
/** A walk that begins at an object of @type whose address is the value before the
 *  first op. */
struct walk walk_memory(struct arena *a, const struct ctype *type, bool user);

/* The functions from here to walk_refuse_declared() return false, and set the reason, if
 * they fail; the walk cannot be used after that. */

/** Take a member or an element; pointers on the way are followed. */
bool walk_step(struct walk *w, const struct path_step *s);
/** Go to an inherited class: the member @m of the class that the walk is at. */
bool walk_base(struct walk *w, const struct ctype_member *m);
/** Follow the pointer that the walk is at: go to the object that it points to. */
bool walk_follow(struct walk *w);
/**
 * End at the value, a number: for an array or a function, its address.  The walk's
 * type is then that of the value.
 */
bool walk_read(struct walk *w);
/** End at the address of the object (of a C++ reference, of what it refers to); the type
 *  becomes a pointer to it. */
bool walk_address(struct walk *w);
/** End with a path that can be written, as access_path.h says for PATH_WRITE. */
bool walk_write(struct walk *w);
/** Make the ops compute the address of the object, which must be in memory. */
bool walk_in_memory(struct walk *w);

/** Append an op, with the walk's span. */
bool walk_op(struct walk *w, struct path_op op);
/** Returns false, after it has set the reason (as printf, in the arena) and the hint. */
bool walk_refuse(struct walk *w, const char *hint, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/** Refuses because the walk's type is declared but not defined.  Returns false. */
bool walk_refuse_declared(struct walk *w);

/** The C text of a type, owned by @a. */
const char *walk_type_text(struct arena *a, const struct ctype *t);
/** A pointer to @t, owned by @a. */
const struct ctype *walk_pointer_to(struct arena *a, const struct ctype *t);
/** Returns true for char, signed char, unsigned char and their other names. */
bool walk_is_char(const struct ctype *t);

#endif
