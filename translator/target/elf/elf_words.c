/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads the relocations R_X86_64_GLOB_DAT.  Each has a word and the symbol whose address the
 * loader writes there.  Words of R_X86_64_64 are left out: they are variables of the program,
 * which it may change.
 */
#include "translator/target/elf/elf_words.h"

#include <stdlib.h>

#include "base/arena.h"

struct word {
	uint64_t addr, size;	/* of the variable */
	uint64_t word;
};

struct elf_words {
	VEC(struct word);
};

void elf_words_free(struct elf_words *w)
{
	if (!w)
		return;
	vec_free(w);
	free(w);
}

static bool is_variable(const GElf_Sym *sym)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);

	return sym->st_shndx != SHN_UNDEF && sym->st_size &&
	       (type == STT_OBJECT || type == STT_COMMON);
}

static void read_section(const struct elf_file *e, size_t number,
			 struct elf_words *ret)
{
	const struct elf_section *s = &e->sections.at[number];
	struct elf_table symbols;
	uint32_t section;
	Elf_Data *data;
	GElf_Rela r;
	GElf_Sym sym;

	if (s->type != SHT_RELA || !s->link || s->link >= e->sections.n ||
	    !elf_table_open(e, s->link, &symbols))
		return;
	data = elf_getdata(elf_getscn(e->elf, number), NULL);
	for (int i = 0; data && data->d_type == ELF_T_RELA &&
			gelf_getrela(data, i, &r); i++)
		if (GELF_R_TYPE(r.r_info) == R_X86_64_GLOB_DAT &&
		    elf_table_get(&symbols, GELF_R_SYM(r.r_info), &sym,
				  &section) && is_variable(&sym))
			vec_push(ret, ((struct word){ sym.st_value, sym.st_size,
						      r.r_offset }));
}

static int by_addr(const void *a, const void *b)
{
	const struct word *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->word < y->word ? -1 : x->word > y->word;
}

static struct elf_words *read_words(const struct elf_file *e)
{
	struct elf_words *ret = xcalloc(1, sizeof(*ret));

	if (e->is_64)
		for (size_t i = 1; i < e->sections.n; i++)
			read_section(e, i, ret);
	if (ret->n)
		qsort(ret->at, ret->n, sizeof(*ret->at), by_addr);
	return ret;
}

/* Compares an address with a variable: 0 if it is inside.  Variables do not overlap,
 * but one variable may have several names. */
static int holds(const void *key, const void *element)
{
	const uint64_t *addr = key;
	const struct word *w = element;

	if (*addr < w->addr)
		return -1;
	return *addr - w->addr >= w->size;
}

bool elf_word_of(struct elf_file *e, uint64_t addr, uint64_t *word,
		 uint64_t *distance)
{
	const struct word *found;

	if (!e->words)
		e->words = read_words(e);
	if (!e->words->n)
		return false;
	found = bsearch(&addr, e->words->at, e->words->n, sizeof(*found),
			holds);
	if (!found)
		return false;
	*word = found->word;
	*distance = addr - found->addr;
	return true;
}
