/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/modbuild/build.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/shortage.h"
#include "base/spawn.h"
#include "base/tags/base.h"
#include "base/tags/build.h"
#include "translator/modbuild/elf.h"
#include "translator/modbuild/embed.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/late.h"

double build_clock(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void build_tell(const struct modbuild_config *cfg, const struct recipe *r,
		const char *what, double seconds)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (!cfg || !cfg->progress)
		return;
	buf_printf(&b, "%s kernel %s (once)", what, r->release);
	cfg->progress(cfg->progress_data, b.p, seconds);
}

/* ---- several programs side by side */

/* One program that is run.  Its output is kept in memory, because it may report that
 * the disk is full. */
struct job {
	struct args args;
	const char *what;	/* "the compiler" */
	unsigned tag;	/* of its failure; if not DIAG_INTERNAL, the error's
			   text is all output */
	int log;		/* descriptor of its output */
	pid_t pid;
};

typedef VEC(struct job) job_vec;

static struct job *job_add(struct build *b, job_vec *jobs, const char *what)
{
	struct job j = { .args = ARGS_INIT(b->arena), .what = what, .log = -1,
			 .tag = DIAG_INTERNAL };

	vec_push_in(b->arena, jobs, j);
	return &vec_last(jobs);
}

static struct sys_error *job_start(const struct build *b, struct job *j)
{
	struct sys_error *err;

	j->log = memfd_create("log", MFD_CLOEXEC);
	if (j->log < 0)
		return file_error(errno, "make", "a log in memory");
	err = args_start(&j->args, b->dir, j->log, &j->pid);
	if (err && err->code == ENOENT)
		err->tag = DIAG_NO_COMPILER;
	return err;
}

static struct sys_error *job_failed(const struct build *b, const struct job *j)
{
	_cleanup_free_ char *path = file_path(b->dir, "log");
	_cleanup_buf_ struct buf log = BUF_INIT;
	struct sys_error *err;
	char piece[4096];
	ssize_t n;

	for (off_t at = 0; (n = pread(j->log, piece, sizeof(piece), at)) > 0;
	     at += n)
		buf_add(&log, piece, (size_t)n);
	err = shortage_in(log.p, b->dir);
	if (err)
		return err;
	if (j->tag != DIAG_INTERNAL)
		return sys_error(j->tag, 0, "%s", log.p);
	sys_error_free(file_write(path, log.p, log.n));
	return sys_error(DIAG_INTERNAL, 0, "%s failed (see %s): %.*s", j->what,
			 path, (int)strcspn(log.p, "\n"), log.p);
}

static struct sys_error *job_wait(const struct build *b, struct job *j)
{
	struct sys_error *err;
	int status;

	err = spawn_wait(j->pid, &status);
	if (!err && status)
		err = job_failed(b, j);
	return err;
}

/* Runs jobs, at most one per CPU at a time, and waits for them in order.  After an
 * error no more jobs are started.  Returns the first error. */
static struct sys_error *run_jobs(const struct build *b, job_vec *jobs)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	size_t width = cpus > 0 ? (size_t)cpus : 1;
	struct sys_error *err = NULL;

	for (size_t next = 0, done = 0; done < jobs->n; done++) {
		struct sys_error *one = NULL;

		while (!err && next < jobs->n && next < done + width)
			err = job_start(b, &jobs->at[next++]);
		if (jobs->at[done].pid > 0)
			one = job_wait(b, &jobs->at[done]);
		cleanup_close(&jobs->at[done].log);
		if (err)
			sys_error_free(one);
		else
			err = one;
	}
	return err;
}

/* ---- the three steps; all paths are relative to the build directory */

static void compile_embedded(struct build *b, job_vec *jobs)
{
	struct job *j = job_add(b, jobs, "the compiler");

	j->tag = DIAG_EMBEDDED_C;
	embed_add_cc(b->recipe, b->objects, b->opt_level, &j->args);
	args_add(&j->args, "-include");
	args_addf(&j->args, "%s" EMBED_PREFIX,
		  b->prefix ? arena_printf(b->arena, "%s/", b->prefix) : "");
	args_add(&j->args, "-c");
	args_add(&j->args, "-o");
	args_add(&j->args, EMBED_OBJECT);
	args_add(&j->args, EMBED_UNIT);
}

/* Adds the job that assembles the trampolines, with the paths and macros of the
 * kernel's headers. */
static void assemble_trampolines(struct build *b, job_vec *jobs)
{
	struct job *j = job_add(b, jobs, "the assembler");

	recipe_add_cc(b->recipe, b->objects, b->opt_level, &j->args);
	for (size_t i = 0; i < b->recipe->world.v.n; i++)
		args_add(&j->args, b->recipe->world.v.at[i]);
	args_add(&j->args, "-D__ASSEMBLY__");
	args_add(&j->args, "-c");
	args_add(&j->args, "-o");
	args_add(&j->args, BUILD_TRAMPOLINES ".o");
	args_add(&j->args, BUILD_TRAMPOLINES ".S");
}

