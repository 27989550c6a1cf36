/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside the driver: one run of the pipeline, and what its files share.
 *
 *	pipeline.c	the list of stages
 *	load.c		sources, and the files of the library that names need
 *	limits.c	-D
 *	dump.c		--dump
 *	display.c	globals that are shown at the end
 *	patterns.c	regular expressions
 *	trampolines.c	return probes by stubs of our own
 *	objects.c	programs whose stacks are walked
 *	script_options.c	options that a script declares
 *	members.c	members of types, prototypes: for editors
 *	survey.c	scripts that use all of a file of the library
 */
#ifndef TRANSLATOR_PIPELINE_PRIVATE_H
#define TRANSLATOR_PIPELINE_PRIVATE_H

#include "parser/parser.h"
#include "translator/pipeline.h"
#include "translator/library.h"

struct pipeline {
	struct session *s;
	struct parse_env env;
	struct library *lib;
	struct syscalls *syscalls;	/* or NULL */
	struct reach *reach;		/* or NULL; see sema.h */
	bool syscalls_seen;		/* it has been looked for */
	bool syscalls_joined;		/* the alias of all calls is there */
	struct ast_visitor puller;	/* must be named by pull_* through it */
	const char *function;		/* whose body is walked, or NULL */
	size_t files_seen, items_seen;
};


/** The environment of the parser. */
void load_env(struct pipeline *p);

/** The library's index and macros, and a program with nothing in it yet. */
void load_open(struct pipeline *p);
/** Frees what load_env() and load_open() have allocated. */
void load_close(struct pipeline *p);

/** The text of a file, or NULL after an error. */
const struct source *load_source(struct pipeline *p, enum source_kind kind,
				 const char *path);

/** The text of a script as given: a file's, or its own. */
const struct source *load_input(struct pipeline *p,
				const struct session_input *in);

/** Take the options that the texts declare out of the script's arguments. */
void options_take(struct pipeline *p, const struct source *const *sources,
		  size_t n);

/** --dump=options: what they are; nothing if there is none. */
void options_help(struct session *s, struct buf *out);

/** Warn of script arguments that nothing has asked for. */
void load_check_args(const struct pipeline *p);

/**
 * Load files until every name that the program uses is declared, or the library
 * does not have it.
 */
void load_library(struct pipeline *p);

/** Probes that show the globals which are written and never read. */
void display_globals(struct pipeline *p);

/** Find the unwind data of programs, if handlers unwind their stacks. */
void objects_find(struct pipeline *p);

/** Decides which rows use trampolines, unless they are switched off; runs after
 *  frames and locks. */
void trampolines_make(struct pipeline *p);

/** Compile the regular expressions of all that is used; after binding. */
void patterns_compile(struct pipeline *p);

/** All files of the library that declare functions; aliases. */
void load_all_functions(struct pipeline *p);
void load_all_aliases(struct pipeline *p);
/** Aliases whose first component is @first; of system calls those whose second
 *  one begins with @second, none if it is "". */
void load_aliases_of(struct pipeline *p, const char *first, const char *second);
/** The names of system calls; some occur twice. */
size_t load_syscall_names(struct pipeline *p, const char ***ret);

/* ---- --dump=locations, variables, probe-types, probe-aliases (list.c) ---- */

/** The probe locations of the script's points, sorted, each once. */
void list_locations(struct session *s, struct buf *out);
/** The same with the variables that a probe finds there. */
void list_variables(struct session *s, struct buf *out);
void list_types(struct session *s, struct buf *out);
void list_aliases(struct session *s, struct buf *out);
/** For the TAB key: kinds, aliases that begin as the script's text does, and first
 *  components of the others, with a dot after them.  It loads few files. */
void list_points(struct session *s, struct buf *out);

/* ---- for editors (members.c) ---- */

/** The members that the last `->name` of the script could name, with types. */
void list_members(struct session *s, struct buf *out);
/** The enumerators of the enumeration that the last target variable has, with
 *  values; or that of the last `@enum`. */
void list_enumerators(struct session *s, struct buf *out);
/** The names that the script declares, with offset and type. */
void list_symbols(struct session *s, struct buf *out);
/** What C calls the functions that are probed: `int f(struct file *file)`. */
void list_prototypes(struct session *s, struct buf *out);

/** Take -D to limits; reports names and values that are invalid. */
void limits_set(struct pipeline *p);

/** Warn of -D names that are no limits if the script holds no C. */
void limits_check_defines(struct pipeline *p);

/** A limit's value: what -D says, or the default. */
uint64_t limits_get(const struct pipeline *p, enum stp_limit_id id);

#endif
