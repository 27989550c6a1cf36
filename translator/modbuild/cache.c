/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Keeps entries in the cache directory.  A directory KEY (64 hex digits) is an entry;
 * tmp.XXXXXX is one that is being made or that a crash has left.  The builder of an
 * entry holds a lock on the file lock.NN, where NN is the first two digits of the key.
 * If the entry is a part of another one, the file is part.NN.  Lock files are never
 * removed: otherwise two builders could hold locks on two files of the same name.
 */
#include "translator/modbuild/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/base.h"
#include "base/vec.h"
#include "translator/modbuild/files.h"

#define MANIFEST "manifest"
#define FIRST_LINE "tapster-cache 1 "
#define KEY_LEN 64
/* A directory tmp.XXXXXX of this age was left by a crash, and is removed. */
#define STALE_SECONDS (24 * 60 * 60)

struct cache {
	char *dir;		/* NULL: keep nothing */
	char *warning;
	unsigned tag;
};

struct cache_entry {
	char *key;
	char *tmp;		/* the directory in which it is made */
	char *final;		/* its directory later; NULL: it stays in tmp */
	char *cache_dir;
	int lock;		/* descriptor of the lock file; -1: none */
};

/* ---- opening */

static void set_warning(struct cache *c, const struct sys_error *err)
{
	free(c->warning);
	c->warning = xstrdup(err->text);
	c->tag = err->tag;
}

static struct sys_error *no_home(void)
{
	const char *home = getenv("HOME");

	return sys_error(DIAG_IO_ERROR, 0,
			 "HOME is not %s, so there is no cache directory",
			 home && *home ? "an absolute path" : "set");
}

/* Finds the first of the usual directories, see cache.h, that can be used. */
static struct sys_error *open_usual(char **ret)
{
	_cleanup_free_ char *mine = cache_dir_of_user();
	const char *dirs[2] = {
		geteuid() == 0 ? "/var/cache/tapster" : NULL, mine,
	};
	struct sys_error *err = NULL;

	for (int i = 0; i < 2; i++) {
		if (!dirs[i])
			continue;
		sys_error_free(err);
		err = cache_dir_check(dirs[i], false, ret);
		if (!err)
			return NULL;
	}
	return err ? err : no_home();
}

struct sys_error *cache_open(const char *explicit_dir, bool off,
			     struct cache **ret)
{
	const char *env = getenv("TAPSTER_CACHE_DIR");
	struct cache *c = xcalloc(1, sizeof(*c));
	struct sys_error *err = NULL;

	if (!explicit_dir && env && *env)
		explicit_dir = env;
	if (explicit_dir && !*explicit_dir)
		explicit_dir = NULL;
	if (!off && explicit_dir)
		err = cache_dir_check(explicit_dir, true, &c->dir);
	if (err) {
		cache_close(c);
		return err->hint ? err
				 : sys_error_hint(err, "TAPSTER_CACHE_DIR=DIR "
						  "sets another cache directory");
	}
	if (!off && !explicit_dir)
		err = open_usual(&c->dir);
	if (err)
		set_warning(c, err);
	sys_error_free(err);
	*ret = c;
	return NULL;
}

void cache_close(struct cache *c)
{
	if (!c)
		return;
	free(c->dir);
	free(c->warning);
	free(c);
}

const char *cache_warning(const struct cache *c)
{
	return c->warning;
}

unsigned cache_warning_tag(const struct cache *c)
{
	return c->tag;
}

const char *cache_dir(const struct cache *c)
{
	return c->dir;
}

/* ---- manifests */

static struct sys_error *hash_file(const char *path, char hex[65],
				   size_t *size_ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct sys_error *err = file_read(path, &b);
	unsigned char digest[32];
	struct sha256 s;

	if (err)
		return err;
	sha256_init(&s);
	sha256_add(&s, b.p, b.n);
	sha256_end(&s, digest);
	sha256_hex(digest, hex);
	*size_ret = b.n;
	return NULL;
}

struct manifest {
	const char *dir;
	struct buf text;
};

static struct sys_error *list_file(void *data, const char *name)
{
	struct manifest *m = data;
	_cleanup_free_ char *path = file_path(m->dir, "%s", name);
	struct sys_error *err;
	char hex[65];
	size_t size;

	err = hash_file(path, hex, &size);
	if (!err)
		buf_printf(&m->text, "%s %zu %s\n", hex, size, name);
	return err;
}

static struct sys_error *write_manifest(const char *dir, const char *key)
{
	_cleanup_free_ char *path = file_path(dir, MANIFEST);
	struct manifest m = { dir, BUF_INIT };
	struct sys_error *err;

