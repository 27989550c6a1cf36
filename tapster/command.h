/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The command: a client of <tapster.h> like any other.  It adds the options in
 * their familiar form, a terminal, and signals.
 */
#ifndef TAPSTER_COMMAND_H
#define TAPSTER_COMMAND_H

#include <stdint.h>
#include <stdio.h>
#include <tapster.h>

#include "export/export.h"

/** The operation that the options select. */
enum action {
	ACTION_RUN,		/* the passes up to `last` */
	ACTION_DUMP,
	ACTION_HELP,
	ACTION_VERSION,
	ACTION_DOCTOR,
	ACTION_EXPLAIN,
	ACTION_EXAMPLES,
	ACTION_FETCH,
	ACTION_CLEAN,
	ACTION_STOP,
	ACTION_PROBES,
	ACTION_FMT,
	ACTION_LANGUAGE_SERVER,
	ACTION_COMPLETE,
	ACTION_INTERACTIVE,
	ACTION_TEST,
};

/** The git revision of the source, "" if it is not known; see local.mk. */
extern const char revision[];

#define MAX_OPTIONS 160
#define MAX_FLAMES 8

struct monitor;
struct remote;
struct remote_hosts;
struct export_dashboard;
struct export_server;
struct export_stacks;
struct export_timeline;

/** A file that --flame writes. */
struct flame {
	const char *name;
	FILE *file;		/* NULL: not open */
};

enum { PASS_PARSE = 1, PASS_ANALYSE, PASS_TRANSLATE, PASS_BUILD, PASS_RUN };

struct command {
	bool raw_output;	/* --raw-output: also on a terminal */
	bool no_warnings;	/* -w, which -W does not undo */
	struct tapster_session *s;
	int argc;
	char **argv;
	enum action action;
	int last;		/* pass to stop after */
	bool wants_script_help;	/* --help is an argument of the script */
	const char *sysroot;	/* --sysroot=DIR that is ignored, or NULL */
	bool rc_is_refused;	/* others can write to the file of options */
	int rc_error;		/* errno: why it cannot be read, or 0 */
	bool is_cut;		/* the text of -e has no body; perhaps its
				   quotes are missing */
	const char *release;	/* -r, or NULL */
	int exit_status;	/* of --language-server, -i and --test */
	const char *test_format;	/* "tap", "junit", or NULL */
	bool accepts;		/* --accept, of --test */
	bool check;		/* --check, of --fmt */
	char **scripts;		/* n_scripts to format; of -i: arguments */
	int n_scripts;
	int n_options;		/* of -i, --test: words of argv that are options */
	bool is_typed;		/* the script is of the prompt, or of a test */
	bool has_guest_name;	/* --vm-keep */
	FILE *globals;		/* the prompt reads them from it; or NULL */
	bool globals_old;	/* the next snapshot replaces them */
	const char *dump;	/* stage of ACTION_DUMP */
	const char *wanted;	/* kernel of ACTION_FETCH, tag of _EXPLAIN,
				   word of _EXAMPLES, point of _COMPLETE */
	const char *script;	/* its file, or "<input>" */
	const char *title;	/* its name without directory, the name of the
				   example, or the text of -e */
	const char *script_text, *command;	/* of -e, of -c; or NULL */
	const char *output;	/* -o, or NULL */
	bool bulk;		/* -b: the library writes FILE_s, FILE_0 ... */
	uint64_t rotate_bytes;	/* -S: of a file; 0 = no limit */
	unsigned rotate_keep;	/* files; 0 = all */
	const char *module_name; /* -m, or NULL */
	unsigned n_events;	/* --event, so far */
	int verbose[PASS_RUN + 1];
	bool keep, json, in_guest, on_host, records, replays, has_script, has_release,
	     has_command, has_pid;
	bool script_is_stdin;	/* FILE is -: a command cannot read it, too */
	bool command_elsewhere;	/* --command-output */
	bool guest_terminal;	/* the guest's command uses our terminal */
	bool is_example;	/* --example: the first argument names one */
	bool catalogue;		/* --semantic-keep-going */
	bool ignored[MAX_OPTIONS]; /* rows of options.def: accepted, without
				      effect */
	char **rc;		/* words of the file of options, as an argv */
	int n_rc;
	enum { COLOUR_AUTO, COLOUR_NEVER, COLOUR_ALWAYS } colour;
	char *colours[5];	/* of colours.c: escapes that replace the
				   library's, or NULL */

