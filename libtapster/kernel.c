/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the kernel to compile for: its release, build tree, symbols, modules and
 * configuration.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/build.h"
#include "base/tags/session.h"
#include "libtapster/lib.h"
#include "libtapster/replay.h"
#include "translator/modbuild/modbuild.h"
#include "translator/target/kernel/kernel.h"
#include "vm/vm.h"

/* The kernel series that `vm` without a value tries first. */
#define GUEST_SERIES "6.1"

/* ---- headers ------------------------------------------------------------ */

/* Returns the system's build tree for @release, on the heap, or NULL if there is
 * none. */
static char *system_headers(const char *release)
{
	static const char *const paths[][2] = {
		{ "/lib/modules/", "/build" }, { "/usr/src/linux-headers-", "" },
	};

	for (size_t i = 0; i < 2; i++) {
		_cleanup_buf_ struct buf b = BUF_INIT;
		size_t n;

		buf_printf(&b, "%s%s%s", paths[i][0], release, paths[i][1]);
		n = b.n;
		buf_puts(&b, "/Makefile");
		if (access(b.p, R_OK) == 0)
			return strndup(b.p, n);
	}
	return NULL;
}

bool lib_has_headers(const char *release)
{
	_cleanup_free_ char *dir = system_headers(release);

	return dir;
}

const char *lib_headers_dir(struct tapster_session *s, const char *release)
{
	_cleanup_free_ char *dir = NULL;
	const char *cache;
	struct sys_error *err;

	if (s->headers_dir && !strcmp(s->kernel_release, release))
		return s->headers_dir;
	if (lib_has_headers(release))
		return NULL;
	err = lib_cache_dir(s, &cache);
	if (err) {
		sys_error_free(err);
		return NULL;
	}
	dir = vm_headers_dir(cache, release);
	return dir ? arena_strdup(s->arena, dir) : NULL;
}

const char *lib_headers_path(struct tapster_session *s, const char *release)
{
	const char *stored = lib_headers_dir(s, release);
	_cleanup_free_ char *dir = stored ? NULL : system_headers(release);

	return stored ? stored : dir ? arena_strdup(s->arena, dir) : NULL;
}

bool lib_finds_headers(struct tapster_session *s, const char *release)
{
	return lib_headers_path(s, release);
}

void lib_releases(struct tapster_session *s, lib_names *ret)
{
	struct dirent **names = NULL;
	int n = scandir("/lib/modules", &names, NULL, versionsort);

	for (int i = n; i-- > 0;) {
		const char *name = names[i]->d_name;
		char *copy;

		if (name[0] != '.' && modbuild_release_is_valid(name) &&
		    lib_has_headers(name)) {
			copy = arena_strdup(s->arena, name);
			vec_push_in(s->arena, ret, copy);
		}
		free(names[i]);
	}
	free(names);
}

/* ---- the release -------------------------------------------------------- */

static const char *running_release(struct tapster_session *s)
{
	struct utsname u;

	return uname(&u) < 0 ? "" : arena_strdup(s->arena, u.release);
}

/* Finds the newest plain kernel of a series that has both headers in the system and an
 * image.  *@ret: its release, on the heap.  Returns false if there is none. */
static bool newest_with_headers(struct tapster_session *s, const char *cache,
				const char *series, char **ret)
{
	size_t n = strlen(series);
	lib_names names = { 0 };

	lib_releases(s, &names);
	for (size_t i = 0; i < names.n; i++) {
		const char *name = names.at[i];
		struct sys_error *err;

		if (strncmp(name, series, n) || name[n] != '.' ||
		    !vm_is_plain(name))
			continue;
		err = vm_find_kernel(cache, name, ret);
		if (!err)
			return true;
		sys_error_free(err);
	}
	return false;
}

struct sys_error *lib_guest_release(struct tapster_session *s,
				    const char *wanted, const char **ret)
{
	const char *series = *wanted ? wanted : GUEST_SERIES;
	_cleanup_free_ char *found = NULL;
	const char *cache;
	struct sys_error *err;

	err = lib_cache_dir(s, &cache);
	if (err)
		return err;
	if (!newest_with_headers(s, cache, series, &found)) {
		err = vm_find_kernel(cache, *wanted ? wanted : NULL, &found);
		if (err)
			return *wanted ? err : sys_error_hint(
				err, "tapster --fetch-kernel=%s", series);
	}
	*ret = arena_strdup(s->arena, found);
	return NULL;
}

/* Gets the release of the build tree @dir of -r DIR, and sets s->headers_dir to @dir. */
static struct sys_error *tree_release(struct tapster_session *s,
				      const char *dir, const char **ret)
{
	const char *path = arena_printf(
		s->arena, "%s/include/generated/utsrelease.h", dir);
	_cleanup_fclose_ FILE *f = fopen(path, "re");
	char release[128];

	if (!f || fscanf(f, "#define UTS_RELEASE \"%127[^\"]\"",
			 release) != 1)
		return sys_error(DIAG_NO_HEADERS, 0,
				 "'%s' is not the build tree of a kernel: "
				 "include/generated/utsrelease.h has no "
				 "release", dir);
	s->headers_dir = dir;
	*ret = arena_strdup(s->arena, release);
	return NULL;
}

