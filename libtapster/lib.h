/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The session of <tapster.h>, and declarations that the files of libtapster/ share.
 *
 * The room only connects the other rooms: options become fields of the
 * translator's session, diagnostics become structures, and all ways to run get
 * one interface.  Strings that the client gets are in the session's arena.
 */
#ifndef LIBTAPSTER_LIB_H
#define LIBTAPSTER_LIB_H

#include <tapster.h>

#include "base/buf.h"
#include "base/diag.h"
#include "base/vec.h"
#include "translator/modbuild/modbuild.h"
#include "translator/pipeline.h"

struct arena;
struct binary;
struct run;
struct sys_error;

enum lib_option {
#define OPTION(sym, name, kind, values, when, help) OPT_##sym,
#include "libtapster/options.def"
#undef OPTION
	OPT_N
};

/** A script, or definitions of events, that the client has added.  Standard input is
 *  read when it is added, a file later. */
struct lib_input {
	enum source_kind kind;
	const char *path;	/* of a file; NULL: `text` has the script */
	const char *name, *text;
	size_t len;
};

/** A diagnostic, rendered in all its forms. */
struct lib_diag {
	struct tapster_diagnostic pub;
	const char *form[TAPSTER_JSON + 1];
};

/** The time that one part of a stage has taken. */
struct lib_timing {
	enum tapster_stage stage;
	const char *name;
	double seconds;
};

/** The paths of tapster's own files; NULL: not found. */
struct lib_paths {
	const char *runtime;	/* directory of the runtime's sources */
	const char *tapsets;	/* directory of the tapset */
	const char *staprun;	/* the loader */
	const char *guest_init;	/* first program of a guest */
	const char *host_lib;	/* the host runtime's archive */
	const char *explain;	/* directory of the tags' long texts */
	const char *examples;	/* directory of the example scripts */
};

typedef VEC(const char *) lib_names;

/** The debug information of a module, a program or the kernel. */
struct lib_debug {
	const void *of;		/* the module or program; NULL: the kernel */
	const struct binary *binary;	/* `of`, if it is a program */
	struct debug *debug;	/* NULL: not found */
	bool is_asked;		/* it was not found in files, so servers or the
				   user were asked */
};

/** The types of C headers that a script names. */
struct lib_headers {
	const char *text;	/* "<stdio.h>" */
	struct modbuild_types files;
	struct debug *debug;
};

/** What a run needs to know about the translated script.  With option "user" it comes
 *  from the child that compiles. */
struct lib_facts {
	size_t n_kretprobes;	/* that are attached one by one */
	bool shows_lines, shows_program_lines;
};

struct tapster_session {
	struct arena *arena;
	VEC(const char *) values[OPT_N];
	VEC(struct lib_input) inputs;
	VEC(const char *) args;
	struct tapster_callbacks cb;
	void *data;

	VEC(struct lib_diag *) diags;
	struct hash *said;		/* the texts of `diags`: none is added twice */
	/* there was an error about an option, or about a guest or the files of a
	   kernel; a compilation or start has failed, so that later ones fail */
	bool bad_option, world_failed, failed;

	struct lib_paths paths;
	bool paths_known;
	const char *cache_dir;		/* see lib_cache_dir() */
	const char *kernel_release;	/* see lib_release() */
	const char *headers_dir;	/* see lib_headers_dir() */
	/* the next members, up to `config`, are set at their first use */
	struct kernel *kernel;		/* the kernel's symbols */
	struct modules *modules;	/* the kernel's modules */
	double modules_start;		/* when their files were first read; 0: never */
	VEC(struct binary *) binaries;
	VEC(struct lib_debug) debugs;	/* of kernel, modules and binaries */
	VEC(struct lib_headers) headers;
	const char *config;		/* the kernel's configuration */

	struct session *core;		/* of the last tapster_compile(); NULL with
					   option "user" */
	struct lib_facts facts;		/* of the translated script */
	int reached;			/* the last completed stage, or 0 */
	VEC(struct lib_timing) timings;
	struct buf dump;
	struct tapster_module module;
	struct modbuild_result result;	/* owns the strings of module */
	const char *temp_dir;		/* to remove with the session, or NULL */
	bool built;			/* `module` is valid */
	struct run *run;
	unsigned rows, columns;		/* of the command's terminal; 0: unknown */
	struct replay *replay;		/* see lib_replay(); NULL: not read yet */
	int run_status;			/* tapster_status() without an error */
	struct tapster_snapshot_request shot;	/* of the last tapster_snapshot() */
};

/* ---- options (option.c) */

/** The last value of an option; NULL if it is not set. */
const char *lib_get(const struct tapster_session *s, enum lib_option o);
/** Returns true if an option is set, and is not a flag that is set to "no". */
bool lib_is_given(const struct tapster_session *s, enum lib_option o);
bool lib_flag(const struct tapster_session *s, enum lib_option o);
/** The value of an option as a number; 0 if it is not set. */
unsigned long lib_number(const struct tapster_session *s, enum lib_option o);
/** The value of a SIZE option (options.def) in megabytes; 0 if it is not set. */
unsigned long lib_megabytes(const struct tapster_session *s,
			    enum lib_option o);
bool lib_is(const struct tapster_session *s, enum lib_option o,
	    const char *value);

/** Returns true if the script runs as an ordinary process, as a replay does. */
bool lib_on_host(const struct tapster_session *s);
/** The recording of option "replay", which is read at the first call.  Returns NULL if
 *  the option is not set, or if the recording cannot be used, which is reported. */
struct replay *lib_replay(struct tapster_session *s);

/* ---- diagnostics (diag.c) */

