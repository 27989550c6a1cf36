/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads the section .dynamic, which a file has for the loader: its own name, the
 * libraries that it needs.
 */
#include "translator/target/elf/elf_file.h"

const char *elf_file_dynamic(const struct elf_file *e, int64_t tag, int *at)
{
	const struct elf_section *s = elf_file_section(e, ".dynamic");
	Elf_Data *data;
	GElf_Dyn dyn;

	if (!s || s->type != SHT_DYNAMIC)
		return NULL;
	data = elf_getdata(elf_getscn(e->elf, elf_file_section_number(e, s)),
			   NULL);
	while (data && gelf_getdyn(data, (*at)++, &dyn) && dyn.d_tag != DT_NULL)
		if (dyn.d_tag == tag)
			return elf_strptr(e->elf, s->link, dyn.d_un.d_val);
	return NULL;
}

const char *elf_file_soname(const struct elf_file *e)
{
	int at = 0;

	return elf_file_dynamic(e, DT_SONAME, &at);
}