	buf_printf(&m.text, FIRST_LINE "%s\n", key);
	err = file_walk(dir, list_file, &m);
	if (!err)
		err = file_write(path, m.text.p, m.text.n);
	buf_free(&m.text);
	return err;
}

/* Returns true if the file NAME in @dir matches its line `SHA256 SIZE NAME`. */
static bool line_holds(const char *dir, const char *line)
{
	_cleanup_error_ struct sys_error *err = NULL;
	_cleanup_free_ char *path = NULL;
	char hex[65], *end;
	size_t want, have;

	if (strlen(line) < 68 || line[64] != ' ')
		return false;
	want = strtoull(line + 65, &end, 10);
	if (*end != ' ')
		return false;
	path = file_path(dir, "%s", end + 1);
	err = hash_file(path, hex, &have);
	return !err && have == want && !memcmp(hex, line, 64);
}

/* Returns true if the manifest in @dir is that of @key and the files match it.  @only:
 * the name of the only file to compare; NULL: all files. */
static bool check_entry(const char *dir, const char *key, const char *only)
{
	_cleanup_free_ char *path = file_path(dir, MANIFEST);
	_cleanup_buf_ struct buf b = BUF_INIT;
	_cleanup_error_ struct sys_error *err = file_read(path, &b);
	char *rest = b.p, *line;

	if (err || !b.n || b.p[b.n - 1] != '\n')
		return false;
	line = strsep(&rest, "\n");
	if (strncmp(line, FIRST_LINE, strlen(FIRST_LINE)) ||
	    strcmp(line + strlen(FIRST_LINE), key))
		return false;
	while ((line = strsep(&rest, "\n")) && *line) {
		const char *name = strrchr(line, ' ');

		if (only && (!name || strcmp(name + 1, only)))
			continue;
		if (!line_holds(dir, line))
			return false;
	}
	return true;
}

bool cache_is_complete(const char *dir, const char *key)
{
	return check_entry(dir, key, NULL);
}

/* ---- finding */

static bool is_key(const char *s)
{
	return strlen(s) == KEY_LEN &&
	       strspn(s, "0123456789abcdef") == KEY_LEN;
}

char *cache_peek(const struct cache *c, const char *key, const char *name)
{
	_cleanup_free_ char *path = NULL;

	if (!c->dir || !is_key(key))
		return NULL;
	path = file_path(c->dir, "%s", key);
	if (!check_entry(path, key, name))
		return NULL;
	utimensat(AT_FDCWD, path, NULL, 0);
	return return_ptr(path);
}

char *cache_find(const struct cache *c, const char *key)
{
	return cache_peek(c, key, NULL);
}

void cache_forget(const struct cache *c, const char *key)
{
	_cleanup_free_ char *path = NULL;

	if (!c->dir || !is_key(key))
		return;
	path = file_path(c->dir, "%s", key);
	file_remove(path);
}

/* ---- making */

static void entry_free(struct cache_entry *e)
{
	cleanup_close(&e->lock);
	free(e->key);
	free(e->tmp);
	free(e->final);
	free(e->cache_dir);
	free(e);
}

static struct cache_entry *entry_create(const char *key)
{
	struct cache_entry *e = xcalloc(1, sizeof(*e));

	e->key = xstrdup(key);
	e->lock = -1;
	return e;
}

static struct sys_error *take_lock(struct cache_entry *e, const char *family)
{
	_cleanup_free_ char *path = file_path(e->cache_dir, "%s.%.2s", family,
					      e->key);

	e->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (e->lock < 0)
		return file_error(errno, "write", path);
	while (flock(e->lock, LOCK_EX) < 0)
		if (errno != EINTR)
			return file_error(errno, "lock", path);
	return NULL;
}

static struct sys_error *make_tmp(struct cache_entry *e)
{
	e->tmp = file_path(e->cache_dir, "tmp.XXXXXX");
	if (mkdtemp(e->tmp))
		return NULL;
	free(e->tmp);
	e->tmp = NULL;
	return file_error(errno, "make a directory in", e->cache_dir);
}

struct sys_error *cache_begin_temp(const char *key, struct cache_entry **ret)
{
	struct cache_entry *e = entry_create(key);
	struct sys_error *err = file_temp_dir(&e->tmp);

	if (err)
		entry_free(e);
	else
		*ret = e;
	return err;
}

