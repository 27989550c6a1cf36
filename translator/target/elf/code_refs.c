/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds references with two sets of bits, each with one bit for each byte of
 * code.  In one, the bytes where functions begin are marked; in the other, the first
 * bytes of the functions that are referred to.  So all code is read once, however
 * many functions there are.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/target/elf/code_refs.h"
#include "translator/target/elf/elf_symbols.h"

/* The most bytes from the first to the last code.  In a file with more, all
 * functions count as referred to. */
#define MOST ((uint64_t)1 << 30)

struct code_refs {
	uint64_t first, n;	/* code is in the @n bytes from address @first on */
	unsigned char *entries, *found;	/* functions; those referred to */
	bool is_unknown;	/* there is no code, or too much */
};

/* ---- bits --------------------------------------------------------------- */

static void set(const struct code_refs *r, unsigned char *bits, uint64_t addr)
{
	if (addr - r->first < r->n)
		bits[(addr - r->first) / 8] |=
			(unsigned char)(1u << ((addr - r->first) & 7));
}

static bool has(const struct code_refs *r, const unsigned char *bits,
		uint64_t addr)
{
	uint64_t i = addr - r->first;

	return i < r->n && bits[i / 8] >> (i & 7) & 1;
}

static void refer(struct code_refs *r, uint64_t addr)
{
	if (has(r, r->entries, addr))
		set(r, r->found, addr);
}

/* ---- what refers -------------------------------------------------------- */

/* Returns true if the four bytes at offset @at are the operand of jmp or jcc. */
static bool is_jump(const unsigned char *code, uint64_t at)
{
	if (at && code[at - 1] == 0xe9)
		return true;
	return at > 1 && code[at - 2] == 0x0f && (code[at - 1] & 0xf0) == 0x80;
}

static void read_code(struct code_refs *r, uint64_t addr, struct range code)
{
	int32_t word;

	for (uint64_t at = 0; at + sizeof(word) <= code.n; at++) {
		memcpy(&word, code.p + at, sizeof(word));
		if (has(r, r->entries, addr + at + 4 + (uint64_t)(int64_t)word) &&
		    !is_jump(code.p, at))
			set(r, r->found,
			    addr + at + 4 + (uint64_t)(int64_t)word);
		refer(r, (uint32_t)word);
	}
}

static void read_data(struct code_refs *r, struct range data)
{
	uint64_t word;

	for (uint64_t at = 0; at + sizeof(word) <= data.n; at += sizeof(word)) {
		memcpy(&word, data.p + at, sizeof(word));
		refer(r, word);
	}
}

static bool is_code(const struct elf_section *s)
{
	return s->flags & SHF_EXECINSTR;
}

static void read_sections(struct code_refs *r, struct elf_file *e)
{
	for (size_t i = 1; i < e->sections.n; i++) {
		const struct elf_section *s = &e->sections.at[i];
		struct range bytes;

		if (!(s->flags & SHF_ALLOC) ||
		    !elf_file_contents(e, s, &bytes))
			continue;
		if (is_code(s))
			read_code(r, s->addr, bytes);
		else
			read_data(r, bytes);
	}
}

/* ---- the door ----------------------------------------------------------- */

static void find_code(struct code_refs *r, const struct elf_file *e)
{
	uint64_t end = 0;

	r->first = UINT64_MAX;
	for (size_t i = 1; i < e->sections.n; i++) {
		const struct elf_section *s = &e->sections.at[i];

		if (!is_code(s))
			continue;
		r->first = s->addr < r->first ? s->addr : r->first;
		end = s->addr + s->size > end ? s->addr + s->size : end;
	}
	r->n = end > r->first ? end - r->first : 0;
	r->is_unknown = !r->n || r->n > MOST;
}

struct code_refs *code_refs_read(struct elf_file *e)
{
	struct code_refs *r = xcalloc(1, sizeof(*r));
	const struct elf_symbol *all;
	size_t n;

	find_code(r, e);
	if (r->is_unknown)
		return r;
	r->entries = xcalloc(r->n / 8 + 1, 1);
	r->found = xcalloc(r->n / 8 + 1, 1);
	all = elf_symbols(e, &n);
	for (size_t i = 0; i < n; i++)
		if (elf_symbol_is_function(e, &all[i]))
			set(r, r->entries, all[i].addr);
	read_sections(r, e);
	return r;
}

void code_refs_free(struct code_refs *r)
{
	if (!r)
		return;
	free(r->entries);
	free(r->found);
	free(r);
}

bool code_refs_has(const struct code_refs *r, uint64_t addr)
{
	return r->is_unknown || has(r, r->found, addr);
}
