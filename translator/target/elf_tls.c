/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/target/elf_tls.h"

static const GElf_Phdr *block_of(const struct elf_file *e)
{
	for (size_t i = 0; i < e->segments.n; i++)
		if (e->segments.at[i].p_type == PT_TLS)
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

/* Old linkers do not mark programs, and the C library can be run, too. */
static bool is_library(const struct elf_file *e)
{
	return e->head.e_type == ET_DYN && !(flags_of(e) & DF_1_PIE) &&
	       (elf_file_soname(e) || !elf_file_interp(e));
}

/* ---- words of a library ------------------------------------------------- */

static bool symbol_of(const struct elf_file *e, const struct elf_section *s,
		      size_t i, GElf_Sym *ret)
{
	Elf_Data *data = s->link < e->sections.n && i <= INT32_MAX
		? elf_getdata(elf_getscn(e->elf, s->link), NULL) : NULL;

	return data && data->d_type == ELF_T_SYM &&
	       gelf_getsym(data, (int)i, ret);
}

/* A word for something of its own; the loader resolves others elsewhere. */
static bool take(const struct elf_file *e, const struct elf_section *s,
		 const GElf_Rela *r, struct elf_tls *ret)
{
	GElf_Sym sym = { 0 };
	size_t i = GELF_R_SYM(r->r_info);
	uint64_t type = GELF_R_TYPE(r->r_info);

	if (type != R_X86_64_DTPMOD64 && type != R_X86_64_TPOFF64)
		return false;
	if (i && (!symbol_of(e, s, i, &sym) || sym.st_shndx == SHN_UNDEF ||
		  GELF_ST_TYPE(sym.st_info) != STT_TLS))
		return false;
	ret->word = r->r_offset;
	if (type == R_X86_64_DTPMOD64) {
		ret->kind = ELF_TLS_NUMBER;
	} else {
		ret->kind = ELF_TLS_DISTANCE;
		ret->offset = -(int64_t)(sym.st_value + (uint64_t)r->r_addend);
	}
	return true;
}

static struct elf_tls of_library(const struct elf_file *e)
{
	struct elf_tls ret = { ELF_TLS_NONE };

	for (size_t i = 1; i < e->sections.n; i++) {
		const struct elf_section *s = &e->sections.at[i];
		Elf_Data *data;
		GElf_Rela r;

		if (s->type != SHT_RELA)
			continue;
		data = elf_getdata(elf_getscn(e->elf, i), NULL);
		for (int k = 0; data && data->d_type == ELF_T_RELA &&
				gelf_getrela(data, k, &r); k++)
			if (take(e, s, &r, &ret))
				return ret;
	}
	return ret;
}

/* ---- the door ----------------------------------------------------------- */

struct elf_tls elf_tls(const struct elf_file *e)
{
	const GElf_Phdr *block = block_of(e);
	uint64_t align, size;

	if (!block || !e->is_64)
		return (struct elf_tls){ ELF_TLS_NONE };
	if (is_library(e))
		return of_library(e);
	align = block->p_align ? block->p_align : 1;
	size = (block->p_memsz + align - 1) / align * align;
	return (struct elf_tls){ .kind = ELF_TLS_FIXED,
				 .offset = -(int64_t)size };
}
