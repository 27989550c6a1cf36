/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The command from its start to its exit status: 0 success, 1 an error of the
 * script, 2 a wrong option, 3 an error of the guest or of a kernel's files.
 */
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "export/export.h"
#include "lsp/lsp.h"
#include "monitor/monitor.h"
#include "remote/remote.h"
#include "tapster/command.h"

/* ---- passes 1 to 4 ------------------------------------------------------ */

static int print_dump(struct command *c, const char *what)
{
	const char *text;
	size_t len;

	if (tapster_dump(c->s, what, &text, &len) < 0)
		return -1;
	fwrite(text, 1, len, stdout);
	return 0;
}

static int print_module(struct command *c)
{
	const struct tapster_module *m;

	if (tapster_compile(c->s, TAPSTER_BUILD) < 0)
		return -1;
	m = tapster_module(c->s);
	if (c->module_name)
		printf("%s.ko\n", m->name);
	else
		printf("%s\n", m->path);
	return 0;
}

/* Prints the options of a script for `tapster FILE -- --help`.  False: --help is not among the
 * script's arguments, or the script declares no options. */
static bool script_help(struct command *c)
{
	const char *text;
	size_t len;

	if (!c->wants_script_help ||
	    tapster_dump(c->s, "options", &text, &len) < 0 || !len)
		return false;
	fwrite(text, 1, len, stdout);
	return true;
}

static void stop_before_run(struct command *c)
{
	static const char *const dumps[] = { NULL, "ast", "probes", "c" };

	if (c->action == ACTION_DUMP)
		print_dump(c, c->dump);
	else if (c->last == PASS_BUILD)
		print_module(c);
	else
		print_dump(c, dumps[c->last]);
}

/* ---- pass 5 ------------------------------------------------------------- */

static struct command *running;	/* the command whose run the signal handlers stop */

/* Stops the run.  After a second signal, the library discards the output that has not arrived. */
static void on_signal(int sig)
{
	run_stop(running);
}

/* Makes the run print the contents of the flight recorder; nothing without -F. */
static void on_usr1(int sig)
{
	tapster_run_dump(running->s);
}

/* Catches the signals that end a run, except a SIGHUP that nohup(1) has ignored; and SIGUSR1. */
static void catch_signals(struct command *c)
{
	struct sigaction sa = { .sa_handler = on_signal }, old;
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

	running = c;
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		if (signals[i] != SIGHUP || sigaction(SIGHUP, NULL, &old) ||
		    old.sa_handler != SIG_IGN)
			sigaction(signals[i], &sa, NULL);
	sa.sa_handler = on_usr1;
	sigaction(SIGUSR1, &sa, NULL);
	signal(SIGPIPE, SIG_IGN);
}

