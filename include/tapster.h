/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * libtapster: compile probe scripts, run them, get what they print.
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
 * A session is one compilation and at most one run.  There is nothing
 * besides sessions: no global state, no printing, no exit(), no signal
 * handler, no change of the environment or of the working directory.  Two
 * sessions may be used in two threads at once; one session belongs to one
 * thread at a time.
 *
 * Failure: functions of type int return 0, or -1 when they have added at
 * least one diagnostic of severity error to the session.  A session that
 * failed to compile stays failed.  When memory runs out the process aborts.
 *
 * Ownership: strings passed in are copied.  Strings and structures that come
 * out belong to the session and live until tapster_free() if nothing else is
 * said; those passed to a callback live until it returns.
 *
 * Structures that come out may grow at their end in later versions; those
 * that go in carry their size.
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

/** The version of the library that runs: "0.2.0". */
TAPSTER_API const char *tapster_version(void);

/* ---- a session ---------------------------------------------------------- */

struct tapster_session;

TAPSTER_API struct tapster_session *tapster_new(void);

/** Stops a run that goes on, hard; NULL is fine.  Not from a callback. */
TAPSTER_API void tapster_free(struct tapster_session *s);

/* ---- options ------------------------------------------------------------ */

/**
 * Set the option @name.  The error [bad-option] names the option and what
 * would be right.  A flag's value is "yes" or "no"; NULL means "yes".  A list
 * grows by one element at each call; tapster_unset() empties it.  After the
 * first tapster_compile() options of compilation can no longer be set.
 */
TAPSTER_API int tapster_set(struct tapster_session *s, const char *name,
			    const char *value);

/** Back to the default. */
TAPSTER_API int tapster_unset(struct tapster_session *s, const char *name);

/** What values an option takes. */
enum tapster_option_kind {
	TAPSTER_FLAG,		/* yes or no */
	TAPSTER_STRING,
	TAPSTER_NUMBER,		/* decimal, not negative */
	TAPSTER_CHOICE,		/* one of several words */
	TAPSTER_LIST,		/* strings, one at a call */
};

struct tapster_option {
	const char *name;
	enum tapster_option_kind kind;
	const char *values;	/* of a choice: "kernel host"; else NULL */
	const char *help;	/* one line */
};

/** The @i-th option there is; NULL behind the last. */
TAPSTER_API const struct tapster_option *tapster_option_at(size_t i);

/* ---- what to compile ---------------------------------------------------- */

/** A script file; "-" is standard input.  Read when it is compiled. */
TAPSTER_API int tapster_add_file(struct tapster_session *s, const char *path);

/** A script; @name is what messages call it. */
TAPSTER_API int tapster_add_text(struct tapster_session *s, const char *name,
				 const char *text);

/** Text that is compiled along with the script, like a library file. */
TAPSTER_API int tapster_add_extra(struct tapster_session *s, const char *name,
				  const char *text);

/**
 * Definitions of events, in the language of the kernel's kprobe_events file: a
 * file, as for tapster_add_file(), or text, a line each.  @name is what
 * messages call the text; no two texts have the same.
 */
TAPSTER_API int tapster_add_events_file(struct tapster_session *s,
					const char *path);
TAPSTER_API int tapster_add_events(struct tapster_session *s, const char *name,
				   const char *text);

/** The next argument of the script: $1 @1, $2 @2, ... */
TAPSTER_API int tapster_add_arg(struct tapster_session *s, const char *arg);

/* ---- compiling ---------------------------------------------------------- */

enum tapster_stage {
	TAPSTER_PARSE = 1,	/* text to syntax tree */
	TAPSTER_ANALYSE,	/* probe points, names, types */
	TAPSTER_TRANSLATE,	/* C */
	TAPSTER_BUILD,		/* a module, or a host program */
};

/** Go as far as @stage, from where the session is. */
TAPSTER_API int tapster_compile(struct tapster_session *s,
				enum tapster_stage stage);

/**
 * A stage as text, in a form that stays stable: tokens ast probes types ir c
 * rows; locations or variables: what the probe points stand for, one a line, with
 * what a probe knows there; prototypes: the functions among them, as C declares
 * them.  members: the members that the last `->name` of the script could name,
 * whatever name it is, each with a blank and its type; enumerators: those of the
 * enumeration that the script's last target variable has, or of its last
 * `@enum`, each with a blank and its value; symbols: the script's own globals,
 * functions, parameters and locals: the offset of the declaration or first use,
 * the name, the type.  These three are also filled as far as they can be when
 * the script has errors.  functions, probe-types and probe-aliases are those
 * of the library, one a line, and need no script.
 * Compiles as far as it needs to.  *@text gets *@len bytes and a NUL; they
 * live until the next call.
 */
