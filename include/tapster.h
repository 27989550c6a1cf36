/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * libtapster: compile probe scripts, run them, and receive their output.
 *
 *	struct tapster_session *s = tapster_new();
 *	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;
 *
 *	cb.text = on_text;
 *	tapster_set_callbacks(s, &cb, NULL);
 *	tapster_add_text(s, "hello", "probe begin { println(1) exit() }");
 *	if (tapster_run_start(s) == 0)
 *		tapster_run_wait(s);
 *	for (size_t i = 0; i < tapster_diagnostic_count(s); i++)
 *		puts(tapster_render(s, i, TAPSTER_TEXT));
 *	tapster_free(s);
 *
 * A session is one compilation and at most one run.  The library has no state
 * besides its sessions: it never prints (except tapster_list_sessions()), calls
 * exit(), installs a signal handler, or changes the environment or the working
 * directory.  Different threads may use different sessions at the same time.
 * Only one thread at a time may use a session.
 *
 * Errors: functions of type int return 0, or -1 if they have added at least
 * one diagnostic of severity error to the session.  After a failed compilation
 * every later one fails, too.  If memory runs out, the process aborts.
 *
 * Ownership: the library copies the strings that you pass.  Strings and
 * structures that it returns belong to the session and are valid until
 * tapster_free(), unless the function says otherwise.  Arguments of a callback
 * are valid until the callback returns.
 *
 * Later versions may add members to the end of structures that the library
 * returns.  Structures that you pass have a member for their size.
 */
#ifndef TAPSTER_H
#define TAPSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TAPSTER_API __attribute__((__visibility__("default")))

/** The version of the library that is loaded: "0.2.0". */
TAPSTER_API const char *tapster_version(void);

/* ---- a session ---------------------------------------------------------- */

struct tapster_session;

TAPSTER_API struct tapster_session *tapster_new(void);

/** Frees a session, which may be NULL.  If it is running, the run is aborted:
 *  the rest of its output is lost.  Do not call it from a callback. */
TAPSTER_API void tapster_free(struct tapster_session *s);

/* ---- options ------------------------------------------------------------ */

/**
 * Sets the option @name.  The value of a flag is "yes" or "no".  NULL means
 * "yes", or "" for other kinds.  Each call adds one element to a list.
 * An error, [bad-option], names the option and its valid values.  Options of
 * compilation cannot be set after the first tapster_compile().
 */
TAPSTER_API int tapster_set(struct tapster_session *s, const char *name,
			    const char *value);

/** Sets the option @name to its default; removes all elements of a list. */
TAPSTER_API int tapster_unset(struct tapster_session *s, const char *name);

/** The type of an option's value. */
enum tapster_option_kind {
	TAPSTER_FLAG,		/* yes or no */
	TAPSTER_STRING,
	TAPSTER_NUMBER,		/* decimal, not negative */
	TAPSTER_CHOICE,		/* one of several words */
	TAPSTER_LIST,		/* strings; each call adds one */
};

struct tapster_option {
	const char *name;
	enum tapster_option_kind kind;
	const char *values;	/* of a choice: "kernel host"; else NULL */
	const char *help;	/* one line */
};

/** The option with index @i; NULL after the last. */
TAPSTER_API const struct tapster_option *tapster_option_at(size_t i);

/* ---- what to compile ---------------------------------------------------- */

/** Adds a script file, which is read by tapster_compile().  "-" is standard
 *  input, which is read now. */
TAPSTER_API int tapster_add_file(struct tapster_session *s, const char *path);

/** Adds a script; messages show @name as its file name. */
TAPSTER_API int tapster_add_text(struct tapster_session *s, const char *name,
				 const char *text);

/** Adds text that is compiled with the script like a file of the tapset. */
TAPSTER_API int tapster_add_extra(struct tapster_session *s, const char *name,
				  const char *text);

/**
 * Add definitions of events in the syntax of the kernel's kprobe_events file,
 * one a line: from a file, as for tapster_add_file(), or from a text.  Messages
 * show @name as the file name of the text; names of texts must be different.
 */
TAPSTER_API int tapster_add_events_file(struct tapster_session *s,
					const char *path);
TAPSTER_API int tapster_add_events(struct tapster_session *s, const char *name,
				   const char *text);

/** Adds an argument of the script: $1 and @1, then $2 and @2, and so on. */
TAPSTER_API int tapster_add_arg(struct tapster_session *s, const char *arg);

