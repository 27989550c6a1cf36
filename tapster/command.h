/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Declarations that the files of the command share.  The command uses the library only through
 * <tapster.h>.  It adds the options that users of stap know, a terminal, and signals.
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
	bool raw_output;	/* --raw-output: a terminal gets control characters unchanged */
	bool no_warnings;	/* -w, which -W does not undo; with --fmt: write the files */
	struct tapster_session *s;
	int argc;
	char **argv;
	enum action action;
	int last;		/* pass to stop after */
	bool wants_script_help;	/* --help is an argument of the script */
	const char *sysroot;	/* --sysroot=DIR that is ignored, or NULL */
	bool rc_is_refused;	/* others can write to the file of options, so it is not read */
	int rc_error;		/* errno: why the file of options cannot be read, or 0 */
	bool is_cut;		/* the text of -e has no `{`: perhaps its quotes are missing */
	const char *release;	/* -r, or NULL */
	int exit_status;	/* used if the session has no error: of --language-server, -i,
				   --test, --probes, --doctor */
	const char *test_format;	/* "tap", "junit", or NULL */
	bool accepts;		/* --accept, of --test */
	bool check;		/* --check, of --fmt */
	char **scripts;		/* n_scripts words: files of --fmt, files and directories of
				   --test, arguments of the script of -i */
	int n_scripts;
	int n_options;		/* of -i, --test: argv[0] and the words of argv that are options */
	bool is_typed;		/* made by command_derive(), for the prompt or for a test */
	bool has_guest_name;	/* --vm-keep=NAME, or --vm=NAME */
	FILE *globals;		/* a file with the values of the globals, for the prompt; or NULL */
	bool globals_old;	/* the next snapshot replaces them */
	const char *dump;	/* stage of ACTION_DUMP */
	const char *wanted;	/* kernel of ACTION_FETCH, tag of _EXPLAIN, word of _EXAMPLES,
				   point of _COMPLETE, guest of _STOP, pattern of _TEST; or NULL */
	const char *script;	/* its file; "<input>" for -e, "script" for the prompt and tests;
				   or NULL */
	const char *title;	/* for people: its file name without directory, the name of the
				   example, or the text of -e */
	const char *script_text, *command;	/* of -e, of -c; or NULL */
	const char *output;	/* -o, or NULL */
	bool bulk;		/* -b: the library, not the command, writes FILE_s, FILE_0 ... */
	uint64_t rotate_bytes;	/* -S: the size of a file; 0 = no limit */
	unsigned rotate_keep;	/* -S: how many files to keep; 0 = all */
	const char *module_name; /* -m, or NULL */
	unsigned n_events;	/* how many options --event were read */
	int verbose[PASS_RUN + 1];	/* of each pass: how often -v was given */
	bool keep, json, in_guest, on_host, records, replays, has_script, has_release,
	     has_command, has_pid;
	bool script_is_stdin;	/* FILE is `-`: the command of -c cannot read standard input */
	bool command_elsewhere;	/* --command-output */
	bool guest_terminal;	/* the guest's command uses our terminal */
	bool is_example;	/* --example: the first argument names one */
	bool catalogue;		/* --semantic-keep-going */
	bool ignored[MAX_OPTIONS]; /* rows of options.def: accepted, without effect */
	char **rc;		/* words of the file of options, as an argv */
	int n_rc;
	enum { COLOUR_AUTO, COLOUR_NEVER, COLOUR_ALWAYS } colour;
	char *colours[5];	/* of colours.c: escapes that replace the library's, or NULL */

	/* of flame.c */
	struct flame flames[MAX_FLAMES];
	unsigned n_flames;
	const char *flame_base;	/* --flame-base, or NULL */
	struct export_stacks *base_stacks;	/* the stacks in this file, or NULL */
	struct export_stacks **stacks;	/* [n_stacks]: the stacks of each array with stacks */
	size_t n_stacks;

	bool stacks_old;	/* the next snapshot replaces them */

	/* of monitor.c */
	double monitor_interval;	/* seconds between snapshots; 0: no --monitor */
	struct monitor *monitor;	/* while it has the screen */
	FILE *late;		/* messages, which are printed after the monitor; or NULL */
	char *late_text;
	size_t late_n;

	/* of exporter.c */
	const char *exporter;	/* the address to listen on, or NULL */
	size_t exporter_limit;	/* the most series of a global; 0: the default */
	struct export_server *server;	/* NULL: there is none */
	const char *dashboard_name;	/* of the file, or NULL */
	FILE *dashboard_file;
	struct export_dashboard *dashboard;	/* NULL: none is wanted */

	/* of report.c */
	const char *report_name;	/* of the file, or NULL */
	double interval;		/* --interval, in seconds; 0: the default */
	FILE *report_file;
	char *report_source;
	struct export_report *report;	/* NULL: none is wanted */
	struct export_report_about report_about;
	uint64_t report_began, report_next;	/* when the run began, when the next snapshot is
						   due: CLOCK_MONOTONIC, in ns */

	/* of timeline.c */
	enum { TIMELINE_NONE, TIMELINE_JSON, TIMELINE_CTF } timeline_format;
	struct export_timeline *timeline;	/* NULL: there is none */
	bool timeline_runs;	/* the script has begun */

	/* of remote.c */
	struct remote_hosts *hosts;	/* NULL: the script runs on this host */
	struct remote *remote;		/* NULL: no run on other hosts has begun */
	bool no_prefix, by_host, is_signed, is_strict, pass_status;
	unsigned require;		/* how many hosts must succeed; 0: all */
	unsigned fanout;		/* the most connections at a time; 0: the default */
	const char *pid, *seconds;	/* the values of -x and -T; or NULL */

	/* of show.c and output.c */
	FILE *out;		/* for the script's output */
	unsigned n_files;	/* how many files of -o were opened */
	char **names;		/* [rotate_keep]: the names of the newest files, for -S */
	uint64_t written;	/* bytes in the newest file */
	bool in_line;		/* the output ends within a line */
	int broken;		/* errno of the first write that failed */
	bool on_terminal, line_open;	/* of standard error; a line of progress is shown */
};

