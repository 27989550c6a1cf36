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
 * Errors: functions of type int return 0, or -1 with a diagnostic of severity
 * error, unless their comment says otherwise.  A diagnostic that the session has
 * already is not added twice.  After a failed compilation all later ones fail.
 * If memory runs out, the process aborts.
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

/** Frees a session, which may be NULL.  A run that has not ended is aborted, and
 *  its remaining output is lost.  Do not call it from a callback. */
TAPSTER_API void tapster_free(struct tapster_session *s);

/* ---- options ------------------------------------------------------------ */

/**
 * Sets the option @name.  The value of a flag is "yes" or "no".  @value NULL
 * means "yes" for a flag, and "" for the other kinds.  Each call adds one element
 * to a list.  Fails with [bad-option] for an unknown option or a value that is
 * not valid, and if the step that uses the option is done: the first
 * tapster_compile(), the build of the module, or the start of the run.
 */
TAPSTER_API int tapster_set(struct tapster_session *s, const char *name,
			    const char *value);

/** Sets the option @name to its default (a list: empty).  Fails like tapster_set(). */
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
	const char *values;	/* of a choice: "kernel host"; NULL otherwise */
	const char *help;	/* one line */
};

/** The option with index @i; NULL after the last. */
TAPSTER_API const struct tapster_option *tapster_option_at(size_t i);

/* ---- what to compile ---------------------------------------------------- */

/** Adds a script file, which is read by tapster_compile().  "-" is standard
 *  input, which is read now. */
TAPSTER_API int tapster_add_file(struct tapster_session *s, const char *path);

/** Adds the script @text; messages show @name as its file name. */
TAPSTER_API int tapster_add_text(struct tapster_session *s, const char *name,
				 const char *text);

/** Adds the script text @text of option -E.  Its probes run, too; its functions are only
 *  checked if they are called.  Messages show @name as its file name. */
TAPSTER_API int tapster_add_extra(struct tapster_session *s, const char *name,
				  const char *text);

/** Add definitions of events, one a line, in the syntax of the kernel's file
 *  kprobe_events.  @path is a file, as for tapster_add_file().  Messages show @name as
 *  the file name of @text; give each text another @name. */
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
	TAPSTER_TRANSLATE,	/* C text, and data for the module */
	TAPSTER_BUILD,		/* a module, or a host program */
};

/** Compiles up to and including @stage; does nothing if @stage is done already.  Otherwise
 *  it begins with TAPSTER_PARSE, even if earlier stages are done.  Only TAPSTER_BUILD
 *  uses what an earlier TAPSTER_TRANSLATE has made.  After a failure returns -1 again,
 *  without a new diagnostic. */
TAPSTER_API int tapster_compile(struct tapster_session *s,
				enum tapster_stage stage);

/**
 * Returns the result of a stage, or facts about the script, as text.  @what:
 *
 *	tokens ast probes types target ir c rows	the result of this stage
 *	locations	the probe points of the script, expanded, one a line
 *	variables	the locations, each with the variables available there
 *	prototypes	the functions among the locations, as C declares them
 *	members		of the type before the last `->name` of the script, also
 *			if it has no such member: each member, a blank, its type
 *	enumerators	of the type of the script's last target variable, or of
 *			its last `@enum`: each name, a blank, and its value
 *	symbols		the globals, functions, parameters and locals of the
 *			script: the offset of the declaration or first use, the
 *			name, the type
 *	functions probe-types probe-aliases	of the tapset, one a line; these
 *			need no script
 *
 * For members, enumerators and symbols the script may have errors; the result
 * may then be incomplete.  Runs the stages that are needed.  *@text gets *@len
 * bytes and a NUL, valid until the next tapster_dump(), _format() or _scan().
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

/** Returns the result of TAPSTER_BUILD; NULL before that stage is done. */
TAPSTER_API const struct tapster_module *
tapster_module(const struct tapster_session *s);

