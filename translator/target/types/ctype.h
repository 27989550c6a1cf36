/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * C types as one graph, whatever they were read from.
 *
 * A provider (btf.c) makes a node when it is first asked for and owns it; nodes
 * never change.  Two nodes are the same type of the same image if their
 * pointers are equal; ctype_equal() compares types of different images.
 *
 * Images are not trusted: chains of typedefs may be circular, structures may
 * hold themselves.  The functions here walk CTYPE_DEPTH steps at most and then
 * say "void", "no such member" or "size 0".
 */
#ifndef TARGET_CTYPE_H
#define TARGET_CTYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct ctype;

#define CTYPE_DEPTH 64

enum ctype_kind {
	CTYPE_VOID,
	CTYPE_INT,
	CTYPE_BOOL,
	CTYPE_FLOAT,
	CTYPE_ENUM,
	CTYPE_POINTER,		/* target: what it points to */
	CTYPE_ARRAY,		/* target: the element */
	CTYPE_STRUCT,
	CTYPE_UNION,
	CTYPE_TYPEDEF,		/* target: what it stands for */
	CTYPE_CONST,		/* target: the type without it; likewise below */
	CTYPE_VOLATILE,
	CTYPE_RESTRICT,
	CTYPE_ATOMIC,
	CTYPE_FUNCTION,		/* target: the type of its result */
};

/** When a member is present: those of Rust's enums are not always. */
enum ctype_when {
	CTYPE_ALWAYS,
	CTYPE_DISCRIMINANT,	/* always; its value says which members of the next two
				   kinds are present: */
	CTYPE_VARIANT,		/* if the discriminant is `variant` */
	CTYPE_OTHERWISE,	/* if the discriminant is that of no other variant */
};

/** A member as declared. */
struct ctype_member {
	const char *name;	/* "" for an anonymous structure or union */
	const struct ctype *type;
	uint64_t bit_offset;	/* from the start of the structure */
	unsigned bit_size;	/* of a bit-field; 0: it is none */
	bool is_base;		/* a class that this one inherits; its name
				   is "", and own members hide those in it */
	bool is_virtual;	/* is_base: only the object says where it is;
				   bit_offset says nothing */
	int64_t in_vtable;	/* is_virtual: the object begins with a pointer
				   to a table; the base's offset is stored this
				   many bytes from there; 0: not known */
	enum ctype_when when;
	int64_t variant;	/* VARIANT: in as many bits as the discriminant has */
};

/** What a POINTER is in the program: "T *", C++'s "T &" and "T &&". */
enum ctype_reference {
	CTYPE_NO_REFERENCE,
	CTYPE_LVALUE_REFERENCE,
	CTYPE_RVALUE_REFERENCE,
};

/** How a FUNCTION gets its parameters and returns its result. */
enum ctype_convention {
	CTYPE_AS_C,		/* the ABI of C */
	CTYPE_AS_RUST,		/* cc_rust.c */
	CTYPE_AS_RUST_OR_C,	/* one of the two */
	CTYPE_AS_ELSE,		/* another language's, or the compiler changed it */
};

/** How calls pass and return an object. */
enum ctype_passing {
	CTYPE_BY_CONTENT,	/* as the ABI of C says */
	CTYPE_BY_REFERENCE,	/* by its address, however small: some classes of C++ */
	CTYPE_BY_UNKNOWN,	/* one of the two */
};

struct ctype_enumerator {
	const char *name;
	int64_t value;		/* a big unsigned one looks negative */
};

struct ctype_param {
	const char *name;	/* "" if the image does not say */
	const struct ctype *type;
};