/** Executes the command, if options_parse() found no error.  Returns the exit status. */
int command_run(struct command *c);
/** Frees the memory that options_parse() and command_run() have allocated. */
void command_free(struct command *c);

/** Appends @word, which is not copied, to c->argv, which must be NULL or on the heap. */
void command_add_word(struct command *c, char *word);

/**
 * Creates a command for one run of @outer, a command of -i or --test.  Its command line has the
 * options of @outer, then @words: options, and perhaps "--" and the script's arguments.  Without
 * "--" in @words, the arguments are @args.  Both lists end in NULL and may be NULL.  The words
 * must live as long as the command.  Errors in the options are reported.  Free it with
 * command_derive_free().
 */
struct command *command_derive(const struct command *outer, char **words,
			       char **args);
void command_derive_free(struct command *c);
/** Creates a session with the settings of @c, except those of one run (-c, -x, -T ...) and those
 *  in @without, a list that ends in NULL or is NULL.  The caller frees it. */
struct tapster_session *command_session(const struct command *c,
					const char *const *without);

/** --test: runs the tests in c->scripts; sets c->exit_status. */
void test_run(struct command *c);

/** -i: runs the prompt; sets c->exit_status. */
void interactive_run(struct command *c);

/** Reads the file of options, parses the command line, and applies the environment.  Then takes
 *  the script and its arguments.  Errors are diagnostics of c->s. */
void options_parse(struct command *c);

/**
 * Gives up root if sudo has started a command that compiles, runs or tests.  If a module is to be
 * loaded here, root is kept for loading only; otherwise it is given up for good.  Other commands,
 * such as --probes, keep root.
 */
