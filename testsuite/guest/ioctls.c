/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Asks a session's device everything at every moment of its life, also what
 * makes no sense then, and with pointers that lead nowhere.
 *
 *	ioctls DEVICE		a line a moment: each request and its answer
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "runtime/uapi/wire.h"

static int device;

static void told(const char *what, int result)
{
	printf(" %s %s", what,
	       result < 0 ? strerrorname_np(errno) : "0");
}

static void ask(const char *what, unsigned long request, void *arg)
{
	told(what, ioctl(device, request, arg));
}

/* How many rows it knows, of those the first that can be asked. */
static void ask_rows(void)
{
	struct stp_ioc_row r = { 0 };

	while (!ioctl(device, STP_IOC_ROW, &r))
		r.row++;
	printf(" rows %u", r.row);
	r.row = UINT32_MAX;
	ask("none", STP_IOC_ROW, &r);
}

static void ask_all(const char *when)
{
	struct stp_ioc_info info;
	struct stp_ioc_stats stats;
	struct stp_ioc_times times = { 0 };
	struct stp_ioc_snapshot none = { .global = UINT32_MAX };
	struct stp_ioc_symbol symbol = { .addr = UINT64_MAX };

	printf("%s:", when);
	ask("INFO", STP_IOC_INFO, &info);
	ask("STATS", STP_IOC_STATS, &stats);
	ask_rows();
	ask("TIMES", STP_IOC_TIMES, &times);
	ask("SNAPSHOT", STP_IOC_SNAPSHOT, &none);
	ask("SYMBOL", STP_IOC_SYMBOL, &symbol);
	ask("unknown", _IO('T', 0x6f), NULL);
	printf("\n");
}

static void ask_nowhere(const char *when)
{
	void *nowhere[] = { (void *)8, (void *)-4096 };

	for (int i = 0; i < 2; i++) {
		printf("%s, nowhere:", when);
		ask("INFO", STP_IOC_INFO, nowhere[i]);
		ask("STATS", STP_IOC_STATS, nowhere[i]);
		ask("ROW", STP_IOC_ROW, nowhere[i]);
		ask("TIMES", STP_IOC_TIMES, nowhere[i]);
		ask("SNAPSHOT", STP_IOC_SNAPSHOT, nowhere[i]);
		ask("SYMBOL", STP_IOC_SYMBOL, nowhere[i]);
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	struct stp_ioc_setup setup = { 0 }, bad = { .settings = 8, .n = 1 };

	device = argc > 1 ? open(argv[1], O_RDWR) : -1;
	if (device < 0)
		return 1;
	ask_all("loaded");
	ask_nowhere("loaded");
	printf("too early:");
	ask("START", STP_IOC_START, NULL);
	ask("LINGER", STP_IOC_LINGER, NULL);
	ask("CEASE", STP_IOC_CEASE, NULL);
	ask("SETUP", STP_IOC_SETUP, (void *)8);
	ask("SETUP", STP_IOC_SETUP, &bad);
	printf("\nset up:");
	ask("SETUP", STP_IOC_SETUP, &setup);
	ask("SETUP", STP_IOC_SETUP, &setup);
	printf("\n");
	ask_all("set up");
	ask_nowhere("set up");
	printf("running:");
	ask("START", STP_IOC_START, NULL);
	ask("START", STP_IOC_START, NULL);
	printf("\n");
	ask_all("running");
	printf("stopped:");
	ask("CEASE", STP_IOC_CEASE, NULL);
	ask("CEASE", STP_IOC_CEASE, NULL);
	ask("STOP", STP_IOC_STOP, NULL);
	ask("STOP", STP_IOC_STOP, NULL);
	ask("START", STP_IOC_START, NULL);
	ask("SETUP", STP_IOC_SETUP, &setup);
	printf("\n");
	ask_nowhere("stopped");
	return 0;
}
