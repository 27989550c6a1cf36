/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --monitor: shows a screen while the script runs.  The output is shown in a pane.  If it goes to
 * the terminal, it is printed after the screen is closed; otherwise it is written at once.
 * Messages are printed after the screen is closed.
 */
#include "monitor/monitor.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tapster/command.h"
#include "tapster/options.h"

void monitor_option(struct command *c, const char *value)
{
	c->monitor_interval = value ? interval_of(c, "--monitor", value) : 1;
}

bool monitor_check(struct command *c)
{
	const char *why = c->monitor_interval > 0 ? monitor_refuses() : NULL;

	if (!why && c->monitor_interval > 0) {
		/* so that neither the command of -c nor staprun writes to the screen */
		if (!c->command_elsewhere)
			tapster_set(c->s, "command-output", "records");
		tapster_set(c->s, "command-apart", "yes");
	}
	if (!why)
		return true;
	tapster_complain(c->s, TAPSTER_ERROR, "io-error",
			 "without a terminal: --format=json prints the output "
			 "of the script, --exporter serves the globals",
			 "--monitor: %s", why);
	return false;
}

static const char *kernel(const struct command *c, struct utsname *u)
{
	const struct tapster_module *m = tapster_module(c->s);

	if (c->on_host)
		return "none (host runtime)";
	if (m && *m->release)
		return m->release;
	return uname(u) ? "?" : u->release;
}

void monitor_open(struct command *c)
{
	struct utsname u;
	struct monitor_config cfg = {
		.title = c->title ? c->title : "",
		.interval = c->monitor_interval,
		.kernel = kernel(c, &u), .open_dump = sudo_fopen,
	};

	if (c->monitor_interval <= 0)
		return;
	c->late = open_memstream(&c->late_text, &c->late_n);
	fflush(c->out);
	c->monitor = c->late ? monitor_create(&cfg) : NULL;
	if (!c->monitor)
		tapster_complain(c->s, TAPSTER_WARNING, "io-error", NULL,
				 "--monitor: the terminal '%s' is not known",
				 getenv("TERM"));
}

void monitor_serve(struct command *c)
{
	struct monitor *m = c->monitor;
	size_t probe;
	bool on;

	switch (monitor_run(m)) {
	case MONITOR_NOTHING:
		break;
	case MONITOR_SNAPSHOT:
		if (!run_snapshot(c))
			monitor_refuse(m);
		break;
	case MONITOR_RESET:
		if (tapster_reset(c->s, monitor_global_to_reset(m)) < 0)
			monitor_cannot(m);
		break;
	case MONITOR_SWITCH:
		probe = monitor_probe_to_switch(m, &on);
		if (tapster_switch_probe(c->s, probe, on) < 0)
			monitor_cannot(m);
		break;
	case MONITOR_QUIT:
		run_stop(c);
		monitor_close(c);
		break;
	}
}

void monitor_close(struct command *c)
{
	struct monitor *m = c->monitor;
	FILE *nowhere = NULL;

	if (!m)
		return;
	c->monitor = NULL;
	if (c->out != stdout || !isatty(STDOUT_FILENO))
		nowhere = fopen("/dev/null", "w");
	monitor_leave(m, nowhere ? nowhere : stdout);
	if (nowhere)
		fclose(nowhere);
	fclose(c->late);
	fwrite(c->late_text, 1, c->late_n, stderr);
	free(c->late_text);
}
