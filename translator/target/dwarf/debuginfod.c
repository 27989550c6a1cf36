/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Uses a few functions of debuginfod's library, which is loaded only when it is
 * needed.  It stays loaded: the libraries that it brings keep memory of their
 * own.
 */
#include "translator/target/dwarf/debuginfod.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "translator/target/dwarf/dwarf_file.h"

typedef int progress_fn(void *client, long done, long size);

struct debuginfod {
	void *(*begin)(void);
	int (*find)(void *client, const unsigned char *id, int n, char **path);
	void (*set_data)(void *client, void *data);
	void *(*data)(void *client);
	void (*set_progress)(void *client, progress_fn *fn);
	void (*end)(void *client);
};

/* The functions of the library; global, because its callback gets only its client. */
static struct debuginfod lib;

static bool load(void)
{
	const char *urls = getenv("DEBUGINFOD_URLS");
	void *so;

	if (!urls || !*urls)
		return false;
	if (lib.begin)
		return true;
	so = dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!so)
		return false;
	*(void **)&lib.find = dlsym(so, "debuginfod_find_debuginfo");
	*(void **)&lib.set_data = dlsym(so, "debuginfod_set_user_data");
	*(void **)&lib.data = dlsym(so, "debuginfod_get_user_data");
	*(void **)&lib.set_progress = dlsym(so, "debuginfod_set_progressfn");
	*(void **)&lib.end = dlsym(so, "debuginfod_end");
	if (!lib.find || !lib.set_data || !lib.data || !lib.set_progress ||
	    !lib.end)
		return false;
	*(void **)&lib.begin = dlsym(so, "debuginfod_begin");
	return lib.begin;
}

bool debuginfod_is_there(void)
{
	return load();
}

static int on_progress(void *client, long done, long size)
{
	const struct dwarf_options *opt = lib.data(client);

	return !opt->fetching(opt->progress_data,
			      done > 0 ? (uint64_t)done : 0,
			      size > 0 ? (uint64_t)size : 0);
}

char *debuginfod_fetch(const char *build_id, const struct dwarf_options *opt,
		       int *error)
{
	void *client = load() ? lib.begin() : NULL;
	char *path = NULL;
	int fd;

	*error = ENOSYS;
	if (!client)
		return NULL;
	if (opt->fetching) {
		lib.set_data(client, (void *)opt);
		lib.set_progress(client, on_progress);
	}
	/* a length of 0 says that the id is text in hex */
	fd = lib.find(client, (const unsigned char *)build_id, 0, &path);
	if (fd >= 0)
		close(fd);
	else
		*error = -fd;
	lib.end(client);
	return fd >= 0 ? path : NULL;
}
