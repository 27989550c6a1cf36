/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes a guest's optional devices.  The disk is a file without a name in the
 * cache, so that it is gone when the guest ends for any reason; QEMU gets a
 * descriptor of the file.  The network is made by QEMU, which opens sockets with the
 * rights of the user who started it.  The shared directory is the only part of the
 * host that a guest can write to, and QEMU writes there with the rights of that user.
 */
#include "vm/devices.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/vm.h"
#include "vm/ext4.h"
#include "vm/file.h"
#include "vm/proto.h"
#include "vm/vm.h"

static void add(struct devices *d, const char *option, char *value)
{
	vec_push(&d->args, xstrdup(option));
	vec_push(&d->args, value);
}

/* ---- the disk ----------------------------------------------------------- */

static int open_nameless(const char *dir)
{
	_cleanup_free_ char *path = vm_file_path("%s/disk-XXXXXX", dir);
	int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd >= 0)
		return fd;
	/* not every file system has files without names */
	fd = mkostemp(path, O_CLOEXEC);
	if (fd >= 0)
		unlink(path);
	return fd;
}

static struct sys_error *add_disk(const struct vm_config *c, struct devices *d)
{
	d->disk = open_nameless(c->cache);
	if (d->disk < 0)
		return sys_error(DIAG_GUEST_FAILED, errno,
				 "cannot create the guest's disk in '%s'",
				 c->cache);
	add(d, "-add-fd", vm_file_path("fd=%d,set=1", DEVICES_DISK_FD));
	add(d, "-blockdev",
	    xstrdup("driver=file,node-name=disk,filename=/dev/fdset/1,"
		    "locking=off,discard=unmap"));
	add(d, "-device", xstrdup("virtio-blk-device,drive=disk"));
	return ext4_make(d->disk, c->disk_mb);
}

/* ---- network and directory ---------------------------------------------- */

static void add_net(struct devices *d)
{
	add(d, "-netdev", xstrdup("user,id=net,ipv6=off"));
	add(d, "-device", xstrdup("virtio-net-device,netdev=net"));
}

/* Adds the shared directory.  In QEMU's options a comma ends a value, and two
 * commas stand for one. */
static void add_share(const char *path, struct devices *d)
{
	struct buf b = BUF_INIT;

	buf_puts(&b, "local,id=share,security_model=none,multidevs=remap,"
		     "path=");
	for (; *path; path++) {
		buf_putc(&b, *path);
		if (*path == ',')
			buf_putc(&b, ',');
	}
	add(d, "-fsdev", b.p);
	add(d, "-device", xstrdup("virtio-9p-device,fsdev=share,"
				  "mount_tag=" VM_SHARE_TAG));
}

struct sys_error *devices_make(const struct vm_config *c, struct devices *ret)
{
	if (c->net)
		add_net(ret);
	if (c->share)
		add_share(c->share, ret);
	return c->disk_mb ? add_disk(c, ret) : NULL;
}

void devices_free(struct devices *d)
{
	for (size_t i = 0; i < d->args.n; i++)
		free(d->args.at[i]);
	vec_free(&d->args);
	cleanup_close(&d->disk);
}

/* ---- their drivers ------------------------------------------------------ */

/* ext4 needs crc32c when it mounts a file system, but the module ext4 does not list
 * crc32c_generic as a dependency. */
const char *const *devices_disk_modules(void)
{
	static const char *const names[] = {
		"virtio_blk", "crc32c_generic", "ext4", NULL,
	};

	return names;
}

const char *const *devices_net_modules(void)
{
	static const char *const names[] = { "virtio_net", NULL };

	return names;
}
