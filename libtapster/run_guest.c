/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Runs a script in a guest.  The guest boots while the module is built.  After the boot
 * the module is sent to the guest and staprun is started there.  Its records come back
 * over the same connection.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/base.h"
#include "base/tags/library.h"
#include "base/tags/vm.h"
#include "libtapster/guest_options.h"
#include "libtapster/lib_run.h"
#include "vm/vm.h"

#define GUEST_DIR "/run/tapster/"
#define LATE_LINES 8

static int check(struct tapster_session *s)
{
	const struct lib_paths *p = lib_paths(s);

	if (lib_get(s, OPT_PID))
		return lib_error(s, DIAG_HOST_PID,
				 "-c 'CMD' runs a program of the host in the "
				 "guest",
				 "process %s runs on the host, not in the "
				 "guest", lib_get(s, OPT_PID));
	if (lib_get(s, OPT_NAMESPACES))
		return lib_error(s, DIAG_HOST_PID,
				 "remove --vm to trace that container as root; "
				 "or -c 'unshare --pid --fork --mount-proc CMD' "
				 "to run a program in namespaces of the guest",
				 "process %s, whose namespaces are used, runs "
				 "on the host, not in the guest",
				 lib_get(s, OPT_NAMESPACES));
	if (p->guest_init && p->staprun)
		return 0;
	return lib_error(s, DIAG_NO_LOADER,
			 "run make install, or make in the build tree",
			 "%s is not installed",
			 p->staprun ? "guest-init" : "staprun");
}

/* ---- starting ----------------------------------------------------------- */

/* Returns the number of bytes of the series in a release: 3, as in "6.1", for
 * "6.1.0-56-cloud-amd64". */
static int series_length(const char *release)
{
	size_t n = strspn(release, "0123456789");

	n += release[n] == '.';
	return (int)(n + strspn(release + n, "0123456789"));
}

/* Prepares the guest for option "command".  The command is a program of the host, so the
 * guest must see the host's files.  It may load modules, so they need an index. */
static struct sys_error *prepare_command(struct tapster_session *s,
					 const struct vm_config *c)
{
	if (!vm_shares_files(c->cache, c->release))
		return sys_error_hint(
			sys_error(DIAG_GUEST_FAILED, 0,
				  "-c cannot run in a guest of kernel %s, "
				  "because it has no 9P file system for your "
				  "files", c->release),
			"use --vm=%.*s, whose kernel has it; without -c, this "
			"kernel can run the script", series_length(c->release),
			c->release);
	lib_warn(s, vm_index_modules(c->cache, c->release));
	return NULL;
}

static struct sys_error *boot(struct run *r)
{
	struct tapster_session *s = r->s;
	struct vm_config c = {
		.guest_init = s->paths.guest_init,
		.staprun = s->paths.staprun,
		.cpus = guest_cpus(s),
		.memory_mb = guest_memory_mb(s),
		.disk_mb = guest_disk_mb(s),
		.net = lib_flag(s, OPT_VM_NET),
		.share = guest_share(s),
		.name = lib_get(s, OPT_VM_KEEP),
		.idle_s = (unsigned)lib_number(s, OPT_VM_IDLE),
	};
	struct sys_error *err = lib_release(s, &c.release);

	if (!err)
		err = lib_cache_dir(s, &c.cache);
	if (err)
		return err;
	if (lib_get(s, OPT_COMMAND))
		err = prepare_command(s, &c);
	return err ? err : vm_boot(&c, &r->vm);
}

/* Tells the client which guest runs the script: a reader of the output must know whose
 * activity it shows. */
static void say_where(struct run *r)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct tapster_session *s = r->s;

	buf_printf(&b, "guest: kernel %s, %u CPUs; this is not your host's "
		   "activity\n", s->kernel_release,
		   vm_configuration(r->vm)->cpus);
	if (s->cb.output)
		s->cb.output(s->data, TAPSTER_STDERR, b.p, b.n);
}

static struct sys_error *read_module(struct run *r)
{
	const char *path = r->s->module.path;
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	char piece[65536];
	ssize_t n;