void sudo_leave(struct command *c);
/** Calls fopen() for writing, as the user who called sudo.  NULL: errno. */
FILE *sudo_fopen(const char *name);
/** Calls mkdir() as the user who called sudo.  -1: errno. */
int sudo_mkdir(const char *name);
/** Calls unlink() as the user who called sudo. */
void sudo_unlink(const char *name);

/** Decides before the run if the guest's command reads our standard input. */
void terminal_prepare(struct command *c);
/** Waits for an event of the run or for typed keys.  Passes the keys to the guest. */
void terminal_wait(struct command *c);
/** Restores the terminal. */
void terminal_end(struct command *c);
/** Writes output of the command of -c to @f.  It is not changed, even if our terminal is raw. */
void terminal_write(struct command *c, const char *bytes, size_t len, FILE *f);

/** Sets the session's callbacks, which show what it reports.  Call it before the options are
 *  parsed, because their errors are shown, too. */
void show_begin(struct command *c);
/** Sets also the callback for records; call it before the run. */
void show_records(struct command *c);
/** Flushes the output.  If it cannot be written, stops the run. */
void show_flush(struct command *c);
/** Writes the last bytes and closes the output.  Reports the first error of writing it. */
void show_end(struct command *c);
/** -v: prints how long the passes took. */
void show_timings(const struct command *c);

/** Shows a message, which ends in a newline, after the output so far. */
void show_line(struct command *c, const char *text);
/** Show output, a global, and the state of the run on this host or on other hosts. */
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
/** Begins the run of the script on c->hosts.  False: the reason is reported. */
bool remote_start(struct command *c);
/** Asks c->hosts what works there, for --doctor, and calls @fn for each check of each host.
 *  Returns false if a host did not answer. */
bool remote_ask(struct command *c,
		void (*fn)(void *data, const char *host,
			   const struct tapster_check *check));
/** Ends the run after the last host: shows the merged globals and the table of hosts, and reports
 *  if too few hosts succeeded. */
void remote_finish(struct command *c);

/** Functions for the run, here or on other hosts.  _fd(): a descriptor to poll.  _dispatch()
 *  handles what has arrived; false: the run is over.  _stop() requests the end.  _snapshot()
 *  requests a snapshot; false: that is not possible now. */
int run_fd(const struct command *c);
bool run_dispatch(struct command *c);
void run_stop(struct command *c);
bool run_snapshot(struct command *c);

/** Opens the file of -o, if there is one; false: the reason is reported. */
bool output_open(struct command *c);
/** Reports that the file @name cannot be written, with the reason of errno and a hint. */
void cannot_write(struct command *c, const char *name);
/** Writes output of the script; with -S, a line is not divided between files.  Returns false if
 *  it cannot be written. */
bool output_write(struct command *c, const char *text, size_t len);
/** Begins the next file, if -o is given.  Returns false if a file cannot be written. */
bool output_next(struct command *c);
/** Closes the file of -o; later output goes to standard output.  Returns false if the last bytes
 *  cannot be written. */
bool output_close(struct command *c);

/** Applies --flame=@value. */
void flames_option(struct command *c, const char *value);
/** Opens the files of --flame, before the run; false: the reason is reported. */
bool flames_open(struct command *c);
/** Makes the text output omit arrays with stacks, which a picture shows.  JSON has them. */
void flames_hide(struct command *c);
/** Stores the stacks of a global; does nothing if it has none, or without --flame. */
void flames_take(struct command *c, const struct tapster_snapshot *sn);
/** Writes the stored stacks to the files after the run, and frees the stacks. */
void flames_write(struct command *c);

/** Notes the end of a snapshot: stacks that are stored later replace its stacks. */
void flames_state(struct command *c);

/** Apply --exporter=@value and --exporter-limit=@value. */
void exporter_option(struct command *c, const char *value);
void exporter_limit_option(struct command *c, const char *value);
/** Opens the port of --exporter, if it is given.  False: the reason is reported. */
bool exporter_open(struct command *c);
/** Answers clients.  Requests a snapshot if one of them waits for metrics. */
void exporter_serve(struct command *c);
void exporter_close(struct command *c);