/** The operations of a provider on its nodes; arrays live as long as nodes. */
struct ctype_ops {
	const struct ctype *(*target)(const struct ctype *t);
	const struct ctype_member *(*members)(const struct ctype *t);
	const struct ctype_enumerator *(*enumerators)(const struct ctype *t);
	const struct ctype_param *(*params)(const struct ctype *t);
	/** The definition of a declared structure, or NULL. */
	const struct ctype *(*definition)(const struct ctype *t);
	/** How a structure or union is passed.  NULL: by content, as in C. */
	enum ctype_passing (*passing)(const struct ctype *t);
};

/** The address space of the objects of a type.  A pointer that a script
 *  keeps is read in that space wherever it is used. */
enum ctype_space {
	CTYPE_ANYWHERE,		/* not known: that of the location */
	CTYPE_OF_KERNEL,
	CTYPE_OF_PROGRAM,
};

struct ctype {
	enum ctype_kind kind;
	enum ctype_space space;
	const char *name;	/* its own, without "struct"; "" if it has none */
	uint64_t size;		/* bytes; 0 if it follows from the target */
	uint64_t n;		/* elements, members, enumerators, params */
	bool is_signed;		/* INT, ENUM */
	bool is_char;		/* INT: the image calls it a character */
	bool is_declared;	/* STRUCT, UNION, ENUM without a definition */
	bool is_variadic;	/* FUNCTION: ... after the params */
	bool is_vector;		/* ARRAY: of a vector unit */
	bool is_complex;	/* INT, FLOAT: two numbers of half the size */
	bool is_decimal;	/* FLOAT: of decimal digits */
	bool is_unprototyped;	/* FUNCTION of C that is defined without the types
				   of its params in parentheses */
	enum ctype_reference reference;	/* POINTER */
	enum ctype_convention convention; /* FUNCTION */
	unsigned align;		/* bytes, if the program asked for it, or 0 */
	uint64_t stride;	/* ARRAY: bytes from one to the next element;
				   0: the element's size */
	const struct ctype_ops *ops;
	void *image;		/* the provider's */
	uint64_t id;		/* in the image */
};

/** The target of @t, see ctype_kind.  Never NULL: a type without a target has void. */
const struct ctype *ctype_target(const struct ctype *t);

/** The t->n members, enumerators or parameters of @t; NULL if it has none or
 *  is of another kind. */
const struct ctype_member *ctype_members(const struct ctype *t);
const struct ctype_enumerator *ctype_enumerators(const struct ctype *t);
const struct ctype_param *ctype_params(const struct ctype *t);

/** How calls pass an object of @t, which has no typedef or qualifier around it. */
enum ctype_passing ctype_passing(const struct ctype *t);

/**
 * Strips typedefs and qualifiers, and replaces a declared structure by its
 * definition if the image has one.
 */
const struct ctype *ctype_strip(const struct ctype *t);

/** Returns true for a number, a pointer or an enumeration, which a register can hold. */
bool ctype_is_scalar(const struct ctype *t);

/** The size of @t in bytes; 0 if it is incomplete or too large. */
uint64_t ctype_size(const struct ctype *t);

/**
 * Find a member of a structure or union, also inside its anonymous members;
 * false: there is none.  @t may be a typedef of it.  @ret has the offset from
 * the start of @t.  Virtual bases of C++ are not looked at.
 */
bool ctype_find_member(const struct ctype *t, const char *name,
		       struct ctype_member *ret);
/** The name of the member that is nearest to @name, for "did you mean", or NULL. */
const char *ctype_nearest_member(const struct ctype *t, const char *name);

/**
 * Returns true if the kinds, names, sizes and targets are the same all the way down.
 * Structures with a name are compared by name and, if both are defined, by size; nameless
 * ones by their members.  Names of parameters do not count.  False for very large types.
 */
bool ctype_equal(const struct ctype *a, const struct ctype *b);

/**
 * Append the C text that declares @name with this type: "char *argv[4]";
 * "" gives the type's name: "struct file *", "int (*)(void)".
 */
void ctype_put(struct buf *b, const struct ctype *t, const char *name);

extern const struct ctype ctype_void;

#endif
