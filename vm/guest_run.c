/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * guest-run: runs programs of the host in a guest, for tests and for users.
 *
 *	guest-run [OPTIONS] -- CMD [ARGS]	one program, its output and status
 *	guest-run [OPTIONS] --manifest FILE --results DIR
 *	guest-run --fetch [--kernel SERIES]	download an image, print the release
 *	guest-run --newest [--kernel SERIES]	print the release for --fetch
 *	guest-run --release [--kernel SERIES]	print the release for a guest
 *	guest-run --vmlinux [--kernel SERIES]	print the path of its vmlinux
 *
 * A line of a manifest is a word and its value; `run` ends a job:
 *
 *	job NAME		results are NAME.out .err .status .left, and
 *				NAME.log if the job did not end by itself
 *	arg STRING		once per argument
 *	push HOSTPATH [PATH]	copy a file into the guest before the job runs
 *	timeout SECONDS
 *	bare			in the initramfs, without the host's files
 *	dir PATH
 *	run
 *
 * NAME.status is "exit N", "timeout" or "crash".  After a crash, or a time-out
 * that also ends the guest, the next job gets a new guest.
 *
 * Exit status: the program's; 124 after a time-out; 3 when the kernel crashed
 * or no guest could be started; 2 for a wrong option; with a manifest 0 when every
 * job ran, whatever its status.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/base.h"
#include "base/vec.h"
#include "vm/file.h"
#include "vm/vm.h"

struct push {
	char *from, *to;
	mode_t mode;
	struct buf bytes;
};

struct one {
	char *name, *dir;
	VEC(char *) argv;
	VEC(struct push) push;
	unsigned timeout_s;
	bool bare;
};

struct options {
	struct vm_config config;
	const char *wanted;	/* kernel series or release */
	char *cache, *release;
	const char *manifest, *results;
	int action;		/* 0: run; else the option's letter */
	unsigned timeout_s;
	struct one job;
	bool show_log;
};

static int fail(struct sys_error *err)
{
	fprintf(stderr, "guest-run: %s\n", err->text);
	if (err->hint)
		fprintf(stderr, "hint: %s\n", err->hint);
	sys_error_free(err);
	return 3;
}

/* ---- one job ------------------------------------------------------------ */

struct sinks {
	FILE *to[3];
};

static void put_output(void *arg, enum vm_stream stream, const char *p,
		       size_t n)
{
	struct sinks *s = arg;

	if (!s->to[stream])
		return;
	fwrite(p, 1, n, s->to[stream]);
	fflush(s->to[stream]);
}

static struct sys_error *read_pushed(struct one *j)
{
	for (size_t i = 0; i < j->push.n; i++) {
		struct push *p = &j->push.at[i];
		struct sys_error *err;
		struct stat st;

		buf_free(&p->bytes);
		p->bytes = (struct buf)BUF_INIT;
		err = vm_file_read(p->from, &p->bytes);
		if (err)
			return err;
		p->mode = stat(p->from, &st) ? 0755 : st.st_mode & 0777;
	}
	return NULL;
}

/* Runs a job.  If *@vm is NULL or its guest is gone, first boots another guest. */
static struct sys_error *run(struct options *o, struct one *j, struct vm **vm,
			     struct sinks *sinks)
{
	VEC(struct vm_file) files = { 0 };
	struct vm_job job = { 0 };
	struct sys_error *err = read_pushed(j);

	if (!err && (!*vm || vm_state(*vm) == VM_GONE)) {
		vm_destroy(*vm);
		*vm = NULL;
		err = vm_boot(&o->config, vm);
		if (!err)
			err = vm_wait(*vm);
	}
	if (err)
		return err;
	for (size_t i = 0; i < j->push.n; i++) {
		struct push *p = &j->push.at[i];
		struct vm_file f = { p->to, p->mode, p->bytes.p, p->bytes.n };

		vec_push(&files, f);
	}
	vec_push(&j->argv, NULL);
	job.argv = (const char *const *)j->argv.at;
	job.cwd = j->dir;
	job.bare = j->bare;
	job.records = sinks->to[VM_RECORDS] != NULL;
	job.timeout_s = j->timeout_s ? j->timeout_s : o->timeout_s;
	job.files = files.at;
	job.n_files = files.n;
	job.output = put_output;
	job.arg = sinks;
	vm_start(*vm, &job);
	err = vm_wait(*vm);
	vec_free(&files);
	return err;
}

