/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes the index by which modprobe(8) in a guest finds modules.  Installing a
 * kernel makes an index, but unpacking its package does not.  depmod(8) works on a
 * directory lib/modules/RELEASE, so a symbolic link of that name to the directory in
 * the cache is made for it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/spawn.h"
#include "base/tags/vm.h"
#include "vm/file.h"
#include "vm/vm.h"

/* The file that modprobe opens first. */
#define INDEX "modules.dep.bin"

/* Returns the path of depmod, to be freed, or NULL.  Programs of root are not in
 * every user's PATH. */
static char *find_depmod(void)
{
	const char *path = getenv("PATH");
	_cleanup_free_ char *all = vm_file_path("%s:/usr/sbin:/sbin",
						path ? path : "");
	char *rest = all, *dir;

	while ((dir = strsep(&rest, ":"))) {
		char *file = vm_file_path("%s/depmod", dir);

		if (*dir && !access(file, X_OK))
			return file;
		free(file);
	}
	return NULL;
}

/* Makes the link @base/lib/modules/RELEASE to @modules, and the link @base/usr to @base
 * for a depmod that uses /usr/lib. */
static struct sys_error *link_modules(const char *base, const char *modules,
				      const char *release)
{
	_cleanup_free_ char *lib = vm_file_path("%s/lib/modules", base);
	_cleanup_free_ char *link = vm_file_path("%s/%s", lib, release);
	_cleanup_free_ char *usr = vm_file_path("%s/usr", base);
	struct sys_error *err = vm_file_make_dirs(lib);

	if (!err && (symlink(".", usr) || symlink(modules, link)))
		err = sys_error(DIAG_NO_MODULES_INDEX, errno,
				"cannot create '%s'", link);
	return err;
}

static struct sys_error *run_depmod(const char *depmod, const char *base,
				    const char *release)
{
	const char *argv[] = { depmod, "-b", base, release, NULL };
	_cleanup_buf_ struct buf out = BUF_INIT;
	struct spawn s = SPAWN_INIT;
	struct sys_error *err;
	int status;

	s.argv = argv;
	err = spawn_run(&s, &out, &status);
	if (err || !status)
		return err;
	return sys_error(DIAG_NO_MODULES_INDEX, 0, "depmod failed: %.*s",
			 (int)strcspn(out.p, "\n"), out.p);
}

/* Makes the index in the directory @modules, an absolute path. */
static struct sys_error *make_index(const char *cache, const char *modules,
				    const char *release)
{
	_cleanup_free_ char *base = vm_file_path("%s/kernels/.index-XXXXXX",
						 cache);
	_cleanup_free_ char *depmod = find_depmod();
	struct sys_error *err;

	if (!depmod)
		return sys_error(DIAG_NO_MODULES_INDEX, 0,
				 "depmod is not installed");
	if (!mkdtemp(base))
		return sys_error(DIAG_NO_MODULES_INDEX, errno,
				 "cannot create '%s'", base);
	err = link_modules(base, modules, release);
	if (!err)
		err = run_depmod(depmod, base, release);
	vm_file_remove_tree(base);
	return err;
}

struct sys_error *vm_index_modules(const char *cache, const char *release)
{
	_cleanup_free_ char *modules = vm_file_path("%s/kernels/%s/modules",
						    cache, release);
	_cleanup_free_ char *index = vm_file_path("%s/" INDEX, modules);
	_cleanup_free_ char *whole = realpath(modules, NULL);
	_cleanup_error_ struct sys_error *why = NULL;

	if (!whole || vm_file_exists(index))
		return NULL;
	why = make_index(cache, whole, release);
	if (!why)
		return NULL;
	return sys_error_hint(
		sys_error(DIAG_NO_MODULES_INDEX, 0,
			  "there is no index of the modules of kernel %s, so "
			  "modprobe does not work in its guests: %s", release,
			  why->text),
		"sudo apt-get install kmod, then tapster --fetch-kernel=%s",
		release);
}
