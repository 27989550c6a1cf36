/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Builds the index of the tapset, and finds files in it.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <fcntl.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/diag.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/base.h"
#include "translator/library.h"

#define N_KINDS (LIBRARY_ALIAS + 1)

struct library_name {
	VEC(struct library_file *) files;
};

struct library {
	struct arena *arena;
	struct hash *names[N_KINDS];	/* name -> struct library_name */
	VEC(const char *) all[N_KINDS];
	VEC(struct library_file *) macros;
};

struct library *library_create(struct arena *a)
{
	struct library *lib = arena_new(a, struct library);

	lib->arena = a;
	for (int k = 0; k < N_KINDS; k++)
		lib->names[k] = hash_create();
	return lib;
}

void library_destroy(struct library *lib)
{
	for (int k = 0; lib && k < N_KINDS; k++)
		hash_destroy(lib->names[k]);
}

/* ---- skimming files ----------------------------------------------------- */

struct adder {
	struct library *lib;
	struct library_file *file;
};

static void add_name(void *data, enum library_kind kind, const char *name,
		     size_t n)
{
	struct adder *a = data;
	struct arena *arena = a->lib->arena;
	struct library_name *e = hash_find(a->lib->names[kind], name, n);

	if (!e) {
		const char *own = arena_strndup(arena, name, n);

		e = arena_new(arena, struct library_name);
		hash_set(a->lib->names[kind], own, n, e);
		vec_push_in(arena, &a->lib->all[kind], own);
	}
	if (!e->files.n || vec_last(&e->files) != a->file)
		vec_push_in(arena, &e->files, a->file);
}

static struct sys_error *skim_file(struct library *lib, const char *path,
				   enum source_kind kind)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct adder a = { .lib = lib };
	struct stat st;
	void *text;

	if (fd < 0 || fstat(fd, &st))
		return sys_error(DIAG_IO_ERROR, errno, "cannot read '%s'",
				 path);
	if (!S_ISREG(st.st_mode) || !st.st_size)
		return NULL;
	text = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (text == MAP_FAILED)
		return sys_error(DIAG_IO_ERROR, errno, "cannot map '%s'", path);
	a.file = arena_new(lib->arena, struct library_file);
	a.file->path = path;
	a.file->kind = kind;
	library_skim(text, st.st_size, add_name, &a);
	munmap(text, st.st_size);
	return NULL;
}

/* ---- directories -------------------------------------------------------- */

static bool has_suffix(const char *s, const char *suffix)
{
	size_t n = strlen(s), k = strlen(suffix);

	return n > k && !strcmp(s + n - k, suffix);
}

static struct sys_error *add_file(struct library *lib, const char *path,
				  enum source_kind kind)
{
	struct library_file *f;

	if (has_suffix(path, ".stp"))
		return skim_file(lib, path, kind);
	if (!has_suffix(path, ".stpm"))
		return NULL;
	f = arena_new(lib->arena, struct library_file);
	f->path = path;
	f->kind = kind;
	vec_push_in(lib->arena, &lib->macros, f);
	return NULL;
}

static int wanted(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

struct sys_error *library_add_dir(struct library *lib, const char *dir,
				  enum source_kind kind)
{
	struct sys_error *err = NULL;
	struct dirent **list;
	int n = scandir(dir, &list, wanted, alphasort);

	if (n < 0)
		return sys_error(DIAG_IO_ERROR, errno,
				 "cannot read the tapset directory '%s'", dir);
	for (int i = 0; i < n; i++) {
		const char *path = arena_printf(lib->arena, "%s/%s", dir,
						list[i]->d_name);

		if (!err)
			err = add_file(lib, path, kind);
		free(list[i]);
	}
	free(list);
	return err;
}

static bool is_dir(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* Adds DIR/ARCH, then DIR, if they exist. */
static struct sys_error *add_for_arch(struct library *lib, const char *dir,
				      const char *arch, enum source_kind kind)
{
	const char *special = arena_printf(lib->arena, "%s/%s", dir, arch);
	struct sys_error *err = NULL;

	if (is_dir(special))
		err = library_add_dir(lib, special, kind);
	if (!err && is_dir(dir))
		err = library_add_dir(lib, dir, kind);
	return err;
}

/* Shortens a release, step by step: 6.1.0-9-amd64, 6.1.0, 6.1, 6.  Returns
 * false at the end. */
static bool shorten(char *release)
{
	char *dash = strchr(release, '-'), *dot = strrchr(release, '.');

	if (dash)
		*dash = 0;
	else if (dot)
		*dot = 0;
	return dash || dot;
}

struct sys_error *library_add_tree(struct library *lib, const char *dir,
				   const char *release, const char *arch,
				   enum source_kind kind)
{
	static const char *const runtimes[] = { "/linux", "" };
	struct sys_error *err = NULL;

	if (!is_dir(dir))
		return library_add_dir(lib, dir, kind);
	for (int i = 0; i < 2 && !err; i++) {
		char *version = arena_strdup(lib->arena,
					     release ? release : "");
		const char *base = arena_printf(lib->arena, "%s%s", dir,
						runtimes[i]);

		for (bool more = *version; more && !err;
		     more = shorten(version))
			err = add_for_arch(lib, arena_printf(lib->arena,
							     "%s/%s", base,
							     version),
					   arch, kind);
		if (!err)
			err = add_for_arch(lib, base, arch, kind);
	}
	return err;
}

/* ---- looking up --------------------------------------------------------- */

struct library_file *library_next(struct library *lib, enum library_kind kind,
				  const char *name)
{
	struct library_name *e = hash_find_str(lib->names[kind], name);

	for (size_t i = 0; e && i < e->files.n; i++)
		if (!e->files.at[i]->loaded)
			return e->files.at[i];
	return NULL;
}

struct library_file *library_macros(struct library *lib, size_t i)
{
	return i < lib->macros.n ? lib->macros.at[i] : NULL;
}

const char *const *library_names(struct library *lib, enum library_kind kind,
				 size_t *n_ret)
{
	*n_ret = lib->all[kind].n;
	return lib->all[kind].at;
}
