/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The modules of a kernel: their names, functions and types.  A module is read
 * from its file, whether it is loaded or not; a loaded module without a file is
 * read from what the running kernel shows of it.
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
 * Opens the modules that the lists in @dir, a /lib/modules/RELEASE, name; if it
 * has no lists, there are no modules.  Files are opened when needed.
 *
 * @index: the file that keeps, from run to run, which tracepoints the modules
 * have; NULL: none.  It is made and repaired when it is needed.  A user who can
 * write it can forge it: the caller picks a directory of the user or of root.
 */
struct modules *modules_open(const char *dir, const char *index);
/**
 * Adds the modules that the running kernel has loaded and that are in none of
 * the lists, as the kernel itself describes them (loaded_module.h).  @root: ""
 * or, for tests, a directory with proc/ and sys/.
 */
void modules_add_loaded(struct modules *m, const char *root);
/** Adds the module in the file @path.  It replaces a module of the same name.
 *  Returns the module's name. */
const char *modules_add(struct modules *m, const char *path);
/** Closes @m, which may be NULL, and all its modules. */
void modules_close(struct modules *m);
/** Sets the function that gets the progress of a slow search in percent: 100 at its
 *  end. */
void modules_on_progress(struct modules *m,
			 void (*progress)(void *data, unsigned percent),
			 void *data);

/** Calls @fn with the name of each module that matches @glob, sorted by name. */
void modules_match(const struct modules *m, const char *glob,
		   void (*fn)(void *data, const char *name), void *data);
/** The name of the module that is nearest to @name, or NULL. */
const char *modules_nearest(const struct modules *m, const char *name);

/**
 * Opens a module by its name ("ext4", "snd-pcm" is "snd_pcm") or absolute path.
 * *@ret belongs to @m; NULL, without error: there is no such module or file.  If a module
 * of that name is open, it is returned, also for the path of another file.  A file that is
 * no module is error [bad-image].
 */
struct sys_error *modules_get(struct modules *m, const char *name,
			      struct module **ret)
	__attribute__((warn_unused_result));

/** The name as the kernel has it. */
const char *module_name(const struct module *m);
/** The GNU build id in lower-case hex; "" if the file has none. */
const char *module_build_id(const struct module *m);

struct module_function {
	const char *name;
	uint64_t addr;		/* made up; agrees with its DWARF */
	bool is_global;
	bool is_init;		/* in memory that is freed after loading */
	bool is_blacklisted;	/* the kernel refuses kprobes there */
	bool is_traced;		/* begins with a call to ftrace */
	bool is_notrace;	/* no call to ftrace, but other functions of
				   the module have one */
	/**
	 * The symbol by which the kernel finds a function whose name is not
	 * unique: @distance bytes after it.  NULL: it is found by its name.
	 */
	const char *anchor;
	uint64_t distance;
};

struct module_datum;

/** Finds where the variable @name is, see module_data.h; texts live in @a.  False:
 *  there is none. */
bool module_variable(struct module *m, struct arena *a, const char *name,
		     struct module_datum *ret);

/** The path of the file that the module was read from; the module's name if it is loaded and
 *  has no file. */
const char *module_path(const struct module *m);
/** A location in a module's code. */
struct module_code {
	struct module_function function;	/* that contains the location */
	uint64_t addr;		/* made up, as the function's */
	/* how the kernel finds it, as in struct module_function */
	const char *anchor;
	uint64_t distance;
};

/** Finds the code @offset bytes into @section; false: it is in no function, or the
 *  kernel cannot find it from any symbol. */
bool module_code_at(struct module *m, const char *section, uint64_t offset,
		    struct module_code *ret);

/**
 * Returns the section that holds @addr, and the offset in it; NULL: none does.
 * Modules have no addresses before they are loaded, so @addr counts bytes from
 * the first loaded section on, through all of them.
 */
const char *module_section(const struct module *m, uint64_t addr,
			   uint64_t *offset);
/** Like module_section(), for an address as struct module_function has it. */
const char *module_section_at(const struct module *m, uint64_t addr,
			      uint64_t *offset);
/**
 * Returns what is at @addr, counted as for module_section().  @ret is set unless
 * that is KERNEL_NO_CODE.  For KERNEL_NOT_INSTRUCTION, @before and @after are
 * where the instruction around @addr and the next one begin, counted as @addr.
 */
enum kernel_code module_instruction(struct module *m, uint64_t addr,
				    struct module_code *ret, uint64_t *before,
				    uint64_t *after);

/** Calls @fn for each function whose name matches @glob, sorted by name, without
 *  what the compiler adds next to a function (__pfx_x, x.cold). */
void module_match(struct module *m, const char *glob,
		  void (*fn)(void *data, const struct module_function *f),
		  void *data);
/** The name of the function of the module (KERNEL_FUNCTIONS), or of the variable
 *  (KERNEL_VARIABLES), that is nearest to @name; or NULL. */
const char *module_nearest(struct module *m, const char *name,
			   enum kernel_match which);

/* ---- tracepoints (trace_index.c) ---------------------------------------- */

struct module_tracepoint {
	const char *module;
	const char *group;	/* "" if the file does not say */
	const char *name;
	unsigned words;		/* see kernel_tracepoint_words() */
};

/**
 * Calls @fn for each tracepoint of the modules whose names match @modules, in
 * the order of (module, name); those of a loaded module without a file come in
 * the order of its types.  Modules that the index does not have are read: for "*"
 * that takes seconds, once.  A file that cannot be read counts as a module without
 * tracepoints.  It is an error if the kernel's types cannot be read.
 */
struct sys_error *modules_tracepoints(struct modules *m, struct kernel *k,
				      const char *modules,
				      void (*fn)(void *data,
				const struct module_tracepoint *tp),
				      void *data)
	__attribute__((warn_unused_result));

/**
 * Opens the module's types, which continue the kernel's; *@ret stays the
 * module's.  It is error [bad-image] if there are none, or damaged ones.
 */
struct sys_error *module_types(struct module *m, struct kernel *k,
			       const struct btf **ret)
	__attribute__((warn_unused_result));

#endif
