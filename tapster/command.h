/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The command: a client of <tapster.h> like any other.  What it adds are the
 * options in their familiar form, a terminal, and signals.
 */
#ifndef TAPSTER_COMMAND_H
#define TAPSTER_COMMAND_H

#include <stdint.h>
#include <stdio.h>
#include <tapster.h>

#include "export/export.h"

/** What to do, as the options say. */
enum action {
	ACTION_RUN,		/* up to `last` */
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

/** The git revision of the source, "" where it is not known; see local.mk. */
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
	bool is_cut;		/* the text of -e has no body: perhaps it was
				   not quoted */
	const char *release;	/* -r, or NULL */
	int exit_status;	/* of --language-server, -i and --test */
	const char *test_format;	/* "tap", "junit", or NULL */
	bool accepts;		/* --accept, of --test */
	bool check;		/* --check, of --fmt */
	char **scripts;		/* n_scripts to format; of -i: arguments */
	int n_scripts;
	int n_options;		/* of -i, --test: words of argv that are options */
	bool is_typed;		/* a script of the prompt, or of a test */
	bool has_guest_name;	/* --vm-keep */
	FILE *globals;		/* for the prompt; or NULL */
	bool globals_old;	/* a newer snapshot replaces them */
	const char *dump;	/* stage of ACTION_DUMP */
	const char *wanted;	/* kernel of ACTION_FETCH, tag of _EXPLAIN,
				   word of _EXAMPLES, point of _COMPLETE */
	const char *script;	/* its file, or "<input>" */
	const char *title;	/* its name without directory, the name of the
				   example, or the text of -e */
	const char *script_text, *command;	/* of -e, of -c; or NULL */
	const char *output;	/* -o, or NULL */
	bool bulk;		/* -b: the library makes files of that name */
	uint64_t rotate_bytes;	/* -S: of a file; 0 = no limit */
	unsigned rotate_keep;	/* files; 0 = all */
	const char *module_name; /* -m, or NULL */
	unsigned n_events;	/* --event, so far */
	int verbose[PASS_RUN + 1];
	bool keep, json, in_guest, on_host, records, replays, has_script, has_release,
	     has_command, has_pid;
	bool script_is_stdin;	/* FILE is -: a command cannot read it, too */
	bool command_elsewhere;	/* --command-output */
	bool guest_terminal;	/* the guest's command has ours */
	bool is_example;	/* --example: the first argument names one */
	bool catalogue;		/* --semantic-keep-going */
	bool ignored[MAX_OPTIONS]; /* rows of options.def: accepted, no more */
	char **rc;		/* words of the file of options, as an argv */
	int n_rc;
	enum { COLOUR_AUTO, COLOUR_NEVER, COLOUR_ALWAYS } colour;
	char *colours[5];	/* of colours.c: SGR in place of ours, or NULL */

	/* of flame.c */
	struct flame flames[MAX_FLAMES];
	unsigned n_flames;
	const char *flame_base;	/* --flame-base, or NULL */
	struct export_stacks *base_stacks;	/* what is in it */
	struct export_stacks **stacks;	/* of the arrays that have some */
	size_t n_stacks;

	bool stacks_old;	/* of a snapshot that a newer one replaces */

	/* of monitor.c */
	double monitor_interval;	/* --monitor: seconds; 0: no monitor */
	struct monitor *monitor;	/* while it has the screen */
	FILE *late;		/* diagnostics meanwhile, for afterwards */
	char *late_text;
	size_t late_n;

	/* of exporter.c */
	const char *exporter;	/* where it listens, or NULL */
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
	struct remote *remote;		/* while it goes on */
	bool no_prefix, by_host, is_signed, is_strict, pass_status;
	unsigned require;		/* hosts; 0: all */
	unsigned fanout;		/* 0: the default */
	const char *pid, *seconds;	/* of -x, of -T; or NULL */

	/* of show.c and output.c */
	FILE *out;		/* what the script prints */
	unsigned n_files;	/* of -o, so far; of these the last */
	char **names;		/* rotate_keep ones, to remove them */
	uint64_t written;	/* into the newest */
	bool in_line;		/* what is written ends within one */
	int broken;		/* errno of the first write that failed */
	bool on_terminal, line_open;
};