/* ---- compiling ---------------------------------------------------------- */

enum tapster_stage {
	TAPSTER_PARSE = 1,	/* text to syntax tree */
	TAPSTER_ANALYSE,	/* probe points, names, types */
	TAPSTER_TRANSLATE,	/* C */
	TAPSTER_BUILD,		/* a module, or a host program */
};

/** Compiles up to and including @stage; completed stages are not repeated. */
TAPSTER_API int tapster_compile(struct tapster_session *s,
				enum tapster_stage stage);

/**
 * Returns the result of a stage, or facts about the script, as text.  @what:
 *
 *	tokens ast probes types ir c rows	the result of this stage
 *	locations	the probe points of the script, expanded, one a line
 *	variables	the locations, each with the variables available there
 *	prototypes	the functions among the locations, as C declares them
 *	members		for the last `->name` of the script, whatever the name:
 *			each member, a blank, and its type
 *	enumerators	of the type of the script's last target variable, or of
 *			its last `@enum`: each name, a blank, and its value
 *	symbols		the globals, functions, parameters and locals of the
 *			script: the offset of the declaration or first use, the
 *			name, the type
 *	functions probe-types probe-aliases	of the tapset, one a line; these
 *			need no script
 *
 * For members, enumerators and symbols the script may have errors; the result
 * may then be incomplete.  Compiles as far as necessary.  *@text gets *@len
 * bytes and a NUL, which are valid until the next call.
 */
TAPSTER_API int tapster_dump(struct tapster_session *s, const char *what,
			     const char **text, size_t *len);

/** The result of TAPSTER_BUILD. */
struct tapster_module {
	const char *path;	/* the .ko, or the host program */
	const char *name;	/* the module's name; of a program: "host" */
	const char *release;	/* of the kernel; "" for the host runtime */
	const char *build_id;	/* hex, of the module itself; "" = none */
	bool cache_hit;		/* it was already in the cache */
};

/** The result of TAPSTER_BUILD, or NULL before that stage is done. */
TAPSTER_API const struct tapster_module *
tapster_module(const struct tapster_session *s);

/** The seconds that a stage has taken so far. */
TAPSTER_API double tapster_seconds(const struct tapster_session *s,
				   enum tapster_stage stage);

/** Returns the stage, name and seconds of the part of a stage with index @i,
 *  for display; false after the last. */
TAPSTER_API bool tapster_timing(const struct tapster_session *s, size_t i,
				enum tapster_stage *stage, const char **name,
				double *seconds);

/* ---- formatting --------------------------------------------------------- */

/**
 * Formats a script.  *@ret gets *@ret_len bytes and a NUL, which are valid
 * until the next call.  Only blanks and line ends between tokens and comments
 * change.  The script is the @len bytes of @text; messages show @name as its
 * file name; if @text is NULL, it is the file @name, or standard input for "-".
 * Needs no kernel and no tapset.  Returns 0 if the script was formatted
 * already, 1 if it differs, and -1 if it has an invalid token or brackets that
 * do not match.
 */
TAPSTER_API int tapster_format(struct tapster_session *s, const char *name,
			       const char *text, size_t len, const char **ret,
			       size_t *ret_len);

/* ---- for editors -------------------------------------------------------- */

enum tapster_token_kind {
	TAPSTER_TOKEN_KEYWORD,
	TAPSTER_TOKEN_PRINT,	/* print, printf and similar functions */
	TAPSTER_TOKEN_NAME,
	TAPSTER_TOKEN_TARGET,	/* $name */
	TAPSTER_TOKEN_AT_WORD,	/* a macro or an operator, with its @ */
	TAPSTER_TOKEN_COMPONENT,	/* of a probe point */
	TAPSTER_TOKEN_NUMBER,
	TAPSTER_TOKEN_STRING,
	TAPSTER_TOKEN_EMBEDDED,
	TAPSTER_TOKEN_COMMENT,
	TAPSTER_TOKEN_OPERATOR,
	TAPSTER_TOKEN_OTHER,	/* not valid in any script */
};

/** A token or comment: bytes of the text. */
struct tapster_token {
	enum tapster_token_kind kind;
	size_t off, len;
};

/**
 * Returns the tokens and comments of a text, which may have errors of any kind.
 * Macros and conditionals are not expanded.  *@ret has *@n tokens, which are
 * valid until the next call.  No diagnostic is added.
 */
