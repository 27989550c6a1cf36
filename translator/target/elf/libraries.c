/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/target/elf/libraries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "translator/target/elf/elf_file.h"
#include "translator/target/elf/foreign_root.h"

#define MAX_LIBRARIES 1000	/* of one program */
#define MAX_CACHE (64u << 20)	/* bytes of the loader's cache */

struct finder {
	struct arena *arena;
	struct buf cache;	/* /etc/ld.so.cache */
	library_vec *found;	/* the result */
	const char *root;	/* the program's; NULL: that of this process */
};

/* ---- the loader's cache ------------------------------------------------- */

/*
 * The format of the cache since glibc 2.32: a header of 48 bytes (magic, version, number of
 * entries), entries of 24 bytes (flags, offset of the name and of the path from the start of
 * the file, and more), the names and paths.
 * Caches with two formats in one file, which older tools wrote, are not understood.
 */
#define CACHE_MAGIC "glibc-ld.so.cache1.1"
#define CACHE_HEAD 48
#define CACHE_ENTRY 24
#define CACHE_X86_64 0x0303	/* ELF, of glibc, 64 bits */

/* Reads the first entry for x86-64 from number *@i on, and moves *@i past it; false:
 * there are no more. */
static bool next_cached(const struct finder *f, uint32_t *i,
			struct library *ret)
{
	struct range all = { (const unsigned char *)f->cache.p,
			     f->cache.n }, head, e;

	if (!range_cut(all, 0, CACHE_HEAD, &head) ||
	    memcmp(head.p, CACHE_MAGIC, strlen(CACHE_MAGIC)))
		return false;
	while (*i < get_u32(head.p + 20) &&
	       range_cut(all, CACHE_HEAD + (uint64_t)(*i)++ * CACHE_ENTRY,
			 CACHE_ENTRY, &e)) {
		ret->name = range_string(all, get_u32(e.p + 4));
		ret->path = range_string(all, get_u32(e.p + 8));
		if (get_u32(e.p) == CACHE_X86_64 && ret->name && ret->path)
			return true;
	}
	return false;
}

static const char *in_cache(const struct finder *f, const char *name)
{
	struct library l;
	uint32_t i = 0;

	while (next_cached(f, &i, &l))
		if (!strcmp(l.name, name))
			return l.path;
	return NULL;
}

/* ---- directories -------------------------------------------------------- */

