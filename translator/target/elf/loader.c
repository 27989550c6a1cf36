/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/target/elf/loader.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "translator/target/elf/elf_symbols.h"
#include "translator/target/elf/libraries.h"

#define LOADER "ld-linux-x86-64.so.2"
#define C_LIBRARY "libc.so.6"
#define R_MAP 8			/* offset of r_map in struct r_debug */

/* Returns the path of the library called @name, or NULL.  @all: the libraries that
 * the program is linked with; if it is not among them, it is searched on this host. */
static const char *file_called(struct arena *a, const library_vec *all,
			       const char *name)
{
	for (size_t i = 0; i < all->n; i++)
		if (!strcmp(all->at[i].name, name))
			return all->at[i].path;
	return library_find(a, name);
}

static bool find_symbol(struct elf_file *e, const char *name, uint64_t *ret)
{
	size_t first;

	if (!elf_symbols_named(e, name, &first))
		return false;
	*ret = elf_symbols(e, &(size_t){ 0 })[first].addr;
	return true;
}

static struct elf_file *open_file(const char *path)
{
	struct elf_file *ret = NULL;

	if (path)
		sys_error_free(elf_file_open(path, &ret));
	return ret;
}

static bool find_list(const char *path, uint64_t *ret)
{
	struct elf_file *e = open_file(path);
	bool ok = e && find_symbol(e, "_r_debug", ret);

	*ret += R_MAP;
	elf_file_close(e);
	return ok;
}

/* Finds how far into an entry the library's number is, in bytes; false: @path lacks the
 * symbol.  At the symbol are three words of 32 bits: bits of the field, number of fields,
 * offset. */
static bool find_number(const char *path, int64_t *ret)
{
	struct elf_file *e = open_file(path);
	const unsigned char *p = NULL;
	uint64_t addr;

	if (e && find_symbol(e, "_thread_db_link_map_l_tls_modid", &addr))
		p = elf_file_at(e, addr, 12);
	if (p)
		*ret = get_u32(p + 8);
	elf_file_close(e);
	return p != NULL;
}

bool loader_of(struct arena *a, const char *path, struct loader *ret)
{
	library_vec all = { 0 };

	libraries_of(a, path, &all);
	ret->path = file_called(a, &all, LOADER);
	return find_list(ret->path, &ret->list) &&
	       find_number(file_called(a, &all, C_LIBRARY), &ret->number);
}