/** Applies --monitor=@value. */
void monitor_option(struct command *c, const char *value);
/** Checks before compiling that a screen can be shown.  False: the reason is reported. */
bool monitor_check(struct command *c);
/** Takes the screen, after the run has begun; nothing without --monitor.  If that fails, warns,
 *  and the run goes on without a screen. */
void monitor_open(struct command *c);
/** Handles typed keys, draws the screen, and requests snapshots, resets and switched probes. */
void monitor_serve(struct command *c);
/** Leaves the screen, and prints the stored output, if standard output is that terminal, and the
 *  messages.  Does nothing if there is no screen. */
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
/* Returns @value, seconds from 0.1 to 3600, as a number.  Reports any other value as an error of
 * @option. */
double interval_of(struct command *c, const char *option, const char *value);
/** Opens the report's file, before the run; false: the reason is reported. */
bool report_open(struct command *c);
/** Stores the kernel and the time in the report.  Call it when the run has begun. */
void report_begin(struct command *c);
/** The milliseconds until report_serve(), which requests snapshots, must be called. */
int report_timeout(const struct command *c);
void report_serve(struct command *c);
/** Writes the file, after the run. */
void report_write(struct command *c);

/** Applies --format=@value if it is trace-event or ctf.  False: it is another format. */
bool timeline_option(struct command *c, const char *value);
/** Returns true if the options can be combined; otherwise reports the reason. */
bool timeline_check(struct command *c);
/** Opens the trace, before the run, if --format wants one.  False: the reason is reported. */
bool timeline_open(struct command *c);
/** Sets the script and the kernel in the header.  Call it when the module is known. */
void timeline_begin(struct command *c);
/** Writes a record to the trace.  Returns false, with errno, if it cannot be written. */
bool timeline_record(struct command *c, const struct tapster_record *r);
/** Flush the trace, add a loss to it, end it.  They return true if there is no trace. */
bool timeline_flush(struct command *c);
void timeline_loss(struct command *c, const char *cause, uint64_t count);
bool timeline_close(struct command *c);

/** -k: writes the C text and the module to a new directory, and prints its name. */
void keep_files(struct command *c);

/** The variable TAPSTER_@name if it is set, else SYSTEMTAP_@name; NULL: neither is set. */
const char *environment_get(const char *name);
/** Reads the words in the file of options into c->rc, after the program's name. */
void environment_rc(struct command *c);
/** Warns if the file of options was refused or could not be read. */
void environment_tell(struct command *c);
/** Applies the variables of the environment; -r has priority over TAPSTER_RELEASE. */
void environment_set(struct command *c);

/** Reads the colours of messages from TAPSTER_COLORS, before --color is read. */
void colours_read(struct command *c);
/** Writes @text, a message of the library, to @f, in the colours that were read. */
void colours_put(const struct command *c, const char *text, FILE *f);
void colours_free(struct command *c);

/** Prints all errors of compiling, if any, to standard error, in a form for programs. */
void catalogue_print(const struct command *c);

void help_print(FILE *f);
/**
 * Prints the words in the first @n bytes of @text, and a newline.  The current line has reached
 * column @indent; further lines begin there.  Lines are at most 80 columns wide.
 */
void print_wrapped(FILE *f, const char *text, size_t n, int indent);
void doctor_run(struct command *c);
/** --fmt: formats c->scripts. */
void fmt_run(struct command *c);
void explain_run(struct command *c);

/** Returns the path of the example @name, which may have .stp and a directory; the caller frees
 *  it.  NULL: no example or several have the name, which is reported. */
char *example_path(struct command *c, const char *name);
/** --examples: lists all example scripts; with c->wanted, those about this word. */
void examples_run(struct command *c);

#endif