TAPSTER_API void tapster_scan(struct tapster_session *s, const char *text,
			      size_t len, const struct tapster_token **ret,
			      size_t *n);

/** The keyword, print function or @ operator with index @i, or NULL. */
TAPSTER_API const char *tapster_word_at(size_t i);

/**
 * The conversion of printf() and sprintf() with index @i: its letter, whether
 * its argument is a string (otherwise it is a number), and one line that says
 * what it prints.  False after the last.
 */
TAPSTER_API bool tapster_conversion(size_t i, char *letter, bool *is_string,
				    const char **help);

/** The directory of the tapset's files. */
TAPSTER_API int tapster_tapsets(struct tapster_session *s, const char **dir);

/* ---- diagnostics -------------------------------------------------------- */

enum tapster_severity { TAPSTER_NOTE, TAPSTER_WARNING, TAPSTER_ERROR };

/** A range of bytes in a script.  If line is 0, the diagnostic is about
 *  something else, such as an option or the kernel. */
struct tapster_location {
	const char *file;	/* "" if line is 0 */
	unsigned line, col;	/* the first is 1; col counts bytes */
	unsigned len;		/* in bytes; it may extend over lines */
};

struct tapster_note {
	struct tapster_location location;
	const char *text;
};

struct tapster_diagnostic {
	enum tapster_severity severity;
	const char *tag;	/* "no-function": see --explain */
	struct tapster_location location;
	const char *text;
	const char *hint;	/* or NULL */
	size_t n_notes;
	const struct tapster_note *notes;
	bool run_time;		/* reported by the running script */
};

/** The diagnostics of compiling and of starting a run, in order. */
TAPSTER_API size_t tapster_diagnostic_count(const struct tapster_session *s);
TAPSTER_API const struct tapster_diagnostic *
tapster_diagnostic_at(const struct tapster_session *s, size_t i);

enum tapster_form {
	TAPSTER_TEXT,		/* with the source line and a caret */
	TAPSTER_COLOUR,		/* the same, for a terminal */
	TAPSTER_JSON,		/* one object on one line */
};

/** The diagnostic with index @i as text or JSON, with a newline at the end. */
TAPSTER_API const char *tapster_render(const struct tapster_session *s,
				       size_t i, enum tapster_form form);

/** A tag of diagnostics. */
struct tapster_tag {
	const char *name;	/* "no-function" */
	enum tapster_severity severity;	/* the usual one */
	const char *summary;	/* its meaning, in one line */
};

/** The tag with index @i; NULL after the last. */
TAPSTER_API const struct tapster_tag *tapster_tag_at(size_t i);

/**
 * The long explanation of @tag, as Markdown: its meaning, a script that causes
 * it, and the remedy.  Fails with [bad-option] if there is no such tag.
 */
TAPSTER_API int tapster_explain(struct tapster_session *s, const char *tag,
				const char **text);

/** The directory of the example scripts, with one subdirectory a subject. */
TAPSTER_API int tapster_examples(struct tapster_session *s, const char **dir);

/**
 * Adds a diagnostic of the client, which is shown like those of the library.
 * @tag is one of the library's tags; @hint may be NULL.  A warning that an
 * option hides is not added.
 */
TAPSTER_API void tapster_complain(struct tapster_session *s,
				  enum tapster_severity severity,
				  const char *tag, const char *hint,
				  const char *fmt, ...)
	__attribute__((__format__(__printf__, 5, 6)));

/* ---- running ------------------------------------------------------------ */

enum tapster_arg_kind {
	TAPSTER_ARG_NUMBER,
	TAPSTER_ARG_STRING,	/* bytes, perhaps without a NUL at the end */
	TAPSTER_ARG_MEMORY,	/* bytes of the traced system */
	TAPSTER_ARG_AGGREGATE,
};

struct tapster_bucket {
	int64_t lo, hi;		/* the first and the last value in it */
	int64_t count;
};

enum tapster_scale { TAPSTER_NO_BUCKETS, TAPSTER_LOG, TAPSTER_LINEAR };

struct tapster_aggregate {
	int64_t count, sum;
	int64_t min, max, avg;	/* 0 if count is 0 */
	size_t n_buckets;	/* without the empty ones */
	const struct tapster_bucket *buckets;
	bool has_variance;	/* if the script uses @variance */
	int64_t variance;
	enum tapster_scale scale;	/* of the buckets */
	/** With has_variance: the sum of the squares, 128 bits. */
	uint64_t squares_low, squares_high;
};

