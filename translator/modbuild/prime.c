/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Takes over what kbuild made.  kbuild works in a directory of its own; the
 * cache entry gets copies of the objects, as kbuild compiled them.  If kbuild runs
 * objtool on the whole module only (kernels with IBT), objtool is run here on each
 * copy.
 */
#include "translator/modbuild/prime.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/shortage.h"
#include "base/tags/build.h"
#include "translator/modbuild/cmdfile.h"
#include "translator/modbuild/elf.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/headers.h"
#include "translator/modbuild/kbuild.h"

#define STUB_SOURCE TREE_PREFIX "/" TREE_STUB
#define STUB_OBJECT TREE_PREFIX "/linux/stub.o"
#define STUB_CMD TREE_PREFIX "/linux/.stub.o.cmd"

struct priming {
	struct recipe *r;
	const char *work;	/* kbuild's directory */
	const char *dir;	/* the cache entry's directory */
	struct args objects;	/* those that kbuild made the module of */
	struct kbuild_survey survey;
	bool raw;		/* objtool has not run on the objects yet */
};

/* ---- the tools and their flags */

static struct sys_error *read_cmd(struct priming *p, const char *name,
				  struct cmdfile *ret)
{
	_cleanup_free_ char *path = file_path(p->work, "%s", name);
	_cleanup_buf_ struct buf text = BUF_INIT;
	struct sys_error *err = file_read(path, &text);

	if (!err && !cmdfile_parse(p->r->arena, text.p, text.n, ret))
		err = sys_error(DIAG_KBUILD_FAILED, 0,
				"the command of kbuild in '%s' is not "
				"understood", name);
	return err;
}

/* Finds the command of objtool if kbuild keeps no record of it (until 5.18): makes the
 * stub once more, and takes the command from the log. */
static struct sys_error *hear_objtool(struct priming *p, struct cmdfile *ret)
{
	_cleanup_free_ char *stub = file_path(p->work, STUB_OBJECT);
	struct sys_error *err;
	const char *line;
	char *text;

	file_remove(stub);
	err = kbuild_hear(p->r, p->work, KO_PLACEHOLDER, &p->objects,
			  "objtool", &line);
	if (err || !line)
		return err;
	text = arena_printf(p->r->arena, "cmd_objtool := %s\n", line);
	cmdfile_parse(p->r->arena, text, strlen(text), ret);
	return NULL;
}

static bool has_old_objtool(const struct recipe *r)
{
	_cleanup_free_ char *new = headers_config(r->headers, "CONFIG_OBJTOOL");
	_cleanup_free_ char *old =
		headers_config(r->headers, "CONFIG_STACK_VALIDATION");

	return old && !new;
}

static struct sys_error *capture(struct priming *p)
{
	struct cmdfile stub, whole, ko, heard = { { 0 } };
	const struct args *objtool, *ld;
	struct recipe *r = p->r;
	struct sys_error *err;

	err = read_cmd(p, STUB_CMD, &stub);
	if (!err)
		err = read_cmd(p, "." KO_PLACEHOLDER ".o.cmd", &whole);
	if (!err)
		err = read_cmd(p, "." KO_PLACEHOLDER ".ko.cmd", &ko);
	if (err)
		return err;
	objtool = cmdfile_find(&stub, "objtool");
	p->raw = !objtool;
	if (!objtool)
		objtool = cmdfile_find(&whole, "objtool");
	if (!objtool && has_old_objtool(r)) {
		err = hear_objtool(p, &heard);
		objtool = cmdfile_find(&heard, "objtool");
		p->raw = false;
	}
	if (err)
		return err;
	ld = cmdfile_find(&ko, "ld");
	if (!stub.commands.n || !cmdfile_cc(&stub.commands.at[0], &r->cc))
		r->bad = "the compiler's command is not understood";
	else if (cmdfile_world(&stub.commands.at[0], r->headers, p->work,
			       &r->world), !r->world.v.n)
		r->bad = "the compiler's include paths are not understood";
	else if (objtool && !cmdfile_objtool(objtool, r->headers, &r->objtool))
		r->bad = "objtool's command is not understood";
	else if (!ld || !cmdfile_ld(ld, r->headers, &r->ld))
		r->bad = "the linker's command is not understood";
	return NULL;
}

/* Adds program @name to the recipe's inputs.  A name without a slash is looked up in
 * the directories of PATH. */
static void add_program(struct recipe *r, const char *name)
{
	char *path, *save, *dir;

	if (strchr(name, '/')) {
		recipe_add_input(r, name);
		return;
	}
	path = getenv("PATH") ? xstrdup(getenv("PATH")) : xstrdup("/usr/bin");
	for (dir = strtok_r(path, ":", &save); dir;
	     dir = strtok_r(NULL, ":", &save)) {
		_cleanup_free_ char *file = file_path(dir, "%s", name);

		if (*dir != '/' || !file_exists(file))
			continue;
		recipe_add_input(r, file);
		break;
	}
	free(path);
}