/** Does what the options say, and returns the exit status. */
int command_run(struct command *c);
/** Frees what options_parse() and command_run() have made. */
void command_free(struct command *c);

/** Appends a word to the argv of a command whose argv is on the heap. */
void command_add_word(struct command *c, char *word);

/**
 * A command with the options of @outer, which is one of -i or --test, then
 * @words; and, unless "--" is among them, the script's arguments @args.  Both
 * lists end in NULL and may be NULL.  What is wrong with the options is
 * reported.  Free with command_derive_free().
 */
struct command *command_derive(const struct command *outer, char **words,
			       char **args);
void command_derive_free(struct command *c);
/** A session with the settings of @c, but those of a run (-c, -x, -T ...) and
 *  those of @without, a list that ends in NULL or is NULL. */
struct tapster_session *command_session(const struct command *c,
					const char *const *without);

/** --test: tests of scripts. */
void test_run(struct command *c);

/** -i: the prompt. */
void interactive_run(struct command *c);

/** Options, then the script and its arguments.  Errors go to c->s. */
void options_parse(struct command *c);

/**
 * Started by sudo: give up root for good, unless a module is to be loaded;
 * then everything but that is done as the user.
 */
void sudo_leave(struct command *c);
/** fopen() for writing, as that user. */
FILE *sudo_fopen(const char *name);
/** mkdir(), as that user. */
int sudo_mkdir(const char *name);
/** unlink(), as that user. */
void sudo_unlink(const char *name);

/** Before the run: whether the guest's command reads our standard input. */
void terminal_prepare(struct command *c);
/** Wait for something to happen in the run; pass on what is typed. */
void terminal_wait(struct command *c);
/** Restores the terminal. */
void terminal_end(struct command *c);
/** Write what a guest's command has printed. */
void terminal_write(struct command *c, const char *bytes, size_t len, FILE *f);

/** Begin to show what the session reports.  Call it before the options are
 *  parsed: it is what reports errors in them. */
void show_begin(struct command *c);
/** From now on records are wanted, too; before the run. */
void show_records(struct command *c);
/** Writes what was printed; the run stops if the reader is gone. */
void show_flush(struct command *c);
/** Writes the last bytes; an error is reported. */
void show_end(struct command *c);
void show_timings(const struct command *c);

/** A message that is ready, and what it has to be shown before. */
void show_line(struct command *c, const char *text);
/** Of a run elsewhere. */
void show_text(struct command *c, const char *text, size_t len);
void show_snapshot(struct command *c, const struct tapster_snapshot *sn);
void show_state(struct command *c, const struct tapster_state *st);

/** --remote, --hosts, --hosts-file and what belongs to them. */
void remote_option(struct command *c, const char *value);
void hosts_option(struct command *c, const char *value);
void hosts_file_option(struct command *c, const char *value);
void remote_prefix_option(struct command *c, const char *value);
void by_host_option(struct command *c, const char *value);
void require_option(struct command *c, const char *value);
void fanout_option(struct command *c, const char *value);
/** After the options: do they go together?  False: the reason is reported. */
bool remote_check(struct command *c);
/** Begin; false: the reason is reported. */
bool remote_start(struct command *c);
/** --doctor: what works on the hosts.  False: not all of them answered. */
bool remote_ask(struct command *c,
		void (*fn)(void *data, const char *host,
			   const struct tapster_check *check));
/** After the last host: merged globals, the table, the status. */
void remote_finish(struct command *c);

/** The run, here or on other hosts. */
int run_fd(const struct command *c);
bool run_dispatch(struct command *c);
void run_stop(struct command *c);
bool run_snapshot(struct command *c);

/** Opens -o, if there is one; false: the reason is reported. */
bool output_open(struct command *c);
/** Report that a file cannot be written, by errno. */
void cannot_write(struct command *c, const char *name);
/** Writes what was printed; a line stays in one file.  False: it cannot be
 *  written. */
bool output_write(struct command *c, const char *text, size_t len);
/** Begins the next file, if the output goes to files. */
bool output_next(struct command *c);
/** Closes the files; standard output takes over.  False: the last bytes cannot
 *  be written. */
bool output_close(struct command *c);

