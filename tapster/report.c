/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --report: writes the output and messages of a session, and its globals over time, to one file
 * of HTML.  A snapshot is requested at each interval.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "export/export.h"
#include "tapster/command.h"
#include "tapster/options.h"

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

void report_option(struct command *c, const char *value)
{
	c->report_name = value;
}

double interval_of(struct command *c, const char *option, const char *value)
{
	char *end, *hint;
	double n = strtod(value, &end);

	if (end != value && !*end && n >= 0.1 && n <= 3600)
		return n;
	if (asprintf(&hint, "%s=1", option) < 0)
		hint = NULL;
	usage_error(c, hint, "%s: '%s' must be a number of seconds from 0.1 to "
			     "3600", option, value);
	free(hint);
	return n;
}

void interval_option(struct command *c, const char *value)
{
	c->interval = interval_of(c, "--interval", value);
}

/* ---- before the run ----------------------------------------------------- */

/* Returns the text of the script, which the caller frees.  NULL: it cannot be read again, such as
 * standard input; the report then has no source. */
static char *source_of(const struct command *c)
{
	char *text = NULL;
	size_t room = 0;
	FILE *f;

	if (c->script_text)
		return strdup(c->script_text);
	if (!c->script || c->script_is_stdin)
		return NULL;
	f = fopen(c->script, "re");
	if (f && getdelim(&text, &room, '\0', f) < 0) {
		free(text);
		text = NULL;
	}
	if (f)
		fclose(f);
	return text;
}

bool report_open(struct command *c)
{
	if (c->interval > 0 && !c->report_name) {
		usage_error(c, "add --report=FILE.html", "--interval needs "
							 "--report");
		return false;
	}
	if (!c->report_name)
		return true;
	c->report_file = sudo_fopen(c->report_name);
	if (!c->report_file) {
		cannot_write(c, c->report_name);
		return false;
	}
	c->report_source = source_of(c);
	c->report_began = now_ns();
	c->report_about = (struct export_report_about){
		.script = c->script ? c->script : "", .command = c->command,
		.title = c->script_text ? "script of -e" :
			c->title ? c->title : "",
		.source = c->report_source, .began = time(NULL),
		.version = tapster_version(),
	};
	c->report = export_report_create(&c->report_about, (uint64_t)(
		1e9 * (c->interval > 0 ? c->interval : 1)));
	flames_hide(c);
	return tapster_set(c->s, "final-snapshot", "yes") == 0;
}

void report_begin(struct command *c)
{
	const struct tapster_module *m = tapster_module(c->s);

	c->report_began = now_ns();
	c->report_about.kernel = m ? m->release : "";
	c->report_about.began = time(NULL);
}

/* ---- while it runs ------------------------------------------------------ */

int report_timeout(const struct command *c)
{
	uint64_t now = now_ns();

	return c->report_next > now
		? (int)((c->report_next - now) / 1000000 + 1) : 0;
}

/* Requests a snapshot when it is due.  If that fails, because the script does not run yet, the
 * next interval requests another. */
void report_serve(struct command *c)
{
	uint64_t now = now_ns();

	if (now < c->report_next)
		return;
	c->report_next = now + export_report_sample(c->report);
	run_snapshot(c);
}

/* ---- after the run ------------------------------------------------------ */

void report_write(struct command *c)
{
	bool good;

	if (!c->report)
		return;
	c->report_about.took_ns = (int64_t)(now_ns() - c->report_began);
	c->report_about.status = tapster_status(c->s);
	export_report_about(c->report, &c->report_about);
	good = export_report_write(c->report, c->report_file);
	if (fclose(c->report_file) || !good)
		cannot_write(c, c->report_name);
	export_report_free(c->report);
	c->report = NULL;
	free(c->report_source);
}