	/* of flame.c */
	struct flame flames[MAX_FLAMES];
	unsigned n_flames;
	const char *flame_base;	/* --flame-base, or NULL */
	struct export_stacks *base_stacks;	/* its stacks */
	struct export_stacks **stacks;	/* of the arrays that have some */
	size_t n_stacks;

	bool stacks_old;	/* the next snapshot replaces them */

	/* of monitor.c */
	double monitor_interval;	/* --monitor: seconds; 0: no monitor */
	struct monitor *monitor;	/* while it has the screen */
	FILE *late;		/* diagnostics, shown after the monitor */
	char *late_text;
	size_t late_n;

	/* of exporter.c */
	const char *exporter;	/* the address to listen on, or NULL */
	size_t exporter_limit;	/* of series; 0: the default */
	struct export_server *server;	/* NULL: there is none */
	const char *dashboard_name;	/* of the file, or NULL */
	FILE *dashboard_file;
	struct export_dashboard *dashboard;	/* NULL: none is wanted */

	/* of report.c */
	const char *report_name;	/* of the file, or NULL */
	double interval;		/* seconds; 0: the default */
	FILE *report_file;
	char *report_source;
	struct export_report *report;	/* NULL: none is wanted */
	struct export_report_about report_about;
	uint64_t report_began, report_next;	/* CLOCK_MONOTONIC, in ns */

	/* of timeline.c */
	enum { TIMELINE_NONE, TIMELINE_JSON, TIMELINE_CTF } timeline_format;
	struct export_timeline *timeline;	/* NULL: there is none */
	bool timeline_runs;	/* the script has begun */

	/* of remote.c */
	struct remote_hosts *hosts;	/* NULL: the run is here */
	struct remote *remote;		/* NULL: no run on other hosts */
	bool no_prefix, by_host, is_signed, is_strict, pass_status;
	unsigned require;		/* hosts; 0: all */
	unsigned fanout;		/* 0: the default */
	const char *pid, *seconds;	/* of -x, of -T; or NULL */

	/* of show.c and output.c */
	FILE *out;		/* for the script's output */
	unsigned n_files;	/* of -o, so far */
	char **names;		/* of the last rotate_keep files */
	uint64_t written;	/* bytes in the newest file */
	bool in_line;		/* the output ends within a line */
	int broken;		/* errno of the first write that failed */
	bool on_terminal, line_open;
};

/** Executes the command; returns the exit status. */
int command_run(struct command *c);
/** Frees the memory that options_parse() and command_run() have allocated. */
void command_free(struct command *c);

/** Appends a word to the argv of a command whose argv is on the heap. */
void command_add_word(struct command *c, char *word);

/**
 * Creates a command with the options of @outer, which is one of -i or --test, then
 * @words; and, unless "--" is among them, the script's arguments @args.  Both
 * lists end in NULL and may be NULL.  Errors in the options are reported.  Free it
 * with command_derive_free().
 */
struct command *command_derive(const struct command *outer, char **words,
			       char **args);
void command_derive_free(struct command *c);
/** Creates a session with the settings of @c, except those of a run (-c, -x, -T
 *  ...) and those in @without, a list that ends in NULL or is NULL. */
struct tapster_session *command_session(const struct command *c,
					const char *const *without);

/** --test: runs tests of scripts. */
void test_run(struct command *c);

/** -i: runs the prompt. */
void interactive_run(struct command *c);

/** Parses the options, then the script and its arguments.  Errors go to c->s. */
void options_parse(struct command *c);

