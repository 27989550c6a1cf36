/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of probe/: probe points become probe locations.
 *
 * A point as written is, in this order: an alias (whose own points it stands
 * for, with its prologue and epilogue around the body), or one of the kinds.
 * Each kind is a file kind_NAME.c with its patterns and functions that turn a
 * matching point into rows; it prints no C and knows no handlers.
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

/** The sources of what resolving needs to know about the kernel and programs. */
struct probe_world {
	bool hosted;		/* the script runs in an ordinary process */
	struct sys_error *(*kernel)(void *data, struct kernel **ret);
	void *kernel_data;
	/** The kernel's modules; like `kernel`. */
	struct sys_error *(*modules)(void *data, struct modules **ret);
	/** Debug information of a module, or of the kernel (@m NULL); likewise. */
	struct sys_error *(*debug)(void *data, const struct module *m,
				   enum debug_reach reach,
				   struct debug **ret);
	/** The program at @path (binary_find()); it stays the owner's. */
	struct sys_error *(*program)(void *data, const char *path,
				     struct binary **ret);
	struct sys_error *(*program_debug)(void *data, struct binary *b,
					   enum debug_reach reach,
					   struct debug **ret);
	/** The program of -c, a command line, or NULL; the process of -x, or
	 *  0: what `process` alone means. */
	const char *command;
	int64_t pid;
	/** The process, or root, for which names of programs in a script are
	 *  resolved. */
	struct binary_viewer viewer;
	/** Types of C headers, as scripts name them; likewise. */
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
	bool asks_servers;		/* for debug information of programs */
};

struct probe_pattern {
	const char *text;	/* "timer.s(n).randomize(n)": n number, s string;
				   "callee(s)+": once or more; "**": anything */
	void (*resolve)(struct resolve *r, int64_t data);
	int64_t data;
};

/**
 * Expands one probe of a script: adds one struct probe per combination of alias
 * bodies to @p.  Every alias that it names must be in the program.
 */
void probe_expand(struct program *p, const struct probe_world *world,
		  struct ast_probe *ast, struct ast_file *file);

/** Reports remarks about all probes, once they are expanded. */
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
 * Creates the provider of target variables of locations; @world has a kernel.
 * Its answers live in @a.
 */
struct target_vars *target_vars_create(struct arena *a,
				       const struct probe_world *world,
				       enum target_vars_keep keep);
/** Destroys @v, which may be NULL. */
void target_vars_destroy(struct target_vars *v);
/** The provider as sema/ and ir/ see it; it lives as long as @v. */
const struct path_provider *target_vars_provider(const struct target_vars *v);
/** The code address of a location, with types that may be read only now; or NULL. */
const struct target_address *target_vars_known(struct target_vars *v,
					     const struct probe_location *place);
/** With -v: adds a note that names the sources of debug information that were
 *  used. */
void target_vars_tell(const struct target_vars *v, struct diags *diags);
/** Prints, for --dump=target, each location with the queries there and their answers,
 *  in the order of the queries. */
void target_vars_print(const struct target_vars *v, struct buf *out);

/* ---- all kinds ---------------------------------------------------------- */

/**
 * Prints the patterns of kinds in readable form, "timer.s(number)", one per line:
 * those whose names match @pt, which has no arguments; @pt NULL: all.
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
/** The index of the component called @name, or -1. */
int resolve_component(const struct resolve *r, const char *name);
/** The canonical text of the point, with @string in component @i; @i -1: unchanged. */
const char *resolve_name(const struct resolve *r, int i, const char *string);
/** The canonical text of the point, with the number of component @i in hexadecimal. */
const char *resolve_hex_name(const struct resolve *r, unsigned i);
/** Adds a hint to @e, an error that nothing has the name in component @i: the command
 *  that lists all names with the longest word of it. */
void resolve_hint(const struct resolve *r, struct diag *e, unsigned i);

#endif
