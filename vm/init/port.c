/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Sends and receives frames at the port.  The port is a character device that
 * appears some milliseconds after its driver is loaded, because the hardware reports
 * its ports to the driver one by one.  poll() returns POLLHUP while the port's other
 * end is closed, and SIGIO comes when the other end is opened or closed.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "vm/init/init.h"

static int port = -1;
static unsigned idle_s;	/* the longest wait for another client; 0: no wait */
static bool lost;	/* the client has gone */
static struct vm_frame held;	/* by port_hold(); type 0: none */
static char *held_bytes;

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

void port_stay(unsigned seconds)
{
	sigset_t set;

	idle_s = seconds;
	sigemptyset(&set);
	sigaddset(&set, SIGIO);
	sigprocmask(SIG_BLOCK, &set, NULL);
	if (seconds && (fcntl(port, F_SETOWN, getpid()) ||
			fcntl(port, F_SETFL, O_ASYNC)))
		boot_die("cannot wait for another host");
}

static void lose(void)
{
	if (!idle_s)
		boot_power_off();
	lost = true;
}

static bool has_host(void)
{
	struct pollfd p = { .fd = port, .events = POLLOUT };

	return poll(&p, 1, 0) >= 0 && !(p.revents & POLLHUP);
}

void port_wait(void)
{
	static const struct timespec second = { .tv_sec = 1 };
	struct timespec now, began;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGIO);
	clock_gettime(CLOCK_BOOTTIME, &began);
	while (!has_host()) {
		sigtimedwait(&set, NULL, &second);
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		clock_gettime(CLOCK_BOOTTIME, &now);
		if (now.tv_sec - began.tv_sec >= (time_t)idle_s)
			boot_power_off();
	}
	lost = false;
}

/* Writes bytes.  Drops them if the client has gone: while the port's other end is
 * closed, a write() would wait, perhaps for ever. */
static void write_all(const char *p, size_t n)
{
	while (n && !lost) {
		ssize_t done = has_host() ? write(port, p, n) : 0;

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) {
			lose();
			return;
		}
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

/* Reads bytes.  A read() of 0 bytes means that the port's other end is closed.
 * Returns false if the client has gone. */
static bool read_all(char *p, size_t n)
{
	while (n && !lost) {
		ssize_t done = read(port, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) {
			lose();
			return false;
		}
		p += done;
		n -= (size_t)done;
	}
	return !lost;
}

void port_hold(struct vm_frame f, char *p)
{
	held = f;
	held_bytes = p;
}

struct vm_frame port_receive(char **ret)
{
	struct vm_frame f = held;

	*ret = held_bytes;
	port_hold((struct vm_frame){ 0 }, NULL);
	if (f.type)
		return f;
	if (!read_all((char *)&f, sizeof(f)))
		return (struct vm_frame){ 0 };
	if (f.len > VM_FRAME_MAX)
		boot_die("a frame from the host is too long");
	*ret = malloc((size_t)f.len + 1);
	if (!*ret)
		boot_die("out of memory");
	if (!read_all(*ret, f.len))
		f.type = 0;
	(*ret)[f.len] = '\0';
	return f;
}
