/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds kernels.  A kernel is installed, with its image in /boot or /lib/modules,
 * or in a directory of our cache, or in a package of the distribution.
 *
 *	CACHE/kernels/RELEASE/vmlinuz	the image as packaged
 *			     /config
 *			     /modules/	with the index that modprobe needs
 *			     /vmlinux	the unpacked image, with the image's
 *					modification time
 *
 * A release is VERSION-FLAVOUR.  The plain flavour is the architecture's name,
 * "amd64"; others have a word before it: "rt-amd64".
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/base.h"
#include "base/tags/target.h"
#include "vm/file.h"
#include "vm/image.h"
#include "vm/kernel.h"
#include "vm/vm.h"

#define ARCH "-amd64"

/* ---- names -------------------------------------------------------------- */

/* Returns the flavour, the end of @release from the first "-" that has a letter after
 * it; "" if there is none. */
static const char *flavour(const char *release)
{
	const char *s = release;

	while ((s = strchr(s, '-'))) {
		if (s[1] >= 'a' && s[1] <= 'z')
			return s;
		s++;
	}
	return release + strlen(release);
}

/* Returns true if @wanted is the release's series: "6.12" is 6.12.x of the plain
 * flavour, "6.12-rt" that of -rt. */
static bool matches_series(const char *release, const char *wanted)
{
	const char *want_flavour = flavour(wanted);
	size_t n = (size_t)(want_flavour - wanted);
	const char *has = flavour(release);
	size_t extra = strlen(want_flavour);

	if (strncmp(release, wanted, n) || release[n] != '.')
		return false;
	return !strncmp(has, want_flavour, extra) && !strcmp(has + extra, ARCH);
}

bool vm_is_plain(const char *release)
{
	return !strcmp(flavour(release), ARCH);
}

bool vm_is_series(const char *wanted)
{
	size_t n = strspn(wanted, "0123456789");

	if (!n || wanted[n] != '.')
		return false;
	wanted += n + 1;
	n = strspn(wanted, "0123456789");
	return n && (!wanted[n] || wanted[n] == '-');
}

bool vm_can_fetch(const char *wanted)
{
	const char *has = flavour(wanted);
	size_t n = strlen(has);

	return wanted[0] >= '0' && wanted[0] <= '9' &&
	       (!n || !strcmp(has, "-rt") || !strcmp(has, "-cloud") ||
		(n >= strlen(ARCH) &&
		 !strcmp(has + n - strlen(ARCH), ARCH)));
}

bool kernel_matches(const char *release, const char *wanted)
{
	if (!release[0] || strchr(release, '/'))
		return false;
	if (!wanted)
		return vm_is_plain(release);
	return !strcmp(release, wanted) || matches_series(release, wanted);
}

void kernel_keep_newer(char **best, const char *release)
{
	if (*best && strverscmp(*best, release) >= 0)
		return;
	free(*best);
	*best = xstrdup(release);
}

/* ---- images and modules ------------------------------------------------- */

char *kernel_image(const char *cache, const char *release)
{
	char *const paths[] = {
		vm_file_path("/boot/vmlinuz-%s", release),
		/* its path in packages since 6.19 */
		vm_file_path("/lib/modules/%s/vmlinuz", release),
		vm_file_path("%s/kernels/%s/vmlinuz", cache, release),
	};
	char *ret = NULL;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		if (!ret && !access(paths[i], R_OK))
			ret = paths[i];
		else
			free(paths[i]);
	return ret;
}

char *kernel_modules(const char *cache, const char *release)
{
	char *path = vm_file_path("%s/kernels/%s/modules", cache, release);

	if (vm_file_exists(path))
		return path;
	free(path);
	return vm_file_path("/lib/modules/%s", release);
}

char *vm_modules_dir(const char *cache, const char *release)
{
	return kernel_modules(cache, release);
}

