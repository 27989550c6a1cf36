/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --format=trace-event and --format=ctf: writes records as events on a time axis.  Trace-event
 * writes one file.  CTF writes a directory, which must be new or empty.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "export/export.h"
#include "tapster/command.h"
#include "tapster/options.h"

bool timeline_option(struct command *c, const char *value)
{
	c->timeline_format = !strcmp(value, "trace-event") ? TIMELINE_JSON :
			     !strcmp(value, "ctf") ? TIMELINE_CTF
						   : TIMELINE_NONE;
	return c->timeline_format;
}

/* Checks the options.  A timeline is written only if the command runs the script.  A module that
 * staprun runs later prints text. */
bool timeline_check(struct command *c)
{
	if (c->action != ACTION_RUN || c->last < PASS_RUN)
		c->timeline_format = TIMELINE_NONE;
	if (!c->timeline_format)
		return true;
	if (c->rotate_bytes || c->bulk) {
		usage_error(c, "use -o FILE alone",
			    "%s divides text and cannot be "
						"combined with this --format",
			    c->bulk ? "-b" : "-S");
		return false;
	}
	if (c->timeline_format == TIMELINE_CTF && !c->output) {
		usage_error(c, "add -o DIR, which is created",
			    "--format=ctf needs -o "
							"for its directory");
		return false;
	}
	c->json = false;
	tapster_set(c->s, "format", "text");
	return tapster_set(c->s, "events", "yes") == 0;
}

/* ---- opening ------------------------------------------------------------ */

static bool is_empty(const char *name)
{
	DIR *d = opendir(name);
	bool empty = d;

	for (struct dirent *e; empty && (e = readdir(d)); )
		empty = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
	if (d)
		closedir(d);
	return empty;
}

static FILE *open_in(void *data, const char *name)
{
	struct command *c = data;
	char *path;
	FILE *f;

	if (asprintf(&path, "%s/%s", c->output, name) < 0)
		abort();
	f = sudo_fopen(path);
	free(path);
	return f;
}

static bool open_ctf(struct command *c)
{
	int made = sudo_mkdir(c->output);

	if (made < 0 && errno == EEXIST && is_empty(c->output))
		made = 0;
	if (made == 0)
		c->timeline = export_ctf(open_in, c);
	if (!c->timeline)
		tapster_complain(c->s, TAPSTER_ERROR, "io-error",
				 errno == EEXIST ? "use -o with the name of a "
						   "new or an empty directory" : NULL,
				 "cannot write the trace '%s': %s", c->output,
				 strerror(errno));
	return c->timeline;
}

/* Returns true if @f is a regular file.  Only in such a file, not in a pipe or /dev/full, can the
 * end be overwritten. */
static bool is_file(FILE *f)
{
	struct stat st;

	return !fstat(fileno(f), &st) && S_ISREG(st.st_mode);
}

bool timeline_open(struct command *c)
{
	if (!c->timeline_format)
		return true;
	show_records(c);
	if (c->timeline_format == TIMELINE_CTF)
		return open_ctf(c);
	c->timeline = export_trace_event(c->out, c->output && is_file(c->out));
	return true;
}

void timeline_begin(struct command *c)
{
	const struct tapster_module *m = tapster_module(c->s);

	c->timeline_runs = true;
	if (c->timeline)
		export_timeline_about(c->timeline, c->script ? c->script : "",
				      m ? m->release : "");
}

/* ---- writing ------------------------------------------------------------ */

bool timeline_record(struct command *c, const struct tapster_record *r)
{
	return !c->timeline || export_timeline_record(c->timeline, r);
}

bool timeline_flush(struct command *c)
{
	return !c->timeline || c->broken || export_timeline_flush(c->timeline);
}

void timeline_loss(struct command *c, const char *cause, uint64_t count)
{
	if (c->timeline)
		export_timeline_loss(c->timeline, cause, count);
}

/* Removes the metadata of a trace if its script did not run, such as after a compile error.  So
 * the next attempt finds the directory empty. */
static void remove_metadata(const struct command *c)
{
	char *path;

	if (asprintf(&path, "%s/metadata", c->output) < 0)
		abort();
	sudo_unlink(path);
	free(path);
}

bool timeline_close(struct command *c)
{
	bool good = !c->timeline || export_timeline_end(c->timeline);

	if (c->timeline && c->timeline_format == TIMELINE_CTF &&
	    !c->timeline_runs)
		remove_metadata(c);
	c->timeline = NULL;
	return good;
}
