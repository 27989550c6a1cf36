/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes the script's output to the files of -o and -S instead of standard output.  With -S, a
 * new file begins after the end of a line, before its file becomes larger than rotate_bytes.
 * Within a line, it begins only before the file becomes twice as large.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tapster/command.h"

/* ---- files that cannot be written --------------------------------------- */

/* Returns the directory of the file @name if the directory does not exist, else NULL.  The caller
 * frees it. */
static char *missing_directory(const char *name)
{
	char *dir = strdup(name), *slash = dir ? strrchr(dir, '/') : NULL;

	if (slash && slash > dir) {
		*slash = '\0';
		if (access(dir, F_OK))
			return dir;
	}
	free(dir);
	return NULL;
}

static void cannot(struct command *c, const char *name, int code,
		   const char *hint)
{
	bool is_full = code == ENOSPC || code == EDQUOT;

	tapster_complain(c->s, TAPSTER_ERROR, is_full ? "disk-full" : "io-error",
			 hint, "cannot write '%s': %s", name, strerror(code));
}

/* Returns a hint for the error @code of errno, or NULL. */
static const char *advice(int code)
{
	switch (code) {
	case EACCES:
	case EPERM:
	case EROFS:
	case ENOTDIR:
		return "name a file in a directory that you can write to";
	case EISDIR:
		return "name a file in that directory";
	case ENOSPC:
	case EDQUOT:
		return "free some space, or write to another directory";
	default:
		return NULL;
	}
}

void cannot_write(struct command *c, const char *name)
{
	int code = errno;
	char *dir = code == ENOENT ? missing_directory(name) : NULL;
	char *hint = NULL;

	if (dir && asprintf(&hint, "mkdir -p '%s'", dir) < 0)
		abort();
	cannot(c, name, code, hint ? hint : advice(code));
	free(hint);
	free(dir);
}

/* ---- the files of -o ---------------------------------------------------- */

/* Writes the name of a file to @buf: NAME, or NAME.@number with -S or if @number is not 0. The
 * date replaces the conversions of strftime().  False: the name is empty or too long. */
static bool file_name(const struct command *c, char *buf, size_t size,
		      unsigned number)
{
	time_t now = time(NULL);
	struct tm tm;
	size_t n;

	localtime_r(&now, &tm);
	n = strftime(buf, size, c->output, &tm);
	if (n && (c->rotate_bytes || number))
		n += (size_t)snprintf(buf + n, size - n, ".%u", number);
	return n && n < size;
}

static bool open_file(struct command *c)
{
	char name[4096];

	if (!file_name(c, name, sizeof(name), c->n_files)) {
		tapster_complain(c->s, TAPSTER_ERROR, "bad-option",
				 "-o FILE, at most 4000 bytes with the date",
				 "-o: the name of the file is empty or too "
				 "long");
		return false;
	}
	c->out = sudo_fopen(name);
	if (!c->out) {
		c->out = stdout;
		cannot_write(c, name);
		return false;
	}
	c->written = 0;
	if (c->rotate_keep)
		c->names[c->n_files % c->rotate_keep] = strdup(name);
	c->n_files++;
	return true;
}

/* Removes the oldest file if there are rotate_keep files.  It is called before the next file is
 * made, so that there are never more. */
static void remove_oldest(struct command *c)
{
	char **name = &c->names[c->n_files % c->rotate_keep];

	if (c->n_files < c->rotate_keep)
		return;
	sudo_unlink(*name);
	free(*name);
	*name = NULL;
}

static bool next_file(struct command *c)
{
	bool fine = !fclose(c->out);

	c->out = stdout;
	if (c->rotate_keep)
		remove_oldest(c);
	return fine && open_file(c);
}

bool output_open(struct command *c)
{
	if (c->rotate_keep)
		c->names = calloc(c->rotate_keep, sizeof(*c->names));
	return !c->output || c->timeline_format == TIMELINE_CTF ||
	       open_file(c);
}

static bool is_full(const struct command *c, size_t more)
{
	if (!c->rotate_bytes || !c->written || c->broken)
		return false;
	return c->written + more >
		(c->in_line ? 2 * c->rotate_bytes : c->rotate_bytes);
}

bool output_write(struct command *c, const char *text, size_t len)
{
	if (!len)
		return true;
	if (is_full(c, len) && !next_file(c))
		return false;
	c->written += len;
	c->in_line = text[len - 1] != '\n';
	return fwrite(text, 1, len, c->out) == len;
}

bool output_next(struct command *c)
{
	return !c->output || c->timeline || c->broken || next_file(c);
}

bool output_close(struct command *c)
{
	bool fine = c->out == stdout || !fclose(c->out);

	c->out = stdout;
	for (unsigned i = 0; c->names && i < c->rotate_keep; i++)
		free(c->names[i]);
	free(c->names);
	c->names = NULL;
	return fine;
}
