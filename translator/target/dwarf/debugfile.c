/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds debug files: a list of candidates is tried one by one.  The first candidate that
 * exists but is of another build is remembered.  If no later one fits, the error is about
 * that file, because "not found" would send the user looking for a file that is there.
 */
#include "translator/target/dwarf/debugfile.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "translator/target/dwarf/debuginfod.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/dwarf/packages.h"

#define DEBUG_DIR "/usr/lib/debug"

struct search {
	struct elf_file *e;
	const struct dwarf_options *opt;
	const char *dir;		/* the directory that is being searched */
	struct arena *arena;
	struct sys_error *wrong;	/* about the first that did not fit, or is damaged */
	struct elf_file *found;
	const char *build_id;		/* "": the checksum decides */
	uint32_t crc;
	bool has_crc;
	int fetch_error;		/* an errno, if the servers had no file; else 0 */
};

bool debugfile_is_in(const struct elf_file *e)
{
	static const char *const names[] = {
		".debug_info", ".zdebug_info",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct elf_section *s = elf_file_section(e, names[i]);

		if (s && s->type != SHT_NOBITS && s->size)
			return true;
	}
	return false;
}

/* Returns the path of the binary: absolute, links resolved; memory of the arena. */
static const char *real_path(struct search *s)
{
	_cleanup_free_ char *real = realpath(s->e->path, NULL);

	return arena_strdup(s->arena, real ? real : s->e->path);
}

/* ---- does it fit -------------------------------------------------------- */

static bool has_checksum(const struct elf_file *e, uint32_t crc)
{
	size_t n;
	const void *p = elf_rawfile(e->elf, &n);

	return p && crc32_z(0, p, n) == crc;
}

/* Returns the advice how to install the debug information; memory of the arena. */
static const char *what_brings_it(struct search *s)
{
	const char *release = s->opt->kernel_release;

	if (release)
		return packages_of_kernel(s->arena, "", release, s->build_id);
	return packages_of_program(s->arena, "", real_path(s), s->build_id);
}

static void remember_wrong(struct search *s, const struct elf_file *c)
{
	if (s->wrong)
		return;
	if (*s->build_id)
		s->wrong = sys_error(DIAG_WRONG_BUILD_ID, 0,
				     "'%s' is debug information of another "
				     "build: its build id is %s, but that of "
				     "'%s' is %s", c->path,
				     *c->build_id ? c->build_id : "missing",
				     s->e->path, s->build_id);
	else
		s->wrong = sys_error(DIAG_WRONG_BUILD_ID, 0,
				     "'%s' is debug information of another "
				     "build: its checksum is not the one that "
				     "'%s' needs", c->path, s->e->path);
	sys_error_hint(s->wrong, "install the debug information of the same "
				 "build, or remove '%s': %s",
		       c->path, what_brings_it(s));
}

static bool fits(const struct search *s, const struct elf_file *c)
{
	if (*s->build_id)
		return !strcmp(s->build_id, c->build_id);
	return s->has_crc && has_checksum(c, s->crc);
}

/* Takes the file at @path if it fits; true ends the search. */
static bool try_path(struct search *s, const char *path)
{
	struct elf_file *c;
	struct sys_error *err;

	if (access(path, R_OK) < 0)
		return false;
	err = elf_file_open(path, &c);
	if (err) {
		if (s->wrong)
			sys_error_free(err);
		else
			s->wrong = err;
		return false;
	}
	if (debugfile_is_in(c) && fits(s, c)) {
		s->found = c;
		return true;
	}
	if (debugfile_is_in(c))
		remember_wrong(s, c);
	elf_file_close(c);
	return false;
}

/* ---- where to look ------------------------------------------------------ */

static const char *debug_dirs(const struct search *s)
{
	return s->opt->debug_dir ? s->opt->debug_dir : DEBUG_DIR;
}

/* Calls @look for each of the directories, in their order, until one finds the file. */
static bool try_dirs(struct search *s, bool (*look)(struct search *s,
						    const char *arg),
		     const char *arg)
{
	const char *at = debug_dirs(s);
	bool found = false;
	size_t n;

	for (; *at && !found; at += n + !!at[n]) {
		n = strcspn(at, ":");
		s->dir = arena_strndup(s->arena, at, n);
		found = n && look(s, arg);
	}
	return found;
}

