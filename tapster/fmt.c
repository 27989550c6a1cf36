/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --fmt: formats scripts.  Prints them to standard output; with -w, replaces their files; with
 * --check, only reports scripts that are not formatted.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tapster/command.h"

static bool write_all(int fd, const char *text, size_t len, mode_t mode)
{
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

	if (!f)
		return false;
	if (fwrite(text, 1, len, f) == len && !fchmod(fd, mode & 07777) &&
	    !fflush(f))
		return !fclose(f);
	fclose(f);
	return false;
}

/* Replaces the contents of the file @name in one step, by rename(), so that the file is always
 * the old or the new one, even after a crash. */
static bool replace(const char *name, const char *text, size_t len)
{
	char *path = realpath(name, NULL), *new = NULL;
	struct stat st;
	bool good = path && !stat(path, &st) &&
		    asprintf(&new, "%s.XXXXXX", path) > 0;

	if (good) {
		good = write_all(mkostemp(new, 0), text, len, st.st_mode) &&
		       !rename(new, path);
		if (!good)
			unlink(new);
	}
	free(path);
	free(new);
	return good;
}

static void format(struct command *c, const char *name)
{
	const char *text;
	size_t len;
	int changes = tapster_format(c->s, name, NULL, 0, &text, &len);
	bool is_input = !strcmp(name, "-");

	if (changes < 0)
		return;
	if (c->check) {
		if (changes)
			tapster_complain(c->s, TAPSTER_ERROR, "not-formatted",
					 "tapster --fmt -w FILE formats it",
					 "'%s' is not formatted",
					 is_input ? "<stdin>" : name);
	} else if (!c->no_warnings || is_input) {
		fwrite(text, 1, len, stdout);
	} else if (changes && !replace(name, text, len)) {
		cannot_write(c, name);
	}
}

void fmt_run(struct command *c)
{
	for (int i = 0; i < c->n_scripts; i++)
		format(c, c->scripts[i]);
}
