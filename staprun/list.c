/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --list: sessions, and every armed probe of those that nobody holds.  To
 * look at a session its device is opened, which must not end it: LINGER is
 * said again before the device is closed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "staprun/staprun.h"

/* " vfs_read+0x4 [module]" of an address, from /proc/kallsyms; "" unknown. */
static void symbol_of(stp_u64 addr, char *buf, size_t size)
{
	_cleanup_fclose_ FILE *f = fopen("/proc/kallsyms", "re");
	unsigned long long at, best = 0;
	char line[512], name[300], module[64];

	buf[0] = '\0';
	while (f && addr && fgets(line, sizeof(line), f)) {
		module[0] = '\0';
		if (sscanf(line, "%llx %*c %299s %63s", &at, name, module) < 2
		    || at > addr || at < best)
			continue;
		best = at;
		snprintf(buf, size, " %s+%#llx%s%s", name, addr - at,
			 module[0] ? " " : "", module);
	}
}

static void list_row(int fd, const struct stp_blob *b, stp_u32 i)
{
	const struct stp_row *row = stp_blob_row(b, i);
	struct stp_ioc_row r = { .row = i };
	char symbol[400];

	if (ioctl(fd, STP_IOC_ROW, &r))
		return;
	printf("    %s", stp_blob_str(b, stp_blob_probe(b, row->probe)->name));
	if (r.attached < 0)
		printf("  refused: %s", strerror(-r.attached));
	if (r.attached == 2)
		printf("  disarmed");
	symbol_of(r.addr, symbol, sizeof(symbol));
	if (r.addr)
		printf("  %#llx%s", r.addr, symbol);
	printf("  %s, %llu hits, %llu missed\n", stp_kind_name(row->kind),
	       r.hits, r.missed);
}

static stp_u64 sum(const stp_u64 *causes)
{
	stp_u64 n = 0;

	for (int i = 0; i < STP_N_CAUSES; i++)
		n += causes[i];
	return n;
}

static void list_details(int fd)
{
	struct stp_ioc_info info;
	struct stp_ioc_stats stats = { 0 };
	struct stp_blob *b;

	if (ioctl(fd, STP_IOC_INFO, &info) ||
	    info.wire != STP_WIRE_VERSION)
		return;
	b = session_blob(fd, &info);
	if (!b)
		return;
	ioctl(fd, STP_IOC_STATS, &stats);
	printf("  script %s, %u probes, %llu hits, %llu skipped or lost, "
	       "%llu KB\n", stp_blob_str(b, b->script),
	       stp_blob_n(b, STP_SEC_ROWS), stats.hits, sum(stats.causes),
	       stats.memory >> 10);
	for (stp_u32 i = 0; i < stp_blob_n(b, STP_SEC_ROWS); i++)
		list_row(fd, b, i);
	free(b);
}

static void list_one(const struct session *s)
{
	int fd = session_open(s);

	printf("%s  %s%s\n", s->name, s->state,
	       fd < 0 && errno == EBUSY ? ", in use" : "");
	if (fd < 0)
		return;
	list_details(fd);
	if (!strcmp(s->state, "running"))
		ioctl(fd, STP_IOC_LINGER);
	close(fd);
}

int list_sessions(void)
{
	size_t n;
	struct session *all = session_all(&n);

	for (size_t i = 0; i < n; i++)
		list_one(&all[i]);
	free(all);
	return 0;
}

int clean_sessions(void)
{
	unsigned n;

	if (!checks_before_load(NULL))
		return 1;
	n = session_clean();
	printf("%u dead session%s removed\n", n, n == 1 ? "" : "s");
	return 0;
}