/** One address of a stack, with its symbol. */
struct tapster_frame {
	uint64_t address;	/* in the kernel, or in the process */
	const char *function;	/* "": no symbol contains the address */
	uint64_t offset;	/* in the function, or else in the file */
	const char *module;	/* "kernel", the name of a kernel module, or the
				   path of a program; "": unknown */
	bool is_user;
	/** With option "inlined-frames": the function is inlined in that of
	 *  the next frame that is not inlined. */
	bool is_inlined;
};

/** The frames of a stack; the innermost one comes first. */
struct tapster_stack {
	size_t n_frames;
	const struct tapster_frame *frames;
	const char *cut;	/* why outer frames are missing; NULL: none is */
};

struct tapster_arg {
	enum tapster_arg_kind kind;
	union {
		int64_t number;
		struct {
			const char *bytes;
			size_t len;
		};
		const struct tapster_aggregate *aggregate;
	};
	/** The frames, if the string is a stack; otherwise NULL.  The bytes of
	 *  such a string are the addresses. */
	const struct tapster_stack *stack;
};

/** The kind of a record, with option "events". */
enum tapster_event {
	TAPSTER_EVENT_PRINT,	/* printf() and similar functions */
	TAPSTER_EVENT_BEGIN,	/* args: name */
	TAPSTER_EVENT_END,	/* args: name */
	TAPSTER_EVENT_SPAN,	/* args: name, duration in ns */
	TAPSTER_EVENT_COUNTER,	/* args: name, value */
	TAPSTER_EVENT_INSTANT,	/* args: name */
};

/** One printing statement that was executed. */
struct tapster_record {
	uint64_t seq;		/* the same in all records of one hit */
	uint64_t time_ns;	/* CLOCK_MONOTONIC of the traced kernel */
	uint32_t cpu;
	const char *probe;	/* probe point, or "" */
	const char *format;	/* of the statement; "": only `text` is known */
	size_t n_args;
	const struct tapster_arg *args;
	const char *text;	/* the formatted output */
	size_t text_len;
	/** The time of day at time_ns, in ns since 1970; 0: unknown. */
	int64_t wall_ns;
	/** Only with option "events"; otherwise 0: */
	enum tapster_event event;
	int64_t pid, tid;
	const char *program;	/* or NULL */
	const char *const *names;	/* of args, "" for none; or NULL */
};

enum tapster_type {
	TAPSTER_TYPE_LONG,
	TAPSTER_TYPE_STRING,
	TAPSTER_TYPE_STATS,
	TAPSTER_TYPE_STACK,	/* of a key: a string that is a stack */
};

enum tapster_class {
	TAPSTER_CONSTANT,	/* only begin probes write it */
	TAPSTER_COUNTER,	/* probes only add to it */
	TAPSTER_VARIABLE,
};

/**
 * The value of a global variable at one moment, or the part of it that
 * tapster_snapshot() requested.  A scalar is one entry without keys.  Entries
 * are in the order of their creation; with `top` the largest come first.
 */
struct tapster_snapshot {
	const char *global;
	size_t n_keys;
	size_t n_entries;
	const struct tapster_arg *args;	/* n_entries times n_keys + 1 */
	const enum tapster_type *key_types;	/* n_keys of them */
	enum tapster_type value_type;
	enum tapster_class variable_class;
	bool is_array;
	bool is_library;	/* a global of the tapset */
	uint64_t time_ns;	/* CLOCK_MONOTONIC of the traced kernel */
	size_t n_total;		/* entries before `top` was applied */
	/** Only begin and end probes can make a value smaller. */
	bool grows;
	const char *comment;	/* above the declaration, as one line; or "" */
	/** No probe reads it, so it is printed at the end of the run. */
	bool is_printed;
	/** tapster_reset() has removed these entries from the global. */
	bool is_reset;
};

/** The cause of skipped hits or lost output, and their number. */
struct tapster_loss {
	const char *cause;	/* a phrase for display */
	uint64_t count;
};

/** The cost of one probe location, with option "timing". */
struct tapster_times {
	const char *probe;	/* the probe point, expanded */
	struct tapster_location location;	/* in the script */
	uint64_t hits;
	uint64_t timed;		/* hits whose handler ran */
	uint64_t total_ns, min_ns, max_ns;	/* its handlers' run times */
	size_t n_skips;
	const struct tapster_loss *skips;
	const char *mechanism;	/* how it was attached: "ftrace" */
	const char *reason;	/* why it is not the cheapest; "": it is */
};

