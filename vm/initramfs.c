/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes an archive in cpio's "newc" form, which the kernel unpacks.  It has for
 * each file "070701", thirteen numbers of eight hex digits, the name with its
 * NUL padded to 4, the bytes padded to 4.  The entry TRAILER!!! is the last one.
 * (Kernel: Documentation/driver-api/early-userspace/buffer-format.rst.)
 *
 * The archive's name in the cache has a digest of path, inode, size and time of the
 * programs and of the modules' directory; and "-disk" and "-net" if the archive has
 * the drivers of these devices.
 */
#include "vm/initramfs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/vm.h"
#include "vm/devices.h"
#include "vm/file.h"
#include "vm/kernel.h"
#include "vm/modules.h"
#include "vm/vm.h"

static const char *const guest_modules[] = {
	"virtio_mmio", "virtio_console", "9pnet_virtio", "9p", "overlay", NULL,
};

bool vm_shares_files(const char *cache, const char *release)
{
	_cleanup_free_ char *dir = kernel_modules(cache, release);

	return modules_have(dir, "9p") && modules_have(dir, "9pnet_virtio");
}

static void cpio_entry(struct buf *b, const char *name, unsigned mode,
		       const void *p, size_t n)
{
	unsigned ino;

	buf_align(b, 4);
	ino = (unsigned)b->n;	/* any number that no other entry has */
	/* magic ino mode uid gid nlink mtime size maj min rmaj rmin name chk */
	buf_printf(b, "070701%08X%08X%08X%08X%08X%08X%08zX%08X%08X%08X%08X"
		   "%08zX%08X", ino, mode, 0, 0, 1, 0, n, 0, 0, 0, 0,
		   strlen(name) + 1, 0);
	buf_add(b, name, strlen(name) + 1);
	buf_align(b, 4);
	buf_add(b, p, n);
}

static void cpio_dir(struct buf *b, const char *name)
{
	cpio_entry(b, name, S_IFDIR | 0755, "", 0);
}

static struct sys_error *cpio_program(struct buf *b, const char *name,
				      const char *path)
{
	_cleanup_buf_ struct buf bytes = BUF_INIT;
	struct sys_error *err = vm_file_read(path, &bytes);

	if (!err)
		cpio_entry(b, name, S_IFREG | 0755, bytes.p, bytes.n);
	return err;
}

/* Reads the modules that a guest of @c needs.  Others are left out, because each module
 * takes time at every boot. */
static struct sys_error *load_modules(const struct vm_config *c,
				      const char *dir, struct guest_modules *m)
{
	struct sys_error *err = modules_load(dir, guest_modules, m);

	if (!err && c->disk_mb)
		err = modules_load(dir, devices_disk_modules(), m);
	if (!err && c->net)
		err = modules_load(dir, devices_net_modules(), m);
	return err;
}

static struct sys_error *cpio_modules(struct buf *b, const struct vm_config *c,
				      const char *dir)
{
	struct guest_modules m = { 0 };
	struct sys_error *err = load_modules(c, dir, &m);

	cpio_dir(b, "modules");
	for (size_t i = 0; i < m.list.n; i++) {
		const struct guest_module *one = &m.list.at[i];
		_cleanup_free_ char *name =
			vm_file_path("modules/%03zu-%s.ko", i, one->name);

		cpio_entry(b, name, S_IFREG | 0644, one->bytes.p,
			   one->bytes.n);
	}
	modules_free(&m);
	return err;
}

static struct sys_error *make(const struct vm_config *c, const char *modules,
			      const char *path)
{
	static const char *const dirs[] = {
		"dev", "proc", "sys", "tmp", "run",
	};
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct sys_error *err;

	for (size_t i = 0; i < sizeof(dirs) / sizeof(*dirs); i++)
		cpio_dir(&b, dirs[i]);
	err = cpio_program(&b, "init", c->guest_init);
	if (!err && c->staprun)
		err = cpio_program(&b, "staprun", c->staprun);
	if (!err)
		err = cpio_modules(&b, c, modules);
	if (err)
		return err;
	cpio_entry(&b, "TRAILER!!!", 0, "", 0);
	buf_align(&b, 512);
	return vm_file_write(path, b.p, b.n, NULL);
}

static struct sys_error *digest_file(uint64_t *digest, const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return sys_error(DIAG_GUEST_FAILED, errno, "cannot read '%s'",
				 path);
	*digest = hash_bytes(*digest, path, strlen(path) + 1);
	*digest = hash_bytes(*digest, &st.st_ino, sizeof(st.st_ino));
	*digest = hash_bytes(*digest, &st.st_size, sizeof(st.st_size));
	*digest = hash_bytes(*digest, &st.st_mtim, sizeof(st.st_mtim));
	return NULL;
}

struct sys_error *initramfs_get(const struct vm_config *c, char **ret)
{
	_cleanup_free_ char *modules = kernel_modules(c->cache, c->release);
	_cleanup_free_ char *home = vm_file_path("%s/kernels/%s", c->cache,
						 c->release);
	_cleanup_free_ char *path = NULL;
	uint64_t digest = HASH_SEED;
	struct sys_error *err = digest_file(&digest, modules);

	if (!err)
		err = digest_file(&digest, c->guest_init);
	if (!err && c->staprun)
		err = digest_file(&digest, c->staprun);
	if (!err)
		err = vm_file_make_dirs(home);
	if (err)
		return err;
	path = vm_file_path("%s/initramfs-%016llx%s%s", home,
			    (unsigned long long)digest,
			    c->disk_mb ? "-disk" : "", c->net ? "-net" : "");
	if (!vm_file_exists(path))
		err = make(c, modules, path);
	if (!err)
		*ret = return_ptr(path);
	return err;
}