static void add_inputs(struct recipe *r)
{
	add_program(r, r->cc.v.at[0]);
	add_program(r, r->ld.v.at[0]);
	if (r->objtool.v.n)
		add_program(r, r->objtool.v.at[0]);
	for (size_t i = 0; i < r->ld.v.n; i++)
		if (!strncmp(r->ld.v.at[i], "-T", 2))
			recipe_add_input(r, r->ld.v.at[i] + 2);
}

/* ---- the objects */

/* Returns the file name for an object in the entry: "runtime/linux/module.o" is
 * kept as linux-module.o. */
static const char *flat_name(struct arena *a, const char *file)
{
	char *flat = arena_strdup(a, file + strlen(TREE_PREFIX "/"));

	for (char *p = flat; *p; p++)
		if (*p == '/')
			*p = '-';
	return flat;
}

/* Runs @args in the cache entry's directory.  A nonzero exit status is an error. */
static struct sys_error *run(struct priming *p, struct args *args)
{
	_cleanup_buf_ struct buf out = BUF_INIT;
	struct sys_error *err;
	int status;

	err = args_run(args, p->dir, &out, &status);
	if (err || !status)
		return err;
	err = shortage_in(out.p, p->dir);
	if (err)
		return err;
	return sys_error(DIAG_KBUILD_FAILED, 0, "%s failed: %.*s",
			 args->v.at[0], (int)strcspn(out.p, "\n"), out.p);
}

static struct sys_error *take_object(struct priming *p, const char *file,
				     const char *flat)
{
	_cleanup_free_ char *from = file_path(p->work, "%s", file);
	_cleanup_free_ char *to = file_path(p->dir, "%s", flat);
	struct args objtool = ARGS_INIT(p->r->arena);
	struct sys_error *err = file_copy(from, to);

	if (err || !p->raw || !p->r->objtool.v.n)
		return err;
	args_add_all(&objtool, &p->r->objtool);
	args_add(&objtool, flat);
	return run(p, &objtool);
}

/* Adds the archiver that belongs to the linker: x86_64-linux-gnu-ar for
 * x86_64-linux-gnu-ld. */
static void add_ar(struct args *args, const char *ld)
{
	size_t n = strlen(ld);

	if (n >= 6 && !strcmp(ld + n - 6, "ld.lld"))
		args_add(args, "llvm-ar");
	else
		args_addf(args, "%.*sar", (int)n - 2, ld);
}

static struct sys_error *make_library(struct priming *p,
				      const struct args *objects)
{
	struct args ar = ARGS_INIT(p->r->arena);
	struct sys_error *err;

	add_ar(&ar, p->r->ld.v.at[0]);
	args_add(&ar, "rcsD");
	args_add(&ar, RECIPE_LIBRARY);
	args_add_all(&ar, objects);
	err = run(p, &ar);
	for (size_t i = 0; i < objects->v.n; i++) {
		_cleanup_free_ char *path = file_path(p->dir, "%s",
						      objects->v.at[i]);

		file_remove(path);
	}
	return err;
}

static struct sys_error *take_objects(struct priming *p)
{
	struct args library = ARGS_INIT(p->r->arena);
	struct sys_error *err = NULL;

	for (size_t i = 0; i < p->survey.objects.n && !err; i++) {
		const struct kbuild_object *o = &p->survey.objects.at[i];
		const char *flat;

		if (o->facility == KBUILD_SCRIPT ||
		    p->survey.missing[o->facility])
			continue;
		flat = flat_name(p->r->arena, o->file);
		err = take_object(p, o->file, flat);
		args_add(kbuild_is_core(o) ? &p->r->core : &library, flat);
	}
	return err ? err : make_library(p, &library);
}

/* Copies the objects of modpost: MODULE.mod.o, and on newer kernels one more. */
static struct sys_error *take_tail(struct priming *p)
{
	static const char *const files[][2] = {
		{ KO_PLACEHOLDER ".mod.o", "mod.o" },
		{ ".module-common.o", "module-common.o" },
	};
	struct sys_error *err = NULL;

	for (size_t i = 0; i < 2 && !err; i++) {
		_cleanup_free_ char *from = file_path(p->work, "%s",
						      files[i][0]);
		_cleanup_free_ char *to = file_path(p->dir, "%s",
						    files[i][1]);

		if (i && !file_exists(from))
			break;
		err = file_copy(from, to);
		args_add(&p->r->tail, files[i][1]);
	}
	return err;
}

