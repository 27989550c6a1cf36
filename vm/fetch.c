/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Unpacks a kernel's package of the distribution into a directory of our cache:
 * the image, its configuration, and the modules without those of hardware that
 * no guest has.  Nothing is installed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/spawn.h"
#include "base/tags/base.h"
#include "base/tags/vm.h"
#include "vm/file.h"
#include "vm/kernel.h"
#include "vm/packages.h"
#include "vm/vm.h"

#define PACKAGE "linux-image-"

/* A module directory that earlier versions of tapster did not unpack. */
#define UNPACKED_SINCE "kernel/net/netfilter"

/* ---- the available kernels ---------------------------------------------- */

static struct sys_error *package_names(struct buf *ret)
{
	const char *argv[] = { "apt-cache", "pkgnames", PACKAGE, NULL };
	struct spawn s = SPAWN_INIT;
	int status;

	s.argv = argv;
	return spawn_run(&s, ret, &status);
}

struct sys_error *vm_newest_kernel(const char *wanted, char **ret)
{
	_cleanup_buf_ struct buf names = BUF_INIT;
	struct sys_error *err = package_names(&names);
	char *best = NULL, *rest = names.p;

	if (err)
		return err;
	for (char *name; (name = strsep(&rest, "\n"));) {
		char *release = name + strlen(PACKAGE);
		char *end;

		if (strncmp(name, PACKAGE, strlen(PACKAGE)))
			continue;
		end = strstr(release, "-unsigned");
		if (end)
			*end = '\0';
		if (kernel_matches(release, wanted))
			kernel_keep_newer(&best, release);
	}
	*ret = best;
	if (best)
		return NULL;
	return sys_error_hint(
		sys_error(DIAG_FETCH_FAILED, 0,
			  "apt has no package of kernel %s",
			  wanted ? wanted : ""),
		wanted && !vm_can_fetch(wanted)
			? "tapster --vm, for a guest with a kernel of the "
			  "distribution"
			: "apt-get update");
}

/* ---- packages ----------------------------------------------------------- */

/* The packages with the parts of a kernel.  Since 6.19 the package linux-image-RELEASE
 * has no files, and only depends on these. */
static const char *const parts[] = { "linux-base", "linux-binary",
				     "linux-modules" };

#define N_PARTS (sizeof(parts) / sizeof(parts[0]))

/* Downloads the package of the image into @dir: the signed one or, if apt has none, the
 * unsigned one. */
static struct sys_error *download_image(const char *dir, const char *release)
{
	static const char *const suffixes[] = { "", "-unsigned" };
	_cleanup_buf_ struct buf out = BUF_INIT;
	int status = 1;

	for (size_t i = 0; i < 2 && status; i++) {
		_cleanup_free_ char *name =
			vm_file_path(PACKAGE "%s%s", release, suffixes[i]);
		char *const names[] = { name, NULL };
		struct sys_error *err = packages_download(dir, names, &out, &status);

		if (err)
			return err;
	}
	if (!status)
		return NULL;
	return sys_error_hint(
		sys_error(DIAG_FETCH_FAILED, 0,
			  "cannot download the kernel %s: %s", release, out.p),
		"apt-get update");
}

static struct sys_error *download_parts(const char *dir, const char *release)
{
	_cleanup_buf_ struct buf out = BUF_INIT;
	char *names[N_PARTS + 1] = { NULL };
	struct sys_error *err;
	int status = 0;

	for (size_t i = 0; i < N_PARTS; i++)
		names[i] = vm_file_path("%s-%s", parts[i], release);
	err = packages_download(dir, names, &out, &status);
	for (size_t i = 0; i < N_PARTS; i++)
		free(names[i]);
	if (err || !status)
		return err;
	return sys_error(DIAG_FETCH_FAILED, 0,
			 "cannot download the parts of kernel %s: %s", release,
			 out.p);
}

/* The files and directories that we keep: the path in packages, and the name in the
 * cache.  Of several paths with one name, the first that exists is taken. */
static const struct kept {
	const char *from, *to;
} places[] = {
	{ "boot/vmlinuz-%s", "vmlinuz" },
	{ "usr/lib/modules/%s/vmlinuz", "vmlinuz" },
	{ "boot/config-%s", "config" },
	{ "usr/lib/modules/%s/config", "config" },
	{ "lib/modules/%s", "modules" },
	{ "usr/lib/modules/%s", "modules" },
};

#define N_PLACES (sizeof(places) / sizeof(places[0]))

static char *place_in(const char *dir, const struct kept *p,
		      const char *release)
{
	_cleanup_free_ char *from = vm_file_path(p->from, release);

	return vm_file_path("%s/%s", dir, from);
}

