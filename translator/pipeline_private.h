/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The data and functions that the files of the driver share: one run of the
 * pipeline.
 *
 *	pipeline.c	the list of stages
 *	load.c		sources, and the files of the library that names need
 *	limits.c	limits of a run, -D
 *	dump.c		--dump
 *	display.c	globals that are shown at the end
 *	patterns.c	regular expressions
 *	trampolines.c	return probes that use trampolines
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

/** One run of the pipeline. */
struct pipeline {
	struct session *s;
	struct parse_env env;
	struct library *lib;
	struct syscalls *syscalls;	/* or NULL */
	struct reach *reach;		/* or NULL; see sema.h */
	bool syscalls_seen;		/* syscalls.tbl has been looked for */
	bool syscalls_joined;		/* the alias of all calls is loaded */
	struct ast_visitor puller;	/* pull_*() find the pipeline by it */
	const char *function;		/* name of the one whose body is walked, or NULL */
};


/** Fills in the parser's environment. */
void load_env(struct pipeline *p);

/** Makes the library's index and macros, and an empty program. */
void load_open(struct pipeline *p);
/** Frees what load_env() and load_open() have allocated. */
void load_close(struct pipeline *p);

/** Reads a file.  Returns its text, or NULL after an error, which is reported. */
const struct source *load_source(struct pipeline *p, enum source_kind kind,
				 const char *path);

/** Returns the text of an input: that of its file, or in->text.  Returns NULL after
 *  an error, which is reported. */
const struct source *load_input(struct pipeline *p,
				const struct session_input *in);

/** Reads the options that the @n @sources declare (entries may be NULL) from the
 *  script's arguments.  Their values are added to s->globals, as for -G.  The other
 *  arguments remain $1, $2 and so on. */
void options_take(struct pipeline *p, const struct source *const *sources,
		  size_t n);

/** Writes the help of a script's options, for --dump=options; nothing if it has
 *  none. */
void options_help(struct session *s, struct buf *out);

/** Warns of script arguments that the script does not use. */
void load_check_args(const struct pipeline *p);

/**
 * Loads files until every name that the program uses is declared, or the library
 * does not have it.
 */
void load_library(struct pipeline *p);

/** Adds the probes that show, at the end, the globals which are written and never
 *  read. */
void display_globals(struct pipeline *p);

/** Fills unit->objects: programs with the unwind data and symbols that handlers
 *  need (objects.c). */
void objects_find(struct pipeline *p);

/** Decides which rows use trampolines, unless they are switched off; runs after
 *  frames and locks. */
void trampolines_make(struct pipeline *p);

/** Compiles the regular expressions of all used code; runs after binding. */
void patterns_compile(struct pipeline *p);

/** Loads all files of the library that declare functions. */
void load_all_functions(struct pipeline *p);
/** Loads all files of the library that declare aliases, and those of system
 *  calls. */
void load_all_aliases(struct pipeline *p);
/** Loads the aliases whose first component is @first; of system calls only those
 *  whose second one begins with @second, and none if @second is "". */
void load_aliases_of(struct pipeline *p, const char *first, const char *second);
/** Sets *@ret to the names of all system calls, some of them twice.  Returns how
 *  many they are; 0 without the table of system calls. */
size_t load_syscall_names(struct pipeline *p, const char ***ret);

/* ---- --dump=locations, variables, probe-types, probe-aliases (list.c) ---- */

/** Lists the probe locations of the script's points, sorted, each once. */
void list_locations(struct session *s, struct buf *out);
/** Lists the locations with the variables that a probe can use there. */
void list_variables(struct session *s, struct buf *out);
/** Lists the forms of probe points of all kinds, such as timer.s(number). */
void list_types(struct session *s, struct buf *out);
/** Lists the library's aliases, each with its points. */
void list_aliases(struct session *s, struct buf *out);
/** Lists what the TAB key can complete: the forms of all kinds; the aliases whose
 *  first component is that of the script's text; the first components of all other
 *  aliases, each with a dot after it; all system calls, if the text is only the name
 *  of a family of them.  Loads few files. */
void list_points(struct session *s, struct buf *out);

/* ---- for editors (members.c) ---- */

/** Lists the members that the last `->name` of the script could name, with
 *  types. */
void list_members(struct session *s, struct buf *out);
/** Lists the enumerators of the last target variable's type, with values.  If an
 *  `@enum` comes later in the script, lists the one that it names. */
void list_enumerators(struct session *s, struct buf *out);
/** Lists the names that the script declares, with offset and type. */
void list_symbols(struct session *s, struct buf *out);
/** Lists the C prototypes of the functions that are probed, such as
 *  `int f(struct file *file)`. */
void list_prototypes(struct session *s, struct buf *out);

/** Sets the limits of -D and of other options; reports names and values that are
 *  invalid. */
void limits_set(struct pipeline *p);

/** Warns of -D names that are no limits if the script has no embedded C. */
void limits_check_defines(struct pipeline *p);

/** Returns a limit's value: that of -D or another option, or the default. */
uint64_t limits_get(const struct pipeline *p, enum stp_limit_id id);

#endif
