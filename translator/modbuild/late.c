/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes late facilities: first those that the script's objects use, then those that the
 * objects of these facilities use.
 */
#include "translator/modbuild/late.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/shortage.h"
#include "base/tags/build.h"
#include "translator/modbuild/cache.h"
#include "translator/modbuild/elf.h"
#include "translator/modbuild/embed.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/headers.h"
#include "translator/modbuild/kbuild.h"

#define IMPORTS "imports"
#define RECORDS "records"
#define SOURCE "unit.c"
#define OBJECT "unit.o"

struct late {
	struct build *b;
	VEC(const struct facility *) wanted;
};

/* ---- what is needed */

static void note_call(void *data, const char *name, enum ko_symbol kind)
{
	struct late *l = data;
	const struct facility *f;

	if (kind == KO_DEFINED || strncmp(name, "stp_", 4))
		return;
	f = tree_late(&l->b->recipe->tree, name);
	for (size_t i = 0; f && i < l->wanted.n; i++)
		if (l->wanted.at[i] == f)
			return;
	if (f)
		vec_push_in(l->b->arena, &l->wanted, f);
}

static struct sys_error *look_at(struct late *l, const char *path)
{
	struct sys_error *err;
	struct ko ko;

	err = ko_open(path, &ko);
	if (err)
		return err;
	err = ko_symbols(&ko, note_call, l);
	ko_close(&ko);
	return err;
}

static struct sys_error *look_at_script(struct late *l, size_t n_units)
{
	_cleanup_free_ char *embed = file_path(l->b->dir, EMBED_OBJECT);
	_cleanup_free_ char *stubs = file_path(l->b->dir, BUILD_TRAMPOLINES
						    ".o");
	struct sys_error *err = NULL;

	for (size_t i = 0; i < n_units && !err; i++) {
		_cleanup_free_ char *path = file_path(l->b->dir, "script%zu.o",
						      i);

		err = look_at(l, path);
	}
	if (!err && l->b->embed)
		err = look_at(l, embed);
	return err || !l->b->trampolines ? err : look_at(l, stubs);
}

/* ---- making one, in a directory of its own */

static struct sys_error *run(const struct recipe *r, const struct args *given,
			     const char *dir, const struct facility *f)
{
	_cleanup_buf_ struct buf out = BUF_INIT;
	struct args args = *given;
	struct sys_error *err;
	int status;

	err = args_run(&args, dir, &out, &status);
	if (err || !status)
		return err;
	err = shortage_in(out.p, dir);
	return err ? err : recipe_broken_error(r, f->name,
					       kbuild_complaint(out.p));
}

/* Appends the compiler and its flags to @ret.  The kernel's include paths come before
 * ours, as in kbuild. */
static void add_cc(const struct build *b, struct args *ret)
{
	struct args cc = ARGS_INIT(b->arena);

	recipe_add_cc(b->recipe, b->objects, 0, &cc);
	args_add(ret, cc.v.at[0]);
	args_add_all(ret, &b->recipe->world);
	for (size_t i = 1; i < cc.v.n; i++)
		args_add(ret, cc.v.at[i]);
}

static struct sys_error *compile(const struct build *b, const char *dir,
				 const struct facility *f)
{
	struct args cc = ARGS_INIT(b->arena), objtool = ARGS_INIT(b->arena);
	_cleanup_free_ char *path = file_path(dir, "%s", SOURCE);
	struct sys_error *err = file_write(path, f->unit.p, f->unit.n);

	add_cc(b, &cc);
	args_add(&cc, "-c");
	args_add(&cc, "-o");
	args_add(&cc, OBJECT);
	args_add(&cc, SOURCE);
	if (!err)
		err = run(b->recipe, &cc, dir, f);
	file_remove(path);
	if (err || !b->recipe->objtool.v.n)
		return err;
	args_add_all(&objtool, &b->recipe->objtool);
	args_add(&objtool, OBJECT);
	return run(b->recipe, &objtool, dir, f);
}

static struct sys_error *lacking(const struct recipe *r,
				 const struct facility *f,
				 struct sys_error *err)
{
	struct sys_error *ret;

	if (err->tag != DIAG_NOT_EXPORTED)
		return err;
	if (headers_missing_for(r->headers, f->name)) {
		ret = recipe_broken_error(r, f->name, err->text);
		sys_error_free(err);
		return ret;
	}
	ret = sys_error(DIAG_NOT_ON_KERNEL, 0,
			"kernel %s does not export '%.*s', which facility %s "
			"needs", r->release, (int)strcspn(err->text, "\n"),
			err->text, f->name);
	sys_error_free(err);
	return ret;
}

static struct sys_error *write_imports(const char *dir,
				       const struct args *imports)
{
	_cleanup_free_ char *path = file_path(dir, IMPORTS);
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (size_t i = 0; i < imports->v.n; i++)
		buf_printf(&b, "%s\n", imports->v.at[i]);
	return file_write(path, b.p, b.n);
}

