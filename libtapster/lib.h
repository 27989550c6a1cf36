/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The session of <tapster.h>, and declarations that the files of libtapster/ share.
 *
 * The room only connects the other rooms: options become fields of the
 * translator's session, diagnostics become structures, and three ways to run get
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

/** An added script.  Standard input is read when it is added, a file later. */
struct lib_input {
	enum source_kind kind;
	const char *path;	/* or NULL: text */
	const char *name, *text;
	size_t len;
};

/** A diagnostic, rendered in all its forms. */
struct lib_diag {
	struct tapster_diagnostic pub;
	const char *form[TAPSTER_JSON + 1];
};

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
	bool is_asked;		/* servers, or the user, were asked */
};

/** The types of headers that a script names. */
struct lib_headers {
	const char *text;
	struct modbuild_types files;
	struct debug *debug;
};

struct tapster_session {
	struct arena *arena;
	VEC(const char *) values[OPT_N];
	VEC(struct lib_input) inputs;
	VEC(const char *) args;
	struct tapster_callbacks cb;
	void *data;

	VEC(struct lib_diag *) diags;
	struct hash *said;		/* their texts, so that none is
					   reported twice */
	bool bad_option, world_failed, failed;

	struct lib_paths paths;
	bool paths_known;
	const char *cache_dir;		/* see lib_cache_dir() */
	const char *kernel_release;	/* see lib_release() */
	const char *headers_dir;	/* given in place of a release */
	/* the next ones, up to `config`, are opened or read at their first use */
	struct kernel *kernel;		/* the kernel's symbols */
	struct modules *modules;	/* the kernel's modules */
	double modules_start;		/* when reading them began; 0: not yet */
	VEC(struct binary *) binaries;
	VEC(struct lib_debug) debugs;	/* of kernel, modules and binaries */
	VEC(struct lib_headers) headers;
	const char *config;		/* the kernel's configuration */

	struct session *core;		/* of the pipeline that ran last */
	int reached;			/* enum tapster_stage, or 0 */
	VEC(struct lib_timing) timings;
	struct buf dump;
	struct tapster_module module;
	struct modbuild_result result;	/* owns the strings of module */
	const char *temp_dir;		/* to remove at the end, or NULL */
	bool built;
	struct run *run;
	unsigned rows, columns;		/* of the command's terminal; 0: unknown */
	struct replay *replay;		/* the recording; NULL: not read yet */
	int run_status;			/* of a run that is over */
	struct tapster_snapshot_request shot;	/* the last request */
};

/* ---- options (option.c) */

/** The last value of an option, or NULL. */
const char *lib_get(const struct tapster_session *s, enum lib_option o);
bool lib_flag(const struct tapster_session *s, enum lib_option o);
/** The value of an option as a number, or 0. */
unsigned long lib_number(const struct tapster_session *s, enum lib_option o);
/** The value of a SIZE option in megabytes, or 0. */
unsigned long lib_megabytes(const struct tapster_session *s,
			    enum lib_option o);
bool lib_is(const struct tapster_session *s, enum lib_option o,
	    const char *value);

/** Returns true if the script runs as an ordinary process. */
bool lib_on_host(const struct tapster_session *s);
/** The recording of option "replay", or NULL: there is none, or it cannot be used,
 *  which is reported. */
struct replay *lib_replay(struct tapster_session *s);

/* ---- diagnostics (diag.c) */

/** Takes over the diagnostics of the passes, except those reported already. */
void lib_take_diags(struct tapster_session *s, const struct diags *d);
/** Turns a failure of the system into a diagnostic; frees @err.  Returns -1. */
int lib_fail(struct tapster_session *s, struct sys_error *err);
/** Turns a failure that only limits a later run into a warning; frees @err, which
 *  may be NULL. */
