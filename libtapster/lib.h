/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of this room share: the session of <tapster.h>.
 *
 * The room joins the other rooms' doors and adds nothing of its own: options
 * become fields of the translator's session, diagnostics become structures,
 * three ways to run become one.  Strings that go out are the session's
 * arena's.
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

/** A script as it was added; its text is read at once only for "-". */
struct lib_input {
	enum source_kind kind;
	const char *path;	/* or NULL: text */
	const char *name, *text;
	size_t len;
};

/** A diagnostic, ready in all its forms. */
struct lib_diag {
	struct tapster_diagnostic pub;
	const char *form[TAPSTER_JSON + 1];
};

struct lib_timing {
	enum tapster_stage stage;
	const char *name;
	double seconds;
};

/** The paths of our own files; NULL: not found. */
struct lib_paths {
	const char *runtime;	/* directory of the runtime's sources */
	const char *tapsets;	/* directory of the library */
	const char *staprun;	/* the loader */
	const char *guest_init;	/* first program of a guest */
	const char *host_lib;	/* the host runtime's archive */
	const char *explain;	/* directory of the tags' long texts */
	const char *examples;	/* directory of the example scripts */
};

typedef VEC(const char *) lib_names;

/** Debug information of a module or a program; NULL: of the kernel. */
struct lib_debug {
	const void *of;
	const struct binary *binary;	/* the same, if it is a program */
	struct debug *debug;	/* NULL: not found */
	bool is_asked;		/* of servers, or of the user */
};

/** Types of headers, as scripts name them. */
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
	struct hash *said;		/* their texts: nothing is reported
					   twice */
	bool bad_option, world_failed, failed;

	struct lib_paths paths;
	bool paths_known;
	const char *cache_dir;		/* see lib_cache_dir() */
	const char *kernel_release;	/* see lib_release() */
	const char *headers_dir;	/* given in place of a release */
	struct kernel *kernel;		/* its symbols, once asked for */
	struct modules *modules;	/* likewise */
	double modules_start;		/* of reading what they have; 0: not yet */
	VEC(struct binary *) binaries;	/* likewise */
	VEC(struct lib_debug) debugs;	/* likewise, of all of them */
	VEC(struct lib_headers) headers;	/* likewise */
	const char *config;		/* its configuration, once asked for */

	struct session *core;		/* of the pipeline that ran last */
	int reached;			/* enum tapster_stage, or 0 */
	VEC(struct lib_timing) timings;
	struct buf dump;
	struct tapster_module module;
	struct modbuild_result result;	/* owns what module points at */
	const char *temp_dir;		/* to remove at the end, or NULL */
	bool built;
	struct run *run;
	unsigned rows, columns;		/* of the command's terminal; 0: unknown */
	struct replay *replay;		/* the recording, once it is read */
	int run_status;			/* of a run that is over */
	struct tapster_snapshot_request shot;	/* the last one */
};

/* ---- options (option.c) */

/** The last value, or NULL. */
const char *lib_get(const struct tapster_session *s, enum lib_option o);
bool lib_flag(const struct tapster_session *s, enum lib_option o);
/** A number, or 0. */
unsigned long lib_number(const struct tapster_session *s, enum lib_option o);
/** A SIZE in megabytes, or 0. */
unsigned long lib_megabytes(const struct tapster_session *s,
			    enum lib_option o);
bool lib_is(const struct tapster_session *s, enum lib_option o,
	    const char *value);

/** Does the script run as an ordinary process? */
bool lib_on_host(const struct tapster_session *s);
/** The recording of option "replay"; NULL: there is none, or (an error is
 *  reported) it cannot be used. */
struct replay *lib_replay(struct tapster_session *s);

/* ---- diagnostics (diag.c) */

/** Take over what the passes found; what is known already is left out. */
void lib_take_diags(struct tapster_session *s, const struct diags *d);
/** Turns a failure of the system into a diagnostic; frees @err.  Returns -1. */
int lib_fail(struct tapster_session *s, struct sys_error *err);
/** Turn what only limits a later run into a warning; frees @err, or NULL. */
void lib_warn(struct tapster_session *s, struct sys_error *err);
/** A diagnostic without a source location.  Returns -1. */
int lib_error(struct tapster_session *s, unsigned tag, const char *hint,
	      const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/** build.c: what the runtime lacks on the session's kernel, by facility; @why
 *  is NULL for what works. */
struct sys_error *lib_facilities(struct tapster_session *s,
				 void (*fn)(void *data, const char *name,
					    const char *why), void *data);
/** compile.c: what files of the library lack on the session's kernel; @why is
 *  NULL where all functions and aliases of @file compile. */
void lib_tapsets(struct tapster_session *s,
		 void (*fn)(void *data, const char *file, const char *why),
		 void *data);
/** A note without a source location, for -v. */
void lib_remark(struct tapster_session *s, unsigned tag,
		const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void lib_warning(struct tapster_session *s, unsigned tag,
		 const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/** Is a warning with this tag not shown: by -w, or by -W no-TAG? */
bool lib_is_silent(const struct tapster_session *s, const char *tag);
/** No message has the tag @tag.  Returns -1 (explain.c). */
int lib_unknown_tag(struct tapster_session *s, const char *tag);
/** Keep @d, whose strings are the arena's, and call back. */
void lib_keep(struct tapster_session *s, struct lib_diag *d);

/* ---- the world (paths.c, kernel.c) */

const struct lib_paths *lib_paths(struct tapster_session *s);
/** A directory that nobody else can write to, or an error. */
struct sys_error *lib_cache_dir(struct tapster_session *s, const char **ret);
/** The kernel to compile for; decided once. */
struct sys_error *lib_release(struct tapster_session *s, const char **ret);
/** The guest's: the newest that fits @wanted ("": any), best with headers. */
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
/** What is kept open of one program or kernel, made at the first question. */
struct sys_error *lib_open_debug(struct tapster_session *s, const void *of,
				 const struct binary *b,
				 enum debug_reach reach, struct debug **ret);
const char *lib_config(void *session, const char *name);
struct sys_error *lib_headers(void *session, const char *text,
			      struct debug **ret);	/* build.c */
/** Releases that modules can be built for here, newest first. */
void lib_releases(struct tapster_session *s, lib_names *ret);
bool lib_has_headers(const char *release);
/** The build tree that is named, or that --fetch-kernel has stored; NULL: that of
 *  the system. */
const char *lib_headers_dir(struct tapster_session *s, const char *release);
/** The one or the other, or NULL. */
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

/** Root, and the option is set. */
bool lib_is_for_user(const struct tapster_session *s);
/** tapster_compile() to @stage, or tapster_dump() of @dump, as that user. */
int lib_as_user(struct tapster_session *s, enum tapster_stage stage,
		const char *dump);

/* ---- running (run.c, checks.c) */

void lib_run_free(struct tapster_session *s);

/**
 * Returns NULL if the running kernel would load a module of ours; else the
 * reason, with a hint or NULL in *@fix and the diagnostic's tag in *@tag.
 */
const char *lib_cannot_load(const struct tapster_session *s, const char **fix,
			    unsigned *tag);

#endif