static struct sys_error *assemble(const struct build *b, const char *dir,
				  const struct facility *f,
				  const struct buf *text)
{
	_cleanup_free_ char *path = file_path(dir, RECORDS ".s");
	struct args as = ARGS_INIT(b->arena);
	struct sys_error *err = file_write(path, text->p, text->n);

	args_add(&as, b->recipe->cc.v.at[0]);
	args_add(&as, "-c");
	args_add(&as, "-o");
	args_add(&as, RECORDS ".o");
	args_add(&as, RECORDS ".s");
	if (!err)
		err = run(b->recipe, &as, dir, f);
	file_remove(path);
	return err;
}

/* Makes the object of records (see embed.h) of the kernel symbols that the facility's
 * object needs and the recipe does not import, and the file of their names. */
static struct sys_error *make_records(const struct build *b, const char *dir,
				      const struct facility *f)
{
	_cleanup_free_ char *object = file_path(dir, "%s", OBJECT);
	struct args imports = ARGS_INIT(b->arena);
	_cleanup_buf_ struct buf text = BUF_INIT;
	struct sys_error *err;

	err = embed_records(b->recipe, object, &imports, &text);
	if (err)
		return lacking(b->recipe, f, err);
	err = write_imports(dir, &imports);
	return err ? err : assemble(b, dir, f, &text);
}

static struct sys_error *make(const struct build *b, const char *dir,
			      const struct facility *f)
{
	const char *what = arena_printf(b->arena,
					"building the runtime's %s for",
					f->name);
	double start = build_clock();
	struct sys_error *err;

	build_tell(b->cfg, b->recipe, what, -1);
	err = compile(b, dir, f);
	if (!err)
		err = make_records(b, dir, f);
	build_tell(b->cfg, b->recipe, what, build_clock() - start);
	return err;
}

/* ---- where they are kept */

static void make_key(const struct recipe *r, const struct facility *f,
		     char key[65])
{
	unsigned char digest[32];
	struct sha256 s;

	sha256_init(&s);
	sha256_add(&s, "late", 5);
	sha256_add(&s, r->id, sizeof(r->id));
	sha256_add(&s, f->name, strlen(f->name) + 1);
	sha256_end(&s, digest);
	sha256_hex(digest, key);
}

/* Makes a facility in the script's build directory, so that it is not kept for other
 * scripts.  *@ret is its directory, on the heap. */
static struct sys_error *make_here(const struct build *b,
				   const struct facility *f, char **ret)
{
	_cleanup_free_ char *dir = file_path(b->dir, "late/%s", f->name);
	_cleanup_free_ char *inside = file_path("late", "%s/x", f->name);
	struct sys_error *err = file_make_parents(b->dir, inside);

	if (!err)
		err = make(b, dir, f);
	if (!err)
		*ret = return_ptr(dir);
	return err;
}

static struct sys_error *make_entry(const struct build *b,
				    const struct facility *f,
				    struct cache_entry *e, char **ret)
{
	struct sys_error *err = make(b, cache_entry_dir(e), f);

	if (!err)
		return cache_commit(e, ret);
	cache_abort(e);
	return err;
}

static struct sys_error *find_or_make(const struct build *b,
				      const struct facility *f, char **ret)
{
	struct cache_entry *e = NULL;
	struct sys_error *err;
	char key[65];

	make_key(b->recipe, f, key);
	*ret = b->cache ? cache_find(b->cache, key) : NULL;
	if (*ret)
		return NULL;
	if (!b->cache || b->recipe->is_temp)
		return make_here(b, f, ret);
	err = cache_begin_part(b->cache, key, &e, ret);
	if (err || !e)
		return err;
	if (!cache_entry_is_temp(e))
		return make_entry(b, f, e, ret);
	cache_abort(e);
	return make_here(b, f, ret);
}

/* ---- the linker's inputs */

static struct sys_error *read_imports(struct build *b, const char *dir)
{
	_cleanup_free_ char *path = file_path(dir, IMPORTS);
	_cleanup_buf_ struct buf text = BUF_INIT;
	struct sys_error *err = file_read(path, &text);
	char *rest = err ? NULL : arena_strdup(b->arena, text.p), *line;

	while (rest && (line = strsep(&rest, "\n")))
		if (*line)
			args_add(&b->imports, line);
	return err;
}

static struct sys_error *add_one(struct late *l, const struct facility *f)
{
	_cleanup_free_ char *dir = NULL, *object = NULL;
	struct sys_error *err = find_or_make(l->b, f, &dir);

	if (!err)
		err = read_imports(l->b, dir);
	if (err)
		return err;
	object = file_path(dir, "%s", OBJECT);
	args_add(&l->b->late, object);
	args_addf(&l->b->late, "%s/" RECORDS ".o", dir);
	return look_at(l, object);
}

struct sys_error *late_add(struct build *b, size_t n_units)
{
	struct late l = { .b = b };
	struct sys_error *err = look_at_script(&l, n_units);

	for (size_t i = 0; i < l.wanted.n && !err; i++)
		err = add_one(&l, l.wanted.at[i]);
	return err;
}

struct sys_error *late_try(const struct build *b, const struct facility *f)
{
	_cleanup_free_ char *dir = NULL;

	return find_or_make(b, f, &dir);
}
