/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Implements modbuild.h: computes keys, looks things up in the cache, and
 * decides how a module is built.
 */
#include "translator/modbuild/modbuild.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/base.h"
#include "base/tags/build.h"
#include "translator/modbuild/build.h"
#include "translator/modbuild/cache.h"
#include "translator/modbuild/elf.h"
#include "translator/modbuild/embed.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/headers.h"
#include "translator/modbuild/kbuild.h"
#include "translator/modbuild/late.h"
#include "translator/modbuild/prime.h"
#include "translator/modbuild/sign.h"

static void cleanup_cache(struct cache **c)
{
	cache_close(*c);
}

/* ---- priming */

static struct sys_error *prime_entry(const struct modbuild_config *cfg,
				     struct recipe *r, struct cache_entry *e)
{
	static const char what[] = "building the runtime for";
	double start = build_clock();
	_cleanup_free_ char *dir = NULL;
	struct sys_error *err;
	bool temp;

	build_tell(cfg, r, what, -1);
	err = prime(r, cache_entry_dir(e));
	build_tell(cfg, r, what, build_clock() - start);
	if (err) {
		cache_abort(e);
		return err;
	}
	temp = cache_entry_is_temp(e);
	err = cache_commit(e, &dir);
	if (err)
		return err;
	recipe_clear(r);
	r->is_temp = temp;
	if (!recipe_load(r, dir))
		return sys_error(DIAG_INTERNAL, 0,
				 "the recipe in '%s' is damaged",
				 dir);
	return NULL;
}

/* Primes a kernel in the cache or, if the cache's disk is full, in a temporary
 * directory.  If another process has primed it meanwhile, loads that recipe. */
static struct sys_error *prime_somewhere(const struct modbuild_config *cfg,
					 struct recipe *r, struct cache *c)
{
	_cleanup_free_ char *found = NULL;
	struct cache_entry *e;
	struct sys_error *err;
	bool temp;

	err = cache_begin(c, r->key, &e, &found);
	if (err || (found && recipe_load(r, found)))
		return err;
	if (!e)
		return sys_error(DIAG_INTERNAL, 0,
				 "the recipe in '%s' is not usable", found);
	temp = cache_entry_is_temp(e);
	err = prime_entry(cfg, r, e);
	if (!err || err->tag != DIAG_DISK_FULL || temp)
		return err;
	sys_error_free(err);
	recipe_clear(r);
	err = cache_begin_temp(r->key, &e);
	return err ? err : prime_entry(cfg, r, e);
}

struct sys_error *modbuild_prime(const struct modbuild_config *cfg,
				 struct recipe **ret)
{
	_cleanup_(cleanup_cache) struct cache *c = NULL;
	_cleanup_free_ char *found = NULL;
	struct sys_error *err;
	struct recipe *r;

	err = recipe_create(cfg, &r);
	if (err)
		return err;
	err = cache_open(cfg->cache_dir, cfg->no_cache, &c);
	if (!err && !cfg->use_kbuild) {
		found = cache_peek(c, r->key, RECIPE_FILE);
		if (found && !recipe_load(r, found))
			cache_forget(c, r->key);
		if (!r->dir)
			err = prime_somewhere(cfg, r, c);
	}
	if (err)
		modbuild_recipe_destroy(r);
	else
		*ret = r;
	return err;
}

/* ---- what a kernel lacks */

static const char *why_not_early(const struct recipe *r,
				 const struct facility *f, struct arena *a)
{
	for (size_t i = 0; i < r->broken.n; i++)
		if (!strcmp(r->broken.at[i].facility, f->name))
			return r->broken.at[i].why;
	for (size_t i = 0; i < r->absent.n; i++)
		if (!strcmp(r->absent.at[i].facility, f->name))
			return arena_printf(a, "needs '%s'",
					    r->absent.at[i].missing);
	return NULL;
}

static const char *why_not_late(const struct build *b,
				const struct facility *f)
{
	struct sys_error *err = late_try(b, f);
	const char *ret = err ? arena_strdup(b->arena, err->text) : NULL;

	sys_error_free(err);
	return ret;
}