static bool is_file(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

/* Returns the path of the regular file @path in the program's root, or NULL.  A path
 * made from $ORIGIN already begins with the root. */
static const char *file_inside(const struct finder *f, const char *path)
{
	size_t n = strlen(f->root);
	const char *ret;

	if (!strncmp(path, f->root, n) && path[n] == '/')
		path += n;
	ret = inside_find(f->arena, f->root, path);
	return ret && is_file(ret) ? ret : NULL;
}

static const char *real_file(const struct finder *f, const char *path)
{
	_cleanup_free_ char *real = NULL;

	if (f->root)
		return file_inside(f, path);
	real = realpath(path, NULL);
	return real && is_file(real) ? arena_strdup(f->arena, real) : NULL;
}

/* Returns @dir, such as "$ORIGIN/../lib", with the first $ORIGIN replaced by the
 * directory of the program or library at @path. */
static const char *with_origin(struct arena *a, const char *dir,
			       const char *path)
{
	static const char *const words[] = { "$ORIGIN", "${ORIGIN}" };
	const char *slash = strrchr(path, '/');

	for (size_t i = 0; slash && i < 2; i++) {
		const char *at = strstr(dir, words[i]);

		if (at)
			return arena_printf(a, "%.*s%.*s%s", (int)(at - dir),
					    dir, (int)(slash - path), path,
					    at + strlen(words[i]));
	}
	return dir;
}

/* Returns the path of the file @name in the first of the directories @dirs (separated
 * by colons, or NULL) that has it; NULL: none has it.  @object: the program or library
 * whose $ORIGIN is meant; NULL: $ORIGIN has no meaning. */
static const char *in_dirs(const struct finder *f, const char *dirs,
			   const char *object, const char *name)
{
	struct arena *a = f->arena;
	const char *at = dirs, *real, *dir;
	size_t n;

	for (; at && *at; at += n + !!at[n]) {
		n = strcspn(at, ":");
		dir = arena_strndup(a, at, n);
		if (object)
			dir = with_origin(a, dir, object);
		real = real_file(f, arena_printf(a, "%s/%s", n ? dir : ".",
						 name));
		if (real)
			return real;
	}
	return NULL;
}

static const char *first_of(const struct elf_file *e, int64_t tag)
{
	int at = 0;

	return e ? elf_file_dynamic(e, tag, &at) : NULL;
}

/* Returns the path of the library @name, or NULL.  @by: the file that needs it, or
 * NULL. */
static const char *find(const struct finder *f, const struct elf_file *by,
			const char *name)
{
	const char *run = first_of(by, DT_RUNPATH), *ret = NULL;
	const char *own = by ? by->path : NULL;

	if (strchr(name, '/'))
		return real_file(f, name);
	if (!run)
		ret = in_dirs(f, first_of(by, DT_RPATH), own, name);
	if (!ret)
		ret = in_dirs(f, getenv("LD_LIBRARY_PATH"), NULL, name);
	if (!ret)
		ret = in_dirs(f, run, own, name);
	if (!ret && in_cache(f, name))
		ret = real_file(f, in_cache(f, name));
	return ret ? ret : in_dirs(f, "/lib64:/usr/lib64:/lib:/usr/lib", NULL,
				   name);
}

/* ---- what a program needs ----------------------------------------------- */

static void add(struct finder *f, const char *name, const char *path)
{
	for (size_t i = 0; i < f->found->n; i++)
		if (!strcmp(f->found->at[i].path, path))
			return;
	vec_push_in(f->arena, f->found,
		    ((struct library){ arena_strdup(f->arena, name), path }));
}

static void look_into(struct finder *f, const char *path)
{
	const char *name, *at_path;
	struct elf_file *e;
	struct sys_error *err = elf_file_open(path, &e);
	int at = 0;

	if (err) {
		sys_error_free(err);
		return;
	}
	while ((name = elf_file_dynamic(e, DT_NEEDED, &at)) &&
	       f->found->n < MAX_LIBRARIES) {
		at_path = find(f, e, name);
		if (at_path)
			add(f, name, at_path);
	}
	name = elf_file_interp(e);
	at_path = name ? real_file(f, name) : NULL;
	if (at_path)
		add(f, name, at_path);
	elf_file_close(e);
}

static void read_cache(struct finder *f)
{
	const char *path = "/etc/ld.so.cache";
	_cleanup_close_ int fd = -1;
	struct stat st;
	char part[8192];
	ssize_t n;

	if (f->root)
		path = inside_find(f->arena, f->root, path);
	fd = path ? inside_open(path, &st) : -1;
	while (fd >= 0 && f->cache.n < MAX_CACHE &&
	       (n = read(fd, part, sizeof(part))) > 0)
		buf_add(&f->cache, part, (size_t)n);
}

void libraries_of(struct arena *a, const char *path, library_vec *ret)
{
	struct finder f = { .arena = a, .cache = BUF_INIT, .found = ret,
			    .root = inside_root_of(a, path) };

	read_cache(&f);
	look_into(&f, path);
	for (size_t i = 0; i < ret->n; i++)
		look_into(&f, ret->at[i].path);
	buf_free(&f.cache);
}

const char *library_find(struct arena *a, const char *name)
{
	struct finder f = { .arena = a, .cache = BUF_INIT };
	const char *ret;

	read_cache(&f);
	ret = find(&f, NULL, name);
	buf_free(&f.cache);
	return ret;
}

void libraries_known(struct arena *a, library_vec *ret)
{
	struct finder f = { .arena = a, .cache = BUF_INIT, .found = ret };
	struct library l;
	uint32_t i = 0;

	read_cache(&f);
	while (next_cached(&f, &i, &l))
		vec_push_in(a, ret,
			    ((struct library){ arena_strdup(a, l.name),
					       arena_strdup(a, l.path) }));
	buf_free(&f.cache);
}
