/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The port is a character device that appears some milliseconds after its
 * driver: the device tells the driver of its ports one by one.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "vm/init/init.h"

static int port = -1;

static bool is_ours(const char *name)
{
	char path[300], text[32] = "";
	FILE *f;

	snprintf(path, sizeof(path), "/sys/class/virtio-ports/%.200s/name",
		 name);
	f = fopen(path, "re");
	if (!f)
		return false;
	if (!fgets(text, sizeof(text), f))
		text[0] = '\0';
	fclose(f);
	text[strcspn(text, "\n")] = '\0';
	return !strcmp(text, VM_PORT_NAME);
}

static int open_port(void)
{
	DIR *dir = opendir("/sys/class/virtio-ports");
	char path[300];
	struct dirent *e;
	int fd = -1;

	while (dir && fd < 0 && (e = readdir(dir))) {
		if (e->d_name[0] == '.' || !is_ours(e->d_name))
			continue;
		snprintf(path, sizeof(path), "/dev/%s", e->d_name);
		fd = open(path, O_RDWR | O_CLOEXEC);
	}
	if (dir)
		closedir(dir);
	return fd;
}

void port_open(void)
{
	struct timespec ms = { .tv_nsec = 2000000 };

	for (int i = 0; i < 5000 && port < 0; i++) {
		port = open_port();
		if (port < 0)
			nanosleep(&ms, NULL);
	}
	if (port < 0)
		boot_die("the virtio-serial port does not appear");
}

int port_fd(void)
{
	return port;
}

static void write_all(const char *p, size_t n)
{
	while (n) {
		ssize_t done = write(port, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			boot_power_off();
		p += done;
		n -= (size_t)done;
	}
}

void port_send(enum vm_frame_type type, const void *p, size_t n)
{
	struct vm_frame f = { .type = type, .len = (uint32_t)n };

	if (port < 0)
		return;
	write_all((char *)&f, sizeof(f));
	write_all(p, n);
}

/* A read of 0 bytes: nobody holds the port's other end. */
static void read_all(char *p, size_t n)
{
	while (n) {
		ssize_t done = read(port, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			boot_power_off();
		p += done;
		n -= (size_t)done;
	}
}

struct vm_frame port_receive(char **ret)
{
	struct vm_frame f;

	read_all((char *)&f, sizeof(f));
	if (f.len > VM_FRAME_MAX)
		boot_die("a frame from the host is too long");
	*ret = malloc((size_t)f.len + 1);
	if (!*ret)
		boot_die("out of memory");
	read_all(*ret, f.len);
	(*ret)[f.len] = '\0';
	return f;
}