struct sys_error *modbuild_facilities(const struct modbuild_config *cfg,
				      const struct recipe *r,
				      void (*fn)(void *data, const char *name,
						 const char *why), void *data)
{
	_cleanup_(cleanup_cache) struct cache *c = NULL;
	_cleanup_free_ char *work = NULL;
	struct build b = { .recipe = r, .cfg = cfg, .objects = r->dir };
	struct sys_error *err = cache_open(cfg->cache_dir, cfg->no_cache, &c);

	if (!err)
		err = file_work_dir(r->dir, "late", &work);
	if (err)
		return err;
	b.arena = arena_create();
	b.cache = c;
	b.dir = work;
	for (size_t i = 0; i < r->tree.facilities.n; i++) {
		const struct facility *f = &r->tree.facilities.at[i];

		fn(data, f->name, tree_is_late(f)
		   ? why_not_late(&b, f) : why_not_early(r, f, b.arena));
	}
	arena_destroy(b.arena);
	file_remove(work);
	return NULL;
}

/* ---- the module's key and name */

static void add_string(struct sha256 *s, const char *text)
{
	size_t n = text ? strlen(text) : 0;

	sha256_add(s, &n, sizeof(n));
	if (n)
		sha256_add(s, text, n);
}

static void add_file(struct sha256 *s, const char *path)
{
	_cleanup_free_ char *stamp = path ? headers_file_stamp(path) : NULL;

	add_string(s, path);
	add_string(s, stamp);
}

static void make_key(const struct modbuild_config *cfg, const struct recipe *r,
		     const char *const *units, size_t n_units,
		     const void *blob, size_t blob_n, char key[65])
{
	int numbers[2] = { cfg->opt_level, cfg->use_kbuild };
	unsigned char digest[32];
	struct sha256 s;

	sha256_init(&s);
	sha256_add(&s, r->id, sizeof(r->id));
	sha256_add(&s, numbers, sizeof(numbers));
	for (const char *const *a = cfg->kbuild_args; a && *a; a++)
		add_string(&s, *a);
	add_string(&s, cfg->module_name);
	add_file(&s, cfg->sign_key);
	add_file(&s, cfg->sign_cert);
	for (size_t i = 0; i < n_units; i++)
		add_string(&s, units[i]);
	add_string(&s, NULL);
	add_string(&s, cfg->embed);
	add_string(&s, cfg->trampolines);
	sha256_add(&s, blob, blob_n);
	sha256_end(&s, digest);
	sha256_hex(digest, key);
}

static struct sys_error *set_name(const struct modbuild_config *cfg,
				  const char *key,
				  struct modbuild_result *ret)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	static const char digits[] = "0123456789";
	const char *name = cfg->module_name;
	_cleanup_buf_ struct buf all = BUF_INIT;

	if (!name) {
		snprintf(ret->name, sizeof(ret->name), "stp_%.16s", key);
		return NULL;
	}
	buf_printf(&all, "%s%s", letters, digits);
	if (!*name || strlen(name) > MODULE_NAME_MAX ||
	    !strchr(letters, *name) || name[strspn(name, all.p)])
		return sys_error(DIAG_BAD_MODULE_NAME, 0,
				 "'%s' cannot be the name of a module: use at "
				 "most %d letters, digits and _", name,
				 MODULE_NAME_MAX);
	memcpy(ret->name, name, strlen(name) + 1);
	return NULL;
}

/* ---- one module */

struct job {
	const struct modbuild_config *cfg;
	const struct recipe *r;
	const char *const *units;
	size_t n_units;
	const void *blob;
	size_t blob_n;
	char key[65];
	struct arena *arena;
	struct modbuild_result *ret;
	bool through_kbuild;
	struct cache *cache;
};

#define NOT_KEPT "the module is not kept: "

static void add_warning(struct job *j, const char *what, const char *why)
{
	struct buf b = BUF_INIT;

	if (j->ret->warning)
		return;
	buf_printf(&b, "%s%s", what, why);
	j->ret->warning = b.p;
}

/*
 * Returns true if kbuild has to build the module.  The recipe itself was
 * checked when it was read; its objects are checked here.  If an object is damaged,
 * the recipe's cache entry is removed, and the next session primes the kernel again.
 */
static bool goes_through_kbuild(struct job *j, const struct cache *c)
{
	if (j->cfg->use_kbuild || j->r->bad)
		return true;
	if (j->r->is_temp || cache_is_complete(j->r->dir, j->r->key))
		return false;
	cache_forget(c, j->r->key);
	add_warning(j, "the runtime's objects in the cache are damaged", "");
	return true;
}

/* ---- the prefix of embedded C: compiled once, if there is a cache */

