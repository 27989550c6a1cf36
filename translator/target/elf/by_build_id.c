/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the program or library that has a build id.  There is no list of build
 * ids, so the files that a user may mean are examined one by one.
 */
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/probe.h"
#include "translator/target/elf/binary.h"
#include "translator/target/elf/libraries.h"

#define SHORTEST_ID 16		/* digits */

struct search {
	struct arena *arena;
	struct hash *seen;	/* paths of the files examined so far */
	const char *id;
	const char *found;	/* path; NULL: not found yet */
};

bool binary_is_build_id(const char *text)
{
	size_t n = strspn(text, "0123456789abcdefABCDEF");

	return n >= SHORTEST_ID && n < BUILD_ID_SIZE && n % 2 == 0 && !text[n];
}

static void look_at(struct search *s, const char *path)
{
	_cleanup_free_ char *real = realpath(path, NULL);
	struct sys_error *err;
	struct elf_file *e;
	struct stat st;
	char *own;

	if (!real || stat(real, &st) || !S_ISREG(st.st_mode) ||
	    hash_find_str(s->seen, real))
		return;
	own = arena_strdup(s->arena, real);
	hash_set_str(s->seen, own, s);
	err = elf_file_open(own, &e);
	if (err) {
		sys_error_free(err);
		return;
	}
	if (!strcasecmp(e->build_id, s->id))
		s->found = own;
	elf_file_close(e);
}

/* ---- where -------------------------------------------------------------- */

static void in_links(struct search *s)
{
	static const char *const dirs[] = {
		"/usr/lib/.build-id", "/usr/lib/debug/.build-id",
	};

	for (size_t i = 0; i < 2 && !s->found; i++)
		look_at(s, arena_printf(s->arena, "%s/%.2s/%s", dirs[i], s->id,
					s->id + 2));
}

/* Examines the files that a process has mapped as code, by lines "START-END
 * r-xp OFFSET DEV INODE /PATH". */
static void in_process(struct search *s, const char *pid)
{
	_cleanup_fclose_ FILE *maps =
		fopen(arena_printf(s->arena, "/proc/%s/maps", pid), "re");
	char line[PATH_MAX + 100], *path;

	while (maps && !s->found && fgets(line, sizeof(line), maps)) {
		path = strchr(line, '/');
		if (!path || !strstr(line, " r-xp "))
			continue;
		path[strcspn(path, "\n")] = '\0';
		if (binary_is_mapped_name(path))
			look_at(s, path);
	}
}

static void in_processes(struct search *s)
{
	DIR *dir = opendir("/proc");
	const struct dirent *e;

	while (dir && !s->found && (e = readdir(dir)))
		if (isdigit((unsigned char)*e->d_name))
			in_process(s, e->d_name);
	if (dir)
		closedir(dir);
}

static void in_dir(struct search *s, const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *e;

	while (dir && !s->found && (e = readdir(dir)))
		if (*e->d_name != '.')
			look_at(s, arena_printf(s->arena, "%s/%s", path,
						e->d_name));
	if (dir)
		closedir(dir);
}

static void in_path(struct search *s)
{
	const char *at = getenv("PATH");
	size_t n;

	for (; at && *at && !s->found; at += n + !!at[n]) {
		n = strcspn(at, ":");
		in_dir(s, n ? arena_strndup(s->arena, at, n) : ".");
	}
}

static void in_libraries(struct search *s)
{
	library_vec all = { 0 };

	libraries_known(s->arena, &all);
	for (size_t i = 0; i < all.n && !s->found; i++)
		look_at(s, all.at[i].path);
}

struct sys_error *binary_find_by_id(struct arena *a, const char *id,
				    const char **ret)
{
	static void (*const where[])(struct search *s) = {
		in_links, in_processes, in_path, in_libraries,
	};
	struct search s = { .arena = a, .seen = hash_create(), .id = id };

	for (size_t i = 0; i < sizeof(where) / sizeof(*where) && !s.found; i++)
		where[i](&s);
	hash_destroy(s.seen);
	*ret = s.found;
	if (s.found)
		return NULL;
	return sys_error_hint(sys_error(DIAG_NO_PROGRAM, 0,
					"no program with the build id '%s' "
					"was found", id),
			      "the search covers running programs, $PATH and "
			      "the libraries of the loader; `file PROGRAM` "
			      "prints a build id");
}