/* ---- symbols: what is absent, what may be left to the kernel */

static void note_absent(struct priming *p)
{
	struct recipe *r = p->r;

	for (size_t i = 0; i < p->survey.objects.n; i++) {
		const struct kbuild_object *o = &p->survey.objects.at[i];

		if (o->facility == KBUILD_SCRIPT ||
		    !p->survey.missing[o->facility])
			continue;
		for (size_t k = 0; k < o->defines.n; k++) {
			struct absent a = {
				o->defines.at[k],
				kbuild_facility(&p->survey, o),
				p->survey.missing[o->facility],
			};

			if (strncmp(a.symbol, "__pfx_", 6))
				vec_push_in(r->arena, &r->absent, a);
		}
	}
}

static void keep_name(void *data, const char *name)
{
	hash_set_str(data, name, (void *)name);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/*
 * Notes in the recipe the symbols that a module may import, sorted.  The runtime or
 * the stub needs them, and the kernel exports them.  If kbuild's module @ko has
 * checksums of symbols, they are among these.
 */
static void note_imports(struct priming *p, const struct ko *ko)
{
	struct args *imports = &p->r->imports;
	struct hash *names = hash_create();

	ko_versions(ko, keep_name, names);
	for (size_t i = 0; i < p->survey.objects.n; i++) {
		const struct kbuild_object *o = &p->survey.objects.at[i];

		for (size_t k = 0; k < o->needs.n; k++)
			if (!hash_count(names) ||
			    hash_find_str(names, o->needs.at[k]))
				if (hash_find_str(p->survey.exported,
						  o->needs.at[k]) &&
				    !args_has(imports, o->needs.at[k]))
					args_add(imports, o->needs.at[k]);
	}
	hash_destroy(names);
	if (imports->v.n)
		qsort(imports->v.at, imports->v.n, sizeof(*imports->v.at),
		      by_name);
}

/* ---- all of it */

static struct sys_error *check_vermagic(struct recipe *r, const struct ko *ko)
{
	const char *vermagic = ko_modinfo(ko, "vermagic");
	size_t n = strlen(r->release);

	if (!vermagic || strncmp(vermagic, r->release, n) ||
	    vermagic[n] != ' ')
		return sys_error(DIAG_NO_HEADERS, 0,
				 "'%s' builds modules for '%s', not for %s",
				 r->headers, vermagic ? vermagic : "?",
				 r->release);
	r->vermagic = arena_strdup(r->arena, vermagic);
	return NULL;
}

static struct sys_error *take_over(struct priming *p, const struct ko *theirs)
{
	_cleanup_free_ char *include = file_path(p->dir, RECIPE_INCLUDE);
	_cleanup_free_ char *stub = file_path(p->work, STUB_SOURCE);
	struct sys_error *err = check_vermagic(p->r, theirs);

	if (!err)
		err = capture(p);
	if (err || p->r->bad)
		return err;
	add_inputs(p->r);
	note_absent(p);
	note_imports(p, theirs);
	err = take_objects(p);
	if (!err)
		err = take_tail(p);
	if (!err)
		err = file_make_parents(p->dir, RECIPE_INCLUDE "/x");
	if (!err)
		err = tree_write(&p->r->tree, include, true);
	return err ? err : prime_check(p->r, p->dir, stub, theirs);
}

static struct sys_error *prime_in(struct priming *p)
{
	_cleanup_free_ char *module =
		file_path(p->work, KO_PLACEHOLDER ".ko");
	struct args stub = ARGS_INIT(p->r->arena);
	struct sys_error *err;
	struct ko theirs;

	kbuild_early_objects(p->r, &p->objects);
	args_add(&stub, STUB_OBJECT);
	err = kbuild_make_rest(p->r, p->work, KO_PLACEHOLDER, &stub,
			       &p->objects);
	if (!err)
		err = kbuild_survey(p->r, p->work, &p->objects, &stub,
				    &p->survey);
	if (err)
		return err;
	err = ko_open(module, &theirs);
	if (!err) {
		err = take_over(p, &theirs);
		ko_close(&theirs);
	}
	kbuild_survey_deinit(&p->survey);
	return err;
}

struct sys_error *prime(struct recipe *r, const char *dir)
{
	_cleanup_free_ char *work = NULL;
	struct priming p = { .r = r, .dir = dir,
			     .objects = ARGS_INIT(r->arena) };
	struct sys_error *err = kbuild_stage(r, dir, &work);

	if (err)
		return err;
	p.work = work;
	err = prime_in(&p);
	file_remove(work);
	return err ? err : recipe_save(r, dir);
}
