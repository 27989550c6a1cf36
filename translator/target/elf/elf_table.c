/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads symbol tables of files with any number of sections.  A symbol has 16
 * bits for the number of its section, and uses some of the values for other things.
 * A file with more than 65 279 sections (for example one for each function) has a
 * second table beside the one of symbols, with the section numbers that do not fit.
 */
#include "translator/target/elf/elf_file.h"

/* Returns the table of section numbers that belongs to the symbol table in section
 * @number, or NULL. */
static Elf_Data *numbers_of(const struct elf_file *e, size_t number)
{
	for (size_t i = 1; i < e->sections.n; i++)
		if (e->sections.at[i].type == SHT_SYMTAB_SHNDX &&
		    e->sections.at[i].link == number)
			return elf_getdata(elf_getscn(e->elf, i), NULL);
	return NULL;
}

bool elf_table_open(const struct elf_file *e, size_t number,
		    struct elf_table *ret)
{
	ret->n_sections = e->sections.n;
	ret->symbols = elf_getdata(elf_getscn(e->elf, number), NULL);
	ret->numbers = numbers_of(e, number);
	return ret->symbols && ret->symbols->d_type == ELF_T_SYM;
}

bool elf_table_get(const struct elf_table *t, size_t i, GElf_Sym *sym,
		   uint32_t *section)
{
	Elf32_Word number = 0;

	if (i > INT32_MAX || !gelf_getsymshndx(t->symbols, t->numbers, (int)i,
					       sym, &number))
		return false;
	if (sym->st_shndx < SHN_LORESERVE)
		number = sym->st_shndx;
	else if (sym->st_shndx != SHN_XINDEX)
		number = 0;
	*section = number < t->n_sections ? number : 0;
	return true;
}