TAPSTER_API int tapster_dump(struct tapster_session *s, const char *what,
			     const char **text, size_t *len);

/** What TAPSTER_BUILD made. */
struct tapster_module {
	const char *path;	/* the .ko, or the host program */
	const char *name;	/* the module's name; of a program: "host" */
	const char *release;	/* kernel it is for; "" for the host runtime */
	const char *build_id;	/* hex, of the module itself; "" = none */
	bool cache_hit;		/* it was there already */
};

/** NULL before TAPSTER_BUILD was reached. */
TAPSTER_API const struct tapster_module *
tapster_module(const struct tapster_session *s);

/** Seconds spent in a stage so far; TAPSTER_BUILD has parts, see below. */
TAPSTER_API double tapster_seconds(const struct tapster_session *s,
				   enum tapster_stage stage);

/** A part of a stage's time, for people: name and seconds; false at the end. */
TAPSTER_API bool tapster_timing(const struct tapster_session *s, size_t i,
				enum tapster_stage *stage, const char **name,
				double *seconds);

/* ---- formatting --------------------------------------------------------- */

/**
 * A script in the one style: *@ret gets *@ret_len bytes and a NUL, which live
 * until the next call.  Tokens and comments stay as they are; only blanks and
 * line ends between them change.  @text NULL: the file @name, "-" is standard
 * input; else @len bytes that messages call @name.  Needs no kernel and no
 * library.  0: the text is in that style; 1: it differs; -1: it has a token
 * that is misspelt, or brackets that do not match.
 */
TAPSTER_API int tapster_format(struct tapster_session *s, const char *name,
			       const char *text, size_t len, const char **ret,
			       size_t *ret_len);

/* ---- for editors -------------------------------------------------------- */

enum tapster_token_kind {
	TAPSTER_TOKEN_KEYWORD,
	TAPSTER_TOKEN_PRINT,	/* print and its like */
	TAPSTER_TOKEN_NAME,
	TAPSTER_TOKEN_TARGET,	/* $name */
	TAPSTER_TOKEN_AT_WORD,	/* a macro or an operator, with its @ */
	TAPSTER_TOKEN_COMPONENT,	/* of a probe point */
	TAPSTER_TOKEN_NUMBER,
	TAPSTER_TOKEN_STRING,
	TAPSTER_TOKEN_EMBEDDED,
	TAPSTER_TOKEN_COMMENT,
	TAPSTER_TOKEN_OPERATOR,
	TAPSTER_TOKEN_OTHER,	/* no script can hold it */
};

/** A token or comment: bytes of the text. */
struct tapster_token {
	enum tapster_token_kind kind;
	size_t off, len;
};

/**
 * The tokens and comments of any text, however broken: macros and conditionals
 * as they are written.  *@ret has *@n of them; they live until the next call.
 * Nothing is reported.
 */
TAPSTER_API void tapster_scan(struct tapster_session *s, const char *text,
			      size_t len, const struct tapster_token **ret,
			      size_t *n);

/** The @i-th keyword, print function or @-operator; NULL after the last. */
TAPSTER_API const char *tapster_word_at(size_t i);

/**
 * The @i-th conversion of printf() and sprintf(): its letter, whether its
 * argument is a string and not a number, and what it prints, in one line.
 * False after the last.
 */
TAPSTER_API bool tapster_conversion(size_t i, char *letter, bool *is_string,
				    const char **help);

/** The directory of the tapset's files. */
TAPSTER_API int tapster_tapsets(struct tapster_session *s, const char **dir);

/* ---- diagnostics -------------------------------------------------------- */

enum tapster_severity { TAPSTER_NOTE, TAPSTER_WARNING, TAPSTER_ERROR };

/** A piece of a text; line 0: no place (the command line, the world). */
struct tapster_place {
	const char *file;	/* "" without place */
	unsigned line, col;	/* from 1; col counts bytes */
	unsigned len;		/* bytes from there on, same line or not */
};

struct tapster_note {
	struct tapster_place place;
	const char *text;
};

struct tapster_diagnostic {
	enum tapster_severity severity;
	const char *tag;	/* "no-function": see --explain */
	struct tapster_place place;
	const char *text;
	const char *hint;	/* or NULL */
	size_t n_notes;
	const struct tapster_note *notes;
	bool run_time;		/* said by the running script */
};

