/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * realpath() would follow a link to "/x" to our own /x, and take /proc/PID/root
 * itself for "/".
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "translator/target/inside.h"

#define MAX_LINKS 40

struct walk {
	struct arena *arena;
	const char *root;
	const char *done;	/* without the root; "" is "/" */
	const char *rest;
	unsigned links;
};

const char *inside_root_of(struct arena *a, const char *path)
{
	int n = 0;

	sscanf(path, "/proc/%*[0-9]/root%n", &n);
	return n && path[n] == '/' ? arena_strndup(a, path, (size_t)n) : NULL;
}

static void up(struct walk *w)
{
	const char *slash = strrchr(w->done, '/');

	if (slash)
		w->done = arena_strndup(w->arena, w->done,
					(size_t)(slash - w->done));
}

/* What the link at @path says stands for it. */
static bool follow(struct walk *w, const char *path)
{
	char to[PATH_MAX];
	ssize_t n = readlink(path, to, sizeof(to) - 1);

	if (n <= 0 || ++w->links > MAX_LINKS)
		return false;
	to[n] = '\0';
	if (*to == '/')
		w->done = "";
	w->rest = arena_printf(w->arena, "%s/%s", to, w->rest);
	return true;
}

static bool step(struct walk *w, size_t n)
{
	const char *name = arena_strndup(w->arena, w->rest, n);
	const char *done = arena_printf(w->arena, "%s/%s", w->done, name);
	const char *path = arena_printf(w->arena, "%s%s", w->root, done);
	struct stat st;

	w->rest += n;
	if (!strcmp(name, "."))
		return true;
	if (!strcmp(name, "..")) {
		up(w);
		return true;
	}
	if (lstat(path, &st) < 0)
		return false;
	if (S_ISLNK(st.st_mode))
		return follow(w, path);
	w->done = done;
	return true;
}

static bool is_same(const char *a, const char *b)
{
	struct stat s, t;

	return !stat(a, &s) && !stat(b, &t) && s.st_dev == t.st_dev &&
	       s.st_ino == t.st_ino;
}

const char *inside_find(struct arena *a, const char *root, const char *path)
{
	struct walk w = { a, root, "", path, 0 };
	const char *ret;

	while (w.rest += strspn(w.rest, "/"), *w.rest)
		if (!step(&w, strcspn(w.rest, "/")))
			return NULL;
	ret = arena_printf(a, "%s%s", root, *w.done ? w.done : "/");
	return is_same(ret, w.done) ? w.done : ret;
}