/* Gets the release of the guest that option "vm-keep" names.  *@ret is NULL if the option
 * is not set or no such guest runs. */
static struct sys_error *release_of_kept(struct tapster_session *s,
					 const char **ret)
{
	const char *name = lib_get(s, OPT_VM_KEEP), *cache;
	_cleanup_free_ char *found = NULL;
	struct sys_error *err = NULL;

	*ret = NULL;
	if (!name)
		return NULL;
	err = lib_cache_dir(s, &cache);
	if (!err)
		err = vm_find_guest(cache, name, &found);
	if (found)
		*ret = arena_strdup(s->arena, found);
	return err;
}

/* Returns true if @given is the release or its beginning: 6.12 is not 6.1. */
static bool begins_with(const char *release, const char *given)
{
	size_t n = strlen(given);

	return !strncmp(release, given, n) &&
	       !(n && isdigit((unsigned char)given[n - 1]) &&
		 isdigit((unsigned char)release[n]));
}

/* Sets s->kernel_release to the release of the guest.  @vm is the value of --vm, @given
 * that of -r, or NULL. */
static struct sys_error *release_of_guest(struct tapster_session *s,
					  const char *vm, const char *given)
{
	const char *release = NULL;
	struct sys_error *err = *vm ? NULL : release_of_kept(s, &release);

	/* if @vm names another kernel than a kept guest has, vm_boot() reports it */
	if (!err && !release)
		err = lib_guest_release(s, vm, &release);
	if (err)
		return err;
	if (!given || begins_with(release, given)) {
		s->kernel_release = release;
		return NULL;
	}
	return sys_error_hint(sys_error(DIAG_BAD_OPTION, 0, "the guest's "
							    "kernel is %s, but "
							    "the script must "
							    "be compiled for "
							    "%s",
					release, given),
			      "use --vm=%s alone, or --vm -r %s", vm, given);
}

/* Returns the release of -r: @given or, if that is a series, the newest kernel of the
 * series.  If there is none, returns the series, and later steps report how to get it. */
static const char *release_of(struct tapster_session *s, const char *given)
{
	const char *ret = given;

	if (vm_is_series(given))
		sys_error_free(lib_guest_release(s, given, &ret));
	return ret;
}

struct sys_error *lib_release(struct tapster_session *s, const char **ret)
{
	const struct replay *replay = lib_replay(s);
	const char *given = replay && *replay->release ? replay->release
						       : lib_get(s, OPT_RELEASE);
	const char *vm = lib_get(s, OPT_VM);
	struct sys_error *err = NULL;

	if (!s->kernel_release) {
		if (given && *given == '/')
			err = tree_release(s, given, &s->kernel_release);
		else if (given && (!vm || !*vm))
			s->kernel_release = release_of(s, given);
		else if (vm)
			err = release_of_guest(s, vm, given);
		else
			s->kernel_release = running_release(s);
	}
	if (!err && !modbuild_release_is_valid(s->kernel_release))
		err = sys_error(DIAG_BAD_RELEASE, 0,
				"'%s' is not a kernel release",
				s->kernel_release);
	if (!err) {
		s->headers_dir = lib_headers_dir(s, s->kernel_release);
		*ret = s->kernel_release;
	}
	return err;
}

/* ---- hooks -------------------------------------------------------------- */

/*
 * Returns the path of the vmlinux that was linked in the build tree, or NULL if
 * there is none.  Headers of a distribution may have one with types only, which
 * cannot be opened.
 */
static const char *built_vmlinux(struct tapster_session *s,
				 const char *release)
{
	const char *path = s->headers_dir
		? arena_printf(s->arena, "%s/vmlinux", s->headers_dir)
		: arena_printf(s->arena, "/lib/modules/%s/build/vmlinux",
			       release);

	return access(path, R_OK) ? NULL : path;
}

/* Opens the running kernel without an image: its files in /proc and /sys have symbols and
 * types.  Returns @why if @release is another kernel or this fails.  Otherwise frees
 * @why and returns NULL. */
static struct sys_error *without_image(struct tapster_session *s,
				       const char *release,
				       struct sys_error *why)
{
	static const struct kernel_files files = {
		"/proc/kallsyms", "/sys/kernel/btf/vmlinux",
		"/sys/kernel/notes",
	};
	struct sys_error *err;

	if (strcmp(release, running_release(s)))
		return why;
	err = kernel_open_running(&files, &s->kernel);
	sys_error_free(err ? err : why);
	return err ? why : NULL;
}

/* Opens an image.  If it cannot be read, its kernel may be newer than tapster, so the
 * error gets a hint. */
static struct sys_error *open_image(struct tapster_session *s,
				    const char *path, const char *index_dir)
{
	struct sys_error *err = kernel_open(path, index_dir, &s->kernel);

	return err ? sys_error_hint(err, "tapster --vm, for a guest with "
					 "another kernel; if the kernel is "
					 "new, use a newer tapster")
		   : NULL;
}