static bool has_image(const char *dir, const char *release)
{
	for (size_t i = 0; i < N_PLACES; i++) {
		_cleanup_free_ char *at = place_in(dir, &places[i], release);

		if (!strcmp(places[i].to, "vmlinuz") && vm_file_exists(at))
			return true;
	}
	return false;
}

/* Moves the files that we keep from their paths below @dir to @dir/kernel.  Returns
 * false if image, configuration or modules are missing. */
static bool move_all(const char *dir, const char *release)
{
	size_t n = 0;

	for (size_t i = 0; i < N_PLACES; i++) {
		_cleanup_free_ char *from = place_in(dir, &places[i], release);
		_cleanup_free_ char *to = vm_file_path("%s/kernel/%s", dir,
						       places[i].to);

		n += !vm_file_exists(to) && !rename(from, to);
	}
	return n == 3;
}

/* Returns true if the directory @home of our cache has a kernel that an earlier version
 * of tapster has unpacked, with fewer modules. */
static bool lacks_modules(const char *home)
{
	_cleanup_free_ char *image = vm_file_path("%s/vmlinuz", home);
	_cleanup_free_ char *there = vm_file_path("%s/modules/" UNPACKED_SINCE,
						  home);

	return vm_file_exists(image) && !vm_file_exists(there);
}

/* Replaces the modules in @home by those in @kernel.  Other files stay, because running
 * guests may have them open. */
static struct sys_error *replace_modules(const char *kernel, const char *home)
{
	_cleanup_free_ char *fresh = vm_file_path("%s/modules", kernel);
	_cleanup_free_ char *stale = vm_file_path("%s/modules", home);
	_cleanup_free_ char *old = vm_file_path("%s/old", kernel);

	if (rename(stale, old) || rename(fresh, stale))
		return sys_error(DIAG_FETCH_FAILED, errno,
				 "cannot replace '%s'", stale);
	return NULL;
}

static struct sys_error *arrange(const char *dir, const char *release,
				 const char *home)
{
	_cleanup_free_ char *kernel = vm_file_path("%s/kernel", dir);

	mkdir(kernel, 0755);
	if (!move_all(dir, release))
		return sys_error(DIAG_FETCH_FAILED, 0,
				 "the package of kernel %s has an unknown "
				 "layout",
				 release);
	if (lacks_modules(home))
		return replace_modules(kernel, home);
	vm_file_remove_tree(home);
	if (rename(kernel, home))
		return sys_error(DIAG_FETCH_FAILED, errno,
				 "cannot create '%s'", home);
	return NULL;
}

static struct sys_error *fetch(const char *kernels, const char *release,
			       const char *home)
{
	_cleanup_free_ char *dir = vm_file_path("%s/.fetch-XXXXXX", kernels);
	struct sys_error *err;

	if (!mkdtemp(dir))
		return sys_error(DIAG_FETCH_FAILED, errno,
				 "cannot create '%s'", dir);
	err = download_image(dir, release);
	if (!err)
		err = packages_unpack(dir);
	if (!err && !has_image(dir, release)) {
		err = download_parts(dir, release);
		if (!err)
			err = packages_unpack(dir);
	}
	if (!err)
		err = arrange(dir, release, home);
	vm_file_remove_tree(dir);
	return err;
}

/* Returns true if @wanted is a release that has an image and all modules, so that apt
 * is not needed. */
static bool is_here(const char *cache, const char *wanted)
{
	_cleanup_free_ char *image = kernel_image(cache, wanted);
	_cleanup_free_ char *home = vm_file_path("%s/kernels/%s", cache,
						 wanted);

	return image && !lacks_modules(home);
}

struct sys_error *vm_fetch_kernel(const char *cache, const char *wanted,
				  char **ret)
{
	_cleanup_free_ char *kernels = vm_file_path("%s/kernels", cache);
	_cleanup_free_ char *release = NULL, *image = NULL, *home = NULL;
	_cleanup_close_ int lock = -1;
	struct sys_error *err;

	if (wanted && is_here(cache, wanted)) {
		if (ret)
			*ret = xstrdup(wanted);
		return NULL;
	}
	err = vm_newest_kernel(wanted, &release);
	if (!err)
		err = vm_file_make_dirs(kernels);
	if (err)
		return err;
	lock = open(kernels, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (lock < 0 || flock(lock, LOCK_EX))
		return sys_error(DIAG_IO_ERROR, errno, "cannot lock '%s'",
				 kernels);
	image = kernel_image(cache, release);
	home = vm_file_path("%s/%s", kernels, release);
	if (!image || lacks_modules(home))
		err = fetch(kernels, release, home);
	if (!err && ret)
		*ret = return_ptr(release);
	return err;
}