/** Returns the seconds that a stage has taken so far, all its runs together. */
TAPSTER_API double tapster_seconds(const struct tapster_session *s,
				   enum tapster_stage stage);

/** Gets, for display, the measured part with index @i of all stages: its stage,
 *  its name and its seconds.  Returns false after the last. */
TAPSTER_API bool tapster_timing(const struct tapster_session *s, size_t i,
				enum tapster_stage *stage, const char **name,
				double *seconds);

/* ---- formatting --------------------------------------------------------- */

/**
 * Formats a script: the @len bytes of @text, or, if @text is NULL, the file @name ("-":
 * standard input).  Messages show @name as the file name.  Only blanks and line ends
 * between tokens and comments change.  Needs no kernel and no tapset.  *@ret gets
 * *@ret_len bytes and a NUL, valid as after tapster_dump().  Returns 0 if the script was
 * formatted already, and 1 if the result differs.  Returns -1, with a diagnostic, if the
 * file cannot be read, or if a token or a macro definition is not valid.  The same for
 * brackets that do not match or are nested too deeply.
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
	TAPSTER_TOKEN_EMBEDDED,	/* C between %{ and %} */
	TAPSTER_TOKEN_COMMENT,
	TAPSTER_TOKEN_OPERATOR,
	TAPSTER_TOKEN_OTHER,	/* not valid in any script */
};

/** A token or comment: bytes of the text. */
struct tapster_token {
	enum tapster_token_kind kind;
	size_t off, len;
};

/** Finds the tokens and comments in the @len bytes of @text, which may have errors of any
 *  kind.  Macros and conditionals are not expanded.  *@ret gets *@n tokens, valid as
 *  after tapster_dump().  No diagnostic is added. */
TAPSTER_API void tapster_scan(struct tapster_session *s, const char *text,
			      size_t len, const struct tapster_token **ret,
			      size_t *n);

/** The keyword, print function or @ operator with index @i; NULL after the last. */
TAPSTER_API const char *tapster_word_at(size_t i);

/**
 * The conversion of printf() and sprintf() with index @i: its letter, whether
 * its argument is a string (otherwise it is a number), and one line that says
 * what it prints.  False after the last.
 */
TAPSTER_API bool tapster_conversion(size_t i, char *letter, bool *is_string,
				    const char **help);

/** Sets *@dir to the directory of the tapset's files.  Fails if there is none. */
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

/** The diagnostics in the order in which they were added.  Messages of the running
 *  script are not among them: only the callback `diagnostic` gets those. */
TAPSTER_API size_t tapster_diagnostic_count(const struct tapster_session *s);
TAPSTER_API const struct tapster_diagnostic *
tapster_diagnostic_at(const struct tapster_session *s, size_t i);

enum tapster_form {
	TAPSTER_TEXT,		/* with the source line and a caret */
	TAPSTER_COLOUR,		/* TAPSTER_TEXT with colours, for a terminal */
	TAPSTER_JSON,		/* one object on one line */
};

/** The diagnostic with index @i as text or JSON, with a newline at the end.  "" if
 *  there is none. */
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

/** Sets *@text to the long explanation of @tag, as Markdown: its meaning, a script that
 *  causes it, and the remedy.  Fails with [bad-option] if there is no such tag, and with
 *  [io-error] if the explanations are not installed. */
TAPSTER_API int tapster_explain(struct tapster_session *s, const char *tag,
				const char **text);

/** Sets *@dir to the directory of the example scripts, with one subdirectory for each
 *  subject.  Fails if it is not installed. */
TAPSTER_API int tapster_examples(struct tapster_session *s, const char **dir);

/** Adds a diagnostic of the client, which is shown like those of the library.  @tag is
 *  one of the library's tags; another word becomes "internal-error".  @hint may be NULL.
 *  A warning that an option hides is not added. */
TAPSTER_API void tapster_complain(struct tapster_session *s,
				  enum tapster_severity severity,
				  const char *tag, const char *hint,
				  const char *fmt, ...)
	__attribute__((__format__(__printf__, 5, 6)));

