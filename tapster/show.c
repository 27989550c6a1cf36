/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Shows what the session reports: the script's output, diagnostics, progress, globals and times.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export/export.h"
#include "monitor/monitor.h"
#include "prompt/prompt.h"
#include "tapster/command.h"

/* Erases the line of progress, if there is one; only terminals have it. */
static void close_line(struct command *c)
{
	if (c->line_open)
		fputs("\r\033[K", stderr);
	c->line_open = false;
}

static void on_progress(void *data, const char *what, double seconds)
{
	struct command *c = data;

	if (c->monitor)
		monitor_message(c->monitor, seconds < 0 ? what : "");
	if (!c->on_terminal || c->monitor)
		return;
	close_line(c);
	if (seconds < 0) {
		fprintf(stderr, "tapster: %s ...", what);
		c->line_open = true;
	} else {
		fprintf(stderr, "tapster: %s: %.1f s\n", what, seconds);
	}
	fflush(stderr);
}

/* Returns true if the user answers @question with y.  Without a terminal, the answer is no. */
static bool on_ask(void *data, const char *question)
{
	struct command *c = data;
	char answer[16];

	if (!c->on_terminal || !isatty(STDIN_FILENO))
		return false;
	close_line(c);
	fprintf(stderr, "tapster: %s [y/N] ", question);
	fflush(stderr);
	return fgets(answer, sizeof(answer), stdin) &&
	       (*answer == 'y' || *answer == 'Y');
}

static enum tapster_form form_of(const struct command *c)
{
	bool colour = c->colour == COLOUR_ALWAYS ||
		(c->colour == COLOUR_AUTO && c->on_terminal);

	if (c->json)
		return TAPSTER_JSON;
	return colour ? TAPSTER_COLOUR : TAPSTER_TEXT;
}

/* Prints a hint with the same command, but run in a guest. */
static void offer_guest(const struct command *c)
{
	if (c->is_typed) {
		fputs("  hint: to run it in a guest, without root: run --vm\n",
		      stderr);
		return;
	}
	fputs("  hint: to do the same in a guest, without root: tapster --vm",
	      stderr);
	for (int i = 1; i < c->argc; i++) {
		bool plain = *c->argv[i] &&
			!strpbrk(c->argv[i], " \t\n'\"\\$`*?[]{}()<>|&;#~!");

		fprintf(stderr, plain ? " %s" : " '%s'", c->argv[i]);
	}
	fputc('\n', stderr);
}

/* Returns the file for messages.  While the monitor has the screen, this is a file whose contents
 * are printed later. */
static FILE *messages(const struct command *c)
{
	return c->monitor ? c->late : stderr;
}

static bool wants_guest(const char *tag)
{
	return !strcmp(tag, "needs-root") || !strcmp(tag, "no-modules");
}

static void on_diagnostic(void *data, const struct tapster_diagnostic *d,
			  const char *text)
{
	struct command *c = data;
	size_t last = tapster_diagnostic_count(c->s);

	close_line(c);
	fflush(c->out);
	if (c->report)
		export_report_message(c->report, d, text);
	if (c->monitor)
		monitor_message(c->monitor, d->text);
	if (d->run_time) {
		/* with JSON, messages of the run are in the script's output already */
		if (!c->json)
			fputs(text, messages(c));
		return;
	}
	colours_put(c, tapster_render(c->s, last - 1, form_of(c)), messages(c));
	if (!c->json && wants_guest(d->tag))
		offer_guest(c);
}

/* Stores why the output could not be written, and stops the run. */
static void is_broken(struct command *c)
{
	if (c->broken)
		return;
	c->broken = errno ? errno : EIO;
	run_stop(c);
}

void show_flush(struct command *c)
{
	if (!timeline_flush(c) || fflush(c->out))
		is_broken(c);
}

void show_text(struct command *c, const char *text, size_t len)
{
	close_line(c);
	if (c->report)
		export_report_text(c->report, text, len);
	if (c->monitor)
		monitor_text(c->monitor, text, len);
	/* the monitor has stored the text, and prints it when it leaves the screen */
	if (c->monitor && c->out == stdout && isatty(STDOUT_FILENO))
		return;
	if (!output_write(c, text, len))
		is_broken(c);
}

static void on_text(void *data, const char *text, size_t len)
{
	show_text(data, text, len);
}

void show_line(struct command *c, const char *text)
{
	close_line(c);
	fflush(c->out);
	if (c->monitor)
		monitor_message(c->monitor, text);
	fputs(text, messages(c));
}

/* Prints a line about times or memory.  With JSON, it is in the script's output already. */
static void show_cost(struct command *c, const char *line)
{
	close_line(c);
	fflush(c->out);
	if (!c->json)
		fputs(line, stderr);
}

static void on_times(void *data, const struct tapster_times *t,
		     const char *line)
{
	show_cost(data, line);
}

static void on_memory(void *data, const struct tapster_memory *m,
		      const char *line)
{
	show_cost(data, line);
}

/* Writes a global to the file for the prompt, which has the last snapshot only. */
static void take_global(struct command *c, const struct tapster_snapshot *sn)
{
	if (c->globals_old) {
		rewind(c->globals);
		if (ftruncate(fileno(c->globals), 0))
			return;
	}
	c->globals_old = false;
	prompt_write_global(c->globals, sn);
}

