/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside target/: what modules are made of, for those who look at all of
 * them.
 */
#ifndef TARGET_MODULES_RAW_H
#define TARGET_MODULES_RAW_H

#include "base/vec.h"
#include "translator/target/modules.h"

struct trace_index;

struct module {
	struct module *next;
	const char *name;
	struct elf_file *elf;
	struct btf *types;
	struct module_marks *marks;	/* NULL: nobody asked yet */
};

struct module_entry {
	const char *name, *path;
};

struct modules {
	struct arena *arena;
	const char *dir;
	const char *index;		/* file, or NULL */
	VEC(struct module_entry) all;		/* by name */
	struct module *open;
	struct trace_index *traces;	/* NULL: nobody asked yet */
};

/** The file of an entry that is there, perhaps compressed, or NULL. */
const char *modules_file(struct modules *m, const char *path);

/** NULL is fine. */
void trace_index_free(struct trace_index *t);

#endif