/* ---- running ------------------------------------------------------------ */

enum tapster_arg_kind {
	TAPSTER_ARG_NUMBER,
	TAPSTER_ARG_STRING,	/* bytes, perhaps without a NUL at the end */
	TAPSTER_ARG_MEMORY,	/* bytes that %m or %M has read in the traced system */
	TAPSTER_ARG_AGGREGATE,
};

struct tapster_bucket {
	int64_t lo, hi;		/* the least and the greatest value that it counts */
	int64_t count;
};

enum tapster_scale { TAPSTER_NO_BUCKETS, TAPSTER_LOG, TAPSTER_LINEAR };

struct tapster_aggregate {
	int64_t count, sum;
	int64_t min, max, avg;	/* 0 if count is 0 */
	size_t n_buckets;	/* of `buckets`, which has no empty buckets */
	const struct tapster_bucket *buckets;
	bool has_variance;	/* the script uses @variance, or all values are 0 */
	int64_t variance;
	enum tapster_scale scale;	/* of the buckets */
	/** With has_variance: the sum of the squares of all values, 128 bits. */
	uint64_t squares_low, squares_high;
};

/** One address of a stack, with its symbol. */
struct tapster_frame {
	uint64_t address;	/* in the kernel, or in the process */
	const char *function;	/* "": no symbol contains the address */
	uint64_t offset;	/* in the function; without one, in the file */
	const char *module;	/* "kernel", the name of a kernel module, or the
				   path of a program; "": unknown */
	bool is_user;
	/** The function is inlined in the function of the next frame that is not
	 *  inlined.  Only with option "inlined-frames". */
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
	 *  such a string are its addresses as text. */
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
	const char *probe;	/* the probe point, expanded; "": unknown */
	const char *format;	/* of the statement; "": it has none, only `text` */
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
	const char *const *names;	/* of the args; "": has no name.  Or NULL */
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
	TAPSTER_VARIABLE,	/* all other globals */
};

/**
 * The value of a global variable at one moment, or the part that was requested by
 * tapster_snapshot().  The value of a scalar is one entry without keys.  Entries
 * are in the order of their creation.  If the request has a `top`, they are in the
 * order of their values, the largest first.
 */
struct tapster_snapshot {
	const char *global;
	size_t n_keys;
	size_t n_entries;
	const struct tapster_arg *args;	/* of each entry: n_keys keys, the value */
	const enum tapster_type *key_types;	/* n_keys types */
	enum tapster_type value_type;
	enum tapster_class variable_class;
	bool is_array;
	bool is_library;	/* a global of the tapset */
	uint64_t time_ns;	/* CLOCK_MONOTONIC of the traced kernel */
	size_t n_total;		/* the number of entries without `top` */
	/** Only begin and end probes can make a value smaller. */
	bool grows;
	const char *comment;	/* above the declaration, as one line; or "" */
	/** No probe reads the global, so the session prints it at its end. */
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
	uint64_t total_ns, min_ns, max_ns;	/* run times of its handler */
	size_t n_skips;
	const struct tapster_loss *skips;
	const char *mechanism;	/* how it was attached: "ftrace" */
	const char *reason;	/* why not by a cheaper mechanism; "": none is */
};

enum tapster_probe_state {
	TAPSTER_PROBE_IDLE,	/* not attached, or an alternative is used */
	TAPSTER_PROBE_ARMED,	/* attached: hits are counted */
	TAPSTER_PROBE_DISARMED,	/* its condition is false */
	TAPSTER_PROBE_AWAITED,	/* its module is not loaded */
	TAPSTER_PROBE_REFUSED,	/* the kernel did not attach it */
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
	uint64_t missed;	/* hits that the kernel dropped */
	/** The number of hits whose handler ran, and the run times of the
	 *  handler; 0 without option "timing". */
	uint64_t timed, total_ns, min_ns, max_ns;
};

