/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "translator/target/elf/elf_tls.h"

static const GElf_Phdr *segment_of(const struct elf_file *e, uint32_t type)
{
	for (size_t i = 0; i < e->segments.n; i++)
		if (e->segments.at[i].p_type == type)
			return &e->segments.at[i];
	return NULL;
}

static uint64_t flags_of(const struct elf_file *e)
{
	const struct elf_section *s = elf_file_section(e, ".dynamic");
	Elf_Data *data = NULL;
	GElf_Dyn dyn;

	if (s && s->type == SHT_DYNAMIC)
		data = elf_getdata(elf_getscn(e->elf,
					      elf_file_section_number(e, s)),
				   NULL);
	for (int i = 0; data && gelf_getdyn(data, i, &dyn); i++)
		if (dyn.d_tag == DT_FLAGS_1)
			return dyn.d_un.d_val;
	return 0;
}

/* Returns true for a library.  DF_1_PIE marks a position-independent program.  One from an
 * old linker lacks the mark, but names its loader.  The C library names a loader, too,
 * because it can be run, but it has a DT_SONAME. */
static bool is_library(const struct elf_file *e)
{
	return e->head.e_type == ET_DYN && !(flags_of(e) & DF_1_PIE) &&
	       (elf_file_soname(e) || !elf_file_interp(e));
}

/* ---- the loader's words -------------------------------------------------- */

/** The search for the word that leads to a block or a variable. */
struct sought {
	const struct elf_file *e;
	const char *other;	/* a variable of another file; NULL: the block of @e */
	struct elf_tls found;
};

static const char *name_of(const struct elf_file *e, size_t table,
			   const GElf_Sym *sym)
{
	return elf_strptr(e->elf, e->sections.at[table].link, sym->st_name);
}

/* Returns true if a relocation with symbol @i (0: none) of the symbol table in section
 * @table is about what is sought.  *@value: the symbol's offset in the block of @s->e,
 * without the addend; 0 for a variable of another file. */
static bool is_about(const struct sought *s, size_t table, size_t i,
		     uint64_t *value)
{
	struct elf_table t;
	GElf_Sym sym;
	const char *name;
	uint32_t section;

	*value = 0;
	if (!i)
		return !s->other;
	if (!table || table >= s->e->sections.n ||
	    !elf_table_open(s->e, table, &t) ||
	    !elf_table_get(&t, i, &sym, &section))
		return false;
	if (!s->other) {
		*value = sym.st_value;
		return sym.st_shndx != SHN_UNDEF &&
		       GELF_ST_TYPE(sym.st_info) == STT_TLS;
	}
	name = name_of(s->e, table, &sym);
	return sym.st_shndx == SHN_UNDEF && name && !strcmp(name, s->other);
}

/* Returns true if the word at @addr is read-only once the loader has written it. */
static bool is_constant(const struct elf_file *e, uint64_t addr)
{
	const GElf_Phdr *p = segment_of(e, PT_GNU_RELRO);

	return p && addr >= p->p_vaddr && addr - p->p_vaddr < p->p_memsz;
}

/* Returns the kind that a relocation of @type gives, ELF_TLS_NONE if it does not help.  A
 * number is followed by an offset (PAIR) if the variable is another file's. */
static enum elf_tls_kind kind_of(const struct sought *s, uint64_t type)
{
	switch (type) {
	case R_X86_64_TPOFF64:
		return ELF_TLS_DISTANCE;
	case R_X86_64_DTPMOD64:
		return s->other ? ELF_TLS_PAIR : ELF_TLS_NUMBER;
	case R_X86_64_TLSDESC:
		return ELF_TLS_DESCRIPTOR;
	case R_X86_64_GLOB_DAT:
	case R_X86_64_64:
		return s->other ? ELF_TLS_SHARED : ELF_TLS_NONE;
	default:
		return ELF_TLS_NONE;
	}
}

/* Stores @r in s->found if it is about what is sought; else returns false.  If the word
 * includes the symbol's value and the addend, they are subtracted. */
static bool take(struct sought *s, const struct elf_section *rel,
		 const GElf_Rela *r)
{
	uint64_t type = GELF_R_TYPE(r->r_info), value;
	enum elf_tls_kind kind = kind_of(s, type);

	if (type == R_X86_64_64 && !is_constant(s->e, r->r_offset))
		return false;
	if (!kind || !is_about(s, rel->link, GELF_R_SYM(r->r_info), &value))
		return false;
	s->found = (struct elf_tls){ .kind = kind, .word = r->r_offset };
	if (kind != ELF_TLS_NUMBER && type != R_X86_64_GLOB_DAT)
		s->found.offset = -(int64_t)(value + (uint64_t)r->r_addend);
	return true;
}

static struct elf_tls find(struct sought *s)
{
	for (size_t i = 1; i < s->e->sections.n; i++) {
		const struct elf_section *rel = &s->e->sections.at[i];
		Elf_Data *data;
		GElf_Rela r;

		if (rel->type != SHT_RELA)
			continue;
		data = elf_getdata(elf_getscn(s->e->elf, i), NULL);
		for (int k = 0; data && data->d_type == ELF_T_RELA &&
				gelf_getrela(data, k, &r); k++)
			if (take(s, rel, &r))
				return s->found;
	}
	return s->found;
}

/* ---- the door ----------------------------------------------------------- */

struct elf_tls elf_tls(const struct elf_file *e)
{
	const GElf_Phdr *block = segment_of(e, PT_TLS);
	uint64_t align, size;

	if (!block || !e->is_64)
		return (struct elf_tls){ ELF_TLS_NONE };
	if (is_library(e))
		return find(&(struct sought){ .e = e });
	align = block->p_align ? block->p_align : 1;
	size = (block->p_memsz + align - 1) / align * align;
	return (struct elf_tls){ .kind = ELF_TLS_FIXED,
				 .offset = -(int64_t)size };
}

uint64_t elf_tls_offset(const struct elf_file *e, uint64_t at)
{
	const GElf_Phdr *block = segment_of(e, PT_TLS);

	if (block && at >= block->p_memsz && at >= block->p_vaddr &&
	    at - block->p_vaddr < block->p_memsz)
		return at - block->p_vaddr;
	return at;
}

struct elf_tls elf_tls_of_other(const struct elf_file *e, const char *name)
{
	return find(&(struct sought){ .e = e, .other = name });
}
