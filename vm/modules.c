/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads modules and their dependencies from the modules themselves: an unpacked
 * package has no modules.dep, which is made when a kernel is installed.  Each
 * module has a section .modinfo of strings, one of which is "depends=a,b";
 * modules.order lists the files.
 */
#include "vm/modules.h"

#include <elf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/base.h"
#include "base/tags/target.h"
#include "vm/file.h"
#include "vm/image.h"

#define MODULE_MAX (16u << 20)

struct loader {
	const char *dir;
	struct buf order;	/* modules.order */
	struct guest_modules *out;
};

/* Returns true if @file is the name of the file of module @name[@n].  File names may
 * have "-" where module names have "_". */
static bool same_name(const char *file, const char *name, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if ((file[i] == '-' ? '_' : file[i]) != name[i])
			return false;
	return !strncmp(file + n, ".ko", 3);
}

/* Returns the path of module @name in the lines of @list, "kernel/fs/9p/9p.ko" for "9p",
 * to be freed; NULL if it is not there. */
static char *find_path(const struct buf *list, const char *name)
{
	const char *line = list->p;

	while (*line) {
		const char *end = strchrnul(line, '\n');
		const char *base = memrchr(line, '/', (size_t)(end - line));

		if (base && same_name(base + 1, name, strlen(name)))
			return strndup(line, (size_t)(end - line));
		line = *end ? end + 1 : end;
	}
	return NULL;
}

/* Appends the bytes of the module at @path to @ret: reads the .ko, or unpacks the
 * .ko.xz. */
static struct sys_error *read_module(const struct loader *l, const char *path,
				     struct buf *ret)
{
	_cleanup_free_ char *plain = vm_file_path("%s/%s", l->dir, path);
	_cleanup_free_ char *packed = vm_file_path("%s.xz", plain);
	_cleanup_buf_ struct buf in = BUF_INIT;
	_cleanup_free_ char *out = NULL;
	size_t n = MODULE_MAX;
	struct sys_error *err;

	if (vm_file_exists(plain))
		return vm_file_read(plain, ret);
	err = vm_file_read(packed, &in);
	if (err)
		return err;
	out = xmalloc(n);
	if (!image_unxz(in.p, in.n, out, &n))
		return sys_error(DIAG_IO_ERROR, 0, "'%s' is damaged", packed);
	buf_add(ret, out, n);
	return NULL;
}

/* Returns the section @name inside @b; NULL if there is none or the file is
 * damaged. */
static const char *find_section(const struct buf *b, const char *name,
				size_t *n_ret)
{
	const Elf64_Ehdr *eh = (const void *)b->p;
	const Elf64_Shdr *sh, *names;

	if (b->n < sizeof(*eh) || memcmp(b->p, ELFMAG, SELFMAG) ||
	    eh->e_shoff > b->n || eh->e_shoff % 8 ||
	    eh->e_shnum > (b->n - eh->e_shoff) / sizeof(*sh) ||
	    eh->e_shstrndx >= eh->e_shnum)
		return NULL;
	sh = (const void *)(b->p + eh->e_shoff);
	names = &sh[eh->e_shstrndx];
	for (int i = 0; i < eh->e_shnum; i++) {
		uint64_t at = names->sh_offset + sh[i].sh_name;

		if (at > b->n || b->n - at <= strlen(name) ||
		    strcmp(b->p + at, name))
			continue;
		if (sh[i].sh_offset > b->n ||
		    sh[i].sh_size > b->n - sh[i].sh_offset)
			return NULL;
		*n_ret = sh[i].sh_size;
		return b->p + sh[i].sh_offset;
	}
	return NULL;
}

/* Returns the value "a,b" of "depends=a,b" in the module @b, to be freed; "" if there is
 * none. */
static char *dependencies(const struct buf *b)
{
	static const char key[] = "depends=";
	size_t n = 0;
	const char *p = find_section(b, ".modinfo", &n);
	const char *end = p ? p + n : NULL;

	while (p && p < end) {
		size_t len = strnlen(p, (size_t)(end - p));

		if (len >= sizeof(key) - 1 && !memcmp(p, key, sizeof(key) - 1))
			return strndup(p + sizeof(key) - 1,
				       len - (sizeof(key) - 1));
		p += len + 1;
	}
	return xstrdup("");
}

static bool is_loaded(const struct guest_modules *m, const char *name)
{
	for (size_t i = 0; i < m->list.n; i++)
		if (!strcmp(m->list.at[i].name, name))
			return true;
	return false;
}

/* Adds a module after its dependencies, unless it is built in or was added before.
 * @depth, of dependencies so far, protects against a cycle in damaged files. */
static struct sys_error *load(struct loader *l, const char *name, int depth)
{
	_cleanup_free_ char *path = find_path(&l->order, name), *deps = NULL;
	struct guest_module m = { .bytes = BUF_INIT };
	struct sys_error *err;
	char *rest, *dep;

	if (!path || is_loaded(l->out, name))
		return NULL;
	if (depth > 20)
		return sys_error(DIAG_NO_KERNEL_IMAGE, 0,
				 "the modules in '%s' have circular "
				 "dependencies",
				 l->dir);
	err = read_module(l, path, &m.bytes);
	deps = dependencies(&m.bytes);
	rest = deps;
	while (!err && (dep = strsep(&rest, ",")))
		if (*dep)
			err = load(l, dep, depth + 1);
	if (err) {
		buf_free(&m.bytes);
		return err;
	}
	m.name = xstrdup(name);
	vec_push(&l->out->list, m);
	return NULL;
}

struct sys_error *modules_load(const char *dir, const char *const *wanted,
			       struct guest_modules *ret)
{
	_cleanup_free_ char *order = vm_file_path("%s/modules.order", dir);
	struct loader l = { .dir = dir, .order = BUF_INIT, .out = ret };
	struct sys_error *err = vm_file_read(order, &l.order);

	for (; !err && *wanted; wanted++)
		err = load(&l, *wanted, 0);
	buf_free(&l.order);
	return err;
}

/* Returns true if the list @file in @dir has the module, or cannot be read. */
static bool is_listed(const char *dir, const char *file, const char *name)
{
	_cleanup_free_ char *path = vm_file_path("%s/%s", dir, file);
	_cleanup_buf_ struct buf list = BUF_INIT;
	struct sys_error *err = vm_file_read(path, &list);
	_cleanup_free_ char *found = err ? NULL : find_path(&list, name);
	bool unknown = err;

	sys_error_free(err);
	return unknown || found;
}

bool modules_have(const char *dir, const char *name)
{
	return is_listed(dir, "modules.order", name) ||
	       is_listed(dir, "modules.builtin", name);
}

void modules_free(struct guest_modules *m)
{
	for (size_t i = 0; i < m->list.n; i++) {
		free(m->list.at[i].name);
		buf_free(&m->list.at[i].bytes);
	}
	vec_free(&m->list);
}
