/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The types that a kernel carries for itself: BTF, read into ctype nodes.
 *
 * It has functions with their parameters, structures, unions, enumerations,
 * typedefs and the names of all these; it has neither addresses nor lines nor
 * local variables, and nothing about functions the compiler cloned.
 *
 * A module's types continue those of the kernel it was built with (@base):
 * smaller ids are the kernel's.
 */
#ifndef TARGET_BTF_H
#define TARGET_BTF_H

#include "translator/target/elf/elf.h"
#include "translator/target/types/types.h"

struct btf;
struct sys_error;

/**
 * Opens the types in the bytes of a .BTF section, and checks all of them.  The
 * bytes stay the caller's and must live as long as @ret.  @base: the kernel's
 * types if these are a module's, or NULL.  @what names the file in messages.
 * A section that is damaged or has an unknown kind of type is error [bad-image].
 */
struct sys_error *btf_open(struct range bytes, const struct btf *base,
			   const char *what, struct btf **ret);
/** Closes @b, which may be NULL, and frees all its nodes. */
void btf_close(struct btf *b);

/** The highest id.  Ids go from 1 to this number; 0 is void. */
uint32_t btf_last_id(const struct btf *b);
/**
 * The node of an id, 0 <= @id <= btf_last_id().  Ids of records that are no
 * types (variables, sections, tags of declarations) give void.
 */
const struct ctype *btf_type(const struct btf *b, uint32_t id);

/**
 * The first definition called @name of kind INT, BOOL, FLOAT, ENUM, STRUCT,
 * UNION, TYPEDEF or FUNCTION; NULL if there is none.  The base is searched last.
 */
const struct ctype *btf_find(const struct btf *b, enum ctype_kind kind,
			     const char *name);
/**
 * The next type after @t with the same name and kind, or NULL: static functions
 * of one name may have different parameters.
 */
const struct ctype *btf_find_next(const struct btf *b, const struct ctype *t);

/**
 * Finds the value of the enumerator @name; false if there is none.  Of several
 * with that name the last is taken, so a module's own come before the kernel's.
 */
bool btf_find_enumerator(const struct btf *b, const char *name, int64_t *ret);
/** The type of the variable @name, or NULL.  Most kernels describe only per-CPU
 *  variables. */
const struct ctype *btf_find_variable(const struct btf *b, const char *name);
/** The name of a type, not of a function, that is nearest to @name, for "did you mean";
 *  or NULL. */
const char *btf_nearest_type(const struct btf *b, const char *name);

#endif