/*
 * Returns the level of optimisation of the script's units; 0: the recipe's.  A script
 * of several units is long, and its build takes noticeable time.  With -O1 it takes a
 * quarter less, and a hit costs at most a few instructions more.
 */
static int script_level(const struct build *b, size_t n_units)
{
	return b->opt_level || n_units == 1 ? b->opt_level : 1;
}

static struct sys_error *compile(struct build *b, size_t n_units)
{
	int level = script_level(b, n_units);
	job_vec jobs = { 0 };

	if (b->embed)
		compile_embedded(b, &jobs);
	if (b->trampolines)
		assemble_trampolines(b, &jobs);
	for (size_t i = 0; i < n_units; i++) {
		struct job *j = job_add(b, &jobs, "the compiler");

		recipe_add_cc(b->recipe, b->objects, level, &j->args);
		args_add(&j->args, "-c");
		args_add(&j->args, "-o");
		args_addf(&j->args, "script%zu.o", i);
		args_addf(&j->args, "script%zu.c", i);
	}
	return run_jobs(b, &jobs);
}

/* Makes the object of records (see embed.h) of the kernel symbols that the embedded
 * unit needs and the recipe does not import. */
static struct sys_error *make_records(struct build *b)
{
	_cleanup_free_ char *object = file_path(b->dir, EMBED_OBJECT);
	_cleanup_free_ char *source = file_path(b->dir, EMBED_RECORDS);
	_cleanup_buf_ struct buf text = BUF_INIT;
	job_vec jobs = { 0 };
	struct sys_error *err;
	struct job *j;

	err = embed_records(b->recipe, object, &b->imports, &text);
	if (!err)
		err = file_write(source, text.p, text.n);
	if (err)
		return err;
	j = job_add(b, &jobs, "the assembler");
	args_add(&j->args, b->recipe->cc.v.at[0]);
	args_add(&j->args, "-c");
	args_add(&j->args, "-o");
	args_add(&j->args, EMBED_RECORDS_OBJECT);
	args_add(&j->args, EMBED_RECORDS);
	return run_jobs(b, &jobs);
}

static void check_object(struct build *b, job_vec *jobs, const char *object)
{
	struct job *j = job_add(b, jobs, "objtool");

	args_add_all(&j->args, &b->recipe->objtool);
	args_add(&j->args, object);
}

static struct sys_error *run_objtool(struct build *b, size_t n_units)
{
	job_vec jobs = { 0 };

	if (!b->recipe->objtool.v.n)
		return NULL;
	if (b->embed)
		check_object(b, &jobs, EMBED_OBJECT);
	if (b->trampolines)
		check_object(b, &jobs, BUILD_TRAMPOLINES ".o");
	for (size_t i = 0; i < n_units; i++)
		check_object(b, &jobs, arena_printf(b->arena, "script%zu.o",
						    i));
	return run_jobs(b, &jobs);
}

static struct sys_error *link_module(struct build *b, size_t n_units)
{
	const struct recipe *r = b->recipe;
	job_vec jobs = { 0 };
	struct job *j = job_add(b, &jobs, "the linker");

	args_add_all(&j->args, &r->ld);
	args_add(&j->args, "-o");
	args_add(&j->args, BUILD_MODULE);
	for (size_t i = 0; i < r->core.v.n; i++)
		args_addf(&j->args, "%s/%s", b->objects, r->core.v.at[i]);
	for (size_t i = 0; i < n_units; i++)
		args_addf(&j->args, "script%zu.o", i);
	if (b->embed) {
		args_add(&j->args, EMBED_OBJECT);
		args_add(&j->args, EMBED_RECORDS_OBJECT);
	}
	if (b->trampolines)
		args_add(&j->args, BUILD_TRAMPOLINES ".o");
	args_add_all(&j->args, &b->late);
	args_addf(&j->args, "%s/" RECIPE_LIBRARY, b->objects);
	for (size_t i = 0; i < r->tail.v.n; i++)
		args_addf(&j->args, "%s/%s", b->objects, r->tail.v.at[i]);
	return run_jobs(b, &jobs);
}

/* Writes the embedded unit, and the prefix header if there is no compiled one. */
static struct sys_error *write_embedded(struct build *b)
{
	_cleanup_free_ char *unit = file_path(b->dir, EMBED_UNIT);
	_cleanup_free_ char *prefix = file_path(b->dir, EMBED_PREFIX);
	_cleanup_buf_ struct buf text = BUF_INIT;
	struct sys_error *err = file_write(unit, b->embed, strlen(b->embed));