	while (fd >= 0 && (n = read(fd, piece, sizeof(piece))) > 0)
		buf_add(&r->module, piece, (size_t)n);
	if (fd < 0 || n < 0)
		return sys_error(DIAG_IO_ERROR, 0, "cannot read '%s'", path);
	return NULL;
}

static int start(struct run *r)
{
	struct sys_error *err;

	if (tapster_compile(r->s, TAPSTER_TRANSLATE) < 0)
		return -1;
	err = boot(r);
	if (err)
		return lib_fail(r->s, err);
	say_where(r);
	if (tapster_compile(r->s, TAPSTER_BUILD) < 0)
		return -1;
	run_prepare_lines(r);
	err = read_module(r);
	if (err)
		return lib_fail(r->s, err);
	run_watch(r, vm_fd(r->vm));
	return 0;
}

/* ---- the job ------------------------------------------------------------ */

static void on_output(void *arg, enum vm_stream stream, const char *p,
		      size_t n)
{
	struct run *r = arg;
	struct tapster_session *s = r->s;

	if (stream == VM_RECORDS)
		run_feed(r, p, n);
	else if (stream == VM_OUT)
		run_output_take(r, p, n);
	else if (s->cb.output)
		s->cb.output(s->data, TAPSTER_STDERR, p, n);
}

static void resize(struct run *r)
{
	if (r->job_started && r->s->rows)
		vm_resize(r->vm, r->s->rows, r->s->columns);
}

static void start_job(struct run *r)
{
	const char *command = lib_get(r->s, OPT_COMMAND);
	const char *time = lib_get(r->s, OPT_TIME);
	const char *terminal = lib_get(r->s, OPT_TERMINAL);
	struct vm_file file = {
		.path = arena_printf(r->s->arena, GUEST_DIR "%s.ko",
				     r->s->module.name),
		.mode = 0600,
		.bytes = r->module.p,
		.n = r->module.n,
	};
	const char *argv[12] = {
		VM_STAPRUN, file.path, "--records", "3",
	};
	struct vm_job job = {
		.argv = argv,
		.bare = !command,
		.records = true,
		.input = command && (terminal || lib_flag(r->s, OPT_INPUT)),
		.terminal = command ? terminal : NULL,
		.keep = r->s->module.name,
		.files = &file,
		.n_files = 1,
		.output = on_output,
		.arg = r,
	};
	_cleanup_free_ char *cwd = command ? getcwd(NULL, 0) : NULL;
	size_t n = 4;

	if (command) {
		argv[n++] = "-c";
		argv[n++] = command;
		job.cwd = cwd;
	}
	if (job.terminal)
		argv[n++] = "--foreground";
	if (lib_flag(r->s, OPT_STATUS))
		argv[n++] = "--status";
	if (lib_flag(r->s, OPT_FINAL_SNAPSHOT))
		argv[n++] = "--snapshot";
	if (time) {
		argv[n++] = "-T";
		argv[n++] = time;
	}
	r->job_started = true;
	r->takes_input = job.input;
	vm_start(r->vm, &job);
	resize(r);
	buf_free(&r->module);
}

/* ---- the end ------------------------------------------------------------ */

/* Returns the log from the line with a word for trouble.  If the log has several of the
 * words, the earliest in words[] counts.  Without any, returns the last 2000 bytes. */
static const char *trouble(const char *log)
{
	static const char *const words[] = {
		"BUG:", "Oops", "general protection", "Kernel panic",
		"WARNING:",
	};
	size_t n = strlen(log);
	const char *at;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		at = strstr(log, words[i]);
		if (at) {
			while (at > log && at[-1] != '\n')
				at--;
			return at;
		}
	}
	return n > 2000 ? log + n - 2000 : log;
}

static void warn_of_left(struct run *r, const char *left)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (const char *line = left; *line;) {
		size_t n = strcspn(line, "\n");

		buf_printf(&b, "%s%.*s", b.n ? ", " : "", (int)n, line);
		line += n + (line[n] == '\n');
	}
	if (b.n)
		lib_warning(r->s, DIAG_LEFT_BEHIND,
			    "the session left this in the guest: %s",
			    b.p);
}