void lib_warn(struct tapster_session *s, struct sys_error *err);
/** Reports an error without a source location.  Returns -1. */
int lib_error(struct tapster_session *s, unsigned tag, const char *hint,
	      const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/** Calls @fn for each facility of the runtime: @why is the reason why it does not
 *  compile for the session's kernel, or NULL if it does (build.c). */
struct sys_error *lib_facilities(struct tapster_session *s,
				 void (*fn)(void *data, const char *name,
					    const char *why), void *data);
/** Calls @fn for each file of the tapset: @why is NULL if all its functions and
 *  aliases compile for the session's kernel, else the first error (compile.c). */
void lib_tapsets(struct tapster_session *s,
		 void (*fn)(void *data, const char *file, const char *why),
		 void *data);
/** Adds a note without a source location, for -v. */
void lib_remark(struct tapster_session *s, unsigned tag,
		const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void lib_warning(struct tapster_session *s, unsigned tag,
		 const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/** Returns true if -w or -W no-TAG hides a warning with this tag. */
bool lib_is_silent(const struct tapster_session *s, const char *tag);
/** Reports that no message has the tag @tag.  Returns -1 (explain.c). */
int lib_unknown_tag(struct tapster_session *s, const char *tag);
/** Stores @d, whose strings are in the arena, and calls the callback. */
void lib_keep(struct tapster_session *s, struct lib_diag *d);

/* ---- files and kernels (paths.c, kernel.c) */

const struct lib_paths *lib_paths(struct tapster_session *s);
/** Returns the cache's directory, to which no other user can write, or an error. */
struct sys_error *lib_cache_dir(struct tapster_session *s, const char **ret);
/** Returns the release of the kernel to compile for; it is decided only once. */
struct sys_error *lib_release(struct tapster_session *s, const char **ret);
/** Returns the release of a guest's kernel: the newest that matches @wanted ("":
 *  any), preferably with headers. */
struct sys_error *lib_guest_release(struct tapster_session *s,
				    const char *wanted, const char **ret);
/** Hooks of struct session. */
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
/** Returns the debug information of @of, a program, a module or (NULL) the kernel;
 *  it is opened at the first call, and stays open. */
struct sys_error *lib_open_debug(struct tapster_session *s, const void *of,
				 const struct binary *b,
				 enum debug_reach reach, struct debug **ret);
const char *lib_config(void *session, const char *name);
struct sys_error *lib_headers(void *session, const char *text,
			      struct debug **ret);	/* build.c */
/** Lists the releases for which modules can be built here, newest first. */
void lib_releases(struct tapster_session *s, lib_names *ret);
bool lib_has_headers(const char *release);
/** The build tree of the options or, if the system has none, the one that
 *  --fetch-kernel has stored; NULL: use that of the system. */
const char *lib_headers_dir(struct tapster_session *s, const char *release);
/** The build tree of lib_headers_dir(), else that of the system, or NULL. */
const char *lib_headers_path(struct tapster_session *s, const char *release);
/** Returns true if there are headers of @release, the system's or stored. */
bool lib_finds_headers(struct tapster_session *s, const char *release);

/* ---- building (compile.c, build.c, build_host.c, build_user.c) */

double lib_clock(void);
void lib_add_timing(struct tapster_session *s, enum tapster_stage stage,
		    const char *name, double seconds);
int lib_build(struct tapster_session *s);
int lib_build_host(struct tapster_session *s);
/** Reports a failed build; errors in embedded C are reported at their location
 *  in the script. */
int lib_fail_build(struct tapster_session *s, struct sys_error *err);
void lib_progress(void *session, const char *what, double seconds);


/* ---- as another user (as_user.c) */

/** Returns true for root if option "user" is set. */
bool lib_is_for_user(const struct tapster_session *s);
/** Does tapster_compile() up to @stage, or tapster_dump() of @dump, as that user.
 *  Returns 0, or -1 after an error. */
int lib_as_user(struct tapster_session *s, enum tapster_stage stage,
		const char *dump);

/* ---- running (run.c, checks.c) */

void lib_run_free(struct tapster_session *s);

/**
 * Returns NULL if the running kernel would load our module; else the reason, with
 * a hint or NULL in *@fix and the diagnostic's tag in *@tag.
 */
const char *lib_cannot_load(const struct tapster_session *s, const char **fix,
			    unsigned *tag);

#endif