static int run_one(struct options *o)
{
	struct sinks sinks = { { stdout, stderr, NULL } };
	struct vm *vm = NULL;
	const struct vm_result *r;
	struct sys_error *err;
	int status;

	err = run(o, &o->job, &vm, &sinks);
	if (err) {
		vm_destroy(vm);
		return fail(err);
	}
	r = vm_result(vm);
	status = r->status;
	if (r->outcome == VM_TIMED_OUT) {
		fprintf(stderr, "guest-run: timed out\n");
		status = 124;
	} else if (r->outcome == VM_CRASHED) {
		fprintf(stderr, "guest-run: the guest crashed:\n");
	}
	if (r->outcome == VM_CRASHED || o->show_log)
		fputs(r->log, stderr);
	if (r->left[0])
		fprintf(stderr, "guest-run: left over:\n%s", r->left);
	vm_destroy(vm);
	return status;
}

/* ---- a manifest --------------------------------------------------------- */

static FILE *open_result(const struct options *o, const struct one *j,
			 const char *what)
{
	_cleanup_free_ char *path = vm_file_path("%s/%s.%s", o->results, j->name,
						 what);
	FILE *f = fopen(path, "we");

	if (!f)
		fprintf(stderr, "guest-run: cannot write %s: %s\n", path,
			strerror(errno));
	return f;
}

static void put_result(const struct options *o, const struct one *j,
		       const char *what, const char *text)
{
	_cleanup_fclose_ FILE *f = open_result(o, j, what);

	if (f)
		fputs(text, f);
}

static void tell_status(const struct options *o, const struct one *j,
			const struct vm_result *r)
{
	char text[64];

	if (r->outcome == VM_TIMED_OUT)
		strcpy(text, "timeout\n");
	else if (r->outcome == VM_CRASHED)
		strcpy(text, "crash\n");
	else
		snprintf(text, sizeof(text), "exit %d\n", r->status);
	put_result(o, j, "status", text);
	put_result(o, j, "left", r->left);
	if (r->outcome != VM_EXITED)
		put_result(o, j, "log", r->log);
	printf("%s %s", j->name, text);
	fflush(stdout);
}

static struct sys_error *run_listed(struct options *o, struct one *j,
				    struct vm **vm)
{
	_cleanup_fclose_ FILE *out = open_result(o, j, "out");
	_cleanup_fclose_ FILE *errors = open_result(o, j, "err");
	struct sinks sinks = { { out, errors, NULL } };
	struct sys_error *err;

	if (!out || !errors)
		return sys_error(DIAG_IO_ERROR, 0, "cannot use the directory "
						   "for results");
	err = run(o, j, vm, &sinks);
	if (!err)
		tell_status(o, j, vm_result(*vm));
	return err;
}

static void reset(struct one *j)
{
	free(j->name);
	free(j->dir);
	for (size_t i = 0; i < j->argv.n; i++)
		free(j->argv.at[i]);
	for (size_t i = 0; i < j->push.n; i++) {
		free(j->push.at[i].from);
		free(j->push.at[i].to);
		buf_free(&j->push.at[i].bytes);
	}
	vec_free(&j->argv);
	vec_free(&j->push);
	memset(j, 0, sizeof(*j));
}

/* Adds a file from "FROM TO", or "FROM" if both are the same.  FROM cannot have a
 * space in it, which names of test files do not have. */