static struct sys_error *make_prefix(struct job *j, const char *key,
				     char **ret)
{
	static const char what[] = "compiling the headers of";
	double start = build_clock();
	struct cache_entry *e;
	struct sys_error *err;

	err = cache_begin(j->cache, key, &e, ret);
	if (err || !e)
		return err;
	if (cache_entry_is_temp(e)) {
		cache_abort(e);
		return NULL;
	}
	build_tell(j->cfg, j->r, what, -1);
	err = embed_make_prefix(j->r, cache_entry_dir(e));
	build_tell(j->cfg, j->r, what, build_clock() - start);
	if (!err)
		return cache_commit(e, ret);
	cache_abort(e);
	return err;
}

/*
 * Computes @key, and returns the directory of the compiled prefix, on the heap.
 * Returns NULL if there is none.  The prefix only saves time: without it, the unit is
 * compiled with the text of the headers.  Of the cache entry only prefix.h is compared
 * with the manifest; the compiler checks the large prefix.h.gch.
 */
static char *find_prefix(struct job *j, char key[65])
{
	char *ret;

	embed_prefix_key(j->r, key);
	if (!j->cfg->embed || j->cfg->opt_level || j->r->is_temp)
		return NULL;
	ret = cache_peek(j->cache, key, EMBED_PREFIX);
	if (!ret)
		sys_error_free(make_prefix(j, key, &ret));
	return ret;
}

static struct sys_error *compile_and_link(struct job *j, struct build *b)
{
	return build_module(b, j->units, j->n_units, j->blob, j->blob_n);
}

/* Builds with the compiled prefix.  If the compiler cannot read the prefix, removes
 * it and builds the module without it. */
static struct sys_error *build_with_prefix(struct job *j, struct build *b)
{
	char key[65];
	_cleanup_free_ char *prefix = find_prefix(j, key);
	struct sys_error *err;

	b->prefix = prefix;
	err = compile_and_link(j, b);
	if (!err || !prefix || err->tag != DIAG_EMBEDDED_C ||
	    !strstr(err->text, ".gch"))
		return err;
	sys_error_free(err);
	cache_forget(j->cache, key);
	b->prefix = NULL;
	return compile_and_link(j, b);
}

static struct sys_error *build_short(struct job *j, const char *work,
				     const char *to)
{
	struct build b = {
		.recipe = j->r,
		.cfg = j->cfg,
		.cache = j->cache,
		.embed = j->cfg->embed,
		.trampolines = j->cfg->trampolines,
		.objects = j->r->dir,
		.dir = work,
		.opt_level = j->cfg->opt_level,
		.seconds = j->ret->seconds,
		.arena = j->arena,
	};
	_cleanup_free_ char *module = file_path(work, BUILD_MODULE);
	struct sys_error *err;

	err = build_with_prefix(j, &b);
	if (!err)
		err = build_check(&b, module);
	return err ? err : build_rename(module, to, j->ret->name,
				      j->ret->build_id);
}

static struct sys_error *build_kbuild(struct job *j, const char *work,
				      const char *to)
{
	_cleanup_free_ char *dir = NULL, *module = NULL;
	double start = build_clock();
	struct sys_error *err = kbuild_stage(j->r, work, &dir);

	if (err)
		return err;
	err = kbuild_module(j->r, dir, j->ret->name, j->units, j->n_units,
			    j->cfg->embed, j->cfg->trampolines, j->blob,
			    j->blob_n);
	module = file_path(dir, "%s.ko", j->ret->name);
	if (!err)
		err = build_rename(module, to, j->ret->name, j->ret->build_id);
	file_remove(dir);
	j->ret->seconds[MODBUILD_COMPILE] += build_clock() - start;
	return err;
}

/* Builds the module in @dir, the cache entry's directory, and signs it.  After success
 * nothing else is left there. */
static struct sys_error *build_in(struct job *j, const char *dir)
{
	_cleanup_free_ char *work = file_path(dir, "work");
	_cleanup_free_ char *to = file_path(dir, "%s.ko", j->ret->name);
	struct sys_error *err = file_make_parents(dir, "work/x");
	const struct modbuild_config *cfg = j->cfg;

	if (!err)
		err = j->through_kbuild ? build_kbuild(j, work, to)
					: build_short(j, work, to);
	if (!err && cfg->sign_key && cfg->sign_cert)
		err = sign_module(j->arena, j->r->headers, cfg->sign_key,
				  cfg->sign_cert, to);
	if (!err)
		file_remove(work);
	return err;
}

/* Abandons the cache entry and returns @err.  After an internal error the entry's files
 * stay, so that the error can be examined. */