/**
 * Gives up root if sudo has started the command: for good, or, if a module is to be
 * loaded, for everything except loading it.
 */
void sudo_leave(struct command *c);
/** Calls fopen() for writing, as the user who called sudo. */
FILE *sudo_fopen(const char *name);
/** Calls mkdir() as the user who called sudo. */
int sudo_mkdir(const char *name);
/** Calls unlink() as the user who called sudo. */
void sudo_unlink(const char *name);

/** Decides before the run if the guest's command reads our standard input. */
void terminal_prepare(struct command *c);
/** Waits for an event of the run, and passes typed keys to the guest. */
void terminal_wait(struct command *c);
/** Restores the terminal. */
void terminal_end(struct command *c);
/** Writes output of a guest's command. */
void terminal_write(struct command *c, const char *bytes, size_t len, FILE *f);

/** Begins to show the session's reports.  Call it before the options are parsed,
 *  because it also shows their errors. */
void show_begin(struct command *c);
/** Sets also the callback for records; call it before the run. */
void show_records(struct command *c);
/** Flushes the output; stops the run if it cannot be written. */
void show_flush(struct command *c);
/** Writes the last bytes; an error is reported. */
void show_end(struct command *c);
void show_timings(const struct command *c);

/** Shows a complete message, after the output so far. */
void show_line(struct command *c, const char *text);
/** Show the output, the globals and the state of a run here or on other hosts. */
void show_text(struct command *c, const char *text, size_t len);
void show_snapshot(struct command *c, const struct tapster_snapshot *sn);
void show_state(struct command *c, const struct tapster_state *st);

/** Apply --remote, --hosts, --hosts-file, and the options for them. */
void remote_option(struct command *c, const char *value);
void hosts_option(struct command *c, const char *value);
void hosts_file_option(struct command *c, const char *value);
void remote_prefix_option(struct command *c, const char *value);
void by_host_option(struct command *c, const char *value);
void require_option(struct command *c, const char *value);
void fanout_option(struct command *c, const char *value);
/** Returns true if the options can be combined; otherwise reports the reason. */
bool remote_check(struct command *c);
/** Begins a run on the hosts.  Returns false after an error, which is reported. */
bool remote_start(struct command *c);
/** Calls @fn for each check of each host, for --doctor.  Returns false if not all
 *  hosts answered. */
bool remote_ask(struct command *c,
		void (*fn)(void *data, const char *host,
			   const struct tapster_check *check));
/** Shows the merged globals, the table and the status, after the last host. */
void remote_finish(struct command *c);

/** Functions for the run, here or on other hosts. */
int run_fd(const struct command *c);
bool run_dispatch(struct command *c);
void run_stop(struct command *c);
bool run_snapshot(struct command *c);

/** Opens the file of -o, if there is one; false: the reason is reported. */
bool output_open(struct command *c);
/** Reports that a file cannot be written, with the reason of errno. */
void cannot_write(struct command *c, const char *name);
/** Writes output of the script; a line stays in one file.  Returns false if it
 *  cannot be written. */
bool output_write(struct command *c, const char *text, size_t len);
/** Begins the next file, if the output goes to files. */
bool output_next(struct command *c);
/** Closes the files; later output goes to standard output.  Returns false if the
 *  last bytes cannot be written. */
bool output_close(struct command *c);

/** Applies --flame=@value. */
void flames_option(struct command *c, const char *value);
/** Opens the files of --flame, before the run; false: the reason is reported. */
bool flames_open(struct command *c);
/** Hides arrays with stacks in the output, except in JSON: a picture shows them. */
void flames_hide(struct command *c);
/** Stores a global of a snapshot, if it has stacks. */
void flames_take(struct command *c, const struct tapster_snapshot *sn);
/** Writes the stored stacks to the files, after the run. */
void flames_write(struct command *c);

/** Ends a snapshot: the next one replaces its stacks. */
void flames_state(struct command *c);