static void add_push(struct one *j, const char *value)
{
	struct push p = { .bytes = BUF_INIT };
	const char *space = strchr(value, ' ');

	p.from = space ? strndup(value, (size_t)(space - value))
		       : xstrdup(value);
	p.to = xstrdup(space ? space + 1 : value);
	vec_push(&j->push, p);
}

static bool add_line(struct one *j, const char *word, const char *value)
{
	if (!strcmp(word, "job"))
		j->name = xstrdup(value);
	else if (!strcmp(word, "arg"))
		vec_push(&j->argv, xstrdup(value));
	else if (!strcmp(word, "push"))
		add_push(j, value);
	else if (!strcmp(word, "timeout"))
		j->timeout_s = (unsigned)atoi(value);
	else if (!strcmp(word, "bare"))
		j->bare = true;
	else if (!strcmp(word, "dir"))
		j->dir = xstrdup(value);
	else
		return false;
	return true;
}

static int run_manifest(struct options *o)
{
	_cleanup_buf_ struct buf text = BUF_INIT;
	struct sys_error *err = vm_file_read(o->manifest, &text);
	struct vm *vm = NULL;
	struct one j = { 0 };
	char *rest = text.p, *line;

	while (!err && (line = strsep(&rest, "\n"))) {
		char *value = line;
		char *word = strsep(&value, " ");

		if (!strcmp(word, "run")) {
			err = run_listed(o, &j, &vm);
			reset(&j);
		} else if (*word && !add_line(&j, word, value ? value : "")) {
			err = sys_error(DIAG_IO_ERROR, 0,
					"'%s' is not a valid word in a "
					"manifest", word);
		}
	}
	reset(&j);
	vm_destroy(vm);
	return err ? fail(err) : 0;
}

/* ---- the command -------------------------------------------------------- */

static const struct option long_options[] = {
	{ "kernel", required_argument, NULL, 'k' },
	{ "cpus", required_argument, NULL, 'c' },
	{ "memory", required_argument, NULL, 'm' },
	{ "icount", no_argument, NULL, 'i' },
	{ "kaslr", no_argument, NULL, 'K' },
	{ "append", required_argument, NULL, 'a' },
	{ "timeout", required_argument, NULL, 't' },
	{ "cache", required_argument, NULL, 'C' },
	{ "push", required_argument, NULL, 'p' },
	{ "bare", no_argument, NULL, 'b' },
	{ "dir", required_argument, NULL, 'd' },
	{ "log", no_argument, NULL, 'l' },
	{ "manifest", required_argument, NULL, 'M' },
	{ "results", required_argument, NULL, 'R' },
	{ "init", required_argument, NULL, 'I' },
	{ "staprun", required_argument, NULL, 's' },
	{ "fetch", no_argument, NULL, 'F' },
	{ "newest", no_argument, NULL, 'N' },
	{ "release", no_argument, NULL, 'r' },
	{ "vmlinux", no_argument, NULL, 'V' },
	{ "help", no_argument, NULL, 'h' },
	{ 0 }
};

static int usage(void)
{
	fputs("usage: guest-run [--kernel 6.1] [--cpus N] [--icount] "
	      "[--kaslr] [--memory MB]\n"
	      "         [--timeout S] [--push FILE[:PATH]] [--bare] "
	      "[--dir PATH] [--log]\n"
	      "         [--append KERNEL-ARGUMENTS] -- CMD [ARGS]\n"
	      "       guest-run ... --manifest FILE --results DIR\n"
	      "       guest-run --fetch|--newest|--release|--vmlinux "
	      "[--kernel SERIES]\n", stderr);
	return 2;
}

static void add_push_option(struct one *j, const char *value)
{
	_cleanup_free_ char *s = xstrdup(value);
	char *colon = strchr(s, ':');

	if (colon)
		*colon = ' ';
	add_push(j, s);
}