static struct sys_error *give_up(struct cache_entry *e, struct sys_error *err)
{
	if (err->tag == DIAG_INTERNAL)
		free(cache_keep(e));
	else
		cache_abort(e);
	return err;
}

static struct sys_error *build_entry(struct job *j, struct cache_entry *e)
{
	struct sys_error *err = build_in(j, cache_entry_dir(e));
	_cleanup_free_ char *dir = NULL;
	bool temp = cache_entry_is_temp(e);

	if (err)
		return give_up(e, err);
	err = cache_commit(e, &dir);
	if (err)
		return err;
	j->ret->path = file_path(dir, "%s.ko", j->ret->name);
	if (temp)
		j->ret->temp = return_ptr(dir);
	return NULL;
}

static struct sys_error *use_entry(struct job *j, const char *dir)
{
	struct sys_error *err;
	struct ko ko;

	j->ret->path = file_path(dir, "%s.ko", j->ret->name);
	err = ko_open(j->ret->path, &ko);
	if (err)
		return err;
	ko_build_id(&ko, j->ret->build_id);
	ko_close(&ko);
	j->ret->hit = true;
	return NULL;
}

static struct sys_error *make_entry(struct job *j, struct cache *c)
{
	_cleanup_free_ char *found = NULL;
	struct cache_entry *e;
	struct sys_error *err;
	bool temp;

	err = cache_begin(c, j->key, &e, &found);
	if (err)
		return err;
	if (found)
		return use_entry(j, found);
	if (cache_warning(c))
		add_warning(j, NOT_KEPT, cache_warning(c));
	j->through_kbuild = goes_through_kbuild(j, c);
	temp = cache_entry_is_temp(e);
	err = build_entry(j, e);
	if (!err || err->tag != DIAG_DISK_FULL || temp)
		return err;
	add_warning(j, NOT_KEPT, err->text);
	sys_error_free(err);
	err = cache_begin_temp(j->key, &e);
	return err ? err : build_entry(j, e);
}

static struct sys_error *copy_out(const struct job *j)
{
	_cleanup_free_ char *to = NULL, *tmp = NULL;
	struct sys_error *err;

	if (!j->cfg->output_dir)
		return NULL;
	to = file_path(j->cfg->output_dir, "%s.ko", j->ret->name);
	tmp = file_path(j->cfg->output_dir, ".%s.ko.new", j->ret->name);
	err = file_copy(j->ret->path, tmp);
	if (!err && rename(tmp, to) < 0)
		err = file_error(errno, "write", to);
	if (err)
		file_remove(tmp);
	return err;
}

static struct sys_error *find_or_make(struct job *j, double start)
{
	_cleanup_(cleanup_cache) struct cache *c = NULL;
	_cleanup_free_ char *found = NULL;
	struct sys_error *err;

	err = cache_open(j->cfg->cache_dir, j->cfg->no_cache, &c);
	if (err)
		return err;
	j->cache = c;
	if (j->r->bad && !j->cfg->use_kbuild)
		add_warning(j, j->r->bad, "");
	found = cache_find(c, j->key);
	j->ret->seconds[MODBUILD_LOOKUP] = build_clock() - start;
	err = found ? use_entry(j, found) : make_entry(j, c);
	return err ? err : copy_out(j);
}

struct sys_error *modbuild_module(const struct modbuild_config *cfg,
				  const struct recipe *r,
				  const char *const *units, size_t n_units,
				  const void *blob, size_t blob_n,
				  struct modbuild_result *ret)
{
	struct job j = { .cfg = cfg, .r = r, .units = units,
			 .n_units = n_units, .blob = blob, .blob_n = blob_n,
			 .ret = ret };
	double start = build_clock(), spent = 0;
	struct sys_error *err;

	*ret = (struct modbuild_result){ 0 };
	make_key(cfg, r, units, n_units, blob, blob_n, j.key);
	err = set_name(cfg, j.key, ret);
	if (err)
		return err;
	j.arena = arena_create();
	err = find_or_make(&j, start);
	arena_destroy(j.arena);
	if (err) {
		modbuild_result_deinit(ret);
		return err;
	}
	for (int i = 0; i < MODBUILD_FINISH; i++)
		spent += ret->seconds[i];
	ret->seconds[MODBUILD_FINISH] = build_clock() - start - spent;
	return NULL;
}

void modbuild_result_deinit(struct modbuild_result *res)
{
	if (res->temp)
		file_remove(res->temp);
	free(res->temp);
	free(res->path);
	free(res->warning);
	*res = (struct modbuild_result){ 0 };
}