/** Of compilation and of starting a run, in the order of appearance. */
TAPSTER_API size_t tapster_diagnostic_count(const struct tapster_session *s);
TAPSTER_API const struct tapster_diagnostic *
tapster_diagnostic_at(const struct tapster_session *s, size_t i);

enum tapster_form {
	TAPSTER_TEXT,		/* with the source line and a caret */
	TAPSTER_COLOUR,		/* the same, for a terminal */
	TAPSTER_JSON,		/* one object on one line */
};

/** The @i-th diagnostic as people or programs read it, with its newline. */
TAPSTER_API const char *tapster_render(const struct tapster_session *s,
				       size_t i, enum tapster_form form);

/** What a tag of diagnostics means, in one line. */
struct tapster_tag {
	const char *name;	/* "no-function" */
	enum tapster_severity severity;	/* that it usually has */
	const char *summary;
};

/** The @i-th tag there is; NULL behind the last. */
TAPSTER_API const struct tapster_tag *tapster_tag_at(size_t i);

/**
 * The long explanation of @tag, as Markdown: what it means, a script that
 * provokes it, what to do.  Fails with [bad-option] if there is no such tag.
 */
TAPSTER_API int tapster_explain(struct tapster_session *s, const char *tag,
				const char **text);

/** The directory of the example scripts, which has one for each subject. */
TAPSTER_API int tapster_examples(struct tapster_session *s, const char **dir);

/**
 * Add a diagnostic of the client's own, so that there is one way in which
 * all are shown.  @tag: one of the library's tags; @hint may be NULL.  A
 * warning that an option silences is not added.
 */
TAPSTER_API void tapster_complain(struct tapster_session *s,
				  enum tapster_severity severity,
				  const char *tag, const char *hint,
				  const char *fmt, ...)
	__attribute__((__format__(__printf__, 5, 6)));

/* ---- running ------------------------------------------------------------ */

enum tapster_arg_kind {
	TAPSTER_ARG_NUMBER,
	TAPSTER_ARG_STRING,	/* bytes; NUL behind them is not promised */
	TAPSTER_ARG_MEMORY,	/* bytes of the traced system */
	TAPSTER_ARG_AGGREGATE,
};

struct tapster_bucket {
	int64_t lo, hi;		/* both in it */
	int64_t count;
};

enum tapster_scale { TAPSTER_NO_BUCKETS, TAPSTER_LOG, TAPSTER_LINEAR };

struct tapster_aggregate {
	int64_t count, sum;
	int64_t min, max, avg;	/* 0 if count is 0 */
	size_t n_buckets;	/* those that are not empty */
	const struct tapster_bucket *buckets;
	bool has_variance;	/* if the script asks for @variance */
	int64_t variance;
	enum tapster_scale scale;	/* of the buckets */
	/** With has_variance: the sum of the squares, 128 bits of it. */
	uint64_t squares_low, squares_high;
};

/** One address of a stack, named. */
struct tapster_frame {
	uint64_t address;	/* as the program, or the kernel, has it */
	const char *function;	/* "": no symbol is there */
	uint64_t offset;	/* from its first byte, or the file's */
	const char *module;	/* "kernel", a module of it, or the path of a
				   program's file; "": not known */
	bool is_user;
	/** With option "inlined-frames": its code is part of a later frame's. */
	bool is_inlined;
};

/** The innermost frame comes first. */
struct tapster_stack {
	size_t n_frames;
	const struct tapster_frame *frames;
	const char *cut;	/* NULL: whole; else why the stack goes on */
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
	/** Of a string that is a stack; its text is the addresses.  Or NULL. */
	const struct tapster_stack *stack;
};

/** What a record is, with option "events". */
enum tapster_event {
	TAPSTER_EVENT_PRINT,	/* by printf() and its like */
	TAPSTER_EVENT_BEGIN,	/* args: name */
	TAPSTER_EVENT_END,	/* args: name */
	TAPSTER_EVENT_SPAN,		/* args: name, how long it took in ns */
	TAPSTER_EVENT_COUNTER,	/* args: name, value */
	TAPSTER_EVENT_INSTANT,	/* args: name */
};