static bool set_option(struct options *o, int c)
{
	switch (c) {
	case 'k': o->wanted = optarg; break;
	case 'c': o->config.cpus = (unsigned)atoi(optarg); break;
	case 'm': o->config.memory_mb = (unsigned)atoi(optarg); break;
	case 'i': o->config.icount = true; break;
	case 'K': o->config.kaslr = true; break;
	case 'a': o->config.append = optarg; break;
	case 't': o->timeout_s = (unsigned)atoi(optarg); break;
	case 'C': o->cache = xstrdup(optarg); break;
	case 'p': add_push_option(&o->job, optarg); break;
	case 'b': o->job.bare = true; break;
	case 'd': o->job.dir = xstrdup(optarg); break;
	case 'l': o->show_log = true; break;
	case 'M': o->manifest = optarg; break;
	case 'R': o->results = optarg; break;
	case 'I': o->config.guest_init = optarg; break;
	case 's': o->config.staprun = optarg; break;
	case 'F': case 'N': case 'r': case 'V': o->action = c; break;
	default: return false;
	}
	return true;
}

/* Returns the path of a program that was built with this one, or NULL; @name is
 * relative to the directory of this program. */
static char *beside(const char *name)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *slash, *path;

	if (n <= 0)
		return NULL;
	self[n] = '\0';
	slash = strrchr(self, '/');
	*slash = '\0';
	path = vm_file_path("%s/%s", self, name);
	if (vm_file_exists(path))
		return path;
	free(path);
	return NULL;
}

static char *default_cache(void)
{
	const char *home = getenv("XDG_CACHE_HOME");

	mkdir("/var/cache/tapster", 0755);
	if (!access("/var/cache/tapster", W_OK))
		return xstrdup("/var/cache/tapster");
	if (home && home[0] == '/')
		return vm_file_path("%s/tapster", home);
	home = getenv("HOME");
	return vm_file_path("%s/.cache/tapster", home ? home : "");
}

static void defaults(struct options *o)
{
	if (!o->cache)
		o->cache = default_cache();
	if (!o->config.guest_init)
		o->config.guest_init = beside("guest-init");
	if (!o->config.staprun)
		o->config.staprun = beside("../staprun/staprun");
	if (!o->timeout_s)
		o->timeout_s = 300;
	o->config.cache = o->cache;
}

/* Fetches a kernel.  If there is no index for modprobe, only warns, because guests of
 * that kernel boot without it. */
static struct sys_error *fetch(const struct options *o, char **ret)
{
	struct sys_error *err = vm_fetch_kernel(o->cache, o->wanted, ret);
	struct sys_error *warning;

	if (err)
		return err;
	warning = vm_index_modules(o->cache, *ret);
	if (warning)
		fail(warning);
	return NULL;
}

/* Does --fetch, --newest, --release or --vmlinux, which print one line and run no
 * guest. */
static struct sys_error *tell(struct options *o)
{
	_cleanup_free_ char *line = NULL;
	struct sys_error *err;

	if (o->action == 'F')
		err = fetch(o, &line);
	else if (o->action == 'N')
		err = vm_newest_kernel(o->wanted, &line);
	else
		err = vm_find_kernel(o->cache, o->wanted, &line);
	if (!err && o->action == 'V') {
		free(o->release);
		o->release = return_ptr(line);
		err = vm_get_vmlinux(o->cache, o->release, &line);
	}
	if (!err)
		puts(line);
	return err;
}

int main(int argc, char **argv)
{
	struct options o = { 0 };
	struct sys_error *err;
	int c;

	while ((c = getopt_long(argc, argv, "+", long_options, NULL)) != -1)
		if (!set_option(&o, c))
			return usage();
	defaults(&o);
	if (o.action) {
		err = tell(&o);
		return err ? fail(err) : 0;
	}
	for (int i = optind; i < argc; i++)
		vec_push(&o.job.argv, xstrdup(argv[i]));
	if (!o.config.guest_init || (!o.job.argv.n && !o.manifest) ||
	    (o.manifest && !o.results))
		return usage();
	err = vm_find_kernel(o.cache, o.wanted, &o.release);
	if (err)
		return fail(err);
	o.config.release = o.release;
	return o.manifest ? run_manifest(&o) : run_one(&o);
}
