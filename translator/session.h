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

/** -D NAME=VALUE, -G NAME=VALUE */
struct session_define {
	const char *name, *value;
};

/** A script as given: a file, or text with a name. */
struct session_input {
	enum source_kind kind;		/* SOURCE_USER, or SOURCE_EXTRA for -E */
	const char *path;		/* file, "-" = stdin; NULL: text */
	const char *name, *text;
	size_t len;
};

/** How long a step of the pipeline took. */
struct session_timing {
	int stage;			/* enum stage */
	const char *name;		/* "infer" */
	double seconds;
};

struct session {
	/* made by session_create() */
	struct arena *arena;
	struct intern *names;
	struct sources *sources;
	struct diags *diags;

	/* what is asked for; strings are the arena's */
	VEC(struct session_input) inputs;
	VEC(const char *) args;			/* $1 ... */
	VEC(struct session_define) defines;	/* -D */
	VEC(struct session_define) globals;	/* -G */
	VEC(const char *) include_dirs;		/* -I */
	VEC(const char *) objects;		/* -d */
	bool with_libraries;			/* of those, --ldd */
	const char *tapset_dir;			/* the library; NULL = none */
	const char *release;			/* kernel to build for */
	const char *arch;			/* "x86_64" */
	const char *compatible;			/* NULL = newest */
	enum session_runtime runtime;
	bool guru, no_optimise;
	bool no_display;			/* of globals at the end */
	/* to list what there is, not to compile; NULL until: as it is asked */
	const char *until;			/* the last stage that runs */
	bool names_only;			/* see struct program */
	bool all_offered;			/* the same */
	struct buf *kinds;			/* gets what only needs arguments */
	bool skip_badvars;			/* what cannot be reached is 0 */
	bool no_time_limits;			/* for guru mode */
	bool flight;				/* overwrite old output */
	bool timing;				/* of each probe, at run time */
	bool trampolines;			/* for returns, where they can be */
	bool strict;				/* what cannot be seen is an error */
	bool quiet_errors;			/* of handlers: only counted */
	bool events;				/* as in struct ir_options */
	bool no_timeline;
	bool record;				/* as in struct ir_options */
	const struct ir_tape *tape;		/* the same; the hits' source */
	/* the provider of target variables; NULL: that of the kernel, if there
	   is one */
	const struct path_provider *paths;
	bool keep_paths;			/* for --dump=target */
	bool tell_providers;			/* a note names those used */
	bool tell_changes;			/* what guru mode does: notes */

	/** What probe points may ask about kernel and programs.  Without a kernel
	 *  (SESSION_HOST) its hooks are NULL. */
	struct probe_world world;
	int64_t namespaces;		/* --target-namespaces: a process; 0 */
	/** CONFIG_x of the kernel, for %( %); NULL counts as unset. */
	const char *(*config)(void *data, const char *name);
	void *config_data;
	/** False: nobody waits for the result any more.  May be NULL. */
	bool (*go_on)(void *data);
	void *go_on_data;

	/* what the stages made; NULL or empty before */
	struct program *program;
	struct target_vars *target_vars;	/* paths may be its provider */
	struct ir_unit *unit;
	size_t n_kretprobes;		/* if each takes time to attach */
	bool is_given_up;		/* because of go_on() */
	bool shows_lines;		/* source lines of the kernel's code */
	bool shows_program_lines;	/* and of programs' */
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
/** Rows and places: when all is emitted they are not needed any more, and for a
 *  pattern they take more memory than anything else. */
void session_drop_rows(struct session *s);

/** Returns true if that CONFIG_x of the kernel is y. */
bool session_has_config(const struct session *s, const char *name);

/** Asks whether compiling should go on; once it should not, it never does. */
bool session_goes_on(struct session *s);

/** Copies into the session's arena. */
const char *session_strdup(struct session *s, const char *text);

#endif