	if (err || b->prefix)
		return err;
	embed_prefix(b->recipe, &text);
	return file_write(prefix, text.p, text.n);
}

static struct sys_error *write_trampolines(const struct build *b)
{
	_cleanup_free_ char *path = file_path(b->dir, BUILD_TRAMPOLINES ".S");

	return file_write(path, b->trampolines, strlen(b->trampolines));
}

static struct sys_error *write_inputs(struct build *b,
				      const char *const *units, size_t n_units,
				      const void *blob, size_t blob_n)
{
	_cleanup_free_ char *blob_path = file_path(b->dir, "blob.bin");
	struct sys_error *err = file_write(blob_path, blob, blob_n);

	if (!err && b->embed)
		err = write_embedded(b);
	if (!err && b->trampolines)
		err = write_trampolines(b);
	for (size_t i = 0; i < n_units && !err; i++) {
		_cleanup_free_ char *path = file_path(b->dir, "script%zu.c",
						      i);

		err = file_write(path, units[i], strlen(units[i]));
	}
	return err;
}

struct sys_error *build_module(struct build *b, const char *const *units,
			       size_t n_units, const void *blob, size_t blob_n)
{
	double t0 = build_clock(), t1, t2;
	struct sys_error *err;

	b->late = b->imports = (struct args)ARGS_INIT(b->arena);
	err = write_inputs(b, units, n_units, blob, blob_n);
	if (!err)
		err = compile(b, n_units);
	if (!err && b->embed)
		err = make_records(b);
	if (!err)
		err = late_add(b, n_units);
	t1 = build_clock();
	if (!err)
		err = run_objtool(b, n_units);
	t2 = build_clock();
	if (!err)
		err = link_module(b, n_units);
	b->seconds[MODBUILD_COMPILE] += t1 - t0;
	b->seconds[MODBUILD_OBJTOOL] += t2 - t1;
	b->seconds[MODBUILD_LINK] += build_clock() - t2;
	return err;
}

/* ---- checks and the name */

/* A search for an undefined symbol that a module may not import. */
struct open_symbols {
	const struct recipe *recipe;
	const struct args *more;	/* imports that are not in the recipe */
	const char *first;	/* the first such symbol, or NULL */
};

static void check_symbol(void *data, const char *name, enum ko_symbol kind)
{
	struct open_symbols *o = data;

	if (kind == KO_UNDEFINED && !o->first &&
	    !recipe_imports(o->recipe, name) && !args_has(o->more, name))
		o->first = name;
}

static struct sys_error *open_symbol(const struct recipe *r, const char *name)
{
	const struct absent *a = recipe_absent(r, name);
	const struct broken *b = recipe_broken(r, a ? a->missing : name);

	if (b)
		return recipe_broken_error(r, b->facility, b->why);
	if (a)
		return sys_error(DIAG_NOT_ON_KERNEL, 0,
				 "kernel %s does not export '%s', which "
				 "facility %s needs", r->release, a->missing,
				 a->facility);
	return sys_error(DIAG_UNDEFINED_SYMBOL, 0,
			 "the generated C refers to '%s', which neither the "
			 "runtime nor kernel %s defines", name, r->release);
}

static struct sys_error *check_ko(const struct recipe *r,
				  const struct args *more, const struct ko *ko)
{
	struct open_symbols o = { r, more, NULL };
	const char *vermagic = ko_modinfo(ko, "vermagic");
	struct sys_error *err;
	char id[41];

	if (!vermagic || (r->vermagic && strcmp(vermagic, r->vermagic)))
		return sys_error(DIAG_INTERNAL, 0, "the module is for '%s'",
				 vermagic ? vermagic : "no kernel");
	if (!ko_build_id(ko, id))
		return sys_error(DIAG_INTERNAL, 0,
				 "the module has no build id");
	err = ko_symbols(ko, check_symbol, &o);
	return err || !o.first ? err : open_symbol(r, o.first);
}

struct sys_error *build_check(const struct build *b, const char *path)
{
	struct ko ko;
	struct sys_error *err = ko_open(path, &ko);

	if (err)
		return err;
	err = check_ko(b->recipe, &b->imports, &ko);
	ko_close(&ko);
	return err;
}

struct sys_error *build_rename(const char *from, const char *to,
			     const char *name, char build_id[41])
{
	struct ko ko;
	struct sys_error *err = ko_open(from, &ko);

	if (err)
		return err;
	ko_set_name(&ko, name);
	if (!ko_set_build_id(&ko, build_id))
		err = sys_error(DIAG_INTERNAL, 0, "'%s' has no build id", from);
	if (!err)
		err = ko_write(&ko, to);
	ko_close(&ko);
	return err;
}