enum tapster_probe_state {
	TAPSTER_PROBE_IDLE,	/* not attached, or an alternative is used */
	TAPSTER_PROBE_ARMED,
	TAPSTER_PROBE_DISARMED,	/* its condition is false */
	TAPSTER_PROBE_AWAITED,	/* its module is not loaded */
	TAPSTER_PROBE_REFUSED,
	TAPSTER_PROBE_OFF,	/* by tapster_switch_probe() */
};

/** The state of one probe location. */
struct tapster_probe {
	const char *name;	/* the probe point, expanded */
	struct tapster_location location;	/* in the script */
	const char *mechanism;	/* how it is attached: "kprobe" */
	enum tapster_probe_state state;
	uint64_t address;	/* 0: none */
	uint64_t hits;
	uint64_t missed;	/* by the kernel, before a handler ran */
	/** The number of hits whose handler ran, and its times; 0 without
	 *  option "timing". */
	uint64_t timed, total_ns, min_ns, max_ns;
};

/** The state of the session when a snapshot was made. */
struct tapster_state {
	uint64_t time_ns;	/* CLOCK_MONOTONIC, as in records */
	uint64_t hits, handled, errors;
	uint64_t records;	/* made so far */
	uint64_t memory;	/* bytes that the session has allocated */
	size_t n_losses;
	const struct tapster_loss *losses;
	size_t n_probes;
	const struct tapster_probe *probes;
	uint64_t began_ns;	/* when the run began; 0: unknown */
};

/** The memory that was used for one purpose, with option "timing". */
struct tapster_memory {
	const char *purpose;	/* "globals" */
	uint64_t bytes;
};

enum tapster_stream { TAPSTER_STDOUT = 1, TAPSTER_STDERR = 2 };

/**
 * Functions of the client.  They are called only by tapster_ functions of this
 * session, in the same thread.  Each of them may be NULL.
 */
struct tapster_callbacks {
	size_t size;		/* TAPSTER_CALLBACKS_INIT sets it */

	/** Output of the script, in the format of option "format". */
	void (*text)(void *data, const char *text, size_t len);
	/** The output as a record with its arguments; called before `text`. */
	void (*record)(void *data, const struct tapster_record *r);
	void (*snapshot)(void *data, const struct tapster_snapshot *sn);
	/** A new diagnostic.  @text: its form TAPSTER_TEXT. */
	void (*diagnostic)(void *data, const struct tapster_diagnostic *d,
			   const char *text);
	/** @count hits were skipped, or records lost, for the same cause. */
	void (*loss)(void *data, const char *cause, uint64_t count);
	/** The run is over.  @status: tapster_status(). */
	void (*exit)(void *data, int status);
	/**
	 * Bytes that the command of option "command", or staprun, wrote in a
	 * guest.  Without a guest they write to the descriptors of this
	 * process.
	 */
	void (*output)(void *data, enum tapster_stream stream,
		       const char *bytes, size_t len);
	/**
	 * A long operation begins (@seconds is negative) or has ended
	 * (@seconds is its duration).
	 */
	void (*progress)(void *data, const char *what, double seconds);
	/**
	 * The cost of a probe location that was hit, with option "timing", at
	 * the end.  @line: the location's line of a table for display; in
	 * the first call the headings of the table precede it.
	 */
	void (*times)(void *data, const struct tapster_times *t,
		      const char *line);
	/**
	 * Returns the answer to a question: may files be downloaded (option
	 * "download-debuginfo" is "ask"), or may a run start that attaches
	 * its probes slowly?  Without this callback the answer is no.
	 */
	bool (*ask)(void *data, const char *question);
	/** The memory for one purpose, after `times`; @line as for `times`. */
	void (*memory)(void *data, const struct tapster_memory *m,
		       const char *line);
	/** The script has called switch_file(): write the output that follows
	 *  to the next file. */
	void (*next_file)(void *data);
	/** The state, after all `snapshot` calls for a tapster_snapshot(). */
	void (*state)(void *data, const struct tapster_state *st);
	/**
	 * Called repeatedly while a script is compiled or dumped.  If it returns
	 * false, the compilation is cancelled: the function that compiles
	 * returns -1 without a diagnostic.  It must return quickly, and must not
	 * use the session.
	 */
	bool (*keep_going)(void *data);
};