/** --flame=@value. */
void flames_option(struct command *c, const char *value);
/** Open its files, before the run; false: the reason is reported. */
bool flames_open(struct command *c);
/** Arrays with stacks are in a picture: they are not printed as text. */
void flames_hide(struct command *c);
/** A global, at the end. */
void flames_take(struct command *c, const struct tapster_snapshot *sn);
/** After the run: writes what was taken to the files. */
void flames_write(struct command *c);

/** A snapshot is complete. */
void flames_state(struct command *c);

/** --exporter=@value, --exporter-limit=@value. */
void exporter_option(struct command *c, const char *value);
void exporter_limit_option(struct command *c, const char *value);
/** Listen, before the run; false: the reason is reported. */
bool exporter_open(struct command *c);
/** Serve what was asked. */
void exporter_serve(struct command *c);
void exporter_close(struct command *c);

/** --monitor=@value. */
void monitor_option(struct command *c, const char *value);
/** Checks before compiling that there can be a screen.  False: the reason is
 *  reported. */
bool monitor_check(struct command *c);
/** Take the screen, once the run has begun. */
void monitor_open(struct command *c);
/** Answer keys, draw, ask for a snapshot. */
void monitor_serve(struct command *c);
/** Leaves the screen, and prints what was printed meanwhile. */
void monitor_close(struct command *c);

/** --exporter-dashboard=@value. */
void dashboard_option(struct command *c, const char *value);
/** Open its file, before the run; false: the reason is reported. */
bool dashboard_open(struct command *c);
/** After the run: the file gets its contents. */
void dashboard_write(struct command *c);

/** --report=@value, --interval=@value. */
void report_option(struct command *c, const char *value);
void interval_option(struct command *c, const char *value);
/* @value as seconds from 0.1 to 3600; else an error of @option. */
double interval_of(struct command *c, const char *option, const char *value);
/** Open the file, before the run; false: the reason is reported. */
bool report_open(struct command *c);
/** The run has begun. */
void report_begin(struct command *c);
/** Milliseconds until report_serve() has something to do. */
int report_timeout(const struct command *c);
void report_serve(struct command *c);
/** After the run: the file gets its contents. */
void report_write(struct command *c);

/** --format=@value; false: it is no format of timelines. */
bool timeline_option(struct command *c, const char *value);
/** Checks that the options go together.  False: the reason is reported. */
bool timeline_check(struct command *c);
/** Open the files, before the run; false: the reason is reported. */
bool timeline_open(struct command *c);
/** Called when the module is known. */
void timeline_begin(struct command *c);
/** Writes an event.  False and errno: it cannot be written. */
bool timeline_record(struct command *c, const struct tapster_record *r);
bool timeline_flush(struct command *c);
void timeline_loss(struct command *c, const char *cause, uint64_t count);
bool timeline_close(struct command *c);

/** -k: the C text and the module into a directory that stays. */
void keep_files(struct command *c);

/** The variable TAPSTER_@name, or SYSTEMTAP_@name; NULL: neither is set. */
const char *environment_get(const char *name);
/** Read the file of options into c->rc. */
void environment_rc(struct command *c);
/** Warns if the file of options was not read. */
void environment_tell(struct command *c);
/** Applies the variables for which no option was given. */
void environment_set(struct command *c);

/** Colours of messages as the variable wants them; before --color is read. */
void colours_read(struct command *c);
/** A message that the library rendered with colours. */
void colours_put(const struct command *c, const char *text, FILE *f);
void colours_free(struct command *c);

/** All errors of compiling, for programs; nothing if there is none. */
void catalogue_print(const struct command *c);

void help_print(FILE *f);
/**
 * Print the words in the first @n bytes of @text.  The current line has reached
 * column @indent; further lines begin there.
 */
void print_wrapped(FILE *f, const char *text, size_t n, int indent);
void doctor_run(struct command *c);
/** --fmt: the files in the one style. */
void fmt_run(struct command *c);
void explain_run(struct command *c);

/** Path of the example NAME, with or without .stp and directory; to be freed.
 *  NULL: there is none, or there are several, which is reported. */
char *example_path(struct command *c, const char *name);
/** --examples: scripts, those about c->wanted if it is set. */
void examples_run(struct command *c);

#endif