static void job_ended(struct run *r)
{
	const struct vm_result *res = vm_result(r->vm);

	if (res->outcome == VM_CRASHED)
		lib_error(r->s, DIAG_GUEST_FAILED, NULL,
			  "the guest's kernel crashed; its log:\n%s",
			  trouble(res->log));
	else if (res->outcome == VM_TIMED_OUT)
		lib_error(r->s, DIAG_GUEST_TIMEOUT, NULL,
			  "the guest stopped answering");
	else
		warn_of_left(r, res->left);
	run_finish(r, res->status);
}

/* Ends the run after the guest has ended before it could run anything, with the reason. */
static void boot_failed(struct run *r)
{
	struct sys_error *err = vm_wait(r->vm);

	if (err)
		lib_fail(r->s, err);
	run_finish(r, 3);
}

/* Returns the last @lines lines of @log, the output of QEMU and of the guest's console. */
static const char *last_lines(const char *log, int lines)
{
	const char *at = log + strlen(log);

	while (at > log && (at[-1] != '\n' || !*at || --lines))
		at--;
	return at;
}

/* Warns once of a boot that takes long, so that the waiting user knows the reason and can
 * end it. */
static void warn_of_late_boot(struct run *r)
{
	const char *lines = last_lines(vm_result(r->vm)->log, LATE_LINES);
	size_t n = strlen(lines);

	if (n && lines[n - 1] == '\n')
		n--;
	if (r->told_late || !vm_is_late(r->vm))
		return;
	r->told_late = true;
	lib_warn(r->s, sys_error_hint(
		sys_error(DIAG_GUEST_TIMEOUT, 0,
			  "the guest has not started after 20 s; %s%.*s",
			  *lines ? "the last output of QEMU and its "
				   "console:\n"
				 : "QEMU and its console have printed nothing",
			  (int)n, lines),
		"press Ctrl-C to stop; tapster --doctor checks whether guests "
		"work on this host"));
}

static void event(struct run *r, int fd)
{
	vm_dispatch(r->vm);
	switch (vm_state(r->vm)) {
	case VM_IDLE:
		if (r->job_started)
			job_ended(r);
		else
			start_job(r);
		break;
	case VM_GONE:
		if (r->job_started)
			job_ended(r);
		else
			boot_failed(r);
		break;
	default:
		warn_of_late_boot(r);
	}
}

/* The session's status if it is stopped before the guest has booted: that of a command
 * that SIGINT has ended, as a shell reports it. */
#define INTERRUPTED (128 + SIGINT)

static void stop(struct run *r, bool hard)
{
	if (r->job_started && !hard) {
		vm_signal(r->vm, SIGINT);
		return;
	}
	if (!r->job_started) {
		run_warn(r, "interrupted before the guest had started: the "
			    "script did not run");
		r->s->run_status = INTERRUPTED;
	}
	run_finish(r, 1);
}

static void dump(struct run *r)
{
	if (r->job_started)
		vm_signal(r->vm, SIGUSR1);
}

static void snapshot(struct run *r)
{
	if (r->job_started)
		vm_signal(r->vm, SIGUSR2);
}

static void ask(struct run *r, uint32_t word)
{
	if (r->job_started)
		vm_signal_value(r->vm, format_ask_signal, word);
}

/* Returns how many bytes of input the command takes now.  Returns -1 before its start,
 * after its end, and after its input was closed. */
static long input_room(struct run *r)
{
	if (!r->takes_input || vm_state(r->vm) != VM_RUNNING)
		return -1;
	return (long)vm_input_room(r->vm);
}

static void input(struct run *r, const void *p, size_t n)
{
	r->takes_input = n;
	vm_input(r->vm, p, n);
}

static void free_guest(struct run *r)
{
	vm_destroy(r->vm);
}

const struct run_ops run_guest_ops = {
	.check = check,
	.start = start,
	.event = event,
	.stop = stop,
	.snapshot = snapshot,
	.ask = ask,
	.dump = dump,
	.input_room = input_room,
	.input = input,
	.resize = resize,
	.free = free_guest,
};
