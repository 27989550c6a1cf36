/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds tapster's own files, and the directory of the cache.  The paths of the files
 * depend on the file from which this code was loaded: the shared library, or a program
 * that links it in.  So an installed tree can be moved as a whole, and a built tree need
 * not be installed:
 *
 *	ROOT/usr/lib/libtapster.so.0	installed below ROOT
 *	ROOT/usr/bin/tapster		installed below ROOT
 *	BUILD/bin/tapster, BUILD/...	a built tree: its sources are in BUILD, in the
 *					directory above, or where make has noted
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/build.h"
#include "libtapster/lib.h"
#include "translator/modbuild/modbuild.h"

/* Returns the path, on the heap, of the file from which the code of this function was
 * mapped; NULL if it is not known. */
static char *own_file(void)
{
	_cleanup_fclose_ FILE *f = fopen("/proc/self/maps", "re");
	uintptr_t here = (uintptr_t)own_file, from, to;
	_cleanup_free_ char *line = NULL;
	size_t size = 0;

	while (f && getline(&line, &size, f) > 0) {
		char *path = strchr(line, '/');

		if (sscanf(line, "%lx-%lx", &from, &to) != 2 || !path ||
		    here < from || here >= to)
			continue;
		path[strcspn(path, "\n")] = '\0';
		return xstrdup(path);
	}
	return NULL;
}

static const char *if_there(struct tapster_session *s, const char *dir,
			    const char *name)
{
	char *path = arena_printf(s->arena, "%s/%s", dir, name);

	return access(path, F_OK) == 0 ? path : NULL;
}

/* ---- a built tree ------------------------------------------------------- */

/* Returns the build directory that contains @file, or NULL. */
static const char *build_dir(struct tapster_session *s, const char *file)
{
	char *dir = arena_strdup(s->arena, file);
	char *slash;

	while ((slash = strrchr(dir, '/')) && slash != dir) {
		*slash = '\0';
		if (if_there(s, dir, "config.status") &&
		    if_there(s, dir, "libtapster"))
			return dir;
	}
	return NULL;
}

/* Returns the source directory that make has recorded in @build, or NULL. */
static const char *noted_dir(struct tapster_session *s, const char *build)
{
	_cleanup_fclose_ FILE *f = fopen(
		arena_printf(s->arena, "%s/libtapster/source-dir", build),
		"re");
	char line[PATH_MAX];

	if (!f || !fgets(line, sizeof(line), f))
		return NULL;
	line[strcspn(line, "\n")] = '\0';
	return arena_strdup(s->arena, line);
}

static const char *source_dir(struct tapster_session *s, const char *build)
{
	const char *dirs[] = {
		arena_printf(s->arena, "%s/..", build), build,
		noted_dir(s, build),
	};

	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++)
		if (dirs[i] && if_there(s, dirs[i], "runtime/abi.h"))
			return arena_strdup(s->arena, dirs[i]);
	return NULL;
}

static bool find_built(struct tapster_session *s, const char *file)
{
	const char *build = build_dir(s, file);
	const char *src = build ? source_dir(s, build) : NULL;

	if (!src)
		return false;
	s->paths = (struct lib_paths){
		.runtime = if_there(s, src, "runtime"),
		.tapsets = if_there(s, src, "tapsets"),
		.staprun = if_there(s, build, "staprun/staprun"),
		.guest_init = if_there(s, build, "vm/guest-init"),
		.host_lib = if_there(s, build, "runtime/libstphost.a"),
		.explain = if_there(s, src, "doc/explain"),
		.examples = if_there(s, src, "examples"),
	};
	return true;
}

/* ---- an installed tree -------------------------------------------------- */

/* Returns @dir without @inner at its end: /opt for /opt/usr/bin and /usr/bin.  Returns
 * NULL if @dir does not end with @inner. */
static const char *root_of(struct tapster_session *s, const char *dir,
			   const char *inner)
{
	size_t n = strlen(dir), m = strlen(inner);

	if (n < m || strcmp(dir + n - m, inner))
		return NULL;
	return arena_strndup(s->arena, dir, n - m);
}

static const char *install_root(struct tapster_session *s, const char *file)
{
	char *dir = arena_strdup(s->arena, file);
	const char *root;

	*strrchr(dir, '/') = '\0';
	root = root_of(s, dir, TAPSTER_LIBDIR);
	if (!root)
		root = root_of(s, dir, TAPSTER_BINDIR);
	return root ? root : "";
}

static void find_installed(struct tapster_session *s, const char *file)
{
	const char *root = install_root(s, file);
	const char *data = arena_printf(s->arena, "%s%s", root,
					TAPSTER_DATADIR);
	const char *exec = arena_printf(s->arena, "%s%s", root,
					TAPSTER_EXECDIR);

	s->paths = (struct lib_paths){
		.runtime = if_there(s, data, "runtime"),
		.tapsets = if_there(s, data, "tapsets"),
		.staprun = if_there(s, exec, "staprun"),
		.guest_init = if_there(s, exec, "guest-init"),
		.host_lib = if_there(s, exec, "libstphost.a"),
		.explain = if_there(s, data, "explain"),
		.examples = if_there(s, data, "examples"),
	};
}

const struct lib_paths *lib_paths(struct tapster_session *s)
{
	_cleanup_free_ char *file = NULL;

	if (s->paths_known)
		return &s->paths;
	s->paths_known = true;
	file = own_file();
	if (!file || !find_built(s, file))
		find_installed(s, file ? file : "/");
	if (lib_get(s, OPT_RUNTIME_DIR))
		s->paths.runtime = lib_get(s, OPT_RUNTIME_DIR);
	if (lib_get(s, OPT_TAPSET_DIR))
		s->paths.tapsets = *lib_get(s, OPT_TAPSET_DIR)
			? lib_get(s, OPT_TAPSET_DIR) : NULL;
	return &s->paths;
}

/* ---- the cache's directory ---------------------------------------------- */

struct sys_error *lib_cache_dir(struct tapster_session *s, const char **ret)
{
	struct sys_error *err;
	struct cache *c;

	if (!s->cache_dir) {
		err = cache_open(lib_get(s, OPT_CACHE_DIR), false, &c);
		if (err)
			return err;
		if (cache_dir(c))
			s->cache_dir = arena_strdup(s->arena, cache_dir(c));
		else
			err = sys_error_hint(
				sys_error(cache_warning_tag(c), 0,
					  "there is no directory for kernels: "
					  "%s", cache_warning(c)),
				"TAPSTER_CACHE_DIR=DIR sets a directory that "
				"only you can write to");
		cache_close(c);
		if (err)
			return err;
	}
	*ret = s->cache_dir;
	return NULL;
}
