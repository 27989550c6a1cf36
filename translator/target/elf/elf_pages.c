/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Gives pages of debug information back to the kernel, because a pattern over all
 * functions reads all debug information.  The pages are those of the file, which the
 * kernel keeps in its cache, so mapping them again is cheap.
 *
 * Only unchanged pages may be released: a module's sections are relocated in
 * place, and libelf writes into headers of what it decompresses.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "translator/target/elf/elf_file.h"

static bool is_as_in_file(const struct elf_section *s)
{
	return !strncmp(s->name, ".debug_", 7) && s->type != SHT_NOBITS &&
	       !(s->flags & SHF_COMPRESSED);
}

/* Gives back the pages that hold bytes of section @s only.  @file: the mapping, of
 * @size bytes. */
static void drop(char *file, size_t size, const struct elf_section *s)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t first, end;

	if (s->offset > size || s->size > size - s->offset)
		return;
	first = (s->offset + page - 1) / page * page;
	end = (s->offset + s->size) / page * page;
	if (first < end)
		madvise(file + first, end - first, MADV_DONTNEED);
}

void elf_file_drop_pages(const struct elf_file *e)
{
	size_t size, page = (size_t)sysconf(_SC_PAGESIZE);
	char *file;

	if (e->fd < 0 || e->is_module)
		return;
	file = elf_rawfile(e->elf, &size);
	if (!file || (uintptr_t)file % page)
		return;
	for (size_t i = 0; i < e->sections.n; i++)
		if (is_as_in_file(&e->sections.at[i]))
			drop(file, size, &e->sections.at[i]);
}

size_t elf_file_mapped_pages(void)
{
	_cleanup_fclose_ FILE *f = fopen("/proc/self/statm", "re");
	size_t all, resident, mapped;

	if (!f || fscanf(f, "%zu %zu %zu", &all, &resident, &mapped) != 3)
		return 0;
	return mapped * (size_t)sysconf(_SC_PAGESIZE);
}