/** One printing statement that was executed. */
struct tapster_record {
	uint64_t seq;		/* of the handler's run: those of one agree */
	uint64_t time_ns;	/* CLOCK_MONOTONIC of the traced kernel */
	uint32_t cpu;
	const char *probe;	/* probe point, or "" */
	const char *format;	/* the statement's format; "" = ready text */
	size_t n_args;
	const struct tapster_arg *args;
	const char *text;	/* what it looks like */
	size_t text_len;
	/** The time of day at time_ns, in ns; 0: not known. */
	int64_t wall_ns;
	/** With option "events", else zeros: */
	enum tapster_event event;
	int64_t pid, tid;
	const char *program;	/* or NULL */
	const char *const *names;	/* of args; "": has none.  Or NULL */
};

enum tapster_type {
	TAPSTER_TYPE_LONG,
	TAPSTER_TYPE_STRING,
	TAPSTER_TYPE_STATS,
	TAPSTER_TYPE_STACK,	/* of keys: a string that is a stack */
};

enum tapster_class {
	TAPSTER_CONSTANT,	/* no probe but begin writes it */
	TAPSTER_COUNTER,	/* probes only add to it */
	TAPSTER_VARIABLE,
};

/**
 * A global variable as it was at one moment, whole or as tapster_snapshot()
 * says: a scalar is one entry without keys.  Entries are in the order in which
 * they were made; with `top` the largest come first.
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
	bool is_library;	/* not the script's own */
	uint64_t time_ns;	/* CLOCK_MONOTONIC of the traced kernel */
	size_t n_all;		/* entries before `top` was applied */
	/** No probe but begin and end makes a value smaller. */
	bool grows;
	const char *comment;	/* above the declaration, in one line; or "" */
	/** No probe reads it: it is printed at the end of the run. */
	bool is_shown;
	/** By tapster_reset(): these entries are not in the global any more. */
	bool is_reset;
};

/** Why something was skipped or lost, and how often. */
struct tapster_loss {
	const char *cause;	/* in words */
	uint64_t count;
};

/** With option "timing": what a place of a probe cost. */
struct tapster_times {
	const char *probe;	/* the probe point, expanded */
	struct tapster_place place;	/* in the script */
	uint64_t hits;
	uint64_t timed;		/* hits whose handler ran */
	uint64_t total_ns, min_ns, max_ns;	/* of its handlers */
	size_t n_skips;
	const struct tapster_loss *skips;
	const char *by;		/* how it was attached: "ftrace" */
	const char *why;	/* and not in a better way; "": there is none */
};

enum tapster_probe_state {
	TAPSTER_PROBE_IDLE,	/* not tried, or left out for a better one */
	TAPSTER_PROBE_ARMED,
	TAPSTER_PROBE_DISARMED,	/* its condition is false */
	TAPSTER_PROBE_AWAITED,	/* the module that it is in is not loaded */
	TAPSTER_PROBE_REFUSED,
	TAPSTER_PROBE_OFF,	/* by tapster_switch_probe() */
};

/** What a place of a probe has come to. */
struct tapster_probe {
	const char *name;	/* the probe point, expanded */
	struct tapster_place place;	/* in the script */
	const char *by;		/* how it is attached: "kprobe" */
	enum tapster_probe_state state;
	uint64_t address;	/* 0: it has none */
	uint64_t hits;
	uint64_t missed;	/* by the kernel, before a handler ran */
	/** With option "timing", else 0: hits whose handler ran, its time. */
	uint64_t timed, total_ns, min_ns, max_ns;
};

/** The session when a snapshot was made. */
struct tapster_state {
	uint64_t time_ns;	/* as of the records */
	uint64_t hits, handled, errors;
	uint64_t records;	/* made so far */
	uint64_t memory;	/* bytes that the session has allocated */
	size_t n_losses;
	const struct tapster_loss *losses;
	size_t n_probes;
	const struct tapster_probe *probes;
	uint64_t began_ns;	/* when the run began; 0: not known */
};

/** With option "timing": what memory was for. */
struct tapster_memory {
	const char *of;		/* "globals" */
	uint64_t bytes;
};

enum tapster_stream { TAPSTER_STDOUT = 1, TAPSTER_STDERR = 2 };

/**
 * Whom to call.  All are called from within tapster_ functions of this
 * session only, never from another thread.  Any may be NULL.
 */
struct tapster_callbacks {
	size_t size;		/* TAPSTER_CALLBACKS_INIT sets it */