static bool try_build_id(struct search *s)
{
	if (strlen(s->build_id) < 4)
		return false;
	return try_path(s, arena_printf(s->arena, "%s/.build-id/%.2s/%s.debug",
					s->dir, s->build_id,
					s->build_id + 2));
}

/* Tries the debug files of a vmlinux: a file of a kernel release that is no module. */
static bool try_kernel(struct search *s)
{
	const char *release = s->opt->kernel_release;

	if (!release || s->e->is_module)
		return false;
	return try_path(s, arena_printf(s->arena, "%s/boot/vmlinux-%s", s->dir,
					release)) ||
	       try_path(s, arena_printf(s->arena, "%s/lib/modules/%s/vmlinux",
					s->dir, release)) ||
	       try_path(s, arena_printf(s->arena,
					"/lib/modules/%s/build/vmlinux",
					release));
}

static char *without_packing(struct search *s, const char *path)
{
	static const char *const ends[] = { ".xz", ".zst", ".gz" };
	size_t n = strlen(path);

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		size_t k = strlen(ends[i]);

		if (n > k && !strcmp(path + n - k, ends[i]))
			return arena_strndup(s->arena, path, n - k);
	}
	return arena_strdup(s->arena, path);
}

/* Tries @path below the directory, with ".debug" after it, and without "/usr" before it:
 * packages may have /lib for what is /usr/lib since directories were merged. */
static bool try_below(struct search *s, const char *path)
{
	return try_path(s, arena_printf(s->arena, "%s%s", s->dir, path)) ||
	       try_path(s, arena_printf(s->arena, "%s%s.debug", s->dir,
					path)) ||
	       (!strncmp(path, "/usr/", 5) &&
		try_path(s, arena_printf(s->arena, "%s%s", s->dir, path + 4)));
}

static bool try_own_path(struct search *s)
{
	const char *path = without_packing(s, real_path(s));

	return *path == '/' && try_below(s, path);
}

/*
 * Tries the debug file of a module that is not where its kernel installs it:
 * the path after .../modules/ says where the file is.
 */
static bool try_module(struct search *s)
{
	const char *release = s->opt->kernel_release;
	char *path, *rest;
	size_t n;

	if (!release || !s->e->is_module)
		return false;
	path = without_packing(s, real_path(s));
	rest = strstr(path, "/modules/");
	if (!rest)
		return false;
	rest += strlen("/modules/");
	n = strlen(release);
	if (!strncmp(rest, release, n) && rest[n] == '/')
		rest += n + 1;
	return try_path(s, arena_printf(s->arena, "%s/lib/modules/%s/%s",
					s->dir, release, rest));
}

/* Reads .gnu_debuglink, which has a name, NUL, padding to 4 bytes, then the checksum of the
 * whole debug file.  Returns the name, or NULL, and sets s->crc. */
static const char *read_link(struct search *s)
{
	struct range r, sum;
	const char *name;

	if (!elf_file_bytes(s->e, ".gnu_debuglink", &r))
		return NULL;
	name = range_string(r, 0);
	if (!name || !*name || strchr(name, '/') ||
	    !range_cut(r, align_up(strlen(name) + 1, 4), 4, &sum))
		return NULL;
	s->crc = get_u32(sum.p);
	s->has_crc = true;
	return name;
}

static bool try_link(struct search *s, const char *name)
{
	char *dir = arena_strdup(s->arena, real_path(s));
	char *slash = strrchr(dir, '/');

	if (slash)
		*slash = '\0';
	else
		dir = arena_strdup(s->arena, ".");
	return try_path(s, arena_printf(s->arena, "%s/%s", dir, name)) ||
	       try_path(s, arena_printf(s->arena, "%s/.debug/%s", dir,
					name)) ||
	       (*dir == '/' &&
		try_below(s, arena_printf(s->arena, "%s/%s", dir, name)));
}

/* ---- debuginfod --------------------------------------------------------- */

/* Tries what this or another program has fetched before. */
static bool try_fetched(struct search *s)
{
	const char *dir = getenv("DEBUGINFOD_CACHE_PATH");
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (!*s->build_id)
		return false;
	if (!dir && xdg)
		dir = arena_printf(s->arena, "%s/debuginfod_client", xdg);
	else if (!dir && home)
		dir = arena_printf(s->arena, "%s/.cache/debuginfod_client",
				   home);
	return dir && try_path(s, arena_printf(s->arena, "%s/%s/debuginfo", dir,
					       s->build_id));
}