/* Opens the kernel @release: its unpacked image.  Without one, the vmlinux in its build
 * tree; without that, the files of the running kernel.  If all fail, returns the error
 * about the image. */
static struct sys_error *open_release(struct tapster_session *s,
				      const char *release, const char *cache)
{
	_cleanup_free_ char *unpacked = NULL;
	const char *index_dir = arena_printf(s->arena, "%s/symbols", cache);
	struct sys_error *none = vm_get_vmlinux(cache, release, &unpacked);
	struct sys_error *err;
	const char *built;

	if (!none)
		return open_image(s, unpacked, index_dir);
	built = built_vmlinux(s, release);
	err = built ? kernel_open(built, index_dir, &s->kernel) : NULL;
	if (!built || err) {
		sys_error_free(err);
		return without_image(s, release, none);
	}
	sys_error_free(none);
	return NULL;
}

/* Opens the kernel of the session.  If that fails for a replay of a kernel that cannot be
 * fetched, the hint is to copy its image: a replay needs the recorded kernel. */
static struct sys_error *open_kernel(struct tapster_session *s)
{
	const char *cache, *release;
	struct sys_error *err = lib_release(s, &release);

	if (!err)
		err = lib_cache_dir(s, &cache);
	if (err)
		return err;
	err = open_release(s, release, cache);
	if (!err || !lib_replay(s) || vm_can_fetch(release))
		return err;
	return sys_error_hint(err, "copy /boot/vmlinuz-%s from the host that "
				   "made the recording to /boot", release);
}

struct sys_error *lib_kernel(void *session, struct kernel **ret)
{
	struct tapster_session *s = session;
	struct sys_error *err = s->kernel ? NULL : open_kernel(s);

	*ret = s->kernel;
	return err;
}

#define WORTH_A_LINE 0.5	/* seconds of work before progress is shown */

/* Shows progress: if there is no index yet, thousands of compressed files are read. */
static void on_modules(void *data, unsigned percent)
{
	static const char what[] = "reading the tracepoints of modules";
	struct tapster_session *s = data;
	_cleanup_buf_ struct buf b = BUF_INIT;
	double now = lib_clock();

	if (!s->modules_start)
		s->modules_start = now;
	if (now - s->modules_start < WORTH_A_LINE)
		return;
	buf_printf(&b, "%s: %u %%", what, percent);
	if (percent < 100)
		lib_progress(s, b.p, -1);
	else
		lib_progress(s, what, now - s->modules_start);
}

struct sys_error *lib_modules(void *session, struct modules **ret)
{
	struct tapster_session *s = session;
	_cleanup_free_ char *dir = NULL;
	const char *cache, *release;
	struct sys_error *err = NULL;

	if (!s->modules) {
		err = lib_release(s, &release);
		if (!err)
			err = lib_cache_dir(s, &cache);
		if (!err) {
			dir = vm_modules_dir(cache, release);
			s->modules = modules_open(dir, arena_printf(
				s->arena, "%s/symbols/%s.tracepoints", cache,
				release));
			modules_on_progress(s->modules, on_modules, s);
			if (!strcmp(release, running_release(s)))
				modules_add_loaded(s->modules, "");
		}
	}
	*ret = s->modules;
	return err;
}

/* The paths where a configuration may be.  The release is between the two parts. */
static const struct {
	const char *before, *after;
} config_paths[] = {
	{ "/lib/modules/", "/build/.config" },
	{ "/boot/config-", "" },
	{ "/lib/modules/", "/config" },
	{ "/usr/src/linux-headers-", "/.config" },
	{ "/lib/modules/", "/build/include/config/auto.conf" },
};

static FILE *open_config(struct tapster_session *s)
{
	FILE *f = NULL;

	if (s->headers_dir)
		return fopen(arena_printf(s->arena, "%s/.config",
					  s->headers_dir), "re");
	for (size_t i = 0; i < sizeof(config_paths) /
			       sizeof(config_paths[0]) && !f; i++)
		f = fopen(arena_printf(s->arena, "%s%s%s",
				       config_paths[i].before,
				       s->kernel_release,
				       config_paths[i].after), "re");
	return f;
}

/* Returns the text of the configuration, with a newline before its first line; only that
 * newline if there is no file. */
static const char *read_config(struct tapster_session *s)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	_cleanup_fclose_ FILE *f = NULL;
	char piece[8192];
	size_t n;

	if (!s->kernel_release)
		return "\n";
	f = open_config(s);
	buf_putc(&b, '\n');
	while (f && (n = fread(piece, 1, sizeof(piece), f)) > 0)
		buf_add(&b, piece, n);
	return arena_strdup(s->arena, b.p);
}

/* Returns the value of the configuration option @name as it is written: a string has its
 * quotes.  NULL: the option is not set, or the configuration is not known. */
const char *lib_config(void *session, const char *name)
{
	struct tapster_session *s = session;
	const char *key = arena_printf(s->arena, "\n%s=", name), *v;

	if (!s->config)
		s->config = read_config(s);
	v = strstr(s->config, key);
	if (!v)
		return NULL;
	v += strlen(key);
	return arena_strndup(s->arena, v, strcspn(v, "\n"));
}
