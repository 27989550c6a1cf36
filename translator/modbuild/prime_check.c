/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Checks a recipe: the stub is built the short way, and the module is compared
 * with the one that kbuild made of the stub.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/shortage.h"
#include "base/tags/build.h"
#include "translator/modbuild/build.h"
#include "translator/modbuild/elf.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/prime.h"

/* Sections that our module must have if kbuild's has them. */
static const char *const module_sections[] = {
	".modinfo", "__versions", ".gnu.linkonce.this_module",
	".note.gnu.build-id", ".orc_unwind_ip", ".orc_header",
	".return_sites", "__patchable_function_entries", ".codetag", NULL,
};

/* Sections that objtool must leave in a script's object if kbuild's module has
 * them. */
static const char *const object_sections[] = {
	".orc_unwind_ip", ".return_sites", NULL,
};

static const char *first_missing(const char *const *names,
				 const struct ko *theirs,
				 const struct ko *ours)
{
	size_t n;
	char *s;

	for (; *names; names++)
		if (ko_section(theirs, *names, &s, &n) &&
		    !ko_section(ours, *names, &s, &n))
			return *names;
	return NULL;
}

static struct sys_error *compare(struct recipe *r, const char *dir,
				 const char *file, const char *const *names,
				 const struct ko *theirs)
{
	_cleanup_free_ char *path = file_path(dir, "%s", file);
	struct sys_error *err;
	const char *missing;
	struct ko ours;

	err = ko_open(path, &ours);
	if (err)
		return err;
	missing = first_missing(names, theirs, &ours);
	if (missing)
		r->bad = arena_printf(r->arena, "%s built from it has no %s",
				      file, missing);
	ko_close(&ours);
	return NULL;
}

/* Builds a module in @dir with the stub as its script, the short way, and checks it. */
static struct sys_error *build_stub(struct recipe *r, const char *objects,
				    const char *source, const char *dir)
{
	_cleanup_free_ char *module = file_path(dir, BUILD_MODULE);
	_cleanup_buf_ struct buf text = BUF_INIT;
	double seconds[MODBUILD_N_STAGES] = { 0 };
	struct build b = {
		.recipe = r,
		.objects = objects,
		.dir = dir,
		.seconds = seconds,
		.arena = r->arena,
	};
	const char *unit;
	struct sys_error *err;

	err = file_read(source, &text);
	if (err)
		return err;
	unit = text.p;
	err = build_module(&b, &unit, 1, "", 0);
	return err ? err : build_check(&b, module);
}

/* Notes the reason of @err in r->bad, frees @err and returns NULL.  Returns @err only
 * for a shortage, such as a full disk. */
static struct sys_error *judge(struct recipe *r, struct sys_error *err)
{
	if (!err || shortage_is(err))
		return err;
	r->bad = arena_strdup(r->arena, err->text);
	sys_error_free(err);
	return NULL;
}

struct sys_error *prime_check(struct recipe *r, const char *objects,
			      const char *source, const struct ko *theirs)
{
	_cleanup_free_ char *dir = NULL;
	struct sys_error *err = file_work_dir(objects, "check", &dir);

	if (err)
		return err;
	err = build_stub(r, objects, source, dir);
	if (!err)
		err = compare(r, dir, BUILD_MODULE, module_sections, theirs);
	if (!err && !r->bad)
		err = compare(r, dir, "script0.o", object_sections, theirs);
	file_remove(dir);
	return judge(r, err);
}
