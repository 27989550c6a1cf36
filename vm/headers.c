/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Fetches headers of the distribution's kernels into our cache: the package of
 * the release, and those that it needs, are unpacked below one directory.  Links
 * between the packages are relative.  Only the release's Makefile names a file of
 * another package by its absolute path, which is replaced by the path in the cache.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/spawn.h"
#include "base/tags/base.h"
#include "base/tags/vm.h"
#include "vm/file.h"
#include "vm/packages.h"
#include "vm/vm.h"

#define TREE "usr/src/linux-headers-%s"

char *vm_headers_dir(const char *cache, const char *release)
{
	_cleanup_free_ char *dir = vm_file_path("%s/headers/%s/" TREE, cache,
						release, release);
	_cleanup_free_ char *makefile = vm_file_path("%s/Makefile", dir);

	return vm_file_exists(makefile) ? return_ptr(dir) : NULL;
}

static struct sys_error *download(const char *dir, char *const *names)
{
	_cleanup_buf_ struct buf out = BUF_INIT;
	int status = 0;
	struct sys_error *err = packages_download(dir, names, &out, &status);

	if (err || !status)
		return err;
	return sys_error_hint(
		sys_error(DIAG_FETCH_FAILED, 0, "cannot download '%s': %s",
			  *names, out.p), "apt-get update");
}

/* Sets @names, which end with NULL, to the packages in @depends that are parts of
 * headers, PACKAGES_MAX at most.  @depends is changed; it is a list of dependencies:
 * "linux-headers-6.1.0-9-common (= 6.1.1), linux-kbuild-6.1, gcc-12". */
static void parts_of(char *depends, char *names[PACKAGES_MAX + 1])
{
	static const char *const prefixes[] = { "linux-headers-",
						"linux-kbuild-" };
	size_t n = 0;

	for (char *one; (one = strsep(&depends, ",|"));) {
		one += strspn(one, " \n");
		one[strcspn(one, " (\n")] = '\0';
		for (size_t i = 0; i < 2 && n < PACKAGES_MAX; i++)
			if (!strncmp(one, prefixes[i], strlen(prefixes[i])))
				names[n++] = one;
	}
	names[n] = NULL;
}

static struct sys_error *depends_of(const char *package, struct buf *ret)
{
	const char *argv[] = { "dpkg-deb", "-f", package, "Depends", NULL };
	struct spawn s = SPAWN_INIT;
	struct sys_error *err;
	int status = 0;

	s.argv = argv;
	err = spawn_run(&s, ret, &status);
	if (!err && status)
		err = sys_error(DIAG_FETCH_FAILED, 0, "cannot read '%s'",
				package);
	return err;
}

/* Downloads linux-headers-RELEASE, and the headers' packages that it depends on, into
 * @dir. */
static struct sys_error *download_all(const char *dir, const char *release)
{
	_cleanup_free_ char *name = vm_file_path("linux-headers-%s", release);
	_cleanup_free_ char *package = NULL;
	_cleanup_buf_ struct buf depends = BUF_INIT;
	char *names[PACKAGES_MAX + 1] = { name, NULL };
	struct sys_error *err = download(dir, names);

	if (err)
		return err;
	package = packages_find(dir);
	if (!package)
		return sys_error(DIAG_FETCH_FAILED, 0,
				 "apt-get has downloaded no '%s'", name);
	buf_puts(&depends, "");
	err = depends_of(package, &depends);
	if (err)
		return err;
	parts_of(depends.p, names);
	return *names ? download(dir, names) : NULL;
}

/* Changes "include /usr/src/..." in the Makefile below @dir to a path below @home, where
 * @dir will be moved. */
static struct sys_error *mend_makefile(const char *dir, const char *home,
				       const char *release)
{
	_cleanup_free_ char *path = vm_file_path("%s/" TREE "/Makefile", dir,
						 release);
	_cleanup_buf_ struct buf text = BUF_INIT, mended = BUF_INIT;
	struct sys_error *err = vm_file_read(path, &text);
	char *rest = text.p;

	if (err)
		return err;
	for (char *line; text.n && (line = strsep(&rest, "\n"));)
		if (!strncmp(line, "include /", 9))
			buf_printf(&mended, "include %s%s\n", home, line + 8);
		else if (*line || rest)
			buf_printf(&mended, "%s\n", line);
	return vm_file_write(path, mended.p, mended.n, NULL);
}

static struct sys_error *fetch(const char *headers, const char *release)
{
	_cleanup_free_ char *dir = vm_file_path("%s/.fetch-XXXXXX", headers);
	_cleanup_free_ char *home = vm_file_path("%s/%s", headers, release);
	struct sys_error *err;

	if (!mkdtemp(dir))
		return sys_error(DIAG_FETCH_FAILED, errno,
				 "cannot create '%s'", dir);
	err = download_all(dir, release);
	if (!err)
		err = packages_unpack(dir);
	if (!err)
		err = mend_makefile(dir, home, release);
	if (!err) {
		vm_file_remove_tree(home);
		chmod(dir, 0755);
		if (rename(dir, home))
			err = sys_error(DIAG_FETCH_FAILED, errno,
					"cannot create '%s'", home);
	}
	vm_file_remove_tree(dir);
	return err;
}

struct sys_error *vm_fetch_headers(const char *cache, const char *release)
{
	_cleanup_free_ char *headers = vm_file_path("%s/headers", cache);
	_cleanup_free_ char *there = NULL;
	_cleanup_close_ int lock = -1;
	struct sys_error *err = vm_file_make_dirs(headers);

	if (err)
		return err;
	lock = open(headers, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (lock < 0 || flock(lock, LOCK_EX))
		return sys_error(DIAG_IO_ERROR, errno, "cannot lock '%s'",
				 headers);
	there = vm_headers_dir(cache, release);
	return there ? NULL : fetch(headers, release);
}