/** The state of the session when a snapshot was made. */
struct tapster_state {
	uint64_t time_ns;	/* CLOCK_MONOTONIC, as in records */
	uint64_t hits, handled, errors;	/* handled: hits whose handler ran */
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

/** Functions of the client.  They are called only while a tapster_ function of this
 *  session runs.  It waits for them, but while it compiles, `progress`, `ask` and
 *  `keep_going` may be called in another thread.  Each of them may be NULL. */
struct tapster_callbacks {
	size_t size;		/* TAPSTER_CALLBACKS_INIT sets it */

	/** Output of the script, in the format of option "format". */
	void (*text)(void *data, const char *text, size_t len);
	/** The output as a record with its arguments; called before `text`. */
	void (*record)(void *data, const struct tapster_record *r);
	void (*snapshot)(void *data, const struct tapster_snapshot *sn);
	/** A new diagnostic.  @text: its form TAPSTER_TEXT; with d->run_time, the line
	 *  that staprun would print. */
	void (*diagnostic)(void *data, const struct tapster_diagnostic *d,
			   const char *text);
	/** In the whole run @count hits were skipped, or records lost, by @cause. */
	void (*loss)(void *data, const char *cause, uint64_t count);
	/** The run is over.  @status: tapster_status(). */
	void (*exit)(void *data, int status);
	/** Bytes that the command of option "command", or staprun, wrote in a guest; and a
	 *  line that names the guest's kernel.
	 *  Without a guest both write to the descriptors of this process.  But with
	 *  "command-output" records and "format" text, standard output of the command
	 *  and of system() comes here in any case. */
	void (*output)(void *data, enum tapster_stream stream,
		       const char *bytes, size_t len);
	/** A long operation begins or continues (@seconds is negative), or has ended
	 *  (@seconds is its duration).  @what describes it. */
	void (*progress)(void *data, const char *what, double seconds);
	/** The cost of a probe location that was hit, with option "timing", at the end.
	 *  @line: this location as a line of a table for display.  In the first call the
	 *  headings of the table are before it. */
	void (*times)(void *data, const struct tapster_times *t,
		      const char *line);
	/**
	 * Returns the answer to a question: may files be downloaded (option
	 * "download-debuginfo" is "ask"), or may a run start that attaches
	 * its probes slowly?  Without this callback the answer is no.
	 */
	bool (*ask)(void *data, const char *question);
	/** The memory for one purpose, after all calls of `times`.  @line: the same as
	 *  a line for display. */
	void (*memory)(void *data, const struct tapster_memory *m,
		       const char *line);
	/** The script has called switch_file(): write the output that follows
	 *  to the next file. */
	void (*next_file)(void *data);
	/** The state, after all `snapshot` calls for a tapster_snapshot(). */
	void (*state)(void *data, const struct tapster_state *st);
	/**
	 * Called repeatedly while a script is compiled or dumped.  If it returns false,
	 * the compilation is cancelled: tapster_compile() or tapster_dump() returns -1,
	 * without a diagnostic.  It must return quickly, and must not use the session.
	 */
	bool (*keep_going)(void *data);
};

#define TAPSTER_CALLBACKS_INIT { .size = sizeof(struct tapster_callbacks) }

/** Sets the callbacks, which are copied, and the @data that each gets. */
TAPSTER_API void tapster_set_callbacks(struct tapster_session *s,
				       const struct tapster_callbacks *cb,
				       void *data);

/** Builds the script, unless that is done, and starts the run.  Does not wait until
 *  a guest has booted. */
TAPSTER_API int tapster_run_start(struct tapster_session *s);

/** Returns a descriptor that is readable when tapster_run_dispatch() must be called;
 *  -1 if no run has been started. */
TAPSTER_API int tapster_run_fd(const struct tapster_session *s);

/** Handles the events that have arrived, without waiting, and calls the callbacks.
 *  Returns 1 while the run continues.  After its end returns 0, or -1 if tapster_status()
 *  is not 0.  Returns -1 if no run has been started. */
TAPSTER_API int tapster_run_dispatch(struct tapster_session *s);

/** Dispatches until the run has ended.  Returns tapster_status(). */
TAPSTER_API int tapster_run_wait(struct tapster_session *s);

/**
 * Ends the run: the probes stop, the end probes run, and the remaining output is
 * delivered.  A second call, 0.3 s later or more, discards the remaining output.
 * Does not wait: continue to dispatch.  You may call it in signal handlers and
 * other threads.  A session that is fed (tapster_feed()) ignores it.
 */
TAPSTER_API void tapster_run_stop(struct tapster_session *s);

/** Returns how many bytes the command in a guest can take on its standard input, with
 *  option "command-input" or "command-terminal".  0: none now, try again later.  -1: the
 *  command does not run, or its input is closed or not used. */
TAPSTER_API long tapster_run_input_room(const struct tapster_session *s);

/** Writes @len bytes to the standard input of the command; 0 bytes close it.  If
 *  tapster_run_input_room() is -1 or less than @len, writes nothing and returns -1,
 *  without a diagnostic. */
TAPSTER_API int tapster_run_input(struct tapster_session *s, const void *bytes,
				  size_t len);

/** Sets the size of the terminal of option "command-terminal", before or during the
 *  run. */
TAPSTER_API void tapster_run_resize(struct tapster_session *s, unsigned rows,
				    unsigned columns);

/** Delivers the output that the buffers hold, with option "flight-recorder"; the run
 *  continues.  Does not wait.  You may call it in signal handlers and other threads. */
TAPSTER_API void tapster_run_dump(struct tapster_session *s);

/** The contents of a snapshot; with zeros, all entries of all globals of the script. */
struct tapster_snapshot_request {
	size_t size;		/* TAPSTER_SNAPSHOT_REQUEST_INIT sets it */
	const char *global;	/* only this one; NULL: all */
	size_t top;		/* the maximum of entries of each global: those with the
				   largest values (aggregates: counts); 0: all */
	bool library;		/* with global NULL: also the tapset's globals */
};

#define TAPSTER_SNAPSHOT_REQUEST_INIT \
	{ .size = sizeof(struct tapster_snapshot_request) }

/**
 * Requests the values of the globals; @rq NULL: all globals of the script.  Does
 * not wait.  Later, while the run is dispatched, `snapshot` is called for each
 * global, then `state` once.  All entries of one global are of the same moment.
 * Option "final-snapshot" does the same after the end probes, with the @rq of the
 * last call.  Without a run, returns -1 without a diagnostic, but keeps @rq.
 */
TAPSTER_API int tapster_snapshot(struct tapster_session *s,
				 const struct tapster_snapshot_request *rq);

/**
 * Disables a probe, or enables it again, while the script runs.  @probe is its index in
 * struct tapster_state.  Hits of a disabled probe are not counted; it is detached soon,
 * and then costs nothing.  Does not wait.  Returns -1, without a diagnostic, if there is
 * no run or no such probe, or for a begin, end or error probe.
 */
TAPSTER_API int tapster_switch_probe(struct tapster_session *s, size_t probe,
				     bool on);

/**
 * Resets a global: numbers and strings get their initial value, arrays and aggregates
 * become empty.  While the run is dispatched, `snapshot` is called with the removed
 * values, marked `is_reset`.  No hit is lost: these snapshots and the last one together
 * have everything that was added.  Does not wait.  Returns -1, without a diagnostic, if
 * there is no run or no such global, or if only begin probes change it.
 */
TAPSTER_API int tapster_reset(struct tapster_session *s, const char *global);

/**
 * Returns the exit status for a command: 0 success; 1 an error when the script was
 * compiled or run, or a failed option "command"; 2 a wrong option; 3 an error of the
 * guest or of the files of a kernel; 130 the run was stopped before its guest had
 * booted.  With option "status" and without an error: the status of "command".
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

/** Creates a recording, the file @path; close it before you free @s.  @on_host: its probe
 *  points need no kernel.  Otherwise they are those of the kernel of the options.
 *  Returns NULL, with a diagnostic, if the file cannot be created. */
TAPSTER_API struct tapster_recording *
tapster_recording_create(struct tapster_session *s, const char *path,
			 bool on_host);

/**
 * Adds a hit of the probe point or alias @point, which is named as option -l prints it.
 * It has @n values, at most 62: more are dropped.  All hits of one point must have values
 * of the same names in the same order.  Add the hits in the order of their time.
 */
TAPSTER_API void tapster_recording_hit(struct tapster_recording *r,
				       const char *point,
				       const struct tapster_hit_value *values,
				       size_t n);

/** Completes the file and frees @r.  Fails if any part of the file could not be
 *  written. */
TAPSTER_API int tapster_recording_close(struct tapster_recording *r);

/* ---- a run on another host ---------------------------------------------- */

/** Creates a session with the options, scripts and arguments of @s, but without
 *  callbacks.  You can still set its options, for example for another kernel. */
TAPSTER_API struct tapster_session *
tapster_copy(const struct tapster_session *s);

/** Begins to show the records of a run that the client has started itself, such as with
 *  `staprun --records` on another host.  The session must not have compiled or run
 *  anything.  Its options for the form of the output apply. */
TAPSTER_API int tapster_feed_start(struct tapster_session *s);

/** Passes the next @len bytes of the records and calls the callbacks.  Returns -1 if
 *  the session has any error, such as damaged records. */
TAPSTER_API int tapster_feed(struct tapster_session *s, const void *bytes,
			     size_t len);

/** Ends the run that is fed.  @status: the exit status of staprun.  Returns -1 if
 *  tapster_status() is then not 0. */
TAPSTER_API int tapster_feed_end(struct tapster_session *s, int status);

/** The path of staprun, a program that needs no other file; NULL: not found. */
TAPSTER_API const char *tapster_runner(struct tapster_session *s);

/* ---- the host ----------------------------------------------------------- */

/**
 * Prints the sessions of all users on this host, and their probes with hits and
 * misses, to standard output.  @format: "text", or "json", one object a line.
 * staprun does this, and prints its errors, too: then -1 is returned without a
 * diagnostic.  Data that only root may read needs root.
 */
TAPSTER_API int tapster_list_sessions(struct tapster_session *s,
				      const char *format);

struct tapster_check {
	const char *feature;	/* "load modules here" */
	bool ok;
	const char *detail;	/* what was found, or what is wrong */
	const char *fix;	/* the remedy, such as a command; NULL if ok */
};

/** Checks which features work on this host, for the kernel of the options, and calls @fn
 *  for each feature. */
TAPSTER_API void tapster_doctor(struct tapster_session *s,
				void (*fn)(void *data,
					   const struct tapster_check *c),
				void *data);

/**
 * Downloads the image and the headers of the newest kernel that matches @wanted ("6.1", a
 * release, or NULL for any), and unpacks them into the cache.  Guests can then boot it,
 * and modules can be built for it.  Nothing is installed.  *@release gets its release.
 */
TAPSTER_API int tapster_fetch_kernel(struct tapster_session *s,
				     const char *wanted, const char **release);

/** Returns the build tree for modules of the kernel of the options: that of the system,
 *  or the one that tapster_fetch_kernel() has stored.  NULL: there is none. */
TAPSTER_API const char *tapster_headers(struct tapster_session *s);

/** Ends the guest that option "vm-keep" has named @name.  Fails if it does not run. */
TAPSTER_API int tapster_stop_guest(struct tapster_session *s,
				   const char *name);

/** Removes the stored modules and build recipes from the cache, but no kernel
 *  images. */
TAPSTER_API int tapster_clean_cache(struct tapster_session *s);

#ifdef __cplusplus
}
#endif

#endif
