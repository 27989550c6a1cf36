/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The modules of a kernel: their names, functions and types.  They are files,
 * whether loaded or not; the running kernel describes loaded modules that have
 * no file.
 */
#ifndef TARGET_MODULES_H
#define TARGET_MODULES_H

#include <stdbool.h>
#include <stdint.h>

#include "translator/target/kernel/target.h"

struct arena;
struct btf;
struct kernel;
struct module;
struct modules;
struct sys_error;

/**
 * Opens the modules that the lists in a directory /lib/modules/RELEASE name; a
 * directory without lists has none.  Files are opened when needed.
 *
 * @index: the file that keeps, from run to run, which tracepoints they have;
 * NULL: none.  It is made and repaired when it is needed.  A user who can write
 * it can forge it: the caller picks a directory of the user or of root.
 */
struct modules *modules_open(const char *dir, const char *index);
/**
 * Also those that the running kernel has loaded and that are in none of its
 * lists, as it tells of them itself (loaded_module.h); @root: "" or, for tests,
 * a directory with proc/ and sys/.
 */
void modules_add_loaded(struct modules *m, const char *root);
/** Also the file @path, before others of that name; what it is called. */
const char *modules_add(struct modules *m, const char *path);
/** All modules go with it.  NULL is fine. */
void modules_close(struct modules *m);
/** Sets the function that gets the percentage of a slow search that is done: 100 at its
 *  end. */
void modules_on_progress(struct modules *m,
			 void (*progress)(void *data, unsigned percent),
			 void *data);

/** Call @fn with the name of each that matches, in order. */
void modules_match(const struct modules *m, const char *glob,
		   void (*fn)(void *data, const char *name), void *data);
/** The one whose name is nearest, or NULL. */
const char *modules_nearest(const struct modules *m, const char *name);

/**
 * Open a module by its name ("ext4", "snd-pcm" is "snd_pcm") or its path.
 * @ret NULL, without error: there is none of that name.  A file that is no
 * module is error [bad-image].
 */
struct sys_error *modules_get(struct modules *m, const char *name,
			      struct module **ret)
	__attribute__((warn_unused_result));

/** The name as the kernel has it. */
const char *module_name(const struct module *m);
/** In lower-case hex; "" if the file has none. */
const char *module_build_id(const struct module *m);

struct module_function {
	const char *name;
	uint64_t addr;		/* made up; agrees with its DWARF */
	bool is_global;
	bool is_init;		/* in memory that is freed after loading */
	bool is_blacklisted;	/* the kernel refuses kprobes there */
	bool is_traced;		/* begins with a call to ftrace */
	bool is_notrace;	/* no call to ftrace, where others have one */
	/**
	 * If its name is not unique: the kernel finds it @distance bytes after
	 * the symbol @anchor.  NULL: by its name.
	 */
	const char *anchor;
	uint64_t distance;
};

struct module_datum;

/** Where the variable called @name is, see module_data.h; texts live in @a;
 *  false: there is none. */
bool module_variable(struct module *m, struct arena *a, const char *name,
		     struct module_datum *ret);

/** The file that it was read from. */
const char *module_path(const struct module *m);
/** A location in a module's code. */
struct module_code {
	struct module_function function;	/* that has it */
	uint64_t addr;		/* made up, as the function's */
	/* how the kernel finds it, as in struct module_function */
	const char *anchor;
	uint64_t distance;
};

/** What is @offset bytes into @section; false: no function. */
bool module_code_at(struct module *m, const char *section, uint64_t offset,
		    struct module_code *ret);

/**
 * Modules have no addresses before they are loaded.  @addr counts bytes from
 * the first loaded section on, through all of them.  Returns the section, and
 * the offset in it; NULL: in none.
 */
const char *module_section(const struct module *m, uint64_t addr,
			   uint64_t *offset);
/** The same of an address as struct module_function has it. */
const char *module_section_at(const struct module *m, uint64_t addr,
			      uint64_t *offset);
/**
 * Returns what is at the number @addr.  @ret is set for both kinds of code;
 * @before and @after for NOT_INSTRUCTION, the numbers where the instructions
 * around it begin.
 */
enum kernel_code module_instruction(struct module *m, uint64_t addr,
				    struct module_code *ret, uint64_t *before,
				    uint64_t *after);

/** Each function whose name matches, by name. */
void module_match(struct module *m, const char *glob,
		  void (*fn)(void *data, const struct module_function *f),
		  void *data);
/** The function whose name is nearest, or NULL. */
const char *module_nearest(struct module *m, const char *name);

/* ---- tracepoints (trace_index.c) ---------------------------------------- */

struct module_tracepoint {
	const char *module;
	const char *group;	/* "" if the file does not say */
	const char *name;
	unsigned words;		/* see kernel_tracepoint_words() */
};

/**
 * Call @fn for each tracepoint of the modules whose names match @modules, in
 * the order of (module, name).  All these are looked at if no index tells of
 * them: for "*" that takes seconds once.  Files that cannot be read have
 * none; what is an error is that the kernel's types cannot be.
 */
struct sys_error *modules_tracepoints(struct modules *m, struct kernel *k,
				      const char *modules,
				      void (*fn)(void *data,
				const struct module_tracepoint *tp),
				      void *data)
	__attribute__((warn_unused_result));

/**
 * The module's types, on the kernel's own; @ret stays the module's.  Without
 * them, or with damaged ones, error [bad-image].
 */
struct sys_error *module_types(struct module *m, struct kernel *k,
			       const struct btf **ret)
	__attribute__((warn_unused_result));

#endif
