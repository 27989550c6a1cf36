/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads options from a file and from variables.  A variable TAPSTER_x is also read as
 * SYSTEMTAP_x if TAPSTER_x is not set.
 *
 *	TAPSTER_DIR/rc		words of options, read before the command line; without
 *				TAPSTER_DIR: ~/.tapster/rc, else ~/.systemtap/rc
 *	TAPSTER_RELEASE		-r, without --vm
 *	TAPSTER_TAPSET		the directory of the tapset, in place of tapster's
 *	TAPSTER_DEBUGINFO_PATH	directories in which debug information is searched
 *	TAPSTER_COLORS		see colours.c
 *
 * An empty variable has no effect, except that an empty TAPSTER_COLORS turns colours off.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wordexp.h>

#include "tapster/command.h"

const char *environment_get(const char *name)
{
	static const char *const prefixes[] = { "TAPSTER_", "SYSTEMTAP_" };
	const char *value = NULL;

	for (size_t i = 0; i < 2 && !value; i++) {
		char whole[64];

		snprintf(whole, sizeof(whole), "%s%s", prefixes[i], name);
		value = getenv(whole);
	}
	return value;
}

/* ---- the file ----------------------------------------------------------- */

/* Returns the path of the file of options, which the caller frees.  NULL: TAPSTER_DIR is not set,
 * and the home directory has no such file. */
static char *rc_path(void)
{
	static const char *const homes[] = { ".tapster", ".systemtap" };
	const char *dir = environment_get("DIR"), *home = getenv("HOME");
	char *path = NULL;

	if (dir && *dir)
		return asprintf(&path, "%s/rc", dir) < 0 ? NULL : path;
	for (size_t i = 0; i < 2 && home && *home == '/'; i++) {
		if (asprintf(&path, "%s/%s/rc", home, homes[i]) < 0)
			return NULL;
		if (!access(path, F_OK))
			return path;
		free(path);
	}
	return NULL;
}

/* Returns true if @f is a regular file that belongs to the user or to root, and to which no other
 * user can write, because options can run commands.  Sets c->rc_is_refused for other regular
 * files. */
static bool is_trusted(struct command *c, FILE *f)
{
	struct stat st;

	if (fstat(fileno(f), &st) || !S_ISREG(st.st_mode))
		return false;
	c->rc_is_refused = (st.st_uid != geteuid() && st.st_uid) ||
			   (st.st_mode & (S_IWGRP | S_IWOTH));
	return !c->rc_is_refused;
}

static void add_words(struct command *c, const char *path, unsigned line,
		      const char *text)
{
	wordexp_t w;

	if (wordexp(text, &w, WRDE_NOCMD | WRDE_UNDEF)) {
		tapster_complain(c->s, TAPSTER_ERROR, "bad-option",
				 "write words as for a shell, without "
				 "commands",
				 "%s:%u: this is not a list of options", path,
				 line);
		return;
	}
	for (size_t i = 0; i < w.we_wordc; i++) {
		c->rc = realloc(c->rc, (c->n_rc + 2) * sizeof(*c->rc));
		if (!c->rc)
			abort();
		c->rc[c->n_rc++] = strdup(w.we_wordv[i]);
		c->rc[c->n_rc] = NULL;
	}
	wordfree(&w);
}

static void read_file(struct command *c, const char *path, FILE *f)
{
	char *text = NULL;
	size_t room = 0;

	for (unsigned line = 1; getline(&text, &room, f) > 0; line++) {
		text[strcspn(text, "\n")] = '\0';
		if (text[strspn(text, " \t")] != '#')
			add_words(c, path, line, text);
	}
	free(text);
}

void environment_rc(struct command *c)
{
	char *path = rc_path();
	FILE *f = path ? fopen(path, "re") : NULL;
	int why = errno;

	/* getopt() expects the program's name as the first word */
	c->rc = calloc(2, sizeof(*c->rc));
	if (!c->rc)
		abort();
	c->rc[c->n_rc++] = strdup(c->argv[0]);
	if (path && !f && why != ENOENT)
		c->rc_error = why;
	if (f && is_trusted(c, f))
		read_file(c, path, f);
	if (f)
		fclose(f);
	free(path);
}

void environment_tell(struct command *c)
{
	char *path = c->rc_is_refused || c->rc_error ? rc_path() : NULL;

	if (path && c->rc_error)
		tapster_complain(c->s, TAPSTER_WARNING, "io-error", NULL,
				 "options in '%s' are not read: %s", path,
				 strerror(c->rc_error));
	else if (path)
		tapster_complain(c->s, TAPSTER_WARNING, "bad-option",
				 "chmod go-w, and chown to yourself or to root",
				 "the options in '%s' are ignored: other users "
				 "can write to the file", path);
	free(path);
}

/* ---- variables ---------------------------------------------------------- */

/* Sets TAPSTER_DEBUG_DIR, if it is not set, to the absolute directories in @path, such as
 * "+:.debug:/usr/lib/debug:build".  Directories relative to the program's are searched in any
 * case. */
static void set_debug_dir(const char *path)
{
	char *all = strdup(path), *dirs = calloc(1, strlen(path) + 1);
	char *rest = all, *dir, *to = dirs;

	while (all && dirs && (dir = strsep(&rest, ":"))) {
		dir += *dir == '+' || *dir == '-';
		if (*dir == '/')
			to += sprintf(to, "%s%s", to > dirs ? ":" : "", dir);
	}
	if (to > dirs)
		setenv("TAPSTER_DEBUG_DIR", dirs, 0);
	free(all);
	free(dirs);
}

void environment_set(struct command *c)
{
	const char *release = environment_get("RELEASE");
	const char *tapset = environment_get("TAPSET");
	const char *debug = environment_get("DEBUGINFO_PATH");

	if (release && *release && !c->has_release && !c->in_guest)
		tapster_set(c->s, "release", release);
	if (tapset && *tapset)
		tapster_set(c->s, "tapset-dir", tapset);
	if (debug && *debug)
		set_debug_dir(debug);
}