static int sooner(int a, int b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* Waits for the run, clients of the exporter, keys of the monitor, or the end of an interval.
 * Then serves exporter, report and monitor. */
static void wait_and_serve(struct command *c)
{
	struct pollfd p[] = {
		{ .fd = run_fd(c), .events = POLLIN },
		{ .fd = c->server ? export_server_fd(c->server) : -1,
		  .events = POLLIN },
		{ .fd = c->monitor ? monitor_fd(c->monitor) : -1,
		  .events = POLLIN },
	};
	int ms = c->remote ? remote_timeout(c->remote) : -1;

	if (c->server)
		ms = sooner(ms, export_server_timeout(c->server));
	if (c->report)
		ms = sooner(ms, report_timeout(c));
	if (c->monitor)
		ms = sooner(ms, monitor_timeout(c->monitor));
	poll(p, 3, ms);
	if (c->server)
		exporter_serve(c);
	if (c->report)
		report_serve(c);
	if (c->monitor)
		monitor_serve(c);
	/* the terminal was closed */
	if (p[2].revents & (POLLHUP | POLLERR)) {
		run_stop(c);
		monitor_close(c);
	}
}

/* Dispatches the run until its end.  Output is flushed before each wait. */
static void loop(struct command *c)
{
	while (run_dispatch(c)) {
		show_flush(c);
		if (c->remote || c->server || c->report || c->monitor)
			wait_and_serve(c);
		else
			terminal_wait(c);
	}
	terminal_end(c);
}

static void run(struct command *c)
{
	tapster_set(c->s, "tell-changes", "yes");
	if (c->globals)
		tapster_set(c->s, "final-snapshot", "yes");
	if (!remote_check(c) || !monitor_check(c) || !output_open(c) || !timeline_open(c) ||
	    !flames_open(c) || !dashboard_open(c) || !report_open(c) ||
	    !exporter_open(c))
		return;
	if (!c->raw_output && isatty(fileno(c->out)))
		tapster_set(c->s, "escape-output", "yes");
	terminal_prepare(c);
	if (c->hosts ? !remote_start(c) : tapster_run_start(c->s) < 0)
		return;
	timeline_begin(c);
	if (c->report)
		report_begin(c);
	catch_signals(c);
	monitor_open(c);
	loop(c);
	monitor_close(c);
	if (c->remote)
		remote_finish(c);
	exporter_close(c);
}

/* ---- everything else ---------------------------------------------------- */

static void fetch(struct command *c)
{
	const char *release;

	if (tapster_fetch_kernel(c->s, c->wanted, &release) == 0)
		printf("%s\n", release);
}

static void print_version(void)
{
	printf("tapster %s", tapster_version());
	if (*revision)
		printf(" (revision %s)", revision);
	printf("\n");
}

static void act(struct command *c)
{
	switch (c->action) {
	case ACTION_HELP:
		help_print(stdout);
		break;
	case ACTION_VERSION:
		print_version();
		break;
	case ACTION_DOCTOR:
		doctor_run(c);
		break;
	case ACTION_LANGUAGE_SERVER:
		c->exit_status = lsp_run(c->s, c->release, stdin,
					 stdout);
		break;
	case ACTION_COMPLETE:
		lsp_complete_point(c->s, c->release, c->wanted, stdout);
		break;
	case ACTION_INTERACTIVE:
		interactive_run(c);
		break;
	case ACTION_TEST:
		test_run(c);
		break;
	case ACTION_FMT:
		fmt_run(c);
		break;
	case ACTION_EXPLAIN:
		explain_run(c);
		break;
	case ACTION_EXAMPLES:
		examples_run(c);
		break;
	case ACTION_FETCH:
		fetch(c);
		break;
	case ACTION_PROBES:
		/* staprun has printed its own errors */
		if (tapster_list_sessions(c->s, c->json ? "json" : "text") < 0)
			c->exit_status = 1;
		break;
	case ACTION_STOP:
		tapster_stop_guest(c->s, c->wanted);
		break;
	case ACTION_CLEAN:
		tapster_clean_cache(c->s);
		break;
	default:
		if (script_help(c))
			break;
		if (c->action == ACTION_DUMP || c->last < PASS_RUN)
			stop_before_run(c);
		else
			run(c);
		if (c->keep)
			keep_files(c);
		show_timings(c);
	}
}

#define LEAST_STACK (256 << 10)

/* Reports a stack limit that is too small.  At the end of its stack, a process would be killed
 * without a message. */
static void check_stack(struct command *c)
{
	struct rlimit r;

	if (getrlimit(RLIMIT_STACK, &r) == 0 && r.rlim_cur < LEAST_STACK)
		tapster_complain(c->s, TAPSTER_ERROR, "resource-limit",
				 "run `ulimit -s 8192` first",
				 "a stack of %lu KB is too small",
				 (unsigned long)r.rlim_cur >> 10);
}

int command_run(struct command *c)
{
	check_stack(c);
	if (tapster_status(c->s) == 0)
		sudo_leave(c);
	if (tapster_status(c->s) == 0)
		act(c);
	show_end(c);
	flames_write(c);
	dashboard_write(c);
	report_write(c);
	if (c->catalogue)
		catalogue_print(c);
	return tapster_status(c->s) ?: c->exit_status;
}

void command_free(struct command *c)
{
	tapster_free(c->s);
	remote_hosts_free(c->hosts);
	for (int i = 0; i < c->n_rc; i++)
		free(c->rc[i]);
	free(c->rc);
	colours_free(c);
}

int main(int argc, char **argv)
{
	struct command c = {
		.s = tapster_new(),
		.argc = argc,
		.argv = argv,
		.last = PASS_RUN,
	};
	int status;

	/* a fixed threshold: tables above it are returned to the kernel when
	   they are freed; otherwise the first one raises the threshold, and
	   malloc keeps smaller ones */
	mallopt(M_MMAP_THRESHOLD, 128 << 10);
	signal(SIGXFSZ, SIG_IGN);	/* so that write fails, and is reported */
	show_begin(&c);
	options_parse(&c);
	status = command_run(&c);
	command_free(&c);
	return status;
}