static struct sys_error *begin(struct cache *c, const char *key,
			       const char *family, struct cache_entry **ret,
			       char **found_ret)
{
	struct cache_entry *e;
	struct sys_error *err;

	*found_ret = NULL;
	*ret = NULL;
	if (!c->dir)
		return cache_begin_temp(key, ret);
	e = entry_create(key);
	e->cache_dir = xstrdup(c->dir);
	e->final = file_path(c->dir, "%s", key);
	err = take_lock(e, family);
	if (!err)
		*found_ret = cache_find(c, key);
	if (!err && !*found_ret)
		err = make_tmp(e);
	if (!err && !*found_ret) {
		*ret = e;
		return NULL;
	}
	entry_free(e);
	if (!err)
		return NULL;
	set_warning(c, err);
	sys_error_free(err);
	return cache_begin_temp(key, ret);
}

struct sys_error *cache_begin(struct cache *c, const char *key,
			      struct cache_entry **ret, char **found_ret)
{
	return begin(c, key, "lock", ret, found_ret);
}

struct sys_error *cache_begin_part(struct cache *c, const char *key,
				   struct cache_entry **ret, char **found_ret)
{
	return begin(c, key, "part", ret, found_ret);
}

const char *cache_entry_dir(const struct cache_entry *e)
{
	return e->tmp;
}

bool cache_entry_is_temp(const struct cache_entry *e)
{
	return !e->final;
}

void cache_abort(struct cache_entry *e)
{
	if (!e)
		return;
	file_remove(e->tmp);
	entry_free(e);
}

char *cache_keep(struct cache_entry *e)
{
	char *path = return_ptr(e->tmp);

	entry_free(e);
	return path;
}

/* Renames the entry's directory to its final path.  An incomplete entry there, which
 * check_entry() has refused, is removed first. */
static struct sys_error *install(struct cache_entry *e)
{
	file_remove(e->final);
	if (rename(e->tmp, e->final) < 0)
		return file_error(errno, "write", e->final);
	return NULL;
}

struct sys_error *cache_commit(struct cache_entry *e, char **ret)
{
	struct sys_error *err = NULL;

	if (!e->final) {
		*ret = return_ptr(e->tmp);
		entry_free(e);
		return NULL;
	}
	err = write_manifest(e->tmp, e->key);
	if (!err)
		err = install(e);
	if (err) {
		cache_abort(e);
		return err;
	}
	*ret = return_ptr(e->final);
	/* cache_trim() looks at each file, which is slow: done for one key in
	 * sixteen */
	if (e->key[KEY_LEN - 1] == '0')
		cache_trim(e->cache_dir, CACHE_LIMIT);
	entry_free(e);
	return NULL;
}

/* ---- removing old entries */

struct candidate {
	char *path;
	time_t used;
	size_t size;
};

struct measured {
	const char *dir;
	size_t size;
};

static struct sys_error *add_size(void *data, const char *name)
{
	struct measured *m = data;
	_cleanup_free_ char *path = file_path(m->dir, "%s", name);
	struct stat st;

	if (lstat(path, &st) == 0)
		m->size += (size_t)st.st_blocks * 512;
	return NULL;
}

static int by_use(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	return (x->used > y->used) - (x->used < y->used);
}

static bool is_stale(const char *name, const struct stat *st)
{
	return !strncmp(name, "tmp.", 4) &&
	       st->st_mtime < time(NULL) - STALE_SECONDS;
}

static bool measure(const char *dir, const char *name, struct candidate *ret)
{
	_cleanup_free_ char *path = file_path(dir, "%s", name);
	struct measured m = { path, 0 };
	struct stat st;

	if (lstat(path, &st) < 0 || !S_ISDIR(st.st_mode))
		return false;
	if (is_stale(name, &st))
		file_remove(path);
	if (!is_key(name))
		return false;
	sys_error_free(file_walk(path, add_size, &m));
	ret->size = m.size;
	ret->used = st.st_mtime;
	ret->path = return_ptr(path);
	return true;
}

void cache_trim(const char *dir, size_t limit)
{
	VEC(struct candidate) all = { 0 };
	struct candidate one;
	struct dirent *e;
	size_t total = 0;
	DIR *d = opendir(dir);

	if (!d)
		return;
	while ((e = readdir(d))) {
		if (!measure(dir, e->d_name, &one))
			continue;
		vec_push(&all, one);
		total += one.size;
	}
	closedir(d);
	if (all.n)
		qsort(all.at, all.n, sizeof(*all.at), by_use);
	for (size_t i = 0; i < all.n; i++) {
		if (total > limit) {
			file_remove(all.at[i].path);
			total -= all.at[i].size;
		}
		free(all.at[i].path);
	}
	vec_free(&all);
}
