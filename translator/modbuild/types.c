/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Compiles headers for their types.  Headers of programs may change at any time.
 * So they are preprocessed at each use, and the result's hash is the key in the cache.
 * Headers of a kernel belong to its recipe, so its id and their names are the key.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/shortage.h"
#include "base/tags/probe.h"
#include "translator/modbuild/cache.h"
#include "translator/modbuild/embed.h"
#include "translator/modbuild/files.h"

#define UNIT "types.c"
#define OBJECT "types.o"

/* One compilation. */
struct job {
	const struct modbuild_config *cfg;
	struct arena *arena;
	struct recipe *recipe;		/* NULL for headers of programs */
	const char *names;		/* "<linux/fs.h><linux/mm.h>" */
	struct buf text;		/* of the unit */
	char key[65];
};

/* ---- names -------------------------------------------------------------- */

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("_-+./", c));
}

/* The directory of programs' headers.  A file in it may have any name. */
#define HEADERS "/usr/include/"

/* Returns true if the name can be that of a header: it is relative, or in HEADERS,
 * or ends in ".h".  Other files are refused, because the compiler's errors show text
 * of the file. */
static bool is_header(const char *name, size_t n)
{
	return *name != '/' || !strncmp(name, HEADERS, strlen(HEADERS)) ||
	       (n > 2 && !memcmp(name + n - 2, ".h", 2));
}

/*
 * Returns the length of "<name.h>" at @p, or 0 if there is no valid name.  A name
 * with ".." is not valid, so that a relative name cannot leave the directories of
 * headers.
 */
static size_t one_name(const char *p)
{
	size_t n = 1;

	if (*p != '<')
		return 0;
	for (; is_name_char(p[n]); n++)
		if (p[n] == '.' && p[n + 1] == '.')
			return 0;
	return n > 1 && p[n] == '>' && is_header(p + 1, n - 1) ? n + 1 : 0;
}

/* Returns false if "<name>" at @name, of @n bytes, is an absolute path but not a regular
 * file.  That could be a device, or a pipe without a writer. */
static bool is_file(struct arena *a, const char *name, size_t n)
{
	const char *path = arena_strndup(a, name + 1, n - 2);
	struct stat st;

	return *path != '/' || (!stat(path, &st) && S_ISREG(st.st_mode));
}

static struct sys_error *check_names(struct arena *a, const char *names)
{
	const char *p = names;
	size_t n;

	for (; (n = one_name(p)); p += n)
		if (!is_file(a, p, n))
			return sys_error(DIAG_NO_TARGET_VARIABLE, 0,
					 "'%.*s' is not a file", (int)n - 2,
					 p + 1);
	if (*names && !*p)
		return NULL;
	return sys_error_hint(sys_error(DIAG_NO_TARGET_VARIABLE, 0,
					"'%s' is not a valid list of headers",
					names),
			      "write it like this: \"<stdio.h>\", "
			      "\"kernel<linux/fs.h><linux/mm.h>\"");
}

static void put_includes(struct buf *out, const char *names)
{
	for (size_t n; (n = one_name(names)); names += n)
		buf_printf(out, "#include %.*s\n", (int)n, names);
}

/* ---- compiling ---------------------------------------------------------- */

/* Makes a sys_error of the compiler's first error line, without the unit's
 * location. */
static struct sys_error *refused(struct job *j, const char *log)
{
	const char *p = strstr(log, "error: ");
	const char *line = p;

	if (!p)
		return sys_error(DIAG_NO_TARGET_VARIABLE, 0,
				 "cannot compile the headers %s: %s",
				 j->names, log);
	while (line > log && line[-1] != '\n')
		line--;
	if (!strncmp(line, UNIT, strlen(UNIT)))
		line = p + strlen("error: ");
	return sys_error(DIAG_NO_TARGET_VARIABLE, 0,
			 "cannot compile the headers %s: %.*s", j->names,
			 (int)strcspn(line, "\n"), line);
}

static struct sys_error *run(struct job *j, struct args *args,
			     const char *dir, struct buf *log)
{
	int status;
	struct sys_error *err = args_run(args, dir, log, &status);

	if (err || !status)
		return err;
	err = shortage_in(log->p, dir);
	return err ? err : refused(j, log->p);
}

static void add_compiler(struct job *j, struct args *cc)
{
	if (j->recipe) {
		embed_add_cc(j->recipe, j->recipe->dir, 0, cc);
	} else {
		args_add(cc, "cc");
		args_add(cc, "-std=gnu11");
		args_add(cc, "-D_GNU_SOURCE");
		args_add(cc, "-w");
	}
}

