/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the functions that PLT stubs jump to.  A stub jumps to the address in a slot of
 * the global offset table, and a relocation says which function's address goes into that
 * slot.  So the bytes of the stub are searched for its indirect jump:
 *
 *	ff 25 disp32	jmp *disp(%rip)		x86-64
 *	ff 25 addr32	jmp *addr		i386
 *	ff a3 disp32	jmp *disp(%ebx)		i386, %ebx = .got.plt
 *
 * What is before the jump (endbr, bnd) and after it differs with linker and
 * options.  With -z ibtplt, stubs of .plt have no such jump; those of .plt.sec have it.
 */
#include "translator/target/elf/elf_plt.h"

#include <stdlib.h>

#include "base/arena.h"

#define STUB_SIZE 16
#define JUMP_SIZE 6

struct slot {
	uint64_t addr;
	const char *name;
};

struct slots {
	VEC(struct slot);
};

/* ---- slots -------------------------------------------------------------- */

static bool is_slot(const struct elf_file *e, uint32_t type)
{
	return e->is_64 ?
		type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT :
		type == R_386_JMP_SLOT || type == R_386_GLOB_DAT;
}

static const char *symbol_name(struct elf_file *e, const struct elf_section *s,
			       size_t i)
{
	const struct elf_section *symbols;
	const char *name, *version;
	Elf_Data *data;
	GElf_Sym sym;

	if (s->link >= e->sections.n || i > INT32_MAX)
		return NULL;
	symbols = &e->sections.at[s->link];
	data = elf_getdata(elf_getscn(e->elf, s->link), NULL);
	if (!data || data->d_type != ELF_T_SYM ||
	    !gelf_getsym(data, (int)i, &sym))
		return NULL;
	name = elf_strptr(e->elf, symbols->link, sym.st_name);
	version = name ? strchr(name, '@') : NULL;
	return version ? arena_strndup(e->arena, name,
				       (size_t)(version - name)) : name;
}

static void add_slot(struct elf_file *e, const struct elf_section *s,
		     uint64_t addr, uint64_t info, struct slots *ret)
{
	const char *name;

	if (!is_slot(e, (uint32_t)GELF_R_TYPE(info)))
		return;
	name = symbol_name(e, s, GELF_R_SYM(info));
	if (name && *name)
		vec_push(ret, ((struct slot){ addr, name }));
}

static void read_slots(struct elf_file *e, struct slots *ret)
{
	for (size_t i = 1; i < e->sections.n; i++) {
		const struct elf_section *s = &e->sections.at[i];
		Elf_Data *data;
		GElf_Rela rela;
		GElf_Rel rel;

		if (s->type != SHT_RELA && s->type != SHT_REL)
			continue;
		data = elf_getdata(elf_getscn(e->elf, i), NULL);
		for (int k = 0; data && s->type == SHT_RELA &&
		     gelf_getrela(data, k, &rela); k++)
			add_slot(e, s, rela.r_offset, rela.r_info, ret);
		for (int k = 0; data && s->type == SHT_REL &&
		     gelf_getrel(data, k, &rel); k++)
			add_slot(e, s, rel.r_offset, rel.r_info, ret);
	}
}

static int by_addr(const void *a, const void *b)
{
	const struct slot *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static const char *name_of(const struct slots *s, uint64_t addr)
{
	struct slot key = { .addr = addr };
	const struct slot *found = s->n ?
		bsearch(&key, s->at, s->n, sizeof(key), by_addr) : NULL;

	return found ? found->name : NULL;
}

/* ---- stubs -------------------------------------------------------------- */

/* Finds the address of the slot that the stub at @addr jumps through.  @p: the @n bytes of
 * the stub.  False: the stub has no indirect jump. */
static bool jump_slot(const struct elf_file *e, const unsigned char *p,
		      size_t n, uint64_t addr, uint64_t *ret)
{
	const struct elf_section *got;

	for (size_t i = 0; i + JUMP_SIZE <= n; i++) {
		int32_t k = (int32_t)get_u32(p + i + 2);

		if (p[i] != 0xff)
			continue;
		if (p[i + 1] == 0x25) {
			*ret = e->is_64 ? addr + i + JUMP_SIZE +
				(uint64_t)(int64_t)k : (uint32_t)k;
			return true;
		}
		got = e->is_64 ? NULL : elf_file_section(e, ".got.plt");
		if (p[i + 1] == 0xa3 && got) {
			*ret = (uint32_t)(got->addr + (uint32_t)k);
			return true;
		}
	}
	return false;
}

/* Returns the size of the stubs in section @s.  Those of .plt.got may have 8 bytes,
 * which its header says; all others have 16. */
static size_t stub_size(struct elf_file *e, const struct elf_section *s)
{
	GElf_Shdr h;

	if (gelf_getshdr(elf_getscn(e->elf, elf_file_section_number(e, s)),
			 &h) && h.sh_entsize == 8)
		return 8;
	return STUB_SIZE;
}

static void read_stubs(struct elf_file *e, const char *section,
		       const struct slots *slots, struct elf_plts *ret)
{
	const struct elf_section *s = elf_file_section(e, section);
	struct range all;
	size_t size;

	if (!s || !elf_file_contents(e, s, &all))
		return;
	size = stub_size(e, s);
	for (size_t at = 0; at + size <= all.n; at += size) {
		const char *name = NULL;
		uint64_t slot;

		if (jump_slot(e, all.p + at, size, s->addr + at, &slot))
			name = name_of(slots, slot);
		if (name)
			vec_push(ret, ((struct elf_plt){ name,
							 s->addr + at }));
	}
}

static int by_name(const void *a, const void *b)
{
	const struct elf_plt *x = a, *y = b;
	int c = strcmp(x->name, y->name);

	if (c)
		return c;
	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

void elf_plt_read(struct elf_file *e, struct elf_plts *ret)
{
	static const char *const sections[] = {
		".plt", ".plt.sec", ".plt.got",
	};
	struct slots slots = { 0 };
	size_t n = ret->n;

	read_slots(e, &slots);
	if (slots.n)
		qsort(slots.at, slots.n, sizeof(*slots.at), by_addr);
	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		read_stubs(e, sections[i], &slots, ret);
	if (ret->n > n)
		qsort(ret->at + n, ret->n - n, sizeof(*ret->at), by_name);
	vec_free(&slots);
}