/** Adds the diagnostics of @d to the session, except those that it has already. */
void lib_take_diags(struct tapster_session *s, const struct diags *d);
/** Reports @err, a failure of the system, as an error; frees @err.  Returns -1. */
int lib_fail(struct tapster_session *s, struct sys_error *err);
/** Reports @err as a warning, because it only limits a later run; frees @err, which may
 *  be NULL. */
void lib_warn(struct tapster_session *s, struct sys_error *err);
/** Reports an error without a source location.  Returns -1. */
int lib_error(struct tapster_session *s, unsigned tag, const char *hint,
	      const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/** Calls @fn for each facility of the runtime (build.c).  @why is the reason why the
 *  facility does not compile for the session's kernel; NULL if it does. */
struct sys_error *lib_facilities(struct tapster_session *s,
				 void (*fn)(void *data, const char *name,
					    const char *why), void *data);
/** Calls @fn for each file of the tapset (compile.c).  @why is NULL if all functions and
 *  aliases of the file compile for the session's kernel, else the first error. */
void lib_tapsets(struct tapster_session *s,
		 void (*fn)(void *data, const char *file, const char *why),
		 void *data);
/** Adds a note without a source location, for -v. */
void lib_remark(struct tapster_session *s, unsigned tag,
		const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void lib_warning(struct tapster_session *s, unsigned tag,
		 const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/** Returns true if option -w, or -W no-TAG for this @tag, hides a warning with it. */
bool lib_is_silent(const struct tapster_session *s, const char *tag);
/** Reports that no message has the tag @tag.  Returns -1 (explain.c). */
int lib_unknown_tag(struct tapster_session *s, const char *tag);
/** Adds @d, whose strings are in the arena, and calls the callback; does nothing if the
 *  session has a diagnostic with this text. */
void lib_keep(struct tapster_session *s, struct lib_diag *d);

/* ---- files and kernels (paths.c, kernel.c) */

const struct lib_paths *lib_paths(struct tapster_session *s);
/** Gets the cache's directory, to which no other user can write.  Fails if there is no
 *  such directory. */
struct sys_error *lib_cache_dir(struct tapster_session *s, const char **ret);
/** Gets the release of the kernel to compile for, which is decided at the first call. */
struct sys_error *lib_release(struct tapster_session *s, const char **ret);
/** Gets the release of a guest's kernel: the newest that matches @wanted and has headers
 *  in the system, else the newest that matches.  "" matches the default series first,
 *  then any kernel. */
struct sys_error *lib_guest_release(struct tapster_session *s,
				    const char *wanted, const char **ret);
/** Hooks of struct session (translator/session.h); @session is the tapster_session. */
struct sys_error *lib_kernel(void *session, struct kernel **ret);
struct sys_error *lib_modules(void *session, struct modules **ret);
/* debuginfo.c */
struct sys_error *lib_debug(void *session, const struct module *m,
			    enum debug_reach reach, struct debug **ret);
/* programs.c */
struct sys_error *lib_program(void *session, const char *path,
			      struct binary **ret);
struct sys_error *lib_program_debug(void *session, struct binary *b,
				    enum debug_reach reach,
				    struct debug **ret);
/** Gets the debug information of @of, a program, a module or (NULL) the kernel.  @b is
 *  @of if it is a program, else NULL.  It is opened at the first call and stays open.
 *  Servers are only asked if @reach allows it. */
struct sys_error *lib_open_debug(struct tapster_session *s, const void *of,
				 const struct binary *b,
				 enum debug_reach reach, struct debug **ret);
const char *lib_config(void *session, const char *name);
struct sys_error *lib_headers(void *session, const char *text,
			      struct debug **ret);	/* build.c */
/** Lists the releases in /lib/modules whose headers the system has, newest first. */
void lib_releases(struct tapster_session *s, lib_names *ret);
/** Returns true if the system has headers of @release. */
bool lib_has_headers(const char *release);
/** The build tree of -r DIR.  Without it, if the system has no headers of @release, the
 *  build tree that --fetch-kernel has stored.  NULL: that of the system, if any. */
const char *lib_headers_dir(struct tapster_session *s, const char *release);
/** The build tree of lib_headers_dir(), else that of the system; NULL: there is none. */
const char *lib_headers_path(struct tapster_session *s, const char *release);
/** Returns true if there are headers of @release, the system's or stored. */
bool lib_finds_headers(struct tapster_session *s, const char *release);

/* ---- building (compile.c, build.c, build_host.c) */

/** The seconds of CLOCK_MONOTONIC. */
double lib_clock(void);
void lib_add_timing(struct tapster_session *s, enum tapster_stage stage,
		    const char *name, double seconds);
int lib_build(struct tapster_session *s);
int lib_build_host(struct tapster_session *s);
/** Reports a failed build; frees @err.  Errors in embedded C are reported at their
 *  location in the script.  Returns -1. */
int lib_fail_build(struct tapster_session *s, struct sys_error *err);
/** Calls the callback `progress`; @session is the tapster_session. */
void lib_progress(void *session, const char *what, double seconds);


/* ---- as another user (as_user.c) */

/** Returns true for root if option "user" is set. */
bool lib_is_for_user(const struct tapster_session *s);
/** Does tapster_dump() of @dump, or if that is NULL tapster_compile() up to @stage, as
 *  the user of option "user".  Returns 0, or -1 after an error. */
int lib_as_user(struct tapster_session *s, enum tapster_stage stage,
		const char *dump);

/* ---- running (run.c, checks.c) */

void lib_run_free(struct tapster_session *s);

/** Returns NULL if the running kernel would load a module of this process.  Otherwise returns
 *  the reason why not; *@fix gets a hint or NULL, *@tag the diagnostic's tag. */
const char *lib_cannot_load(const struct tapster_session *s, const char **fix,
			    unsigned *tag);

#endif
