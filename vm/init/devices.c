/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Sets up the optional devices of the guest: a disk, a network, a directory of
 * the host.  If a device exists but cannot be set up, the guest ends (boot_die()).
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <net/route.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vm/init/init.h"

#define DISK "/dev/vda"
#define CARD "eth0"

/* The default addresses of QEMU's user network. */
#define ADDRESS "10.0.2.15"
#define NETMASK "255.255.255.0"
#define GATEWAY "10.0.2.2"
#define NAME_SERVER "10.0.2.3"

static char share[sizeof(((struct vm_hello *)0)->share)];

static struct sockaddr address(const char *text)
{
	struct sockaddr_in in = { .sin_family = AF_INET };
	struct sockaddr ret;

	if (text)
		in.sin_addr.s_addr = inet_addr(text);
	memcpy(&ret, &in, sizeof(ret));
	return ret;
}

/* Brings the network device @name up.  For "lo", too, because programs expect that
 * 127.0.0.1 works. */
static void raise_device(int fd, const char *name)
{
	struct ifreq r = { .ifr_flags = IFF_UP | IFF_RUNNING };

	snprintf(r.ifr_name, sizeof(r.ifr_name), "%s", name);
	ioctl(fd, SIOCSIFFLAGS, &r);
}

static void set_address(int fd)
{
	struct ifreq r = { .ifr_name = CARD, .ifr_addr = address(ADDRESS) };
	struct rtentry route = {
		.rt_dst = address(NULL),
		.rt_genmask = address(NULL),
		.rt_gateway = address(GATEWAY),
		.rt_flags = RTF_UP | RTF_GATEWAY,
	};
	bool good = !ioctl(fd, SIOCSIFADDR, &r);

	r.ifr_netmask = address(NETMASK);
	good = good && !ioctl(fd, SIOCSIFNETMASK, &r);
	raise_device(fd, CARD);
	if (!good || ioctl(fd, SIOCADDRT, &route))
		boot_die("cannot set the network's address");
}

void devices_network(void)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	/* a kernel without networking is no error */
	if (fd < 0)
		return;
	raise_device(fd, "lo");
	if (if_nametoindex(CARD))
		set_address(fd);
	close(fd);
}

void devices_share(const char *path)
{
	snprintf(share, sizeof(share), "%s", path);
}

static void mount_disk(const char *root)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/disk", root);
	mkdir(path, 0755);
	if (mount(DISK, path, "ext4", 0, NULL))
		boot_die("cannot mount the disk");
}

/* Mounts the shared directory below @root, at its path on the host.  "cache=mmap": each
 * side sees at once what the other writes. */
static void mount_share(const char *root)
{
	char path[sizeof(share) + 16];

	snprintf(path, sizeof(path), "%s%s", root, share);
	if (mount(VM_SHARE_TAG, path, "9p", 0,
		  "trans=virtio,version=9p2000.L,cache=mmap,msize=262144"))
		boot_die("cannot mount the shared directory");
}

/* Writes resolv.conf.  The host's file may name a server that only the host can
 * reach. */
static void name_server(const char *root)
{
	static const char text[] = "nameserver " NAME_SERVER "\n";
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "%s/etc/resolv.conf", root);
	unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		fprintf(stderr, "tapster-init: no %s: %s\n", path,
			strerror(errno));
	if (fd >= 0)
		close(fd);
}

void devices_mount(const char *root)
{
	if (!access(DISK, F_OK))
		mount_disk(root);
	if (if_nametoindex(CARD))
		name_server(root);
	if (share[0])
		mount_share(root);
}

void devices_sync(void)
{
	if (share[0])
		sync();
}
