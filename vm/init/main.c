/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Process 1 of the guest.  It sets the guest up, then does what its client on the
 * host requests over the port (proto.h), one job at a time.  It powers the guest
 * off when the client has gone; a guest that stays first waits for another client.
 * The kernel also runs this program as modprobe.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "vm/init/init.h"

/* Opens the console as descriptors 0 to 2: an initramfs without /dev/console
 * starts us without them. */
static void open_console(void)
{
	int fd = open("/dev/console", O_RDWR);

	while (fd >= 0 && fd < 2)
		fd = dup(fd);
}

/* Sets the guest's clock to the host's: not every machine type has a clock. */
static void set_clock(const struct vm_hello *hello)
{
	struct timespec ts = {
		.tv_sec = (time_t)(hello->time_ns / 1000000000),
		.tv_nsec = (long)(hello->time_ns % 1000000000),
	};

	clock_settime(CLOCK_REALTIME, &ts);
}

static void prepare(struct vm_hello *h)
{
	h->modules[sizeof(h->modules) - 1] = '\0';
	h->share[sizeof(h->share) - 1] = '\0';
	boot_set_modules(h->modules);
	devices_share(h->share);
	boot_fresh_root();
}

/* Handles a HELLO.  In a guest that stays, each new client sends one; directories are
 * taken only from the first. */
static void hello(const char *p, size_t n)
{
	static bool prepared;
	struct vm_hello h;

	if (n != sizeof(h))
		boot_die("host and guest are of different builds");
	memcpy(&h, p, sizeof(h));
	set_clock(&h);
	if (!prepared)
		prepare(&h);
	prepared = true;
	port_stay(h.idle_s);
	port_send(VM_FRAME_READY, &h.nonce, sizeof(h.nonce));
}

static void handle(enum vm_frame_type type, const char *p, size_t n)
{
	switch (type) {
	case VM_FRAME_HELLO:
		hello(p, n);
		break;
	case VM_FRAME_FILE:
		job_file(p, n);
		break;
	case VM_FRAME_JOB:
		job_run(p, n);
		break;
	/* the job that these are for has ended */
	case VM_FRAME_SIGNAL:
	case VM_FRAME_INPUT:
	case VM_FRAME_SIZE:
		break;
	default:
		boot_die("the host sent an unknown frame");
	}
}

/*
 * Loads a module for the kernel, which runs this program with -q -- NAME.  Executes the
 * host's modprobe in INIT_ROOT, where the host's modules are; returns 1 on failure.
 */
static int load_wanted(char **argv)
{
	argv[0] = "modprobe";	/* kmod, if it is /sbin/modprobe, needs this name */
	if (!chroot(INIT_ROOT) && !chdir("/"))
		execv("/sbin/modprobe", argv);
	return 1;
}

int main(int argc, char **argv)
{
	if (getpid() != 1)
		return load_wanted(argv);
	umask(022);
	boot_mount_kernel("");
	open_console();
	boot_load_modules();
	devices_network();
	port_open();
	boot_mount_host();
	for (;;) {
		char *p;
		struct vm_frame f = port_receive(&p);

		if (f.type)
			handle(f.type, p, f.len);
		else
			port_wait();
		free(p);
	}
}