/** Apply --exporter=@value and --exporter-limit=@value. */
void exporter_option(struct command *c, const char *value);
void exporter_limit_option(struct command *c, const char *value);
/** Listens, before the run; false: the reason is reported. */
bool exporter_open(struct command *c);
/** Serves requests of clients; requests a snapshot if a client waits for one. */
void exporter_serve(struct command *c);
void exporter_close(struct command *c);

/** Applies --monitor=@value. */
void monitor_option(struct command *c, const char *value);
/** Checks before compiling that a screen can be shown.  Returns false if not; the
 *  reason is reported. */
bool monitor_check(struct command *c);
/** Takes the screen, after the run has begun. */
void monitor_open(struct command *c);
/** Handles keys, draws, and requests snapshots. */
void monitor_serve(struct command *c);
/** Leaves the screen, and prints the output and messages that were stored. */
void monitor_close(struct command *c);

/** Applies --exporter-dashboard=@value. */
void dashboard_option(struct command *c, const char *value);
/** Opens the dashboard's file, before the run; false: the reason is reported. */
bool dashboard_open(struct command *c);
/** Writes the file, after the run. */
void dashboard_write(struct command *c);

/** Apply --report=@value and --interval=@value. */
void report_option(struct command *c, const char *value);
void interval_option(struct command *c, const char *value);
/* Returns @value as seconds from 0.1 to 3600; otherwise reports an error of
 * @option. */
double interval_of(struct command *c, const char *option, const char *value);
/** Opens the report's file, before the run; false: the reason is reported. */
bool report_open(struct command *c);
/** Stores the kernel and the time, when the run has begun. */
void report_begin(struct command *c);
/** The milliseconds until report_serve() must be called. */
int report_timeout(const struct command *c);
void report_serve(struct command *c);
/** Writes the file, after the run. */
void report_write(struct command *c);

/** Applies --format=@value; false: it is no format of timelines. */
bool timeline_option(struct command *c, const char *value);
/** Returns true if the options can be combined; otherwise reports the reason. */
bool timeline_check(struct command *c);
/** Opens the files, before the run; false: the reason is reported. */
bool timeline_open(struct command *c);
/** Sets script and kernel for the header, when the module is known. */
void timeline_begin(struct command *c);
/** Writes an event.  Returns false, with errno, if it cannot be written. */
bool timeline_record(struct command *c, const struct tapster_record *r);
bool timeline_flush(struct command *c);
void timeline_loss(struct command *c, const char *cause, uint64_t count);
bool timeline_close(struct command *c);

/** -k: writes the C text and the module to a directory that is kept. */
void keep_files(struct command *c);

/** The variable TAPSTER_@name, or SYSTEMTAP_@name; NULL: neither is set. */
const char *environment_get(const char *name);
/** Reads the file of options into c->rc. */
void environment_rc(struct command *c);
/** Warns if the file of options was not read. */
void environment_tell(struct command *c);
/** Applies the variables for which no option was given. */
void environment_set(struct command *c);

/** Reads the colours of messages from the variable, before --color is read. */
void colours_read(struct command *c);
/** Writes a message of the library in the colours that were read. */
void colours_put(const struct command *c, const char *text, FILE *f);
void colours_free(struct command *c);

/** Prints all errors of compiling in a form for programs; nothing if there are
 *  none. */
void catalogue_print(const struct command *c);

void help_print(FILE *f);
/**
 * Prints the words in the first @n bytes of @text.  The current line has reached
 * column @indent; further lines begin there.
 */
void print_wrapped(FILE *f, const char *text, size_t n, int indent);
void doctor_run(struct command *c);
/** --fmt: formats the files. */
void fmt_run(struct command *c);
void explain_run(struct command *c);

/** Returns the path of the example @name, which may have .stp and a directory; the
 *  caller frees it.  NULL: there is none, or several, which is reported. */
char *example_path(struct command *c, const char *name);
/** --examples: lists the scripts, or those about c->wanted. */
void examples_run(struct command *c);

#endif
