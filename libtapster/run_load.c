/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Runs a script on this host: staprun loads the module, and passes its records to this
 * process.
 */
#include <signal.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/tags/library.h"
#include "libtapster/lib_run.h"

static int check(struct tapster_session *s)
{
	const char *why, *fix, *release;
	struct sys_error *err;
	unsigned tag;
	struct utsname u;

	why = lib_cannot_load(s, &fix, &tag);
	if (why)
		return lib_error(s, tag, fix, "%s", why);
	err = lib_release(s, &release);
	if (err)
		return lib_fail(s, err);
	if (uname(&u) == 0 && strcmp(u.release, release))
		return lib_error(s, DIAG_NO_MODULES,
				 "add -p4 to build a module for another "
				 "machine",
				 "the script is compiled for kernel %s, but "
				 "this is %s", release, u.release);
	if (!lib_paths(s)->staprun)
		return lib_error(s, DIAG_NO_LOADER,
				 "run make install, or make in the build tree",
				 "staprun is not installed");
	return 0;
}

static int start(struct run *r)
{
	static const struct {
		enum lib_option option;
		const char *letter;
	} passed[] = {
		{ OPT_COMMAND, "-c" }, { OPT_PID, "-x" }, { OPT_TIME, "-T" },
		{ OPT_BULK, "-o" },
	};
	const char *argv[16];
	size_t n = 0;

	if (tapster_compile(r->s, TAPSTER_BUILD) < 0)
		return -1;
	run_prepare_lines(r);
	argv[n++] = r->s->paths.staprun;
	argv[n++] = r->s->module.path;
	argv[n++] = "--records";
	argv[n++] = "3";
	if (lib_get(r->s, OPT_BULK))
		argv[n++] = "-b";
	if (lib_flag(r->s, OPT_STRICT))
		argv[n++] = "--strict";
	if (lib_flag(r->s, OPT_STATUS))
		argv[n++] = "--status";
	if (lib_flag(r->s, OPT_FINAL_SNAPSHOT))
		argv[n++] = "--snapshot";
	for (size_t i = 0; i < sizeof(passed) / sizeof(passed[0]); i++) {
		if (!lib_get(r->s, passed[i].option))
			continue;
		argv[n++] = passed[i].letter;
		argv[n++] = lib_get(r->s, passed[i].option);
	}
	argv[n] = NULL;
	return run_process_start(r, argv);
}

static void stop(struct run *r, bool hard)
{
	/* @hard is not needed: staprun counts the requests, too, and discards the
	 * remaining output after the second */
	if (r->main.pid)
		kill(r->main.pid, SIGINT);
}

static void dump(struct run *r)
{
	if (r->main.pid)
		kill(r->main.pid, SIGUSR1);
}

static void event(struct run *r, int fd)
{
	run_process_event(r, fd);
}

static void snapshot(struct run *r)
{
	if (r->main.pid)
		kill(r->main.pid, SIGUSR2);
}

static void ask(struct run *r, uint32_t word)
{
	if (r->main.pid)
		sigqueue(r->main.pid, format_ask_signal,
			 (union sigval){ .sival_int = (int)word });
}

/* Ends staprun without the remaining output, by two requests, and waits for it.  If it
 * were killed, only its consumer (staprun/consumer.c) could remove the module. */
static void free_load(struct run *r)
{
	if (r->main.pid) {
		kill(r->main.pid, SIGINT);
		kill(r->main.pid, SIGINT);
		run_process_reap(r, &r->main);
	}
	run_process_free(r);
}

const struct run_ops run_load_ops = {
	.check = check,
	.start = start,
	.event = event,
	.stop = stop,
	.snapshot = snapshot,
	.ask = ask,
	.dump = dump,
	.free = free_load,
};
