/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of probe/: probe points become probe locations.
 *
 * A point as written is first searched among the aliases, then among the kinds.
 * An alias stands for its own points, with its prologue and epilogue around the
 * body.  Each kind is a file kind_NAME.c with its patterns and functions that turn
 * a matching point into locations; it prints no C and knows no handlers.
 *
 * doc/recipes.md says how to add a kind.
 */
#ifndef PROBE_PROBE_H
#define PROBE_PROBE_H

#include "translator/program/program.h"
#include "translator/target/dwarf/dwarf.h"
#include "translator/target/elf/elf.h"

struct binary;
struct kernel;
struct debug;
struct module;
struct modules;
struct sys_error;

/** Where resolving gets the kernel, modules, programs and debug information from.  All
 *  functions get kernel_data; callers do not free *@ret.  `kernel`, `modules`, `debug`,
 *  `program` and `headers` may be NULL.  `kernel` and `modules` may set *@ret to NULL:
 *  there are none. */
struct probe_world {
	bool hosted;		/* the script runs in an ordinary process */
	struct sys_error *(*kernel)(void *data, struct kernel **ret);
	void *kernel_data;
	/** The kernel's modules. */
	struct sys_error *(*modules)(void *data, struct modules **ret);
	/** Debug information of a module, or of the kernel (@m NULL). */
	struct sys_error *(*debug)(void *data, const struct module *m,
				   enum debug_reach reach,
				   struct debug **ret);
	/** The program at @path, as binary_find() returns it. */
	struct sys_error *(*program)(void *data, const char *path,
				     struct binary **ret);
	struct sys_error *(*program_debug)(void *data, struct binary *b,
					   enum debug_reach reach,
					   struct debug **ret);
	/** What `process` alone means: the process of -x (@pid, or 0), or else
	 *  the program of -c (@command, a command line, or NULL). */
	const char *command;
	int64_t pid;
	/** The process, or root directory, in which the paths of programs in a
	 *  script are searched. */
	struct binary_viewer viewer;
	/** The types of C headers: "<stdio.h>", "kernel<linux/fs.h>". */
	struct sys_error *(*headers)(void *data, const char *text,
				     struct debug **ret);
};

/** One point while it is resolved to locations. */
struct resolve {
	struct program *p;
	const struct probe_world *world;
	const struct ast_point *point;	/* with aliases expanded */
	struct span span;		/* where errors are reported */
	struct probe *probe;		/* which gets the locations */
	bool asks_servers;		/* debug information is requested from
					   servers, too */
};

struct probe_pattern {
	const char *text;	/* "timer.s(n).randomize(n)": n number, s string;
				   "callee(s)+": once or more; "**": anything */
	void (*resolve)(struct resolve *r, int64_t data);
	int64_t data;
};

/**
 * Expands one probe of a script: adds one struct probe to @p for each point of a kind
 * that its points expand to.  Aliases that these name must have been added to @p.
 */
void probe_expand(struct program *p, const struct probe_world *world,
		  struct ast_probe *ast, struct ast_file *file);

/** Reports, when all probes are expanded, how many returns cannot be probed and how many
 *  inlined copies cannot be found.  The latter is an error with --strict. */
void probe_remark(struct program *p);

/* ---- target variables (target_vars.c) ----------------------------------- */

struct arena;
struct buf;
struct target_vars;

enum target_vars_keep {
	TARGET_VARS_FORGET,
	TARGET_VARS_KEEP,	/* all queries, for target_vars_print() */
};

/**
 * Creates the provider of target variables of locations.  @world->kernel must not be
 * NULL.  Lasting answers live in @a.
 */
struct target_vars *target_vars_create(struct arena *a,
				       const struct probe_world *world,
				       enum target_vars_keep keep);
/** Destroys @v, which may be NULL. */
void target_vars_destroy(struct target_vars *v);
/** The provider as sema/ and ir/ see it; it lives as long as @v. */
const struct path_provider *target_vars_provider(const struct target_vars *v);
/** The code address of @place; NULL if it has none, or @place is NULL.  Types of a
 *  module's tracepoint are read now.  An address made from `many` lives until the
 *  provider's forget(). */
const struct target_address *target_vars_known(struct target_vars *v,
					     const struct probe_location *place);
/** Adds a remark for -v that names the sources of the answers, such as BTF and DWARF. */
void target_vars_tell(const struct target_vars *v, struct diags *diags);
/** Prints, for --dump=target, each location with its queries and their answers, in the
 *  order of the queries.  @v was created with TARGET_VARS_KEEP. */
void target_vars_print(const struct target_vars *v, struct buf *out);

/* ---- all kinds ---------------------------------------------------------- */

/**
 * Prints the patterns of kinds in readable form, "timer.s(number)", one per line.
 * @pt NULL: all.  Otherwise those with arguments whose names match @pt; none, if @pt
 * has arguments or no wildcard.  Patterns that end in ** are never printed.
 */
void probe_print_types(struct program *p, const struct ast_point *pt,
		       struct buf *out);

/** The patterns of the @i-th kind, in the order in which kinds are tried; NULL after
 *  the last kind.  For -L, --dump-probe-types, suggestions. */
const struct probe_pattern *probe_patterns(size_t i, size_t *n_ret);

/** The function that replaces $value of a procfs probe; its file in the library also
 *  has the functions that assign to $value. */
#define PROBE_VALUE_FUNCTION "__probe_value"
/** The function that replaces $verdict of a netfilter probe. */
#define PROBE_VERDICT_FUNCTION "__verdict"

/* ---- for kind_*.c ------------------------------------------------------- */

/** Adds a location; flags come from the point (`?`, `!`).  The result is valid until
 *  the next one is added. */
struct probe_location *resolve_add(struct resolve *r, enum stp_kind_id kind,
				const char *name);
/** The number in component @i; 0 if its argument is no number. */
int64_t resolve_number(const struct resolve *r, unsigned i);
/** The string in component @i. */
const char *resolve_string(const struct resolve *r, unsigned i);
/** The index of the first component called @name, or -1. */
int resolve_component(const struct resolve *r, const char *name);
/** The text of the point without `?`, `!` and condition, and with @string in component
 *  @i; @i -1: no component is changed. */
const char *resolve_name(const struct resolve *r, int i, const char *string);
/** The same text with the number of component @i in hexadecimal. */
const char *resolve_hex_name(const struct resolve *r, unsigned i);
/** Adds a hint to @e, an error that nothing has the name in component @i: the command
 *  that lists all names with the longest word of it. */
void resolve_hint(const struct resolve *r, struct diag *e, unsigned i);

#endif