#define TAPSTER_CALLBACKS_INIT { .size = sizeof(struct tapster_callbacks) }

/** Sets the callbacks, which are copied, and their @data. */
TAPSTER_API void tapster_set_callbacks(struct tapster_session *s,
				       const struct tapster_callbacks *cb,
				       void *data);

/** Compiles the script if necessary and starts the run.  Does not wait until a
 *  guest has booted. */
TAPSTER_API int tapster_run_start(struct tapster_session *s);

/** A descriptor that is readable when tapster_run_dispatch() must be called, or
 *  -1 if there is no run. */
TAPSTER_API int tapster_run_fd(const struct tapster_session *s);

/**
 * Handles what has arrived, without waiting, and calls the callbacks.  Returns
 * 1 while the run continues, 0 after its end, and -1 after an end with
 * errors.
 */
TAPSTER_API int tapster_run_dispatch(struct tapster_session *s);

/** Dispatches until the run has ended, and returns tapster_status(). */
TAPSTER_API int tapster_run_wait(struct tapster_session *s);

/**
 * Ends the run: the probes stop, the end probes run, and the remaining output
 * is delivered.  A second call discards the remaining output.  Does not wait:
 * continue to dispatch.  You may call it in signal handlers and other threads.
 */
TAPSTER_API void tapster_run_stop(struct tapster_session *s);

/**
 * Returns how many bytes the command in a guest can take on its standard input,
 * with option "command-input" or "command-terminal".  0: none now, try again
 * later.  -1: the command has not started, or has ended.
 */
TAPSTER_API long tapster_run_input_room(const struct tapster_session *s);

/**
 * Writes @len bytes to the standard input of the command; 0 bytes close it.
 * Returns -1, and writes nothing, if there is no room for all of them.
 */
TAPSTER_API int tapster_run_input(struct tapster_session *s, const void *bytes,
				  size_t len);

/** Sets the size of the command's terminal, before or during the run. */
TAPSTER_API void tapster_run_resize(struct tapster_session *s, unsigned rows,
				    unsigned columns);

/**
 * Delivers the contents of the buffers, with option "flight-recorder", and
 * continues.  Does not wait.  You may call it in signal handlers and other
 * threads.
 */
TAPSTER_API void tapster_run_dump(struct tapster_session *s);

/** The globals that a snapshot has; with zeros, all globals of the script. */
struct tapster_snapshot_request {
	size_t size;		/* TAPSTER_SNAPSHOT_REQUEST_INIT sets it */
	const char *global;	/* only this one; NULL: all */
	size_t top;		/* most entries of each global, the largest
				   first (aggregates: by count); 0: all */
	bool library;		/* also the globals of the tapset */
};

#define TAPSTER_SNAPSHOT_REQUEST_INIT \
	{ .size = sizeof(struct tapster_snapshot_request) }

/**
 * Requests the values of the globals.  Does not wait.  Returns -1 if there is
 * no run.  While the run is dispatched, `snapshot` is called for each global,
 * then `state` once.  The entries of one global are consistent with each other.
 * Option "final-snapshot" does the same after the end probes, for the request
 * of the last call.  @rq NULL: all globals of the script.
 */
TAPSTER_API int tapster_snapshot(struct tapster_session *s,
				 const struct tapster_snapshot_request *rq);

/**
 * Disables a probe, or enables it again, while the script runs.  @probe is its
 * index in struct tapster_state.  Hits of a disabled probe are not counted; it
 * is detached soon, and then costs nothing.  Does not wait.  Returns -1 if
 * there is no run, or for a begin, end or error probe.
 */
TAPSTER_API int tapster_switch_probe(struct tapster_session *s, size_t probe,
				     bool on);

/**
 * Resets a global: numbers and strings get their initial value, arrays and
 * aggregates become empty.  While the run is dispatched, `snapshot` is called
 * with the removed values, marked `is_reset`.  No hit is lost: these snapshots
 * and the last one together have everything that was added.  Does not wait.
 * Returns -1 if there is no run or no such global, or if only begin changes it.
 */
TAPSTER_API int tapster_reset(struct tapster_session *s, const char *global);

/**
 * The exit status for a command: 0 success; 1 an error of the script, when it
 * was compiled or run; 2 a wrong option; 3 an error of the guest or of the
 * files of a kernel; 130 the run was stopped before its guest had booted.  With
 * option "status" and without an error: the status of option "command".
 */
