/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside target/: the structures of a module and of the list of modules.
 */
#ifndef TARGET_MODULES_RAW_H
#define TARGET_MODULES_RAW_H

#include "base/vec.h"
#include "translator/target/kernel/modules.h"

struct elf_symbol;
struct trace_index;

struct module {
	struct module *next;
	const char *name;
	struct elf_file *elf;
	struct btf *types;
	struct module_marks *marks;	/* NULL: not read yet */
};

struct module_entry {
	const char *name;
	const char *path;	/* NULL: a loaded module that no list has */
};

struct modules {
	struct arena *arena;
	const char *dir;
	const char *index;		/* file, or NULL */
	const char *root;		/* where proc/ and sys/ are, or NULL */
	VEC(struct module_entry) all;		/* by name */
	struct module *open;
	struct trace_index *traces;	/* NULL: not read yet */
	void (*progress)(void *data, unsigned percent);	/* or NULL */
	void *progress_data;
};

/** Returns true if exactly one symbol of the module is called @name. */
bool module_name_is_unique(struct module *m, const char *name);
/** Describes the function @s, without an anchor. */
struct module_function module_function_of(struct module *m,
					   const struct elf_symbol *s);
/** Sets the anchor and distance in @f: of the functions with a unique name in the
 *  section of @of, the nearest one at or before @of.  None: @f is not changed. */
void module_find_anchor(struct module *m, const struct elf_symbol *of,
			struct module_function *f);

/** The path of the file that exists for an entry's @path, perhaps compressed, or
 *  NULL. */
const char *modules_file(struct modules *m, const char *path);

/** Frees @t, which may be NULL. */
void trace_index_free(struct trace_index *t);

#endif