void show_snapshot(struct command *c, const struct tapster_snapshot *sn)
{
	if (sn->is_reset) {
		if (c->monitor)
			monitor_was_reset(c->monitor, sn);
		return;
	}
	flames_take(c, sn);
	if (c->globals)
		take_global(c, sn);
	if (c->monitor)
		monitor_global(c->monitor, sn);
	if (c->server)
		export_server_global(c->server, sn);
	if (c->dashboard)
		export_dashboard_global(c->dashboard, sn);
	if (c->report)
		export_report_global(c->report, sn);
}

static void on_snapshot(void *data, const struct tapster_snapshot *sn)
{
	show_snapshot(data, sn);
}

void show_state(struct command *c, const struct tapster_state *st)
{
	flames_state(c);
	c->globals_old = true;
	if (c->monitor)
		monitor_state(c->monitor, st);
	if (c->server)
		export_server_state(c->server, st);
	if (c->report)
		export_report_state(c->report, st);
}

static void on_state(void *data, const struct tapster_state *st)
{
	show_state(data, st);
}

static void on_record(void *data, const struct tapster_record *r)
{
	struct command *c = data;

	close_line(c);
	if (c->report)
		export_report_text(c->report, r->text, r->text_len);
	if (!c->broken && !timeline_record(c, r))
		is_broken(c);
}

static void on_loss(void *data, const char *cause, uint64_t count)
{
	struct command *c = data;

	timeline_loss(c, cause, count);
	if (c->report)
		export_report_loss(c->report, cause, count);
}

static void on_next_file(void *data)
{
	struct command *c = data;

	close_line(c);
	if (!output_next(c))
		is_broken(c);
}

static void on_output(void *data, enum tapster_stream stream,
		      const char *bytes, size_t len)
{
	struct command *c = data;

	close_line(c);
	if (c->monitor) {
		monitor_text(c->monitor, bytes, len);
		return;
	}
	fflush(c->out);
	terminal_write(c, bytes, len,
		       stream == TAPSTER_STDERR ? stderr : stdout);
}

static void set_callbacks(struct command *c, bool records)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;

	cb.text = on_text;
	cb.diagnostic = on_diagnostic;
	cb.output = on_output;
	cb.times = on_times;
	cb.memory = on_memory;
	cb.progress = on_progress;
	cb.ask = on_ask;
	cb.next_file = on_next_file;
	cb.snapshot = on_snapshot;
	cb.state = on_state;
	cb.loss = on_loss;
	if (records)
		cb.record = on_record;
	tapster_set_callbacks(c->s, &cb, c);
}

void show_begin(struct command *c)
{
	c->out = stdout;
	c->on_terminal = isatty(STDERR_FILENO);
	set_callbacks(c, false);
}

void show_records(struct command *c)
{
	set_callbacks(c, true);
}

/* ---- the end ------------------------------------------------------------ */

/* Returns a hint how to get more room for the output, which depends on the given options; NULL if
 * room is not the problem. */
static const char *room_hint(const struct command *c)
{
	if (c->broken == EFBIG && c->timeline_format)
		return "run `ulimit -f unlimited` first";
	if (c->broken == EFBIG)
		return "run `ulimit -f unlimited` first; or -o FILE -S MB,N "
		       "writes files of MB megabytes";
	if (c->broken != ENOSPC && c->broken != EDQUOT)
		return NULL;
	if (!c->output || c->timeline_format)
		return "free some space, or write elsewhere with -o FILE";
	return c->rotate_keep
		? "free some space, or keep less: a smaller N in -S MB,N"
		: "free some space, or keep only the newest N files of MB "
		  "megabytes with -S MB,N";
}

void show_end(struct command *c)
{
	bool is_full;

	show_flush(c);
	if (!timeline_close(c))
		is_broken(c);
	if (!output_close(c))
		is_broken(c);
	show_flush(c);
	is_full = c->broken == ENOSPC || c->broken == EDQUOT;
	/* a reader that closed the pipe is not an error */
	if (c->broken && c->broken != EPIPE)
		tapster_complain(c->s, TAPSTER_ERROR,
				 is_full ? "disk-full" : "io-error",
				 room_hint(c), "cannot write %s%s%s: %s",
				 c->output ? "'" : "the output",
				 c->output ? c->output : "",
				 c->output ? "'" : "", strerror(c->broken));
}

/* ---- -v ----------------------------------------------------------------- */

void show_timings(const struct command *c)
{
	static const char *const names[] = {
		NULL, "parse", "analyse", "translate", "build",
	};
	enum tapster_stage stage;
	double seconds;
	const char *name;

	for (int p = PASS_PARSE; p <= PASS_BUILD; p++) {
		seconds = tapster_seconds(c->s, (enum tapster_stage)p);
		if (!c->verbose[p] || seconds <= 0)
			continue;
		fprintf(stderr, "pass %d (%s): %.1f ms%s\n", p, names[p],
			seconds * 1e3,
			p == PASS_BUILD && tapster_module(c->s) &&
			tapster_module(c->s)->cache_hit ? ", from the cache" :
			"");
		for (size_t i = 0; c->verbose[p] > 1 &&
		     tapster_timing(c->s, i, &stage, &name, &seconds); i++)
			if ((int)stage == p && name)
				fprintf(stderr, "    %s: %.1f ms\n", name,
					seconds * 1e3);
	}
}
