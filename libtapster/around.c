/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Functions that need no script: they fetch kernels, find headers, end guests and clean
 * the cache.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "libtapster/lib.h"
#include "translator/modbuild/modbuild.h"
#include "vm/vm.h"

int tapster_fetch_kernel(struct tapster_session *s, const char *wanted,
			 const char **release)
{
	const char *what = arena_printf(s->arena, "fetching a kernel%s%s",
					wanted ? " of " : "",
					wanted ? wanted : "");
	_cleanup_free_ char *found = NULL;
	double start = lib_clock();
	struct sys_error *err;
	const char *cache;

	err = lib_cache_dir(s, &cache);
	if (!err) {
		lib_progress(s, what, -1);
		err = vm_fetch_kernel(cache, wanted, &found);
		if (!err)
			lib_warn(s, vm_index_modules(cache, found));
		if (!err && !lib_has_headers(found))
			err = vm_fetch_headers(cache, found);
		lib_progress(s, what, lib_clock() - start);
	}
	if (err)
		return lib_fail(s, err);
	*release = arena_strdup(s->arena, found);
	return 0;
}

const char *tapster_headers(struct tapster_session *s)
{
	const char *release;
	struct sys_error *err = lib_release(s, &release);

	if (err) {
		sys_error_free(err);
		return NULL;
	}
	return lib_headers_path(s, release);
}

int tapster_stop_guest(struct tapster_session *s, const char *name)
{
	const char *cache;
	struct sys_error *err = lib_cache_dir(s, &cache);

	if (!err)
		err = vm_stop_guest(cache, name);
	return err ? lib_fail(s, err) : 0;
}

int tapster_clean_cache(struct tapster_session *s)
{
	const char *dir;
	struct sys_error *err = lib_cache_dir(s, &dir);

	if (err)
		return lib_fail(s, err);
	cache_trim(dir, 0);
	return 0;
}
