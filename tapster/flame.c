/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --flame: writes arrays with stacks among their keys to files.  The suffix of a file's name
 * selects its format.  The contents of the arrays are known after the run.  Before it, the files
 * are opened, and the file of --flame-base is read.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "tapster/command.h"
#include "tapster/options.h"

static void suffixes(char *buf, size_t size)
{
	const struct export_format *f;
	size_t n = 0;

	for (size_t i = 0; (f = export_format_at(i)) && n < size; i++)
		n += (size_t)snprintf(buf + n, size - n, "%s*%s (%s)",
				      i ? ", " : "", f->suffix, f->what);
}

void flames_option(struct command *c, const char *value)
{
	char known[256];

	suffixes(known, sizeof(known));
	if (!export_format_of(value))
		usage_error(c, known, "--flame: the name '%s' does not have "
				      "the suffix of a format", value);
	else if (c->n_flames == MAX_FLAMES)
		usage_error(c, NULL, "--flame: at most %d files are possible",
			    MAX_FLAMES);
	else
		c->flames[c->n_flames++].name = value;
}

/* ---- before the run ----------------------------------------------------- */

static bool read_base(struct command *c)
{
	FILE *f = fopen(c->flame_base, "re");
	unsigned line = 0;

	if (f)
		c->base_stacks = export_read_folded(f, &line);
	if (!f)
		tapster_complain(c->s, TAPSTER_ERROR, "io-error", NULL,
				 "cannot read '%s': %s", c->flame_base,
				 strerror(errno));
	else if (!c->base_stacks)
		tapster_complain(c->s, TAPSTER_ERROR, "bad-option",
				 "tapster --flame=OLD.folded ... writes such "
				 "a file", "--flame-base: line %u of '%s' is "
					   "not a folded stack",
				 line, c->flame_base);
	if (f)
		fclose(f);
	return c->base_stacks;
}

/* Hides stacks in the text output, because users who look at a picture do not need their
 * addresses.  Programs may need them, so JSON output has them. */
void flames_hide(struct command *c)
{
	if (!c->json)
		tapster_set(c->s, "hide-stacks", "yes");
}

bool flames_open(struct command *c)
{
	if (c->flame_base && !c->n_flames) {
		usage_error(c, "add --flame=FILE.svg", "--flame-base needs "
						       "--flame");
		return false;
	}
	if (!c->n_flames)
		return true;
	if (c->records || c->replays) {
		usage_error(c, "print the stacks: print(sprint_backtrace())",
			    "--flame cannot be combined with --record and "
			    "--replay: stacks in a recording are text");
		return false;
	}
	if (c->flame_base && !read_base(c))
		return false;
	for (unsigned i = 0; i < c->n_flames; i++) {
		c->flames[i].file = sudo_fopen(c->flames[i].name);
		if (c->flames[i].file)
			continue;
		cannot_write(c, c->flames[i].name);
		return false;
	}
	tapster_set(c->s, "inlined-frames", "yes");
	flames_hide(c);
	return tapster_set(c->s, "final-snapshot", "yes") == 0;
}

static void forget(struct command *c)
{
	for (size_t i = 0; i < c->n_stacks; i++)
		export_stacks_free(c->stacks[i]);
	c->n_stacks = 0;
	c->stacks_old = false;
}

/* Marks the stored stacks as old, because only the last snapshot is written.  --exporter and
 * --monitor request snapshots before it. */
void flames_state(struct command *c)
{
	c->stacks_old = true;
}

void flames_take(struct command *c, const struct tapster_snapshot *sn)
{
	struct export_stacks *st = c->n_flames ? export_stacks_of(sn) : NULL;

	if (!st)
		return;
	if (c->stacks_old)
		forget(c);
	c->stacks = reallocarray(c->stacks, c->n_stacks + 1,
				 sizeof(*c->stacks));
	if (!c->stacks)
		abort();
	c->stacks[c->n_stacks++] = st;
}

/* ---- after the run ------------------------------------------------------ */

/* Opens FILE-NAME.svg for the stacks of the array NAME.  The stacks of the first array are in
 * FILE.svg.  NULL: it cannot be opened, which is reported. */
static FILE *open_next(struct command *c, const char *name,
		       const struct export_stacks *st)
{
	size_t len = strlen(name) - strlen(export_format_of(name)->suffix);
	char *path;
	FILE *f;

	if (asprintf(&path, "%.*s-%s%s", (int)len, name,
		     export_stacks_name(st), name + len) < 0)
		abort();
	f = sudo_fopen(path);
	if (!f)
		cannot_write(c, path);
	else
		fprintf(stderr, "tapster: the stacks of '%s' are in %s\n",
			export_stacks_name(st), path);
	free(path);
	return f;
}

static void write_one(struct command *c, const char *name,
		      const struct export_stacks *st, FILE *f)
{
	struct export_job job = { .stacks = st, .base = c->base_stacks };
	char title[128];
	bool good;

	snprintf(title, sizeof(title), "tapster: %s", export_stacks_name(st));
	job.title = title;
	good = export_format_of(name)->write(&job, f);
	if (fclose(f) || !good)
		cannot_write(c, name);
}

static void write_all(struct command *c, struct flame *flame)
{
	for (size_t i = 0; i < c->n_stacks; i++) {
		FILE *f = i ? open_next(c, flame->name, c->stacks[i])
			    : flame->file;

		if (f)
			write_one(c, flame->name, c->stacks[i], f);
	}
	if (!c->n_stacks)
		fclose(flame->file);
	flame->file = NULL;
}

static void warn_of_cut(struct command *c)
{
	uint64_t n = 0;

	for (size_t i = 0; i < c->n_stacks; i++)
		n += export_stacks_cut(c->stacks[i]);
	if (n)
		tapster_complain(c->s, TAPSTER_WARNING, "stacks-cut",
				 "for more frames, add -DMAXBACKTRACE=N; for "
				 "frames in more files, add -d FILE",
				 "%llu stacks lack their outermost "
					  "frames; [truncated] replaces them",
				 (unsigned long long)n);
}

void flames_write(struct command *c)
{
	bool ran = c->n_flames && c->flames[0].file;

	if (ran && !c->n_stacks && tapster_status(c->s) == 0)
		tapster_complain(c->s, TAPSTER_ERROR, "no-stacks",
				 "count stacks in the script: global seen "
				 "probe timer.profile { seen[backtrace()]++ }",
				 "--flame: no global array has a stack among "
				 "its keys");
	for (unsigned i = 0; i < c->n_flames; i++)
		if (c->flames[i].file)
			write_all(c, &c->flames[i]);
	if (ran)
		warn_of_cut(c);
	forget(c);
	free(c->stacks);
	export_stacks_free(c->base_stacks);
}
