/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A session: everything that one compilation is asked to do and knows.
 *
 * libtapster fills the options in; the pipeline fills in the rest.  Passes
 * never see a session: they get the program and the one service they need.
 */
#ifndef TRANSLATOR_SESSION_H
#define TRANSLATOR_SESSION_H

#include "base/buf.h"
#include "translator/emit/emit.h"
#include "translator/probe/probe.h"
#include "translator/program/program.h"
#include "translator/target/dwarf/dwarf.h"
#include "translator/target/types/types.h"

struct target_vars;

enum session_runtime { SESSION_KERNEL, SESSION_HOST };

/** A name and its value, from -D NAME=VALUE or -G NAME=VALUE. */
struct session_define {
	const char *name, *value;
};

/** A script as given: a file, or text with a name. */
struct session_input {
	enum source_kind kind;		/* SOURCE_USER, SOURCE_EXTRA for -E, SOURCE_EVENTS */
	const char *path;		/* file, "-" = stdin; NULL: text */
	const char *name, *text;
	size_t len;
};

/** The time that a step of the pipeline took. */
struct session_timing {
	int stage;			/* enum stage, which the step is part of */
	const char *name;		/* "infer" */
	double seconds;
};

struct session {
	/* made by session_create() */
	struct arena *arena;
	struct intern *names;
	struct sources *sources;
	struct diags *diags;

	/* the options; strings are in the arena */
	VEC(struct session_input) inputs;
	VEC(const char *) args;			/* $1 ... */
	VEC(struct session_define) defines;	/* -D */
	VEC(struct session_define) globals;	/* -G */
	VEC(const char *) include_dirs;		/* -I */
	VEC(const char *) objects;		/* -d */
	bool with_libraries;			/* --ldd: -d includes libraries */
	const char *tapset_dir;			/* of the library; NULL = none */
	const char *release;			/* kernel to build for */
	const char *arch;			/* "x86_64" */
	const char *compatible;			/* NULL = newest */
	enum session_runtime runtime;
	bool guru, no_optimise;
	bool no_display;			/* print no globals at the end */
	/* these four are for lists; `until` names the last stage of stages[]
	   that runs, NULL = the last one of the requested enum stage */
	const char *until;
	bool names_only;			/* see struct program */
	bool all_offered;			/* see struct program */
	struct buf *kinds;			/* receives kinds that points match */
	bool skip_badvars;			/* target variables that cannot be
						   resolved are 0 */
	bool no_time_limits;			/* needs guru mode */
	bool flight;				/* overwrite old output */
	bool timing;				/* time each probe at run time */
	bool trampolines;			/* use them for returns, if possible */
	bool strict;				/* see struct program */
	bool quiet_errors;			/* handlers' errors are only counted */
	bool events;				/* as in struct ir_options */
	bool no_timeline;
	bool record;				/* as in struct ir_options */
	const struct ir_tape *tape;		/* recorded hits to replay, or NULL */
	/* the provider of target variables; NULL: that of the kernel, if a
	   kernel is known */
	const struct path_provider *paths;
	bool keep_paths;			/* for --dump=target */
	bool tell_providers;			/* note which providers of target
						   variables and which mechanisms
						   are used */
	bool tell_changes;			/* note what guru mode changes */

	/** The questions about kernel and programs that probe points may ask.
	 *  Without a kernel (SESSION_HOST) the hooks are NULL. */
	struct probe_world world;
	int64_t namespaces;		/* --target-namespaces=PID, or 0 */
	/** Returns the value of CONFIG_x of the kernel, for %( %); NULL = unset. */
	const char *(*config)(void *data, const char *name);
	void *config_data;
	/** Returns false if the result is not needed any more.  May be NULL. */
	bool (*go_on)(void *data);
	void *go_on_data;

	/* the results of the stages; NULL or empty before */
	struct program *program;
	struct target_vars *target_vars;	/* paths may be its provider */
	struct ir_unit *unit;
	size_t n_kretprobes;		/* that the module attaches; 0 if the
					   kernel has rethook */
	bool is_given_up;		/* go_on() has returned false */
	bool shows_lines;		/* handlers show kernel source lines */
	bool shows_program_lines;	/* handlers show those of programs */
	struct buf c_text, blob;
	size_t c_parts;		/* number of C files, see emit_c_parts() */
	struct buf embed_text;		/* the unit of embedded C; may be empty */
	struct buf trampoline_text;	/* in assembler; may be empty */
	VEC(struct emit_limit) limits;
	VEC(struct emit_define) c_defines;	/* -D that are no limits */
	VEC(struct session_timing) timings;	/* in the order of the steps */
};

struct session *session_create(void);
void session_destroy(struct session *s);
/** Frees rows and probe locations, which nothing needs after stage_emit().  If a
 *  probe point is a pattern, they take more memory than anything else. */
void session_drop_rows(struct session *s);

/** Returns true if the kernel's option @name, "CONFIG_x", is y (not m). */
bool session_has_config(const struct session *s, const char *name);

/** Returns whether compiling should go on.  Once false, it is always false. */
bool session_goes_on(struct session *s);

/** Returns a copy of @text in the session's arena; NULL for NULL. */
const char *session_strdup(struct session *s, const char *text);

#endif