	/** What the script prints, in the format asked for. */
	void (*text)(void *data, const char *text, size_t len);
	/** The same with its arguments, before text. */
	void (*record)(void *data, const struct tapster_record *r);
	void (*snapshot)(void *data, const struct tapster_snapshot *sn);
	/** Each diagnostic, as it appears. @text: as tapster_render(TEXT). */
	void (*diagnostic)(void *data, const struct tapster_diagnostic *d,
			   const char *text);
	/** @count events were skipped or lost; @cause in words. */
	void (*loss)(void *data, const char *cause, uint64_t count);
	/** The run is over. */
	void (*exit)(void *data, int status);
	/**
	 * Bytes that the command of option "command", or the guest's runner,
	 * wrote.  Only for runs in a guest: elsewhere they share the
	 * process's own descriptors.
	 */
	void (*output)(void *data, enum tapster_stream stream,
		       const char *bytes, size_t len);
	/**
	 * Long work: @seconds < 0 when it begins, how long it took at its
	 * end.
	 */
	void (*progress)(void *data, const char *what, double seconds);
	/**
	 * At the end of a timed run, for each place that was hit.  @line: of
	 * a table for people; the first has the table's head before it.
	 */
	void (*times)(void *data, const struct tapster_times *t,
		      const char *line);
	/**
	 * "download ...?": true for yes.  For option "download-debuginfo"
	 * with value "ask"; without this callback the answer is no.
	 */
	bool (*ask)(void *data, const char *question);
	/** Behind `times`, for each part of the memory; @line as there. */
	void (*memory)(void *data, const struct tapster_memory *m,
		       const char *line);
	/** switch_file(): what follows belongs into the next output file. */
	void (*next_file)(void *data);
	/** After the last `snapshot` of one tapster_snapshot(). */
	void (*state)(void *data, const struct tapster_state *st);
	/**
	 * Asked again and again while a script is compiled or dumped: false
	 * gives it up, because nobody waits for the result any more.  The
	 * function that was called then fails, and adds no diagnostic for
	 * that.  It must return soon, and may not use the session.
	 */
	bool (*go_on)(void *data);
};

#define TAPSTER_CALLBACKS_INIT { .size = sizeof(struct tapster_callbacks) }

/** @cb is copied. */
TAPSTER_API void tapster_set_callbacks(struct tapster_session *s,
				       const struct tapster_callbacks *cb,
				       void *data);

/** Build if that is not done, and start; does not wait for the guest. */
TAPSTER_API int tapster_run_start(struct tapster_session *s);

/** Readable when tapster_run_dispatch() has something to do; -1: no run. */
TAPSTER_API int tapster_run_fd(const struct tapster_session *s);

/**
 * Do what can be done without waiting: this calls back.  1 while the run
 * goes on, 0 when it is over, -1 when it is over and had errors.
 */
TAPSTER_API int tapster_run_dispatch(struct tapster_session *s);

/** Dispatch until the run is over; its status. */
TAPSTER_API int tapster_run_wait(struct tapster_session *s);

/**
 * Ask the run to end: probes stop, end probes run, what is left is printed.
 * A second call drops what is left.  Returns at once; go on dispatching.
 * This one may be called from a signal handler and from other threads.
 */
TAPSTER_API void tapster_run_stop(struct tapster_session *s);

/**
 * Standard input of the command of a run in a guest, with option
 * "command-input" or "command-terminal".  tapster_run_input_room() returns how
 * many bytes the command can be given now: 0 means later, -1 means that no
 * command reads (not yet, or not any more).
 */
TAPSTER_API long tapster_run_input_room(const struct tapster_session *s);

/**
 * Give the command @len bytes; 0 bytes end its input.  Returns -1, and gives it
 * nothing, if there is no room for them.
 */
TAPSTER_API int tapster_run_input(struct tapster_session *s, const void *bytes,
				  size_t len);

/** Set the size of the command's terminal, before or during the run. */
TAPSTER_API void tapster_run_resize(struct tapster_session *s, unsigned rows,
				    unsigned columns);

/**
 * With option "flight-recorder": show what is there now, and go on.  Returns
 * at once; it may be called from where tapster_run_stop() may.
 */
TAPSTER_API void tapster_run_dump(struct tapster_session *s);

/** Which globals, and how much of them; zeros: all. */
struct tapster_snapshot_request {
	size_t size;		/* TAPSTER_SNAPSHOT_REQUEST_INIT sets it */
	const char *global;	/* this one only */
	size_t top;		/* most entries of each global, the largest
				   first (aggregates: by count); 0: all */
	bool library;		/* also the globals of the library */
};

#define TAPSTER_SNAPSHOT_REQUEST_INIT \
	{ .size = sizeof(struct tapster_snapshot_request) }

