/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lists the sessions that run on this host, by asking staprun.
 */
#include "base/error.h"
#include "base/spawn.h"
#include "base/tags/library.h"
#include "libtapster/lib.h"

int tapster_list_sessions(struct tapster_session *s, const char *format)
{
	const char *argv[] = { lib_paths(s)->staprun, "--list", "--format",
			       format, NULL };
	struct spawn sp = SPAWN_INIT;
	struct sys_error *err;
	int status = 0;
	pid_t pid;

	if (!argv[0])
		return lib_error(s, DIAG_NO_LOADER,
				 "run make install, or make in the build tree",
				 "staprun is not installed");
	sp.argv = argv;
	err = spawn_start(&sp, &pid);
	if (!err)
		err = spawn_wait(pid, &status);
	if (err)
		return lib_fail(s, err);
	return status ? -1 : 0;
}
