/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See device_module.h. */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "testsuite/fuzz/device_module.h"

#define TRIES 500
#define PAUSE_US 20000

void fuzz_die(const char *what)
{
	perror(what);
	exit(1);
}

bool fuzz_load(int fd)
{
	return !syscall(SYS_finit_module, fd, "", 0);
}

static bool find_node(const char *name, char *path, unsigned size)
{
	char pattern[256];
	bool found;
	glob_t g;

	snprintf(pattern, sizeof(pattern), "/dev/%s-*", name);
	found = !glob(pattern, 0, NULL, &g) && g.gl_pathc == 1;
	if (found)
		snprintf(path, size, "%s", g.gl_pathv[0]);
	globfree(&g);
	return found;
}

int fuzz_open(const char *name, int flags, char *path, unsigned size)
{
	int fd;

	for (int i = 0; i < TRIES && !find_node(name, path, size); i++)
		usleep(PAUSE_US);
	fd = open(path, flags | O_CLOEXEC);
	if (fd < 0)
		fuzz_die(path);
	return fd;
}

void fuzz_unload(const char *name)
{
	for (int i = 0; i < TRIES; i++) {
		if (!syscall(SYS_delete_module, name, O_NONBLOCK) ||
		    errno == ENOENT)
			return;
		usleep(PAUSE_US);
	}
	fuzz_die("delete_module");
}
