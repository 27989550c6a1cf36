/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lays out a kernel module like a linked file.
 *
 * In the headers of a module's sections all addresses are 0.  Its DWARF has zeros
 * where addresses and offsets belong; relocations tell what to put there.  Here
 * loaded sections get addresses one after the other, and the contents of
 * .debug_* are relocated.  The value to put in is, in the terms of the x86-64 ABI,
 * S + A:
 *
 *	S	address of the relocation's symbol
 *	A	the relocation's addend
 *
 * The bytes that libelf returned are changed.  libdw gets the same bytes from
 * libelf, so it sees the result.
 */
#include "base/error.h"
#include "translator/target/elf/elf_file.h"

#define LARGEST_ALIGN 0x200000

/* ---- addresses ---------------------------------------------------------- */

static struct sys_error *place_section(struct elf_file *e, size_t i,
				       uint64_t *next)
{
	struct elf_section *s = &e->sections.at[i];
	Elf_Scn *scn = elf_getscn(e->elf, i);
	GElf_Shdr h;

	if (!(s->flags & SHF_ALLOC) || !gelf_getshdr(scn, &h))
		return NULL;
	if (h.sh_addralign > LARGEST_ALIGN || s->size > UINT64_MAX / 4 ||
	    *next > UINT64_MAX / 4)
		return elf_file_damaged(e, "section %zu (%s) has size %#llx, "
					"alignment %#llx", i, s->name,
					(unsigned long long)s->size,
					(unsigned long long)h.sh_addralign);
	s->addr = align_up(*next, h.sh_addralign ? h.sh_addralign : 1);
	*next = s->addr + s->size;
	h.sh_addr = s->addr;
	if (!gelf_update_shdr(scn, &h))
		return elf_file_damaged(e, "section %zu: %s", i,
					elf_errmsg(-1));
	return NULL;
}

/* ---- relocations -------------------------------------------------------- */

struct relocator {
	const struct elf_file *e;
	struct elf_table symbols;
	Elf_Data *target;
};

static bool symbol_value(const struct relocator *r, size_t i, uint64_t *ret)
{
	GElf_Sym sym;
	uint32_t section;

	if (!elf_table_get(&r->symbols, i, &sym, &section))
		return false;
	*ret = sym.st_value + r->e->sections.at[section].addr;
	return true;
}

static size_t size_of(uint32_t type)
{
	switch (type) {
	case R_X86_64_64:
	case R_X86_64_DTPOFF64:
		return 8;
	case R_X86_64_32:
	case R_X86_64_32S:
	case R_X86_64_DTPOFF32:
		return 4;
	default:
		return 0;	/* R_X86_64_NONE, and types that no debug section has */
	}
}

static bool apply(const struct relocator *r, const GElf_Rela *rela)
{
	size_t size = size_of((uint32_t)GELF_R_TYPE(rela->r_info));
	unsigned char *p = r->target->d_buf;
	uint64_t value;

	if (!size)
		return true;
	if (rela->r_offset > r->target->d_size ||
	    size > r->target->d_size - rela->r_offset ||
	    !symbol_value(r, GELF_R_SYM(rela->r_info), &value))
		return false;
	value += (uint64_t)rela->r_addend;
	memcpy(p + rela->r_offset, &value, size);
	return true;
}

static bool is_debug(const struct elf_section *s)
{
	return !strncmp(s->name, ".debug_", 7) ||
	       !strncmp(s->name, ".zdebug_", 8);
}

static struct sys_error *relocate(struct elf_file *e,
				  const struct elf_section *s)
{
	const struct elf_section *to = &e->sections.at[s->info];
	struct relocator r = { .e = e };
	struct range all;
	Elf_Data *relocs;
	GElf_Rela rela;

	if (!elf_file_contents(e, to, &all) || !elf_file_contents(e, s, &all))
		return NULL;
	r.target = elf_getdata(elf_getscn(e->elf, s->info), NULL);
	relocs = elf_getdata(elf_getscn(e->elf, elf_file_section_number(e, s)),
			     NULL);
	if (!elf_table_open(e, s->link, &r.symbols))
		return elf_file_damaged(e, "%s has no symbols", s->name);
	for (int i = 0; gelf_getrela(relocs, i, &rela); i++)
		if (!apply(&r, &rela))
			return elf_file_damaged(e, "relocation %d of %s is "
						   "outside its section", i,
						to->name);
	return NULL;
}

/* ---- pointers ----------------------------------------------------------- */

static void add_pointers(const struct relocator *r,
			 const struct elf_section *of, Elf_Data *relocs,
			 elf_pointers *ret)
{
	struct elf_pointer p;
	GElf_Rela rela;

	for (int i = 0; gelf_getrela(relocs, i, &rela); i++) {
		if (GELF_R_TYPE(rela.r_info) != R_X86_64_64 ||
		    !symbol_value(r, GELF_R_SYM(rela.r_info), &p.to))
			continue;
		p.at = of->addr + rela.r_offset;
		p.to += (uint64_t)rela.r_addend;
		vec_push(ret, p);
	}
}

void elf_file_pointers(const struct elf_file *e, const struct elf_section *of,
		       elf_pointers *ret)
{
	size_t number = elf_file_section_number(e, of);
	struct relocator r = { .e = e };
	Elf_Data *relocs;

	for (size_t i = 1; e->is_module && i < e->sections.n; i++) {
		const struct elf_section *s = &e->sections.at[i];

		if (s->type != SHT_RELA || s->info != number)
			continue;
		relocs = elf_getdata(elf_getscn(e->elf, i), NULL);
		if (relocs && relocs->d_type == ELF_T_RELA &&
		    elf_table_open(e, s->link, &r.symbols))
			add_pointers(&r, of, relocs, ret);
	}
}

struct sys_error *elf_lay_out(struct elf_file *e)
{
	uint64_t next = ELF_FIRST_ADDRESS;

	for (size_t i = 1; i < e->sections.n; i++) {
		struct sys_error *err = place_section(e, i, &next);

		if (err)
			return err;
	}
	for (size_t i = 1; i < e->sections.n; i++) {
		const struct elf_section *s = &e->sections.at[i];
		struct sys_error *err;

		if (s->type != SHT_RELA || s->info >= e->sections.n ||
		    !is_debug(&e->sections.at[s->info]))
			continue;
		err = relocate(e, s);
		if (err)
			return err;
	}
	return NULL;
}