static struct sys_error *compile(struct job *j, const char *dir)
{
	_cleanup_free_ char *path = file_path(dir, UNIT);
	_cleanup_buf_ struct buf log = BUF_INIT;
	struct args cc = ARGS_INIT(j->arena);
	struct sys_error *err = file_write(path, j->text.p, j->text.n);

	if (err)
		return err;
	add_compiler(j, &cc);
	args_add(&cc, "-g");
	args_add(&cc, "-fno-eliminate-unused-debug-types");
	args_add(&cc, "-c");
	args_add(&cc, UNIT);
	args_add(&cc, "-o");
	args_add(&cc, OBJECT);
	return run(j, &cc, dir, &log);
}

/* Replaces the text of the unit by its preprocessed text, which contains the headers
 * as they are now. */
static struct sys_error *preprocess(struct job *j)
{
	_cleanup_free_ char *dir = NULL, *path = NULL;
	_cleanup_buf_ struct buf log = BUF_INIT;
	struct args cc = ARGS_INIT(j->arena);
	struct sys_error *err = file_temp_dir(&dir);

	if (err)
		return err;
	path = file_path(dir, UNIT);
	err = file_write(path, j->text.p, j->text.n);
	add_compiler(j, &cc);
	args_add(&cc, "-E");
	args_add(&cc, UNIT);
	if (!err)
		err = run(j, &cc, dir, &log);
	file_remove(dir);
	if (err)
		return err;
	buf_reset(&j->text);
	buf_add(&j->text, log.p, log.n);
	return NULL;
}

/* ---- the unit and its key ----------------------------------------------- */

static struct sys_error *prepare(struct job *j, bool of_kernel)
{
	struct sys_error *err;

	if (!of_kernel) {
		put_includes(&j->text, j->names);
		return preprocess(j);
	}
	err = modbuild_prime(j->cfg, &j->recipe);
	if (!err && !j->recipe->dir)
		err = sys_error(DIAG_NO_TARGET_VARIABLE, 0,
				"kernel headers need the stored build recipe "
				"of the kernel, which --kbuild does not use");
	if (err)
		return err;
	embed_kernel_includes(j->recipe, &j->text);
	put_includes(&j->text, j->names);
	return NULL;
}

static void make_key(struct job *j)
{
	unsigned char digest[32];
	struct sha256 s;

	sha256_init(&s);
	sha256_add(&s, "types", 5);
	if (j->recipe)
		sha256_add(&s, j->recipe->id, sizeof(j->recipe->id));
	sha256_add(&s, j->text.p, j->text.n);
	sha256_end(&s, digest);
	sha256_hex(digest, j->key);
}

/* ---- the entry ---------------------------------------------------------- */

static struct sys_error *fill(struct job *j, struct cache_entry *e,
			      char **dir_ret, bool *temp_ret)
{
	struct sys_error *err = compile(j, cache_entry_dir(e));

	*temp_ret = cache_entry_is_temp(e);
	if (!err)
		return cache_commit(e, dir_ret);
	cache_abort(e);
	return err;
}

static struct sys_error *get(struct job *j, struct modbuild_types *ret)
{
	_cleanup_free_ char *dir = NULL;
	struct cache_entry *e = NULL;
	struct cache *c;
	struct sys_error *err;
	bool temp = false;

	err = cache_open(j->cfg->cache_dir, j->cfg->no_cache, &c);
	if (err)
		return err;
	dir = cache_find(c, j->key);
	if (!dir)
		err = cache_begin(c, j->key, &e, &dir);
	if (!err && e)
		err = fill(j, e, &dir, &temp);
	cache_close(c);
	if (err)
		return err;
	ret->path = file_path(dir, OBJECT);
	ret->temp = temp ? return_ptr(dir) : NULL;
	return NULL;
}

struct sys_error *modbuild_types(const struct modbuild_config *cfg,
				 const char *text, struct modbuild_types *ret)
{
	bool of_kernel = !strncmp(text, "kernel<", 7);
	struct job j = {
		.cfg = cfg, .arena = arena_create(), .text = BUF_INIT,
		.names = of_kernel ? text + 6 : text,
	};
	struct sys_error *err = check_names(j.arena, j.names);

	*ret = (struct modbuild_types){ 0 };
	if (!err)
		err = prepare(&j, of_kernel);
	if (!err) {
		make_key(&j);
		err = get(&j, ret);
	}
	modbuild_recipe_destroy(j.recipe);
	buf_free(&j.text);
	arena_destroy(j.arena);
	return err;
}

void modbuild_types_deinit(struct modbuild_types *t)
{
	if (t->temp)
		file_remove(t->temp);
	free(t->temp);
	free(t->path);
	*t = (struct modbuild_types){ 0 };
}