TAPSTER_API int tapster_status(const struct tapster_session *s);

/* ---- recordings --------------------------------------------------------- */

/** A recording for option "replay"; the client writes it hit by hit. */
struct tapster_recording;

/** A value that a script can read at a hit. */
struct tapster_hit_value {
	/** The expression that reads it, as messages show it:
	 *  "$count", "execname()", "user_string($name)", "task_pid(5)". */
	const char *name;
	enum tapster_arg_kind kind;	/* TAPSTER_ARG_NUMBER or _STRING */
	int64_t number;
	const char *bytes;		/* of a string: @len of them */
	size_t len;
	/** Reading it fails with this error; or NULL. */
	const char *error;
};

/**
 * Creates a recording, the file @path.  @on_host: its probe points need no
 * kernel; otherwise they are those of the kernel of the options.  Returns NULL,
 * with a diagnostic, if the file cannot be created.
 */
TAPSTER_API struct tapster_recording *
tapster_recording_create(struct tapster_session *s, const char *path,
			 bool on_host);

/**
 * Adds a hit of the probe point or alias @point, which is named as option -l
 * prints it.  All hits of one point must have values of the same names in the
 * same order.  Add the hits in the order of their time.
 */
TAPSTER_API void tapster_recording_hit(struct tapster_recording *r,
				       const char *point,
				       const struct tapster_hit_value *values,
				       size_t n);

/** Completes the file and frees @r.  Returns -1, with a diagnostic, if the file
 *  could not be written. */
TAPSTER_API int tapster_recording_close(struct tapster_recording *r);

/* ---- a run on another host ---------------------------------------------- */

/**
 * Creates a session with the options, scripts and arguments of @s, but without
 * its callbacks.  You can still set options, for example for another kernel.
 */
TAPSTER_API struct tapster_session *
tapster_copy(const struct tapster_session *s);

/**
 * Begins to show the records of a run that the client has started itself, such
 * as with `staprun --records` on another host.  The session compiles nothing.
 * Options of the run apply.
 */
TAPSTER_API int tapster_feed_start(struct tapster_session *s);

/** Passes the next bytes of the records, any number, and calls the callbacks.
 *  Returns -1 after any error of the session, such as damaged records. */
TAPSTER_API int tapster_feed(struct tapster_session *s, const void *bytes,
			     size_t len);

/** Ends the records.  @status: the exit status of staprun. */
TAPSTER_API int tapster_feed_end(struct tapster_session *s, int status);

/** The path of staprun, a program that needs no other file; NULL: not found. */
TAPSTER_API const char *tapster_runner(struct tapster_session *s);

/* ---- the host ----------------------------------------------------------- */

/**
 * Prints the sessions of all users on this host, and their probes with hits and
 * misses, to standard output.  @format: "text", or "json", one object a line.
 * Errors of staprun are printed, too.  Data that only root may read needs root.
 */
TAPSTER_API int tapster_list_sessions(struct tapster_session *s,
				      const char *format);

struct tapster_check {
	const char *feature;	/* "load modules here" */
	bool ok;
	const char *detail;	/* what was found, or what is wrong */
	const char *fix;	/* the remedy, such as a command; NULL if ok */
};

/**
 * Checks what works on this host, for the kernel of the options, and calls @fn
 * for each feature.
 */
TAPSTER_API void tapster_doctor(struct tapster_session *s,
				void (*fn)(void *data,
					   const struct tapster_check *c),
				void *data);

/**
 * Downloads and unpacks the image of the newest kernel that matches @wanted
 * ("6.1", a release, or NULL for any), so that guests can boot it, and its
 * headers, so that modules can be built for it.  Nothing is installed.
 */
TAPSTER_API int tapster_fetch_kernel(struct tapster_session *s,
				     const char *wanted, const char **release);

/**
 * The build tree for modules of the kernel of the options: that of the system,
 * or one that tapster_fetch_kernel() has stored.  NULL: none.
 */
TAPSTER_API const char *tapster_headers(struct tapster_session *s);

/** Ends the guest that option "vm-keep" has named @name. */
TAPSTER_API int tapster_stop_guest(struct tapster_session *s,
				   const char *name);

/** Removes the stored modules and build recipes from the cache, but no kernel
 *  images. */
TAPSTER_API int tapster_clean_cache(struct tapster_session *s);

#ifdef __cplusplus
}
#endif

#endif