/**
 * Ask what the globals are now.  Returns at once, 0, or -1 if no run goes on.
 * While the run is dispatched `snapshot` is called for each global and then
 * `state` once.  Each global is consistent in itself.  Option "final-snapshot"
 * does the same at the end, after the end probes, and applies the request of
 * the last call.  @rq NULL: all of the script's own.
 */
TAPSTER_API int tapster_snapshot(struct tapster_session *s,
				 const struct tapster_snapshot_request *rq);

/**
 * Switch a probe off, or on again, while the script runs: @probe is its index
 * in struct tapster_state.  Hits of a probe that is off are not counted, and
 * soon cost nothing.  Returns at once: 0, or -1 if no run goes on, or the probe
 * is a begin, end or error probe.
 */
TAPSTER_API int tapster_switch_probe(struct tapster_session *s, size_t probe,
				     bool on);

/**
 * Set a global back to its first value: numbers and strings to that of their
 * declaration; arrays and aggregates become empty.  While the run is
 * dispatched `snapshot` is called with what it held in that moment, marked
 * `is_reset`: all that these snapshots and the last one report is all that
 * was ever added.  Returns at once: 0, or -1 if no run goes on, there is no
 * such global, or no probe but begin changes it.
 */
TAPSTER_API int tapster_reset(struct tapster_session *s, const char *global);

/**
 * The exit status that fits: 0 fine; 1 the script failed, at compile time or
 * at run time; 2 an option is wrong; 3 the guest or a kernel gave trouble; 130
 * the run was stopped before its guest was up.  With option "status" and no
 * error, that of the command.
 */
TAPSTER_API int tapster_status(const struct tapster_session *s);

/* ---- a run elsewhere ---------------------------------------------------- */

/**
 * A new session with the options, scripts and arguments of @s, which may still
 * be changed: for another kernel.  It has no callbacks.
 */
TAPSTER_API struct tapster_session *
tapster_copy(const struct tapster_session *s);

/**
 * Show the records of a run that the client has started in some other way, with
 * `staprun --records` or the like on another host.  The session compiles
 * nothing; options that are read when a run starts apply.
 */
TAPSTER_API int tapster_feed_start(struct tapster_session *s);

/** The next bytes of it, cut anywhere: this calls back.  -1: they are no
 *  records, and all that follow are dropped. */
TAPSTER_API int tapster_feed(struct tapster_session *s, const void *bytes,
			     size_t len);

/** There are no more; @status: the exit status of the runner. */
TAPSTER_API int tapster_feed_end(struct tapster_session *s, int status);

/** The path of staprun, which needs no other file; NULL: it is not there. */
TAPSTER_API const char *tapster_runner(struct tapster_session *s);

/* ---- around it ---------------------------------------------------------- */

/**
 * Prints the sessions of all users on this machine and their probes with hits
 * and misses, on standard output; @format: "text", or "json", an object
 * a line.  0, or -1 with a diagnostic.  What only root may see needs root.
 */
TAPSTER_API int tapster_list_sessions(struct tapster_session *s,
				      const char *format);

struct tapster_check {
	const char *feature;	/* "load modules here" */
	bool ok;
	const char *detail;	/* what was found, or why not */
	const char *fix;	/* the command that helps, or NULL */
};

/**
 * What works here, for the kernel that the options name: call @fn for each
 * feature.
 */
TAPSTER_API void tapster_doctor(struct tapster_session *s,
				void (*fn)(void *data,
					   const struct tapster_check *c),
				void *data);

/**
 * Download and unpack the image of the newest kernel that fits @wanted
 * ("6.1", a release, NULL), so that guests can boot it, and its headers, so that
 * modules can be built for it; nothing is installed.
 */
TAPSTER_API int tapster_fetch_kernel(struct tapster_session *s,
				     const char *wanted, const char **release);

/**
 * The build tree of the kernel that the options name, which modules are built
 * with: the system's, or one that tapster_fetch_kernel() has stored.  NULL: there
 * is none.
 */
TAPSTER_API const char *tapster_headers(struct tapster_session *s);

/** End the guest that option "vm-keep" gave the name @name. */
TAPSTER_API int tapster_stop_guest(struct tapster_session *s,
				   const char *name);

/** Remove the modules and recipes that are kept; kernel images stay. */
TAPSTER_API int tapster_clean_cache(struct tapster_session *s);

#ifdef __cplusplus
}
#endif

#endif
