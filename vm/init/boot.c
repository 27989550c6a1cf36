/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Sets up the guest's two roots: the initramfs, which has no files of the host,
 * and INIT_ROOT, the host's files under an overlay.  Both have the guest's own
 * kernel in proc, sys and dev.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "vm/init/init.h"

#define MODULES "/modules"

/* The host's directory of the kernel's modules; empty: not known yet. */
static char host_modules[256];

void boot_power_off(void)
{
	sync();
	/* a microvm has nothing to switch off; QEMU ends when it is reset */
	reboot(RB_AUTOBOOT);
	for (;;)
		pause();
}

void boot_die(const char *what)
{
	char text[256];
	int n;

	n = snprintf(text, sizeof(text), "%s (%s)", what, strerror(errno));
	fprintf(stderr, "tapster-init: %s\n", text);
	port_send(VM_FRAME_FAILED, text, (size_t)n);
	boot_power_off();
}

static void mount_one(const char *type, const char *root, const char *dir,
		      const char *options)
{
	char path[256];

	snprintf(path, sizeof(path), "%s%s", root, dir);
	mkdir(path, 0755);
	/* a kernel may lack debugfs and the like, which is no error */
	if (mount(type, path, type, 0, options))
		fprintf(stderr, "tapster-init: no %s at %s: %s\n", type, path,
			strerror(errno));
}

void boot_mount_kernel(const char *root)
{
	mount_one("proc", root, "/proc", NULL);
	mount_one("sysfs", root, "/sys", NULL);
	mount_one("devtmpfs", root, "/dev", NULL);
	mount_one("devpts", root, "/dev/pts", "gid=5,mode=620,ptmxmode=666");
	mount_one("tmpfs", root, "/dev/shm", NULL);
	mount_one("tmpfs", root, "/run", NULL);
	mount_one("debugfs", root, "/sys/kernel/debug", NULL);
	mount_one("tracefs", root, "/sys/kernel/tracing", NULL);
}

static void load_module(const char *name)
{
	char path[300], text[400];
	int fd;

	snprintf(path, sizeof(path), MODULES "/%.250s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && !syscall(SYS_finit_module, fd, "", 0)) {
		close(fd);
		return;
	}
	snprintf(text, sizeof(text), "cannot load the module %s", name);
	boot_die(text);
}

static int visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

void boot_load_modules(void)
{
	struct dirent **list;
	int n = scandir(MODULES, &list, visible, alphasort);

	for (int i = 0; i < n; i++) {
		load_module(list[i]->d_name);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

/* Copies /staprun, if the initramfs has it, to VM_STAPRUN below @root, where jobs run
 * it. */
static void copy_staprun(const char *root)
{
	char path[256], piece[65536];
	int from = open("/staprun", O_RDONLY | O_CLOEXEC), to;
	ssize_t n;

	snprintf(path, sizeof(path), "%s/run/tapster", root);
	mkdir(path, 0755);
	snprintf(path, sizeof(path), "%s" VM_STAPRUN, root);
	to = from < 0 ? -1
		      : open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
	while (to >= 0 && (n = read(from, piece, sizeof(piece))) > 0)
		if (write(to, piece, (size_t)n) != n)
			boot_die("cannot copy staprun");
	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
}

/* Makes links in /lib/modules/RELEASE of INIT_ROOT to the files in host_modules. */
static void link_modules(void)
{
	char home[300], from[600], to[600];
	struct utsname kernel;
	struct dirent *e;
	DIR *d;

	if (uname(&kernel) || !host_modules[0])
		return;
	snprintf(home, sizeof(home), INIT_ROOT "/lib/modules");
	mkdir(home, 0755);
	snprintf(home, sizeof(home), INIT_ROOT "/lib/modules/%s",
		 kernel.release);
	mkdir(home, 0755);
	snprintf(from, sizeof(from), INIT_ROOT "%s", host_modules);
	d = opendir(from);
	while (d && (e = readdir(d))) {
		snprintf(from, sizeof(from), "%s/%.255s", host_modules,
			 e->d_name);
		snprintf(to, sizeof(to), "%s/%.255s", home, e->d_name);
		/* a file that the host has there is not replaced */
		if (symlink(from, to) && errno != EEXIST)
			break;
	}
	if (d)
		closedir(d);
}

/* Makes the kernel run "/init -q -- NAME" to load a module, see main.c. */
static void offer_modprobe(void)
{
	int fd = open("/proc/sys/kernel/modprobe", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, "/init", 5) != 5)
		fprintf(stderr, "tapster-init: the kernel cannot load "
				"modules\n");
	if (fd >= 0)
		close(fd);
}

void boot_set_modules(const char *dir)
{
	offer_modprobe();
	snprintf(host_modules, sizeof(host_modules), "%s", dir);
}

static int remove_one(const char *path, const struct stat *st, int type,
		      struct FTW *ftw)
{
	return remove(path), 0;
}

void boot_fresh_root(void)
{
	/* MNT_DETACH, because a job may have left mounts and open files there */
	umount2(INIT_ROOT, MNT_DETACH);
	nftw("/rw/upper", remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
	nftw("/rw/work", remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
	mkdir("/rw/upper", 0755);
	mkdir("/rw/work", 0755);
	if (mount("overlay", INIT_ROOT, "overlay", 0,
		  "lowerdir=/host,upperdir=/rw/upper,workdir=/rw/work"))
		boot_die("cannot mount the overlay");
	boot_mount_kernel(INIT_ROOT);
	copy_staprun(INIT_ROOT);
	link_modules();
	devices_mount(INIT_ROOT);
}

bool boot_enter_root(void)
{
	return !unshare(CLONE_NEWNS) && !chdir(INIT_ROOT) &&
	       !mount(".", "/", NULL, MS_MOVE, NULL) && !chroot(".");
}

void boot_mount_host(void)
{
	mkdir("/host", 0755);
	mkdir("/rw", 0755);
	mkdir(INIT_ROOT, 0755);
	if (mount(VM_ROOT_TAG, "/host", "9p", MS_RDONLY,
		  "trans=virtio,version=9p2000.L,cache=loose,msize=262144") &&
	    errno != ENODEV)	/* without 9P in the kernel /host stays empty */
		boot_die("cannot mount the host's root");
	if (mount("tmpfs", "/rw", "tmpfs", 0, NULL))
		boot_die("cannot mount a tmpfs");
	copy_staprun("");
}