static void look_in(const char *dir, const char *prefix, const char *cache,
		    const char *wanted, char **best)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		const char *release = e->d_name + strlen(prefix);
		char *image;

		if (strncmp(e->d_name, prefix, strlen(prefix)) ||
		    !kernel_matches(release, wanted))
			continue;
		image = kernel_image(cache, release);
		if (image)
			kernel_keep_newer(best, release);
		free(image);
	}
	if (d)
		closedir(d);
}

/* Adds a hint to @err: how to fetch the image, or where to put one that the user has
 * built. */
static struct sys_error *hint_no_image(struct sys_error *err,
				       const char *wanted)
{
	if (!wanted)
		return sys_error_hint(err, "tapster --fetch-kernel");
	if (vm_can_fetch(wanted))
		return sys_error_hint(err, "tapster --fetch-kernel=%s", wanted);
	return sys_error_hint(err, "cp arch/x86/boot/bzImage /boot/vmlinuz-%s, "
				   "where the kernel was built; or tapster "
				   "--vm, for a guest with a kernel of the "
				   "distribution", wanted);
}

struct sys_error *kernel_lacks_image(const char *cache, const char *wanted)
{
	return hint_no_image(
		sys_error(DIAG_NO_KERNEL_IMAGE, 0,
			  "there is no kernel image%s%s in /boot or %s/kernels",
			  wanted ? " for " : "", wanted ? wanted : "", cache),
		wanted);
}

struct sys_error *vm_find_kernel(const char *cache, const char *wanted,
				 char **ret)
{
	_cleanup_free_ char *kernels = vm_file_path("%s/kernels", cache);
	char *best = NULL;

	look_in("/boot", "vmlinuz-", cache, wanted, &best);
	look_in("/lib/modules", "", cache, wanted, &best);
	look_in(kernels, "", cache, wanted, &best);
	*ret = best;
	return best ? NULL : kernel_lacks_image(cache, wanted);
}

/* ---- vmlinux ------------------------------------------------------------ */

/* Adds a hint to @err: how to replace @image, which is damaged. */
static struct sys_error *hint_bad_image(struct sys_error *err,
					const char *image, const char *release)
{
	if (!vm_can_fetch(release))
		return sys_error_hint(err, "cp arch/x86/boot/bzImage '%s', "
				      "where the kernel was built", image);
	if (strstr(image, "/kernels/"))
		return sys_error_hint(err, "rm '%s', then tapster "
				      "--fetch-kernel=%s", image, release);
	return sys_error_hint(err, "sudo apt-get install --reinstall "
			      "linux-image-%s", release);
}

static struct sys_error *unpack_image(const char *image, const char *release,
				      const char *path,
				      const struct timespec *mtime)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	_cleanup_free_ char *elf = NULL;
	struct sys_error *err = vm_file_read(image, &b);
	size_t n;

	if (err)
		return err;
	err = image_unpack(image, b.p, b.n, &elf, &n);
	return err ? hint_bad_image(err, image, release)
		   : vm_file_write(path, elf, n, mtime);
}

struct sys_error *vm_get_vmlinux(const char *cache, const char *release,
				 char **ret)
{
	_cleanup_free_ char *image = kernel_image(cache, release);
	_cleanup_free_ char *dir = vm_file_path("%s/kernels/%s", cache, release);
	_cleanup_free_ char *path = vm_file_path("%s/vmlinux", dir);
	struct stat is, st;
	struct sys_error *err = NULL;

	if (!image)
		return kernel_lacks_image(cache, release);
	if (stat(image, &is))
		return sys_error(DIAG_IO_ERROR, errno, "cannot read '%s'",
				 image);
	if (stat(path, &st) || st.st_mtim.tv_sec != is.st_mtim.tv_sec) {
		err = vm_file_make_dirs(dir);
		if (!err)
			err = unpack_image(image, release, path,
					   &is.st_mtim);
	}
	if (!err)
		*ret = return_ptr(path);
	return err;
}