static bool try_debuginfod(struct search *s)
{
	_cleanup_free_ char *path = NULL;

	if (try_fetched(s))
		return true;
	if (s->opt->reach != DEBUG_SERVERS || !*s->build_id ||
	    !debuginfod_is_there())
		return false;
	path = debuginfod_fetch(s->build_id, s->opt, &s->fetch_error);
	return path && try_path(s, path);
}

/* ---- all of it ---------------------------------------------------------- */

static struct sys_error *nothing(struct search *s)
{
	const char *path = s->e->path;
	struct sys_error *err = sys_error(
		DIAG_NO_DEBUGINFO, 0,
		"no debug information for '%s'%s%s was found in it or in %s%s%s",
		path, *s->build_id ? ", build id " : "", s->build_id, debug_dirs(s),
		s->fetch_error ? ", and the servers of DEBUGINFOD_URLS "
				 "returned none: " : "",
		s->fetch_error ? strerror(s->fetch_error) : "");

	return sys_error_hint(err, "%s", what_brings_it(s));
}

static void search_init(struct search *s, struct elf_file *e,
			const struct dwarf_options *opt, const char *build_id)
{
	static const struct dwarf_options defaults;

	*s = (struct search){
		.e = e, .opt = opt ? opt : &defaults, .build_id = build_id,
		.arena = arena_create(),
	};
}

static struct sys_error *search_end(struct search *s, struct elf_file **ret)
{
	struct sys_error *err = s->wrong;

	*ret = s->found;
	if (s->found) {
		sys_error_free(err);
		err = NULL;
	} else if (!err) {
		err = nothing(s);
	}
	arena_destroy(s->arena);
	return err;
}

/* Tries one directory for a debug file.  @name: of the binary's .gnu_debuglink, or NULL. */
static bool try_files(struct search *s, const char *name)
{
	return try_build_id(s) || try_kernel(s) || try_own_path(s) ||
	       try_module(s) || (name && try_link(s, name));
}

struct sys_error *debugfile_find(struct elf_file *e,
				 const struct dwarf_options *opt,
				 struct elf_file **ret)
{
	struct search s;
	const char *name;

	*ret = e;
	if (debugfile_is_in(e))
		return NULL;
	search_init(&s, e, opt, e->build_id);
	name = read_link(&s);
	if (!try_dirs(&s, try_files, name))
		try_debuginfod(&s);
	return search_end(&s, ret);
}

/* Tries the shared file below a directory of debug files that was moved as a whole. */
static bool try_moved(struct search *s, const char *name)
{
	size_t n = strlen(DEBUG_DIR);

	return !strncmp(name, DEBUG_DIR "/", n + 1) &&
	       try_path(s, arena_printf(s->arena, "%s%s", s->dir, name + n));
}

/* Tries one directory for the shared file.  @name: its path as .gnu_debugaltlink has it. */
static bool try_shared(struct search *s, const char *name)
{
	return try_build_id(s) || try_moved(s, name);
}

struct sys_error *debugfile_find_alt(const struct elf_file *e,
				     const struct dwarf_options *opt,
				     const char *name, const char *id,
				     struct elf_file **ret)
{
	struct search s;
	const char *slash = strrchr(e->path, '/');
	bool found;

	search_init(&s, (struct elf_file *)e, opt, id);
	found = try_dirs(&s, try_shared, name);
	if (!found && *name == '/')
		found = try_path(&s, name);
	else if (!found)
		found = try_path(&s, arena_printf(
			s.arena, "%.*s%s", slash ?
			(int)(slash + 1 - e->path) : 0, e->path, name));
	if (!found && !try_debuginfod(&s) && !s.wrong) {
		s.wrong = sys_error(DIAG_NO_DEBUGINFO, 0,
				    "'%s' needs '%s' (build id %s), which it "
				    "shares with other debug files, but that "
				    "file is missing", e->path, name, id);
		sys_error_hint(s.wrong, "reinstall the package of '%s'; it "
					"contains both files", e->path);
	}
	return search_end(&s, ret);
}
