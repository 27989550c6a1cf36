/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds code of a module by section and offset, and whether an instruction
 * begins there.  The bytes are those before relocation, which does not change
 * the length of an instruction.
 */
#include "translator/target/elf/elf.h"
#include "translator/target/kernel/modules_private.h"

/* Sets f->anchor and f->distance: the anchor is the nearest function at or before @of, in
 * the section of @of, that has a unique name. */
void module_find_anchor(struct module *m, const struct elf_symbol *of,
			struct module_function *f)
{
	size_t n;
	const struct elf_symbol *all = elf_symbols(m->elf, &n);

	for (size_t i = 0; i < n; i++) {
		uint64_t d = of->addr - all[i].addr;

		if (all[i].section != of->section || all[i].addr > of->addr ||
		    !elf_symbol_is_function(m->elf, &all[i]) ||
		    (f->anchor && d >= f->distance) ||
		    !module_name_is_unique(m, all[i].name))
			continue;
		f->anchor = all[i].name;
		f->distance = d;
	}
}

bool module_code_at(struct module *m, const char *section, uint64_t offset,
		    struct module_code *ret)
{
	const struct elf_section *s = elf_file_section(m->elf, section);
	const struct elf_symbol *in = s ? elf_symbol_at(m->elf,
							s->addr + offset)
					: NULL;
	struct module_function found = { 0 };
	struct elf_symbol at;

	if (!in)
		return false;
	at = *in;
	at.addr = s->addr + offset;
	module_find_anchor(m, &at, &found);
	*ret = (struct module_code){
		.function = module_function_of(m, in), .addr = at.addr,
		.anchor = found.anchor, .distance = found.distance,
	};
	return found.anchor != NULL;
}

/* ---- by number ---------------------------------------------------------- */

const char *module_section(const struct module *m, uint64_t addr,
			   uint64_t *offset)
{
	const struct elf_section *s =
		addr > UINT64_MAX - ELF_FIRST_ADDRESS ? NULL :
		elf_file_section_at(m->elf, addr + ELF_FIRST_ADDRESS, offset);

	return s ? s->name : NULL;
}

const char *module_section_at(const struct module *m, uint64_t addr,
			      uint64_t *offset)
{
	return module_section(m, addr - ELF_FIRST_ADDRESS, offset);
}

enum kernel_code module_instruction(struct module *m, uint64_t addr,
				    struct module_code *ret, uint64_t *before,
				    uint64_t *after)
{
	uint64_t offset, start, size;
	const char *section = module_section(m, addr, &offset);
	struct range bytes;

	if (!section || !elf_file_is_code(m->elf, addr + ELF_FIRST_ADDRESS) ||
	    !module_code_at(m, section, offset, ret))
		return KERNEL_NO_CODE;
	start = ret->function.addr;
	size = elf_file_section(m->elf, section)->size - offset +
	       (ret->addr - start);
	bytes = (struct range){ elf_file_at(m->elf, start, size), size };
	if (!bytes.p)
		return KERNEL_NO_CODE;
	if (insn_at(bytes, ret->addr - start, before, after) == INSN_BEGINS)
		return KERNEL_INSTRUCTION;
	*before += start - ELF_FIRST_ADDRESS;
	*after += start - ELF_FIRST_ADDRESS;
	return KERNEL_NOT_INSTRUCTION;
}
